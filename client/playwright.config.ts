import { existsSync } from "node:fs";

import { defineConfig } from "@playwright/test";

const port = Number(process.env.RONDEL_TEST_PORT ?? 8765);
/** A server that runs already, as installed from a package or behind a proxy; none: one from the source is started. */
const running = process.env.RONDEL_TEST_URL;
/** The browsers are those that tools/client.py found, the system's, or else Playwright's own. */
const found = (names: string[]): string | undefined => names.map((name) => `/usr/bin/${name}`).find(existsSync);
const whole = process.env.RONDEL_BROWSER ?? found(["chromium", "chromium-browser", "google-chrome"]);
const quick = process.env.RONDEL_SHELL ?? found(["chromium-headless-shell"]) ?? whole;
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  testDir: "tests",
  outputDir: "../test-results",
  reporter: "line",
  workers: 2,
  timeout: 60_000,
  // on a machine that does nothing else a second try is not needed; if it is, the run says so
  retries: process.env.CI ? 1 : 0,
  // a busy machine answers later; no test measures time by this
  expect: { timeout: 15_000 },
  use: {
    baseURL: running ?? `http://127.0.0.1:${port}`,
    ignoreHTTPSErrors: running !== undefined,
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: "reduce" },
    locale: "en",
    // it would stand between the tests and the server; its own tests allow it
    serviceWorkers: "block",
    launchOptions: { executablePath: quick, args },
  },
  projects: [
    { name: "quick", testDir: "tests/quick", testIgnore: "calls.test.ts" },
    // the quick browser shows no notifications
    {
      name: "notices",
      testDir: "tests/quick",
      testMatch: "calls.test.ts",
      use: { launchOptions: { executablePath: whole, args } },
    },
    { name: "whole", testDir: "tests/whole", timeout: 1_200_000 },
    { name: "speed", testDir: "tests/speed", use: { launchOptions: { executablePath: whole, args } } },
    { name: "package", testDir: "tests/package" },
    { name: "pictures", testDir: "tests/pictures", timeout: 240_000 },
  ],
  webServer: running
    ? undefined
    : {
        command: `node tests/server.mjs ${port}`,
        url: `http://127.0.0.1:${port}/healthz`,
        reuseExistingServer: false,
        gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
      },
});
