/**
 * The family of signs: silhouettes with incised lines, as paths around the origin for the even-odd rule. Emblems lie within a
 * circle of radius 10, all others within one of 32.
 */

function star(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: 2 * points }, (_, step) => {
    const radius = step % 2 ? inner : outer;
    const angle = (Math.PI * step) / points - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}z`;
}

export const EMBLEMS: Record<string, string> = {
  star: star(5, 10, 4),
  laurel: "M0-9A9 9 0 1 0 .1-9zM0-5A5 5 0 1 1-.1-5z",
  tree: "M0-10L8 2H3.5V9H-3.5V2H-8z",
  murex: "M0-10L9 0 0 10-9 0zM0-4.5L4.5 0 0 4.5-4.5 0z",
  crescent: "M4-9.2A10 10 0 1 0 4 9.2 7.6 7.6 0 1 1 4-9.2z",
  sun: star(8, 10, 6),
};

/** A disc; with a second radius, a ring. */
function disc(radius: number, hole = 0, x = 0, y = 0): string {
  const circle = (r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  return circle(radius) + (hole ? circle(hole) : "");
}

/** Bars like the spokes of a wheel, from one radius to another. */
function spokes(count: number, inner: number, outer: number, half: number): string {
  return Array.from({ length: count }, (_, place) => {
    const angle = (2 * Math.PI * place) / count;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const corner = ([along, aside]: [number, number]): string =>
      `${(along * c - aside * s).toFixed(1)} ${(along * s + aside * c).toFixed(1)}`;
    const corners: [number, number][] = [
      [inner, -half],
      [outer, -half],
      [outer, half],
      [inner, half],
    ];
    return `M${corners.map(corner).join("L")}z`;
  }).join("");
}

const SCROLL =
  "M-22-24H14Q24-24 24-14H16V14Q16 25 6 25H-24Q-14 23-14 14V-15Q-14-24-22-24zM-6-14V-10H8V-14zM-6-4V0H8V-4zM-6 6V10H8V6z";
const COIN = `${disc(27)}${disc(22, 19.5)}M-9-9H-1.500V-1.500H-9zM1.500-9H9V-1.500H1.500zM-9 1.500H-1.500V9H-9zM1.500 1.500H9V9H1.500z`;
const SCALES =
  "M-2.500-28H2.500V20H13V26H-13V20H-2.500zM-24-22H-5V-18H-24zM5-22H24V-18H5zM-19-16L-8 5H-30zM-19-9.500L-25 2H-13zM19-16L30 5H8zM19-9.500L13 2H25zM-29 7H-9Q-11 15-19 15T-29 7zM9 7H29Q27 15 19 15T9 7z";
const ROAD =
  "M-8-28H8L27 28H-27zM-9-18V-15.500H9V-18zM-13-5V-2H13V-5zM-18 11V14H18V11zM-1.200-28V-18H1.200V-28zM-6-15.500L-7.500-5H-5L-3.500-15.500zM6-15.500L7.500-5H5L3.500-15.500zM-1.500-2V11H1.500V-2zM-9 14L-12 28H-8.500L-6 14zM9 14L12 28H8.500L6 14z";
const SAIL = "M-2-29H2V15H-2zM6-24Q27-8 8 11H6zM-6-16Q-21-2-8 11H-6zM-27 17H27Q23 28 12 28H-12Q-23 28-27 17z";
const SCEPTRE = `${disc(9, 4.5, 0, -20)}M-9-9H9V-5H-9zM-3.500-3H3.500L3 21H-3zM-8 23H8V28H-8z`;
const URN =
  "M-8-29H8V-24H6V-18Q11-17 15-14L17-20Q26-17 25-8Q24 0 18 3Q15 18 6 23H9V28H-9V23H-6Q-15 18-18 3Q-24 0-25-8Q-26-17-17-20L-15-14Q-11-17-6-18V-24H-8zM-19-15Q-22-12-21-7Q-20-3-18-2.500Q-18-8-16.500-12zM19-15Q22-12 21-7Q20-3 18-2.500Q18-8 16.500-12zM-15-6V-2.500H15V-6zM-14.500 2V5H14.500V2z";
const HAMMER = "M-20-22H10Q20-21 24-9Q15-12 9-8H6V26H-3V-8H-20z";

export const GLYPHS: Record<string, string> = {
  column: `M-22-27H22V-22H-22z${disc(6.5, 2.5, -17, -14)}${disc(6.5, 2.5, 17, -14)}M-10-20H10V-14H-10zM-11-11H-6L-6.500 18H-12zM-2.500-11H2.500L3 18H-3zM6-11H11L12 18H6.500zM-17 20H17V24H-17zM-21 25.500H21V29H-21z`,
  anvil: "M-27 2H27Q24 11 10 12V17Q13 20 18 27H-18Q-13 20-10 17V12Q-22 12-27 2zM-15-27H13V-16H3V0H-5V-16H-15z",
  hammer: HAMMER,
  gold: `${disc(28, 23)}${star(5, 17, 7)}`,
  galley: `M-31 12L-23 8-26 0H17Q22-1 21-8Q20-13 14-12Q25-20 29-9Q31 8 19 14H-18Q-23 14-25 12z${disc(2.4, 0, -18, 6)}M-12 6V8.500H18V6zM-17-25Q-2-29 13-25Q16-14 13-5Q-2-9-17-5Q-14-15-17-25zM-3.500-29H-.500V-1H-3.500zM-12 17H-8.500L-12 26H-15.500zM-2.500 17H1L-2.500 26H-6zM7 17H10.500L7 26H3.500z`,
  legion:
    "M0-29C17-29 25-17 24-2L21 18 8 29 4 11H-4L-8 29-21 18-24-2C-25-17-17-29 0-29zM-18 0L-5 3.500-7 9-16 7zM18 0L5 3.500 7 9 16 7zM-1.500-24V-8H1.500V-24zM-15-11Q0-7 15-11L15.500-8Q0-3.500-15.500-8z",
  temple:
    "M0-28L29-11V-6H-29V-11zM0-21L-16-11.500H16zM-25-3H-18V15H-25zM-11-3H-4V15H-11zM4-3H11V15H4zM18-3H25V15H18zM-27 17H27V21H-27zM-30 23H30V27H-30z",
  city: "M-29 27V-4H-16V-24H-10V-18H-3V-24H3V-18H10V-24H16V-4H29V27zM-6 27V13A6 6 0 0 1 6 13V27zM-8-10V-3H-3V-10zM3-10V-3H8V-10z",
  rampart:
    "M-30 25V-20H-19V-11H-6V-20H6V-11H19V-20H30V25zM-25-1V2H25V-1zM-25 11V14H25V11zM-1.500 2V11H1.500V2zM-14 14V20H-11V14zM11 14V20H14V14z",
  barracks: "M0-26L30 27H9L0 6-9 27H-30zM-2-30H2V-22H-2z",
  cards: "M-25-16L3-25 16 17-12 26zM-19-12.500L-8 20.500 10 14.500-.500-18zM8-27L27-23 18 21 15 10 22-19 9.500-22z",
  scroll: SCROLL,
  king: `M-27-12L-13 0 0-22 13 0 27-12 20 15H-20z${disc(3.5, 0, 0, -26)}${disc(3, 0, -27, -15)}${disc(3, 0, 27, -15)}M-20 18H20V26H-20zM-13 20.500V23.500H13V20.500zM0-2L5 5 0 12-5 5z`,
  scholar: `M-20-29Q-13-22 0-22T20-29Q26-16 22-6Q25 21 0 29Q-25 21-22-6Q-26-16-20-29z${disc(8, 3.5, -9.5, -9)}${disc(8, 3.5, 9.5, -9)}M0-3L4 3 0 9-4 3zM-12 13Q0 19 12 13V16Q0 22-12 16zM-8 20.500Q0 24.500 8 20.500V23.500Q0 27-8 23.500z`,
  general:
    "M-17-21Q4-37 23-18Q31-8 29 18L22 20Q25-4 16-13Q6-22-13-16zM-17-8Q-12-15 0-15Q18-14 18 4Q18 17 22 28H8Q4 23 4 14Q4 9 0 9L-4 28Q-15 25-17 12L-13 9Q-19 1-17-8zM-13-2Q-6-6 1-2Q-3 4-9 2.500z",
  admiral:
    "M0-31L7-19H3V-3Q18-6 18.500-17H15L22-28 29-17H25Q24 1 3 4V8H9V12H3V29H-3V12H-9V8H-3V4Q-24 1-25-17H-29L-22-28-15-17H-18.500Q-18-6-3-3V-19H-7z",
  citizen: `${disc(9.5, 0, 0, -19)}M-22 28Q-25-5 0-6Q25-5 22 28zM-9-3L9 25H4L-13-1zM5-3L17 15V20L1-3.500z`,
  navigator:
    "M-3.500-20A7.500 7.500 0 1 1 3.500-20V-12H14V-6H3.500V17Q17 15 19 5L13 7 22-7 29 7 24 5.500Q22 27 0 29Q-22 27-24 5.500L-29 7-22-7-13 7-19 5Q-17 15-3.500 17V-6H-14V-12H-3.500zM0-28.500A3 3 0 1 0 .1-28.500z",
  coin: COIN,
  wheel: `${disc(29, 23)}${spokes(6, 8, 24, 2.2)}${disc(7, 3)}`,
  road: ROAD,
  sail: SAIL,
  compass: `${star(4, 30, 7)}${disc(3)}M-15-19L-19-15-12-10-10-12zM15-19L19-15 12-10 10-12zM-15 19L-19 15-12 10-10 12zM15 19L19 15 12 10 10 12z`,
  scales: SCALES,
  sceptre: SCEPTRE,
  urn: URN,
  swords:
    "M-27-29L-19-28 3-4-4 3-28-19zM27-29L28-19-15 22-10 26-14 30-19 25-26 31-31 26-25 19-30 14-26 10-22 15 19-28zM8 9L13 4 22 15 26 10 30 14 25 19 31 26 26 31 19 25 14 30 10 26 15 22z",
  branch:
    "M-26 26Q-4 14 6-6Q10-16 12-28H15Q14-14 9-3Q-2 18-24 29zM12-14Q22-24 28-18Q24-8 11-10zM7-2Q20-8 25 1Q18 9 5 3zM0 9Q12 6 16 15Q8 21-3 14zM9-16Q-4-24-8-14Q-1-8 8-11zM3-4Q-11-9-15 1Q-6 8 1 1zM-6 8Q-19 6-21 15Q-12 20-9 12z",
  wreath: `M-6 28Q-26 22-28 0Q-28-14-18-25L-15-22Q-22-12-22 0Q-20 18-3 25zM6 28Q26 22 28 0Q28-14 18-25L15-22Q22-12 22 0Q20 18 3 25z${star(5, 13, 5)}M-31-12Q-20-12-17-3Q-27-3-31-12zM31-12Q20-12 17-3Q27-3 31-12zM-30 6Q-19 5-14 13Q-24 15-30 6zM30 6Q19 5 14 13Q24 15 30 6z`,
  quake:
    "M-29-11L-4-27 29-11V-6H6L1-13-3-6H-29zM-25-3H-18V27H-25zM-11-3H-4V9L-11 14zM4-3H11L9 8 4 5zM18-3H25V27H18zM-13 27L-6 17 1 21 8 13 14 27z",
  thief:
    "M-9-28H9L6-19Q24-8 24 11Q24 28 0 28T-24 11Q-24-8-6-19zM-7-16.500V-13.500H7V-16.500zM-11 6A11 11 0 1 0 11 6A11 11 0 1 0-11 6zM-7 6A7 7 0 1 0 7 6A7 7 0 1 0-7 6z",
  wind: "M-28-8H10A6 6 0 1 0 4-16L-1-18A11 11 0 1 1 10-3H-28zM-28 2H17A9 9 0 1 1 8 14L13 12A4 4 0 1 0 17 7H-28zM-28 12H0A8 8 0 1 1-7 25L-3 22A3 3 0 1 0 0 17H-28z",
  march:
    "M-12-29H4V2Q22 6 27 16V22H-14V16Q-10 4-12-29zM-14 24H27V28H-14zM-12-20V-17H4V-20zM-12-11V-8H4V-11zM-11.500-2V1H4V-2zM-28-16H-17V-12H-28zM-28 0H-17V4H-28z",
  compasses:
    "M-4-29H4V-22A7 7 0 0 1 6-12L21 26 17 29 8 8Q0 12-8 8L-17 29-21 26-6-12A7 7 0 0 1-4-22zM0-19A2.500 2.500 0 1 0 .1-19zM-6 3Q0 6 6 3L2-8H-2z",
  vein: "M-30 26L-12-14-3-2 8-26 30 26zM-11 22L-5 8 2 14 7-2 12 2 7 20 1 22-4 16-7 24z",
  wagon: `M-28-6H22V6H-28zM-24-24Q-3-32 18-24V-9H-24zM-10-27V-9H-7V-27zM3-27V-9H6V-27z${disc(10, 5.5, -15, 17)}${disc(10, 5.5, 11, 17)}M22-3L31-8V-4L22 2z`,
};

/** The signs of know-hows and of event cards, by their names. */
export const SIGN_OF: Record<string, string> = {
  wheel: "wheel",
  roads: "road",
  strata: "road",
  sailing: "sail",
  navigatio: "sail",
  navigation: "compass",
  market: "scales",
  mercatura: "scales",
  commercium: "urn",
  metallum: "hammer",
  currency: "coin",
  moneta: "coin",
  monarchy: "sceptre",
  regnum: "sceptre",
  democracy: "temple",
  "res publica": "temple",
  fortress: "rampart",
  earthquake: "quake",
  burglary: "thief",
  academy: "scholar",
  "marble vein": "vein",
  "iron vein": "vein",
  "gold vein": "vein",
  levy: "legion",
  "forced march": "march",
  "fair wind": "wind",
  architect: "compasses",
  settlers: "wagon",
};

/** The sign of a wedge, by its name without a number. */
const WEDGE_SIGNS: Record<string, string> = {
  iron: "anvil",
  gold: "gold",
  marble: "column",
  temple: "temple",
  maneuver: "galley",
  arming: "legion",
  "know-how": "scroll",
};
export const wedgeSign = (wedge: string): string => WEDGE_SIGNS[wedge.replace(/\d$/, "")] ?? "";
