// Weighs the built page: JavaScript and style sheets gzipped, fonts as they are; what the first page loads, and everything.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const folder = join(import.meta.dirname, "..", "..", "src", "rondel", "server", "static");
const assets = readdirSync(join(folder, "assets"));
const html = readFileSync(join(folder, "index.html"), "utf8");
const weigh = (name) => {
  const content = readFileSync(join(folder, "assets", name));
  return name.endsWith(".woff2") ? content.length : gzipSync(content).length;
};
const sum = (names) => names.reduce((total, name) => total + weigh(name), 0) / 1000;

/** Limits in kB: for the first page and for everything. */
const LIMITS = { js: [180, 345], css: [10, 45], woff2: [50, 125] };
let heavy = false;
for (const [kind, limits] of Object.entries(LIMITS)) {
  const all = assets.filter((name) => name.endsWith(`.${kind}`));
  const weights = [sum(all.filter((name) => html.includes(name))), sum(all)];
  const [first, whole] = weights.map((weight, place) => `${weight.toFixed(1)} kB of ${limits[place]}`);
  console.log(`${kind}: first page ${first}, all ${whole}`);
  heavy ||= weights.some((weight, place) => weight > limits[place]);
}
if (heavy) process.exit(1);
