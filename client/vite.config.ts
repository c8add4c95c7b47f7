import { readFileSync } from "node:fs";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** The server that `vite dev` passes calls on to. */
const server = process.env.RONDEL_URL ?? "http://127.0.0.1:8000";

/** The faces that the page serves, by their packages; their licences go with them. */
const FONTS = { Marcellus: "@fontsource/marcellus", "Source Sans 3": "@fontsource-variable/source-sans-3" };

const licences: Plugin = {
  name: "font-licences",
  apply: "build",
  generateBundle() {
    const texts = Object.entries(FONTS).map(
      ([name, folder]) => `${name}\n\n${readFileSync(`node_modules/${folder}/LICENSE`, "utf8")}`,
    );
    this.emitFile({ type: "asset", fileName: "fonts.txt", source: texts.join(`\n\n${"=".repeat(72)}\n\n`) });
  },
};

export default defineConfig({
  plugins: [svelte(), licences],
  build: { outDir: "../src/rondel/server/static", emptyOutDir: true, target: "es2022" },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  test: { include: ["tests/unit/**/*.test.ts"] },
});
