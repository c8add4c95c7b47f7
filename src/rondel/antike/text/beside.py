"""What only some rulebooks have, in positions: neutral temples, Bellona, ramparts, barracks, event cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from rondel.antike.parts.events import row
from rondel.antike.phases.turn import muster
from rondel.antike.rules import GOODS, Event
from rondel.antike.state import CITY, DISCARD, DISPLAY, HANDS, NATION, NONE, PILE, TALLY, BaseGame, State
from rondel.antike.text.values import amount, bad, bits, counts, find, known, mask_of, sequence, table
from rondel.native import i64, vec
from rondel.tables import smalls

#: the names of what `tally` counts, in its order
TALLIES: Final = (
    "ready legions", "ready galleys", "ready leader", "leader used", "land marches", "sea marches", "land crossings",
    "sea crossings", "crossed", "recruited", "city lost", "picks", "fortresses", "offered",
)  # fmt: skip
NATION_KEYS: Final = {"produces", "ramparts", "barracks", "leader", "cards"}
KEYS: Final = {
    "neutral_temples", "bellona", "open_cards", "discard", "learned", "levied", "heard", "saved", "tally",
}  # fmt: skip


# ---- writing ---------------------------------------------------------------------------------------------------------


def write_nation(game: BaseGame, state: State, nation: int) -> dict[str, Any]:
    """Write what a nation has beyond what every rulebook knows."""
    found: dict[str, Any] = {}
    chosen = _chosen(game, state, nation)
    if chosen:
        found["produces"] = chosen
    if game.barracks:
        names = game.board.regions
        found["ramparts"] = _names(game, state.ramparts & state.cities[nation])
        found["barracks"] = {"legions": state.camp[3 * nation], "galleys": state.camp[3 * nation + 1]}
        leader = state.camp[3 * nation + 2]
        if leader:
            found["leader"] = names[leader - 1].name
        found["cards"] = _cards(game.rules.events, row(game, state, HANDS + nation))
    return found


def _names(game: BaseGame, mask: int) -> list[str]:
    return [region.name for place, region in enumerate(game.board.regions) if mask >> place & 1]


def _chosen(game: BaseGame, state: State, nation: int) -> dict[str, str]:
    """Give the resources of cities that yield another than the site names."""
    found = {}
    for place, region in enumerate(game.board.regions):
        if state.cities[nation] >> place & 1 and not game.printed_kinds[kind_of(state, place)] >> place & 1:
            found[region.name] = GOODS[kind_of(state, place)]
    return found


def kind_of(state: State, region: int) -> int:
    """Give the resource that a city in the region yields."""
    return next(good for good, mask in enumerate(state.kinds) if mask >> region & 1)


def _cards(events: Sequence[Event], counted: Iterable[int]) -> dict[str, int]:
    return {events[place].name: count for place, count in enumerate(counted) if count}


def write_moment(game: BaseGame, state: State) -> dict[str, Any]:
    """Write what is on and beside the board, and what is under way, beyond what every rulebook knows."""
    found: dict[str, Any] = {}
    if game.neutral:
        found["neutral_temples"] = _names(game, neutral_standing(game, state))
    if state.bellona != NONE:
        found["bellona"] = game.nation_name(state, state.bellona)
    if state.learned:
        found["learned"] = [field.name for place, field in enumerate(game.rules.knowhows) if state.learned >> place & 1]
    if state.levied:
        found["levied"] = state.levied
    if state.heard:
        found["heard"] = [
            game.nation_name(state, nation) for nation in range(game.nations) if state.heard >> nation & 1
        ]
    if game.barracks:
        found |= _write_cards(game, state)
    return found


def _write_cards(game: BaseGame, state: State) -> dict[str, Any]:
    found: dict[str, Any] = {
        "open_cards": _cards(game.rules.events, row(game, state, DISPLAY)),
        "discard": _cards(game.rules.events, row(game, state, DISCARD)),
    }
    if state.failed:
        found["saved"] = _names(game, state.failed)
    if state.tally != usual_tally(game, state):
        found["tally"] = {name: count for name, count in zip(TALLIES, state.tally, strict=True) if count}
    return found


def neutral_standing(game: BaseGame, state: State) -> int:
    """Give the neutral temples that stand: those without a city."""
    taken = 0
    for cities in state.cities:
        taken |= cities
    return state.temples & ~taken


def usual_tally(game: BaseGame, state: State) -> vec[i64]:
    """Give the tally of a turn in which nothing has been done yet; all zero before round 1 and after the end."""
    fresh = state.copy()
    fresh.tally = smalls([0] * TALLY)
    if state.round and not state.end:
        muster(game, fresh)
    return fresh.tally


# ---- reading ---------------------------------------------------------------------------------------------------------


def read_nation(game: BaseGame, state: State, nation: int, entry: Mapping[str, Any]) -> None:
    """Read what a nation has beyond what every rulebook knows."""
    _read_kinds(game, state, nation, table(entry.get("produces", {}), "produces"))
    if not game.barracks:
        unknown = sorted(NATION_KEYS - {"produces"} & set(entry))
        if unknown:
            bad(f"this rulebook has no {unknown[0]}")
        return
    state.ramparts |= mask_of(game, entry.get("ramparts", []), "ramparts")
    if mask_of(game, entry.get("ramparts", []), "ramparts") & ~state.cities[nation]:
        bad(f"a rampart of {game.nation_name(state, nation)} lies outside their cities")
    barracks = table(entry.get("barracks", {}), "barracks")
    known(barracks, {"legions", "galleys"}, "barracks")
    for kind, army in enumerate(("legions", "galleys")):
        count = amount(barracks.get(army, game.rules.start_barracks), f"{army} in the barracks")
        state.camp[3 * nation + kind] = min(255, count)
    if "leader" in entry:
        if not game.leaders:
            bad("special units take part only with the option special-units")
        state.camp[3 * nation + 2] = find(game.lexicon.regions, entry["leader"]) + 1
    _read_row(game, state, HANDS + nation, entry.get("cards", {}), "cards")


def _read_kinds(game: BaseGame, state: State, nation: int, given: Mapping[str, Any]) -> None:
    """Read what cities yield where the site leaves it open."""
    kinds = list(state.kinds)
    for name, good in given.items():
        region = find(game.lexicon.regions, name)
        resource = find(game.lexicon.resources, good)
        bit = 1 << region
        if not state.cities[nation] & bit or resource not in game.site_kinds[region]:
            bad(f"{name} is no city of {game.nation_name(state, nation)} that can yield {GOODS[resource]}")
        kinds = [mask | bit if place == resource else mask & ~bit for place, mask in enumerate(kinds)]
    state.kinds = kinds[0], kinds[1], kinds[2]


def _read_row(game: BaseGame, state: State, which: int, value: object, what: str) -> None:
    width = len(game.rules.events)
    for event, count in counts(game.lexicon.events, value, what).items():
        if count > state.cards[PILE * width + event]:
            bad(f"there are not so many cards {game.rules.events[event].name}")
        state.cards[PILE * width + event] -= count
        state.cards[which * width + event] = count


def read_moment(game: BaseGame, state: State, data: Mapping[str, Any], playing: Callable[[object], int]) -> None:
    """Read what is on and beside the board, and what is under way; `playing` finds a nation by its name."""
    _read_neutral(game, state, data.get("neutral_temples"))
    if game.rules.bellona and state.round:
        usual = (state.start - 1) % game.nations
        state.bellona = playing(data["bellona"]) if "bellona" in data else usual
    elif "bellona" in data:
        bad("the Bellona card is not in play")
    state.learned = bits(game.lexicon.knowhows, data.get("learned", []), "learned")
    state.levied = min(2, amount(data.get("levied", 0), "levied"))
    for name in sequence(data.get("heard", []), "heard"):
        state.heard |= 1 << playing(name)
    state.failed = mask_of(game, data.get("saved", []), "saved")
    _read_cards(game, state, data)


def _read_neutral(game: BaseGame, state: State, given: object) -> None:
    """Read the neutral temples; left out, those of the board stand where nobody has founded."""
    taken = 0
    for cities in state.cities:
        taken |= cities
    if given is None:
        state.temples |= 0 if state.phase in (NATION, CITY) else game.neutral & ~taken
        return
    standing = mask_of(game, given, "neutral_temples")
    if standing and not game.neutral:
        bad("there are no neutral temples in this game")
    if standing & taken:
        bad(f"a neutral temple cannot stand in the city of {game.region_names(standing & taken)}")
    state.temples |= standing


def _read_cards(game: BaseGame, state: State, data: Mapping[str, Any]) -> None:
    if not game.barracks:
        unknown = sorted({"open_cards", "discard", "saved", "tally"} & set(data))
        if unknown:
            bad(f"this rulebook has no {unknown[0]}")
        return
    _read_row(game, state, DISPLAY, data.get("open_cards", {}), "open_cards")
    _read_row(game, state, DISCARD, data.get("discard", {}), "discard")
    if "tally" not in data:
        state.tally = usual_tally(game, state)
        return
    given = table(data["tally"], "tally")
    known(given, set(TALLIES), "tally")
    for place, name in enumerate(TALLIES):
        state.tally[place] = min(255, amount(given.get(name, 0), name))
