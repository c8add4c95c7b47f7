import { admin } from "./en/admin";
import { attika } from "./en/attika";
import { calls } from "./en/calls";
import { going } from "./en/going";
import { help } from "./en/help";
import { lesson } from "./en/lesson";
import { news } from "./en/news";
import { page } from "./en/page";
import { place } from "./en/place";
import { table } from "./en/table";
import { talk } from "./en/talk";
import { why } from "./en/why";

/** Everything the page says, in English. Other languages have the same keys. */
export const en = { ...page, ...place, ...table, ...attika, ...going, ...help, ...lesson, ...talk, ...admin, ...why, ...news, ...calls };
