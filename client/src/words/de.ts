import { attika } from "./de/attika";
import { help } from "./de/help";
import { lesson } from "./de/lesson";
import { page } from "./de/page";
import { table } from "./de/table";
import { why } from "./de/why";
import type { en } from "./en";

/** Everything the page says, in German. */
export const de: Record<keyof typeof en, string> = { ...page, ...table, ...attika, ...help, ...lesson, ...why };
