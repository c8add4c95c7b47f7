/** Plays lessons as a pupil does: where the note points, and wrong once where a step asks. */

import type { Browser, Page } from "@playwright/test";

import { expect, listen } from "./help";

/** What the note says and points at. */
const told = (): string =>
  `${document.querySelector("[data-decision]")?.getAttribute("data-step")} ${document.querySelector("[data-bubble]")?.textContent} ${JSON.stringify(document.querySelector("rect.ring")?.getBoundingClientRect())}`;

export const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
export const LANGUAGES = ["en", "fr", "de"] as const;

export interface Run {
  lesson: string;
  size: keyof typeof SIZES;
  language: (typeof LANGUAGES)[number];
}

interface Frame {
  action: number;
  wrong?: Record<string, number>;
}

/** All lessons of the rulebooks, as the addresses of their pages. */
export const LESSONS = [
  ["antike-2005", "first", "war"],
  ["antike-2006", "first", "war", "plans"],
  ["antike-2", "first", "war", "plans"],
  ["antike-duellum", "first", "war", "cards"],
  ["attika", "first", "groups", "ways"],
].flatMap(([game, ...names]) => names.map((name) => `${game}/${name}`));

/** Click what is wrong here, if the bar has it; give whether the note answered. */
async function err(page: Page, frames: Frame[]): Promise<boolean> {
  const step = Number(await page.locator("[data-decision]").getAttribute("data-step"));
  for (const action of Object.keys(frames[step]?.wrong ?? {})) {
    const button = page.locator(`[data-decision] [data-action="${action}"]`).first();
    if (!(await button.count())) continue;
    await button.click();
    await expect(page.locator("[data-bubble] [role=alert] .clause")).toHaveText(/^(A0[56]|A2|AD|AT)-/);
    return true;
  }
  return false;
}

/** Wait until the ring stands still for some frames, as whoever clicks there would; give where, nowhere if it is gone. */
const settled = (page: Page): Promise<{ x: number; y: number; width: number; height: number } | null> =>
  page.evaluate(async () => {
    const ringed = (): DOMRect | undefined => document.querySelector("rect.ring")?.getBoundingClientRect();
    const frame = (): Promise<number> => new Promise(requestAnimationFrame);
    let before = ringed();
    for (let still = 0; before && still < 5;) {
      await frame();
      const now = ringed();
      still = now && now.x === before.x && now.y === before.y ? still + 1 : 0;
      before = now;
    }
    return before ? { x: before.x, y: before.y, width: before.width, height: before.height } : null;
  });

/** Click where the note points until the lesson is over; give how many clicks that took, and how many answers came. */
export async function follow(page: Page, frames: Frame[]): Promise<{ clicks: number; answers: number }> {
  const over = page.locator("[data-lesson-over]");
  const ring = page.locator("rect.ring");
  const show = page.locator("[data-bubble] button:not(.plain)").first();
  let answers = 0;
  for (let clicks = 0; clicks < 60; clicks++) {
    if (await over.count()) return { clicks, answers };
    await Promise.race([ring.waitFor(), over.waitFor(), show.waitFor()]);
    if (await over.count()) return { clicks, answers };
    if (!(await ring.count())) {
      if (await err(page, frames)) answers++;
      else await show.click();
      await ring.waitFor();
    }
    const box = await settled(page);
    if (!box) continue;
    const before = await page.evaluate(told);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(() => page.evaluate(told), { timeout: 15_000 }).not.toBe(before);
    await page.mouse.move(2, 2);
  }
  throw new Error(`the lesson does not end: ${await page.locator("[data-bubble]").innerText()}`);
}

/** Play a lesson to its end in a new window. */
export async function playLesson(
  browser: Browser,
  quiet: string[],
  { lesson, size, language }: Run,
): Promise<{ clicks: number; answers: number }> {
  const context = await browser.newContext({ locale: language, viewport: SIZES[size], reducedMotion: "reduce" });
  const page = await context.newPage();
  listen(page, quiet);
  const told = page.waitForResponse((answer) => answer.url().endsWith(`/api/lessons/${lesson}`));
  await page.goto(`/learn/${lesson}`);
  const { frames, end } = (await (await told).json()) as { frames: Frame[]; end: Record<string, string> };
  const found = await follow(page, frames);
  await expect(page.locator("[data-lesson-over]")).toContainText(end[language] ?? "?");
  await context.close();
  return found;
}
