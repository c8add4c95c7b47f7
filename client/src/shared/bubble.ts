/** Where a note goes: next to what it points at, within the window, and not on top of it. */

interface Size {
  width: number;
  height: number;
}
export interface Spot {
  x: number;
  y: number;
}
export type Box = Size & Spot;

const GAP = 26;
const EDGE = 8;

const clamp = (value: number, most: number): number => Math.round(Math.max(EDGE, Math.min(value, most - EDGE)));

function overlap(box: Box, spot: Spot, size: Size): number {
  const wide = Math.min(box.x + box.width, spot.x + size.width) - Math.max(box.x, spot.x);
  const high = Math.min(box.y + box.height, spot.y + size.height) - Math.max(box.y, spot.y);
  return Math.max(0, wide) * Math.max(0, high);
}

/** Give the best of the four sides; without anything to point at, the middle of the lower edge. What is kept stays free if it can. */
export function place(box: Box | null, size: Size, frame: Size, keep: Box | null = null): Spot {
  const fit = (x: number, y: number): Spot => ({
    x: clamp(x, frame.width - size.width),
    y: clamp(y, frame.height - size.height),
  });
  if (!box && !keep) return fit((frame.width - size.width) / 2, frame.height - size.height - GAP);
  const boxes = [box, keep].filter((each) => each !== null);
  // nothing may hide what is to be clicked, not even to keep the rest in sight
  const covered = (side: Spot): number =>
    boxes.reduce((sum, each) => sum + overlap(each, side, size) * (each === box ? 1000 : 1), 0);
  const sides = boxes.flatMap((each) => {
    const [x, y] = [each.x + (each.width - size.width) / 2, each.y + (each.height - size.height) / 2];
    return [
      fit(each.x - size.width - GAP, y),
      fit(x, each.y + each.height + GAP),
      fit(each.x + each.width + GAP, y),
      fit(x, each.y - size.height - GAP),
    ];
  });
  return sides.reduce((best, side) => (covered(side) < covered(best) ? side : best));
}
