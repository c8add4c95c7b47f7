import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { sequenceOf } from "../../src/antike/plays";
import { atOnce, clicksOf, decided, decisionsOf, gesturesOf, stepByStep, type Decision, type Gesture } from "../clicks";
import { expect, openTable, test } from "../help";

const GAME = "antike-2006";
/** So many decisions of the recorded game are played: its opening and some maneuvers. */
const SOME = 160;

/** What a hand does for a gesture: what it points at first, and what it clicks. */
interface Hand {
  plays: string;
  /** The wedge to point at, by its decisions. */
  wedge: string;
  /** Where units go from and to. */
  way: (number | undefined)[];
  unitsFirst: boolean;
}

function handFor({ plays }: Gesture, decisions: Decision[], at: number, unitsFirst: boolean): Hand {
  const row = decided(decisions, at);
  const wedge = row?.kind === "wedge" ? sequenceOf(row, 1, [], unitsFirst) : [];
  const glance = wedge.length > 0 && plays.length > wedge.length;
  const moved = glance ? decided(decisions, at + wedge.length) : row;
  const way = moved?.kind === "move" && plays.length === 1 + (glance ? wedge.length : 0) ? [moved.from, moved.to] : [];
  return { plays: plays.join(), wedge: glance ? wedge.join() : "", way, unitsFirst };
}

/** Point and click, and give the number of clicks. */
const carryOut = (page: Page, hand: Hand): Promise<number> =>
  page.evaluate(async ({ plays, wedge, way, unitsFirst }) => {
    const rest = (time = 25): Promise<void> => new Promise((done) => setTimeout(done, time));
    const one = (selector: string): Element | null => document.querySelector(selector);
    const region = (number: number | undefined): Element | null => one(`[data-region="${number}"]`);
    const find = (): Element | null => one(`[data-plays="${plays}"]`);
    const point = (element: Element | null): unknown => element?.dispatchEvent(new MouseEvent("mouseenter"));
    const step = (): string | null | undefined => one("[data-decision]")?.getAttribute("data-step");
    const until = async (found: () => unknown, most = 200): Promise<boolean> => {
      for (let tries = 0; tries < most; tries++) {
        if (found()) return true;
        await rest(15);
      }
      return false;
    };
    let clicks = 0;
    const click = (element: Element | null): void => {
      if (!element) return;
      element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      clicks += 1;
    };
    await until(() => one("[data-decision].mine:not([aria-busy=true])"));
    const before = step();
    if (wedge) {
      point(one(`.wedge[data-plays="${wedge}"]`));
      await until(() => one(".wedge.glance") && (way.length ? region(way[0]) : find()));
    }
    const [from, to] = way;
    if (way.length && !unitsFirst && !find()) {
      point(region(from));
      await until(find, 20);
    }
    if (!way.length || (!unitsFirst && find())) click(find());
    else if (!unitsFirst && region(to)?.classList.contains("reach")) {
      click(region(to));
      await until(find);
      click(find());
    } else {
      click(region(from));
      await rest();
      if (find()) click(find());
      else click(region(to));
      await rest(40);
      if (step() === before && !one("[data-decision][aria-busy=true]")) click(find());
    }
    await rest(40);
    // a wedge that brings nothing is asked about once
    if (step() === before) click(one(".doubt ~ button.primary"));
    return clicks;
  }, hand);

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
      clicks += await carryOut(page, handFor(gesture, decisions, at, ask));
      at += gesture.plays.length;
      await expect(page.locator("[data-decision]")).toHaveAttribute("data-step", String(at));
    }
    expect(clicks).toBe(clicksOf(found));
  });
}
