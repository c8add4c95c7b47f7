/** Names of guests: the server calls them `Guest 1234`, the page says it in its own language. */

const GUEST = /^Guest (\d{4})$/;

/**
 * Put the names of guests in what the server sent into words. The name becomes a getter, so that it follows the language
 * when that is changed; everything else stays as it is.
 */
export function worded<T>(value: T, word: (number: string) => string): T {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) worded(part, word);
  const number = "name" in value && typeof value.name === "string" ? GUEST.exec(value.name)?.[1] : undefined;
  if (number) Object.defineProperty(value, "name", { get: () => word(number), enumerable: true, configurable: true });
  return value;
}
