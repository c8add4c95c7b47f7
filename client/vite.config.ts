import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** The server that `vite dev` passes calls on to. */
const server = process.env.RONDEL_URL ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/rondel/server/static", emptyOutDir: true, target: "es2022" },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  test: { include: ["tests/unit/**/*.test.ts"] },
});
