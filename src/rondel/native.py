"""The types of the compiled build: machine integers and vectors of them. Plain Python runs on `int` alone.

The type checker and the compiler see the types of mypyc. In plain Python the annotations have no effect and no cost, so
the engine needs neither package.
"""

from __future__ import annotations

import typing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import append as append
    from librt.vecs import vec as vec
    from mypy_extensions import i32 as i32
    from mypy_extensions import i64 as i64
    from mypy_extensions import u8 as u8
    from typing_extensions import TypeVar as TypeVar
else:
    i32 = i64 = u8 = int
    vec = list
    append = None  # only what is compiled calls it

    def TypeVar(name, *, default=None, **more):  # typing's name
        """Make a type variable; a default is for type checkers, Python itself knows them from 3.13 on."""
        return typing.TypeVar(name, **more)
