/** Which lessons were played to their end in this browser. */

const KEPT = "rondel.learned";

export function learned(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

export function markLearned(game: string, name: string): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...new Set([...learned(), `${game}/${name}`])]));
  } catch {
    // a browser that keeps nothing shows no marks
  }
}
