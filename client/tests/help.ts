/** What the browser tests share. */

import { expect, test as base, type Page } from "@playwright/test";

/** A test that fails if the page writes an error or a warning to the console. */
export const test = base.extend<{ quiet: string[]; alone: undefined }>({
  // pages of an earlier test would go on playing and asking until all tests are done
  alone: [
    async ({ browser }, use) => {
      await use(undefined);
      for (const context of browser.contexts()) await context.close();
    },
    { auto: true },
  ],
  quiet: [
    async ({ page }, use) => {
      const said: string[] = [];
      listen(page, said);
      await use(said);
      expect(said).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

export function listen(page: Page, said: string[]): void {
  page.on("console", (message) => {
    if (message.text().startsWith("Service Worker registration blocked")) return; // by these tests
    if (["error", "warning"].includes(message.type())) said.push(message.text());
  });
  page.on("pageerror", (error) => said.push(error.message));
}

/** Let the page know its player by a name, where a picture would show `Guest 1234`. */
export async function introduce(page: Page, name: string): Promise<void> {
  await page.addInitScript((kept) => {
    if (!localStorage.getItem("rondel")) localStorage.setItem("rondel", kept);
  }, JSON.stringify({ name }));
}

/** Sit down as somebody who followed a link: whoever joins is asked for a name first. */
export async function sitDown(page: Page, name: string): Promise<void> {
  await page.getByLabel("What should the others call you?").fill(name);
  await page.getByRole("button", { name: "Sit down" }).click();
}

interface Wish {
  game?: string;
  record?: string;
  board?: string;
  seats: { kind: string; bot?: string }[];
  options?: Record<string, number>;
}

/** Make a table as the page's player and go there. */
export async function openTable(page: Page, wish: Wish): Promise<{ id: string; links: Record<string, string> }> {
  await page.goto("/");
  await page.locator(".cards article").first().waitFor();
  const made = await page.evaluate(async (body) => {
    const answer = await fetch("/api/tables", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { table: { id: string }; links: Record<string, string> };
  }, wish);
  await page.goto(`/table/${made.table.id}`);
  return { id: made.table.id, links: made.links };
}

export const bots = (count: number, bot = "random"): Wish["seats"] => [
  { kind: "me" },
  ...Array.from({ length: count }, () => ({ kind: "bot", bot })),
];

const CHOICES = "[data-decision] button[data-action], [data-decision] button[data-origin]";

/** Click a random choice in the bar; say whether the game goes on. */
export async function clickAny(page: Page, patience = 2000): Promise<boolean> {
  const state = await page.evaluate(
    async ({ selector, patience }) => {
      for (let tries = 0; tries < patience; tries++) {
        if (document.querySelector("[data-result]")) return "over";
        const found = [...document.querySelectorAll<HTMLElement>(selector)].filter(
          (button) => !(button as HTMLButtonElement).disabled,
        );
        const chosen = found[Math.floor(Math.random() * found.length)];
        if (chosen) {
          chosen.click();
          await new Promise((done) => setTimeout(done, 8));
          return "on";
        }
        await new Promise((done) => setTimeout(done, 15));
      }
      return "stuck";
    },
    { selector: CHOICES, patience },
  );
  if (state === "stuck") throw new Error(`nothing to click: ${await page.locator("[data-decision]").innerText()}`);
  return state === "on";
}

/** Play at random through the page until the game is over. */
export async function playOut(page: Page, most = 20_000): Promise<number> {
  for (let clicks = 0; clicks < most; clicks++) if (!(await clickAny(page))) return clicks;
  throw new Error("the game does not end");
}

/** Ask for a hint and follow it, as long as the game goes on; where no bot can tell, click anything. */
export async function playByHints(page: Page, most = 3000): Promise<number> {
  for (let clicks = 0; clicks < most; clicks++) {
    const state = await page.evaluate(async () => {
      const rest = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time));
      const seen = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);
      const mark = (): string =>
        `${document.querySelector("[role=log]")?.textContent} ${document.querySelector("[data-decision]")?.textContent}`;
      for (let tries = 0; tries < 3000; tries++) {
        if (seen("[data-result]")) return "over";
        const ask = seen("[data-ask]");
        if (ask && seen("[data-decision].mine")) {
          if (!seen("[data-hint]")) {
            if (ask.getAttribute("aria-expanded") === "true") return "mute";
            ask.click();
            for (
              let wait = 0;
              wait < 1500 && !seen("[data-hint]") && ask.getAttribute("aria-expanded") !== "true";
              wait++
            )
              await rest(10);
          }
          const before = mark();
          seen("[data-hint]")?.click();
          for (let wait = 0; wait < 500 && seen("[data-hint]") && mark() === before; wait++) await rest(10);
          return seen("[data-hint]") && mark() === before ? "stuck" : "on";
        }
        await rest(20);
      }
      return "stuck";
    });
    if (state === "over") return clicks;
    if (state === "stuck") throw new Error(`nothing happens: ${await page.locator("[data-decision]").innerText()}`);
    if (state === "mute") await clickAny(page);
  }
  throw new Error("the game does not end");
}

/** Open a map full of six nations, come closer, and wait until it is drawn sharp. */
export async function closeMap(page: Page): Promise<void> {
  await openTable(page, { game: "antike-2006", seats: bots(5) });
  for (let clicks = 0; clicks < 5; clicks++) await clickAny(page);
  await page.locator("[data-region]").first().waitFor();
  await page.mouse.move(500, 400);
  for (let turns = 0; turns < 3; turns++) await page.mouse.wheel(0, -200);
  await page.waitForTimeout(2500);
}

/** Drag the map to and fro. */
export async function dragMap(page: Page): Promise<void> {
  await page.mouse.down();
  for (let step = 0; step < 50; step++) await page.mouse.move(500 + 4 * (step % 25), 400 + 2 * (step % 25));
  await page.mouse.up();
}
