"""The texts of the race: folders of plain texts, and what is annotated in them.

Without data of others there are the samples of the repository and invented clinical notes; with it (`--data`), also
court cases (TAB) and Spanish clinical cases (MEDDOCAN, development part), as `training/entities/README.md` names them.
"""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = {
    "en": ["letter-en.txt", "court-en.txt", "mail-en.txt", "note-en.md", "prose-en.txt"],
    "es": ["letter-es.txt", "sentencia-es.txt", "nota-es.md", "prose-es.txt"],
}

Annotated = tuple[str, str, list[list[int]]]


@dataclass
class Corpus:
    """Texts in one language in a folder; `gold` has places by name, in characters, where people or we annotated any."""

    name: str
    about: str
    language: str
    folder: Path
    gold: dict[str, list[list[int]]]

    def texts(self) -> dict[str, str]:
        return {path.stem: read(path) for path in sorted(self.folder.glob("*.txt"))}

    def size(self) -> int:
        return sum(path.stat().st_size for path in self.folder.glob("*.txt"))


def read(path: Path) -> str:
    # Python would change line ends, and with them all offsets behind.
    return path.read_bytes().decode()


def write(folder: Path, documents: list[Annotated]) -> dict[str, list[list[int]]]:
    """Makes the folder anew; gives the places by name."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.txt"):
        old.unlink()
    for name, text, _ in documents:
        (folder / f"{name}.txt").write_bytes(text.encode())
    return {name: spans for name, _, spans in documents}


def of_json(line: str) -> Annotated:
    document = json.loads(line)
    spans = [[span["start"], span["end"]] for span in document["spans"]]
    return document["id"].replace("/", "_"), document["text"], spans


def notes(seed: int, count: int, scratch: Path) -> list[Annotated]:
    """Invented notes of the part that no model is made from."""
    file = scratch / f"notes-{seed}-{count}.jsonl"
    if not file.exists():
        script = ROOT / "training/entities/notes/notes.py"
        call = ["--seed", str(seed), "--count", str(count), "--part", "dev", "--out", str(file)]
        subprocess.run([sys.executable, str(script), *call], check=True, stdout=subprocess.DEVNULL)
    return [of_json(line) for line in file.read_text().splitlines()]


def court(data: Path) -> list[Annotated]:
    """The court cases, with whatever anybody annotated in them."""
    out = subprocess.run(["zstd", "-dc", data / "tab/train.jsonl.zst"], check=True, stdout=subprocess.PIPE).stdout
    return [of_json(line) for line in out.decode().splitlines()]


def brat(text: Path) -> Annotated:
    lines = [line.split("\t") for line in text.with_suffix(".ann").read_text().splitlines() if line.startswith("T")]
    places = [fragment.split() for line in lines for fragment in line[1].partition(" ")[2].split(";")]
    return text.stem, read(text), [[int(start), int(end)] for start, end in places]


def clinical_cases(data: Path, scratch: Path) -> list[Annotated]:
    """The development part of the Spanish clinical cases."""
    scratch.mkdir(parents=True, exist_ok=True)
    subprocess.run(["tar", "--zstd", "-xf", data / "meddocan/train-dev.tar.zst", "-C", scratch], check=True)
    return [brat(text) for text in sorted(scratch.glob("**/dev/**/*.txt"))]


def samples(language: str) -> list[Annotated]:
    return [(name.replace(".", "-"), read(ROOT / "samples" / name), []) for name in SAMPLES[language]]


def corpora(work: Path, data: Path, most: int) -> list[Corpus]:
    """All there are, each with at most so many documents."""
    scratch = work / "texts"
    scratch.mkdir(parents=True, exist_ok=True)
    rows = [("notes", "invented clinical notes", "en", notes(9, 300, scratch))]
    if data.exists():
        rows.insert(0, ("court", "court cases, TAB", "en", court(data)))
        rows.append(("cases", "clinical cases, MEDDOCAN", "es", clinical_cases(data, scratch / "meddocan")))
    rows += [(f"samples-{language}", "samples", language, samples(language)) for language in ("en", "es")]
    made = []
    for name, about, language, documents in rows:
        gold = write(scratch / name, documents[:most])
        made.append(Corpus(name, about, language, scratch / name, gold if any(gold.values()) else {}))
    return made
