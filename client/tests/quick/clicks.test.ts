import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { asMove } from "../../src/antike/plays";
import { expand } from "../../src/shared/choices";
import { atOnce, clicksOf, decisionsOf, gesturesOf, stepByStep, type Decision, type Gesture } from "../clicks";
import { expect, openTable, test } from "../help";

const GAME = "antike-2006";
/** So many decisions of the recorded game are played: its opening and some maneuvers. */
const SOME = 160;

/** Click what a gesture is made of, and give the number of clicks. */
async function carryOut(page: Page, { plays }: Gesture, decision: Decision, unitsFirst: boolean): Promise<number> {
  const { choices, action } = decision;
  const row = expand(choices)
    .map(asMove)
    .find((entry) => entry.action <= action && action <= entry.action + (entry.most ?? 0) - (entry.count ?? 0));
  const way = row?.kind === "move" && plays.length === 1 ? [row.from, row.to] : [];
  return page.evaluate(
    ({ plays, way, unitsFirst }) => {
      let clicks = 0;
      const find = (): Element | undefined => [...document.querySelectorAll(`[data-plays="${plays.join()}"]`)][0];
      const click = (element: Element | null | undefined): boolean => {
        if (!element) return false;
        element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        clicks += 1;
        return true;
      };
      const region = (number: number | undefined): Element | null =>
        document.querySelector(`[data-region="${number}"]`);
      return new Promise<number>((done) => {
        const steps = way.length
          ? !unitsFirst && region(way[1])?.classList.contains("reach") && !find()
            ? [() => click(region(way[1])), () => click(find())]
            : !unitsFirst && find()
              ? [() => click(find())]
              : [() => click(region(way[0])), () => click(region(way[1])), () => click(find())]
          : [() => click(find())];
        const step = document.querySelector("[data-decision]")?.getAttribute("data-step");
        const go = (): void => {
          const next = steps.shift();
          const asked = document.querySelector(".doubt ~ button.primary");
          if (document.querySelector("[data-decision]")?.getAttribute("data-step") !== step) return done(clicks);
          if (document.querySelector("[data-decision][aria-busy=true]")) {
            if (next) steps.unshift(next);
          } else if (next) next();
          else click(asked);
          setTimeout(go, 25);
        };
        const ready = (): void => void (document.querySelector("[data-decision].mine") ? go() : setTimeout(ready, 15));
        ready();
      });
    },
    { plays, way, unitsFirst },
  );
}

for (const [name, offered, ask] of [
  ["asked for every payment", stepByStep, true],
  ["with what one click can do", atOnce, false],
] as const) {
  test(`the page takes the clicks that are counted, ${name}`, async ({ page }) => {
    test.setTimeout(180_000);
    const text = readFileSync(join(import.meta.dirname, "..", "games", `${GAME}.game`), "utf8");
    const header = (text.split("\n\n")[0] ?? "").replace(/^\[(Result|End) .*\n?/gm, "");
    const decisions = decisionsOf(GAME).slice(0, SOME);
    const found = gesturesOf(decisions, offered);
    await page.addInitScript((asks) => {
      const kept = JSON.parse(localStorage.getItem("rondel") ?? "{}") as object;
      localStorage.setItem("rondel", JSON.stringify({ ...kept, askPay: asks, coach: false }));
    }, ask);
    await openTable(page, { record: `${header}\n\n`, seats: Array.from({ length: 4 }, () => ({ kind: "me" })) });
    await page.locator("[data-decision].mine").waitFor();
    let clicks = 0;
    let at = 0;
    for (const gesture of found) {
      clicks += await carryOut(page, gesture, decisions[at] as Decision, ask);
      at += gesture.plays.length;
      await expect(page.locator("[data-decision]")).toHaveAttribute("data-step", String(at));
    }
    expect(clicks).toBe(clicksOf(found));
  });
}
