import { admin } from "./de/admin";
import { attika } from "./de/attika";
import { help } from "./de/help";
import { lesson } from "./de/lesson";
import { news } from "./de/news";
import { page } from "./de/page";
import { table } from "./de/table";
import { talk } from "./de/talk";
import { why } from "./de/why";
import type { en } from "./en";

/** Everything the page says, in German. */
export const de: Record<keyof typeof en, string> = { ...page, ...table, ...attika, ...help, ...lesson, ...talk, ...admin, ...why, ...news };
