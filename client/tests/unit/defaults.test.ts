import { describe, expect, it } from "vitest";

import type { Book, SeatInfo } from "../../src/messages";
import { boardsToShow, inOrder, neededOptions, seatsToPlayOn } from "../../src/shared/defaults";

const book = (id: string, boards: string[], lessons = 0): Book => ({
  id,
  boards,
  lessons,
  title: id,
  year: 2005,
  players: [4],
  players_on: {},
  options: [],
});

describe("the list of games", () => {
  it("begins with the first that has a guided game", () => {
    expect(inOrder([book("a", []), book("b", [], 1), book("c", [], 1)]).map(({ id }) => id)).toEqual(["b", "a", "c"]);
  });

  it("shows books that share their boards by different ones", () => {
    const shown = boardsToShow([book("a", ["east", "west"]), book("b", ["east", "west"]), book("c", ["east"])]);
    expect([...shown]).toEqual([
      ["a", "east"],
      ["b", "west"],
      ["c", "east"],
    ]);
  });
});

describe("playing on from a moment of a game", () => {
  const seats: SeatInfo[] = [
    { seat: 0, chair: { kind: "bot", bot: "level:5" } },
    { seat: 1, chair: { kind: "person", name: "Ann" } },
    { seat: 2, chair: { kind: "person", name: "Ben" } },
    { seat: 3, chair: { kind: "person", name: "Cleo", bot: "level:3" } },
  ];

  it("keeps our seat and the levels of the bots", () => {
    expect(seatsToPlayOn({ seats, yours: [1] }, "level:2")).toEqual([
      { kind: "bot", bot: "level:5" },
      { kind: "me" },
      { kind: "bot", bot: "level:2" },
      { kind: "bot", bot: "level:3" },
    ]);
  });

  it("gives the first seat to whoever only looked on", () => {
    expect(seatsToPlayOn({ seats }, "level:2")[0]).toEqual({ kind: "me" });
  });
});

describe("a number of players", () => {
  it("brings the options that it needs", () => {
    const two = { id: "two-players", opens: [2], rule: "", summary: "" } as unknown as Book["options"][number];
    const found = { ...book("a", []), options: [two] };
    expect(neededOptions(found, 2)).toEqual({ "two-players": 1 });
    expect(neededOptions(found, 3)).toEqual({});
    expect(neededOptions(undefined, 2)).toEqual({});
  });
});
