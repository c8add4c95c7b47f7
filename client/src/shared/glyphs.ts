/** Paths around the origin: emblems within a circle of radius 10, the other symbols within one of 32. */

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

export const GLYPHS: Record<string, string> = {
  column: "M-14-17H14V-12H-14zM-9-10H-5V10H-9zM-2-10H2V10H-2zM5-10H9V10H5zM-14 12H14V17H-14z",
  hammer: "M-15-17H6Q15-16 18-7Q11-9 6-6H3V20H-4V-6H-15z",
  galley: "M-19 4H19Q17 15 8 15H-10Q-17 14-19 4zM-1.5-17H1.5V4H-1.5zM-13-14Q0-19 13-14Q15-6 12-1Q0-5-12-1Q-15-6-13-14z",
  legion: "M0-21Q10-17 18-17Q19 8 0 22Q-19 8-18-17Q-10-17 0-21z",
  temple: "M0-15L21-3H-21zM-17-1H-12V9H-17zM-2.5-1H2.5V9H-2.5zM12-1H17V9H12zM-21 10H21V14H-21z",
  city: "M-26 26V-6H-14V-22H-8V-16H-3V-22H3V-16H8V-22H14V-6H26V26zM-5 26V10A5 5 0 0 1 5 10V26z",
  rampart: "M-28 22V-16H-18V-8H-10V-16H10V-8H18V-16H28V22z",
  barracks: "M-28 24V-2L0-22 28-2V24zM-6 24V6H6V24z",
  cards: "M-22-20H8V24H-22zM-14-26H20V16H14V-20H-14z",
  scroll:
    "M-22-22H14Q24-22 24-12H16V14Q16 24 6 24H-24Q-14 22-14 14V-14Q-14-22-22-22zM-6-12V-8H8V-12zM-6-2V2H8V-2zM-6 8V12H8V8z",
  king: "M-24-14L-10-2 0-22 10-2 24-14 18 16H-18zM-18 20H18V26H-18z",
  scholar: "M-24-18Q-10-24 0-16Q10-24 24-18V18Q10 12 0 20Q-10 12-24 18zM-2-10V12H2V-10z",
  general: "M-4-28H4V6H14V13H4V26H-4V13H-14V6H-4z",
  citizen: "M0-26A10 10 0 1 1-.1-26zM-20 26Q-22-2 0-2Q22-2 20 26z",
  navigator:
    "M-3-22A7 7 0 1 1 3-22V-8H12V-2H3V16Q16 14 18 2L24 6Q22 26 0 27Q-22 26-24 6L-18 2Q-16 14-3 16V-2H-12V-8H-3z",
};
