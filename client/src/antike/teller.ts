/** Openings of the Antike family: the wedge of a turn, and what it brought about. */

import { inSentences, type FindTeller } from "../shared/teller";
import type { News } from "../shared/sentences";
import { loadBoard } from "./board";
import { nationTitle, wedgeTitle } from "./describe";
import { heraldOf } from "./news";
import { looksOf } from "./view";

const isWedge = ({ kind }: News): boolean => kind === "wedge";

export const tellerOf: FindTeller = async ({ pool, sides }) => {
  const board = await loadBoard(pool.board);
  // a seat may lead several nations
  const leads = (side: string): string[] => board.nations.filter((nation) => side.split(" and ").includes(nation));
  const nations = sides.flatMap(leads);
  const looks = looksOf(nations.length ? nations : board.nations, board.nations);
  const herald = heraldOf({ scene: { board, game: pool.game, nations }, mine: () => false }, looks);
  const several = sides.some((side) => leads(side).length > 1);
  /** A wedge by its name; of the two for maneuvers, which one. */
  const wedgeOf = ({ nation, wedge }: News): string => {
    const number = /\d$/.exec(String(wedge))?.[0];
    const title = `${wedgeTitle(String(wedge))}${number ? ` ${"I".repeat(Number(number))}` : ""}`;
    return nation && several ? `${nationTitle(String(nation))}: ${title}` : title;
  };
  return {
    short: (news) => news.filter(isWedge).map(wedgeOf).join(", "),
    rest: (news) => {
      const others = news.filter((entry) => !isWedge(entry));
      return inSentences(herald, others);
    },
    title: (side) => leads(side).map(nationTitle).join(" · ") || side,
    look: (side) => looks[leads(side)[0] ?? ""],
  };
};
