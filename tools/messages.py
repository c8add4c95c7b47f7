"""Write the messages and bodies of the server, and the views of each family, as TypeScript types.

tools/messages.py            print them
tools/messages.py --write    write client/src/messages.ts and client/src/views.ts
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints, is_typeddict

import msgspec
from msgspec import inspect

from rondel.antike.text import view as antike_view
from rondel.antike.text.news import AntikeNews
from rondel.attika.text import view as attika_view
from rondel.attika.text.news import AttikaNews
from rondel.server.http import routes_tables
from rondel.server.wire import (
    bodies,
    house,
    lessons,
    messages,
    notices,
    openings,
    place,
    puzzles,
    study,
    table,
    tournaments,
)
from rondel.server.wire.events import Chair, Orders, Pace
from rondel.server.wire.refusal import CODES

TARGET = Path(__file__).parents[1] / "client" / "src" / "messages.ts"
VIEWS = TARGET.with_name("views.ts")
HEAD = """\
// Made by tools/messages.py from messages.py, bodies.py and others in src/rondel/server/wire. Do not edit.
// Fields with a question mark are left out when they have their default: empty, zero or false.
"""
VIEWS_HEAD = """\
// Made by tools/messages.py from src/rondel/antike/text/view.py and src/rondel/attika/text/view.py. Do not edit.
"""
PLAIN = {
    inspect.IntType: "number", inspect.FloatType: "number", inspect.StrType: "string", inspect.BoolType: "boolean",
    inspect.NoneType: "null", inspect.AnyType: "unknown",
}  # fmt: skip


#: where the Structs are, in the order in which they are written
MODULES = (
    table, messages, bodies, lessons, routes_tables, house, notices, openings, place, puzzles, study, tournaments,
)  # fmt: skip


def structs() -> Iterator[type[msgspec.Struct]]:
    """Give every Struct that travels, each once."""
    found: dict[type[msgspec.Struct], None] = dict.fromkeys((Chair, Pace, Orders))
    for module in MODULES:
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__:
                found[value] = None
    skipped = (messages.FromPage, messages.FromServer, bodies.Body)
    return (struct for struct in found if struct not in skipped)


def names() -> dict[type[Any], str]:
    """Name every Struct; the two with the same name get different ones."""
    return {struct: "OrdersMessage" if struct is messages.Ordered else struct.__name__ for struct in structs()}


def shapes() -> list[type[Any]]:
    """Give the descriptions of views, those of one family after the other."""
    return [
        value
        for module in (antike_view, attika_view)
        for name, value in vars(module).items()
        if is_typeddict(value) and value.__module__ == module.__name__ and not name.startswith("_")
    ]


NAMES = names() | {shape: shape.__name__ for shape in shapes()}


def text_of(kind: inspect.Type) -> str:
    """Write a type."""
    if isinstance(kind, inspect.Metadata):
        return text_of(kind.type)
    if type(kind) in PLAIN:
        return PLAIN[type(kind)]
    if isinstance(kind, inspect.LiteralType):
        return " | ".join(f'"{value}"' for value in kind.values)
    if isinstance(kind, inspect.ListType):
        inner = text_of(kind.item_type)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if isinstance(kind, inspect.DictType):
        key = "number" if "number" in text_of(kind.key_type) else "string"
        return f"Record<{key}, {text_of(kind.value_type)}>"
    if isinstance(kind, inspect.UnionType):
        return " | ".join(text_of(part) for part in kind.types)
    if isinstance(kind, inspect.CustomType) and kind.cls is object:
        return "unknown"
    if isinstance(kind, inspect.TupleType):
        return f"[{', '.join(text_of(part) for part in kind.item_types)}]"
    if isinstance(kind, inspect.StructType | inspect.TypedDictType):
        return NAMES[kind.cls]
    raise TypeError(f"no TypeScript for {kind}")


def interface(shape: type[Any]) -> str:
    """Write a Struct or a TypedDict as an interface, its docstring as a comment."""
    info = inspect.type_info(shape)
    assert isinstance(info, inspect.StructType | inspect.TypedDictType)
    about, order = " ".join((shape.__doc__ or "").split()), list(get_type_hints(shape))
    lines = [f"/** {about} */", f"export interface {NAMES[shape]} {{"]
    if isinstance(info, inspect.StructType) and info.tag_field:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    fields = list(info.fields)
    if isinstance(info, inspect.TypedDictType):  # msgspec sorts them by name
        fields.sort(key=lambda field: order.index(field.name))
    for field in fields:
        name = field.encode_name if field.encode_name.isidentifier() else f'"{field.encode_name}"'
        mark = "" if field.required else "?"
        lines.append(f"  {name}{mark}: {text_of(field.type)};")
    return "\n".join([*lines, "}"])


def union(name: str, kind: Any, about: str) -> str:
    """Write a union of messages."""
    parts = " |\n  ".join(NAMES[part] for part in kind.__args__)
    return f"/** {about} */\nexport type {name} =\n  {parts};"


def page() -> str:
    """Write the whole file."""
    codes = " |\n  ".join(f'"{code}"' for code in CODES)
    parts = [
        HEAD
        + "\n/** A change of a view: the keys that lead to a value, and the value; without it the key goes away. */",
        "export type Change = [string[], unknown] | [string[]];\n",
        "\n\n".join(interface(struct) for struct in structs()),
        "",
        union("ClientMessage", messages.ClientMessage, "What a page may send."),
        "",
        union("ServerMessage", messages.ServerMessage, "What the server sends."),
        "",
        f"/** Why something is refused. */\nexport type Code =\n  {codes};",
    ]
    return "\n".join(parts).replace("patch: unknown[][];", "patch: Change[];") + "\n"


def views_page() -> str:
    """Write the file of views."""
    parts = [interface(shape) for shape in shapes()]
    parts += [kinds("AntikeNews", AntikeNews), kinds("AttikaNews", AttikaNews)]
    return VIEWS_HEAD + "\n" + "\n\n".join(parts) + "\n"


def kinds(name: str, kind: Any) -> str:
    """Write the kinds of news of a family."""
    names = " |\n  ".join(f'"{value}"' for value in get_args(kind))
    return f"/** Every kind of news of the family. */\nexport type {name} =\n  {names};"


def main() -> None:
    """Print or write the types."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"write {TARGET.name} and {VIEWS.name}")
    if parser.parse_args().write:
        TARGET.parent.mkdir(parents=True, exist_ok=True)
        TARGET.write_text(page(), encoding="utf-8")
        VIEWS.write_text(views_page(), encoding="utf-8")
    else:
        print(page(), views_page(), sep="\n", end="")


if __name__ == "__main__":
    main()
