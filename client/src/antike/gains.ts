/** What a decision would bring its nation, read from the changes that the server foretells. */

import type { Change, Previewed } from "../messages";
import type { View } from "./view";

type Seen = Pick<View, "nations" | "to_act">;

/** How much a figure of a nation would grow; not a number if it is no figure. */
function rise(patch: Change[], view: Seen, nation: string | undefined, key: string): number {
  const change = patch.find(
    ([keys]) => keys.length === 3 && keys[0] === "nations" && keys[1] === nation && keys[2] === key,
  );
  return change ? Number(change[1]) - Number(view.nations[nation ?? ""]?.[key as "gold"] ?? 0) : 0;
}

/** Whether anything of the decider's grows; what a new round brings to everybody does not come from the decision. */
function isGain(patch: Change[], view: Seen): boolean {
  const others = Object.keys(view.nations).filter((nation) => nation !== view.to_act);
  const isNewRound = patch.some(([keys]) => keys[0] === "round");
  const forAll = (key: string): number =>
    isNewRound ? Math.min(...others.map((nation) => rise(patch, view, nation, key))) : 0;
  const grows = (key: string): boolean => !(rise(patch, view, view.to_act, key) <= forAll(key));
  return patch.some(
    ([keys]) =>
      keys[0] === "nations" &&
      keys[1] === view.to_act &&
      keys[2] !== "rondel" &&
      (keys.length > 3 || grows(keys[2] ?? "")),
  );
}

/** Whether the turn would be over with nothing gained. */
export const isIdle = ({ patch, turn }: Pick<Previewed, "patch" | "turn">, view: Seen, turnOf: number): boolean =>
  turn.to_act >= 0 && turn.turn_of !== turnOf && !isGain(patch, view);

/** The resource that a wedge would yield, as `+2`; empty if it yields none. */
export function yieldOf(patch: Change[], view: Seen): string {
  const more = ["marble", "iron", "gold"]
    .map((key) => rise(patch, view, view.to_act, key))
    .find((figure) => figure > 0);
  return more ? `+${more}` : "";
}
