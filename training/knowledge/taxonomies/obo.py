"""Reads OBO files, as much of them as the makers of taxonomies need."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

SYNONYM = re.compile(r'"((?:[^"\\]|\\.)*)" (EXACT|RELATED|BROAD|NARROW)')


@dataclass
class Term:
    """A term that is in use."""

    id: str
    name: str = ""
    parents: list[str] = field(default_factory=list)
    synonyms: list[tuple[str, str]] = field(default_factory=list)
    subsets: list[str] = field(default_factory=list)

    def exact(self) -> list[str]:
        """Its name and the synonyms that mean just the same."""
        return [self.name, *(text for text, scope in self.synonyms if scope == "EXACT")]


def terms(text: str) -> dict[str, Term]:
    """The terms of an ontology, obsolete ones left out."""
    found = {}
    for block in re.split(r"\n\n(?=\[)", text):
        if not block.startswith("[Term]") or "\nis_obsolete: true" in block:
            continue
        term = Term("")
        for line in block.splitlines():
            key, _, value = line.partition(": ")
            if key == "id":
                term.id = value.strip()
            elif key == "name":
                term.name = value.strip()
            elif key == "is_a":
                term.parents.append(value.split()[0])
            elif key == "subset":
                term.subsets.append(value.split()[0])
            elif key == "synonym" and (match := SYNONYM.match(value)):
                term.synonyms.append((match[1].replace('\\"', '"').replace("\\,", ","), match[2]))
        found[term.id] = term
    return found


def below(found: dict[str, Term], root: str) -> Iterator[str]:
    """A term and everything below it, each once."""
    children = defaultdict(list)
    for term in found.values():
        for parent in term.parents:
            children[parent].append(term.id)
    seen, waiting = set(), [root]
    while waiting:
        id = waiting.pop()
        if id not in seen:
            seen.add(id)
            yield id
            waiting.extend(children[id])
