/** QR codes (ISO/IEC 18004): bytes, error correction of level M, up to 331 bytes; enough for any link of a table. */

/** For each version from 1 on: codewords of error correction in a block, and the number of blocks. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9];
const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

const at = (list: ArrayLike<number>, place: number): number => list[place] ?? 0;

/** How many codewords a version holds, data and correction together. */
function codewords(version: number): number {
  const aligned = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const patterns = aligned ? (25 * aligned - 10) * aligned - 55 : 0;
  return Math.floor(((16 * version + 128) * version + 64 - patterns - (version >= 7 ? 36 : 0)) / 8);
}

const room = (version: number): number => codewords(version) - at(CORRECTION, version - 1) * at(BLOCKS, version - 1);

function times(one: number, two: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((two >>> bit) & 1) * one;
  }
  return product;
}

/** The generator polynomial of Reed and Solomon for so many codewords. */
function generator(degree: number): number[] {
  const found = Array.from({ length: degree }, (_, place) => Number(place === degree - 1));
  let root = 1;
  for (let step = 0; step < degree; step++) {
    for (let place = 0; place < degree; place++) found[place] = times(at(found, place), root) ^ at(found, place + 1);
    root = times(root, 2);
  }
  return found;
}

function correction(data: number[], divisor: number[]): number[] {
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((value, place) => (rest[place] = at(rest, place) ^ times(value, factor)));
  }
  return rest;
}

/** The text as codewords: mode, length, bytes, and padding to the end. */
function data(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
  };
  const all = 8 * room(version);
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, all - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < all; pad ^= 0xec ^ 0x11) push(pad, 8);
  return Array.from({ length: bits.length / 8 }, (_, place) =>
    bits.slice(8 * place, 8 * place + 8).reduce((sum, bit) => 2 * sum + bit, 0),
  );
}

/** The blocks with their correction, woven together. */
function woven(words: number[], version: number): number[] {
  const [blocks, more] = [at(BLOCKS, version - 1), at(CORRECTION, version - 1)];
  const short = Math.floor(codewords(version) / blocks) - more;
  const shorts = blocks - (codewords(version) % blocks);
  const divisor = generator(more);
  let from = 0;
  const parts = Array.from({ length: blocks }, (_, block) => {
    const part = words.slice(from, (from += short + Number(block >= shorts)));
    return { part, code: correction(part, divisor) };
  });
  const found: number[] = [];
  for (let place = 0; place <= short; place++)
    for (const { part } of parts) if (place < part.length) found.push(at(part, place));
  for (let place = 0; place < more; place++) for (const { code } of parts) found.push(at(code, place));
  return found;
}

/** A grid of modules: dark or light, and whether a module belongs to the frame that every code has. */
class Grid {
  readonly size: number;
  readonly dark: boolean[][];
  readonly fixed: boolean[][];

  constructor(readonly version: number) {
    this.size = 4 * version + 17;
    this.dark = Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false));
    this.fixed = this.dark.map((row) => [...row]);
    this.#frame();
  }

  set(x: number, y: number, dark: boolean): void {
    const [row, mark] = [this.dark[y], this.fixed[y]];
    if (!row || !mark || x < 0 || x >= this.size) return;
    row[x] = dark;
    mark[x] = true;
  }

  #frame(): void {
    for (let place = 0; place < this.size; place++) {
      this.set(6, place, place % 2 === 0);
      this.set(place, 6, place % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [this.size - 4, 3],
      [3, this.size - 4],
    ] as const)
      this.#square(x, y, 4, [2, 4]);
    const centres = this.#centres();
    const last = centres.length - 1;
    centres.forEach((x, i) =>
      centres.forEach((y, j) => {
        const corner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
        if (!corner) this.#square(x, y, 2, [1]);
      }),
    );
    this.format(0);
    if (this.version >= 7) this.#version();
  }

  /** Rings around a centre, dark but for those at the given distances. */
  #square(x: number, y: number, reach: number, light: number[]): void {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        this.set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }

  #centres(): number[] {
    if (this.version === 1) return [];
    const count = Math.floor(this.version / 7) + 2;
    const step = Math.ceil((this.version * 4 + 4) / (count * 2 - 2)) * 2;
    const found = Array.from({ length: count - 1 }, (_, place) => this.size - 7 - place * step);
    return [6, ...found.reverse()];
  }

  /** Which mask was laid over the code, twice, and the level of correction. */
  format(mask: number): void {
    let rest = mask; // level M is 00
    for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (place: number): boolean => ((bits >>> place) & 1) === 1;
    const end = this.size - 1;
    for (let place = 0; place <= 5; place++) this.set(8, place, bit(place));
    this.set(8, 7, bit(6));
    this.set(8, 8, bit(7));
    this.set(7, 8, bit(8));
    for (let place = 9; place < 15; place++) this.set(14 - place, 8, bit(place));
    for (let place = 0; place < 8; place++) this.set(end - place, 8, bit(place));
    for (let place = 8; place < 15; place++) this.set(8, this.size - 15 + place, bit(place));
    this.set(8, this.size - 8, true);
  }

  #version(): void {
    let rest = this.version;
    for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (let place = 0; place < 18; place++) {
      const dark = ((bits >>> place) & 1) === 1;
      const [far, near] = [this.size - 11 + (place % 3), Math.floor(place / 3)];
      this.set(far, near, dark);
      this.set(near, far, dark);
    }
  }

  /** Lay the codewords out in pairs of columns, up and down from the right. */
  fill(words: number[]): void {
    let place = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step++) {
        const up = ((right + 1) & 2) === 0;
        const y = up ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          const row = this.dark[y];
          if (!row || this.fixed[y]?.[x] || place >= 8 * words.length) continue;
          row[x] = ((at(words, place >>> 3) >>> (7 - (place & 7))) & 1) === 1;
          place++;
        }
      }
    }
  }

  /** Turn every module of the data round where a mask says so; a second time takes it back. */
  mask(number: number): void {
    const turns = MASKS[number] ?? (() => false);
    this.dark.forEach((row, y) =>
      row.forEach((dark, x) => (row[x] = this.fixed[y]?.[x] ? dark : dark !== turns(x, y))),
    );
  }

  /** How hard the code would be to read: long runs, blocks, shapes like the corners, more of one kind than the other. */
  penalty(): number {
    const lines = [...this.dark, ...this.dark.map((_, x) => this.dark.map((row) => row[x] ?? false))];
    const texts = lines.map((line) => line.map(Number).join(""));
    const runs = texts.flatMap((text) => text.match(/0{5,}|1{5,}/g) ?? []);
    const corners = texts.reduce((sum, text) => sum + (text.match(/(?=10111010000|00001011101)/g) ?? []).length, 0);
    let blocks = 0;
    for (let y = 1; y < this.size; y++)
      for (let x = 1; x < this.size; x++) {
        const four = [this.dark[y]?.[x], this.dark[y]?.[x - 1], this.dark[y - 1]?.[x], this.dark[y - 1]?.[x - 1]];
        blocks += Number(new Set(four).size === 1);
      }
    const share = this.dark.flat().filter(Boolean).length / this.size ** 2;
    return (
      runs.reduce((sum, run) => sum + run.length - 2, 0) +
      3 * blocks +
      40 * corners +
      10 * Math.floor(Math.abs(share - 0.5) * 20)
    );
  }
}

/** The code of a text as rows of modules, true for dark. */
export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, place) => room(place + 1) >= bytes.length + (place < 9 ? 2 : 3)) + 1;
  if (!version) throw new Error("too long for a code");
  const grid = new Grid(version);
  grid.fill(woven(data(bytes, version), version));
  const judged = MASKS.map((_, number) => {
    grid.mask(number);
    grid.format(number);
    const penalty = grid.penalty();
    grid.mask(number);
    return penalty;
  });
  const best = judged.indexOf(Math.min(...judged));
  grid.mask(best);
  grid.format(best);
  return grid.dark;
}

/** The code as the path of an SVG, a unit for each module. */
export const qrPath = (rows: boolean[][]): string =>
  rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
