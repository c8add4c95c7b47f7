/** Changes of a view, carried out without touching the old one. */

import type { Change } from "../messages";

type Dict = Record<string, unknown>;

export function applyPatch<T>(view: T, patch: Change[]): T {
  let found = view as Dict;
  for (const change of patch) found = put(found, change[0], change);
  return found as T;
}

function put(view: Dict, keys: string[], change: Change): Dict {
  const [key, ...rest] = keys;
  if (key === undefined) return view;
  const copy = { ...view };
  if (rest.length) copy[key] = put((copy[key] ?? {}) as Dict, rest, change);
  else if (change.length === 2) copy[key] = change[1];
  else delete copy[key];
  return copy;
}
