import { admin } from "./de/admin";
import { attika } from "./de/attika";
import { calls } from "./de/calls";
import { going } from "./de/going";
import { help } from "./de/help";
import { lesson } from "./de/lesson";
import { news } from "./de/news";
import { page } from "./de/page";
import { place } from "./de/place";
import { table } from "./de/table";
import { talk } from "./de/talk";
import { why } from "./de/why";
import type { en } from "./en";

/** Everything the page says, in German. */
export const de: Record<keyof typeof en, string> = { ...page, ...place, ...table, ...attika, ...going, ...help, ...lesson, ...talk, ...admin, ...why, ...news, ...calls };
