import { attika } from "./en/attika";
import { help } from "./en/help";
import { lesson } from "./en/lesson";
import { page } from "./en/page";
import { table } from "./en/table";
import { why } from "./en/why";

/** Everything the page says, in English. Other languages have the same keys. */
export const en = { ...page, ...table, ...attika, ...help, ...lesson, ...why };
