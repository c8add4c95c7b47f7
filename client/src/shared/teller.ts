/** Who tells the turns of openings: in the words of their game, without a table. */

import type { OpeningPage } from "../messages";
import type { Look } from "./looks";
import { plainHerald, type Herald, type News } from "./sentences";

export interface Teller {
  /** What a turn was about, in a few words. */
  short: (news: News[]) => string;
  /** What else it brought about, in sentences. */
  rest: (news: News[]) => string;
  title: (side: string) => string;
  look: (side: string) => Look | undefined;
}

/** Give the teller of the games that a page of openings is about. */
export type FindTeller = (page: OpeningPage) => Promise<Teller>;

/** News as sentences, one after the other. */
export const inSentences = (herald: Herald, news: News[]): string =>
  herald
    .tell(news)
    .map((one) => one.text)
    .join(". ");

/** The teller of games that tell their moves as texts. */
export const tellerOf: FindTeller = () =>
  Promise.resolve({
    short: (news) => inSentences(plainHerald, news),
    rest: () => "",
    title: (side) => side,
    look: () => undefined,
  });
