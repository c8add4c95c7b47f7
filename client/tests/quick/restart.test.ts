import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { clickAny, expect, openTable, test } from "../help";

/** Next to that of the other tests. */
const PORT = Number(process.env.RONDEL_TEST_PORT ?? 8765) + 1;
test.use({ baseURL: `http://127.0.0.1:${PORT}` });

async function start(folder: string): Promise<ChildProcess> {
  const python = process.env.RONDEL_PYTHON ?? join(import.meta.dirname, "..", "..", "..", ".venv", "bin", "python");
  const server = spawn(python, ["-m", "rondel", "serve", "--port", String(PORT)], {
    stdio: "ignore",
    env: { ...process.env, RONDEL_DATABASE: `sqlite:///${join(folder, "test.db")}` },
  });
  for (let tries = 0; tries < 100; tries++) {
    const up = await fetch(`http://127.0.0.1:${PORT}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (up) return server;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("the server does not start");
}

const stop = (server: ChildProcess): Promise<void> =>
  new Promise((done) => {
    server.once("exit", () => done());
    server.kill("SIGKILL");
  });

test("the page comes back by itself after the server was killed, and nothing is lost", async ({ page, quiet }) => {
  const folder = mkdtempSync(join(tmpdir(), "rondel-"));
  let server = await start(folder);
  try {
    await openTable(page, { game: "antike-2006", seats: [{ kind: "me" }, { kind: "me" }, { kind: "me" }] });
    for (let clicks = 0; clicks < 4; clicks++) await clickAny(page);
    await page.waitForTimeout(300);
    const before = await page.getByRole("log").innerText();
    await stop(server);
    await expect(page.getByText("Connection lost")).toBeVisible();
    await page.getByRole("tab", { name: "Notes" }).click();
    await page.getByRole("textbox", { name: "Notes" }).fill("Take Knossos");
    await page.waitForTimeout(900);
    server = await start(folder);
    await expect(page.getByText("Connection lost")).toBeHidden({ timeout: 15_000 });
    await page.waitForTimeout(500);
    await expect(page.getByRole("textbox", { name: "Notes" })).toHaveValue("Take Knossos");
    await page.getByRole("tab", { name: "Log" }).click();
    expect(await page.getByRole("log").innerText()).toBe(before);
    await clickAny(page);
    await page.reload();
    await page.getByRole("tab", { name: "Notes" }).click();
    await expect(page.getByRole("textbox", { name: "Notes" })).toHaveValue("Take Knossos");
    // a browser reports every connection that fails; that is what this test is about
    quiet.splice(0, quiet.length, ...quiet.filter((line) => !line.includes("WebSocket connection")));
  } finally {
    await stop(server);
    rmSync(folder, { recursive: true, force: true });
  }
});
