"""Readers of the lists and dictionaries that the gazetteers come from."""

import csv
import io
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path


def unpacked(path: Path, encoding: str = "utf-8") -> str:
    """The text of a packed file."""
    return subprocess.run(["zstd", "-dcq", path], check=True, capture_output=True).stdout.decode(encoding)


def rows(path: Path, delimiter: str = ",") -> Iterator[list[str]]:
    """The rows of a packed table without its heading."""
    table = csv.reader(io.StringIO(unpacked(path)), delimiter=delimiter)
    next(table)
    yield from table


def professions_es(data: Path) -> dict[str, None]:
    """Spanish names of occupations, both genders, without the groups (plural and capitalised) they are filed under."""
    found: dict[str, None] = {}
    for row in rows(data / "names/occupations-es.tsv.zst", "\t"):
        code, label, others = (*row, "", "")[:3]
        if not re.fullmatch(r"\d{4}(\.\d+)+", code):
            continue
        for name in (*label.split("/"), *others.split("|")):
            if len(name.strip()) > 2:
                found[name.strip()] = None
    return found


def terms(path: Path, root: str) -> dict[str, list[str]]:
    """The terms of an OBO ontology under a root, each with its name and exact synonyms."""
    names, below = {}, defaultdict(list)
    for block in unpacked(path).split("\n\n"):
        if not block.startswith("[Term]") or "\nis_obsolete: true" in block:
            continue
        (identity,) = re.findall(r"^id: (\S+)", block, re.M)
        found = re.findall(r"^name: (.+)", block, re.M)
        found += re.findall(r'^synonym: "((?:[^"\\]|\\.)+)" EXACT', block, re.M)
        names[identity] = [re.sub(r"\\(.)", r"\1", name) for name in found]
        for parent in re.findall(r"^is_a: (\S+)", block, re.M):
            below[parent].append(identity)
    waiting, seen = [root], {}
    while waiting:
        for child in below[waiting.pop()]:
            if child not in seen:
                seen[child] = names[child]
                waiting.append(child)
    return seen


class WordNet:
    """The nouns and adjectives of WordNet 3.0 with what is under what, and their Spanish names."""

    def __init__(self, folder: Path, spanish: Path, spanish_names: Path) -> None:
        self.names: dict[str, list[str]] = {}
        self.below: dict[str, list[str]] = defaultdict(list)
        self.instances: dict[str, list[str]] = defaultdict(list)
        self.pertains: dict[str, list[str]] = defaultdict(list)  # nouns to the adjectives made from them
        for part in "noun", "adj":
            for line in (folder / f"data.{part}").open():
                if not line.startswith("  "):
                    self._read(line, part[0])
        self.spanish: dict[str, list[str]] = defaultdict(list)
        self.senses_es: dict[str, list[str]] = defaultdict(list)
        for line in unpacked(spanish).splitlines():
            synset, *lemmas = line.split()
            for lemma in lemmas:
                self.spanish[synset].append(lemma.replace("_", " "))
                self.senses_es[self.spanish[synset][-1].lower()].append(synset)
        for line in unpacked(spanish_names).splitlines():  # the other list has lost its capitals
            synset, _, lemma = (*line.split("\t"), "", "")[:3]
            if lemma[:1].isupper():
                self.spanish[synset].append(lemma.replace("_", " "))
        self.senses: dict[str, list[str]] = {}
        for line in (folder / "index.noun").open():
            fields = line.split()
            if not line.startswith("  "):
                self.senses[fields[0]] = [f"{offset}-n" for offset in fields[-int(fields[2]) :]]

    def _read(self, line: str, part: str) -> None:
        fields = line.partition(" | ")[0].split()
        synset = f"{fields[0]}-{part}"
        count = int(fields[3], 16)
        self.names[synset] = [re.sub(r"\(\w+\)$", "", word).replace("_", " ") for word in fields[4 : 4 + 2 * count : 2]]
        pointers = fields[5 + 2 * count :]
        for at in range(0, 4 * int(fields[4 + 2 * count]), 4):
            symbol, offset, kind = pointers[at : at + 3]
            target = f"{offset}-{'a' if kind == 's' else kind}"
            if symbol == "@":
                self.below[target].append(synset)
            elif symbol == "@i":
                self.instances[target].append(synset)
            elif symbol == "\\" and part == "a":
                self.pertains[target].append(synset)

    def sense(self, name: str) -> str:
        """A synset by word and sense number: `worker.1`."""
        word, _, number = name.rpartition(".")
        return self.senses[word][int(number) - 1]

    def under(self, *roots: str, instances: bool = False) -> list[str]:
        """The roots and every kind under them; with `instances`, the things of these kinds instead."""
        waiting = [self.sense(root) for root in roots]
        seen = dict.fromkeys(waiting)
        while waiting:
            for synset in self.below[waiting.pop()]:
                if synset not in seen:
                    seen[synset] = None
                    waiting.append(synset)
        if instances:
            return [thing for kind in seen for thing in self.instances[kind]]
        return list(seen)

    def mostly(self, word: str, language: str, synsets: set[str]) -> bool:
        """Whether a word means one of the synsets more often than not: in English first, in Spanish half the time."""
        if language == "en":
            senses = self.senses.get(word.lower().replace(" ", "_"), [""])
            return senses[0] in synsets
        senses = [synset for synset in self.senses_es[word.lower()] if synset.endswith("-n")]
        return 2 * sum(synset in synsets for synset in senses) >= len(senses)

    def words(self, synsets: Iterable[str], language: str) -> Iterator[str]:
        """The names of the synsets in a language."""
        for synset in synsets:
            yield from self.names[synset] if language == "en" else self.spanish[synset]
