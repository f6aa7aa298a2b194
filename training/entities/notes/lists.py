"""The lists and templates under `data/`, whole or one of two parts that share nothing.

A file has sections, `[name]`, or `[name !]` for what both parts share. The rows of a list are split at `;`, those of
sentences are one template each, and a layout is everything up to the next section. A line from `#!` is a remark.
"""

import re
import zlib
from pathlib import Path

DATA = Path(__file__).parent / "data"
SECTION = re.compile(r"\[([a-z.0-9-]+)( !)?\]$")

# One in so many entries is kept for `dev`; a list too short to give both parts something to choose from stays whole.
DEV_SHARE = 3
LEAST = 3


class Lists:
    """Lists, sentences and layouts by name."""

    def __init__(self, part: str):
        self.part = part
        self.words = {
            name: _items(rows) if shared else self.share(_items(rows)) for name, shared, rows in _sections(DATA)
        }
        self.sentences = {name: self.share(_lines(rows)) for name, _, rows in _sections(DATA / "sentences")}
        layouts = {name: "\n".join(rows).strip("\n") for name, _, rows in _sections(DATA / "layouts")}
        self.layouts = {name: layouts[name] for name in self.share(list(layouts))}

    def share(self, entries: list[str]) -> list[str]:
        """The entries of this part."""
        if self.part == "all":
            return entries
        dev = [entry for entry in entries if zlib.crc32(entry.encode()) % DEV_SHARE == 0]
        train = [entry for entry in entries if zlib.crc32(entry.encode()) % DEV_SHARE != 0]
        if min(len(dev), len(train)) < LEAST:
            return entries
        return dev if self.part == "dev" else train


def _sections(folder: Path) -> list[tuple[str, bool, list[str]]]:
    found: dict[str, tuple[str, bool, list[str]]] = {}
    for path in sorted(folder.glob("*.txt")):
        rows: list[str] = []
        for line in path.read_text(encoding="utf-8").splitlines():
            if section := SECTION.match(line):
                name, shared = section.group(1), bool(section.group(2))
                if name in found:
                    raise ValueError(f"{path.name}: section {name} twice")
                rows = []
                found[name] = (name, shared, rows)
            elif not line.startswith("#!"):
                rows.append(line)
    return list(found.values())


def _items(rows: list[str]) -> list[str]:
    items = (item.strip() for row in rows for item in row.split(";"))
    return list(dict.fromkeys(item for item in items if item))


def _lines(rows: list[str]) -> list[str]:
    return list(dict.fromkeys(row.strip() for row in rows if row.strip()))
