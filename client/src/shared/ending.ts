/** The end of a game: points over its course, its turning points, and a picture to keep. */

import type { Chances, LogLine, TableInfo } from "../messages";
import { post } from "./api";
import type { Line, Player } from "./course";
import { route } from "./route.svelte";
import type { Herald, News, Sentence, Tone } from "./sentences";

/** What a player has at the end, by kind; `lit` is the cell that won, -1 for none. */
interface Score {
  who: string;
  seat: number;
  cells: number[];
  total: number;
  of: number;
  lit: number;
}

export interface Scores {
  columns: { name: string; icon: string; label: string }[];
  rows: Score[];
}

/** A moment at which the chances changed much: what happened, to whom it helped, from what to what. */
interface Turning {
  step: number;
  round: number;
  seat: number;
  from: number;
  to: number;
  text: string;
}

/** What a count has become, and by how much it has grown: points of personages, buildings placed. */
export type Counted = (entry: News) => { who: string; value: number; by: number } | null;

/**
 * Draw the course of the players from the news: a figure stays until the next one is told. A game that went on from a
 * position begins with the figures of that position; of whom nothing is told, the end is known.
 */
export function courseOf(lines: LogLine[], players: Player[], counted: Counted, ends: Map<string, number>): Line[] {
  const told = lines.flatMap((line) => (line.news ?? []).map(counted));
  const found = players.map((player) => {
    const first = told.find((grown) => grown?.who === player.name);
    return { player, steps: [0], values: [first ? first.value - first.by : (ends.get(player.name) ?? 0)] };
  });
  for (const line of lines) {
    for (const entry of line.news ?? []) {
      const grown = counted(entry);
      const course = grown && found.find(({ player }) => player.name === grown.who);
      if (!course) continue;
      course.steps.push(line.step + 1, line.step + 1);
      course.values.push(course.values.at(-1) ?? 0, grown.value);
    }
  }
  const last = (lines.at(-1)?.step ?? 0) + 1;
  for (const course of found) {
    course.steps.push(last);
    course.values.push(course.values.at(-1) ?? 0);
  }
  return found;
}

/** Chances as lines, in percent. */
export const chancesOf = (judged: Chances, players: Player[]): Line[] =>
  players.map((player) => ({
    player,
    steps: judged.steps,
    values: judged.chances.map((row) => 100 * (row[player.seat] ?? 0)),
  }));

/** What is told of a stretch of the game: the gravest of its sentences. */
const WEIGHT: Record<Tone, number> = { over: 5, award: 4, battle: 3, lost: 3, won: 2, "": 0 };
function gravest(sentences: Sentence[]): Sentence | undefined {
  return sentences.reduce<Sentence | undefined>(
    (best, next) => (WEIGHT[next.tone] > (best ? WEIGHT[best.tone] : 0) ? next : best),
    undefined,
  );
}

/** In which round each step was taken. */
function roundsOf(lines: LogLine[]): Map<number, number> {
  const rounds = new Map<number, number>();
  let round = 0;
  for (const line of lines) {
    for (const entry of line.news ?? []) if (entry.kind === "turn") round = Number(entry.round ?? 0);
    rounds.set(line.step, round);
  }
  return rounds;
}

/** So much must somebody's chances grow at once. */
const SWING = 0.08;

/** The moments at which somebody's chances grew most, in the order of the game. */
export function turningPoints(lines: LogLine[], judged: Chances, herald: Herald, most = 4): Turning[] {
  const rounds = roundsOf(lines);
  const found: Turning[] = [];
  for (let place = 1; place < judged.steps.length; place++) {
    const [begin, end] = [judged.steps[place - 1] ?? 0, judged.steps[place] ?? 0];
    const [before, after] = [judged.chances[place - 1] ?? [], judged.chances[place] ?? []];
    const gains = after.map((value, seat) => value - (before[seat] ?? 0));
    const most = Math.max(...gains);
    const seat = gains.indexOf(most);
    if (most < SWING) continue;
    const stretch = lines.filter(({ step }) => step >= begin && step < end);
    const told = gravest(
      stretch.flatMap((line) => herald.tell((line.news ?? []).filter(({ kind }) => kind !== "turn"))),
    );
    if (!told || told.tone === "over") continue;
    found.push({
      step: end,
      round: rounds.get(end - 1) ?? 0,
      seat,
      from: before[seat] ?? 0,
      to: after[seat] ?? 0,
      text: told.text,
    });
  }
  return found
    .sort((one, two) => two.to - two.from - (one.to - one.from))
    .slice(0, most)
    .sort((one, two) => one.step - two.step);
}

const plain = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? sign);

/** Put a heading above a drawn position. */
export function captioned(svg: string, title: string, lines: string[]): string {
  const box = /viewBox="([-\d. ]+)"/.exec(svg)?.[1]?.split(/\s+/).map(Number) ?? [];
  const [width, height] = [
    Number(/<svg[^>]*\swidth="([\d.]+)/.exec(svg)?.[1] ?? box[2] ?? 1000),
    Number(/<svg[^>]*\sheight="([\d.]+)/.exec(svg)?.[1] ?? box[3] ?? 700),
  ];
  const unit = width / 40;
  const head = unit * (2.6 + 1.25 * lines.length);
  const rows = lines.map(
    (line, place) =>
      `<text x="${unit}" y="${unit * (3.2 + 1.25 * place)}" font-size="${unit * 0.85}" fill="#ccac86">${plain(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + head}" viewBox="0 0 ${width} ${height + head}">`,
    `<rect width="100%" height="100%" fill="#1f1712"/>`,
    `<path d="M0 ${head - unit * 0.2}H${width}" stroke="#c8703f" stroke-width="${unit * 0.12}" stroke-dasharray="${unit * 0.5} ${unit * 0.2}"/>`,
    `<g font-family="Marcellus, Palatino, Georgia, serif"><text x="${unit}" y="${unit * 1.8}" font-size="${unit * 1.5}" fill="#f5e4ca">${plain(title)}</text>${rows.join("")}</g>`,
    `<svg y="${head}" width="${width}" height="${height}">${svg.replace(/<\?xml[^>]*\?>/, "")}</svg>`,
    "</svg>",
  ].join("");
}

/** Offer a file for download. */
export function handOut(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Turn a drawing into a picture of dots. */
export async function asPng(svg: string): Promise<Blob | null> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return await new Promise((done) => canvas.toBlob(done, "image/png"));
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Play the same game again with the same people. */
export async function rematch(id: string): Promise<void> {
  const made = await post<{ table: TableInfo }>(`/api/tables/${id}/rematch`);
  route.go(`/table/${made.table.id}`);
}
