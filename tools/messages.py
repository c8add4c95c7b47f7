"""Write the messages and bodies of the server as TypeScript types.

tools/messages.py            print them
tools/messages.py --write    write client/src/messages.ts
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from rondel.server.http import routes_tables
from rondel.server.wire import bodies, messages
from rondel.server.wire.events import Chair, Orders, Pace
from rondel.server.wire.refusal import CODES

TARGET = Path(__file__).parents[1] / "client" / "src" / "messages.ts"
HEAD = """\
// Made by tools/messages.py from src/rondel/server/wire/messages.py and bodies.py. Do not edit.
// Fields with a question mark are left out when they have their default: empty, zero or false.
"""
PLAIN = {
    inspect.IntType: "number", inspect.FloatType: "number", inspect.StrType: "string", inspect.BoolType: "boolean",
    inspect.NoneType: "null", inspect.AnyType: "unknown",
}  # fmt: skip


def structs() -> Iterator[type[msgspec.Struct]]:
    """Give every Struct that travels, each once."""
    found: dict[type[msgspec.Struct], None] = dict.fromkeys((Chair, Pace, Orders))
    for module in (messages, bodies, routes_tables):
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__:
                found[value] = None
    skipped = (messages.FromPage, messages.FromServer, bodies.Body)
    return (struct for struct in found if struct not in skipped)


def names() -> dict[type[Any], str]:
    """Name every Struct; the two that are called alike are told apart."""
    return {struct: "OrdersMessage" if struct is messages.Ordered else struct.__name__ for struct in structs()}


NAMES = names()


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
    if isinstance(kind, inspect.StructType):
        return NAMES[kind.cls]
    raise TypeError(f"no TypeScript for {kind}")


def interface(struct: type[msgspec.Struct]) -> str:
    """Write a Struct as an interface, its docstring as a comment."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    about = " ".join((struct.__doc__ or "").split())
    lines = [f"/** {about} */", f"export interface {NAMES[struct]} {{"]
    if info.tag_field:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    for field in info.fields:
        mark = "" if field.required else "?"
        lines.append(f"  {field.encode_name}{mark}: {text_of(field.type)};")
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
        "\n\n".join(interface(struct) for struct in NAMES),
        "",
        union("ClientMessage", messages.ClientMessage, "What a page may send."),
        "",
        union("ServerMessage", messages.ServerMessage, "What the server sends."),
        "",
        f"/** Why something is refused. */\nexport type Code =\n  {codes};",
    ]
    return "\n".join(parts).replace("patch: unknown[][];", "patch: Change[];") + "\n"


def main() -> None:
    """Print or write the types."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"write {TARGET.name} instead of printing")
    if parser.parse_args().write:
        TARGET.parent.mkdir(parents=True, exist_ok=True)
        TARGET.write_text(page(), encoding="utf-8")
    else:
        print(page(), end="")


if __name__ == "__main__":
    main()
