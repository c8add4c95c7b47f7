import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { introduce, openTable, test } from "../help";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const PYTHON = process.env.RONDEL_PYTHON ?? join(ROOT, ".venv", "bin", "python");
const FRAMES = join(ROOT, "out", "moving");
const COUNT = 48;

/** Frames of a game of Antike from its first turn to its middle; `python -m tools.moving` puts them together. */
test("a game goes by", async ({ page }) => {
  test.setTimeout(900_000);
  const record = execFileSync(
    PYTHON,
    ["-m", "tools.midgame", "antike-2006", "--players", "4", "--decisions", "420", "--seed", "4"],
    { cwd: ROOT, encoding: "utf8" },
  );
  const bot = { kind: "bot", bot: "level:2" };
  await page.setViewportSize({ width: 1200, height: 750 });
  await introduce(page, "Ann");
  const { id } = await openTable(page, { game: "antike-2006", record, seats: [{ kind: "me" }, bot, bot, bot] });
  const { total } = (await (await page.request.get(`/api/tables/${id}/replay?from=0&to=1`)).json()) as {
    total: number;
  };
  rmSync(FRAMES, { recursive: true, force: true });
  mkdirSync(FRAMES, { recursive: true });
  for (let frame = 0; frame < COUNT; frame++) {
    await page.goto(`/embed/${id}/${Math.round((frame * (total - 1)) / (COUNT - 1))}`);
    await page.locator("[data-stone]").first().waitFor();
    await page.waitForTimeout(350);
    await page.screenshot({ path: join(FRAMES, `${String(frame).padStart(2, "0")}.png`) });
  }
});
