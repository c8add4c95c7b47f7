/** Where the pieces of a region stand. */

export interface Place {
  city: [number, number];
  legions: [number, number][];
  galleys: [number, number][];
  label: [number, number];
  /** The name on a phone: its middle, its lines and the size of its letters. */
  phone: number[];
}

/** Read `city 2436 1500; label 2436 1553 1 34; legions 2370 1500 2412 1434 …`. */
export function readPlace(text: string): Place {
  const parts = new Map<string, number[]>();
  for (const part of text.split(";")) {
    const [name, ...numbers] = part.trim().split(/\s+/);
    parts.set(name ?? "", numbers.map(Number));
  }
  const first = (name: string): [number, number] => pairs(parts.get(name) ?? [])[0] ?? [0, 0];
  return {
    city: first("city"),
    label: first("label"),
    phone: parts.get("phone") ?? [],
    legions: pairs(parts.get("legions") ?? []),
    galleys: pairs(parts.get("galleys") ?? []),
  };
}

function pairs(numbers: number[]): [number, number][] {
  const found: [number, number][] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) found.push([numbers[at] ?? 0, numbers[at + 1] ?? 0]);
  return found;
}
