"""Build the table of letters that look like Latin ones from Unicode's own list.

python scripts/lookalikes.py confusables.txt

The list is https://www.unicode.org/Public/security/latest/confusables.txt (UTS 39); the table
that is checked in was built from version 17.0.0.  Of its six thousand pairs those stay that a
name at a table can be forged with: what looks like Latin letters, digits, a colon, a dash or an
apostrophe, with a stroke through it or without.  Left out are marks, what NFKC maps anyway, and
letters that only look like those of other scripts.  Small capitals are added: they are in no
such list, since only their size tells them from capitals.
"""

from __future__ import annotations

import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

TABLE = Path(__file__).parent.parent / "src" / "ludotheque" / "tables" / "lookalikes.txt"
LATIN = "abcdefghijklmnopqrstuvwxyz"
SEEN = frozenset(f"{LATIN}0123456789:'-\u0335\u0338")
SMALL = "LATIN LETTER SMALL CAPITAL "
HEAD = "# Letters that look like others, by scripts/lookalikes.py from Unicode's list {version}."


def text_of(numbers: str) -> str:
    """Characters by their numbers."""
    return "".join(chr(int(number, 16)) for number in numbers.split())


def pairs(source: str) -> dict[str, set[str]]:
    """[what is seen] -> the letters that look so."""
    found: dict[str, set[str]] = defaultdict(set)
    for line in source.splitlines():
        fields = line.partition("#")[0].split(";")
        if len(fields) == 3:
            letter, seen = text_of(fields[0]), text_of(fields[1]).casefold()
            plain = unicodedata.normalize("NFKC", letter) == letter and not letter.isascii()
            if plain and SEEN.issuperset(seen) and unicodedata.category(letter)[0] != "M":
                found[seen].add(letter)
    for letter in map(chr, range(sys.maxunicode + 1)):
        name = unicodedata.name(letter, "")
        small = name.removeprefix(SMALL).lower()
        if name.startswith(SMALL) and small in LATIN:
            found[small].add(letter)
    return found


def main() -> None:
    """Write the table."""
    source = Path(sys.argv[1]).read_text(encoding="utf-8-sig")
    version = next(line.split()[-1] for line in source.splitlines() if "Version:" in line)
    rows = [f"{seen} {''.join(sorted(found))}" for seen, found in sorted(pairs(source).items())]
    TABLE.write_text("\n".join([HEAD.format(version=version), *rows]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
