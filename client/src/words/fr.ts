import type { en } from "./en";
import { admin } from "./fr/admin";
import { attika } from "./fr/attika";
import { calls } from "./fr/calls";
import { going } from "./fr/going";
import { help } from "./fr/help";
import { lesson } from "./fr/lesson";
import { news } from "./fr/news";
import { page } from "./fr/page";
import { place } from "./fr/place";
import { table } from "./fr/table";
import { talk } from "./fr/talk";
import { why } from "./fr/why";

/** Everything the page says, in French. */
export const fr: Record<keyof typeof en, string> = { ...page, ...place, ...table, ...attika, ...going, ...help, ...lesson, ...talk, ...admin, ...why, ...news, ...calls };
