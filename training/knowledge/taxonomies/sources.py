"""What the makers of taxonomies share: packed files in, tables that `sfumato knowledge build` reads out."""

import csv
import re
import subprocess
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

SPACE = re.compile(r"\s+")
LABELS = ("id", "language", "kind", "name", "frequency")


def unpacked(path: Path) -> str:
    """The text of a packed file."""
    return subprocess.run(["zstd", "-dcq", path], check=True, capture_output=True).stdout.decode("utf-8")


def rows(text: str, delimiter: str = ",") -> Iterator[dict[str, str]]:
    """The rows of a table by the names in its first line."""
    return csv.DictReader(text.splitlines(), delimiter=delimiter)


def tidy(name: str) -> str:
    """A name with single spaces, composed letters and no marks at its ends."""
    return SPACE.sub(" ", unicodedata.normalize("NFC", name)).strip(" ,;")


def plain(name: str) -> str:
    """A name in small letters without accents, to compare by."""
    letters = unicodedata.normalize("NFD", name.lower())
    return SPACE.sub(" ", "".join(c for c in letters if not unicodedata.combining(c)))


@dataclass
class Concept:
    """A row of a taxonomy."""

    id: str
    parents: list[str]
    name: str
    name_es: str = ""
    synonyms: list[str] = field(default_factory=list)
    synonyms_es: list[str] = field(default_factory=list)
    size: int = 0
    individual: bool = False
    kind: str = ""

    def row(self) -> list[str]:
        """Its cells, in the order of `write_concepts`."""
        return [
            self.id,
            "|".join(dict.fromkeys(self.parents)),
            self.name,
            self.name_es,
            "|".join(others(self.name, self.synonyms)),
            "|".join(others(self.name_es, self.synonyms_es)),
            str(self.size or ""),
            "1" if self.individual else "",
            self.kind,
        ]


def others(name: str, synonyms: Iterable[str]) -> list[str]:
    """Synonyms that are not the name itself, each once, without what would break a cell."""
    found = dict.fromkeys(tidy(synonym) for synonym in synonyms)
    return [synonym for synonym in found if synonym and synonym != name and "|" not in synonym]


def write_concepts(path: Path, concepts: Iterable[Concept]) -> None:
    """Writes a taxonomy as a table of children and parents. A parent that is nowhere is a mistake of the maker."""
    concepts = list(concepts)
    counts = Counter(concept.id for concept in concepts)
    if twice := [id for id, count in counts.items() if count > 1]:
        raise ValueError(f"{path.name}: twice {twice}")
    for concept in concepts:
        for parent in concept.parents:
            if parent not in counts:
                raise ValueError(f"{path.name}: {concept.id} is below {parent}, which is nowhere")
    with path.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow("id parent name name_es synonyms synonyms_es size individual kind".split())
        table.writerows(concept.row() for concept in concepts)
    print(f"{path.name}: {len(concepts)} concepts")


def write_labels(path: Path, labels: Iterable[tuple[str, str, str, str, int]]) -> None:
    """Writes names for concepts of another file: id, language, kind of name, name, frequency."""
    labels = list(labels)
    with path.open("w") as file:
        print(*LABELS, sep="\t", file=file)
        for label in labels:
            print(*label, sep="\t", file=file)
    print(f"{path.name}: {len(labels)} names of {len({label[0] for label in labels})} concepts")
