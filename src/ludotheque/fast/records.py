"""Records as NumPy's arrays hold them: the bytes of `packing.py`, field by field."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludotheque.packing import count, layout, pack, packer
from ludotheque.state import Base, once

Records = NDArray[np.void]  # [n] -> one state


@once
def dtype_of(state: type[Base]) -> np.dtype[np.void]:
    """The record type of a state class."""
    offset, offsets, formats = 0, [], []
    for shape in layout(state):
        offsets.append(offset)
        formats.append((f"<i{shape.bits // 8}", shape.shape))
        offset += count(shape) * shape.bits // 8
    facts = {
        "names": [shape.name for shape in layout(state)],
        "formats": formats,
        "offsets": offsets,
        "itemsize": packer(state).size,
    }
    return np.dtype(facts, align=True)  # type: ignore[call-overload,no-any-return]


def array_of(states: Sequence[Base]) -> Records:
    """Several states of one game as an array of records."""
    return np.frombuffer(bytearray(b"".join(map(pack, states))), dtype=dtype_of(type(states[0])))
