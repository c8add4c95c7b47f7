/** Attika's drawings: buildings and landscapes as black figures, in a circle of radius 32 around the origin. */

import type { Terrain } from "./lists";

/** A silhouette; `hole` and `cut` are scratched out of it, so that the ground shows through. */
export interface Figure {
  body: string;
  hole?: string;
  cut?: string;
}

const dot = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`;
/** A pair of grains on a stalk, and an ear of several. */
const grains = (x: number, y: number): string => `M${x} ${y}q-8-2-9-11 8 1 9 8 1-7 9-8-1 9-9 11z`;
const ear = (x: number, top: number): string =>
  `M${x - 1.3} 28V${top + 4}h2.600V28zM${x} ${top + 6}q-5-5 0-12 5 7 0 12z` +
  [0, 1, 2].map((n) => grains(x, top + 14 + 9 * n)).join("");
const house = (x: number, y: number, s: number): string =>
  `M${x - 11 * s} ${y}V${y - 15 * s}L${x} ${y - 26 * s}L${x + 11 * s} ${y - 15 * s}V${y}z`;
const door = (x: number, y: number, s: number): string => `M${x - 3.5 * s} ${y}V${y - 11 * s}H${x + 3.5 * s}V${y}z`;

/** By the name of the building. */
export const BUILDINGS: Record<string, Figure> = {
  Capital: {
    body: "M-29 28V22H29V28zM-25 20V-2H-18V20zM-11 20V-2H-4V20zM4 20V-2H11V20zM18 20V-2H25V20zM-28-4V-9H28V-4zM-25-11L0-22 25-11zM-1.500-21V-33H14L9-29 14-25H1.500V-21z",
  },
  Oracle: {
    body: "M-18-8H18Q16 6 0 6Q-16 6-18-8zM-13 2L-21 28H-15L-7 5zM13 2L21 28H15L7 5zM-2.500 5H2.500V28H-2.500zM-5-11Q-13-19-3-25Q5-30 0-35Q14-30 9-21Q5-16 7-11z",
    cut: "M-15-2H15",
  },
  Theatre: {
    body: "M-22-24Q0-33 22-24Q25 2 16 18Q8 29 0 30Q-8 29-16 18Q-25 2-22-24z",
    hole: "M-9 9Q0 3 9 9Q9 22 0 22Q-9 22-9 9zM-14-7Q-9-13-4-7Q-9-3-14-7zM14-7Q9-13 4-7Q9-3 14-7z",
    cut: "M-16-15Q-10-19-4-15M16-15Q10-19 4-15",
  },
  Tavern: {
    body: "M-24-16H24Q23 4 5 9V17Q6 23 15 27H-15Q-6 23-5 17V9Q-23 4-24-16zM-22-8Q-34-10-30-17L-33-19Q-38-6-19-2zM22-8Q34-10 30-17L33-19Q38-6 19-2z",
    cut: "M-21-9H21",
  },
  Plaza: {
    body: "M0-2L31 13 0 29-31 13zM-4.500 13V-22H4.500V13zM-8-22H8L10-29H-10z",
    cut: "M-16 5.500L16 21M16 5.500L-16 21",
  },
  Gymnasium: {
    body: dot(-7, 8, 18) + "M12 30Q9 12 15-3Q20-18 9-30L16-31Q29-20 23-2Q18 13 20 30z",
    cut: dot(-7, 8, 11) + dot(-7, 8, 2),
  },
  Statue: {
    body:
      "M-15 30V22H15V30zM-8 22V-3L-13 5-16 2-11-14Q-10-19-5-19H5Q10-19 11-14L16 2 13 5 8-3V22H2V3H-2V22z" +
      dot(0, -26, 6),
  },
  Market: {
    body:
      "M-2-29H2V22H12V28H-12V22H-2zM-25-21H25V-17H-25zM-32 5H-8Q-10 16-20 16Q-30 16-32 5zM8 5H32Q30 16 20 16Q10 16 8 5z" +
      "M-21.500-18L-31 6H-28L-20-12-12 6H-9L-18.500-18zM18.500-18L9 6H12L20-12 28 6H31L21.500-18z",
  },
  Stadium: {
    body: "M-12-21H12A21 21 0 0 1 12 21H-12A21 21 0 0 1-12-21z",
    cut: "M-12-13.500H12A13.500 13.500 0 0 1 12 13.500H-12A13.500 13.500 0 0 1-12-13.500zM-12-6H12A6 6 0 0 1 12 6H-12A6 6 0 0 1-12-6zM0 6V21",
  },
  Temple: {
    body: "M0-28L31-10V-5H-31V-10zM-26-2H-19V19H-26zM-11-2H-4V19H-11zM4-2H11V19H4zM19-2H26V19H19zM-31 22H31V28H-31z",
    hole: dot(0, -14, 4),
  },
  Well: {
    body: "M-20 6H20V29H-20zM-24 0H24V6H-24zM-18 0V-20H-14V0zM14 0V-20H18V0zM-25-20L0-32 25-20zM-1.300-20V-10H1.300V-20zM-6-11H6L4-2H-4z",
    cut: "M-20 17H20M-8 8V16M8 8V16M0 18V29",
  },
  Cornfield: { body: ear(-19, -14) + ear(0, -26) + ear(19, -14) },
  Mill: {
    body: "M-26 8H26V24H-26zM-20-10H20V6H-20zM-4-20H4V-10H-4zM18-7H34V-2H18zM-30 26H30V30H-30z",
    cut: "M-10-10V6M0-10V6M10-10V6M-14 9V24M0 9V24M14 9V24",
  },
  Village: {
    body: house(-16, 28, 1.15) + house(16, 28, 1.15) + house(0, 6, 1.15),
    hole: door(-16, 28, 1) + door(16, 28, 1) + door(0, 6, 1),
    cut: "M-4 14L0 9 4 14",
  },
  Quarry: {
    body: "M-29 29V11H-3V29zM0 29V11H27V29zM-18 8V-10H8V8zM12-31Q29-27 31-11Q25-20 19-22L4-6 0-10 15-26Q12-28 12-31z",
    cut: "M-23 17L-17 22M6 17L14 23M-12-4L-5 1",
  },
  Fortress: {
    body: "M-29 29V-16H-20V-9H-12V-16H-4V-9H4V-16H12V-9H20V-16H29V29z",
    hole: "M-8 29V14A8 8 0 0 1 8 14V29z",
    cut: "M-29 3H-12M12 3H29M-20-9V3M20-9V3",
  },
  Tower: {
    body: "M-14 30V-13H-19V-30H-11V-23H-4V-30H4V-23H11V-30H19V-13H14V30z",
    hole: "M-4 6V-3A4 4 0 0 1 4-3V6z",
    cut: "M-15-13H15M-14 16H14",
  },
  Harbour: {
    body:
      "M-3.500-19H3.500V19Q16 17 18 7L12 8 22-7 30 9 23 7Q20 27 0 31Q-20 27-23 7L-30 9-22-7-12 8-18 7Q-16 17-3.500 19zM-16-15H16V-9H-16z" +
      dot(0, -25, 8),
    hole: dot(0, -25, 3.5),
  },
  Ship: {
    body: "M-32 9H-24L-20 6H20L25-4Q34-2 29 9Q24 25 14 27H-16Q-28 24-32 9zM-1.500 6V-31H1.500V6zM-20-27H20V-24Q15-11 20 2H-20Q-15-11-20-24z",
    cut: "M-8-27Q-5-12-8 2M8-27Q11-12 8 2M-25 14H25",
  },
  "Silver mine": {
    body: "M-32 28L-11-16-3-5 8-28 32 28z",
    hole: "M-10 28V14A10 10 0 0 1 10 14V28zM11-13l2 5.500 5.500 2-5.500 2-2 5.500-2-5.500-5.500-2 5.500-2z",
    cut: "M-14 15H14",
  },
  Mint: {
    body: dot(0, 0, 28),
    cut: dot(0, 0, 22) + dot(-7, -5, 5.5) + dot(7, -5, 5.5) + "M0 2V8M-9 13Q0 18 9 13",
  },
  Vineyard: {
    body:
      [-16, -5.5, 5, 15.5].map((x) => dot(x, -6, 5.2)).join("") +
      [-11, -0.5, 10].map((x) => dot(x, 4, 5.2)).join("") +
      dot(-5.5, 14, 5.2) +
      dot(5, 14, 5.2) +
      dot(0, 24, 5.2) +
      "M-2-12V-28H2V-12zM3-15Q5-30 24-30Q22-15 3-15zM-3-15Q-5-27-20-26Q-18-14-3-15z",
  },
  Vintner: {
    body: "M-7-20Q-13-28-5-31Q0-27 6-31Q11-24 5-20Q19-10 17 8Q15 24 7 30H-9Q-17 24-18 8Q-19-10-7-20zM4-23Q26-27 24-4Q23 5 16 9L15 4Q19 0 19-6Q19-18 6-18z",
    cut: "M-17 2H16M-17 9H16",
  },
  Street: {
    body: "M-9-28H9L28 29H-28z",
    cut: "M-13-15H13M-17-1H17M-22 14H22M0-28V-15M-6-15V-1M7-15V-1M0-1V14M-10 14V29M10 14V29",
  },
};

/** The token that a complete group may bring. */
export const AMPHORA: Figure = {
  body: "M-7-31H7V-26H5V-19Q20-10 18 5Q15 21 4 27L6 31H-6L-4 27Q-15 21-18 5Q-20-10-5-19V-26H-7zM-5-25Q-22-26-19-7L-15-8Q-16-20-5-21zM5-25Q22-26 19-7L15-8Q16-20 5-21z",
  cut: "M-16-3H16M-16 5H16",
};

const cypress = (x: number, y: number, s: number): string =>
  `M${x} ${y - 46 * s}Q${x + 10 * s} ${y - 24 * s} ${x + 9 * s} ${y - 12 * s}Q${x + 7 * s} ${y - 5 * s} ${x + 2 * s} ${y - 5 * s}V${y}H${x - 2 * s}V${y - 5 * s}Q${x - 7 * s} ${y - 5 * s} ${x - 9 * s} ${y - 12 * s}Q${x - 10 * s} ${y - 24 * s} ${x} ${y - 46 * s}z`;
/** A wave that curls over, as it runs along the rim of a vase. */
const wave = (x: number, y: number): string =>
  `M${x} ${y}C${x + 1} ${y - 15} ${x + 16} ${y - 17} ${x + 19} ${y - 8}C${x + 20} ${y - 2} ${x + 11} ${y - 1} ${x + 11} ${y - 6}`;
const waves = (y: number, from: number, n: number): string =>
  Array.from({ length: n }, (_, at) => wave(from + 19 * at, y)).join("") + `M${from} ${y}H${from + 19 * n}`;

/** Landscapes: silhouettes, and lines in the same ink. */
export const LANDS: Record<Terrain, Figure & { line?: string }> = {
  water: { body: "", line: waves(-2, -28.5, 3) + waves(18, -19, 2) },
  forest: { body: cypress(-17, 22, 0.85) + cypress(1, 26, 1.15) + cypress(19, 21, 0.8) },
  hill: {
    body: "M-33 22Q-18-14 2 8L-4 22zM-16 22Q8-30 33 22z",
    cut: "M-6 20Q8-8 22 20M3 20Q8 6 14 20M-27 20Q-17 0-8 12",
  },
  mountain: {
    body: "M-34 24L-11-22 2-2 11-16 34 24z",
    hole: "M-11-22L-18-8-13-11-9-5-4-11zM11-16L5-6 9-9 13-4 17-6z",
    cut: "M-11 2L-16 22M11 4L8 22M20 10L21 22",
  },
  blank: {
    body: "",
    line: "M-24 8q8-6 16 0M4-12q8-6 16 0M2 22q8-6 16 0",
  },
};

export const SHRINE: Figure = {
  body: "M0-30L31-12V-6H-31V-12zM-26-3H-19V16H-26zM19-3H26V16H19zM-31 24V19H31V24zM-27 30V26H27V30zM-7 16V12H7V16zM-4 12V6H4V12zM-6 4Q-10-6 0-12Q-1-6 5-4Q9 0 5 4z",
  hole: dot(0, -15, 4),
};
