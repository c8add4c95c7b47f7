/** Who tells the turns of openings: in the words of their game, without a table. */

import type { OpeningPage } from "../messages";
import { loadPrinted, printed } from "../shared/printed";
import type { Look } from "../shared/looks";
import { plainHerald, type Herald, type News } from "../shared/sentences";

export interface Teller {
  /** What a turn was about, in a few words. */
  short: (news: News[]) => string;
  /** What else it brought about, in sentences. */
  rest: (news: News[]) => string;
  title: (side: string) => string;
  look: (side: string) => Look | undefined;
}

const sentences = (herald: Herald, news: News[]): string =>
  herald
    .tell(news)
    .map((one) => one.text)
    .join(". ");

async function ofAntike(page: OpeningPage): Promise<Teller> {
  const [{ loadBoard }, { heraldOf }, { looksOf }, { nationTitle, wedgeTitle }] = await Promise.all([
    import("../antike/board"),
    import("../antike/news"),
    import("../antike/view"),
    import("../antike/describe"),
  ]);
  const board = await loadBoard(page.pool.board);
  // a seat may lead several nations
  const leads = (side: string): string[] => board.nations.filter((nation) => side.split(" and ").includes(nation));
  const nations = page.sides.flatMap(leads);
  const looks = looksOf(nations.length ? nations : board.nations, board.nations);
  const herald = heraldOf({ scene: { board, game: page.pool.game, nations }, mine: () => false }, looks);
  const several = page.sides.some((side) => leads(side).length > 1);
  const wedge = ({ nation, wedge }: News): string => {
    const number = /\d$/.exec(String(wedge))?.[0];
    const title = `${wedgeTitle(String(wedge))}${number ? ` ${"I".repeat(Number(number))}` : ""}`;
    return nation && several ? `${nationTitle(String(nation))}: ${title}` : title;
  };
  const isWedge = ({ kind }: News): boolean => kind === "wedge";
  return {
    short: (news) => news.filter(isWedge).map(wedge).join(", "),
    rest: (news) =>
      sentences(
        herald,
        news.filter((entry) => !isWedge(entry)),
      ),
    title: (side) => leads(side).map(nationTitle).join(" · ") || side,
    look: (side) => looks[leads(side)[0] ?? ""],
  };
}

async function ofAttika(): Promise<Teller> {
  const [{ heraldOf, cards }, { cityTitle }, { named }] = await Promise.all([
    import("../attika/news"),
    import("../attika/view"),
    import("../shared/words"),
  ]);
  const herald = heraldOf({ cities: {} } as never, []);
  const SHORT: Record<string, (entry: News) => string> = {
    built: ({ building }) => named("kind", String(building)),
    kept: ({ building }) => `(${named("kind", String(building))})`,
    takes: ({ count }) => cards(Number(count)),
  };
  return {
    short: (news) =>
      news
        .map((entry) => SHORT[String(entry.kind)]?.(entry) ?? "")
        .filter(Boolean)
        .join(", "),
    rest: (news) =>
      sentences(
        herald,
        news.filter(({ kind }) => !SHORT[String(kind)]),
      ),
    title: cityTitle,
    look: () => undefined, // by seat at the table, and a plan has none
  };
}

const PLAIN: Teller = {
  short: (news) => sentences(plainHerald, news),
  rest: () => "",
  title: (side) => side,
  look: () => undefined,
};

/** The teller of the games that a page of openings is about. */
export async function tellerOf(page: OpeningPage): Promise<Teller> {
  await loadPrinted(page.pool.game);
  const { table } = printed(page.pool.game);
  if (table === "antike") return ofAntike(page);
  return table === "attika" ? ofAttika() : PLAIN;
}
