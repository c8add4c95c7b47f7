import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { bots, introduce, openTable, test } from "../help";

const ROOT = join(import.meta.dirname, "..", "..", "..");
/** The ones that the documentation shows; the others are to be looked at. */
const SHOWN = [
  "lobby-light-desk",
  "antike-2006-light-desk",
  "antike-2-dark-desk",
  "antike-duellum-light-desk",
  "attika-light-desk",
  "antike-2006-dark-phone",
  "attika-light-phone",
];
const path = (name: string): string => {
  const folder = SHOWN.includes(name) ? join(ROOT, "docs", "img", "page") : join(ROOT, "out", "page");
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.jpg`);
};
const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const PYTHON = process.env.RONDEL_PYTHON ?? join(ROOT, ".venv", "bin", "python");

/** A game in its middle, as planning bots have played it, for the number of players it is best with. */
const records = new Map<string, string>();
function middle(game: string, players: number): string {
  const found =
    records.get(game) ??
    execFileSync(
      PYTHON,
      ["-m", "tools.midgame", game, "--players", String(players), "--decisions", game === "attika" ? "110" : "260"],
      { cwd: ROOT, encoding: "utf8" },
    );
  records.set(game, found);
  return found;
}

for (const theme of ["light", "dark"] as const) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test(`${theme} ${size}`, async ({ browser }) => {
      const phone = size === "phone";
      const context = await browser.newContext({
        viewport,
        colorScheme: theme,
        isMobile: phone,
        hasTouch: phone,
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      await introduce(page, "Ann");
      await page.goto("/");
      await page.locator(".cards article").first().waitFor();
      await page.waitForTimeout(600);
      await page.screenshot({ path: path(`lobby-${theme}-${size}`), quality: 82 });
      const { games } = (await (await context.request.get("/api/games")).json()) as {
        games: { id: string; players: number[] }[];
      };
      for (const book of games) {
        const players = book.id === "attika" ? 3 : book.players.includes(4) ? 4 : 2;
        await openTable(page, { record: middle(book.id, players), seats: bots(players - 1, "level:2") });
        await page.locator("[data-decision]").waitFor();
        await page.waitForTimeout(2200);
        await page.screenshot({ path: path(`${book.id}-${theme}-${size}`), quality: 82 });
      }
      await context.close();
    });
  }
}

/** Small pictures of the boards for the first page: a browser draws them at once, the maps themselves take it a third of a second. */
test("cards", async ({ page }) => {
  const boards = ["aegean-mini", "east", "greece-persia", "mare-nostrum", "orient", "rome-carthage", "west"];
  await page.setViewportSize({ width: 600, height: 426 });
  const folder = join(ROOT, "client", "public", "boards");
  mkdirSync(folder, { recursive: true });
  await page.goto("/rules/attika");
  for (const theme of ["light", "dark"]) {
    for (const board of boards) {
      await page.evaluate((path) => {
        document.body.innerHTML = `<img src="${path}" style="position:fixed;inset:0;width:600px;height:426px;object-fit:cover;object-position:50% 35%">`;
        return (document.querySelector("img") as HTMLImageElement).decode();
      }, `/api/boards/${board}/map.svg?theme=${theme}`);
      await page.screenshot({ path: join(folder, `${board}-${theme}.jpg`), quality: 72 });
    }
  }
});
