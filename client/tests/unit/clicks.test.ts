import { describe, expect, it } from "vitest";

import { clicksNow } from "../attikaClicks";
import { atOnce, clicksOf, decisionsOf, gesturesOf, stepByStep } from "../clicks";

/** Games of four bots of level 4, of two in Duellum, as `rondel arena` plays them. */
const GAMES = ["antike-2005", "antike-2006", "antike-2", "antike-duellum"];

describe("clicks of a recorded game", () => {
  for (const game of GAMES) {
    it(`are at most 60 % of what they were: ${game}`, { timeout: 60_000 }, () => {
      const decisions = decisionsOf(game);
      const [before, after] = [stepByStep, atOnce].map((offered) => clicksOf(gesturesOf(decisions, offered)));
      console.log(`${game}: ${before} clicks before, ${after} now`, after! / before!);
      expect(after! / before!).toBeLessThan(0.6);
    });
  }

  // as many clicks as turns and buildings that nobody could foresee are left in any case
  it("are at most 60 % of the decisions: attika", { timeout: 60_000 }, () => {
    const decisions = decisionsOf("attika");
    const [before, after] = [decisions.length, clicksNow(decisions)];
    console.log(`attika: ${before} clicks before, ${after} now`, after / before);
    expect(after / before).toBeLessThan(0.6);
  });
});
