// Measures the built JavaScript, gzipped: what the first page loads, and everything.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const folder = join(import.meta.dirname, "..", "..", "src", "rondel", "server", "static");
const weigh = (name) => gzipSync(readFileSync(join(folder, "assets", name))).length;
const all = readdirSync(join(folder, "assets")).filter((name) => name.endsWith(".js"));
const html = readFileSync(join(folder, "index.html"), "utf8");
const first = all.filter((name) => html.includes(name));
const sum = (names) => names.reduce((total, name) => total + weigh(name), 0) / 1000;
console.log(`first page ${sum(first).toFixed(1)} kB of 180, all ${sum(all).toFixed(1)} kB of 320 (gzipped JavaScript)`);
if (sum(first) > 180 || sum(all) > 320) process.exit(1);
