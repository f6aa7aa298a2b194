"""Plain text of the corpora, one paragraph a line, for whatever learns from raw text.

    corpora.py DATA OUT

reads the packed corpora under DATA and writes OUT/{en,es}-{bios,brown,law,clinical,treebank}.txt. What is kept
apart for measuring stays out: the development and test documents of MEDDOCAN, and every clinical document (or, where
a corpus has lost its document borders, every sentence) that shares an id or ten words in a row with one of them.
"""

import argparse
import io
import re
import subprocess
import tarfile
import xml.etree.ElementTree as xml
from collections.abc import Iterable, Iterator
from pathlib import Path

SHINGLE = 10
WORD = re.compile(r"\w+")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
SPACE = re.compile(r"\s+")
IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")


def unpack(archive: Path) -> Iterator[tuple[str, str]]:
    """The text files of a packed folder, by name, so that every run sees the same order."""
    packed = subprocess.run(["zstd", "-dcq", archive], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
        for member in sorted(tar.getmembers(), key=lambda member: member.name):
            handle = tar.extractfile(member) if member.isfile() else None
            if handle:
                yield member.name, handle.read().decode("utf-8", errors="replace").lstrip("\ufeff")


def paragraphs(text: str) -> Iterator[str]:
    """The lines of a text that hold anything, each with single spaces."""
    for line in text.splitlines():
        if line := SPACE.sub(" ", line).strip():
            yield line


def law(text: str) -> Iterator[str]:
    """A law without its front matter, tables, pictures and mark-up."""
    if text.startswith("---"):
        text = text.partition("\n---")[2]
    for line in paragraphs(LINK.sub(r"\1", IMAGE.sub("", text))):
        if not line.startswith(("|", "---")) and "....." not in line:
            yield line.lstrip("#> ").replace("*", "").strip()


def brown(text: str) -> Iterator[str]:
    """The words of the Brown corpus without their tags."""
    for line in paragraphs(text):
        yield " ".join(token.rpartition("/")[0] for token in line.split())


def treebank(path: Path) -> Iterator[str]:
    """The words of a treebank as it splits them, a sentence a line."""
    words: list[str] = []
    packed = subprocess.run(["zstd", "-dcq", path], check=True, capture_output=True).stdout
    for line in packed.decode().splitlines():
        fields = line.split("\t")
        if len(fields) == 10 and fields[0].isdigit():
            words.append(fields[1])
        elif not line and words:
            yield " ".join(words)
            words = []


def shingles(text: str) -> set[str]:
    """Every run of ten words."""
    words = WORD.findall(text.lower())
    return {" ".join(words[at : at + SHINGLE]) for at in range(len(words) - SHINGLE + 1)}


def document_id(name: str) -> str:
    """The journal's id of a clinical case, whatever a corpus put around it."""
    return Path(name).stem.removeprefix("es-")


def cantemist(archive: Path) -> Iterator[str]:
    """The cases of CANTEMIST."""
    for name, text in unpack(archive):
        if name.endswith(".xml"):
            for passage in xml.fromstring(text.encode()).iter("passage"):
                yield passage.findtext("text", "")


def livingner(archive: Path) -> Iterator[str]:
    """The sentences of LivingNER, which has come down to us without borders between documents."""
    for name, text in unpack(archive):
        if "subtask1" in name:
            for block in text.split("\n\n"):
                yield " ".join(line.partition("\t")[0] for line in block.splitlines())


def clinical(data: Path) -> Iterator[str]:
    """Spanish clinical text, each case once, without what MEDDOCAN keeps apart."""
    kept_apart = set((data / "meddocan/test-ids.txt").read_text().split())
    meddocan = [(name, text) for name, text in unpack(data / "meddocan/train-dev.tar.zst") if name.endswith(".txt")]
    kept_apart |= {document_id(name) for name, _ in meddocan if "dev/" in name}
    seen = set().union(*(shingles(text) for name, text in meddocan if "dev/" in name))
    spaccc = [item for item in unpack(data / "bio/spaccc_sentences_es.tar.zst") if "_set_docs/" in item[0]]
    distemist = [item for item in unpack(data / "bio/distemist_es.tar.zst") if "text_files/" in item[0]]
    cases = spaccc + distemist
    seen |= set().union(*(shingles(text) for name, text in cases if document_id(name) in kept_apart))
    for name, text in meddocan:
        if "train/" in name:
            seen |= shingles(text)
            yield from paragraphs(text)
    texts = [text for name, text in cases if document_id(name) not in kept_apart]
    texts += cantemist(data / "bio/cantemist_es.tar.zst")
    texts += livingner(data / "bio/livingner_es.tar.zst")
    for text in texts:
        own = shingles(text)
        if own and own.isdisjoint(seen):  # too short to compare is too short to trust
            seen |= own
            yield from paragraphs(text)


def write(path: Path, lines: Iterable[str]) -> None:
    """Writes the lines that are not empty."""
    with path.open("w") as out:
        out.writelines(f"{line}\n" for line in lines if line)


def main() -> None:
    """Reads the arguments and writes every text."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    data, out = arguments.data, arguments.out
    out.mkdir(parents=True, exist_ok=True)
    text, ud = data / "text", data / "ud"
    for language in "en", "es":
        bios = unpack(text / f"wikibios-{language}.tar.zst")
        write(out / f"{language}-bios.txt", (line for _, body in bios for line in paragraphs(body)))
    for language, country in ("en", "us"), ("es", "es"):
        laws = unpack(text / f"law-{country}.tar.zst")
        write(out / f"{language}-law.txt", (line for _, body in laws for line in law(body)))
    pages = (body for name, body in unpack(text / "brown.tar.zst") if re.search(r"/c[a-r]\d\d$", name))
    write(out / "en-brown.txt", (line for body in pages for line in brown(body)))
    write(out / "es-clinical.txt", clinical(data))
    parts = {"en": ["en_ewt-train"], "es": ["es_ancora-dev", "es_gsd-dev", "es_pud-test"]}
    for language, names in parts.items():
        sentences = (line for name in names for line in treebank(ud / f"{name}.conllu.zst"))
        write(out / f"{language}-treebank.txt", sentences)


if __name__ == "__main__":
    main()
