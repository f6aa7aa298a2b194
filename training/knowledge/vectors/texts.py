"""The texts that the vectors learn from: `texts.py DATA TEXT OUT [--held-out N]`.

DATA is the folder of corpora, TEXT what training/language/corpora.py and training/entities/text.py wrote, which keeps
out what MEDDOCAN measures on. Writes OUT/{en,es}.jsonl, a document of some paragraphs a line, and, if every Nth
document is held out, those into OUT/{en,es}-held-out.jsonl. Law, which would drown the rest, is thinned to a third.
"""

import argparse
import json
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

LAW_SHARE = 1 / 3
LONGEST = 3_000  # letters of a document

PARTS = {
    "en": ["en-bios", "en-brown", "en-treebank", "en-biomedical"],
    "es": ["es-bios", "es-clinical", "es-treebank", "es-biomedical"],
}
RECORDS = {"en": ["abstracts", "articles"], "es": []}


def records(path: Path) -> Iterator[str]:
    """The texts of a packed file of records."""
    unpacked = subprocess.run(["zstd", "-dcq", path], check=True, capture_output=True).stdout
    for line in unpacked.decode().splitlines():
        yield json.loads(line)["text"]


def documents(lines: Iterable[str]) -> Iterator[str]:
    """Paragraphs in a row, put together until they are long enough."""
    held: list[str] = []
    for line in lines:
        held.append(line.strip())
        if sum(map(len, held)) > LONGEST:
            yield "\n".join(held)
            held = []
    if held:
        yield "\n".join(held)


def thinned(texts: list[str], wanted: int) -> list[str]:
    """Texts taken evenly from the whole until they have about as many letters as wanted."""
    share = min(1.0, wanted / max(1, sum(map(len, texts))))
    return [text for at, text in enumerate(texts) if int((at + 1) * share) > int(at * share)]


def main() -> None:
    """Reads the arguments and writes the texts."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in "data", "text", "out":
        parser.add_argument(name, type=Path)
    parser.add_argument("--held-out", type=int, default=0, metavar="N")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for language, parts in PARTS.items():
        found = [text for part in parts for text in documents((arguments.text / f"{part}.txt").open())]
        for name in RECORDS[language]:
            found += records(arguments.data / f"wikiactors/{name}.jsonl.zst")
        law = list(documents((arguments.text / f"{language}-law.txt").open()))
        found += thinned(law, int(sum(map(len, found)) * LAW_SHARE / (1 - LAW_SHARE)))
        kept, apart = found, []
        if nth := arguments.held_out:
            kept = [text for at, text in enumerate(found) if at % nth]
            apart = found[::nth]
        for name, texts in (language, kept), (f"{language}-held-out", apart):
            if texts:
                lines = (json.dumps({"text": text}, ensure_ascii=False) + "\n" for text in texts)
                (arguments.out / f"{name}.jsonl").write_text("".join(lines))
                print(f"{name}: {len(texts)} documents, {sum(map(len, texts)) // 1000} thousand letters")


if __name__ == "__main__":
    main()
