"""The annotated corpora in one form: JSON Lines, one document a line, spans in code points that never overlap.

    corpora.py DATA OUT

reads the packed corpora under DATA and writes OUT/<corpus>.jsonl and OUT/deny.txt: the ids of Spanish clinical
documents (and sentences, where a corpus has lost its borders) that hold text MEDDOCAN keeps apart for measuring.
Labels are the corpus's own where a label set of ours knows them, else our categories. Of spans that overlap the
longest stays; how many went is printed.
"""

import argparse
import io
import json
import re
import subprocess
import sys
import tarfile
import xml.etree.ElementTree as xml
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "language"))

from abstracts import abstracts  # noqa: E402
from corpora import document_id, shingles, unpack  # noqa: E402
from detokenise import joined, unescape  # noqa: E402
from readers import professions_es, unpacked  # noqa: E402
from words import KINSHIP_ES, SEX_ES  # noqa: E402

Span = tuple[int, int, str]
Tagged = list[tuple[str, str]]  # a sentence: tokens with their B-, I- or O

WNUT = {
    "person": "person",
    "location": "place",
    "corporation": "organisation",
    "group": "organisation",
    "creative-work": "work",
    "product": "other",
}
TAB_RANK = {"DIRECT": 0, "QUASI": 1, "NO_MASK": 2}
DATELINE = re.compile(r"\( EFE(?:COM)? \) \.$")
ENDS = re.compile(r"[.!?…:;][\"'”»)]*$")
MARKS = re.compile(r"\W+")
TAG = re.compile(r"<(/?)([A-Z_]+)>")
WORD = re.compile(r"\w+")


class Corpus:
    """One output file: takes documents, settles overlaps, counts."""

    def __init__(self, out: Path, name: str) -> None:
        self.name, self.handle = name, (out / f"{name}.jsonl").open("w")
        self.labels: Counter[str] = Counter()
        self.documents = self.dropped = self.characters = 0

    def add(self, identity: str, text: str, spans: Iterable[Span], **more: str) -> None:
        """Writes a document; a byte order mark goes, since text begins after it."""
        if text.startswith("\ufeff"):
            text, spans = text[1:], [(start - 1, end - 1, label) for start, end, label in spans]
        kept = self.settled(list(dict.fromkeys(spans)))
        assert all(0 <= start < end <= len(text) for start, end, _ in kept), (self.name, identity)
        self.documents += 1
        self.labels.update(label for _, _, label in kept)
        record = {"id": identity, **more, "text": text}
        record["spans"] = [{"start": start, "end": end, "label": label} for start, end, label in kept]
        self.handle.write(json.dumps(record, ensure_ascii=False) + "\n")

    def settled(self, spans: list[Span]) -> list[Span]:
        """Spans without overlaps: the longest first, of equals the first in the text, then the first in the file."""
        kept: list[Span] = []
        covered: set[int] = set()
        for span in sorted(spans, key=lambda span: (span[0] - span[1], span[0])):
            places = range(span[0], span[1])
            if covered.isdisjoint(places):
                kept.append(span)
                covered.update(places)
            else:
                self.dropped += 1
                self.characters += sum(at not in covered for at in places)
        return sorted(kept)

    def close(self) -> None:
        """Ends the file and says what it holds."""
        self.handle.close()
        labels = ", ".join(f"{label} {n}" for label, n in self.labels.most_common())
        print(
            f"{self.name}: {self.documents} documents, {self.labels.total()} spans, {self.dropped} overlapping ones"
            f" dropped ({self.characters} characters no longer covered); {labels}"
        )


def letters(text: str) -> str:
    """A text without marks and spaces, which some quotations have in another way."""
    return "".join(WORD.findall(text))


def sentences(text: str) -> Iterator[Tagged]:
    """The sentences of a file of columns: word first, label last."""
    for block in re.split(r"\n\s*\n", text.replace("\r", "")):
        rows = [line.split("\t" if "\t" in line else " ") for line in block.split("\n") if line.strip()]
        if rows:
            yield [(row[0].lstrip("\ufeff"), row[-1].strip()) for row in rows if len(row) > 1 and row[0]]


def chunks(tags: list[str]) -> Iterator[tuple[int, int, str]]:
    """Runs of one label, first and last token included; `I-` after another label begins a run too."""
    start = None
    for at, tag in enumerate([*tags, "O"]):
        goes_on = tag.startswith("I-") and start is not None and tags[start][2:] == tag[2:]
        if start is not None and not goes_on:
            yield start, at - 1, tags[start][2:]
            start = None
        if tag != "O" and not goes_on:
            start = at


def document(parts: list[Tagged], crushed: bool = False) -> tuple[str, list[Span]]:
    """Sentences as one text. A sentence that no mark ends was a heading or an item, and a line of its own."""
    text, sentence, spans = "", "", []
    for part in parts:
        if text:
            text += " " if ENDS.search(sentence) or MARKS.fullmatch(sentence) else "\n"
        sentence, places = joined([word for word, _ in part], crushed)
        for first, last, label in chunks([tag for _, tag in part]):
            spans.append((len(text) + places[first][0], len(text) + places[last][1], label))
        text += sentence
    return text, spans


def meddocan(data: Path, out: Path) -> None:
    """The clinical cases with what identifies people in them."""
    files = dict(unpack_raw(data / "meddocan/train-dev.tar.zst"))
    for part in "train", "dev":
        corpus = Corpus(out, f"meddocan-{part}")
        for name in sorted(files):
            if f"{part}/" not in name or not name.endswith(".txt"):
                continue
            spans = []
            for line in files[name.removesuffix(".txt") + ".ann"].splitlines():
                _, place, quoted = line.split("\t")
                label, start, end = place.split()
                assert files[name][int(start) : int(end)] == quoted
                spans.append((int(start), int(end), label))
            corpus.add(document_id(name), files[name], spans)
        corpus.close()


def unpack_raw(archive: Path) -> Iterator[tuple[str, str]]:
    """The files of an archive with the byte order mark that offsets count."""
    packed = subprocess.run(["zstd", "-dcq", archive], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
        for member in tar.getmembers():
            handle = tar.extractfile(member) if member.isfile() else None
            if handle:
                yield member.name, handle.read().decode()


def tab(data: Path, out: Path) -> None:
    """The court cases: every span, whatever one annotator thought of masking it."""
    corpus = Corpus(out, "tab")
    for line in unpacked(data / "tab/train.jsonl.zst").splitlines():
        case = json.loads(line)
        ranked = sorted(case["spans"], key=lambda span: TAB_RANK[span["identifier"]])
        spans = {(span["start"], span["end"]): span["type"] for span in reversed(ranked)}
        found = [(start, end, label) for (start, end), label in spans.items()]
        corpus.add(case["id"], case["text"], found, protect=case["protect"])
    corpus.close()


def wikigold(data: Path, out: Path) -> None:
    """Articles, put together from their sentences."""
    corpus = Corpus(out, "wikigold")
    (text,) = (text for name, text in unpack(data / "ner/wikigold.tar.zst") if name.endswith("wikigold.conll.txt"))
    articles = [list(sentences(article)) for article in text.split("-DOCSTART- O")]
    for at, article in enumerate(filter(None, articles), 1):
        corpus.add(f"wikigold-{at:03}", *document(article))
    corpus.close()


def wnut17(data: Path, out: Path) -> None:
    """Messages, each a document, under our categories: ORG and MISC would lose what it tells apart."""
    files = {name.split("/")[-2]: text for name, text in unpack(data / "ner/wnut17.tar.zst") if "/data/" in name}
    for part in "train", "dev", "test":
        corpus = Corpus(out, f"wnut17-{part}")
        for at, message in enumerate(sentences(files[part]), 1):
            text, spans = document([message])
            corpus.add(f"wnut17-{part}-{at:04}", text, [(start, end, WNUT[label]) for start, end, label in spans])
        corpus.close()


def conll2002(data: Path, out: Path) -> None:
    """News of an agency; a new one begins where its dateline stands."""
    files = {Path(name).name: text for name, text in unpack(data / "nltk/conll2002.tar.zst")}
    for part, name in ("train", "esp.train"), ("dev", "esp.testa"), ("test", "esp.testb"):
        corpus = Corpus(out, f"conll2002-{part}")
        stories: list[list[Tagged]] = []
        for sentence in sentences(files[name]):
            line = " ".join(word for word, _ in sentence)
            if not stories or (len(sentence) <= 30 and DATELINE.search(line)):
                stories.append([])
            stories[-1].append(sentence)
        for at, story in enumerate(stories, 1):
            corpus.add(f"conll2002-{part}-{at:04}", *document(story))
        corpus.close()


def ncbi(data: Path, out: Path) -> None:
    """Abstracts with diseases, from the PubTator files; an abstract that comes twice counts once."""
    files = {Path(name).name: text for name, text in unpack(data / "bio/ncbi_disease.tar.zst")}
    for part, name in ("train", "train"), ("dev", "develop"), ("test", "test"):
        corpus, seen = Corpus(out, f"ncbi-{part}"), set()
        for block in re.split(r"\n\s*\n", files[f"NCBI{name}set_corpus.txt"].strip()):
            rows = block.split("\n")
            identity, _, title = rows[0].split("|", 2)
            text = f"{title} {rows[1].split('|', 2)[2]}"
            spans = []
            for row in rows[2:]:
                _, start, end, quoted, _, _ = row.split("\t")
                span = int(start), int(end)
                assert letters(text[slice(*span)]) == letters(quoted), (identity, span)
                spans.append((*span, "health/disease"))
            if identity not in seen:
                corpus.add(identity, text, spans)
            seen.add(identity)
        corpus.close()


def bc5cdr(data: Path, out: Path) -> None:
    """Abstracts with diseases. Their borders are lost; they are found again by what titles look like."""
    files = {Path(name).stem: text for name, text in unpack(data / "bio/bc5cdr.tar.zst")}
    for part, name in ("train", "train"), ("dev", "devel"), ("test", "test"):
        corpus = Corpus(out, f"bc5cdr-{part}")
        for at, abstract in enumerate(abstracts(list(sentences(files[name])), 500), 1):
            text, spans = document(abstract, crushed=True)
            diseases = [(start, end, "health/disease") for start, end, label in spans if label == "Disease"]
            corpus.add(f"bc5cdr-{part}-{at:03}", text, diseases)
        corpus.close()


def biotext(data: Path, out: Path) -> None:
    """The sentences of Rosario and Hearst whose only relation is a disease: what THESIS chapter 4 used."""
    corpus = Corpus(out, "biotext")
    for at, line in enumerate(unpacked(data / "bio/biotext_rosario.txt.zst", "latin-1").split("\n"), 1):
        sentence, _, relation = line.rpartition("||")
        if relation.strip() != "DISONLY":
            continue
        inside, tagged = "O", []
        for token in unescape(sentence).split():
            if tag := TAG.fullmatch(token):
                inside = "O" if tag[1] else "B-health/disease"
                continue
            tagged.append((token, inside))
            inside = inside.replace("B-", "I-")
        corpus.add(f"biotext-{at:04}", *document([tagged]))
    corpus.close()


def distemist(data: Path) -> Iterator[tuple[str, str, list[Span]]]:
    """The cases of DisTEMIST with their diseases."""
    files = list(unpack_raw(data / "bio/distemist_es.tar.zst"))
    (mentions,) = (text for name, text in files if name.endswith("subtrack1_training_mentions.tsv"))
    texts = {document_id(name): text for name, text in files if "text_files/" in name}
    found: dict[str, list[Span]] = {name: [] for name in texts}
    for row in mentions.splitlines()[1:]:
        name, _, _, start, end, quoted = row.split("\t")
        assert texts[document_id(name)][int(start) : int(end)] == quoted
        found[document_id(name)].append((int(start), int(end), "health/disease"))
    for name in sorted(texts):
        yield name, texts[name], found[name]


def cantemist(data: Path) -> Iterator[tuple[str, str, list[Span]]]:
    """The cases of CANTEMIST with their tumours."""
    for name, text in unpack(data / "bio/cantemist_es.tar.zst"):
        if not name.endswith(".xml"):
            continue
        for case in xml.fromstring(text.encode()).iter("document"):
            body, spans = case.findtext("passage/text", ""), []
            for mention in case.iter("annotation"):
                (place,) = mention.iter("location")
                start = int(place.get("offset", ""))
                spans.append((start, start + int(place.get("length", "")), "health/tumour"))
                assert body[start : spans[-1][1]] == mention.findtext("text")
            yield case.findtext("id", ""), body, spans


def livingner(data: Path) -> Iterator[tuple[str, str, list[Span]]]:
    """The sentences of LivingNER with kin, professions and words of sex among their people.

    Most people there are `paciente`, which identifies nobody; such mentions are not taken over.
    """
    professions = professions_es(data)
    seen: set[str] = set()
    for name, text in unpack(data / "bio/livingner_es.tar.zst"):
        if "subtask1" not in name:
            continue
        for at, sentence in enumerate(sentences(text), 1):
            body, spans = document([sentence])
            kept = []
            for start, end, label in spans:
                words = body[start:end].lower().split()
                if label != "HUMAN" or not words:
                    continue
                if words[0] in SEX_ES:  # `mujer` is a wife too, but seldom here
                    kept.append((start, end, "sex"))
                elif words[0] in KINSHIP_ES and not words[0].startswith("familiar"):  # `antecedentes familiares`
                    kept.append((start, end, "kinship"))
                elif words[0] in professions or " ".join(words) in professions:
                    kept.append((start, end, "profession"))
            if body not in seen:
                yield f"livingner-{Path(name).stem}-{at:04}", body, kept
            seen.add(body)


def clinical(data: Path, out: Path) -> None:
    """The Spanish clinical corpora, and the list of what in them MEDDOCAN keeps apart."""
    apart = set((data / "meddocan/test-ids.txt").read_text().split())
    dev = [(name, text) for name, text in unpack(data / "meddocan/train-dev.tar.zst") if "dev/" in name]
    dev = [(document_id(name), text) for name, text in dev if name.endswith(".txt")]
    apart |= {identity for identity, _ in dev}
    spaccc = unpack(data / "bio/spaccc_sentences_es.tar.zst")
    spaccc = [(document_id(name), text, []) for name, text in spaccc if re.search(r"(_docs|test_set)/", name)]
    corpora = {"distemist": list(distemist(data)), "cantemist": list(cantemist(data))}
    corpora |= {"livingner": list(livingner(data)), "spaccc": spaccc}
    secret = [text for _, text in dev]
    secret += [text for cases in corpora.values() for name, text, _ in cases if name in apart]
    runs = set().union(*map(shingles, secret))
    flat = [f" {' '.join(WORD.findall(text.lower()))} " for text in secret]
    denied: dict[str, None] = {}
    for name, cases in corpora.items():
        number = 0
        for identity, text, _ in cases:
            own = shingles(text)
            shared = identity in apart or not own.isdisjoint(runs)
            if not own and len(words := WORD.findall(text.lower())) > 1:
                shared |= any(f" {' '.join(words)} " in whole for whole in flat)
            if shared:
                denied[identity] = None
                number += 1
        print(f"deny: {number} of {len(cases)} in {name}")
        if name != "spaccc":
            corpus = Corpus(out, name)
            for case in cases:
                corpus.add(*case)
            corpus.close()
    found = {identity for cases in corpora.values() for identity, _, _ in cases}
    print(f"deny: {len(apart - found)} of {len(apart)} documents kept apart are in none of these corpora")
    (out / "deny.txt").write_text("".join(f"{identity}\n" for identity in denied))


def main() -> None:
    """Reads the arguments and writes every corpus."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for prepare in meddocan, tab, wikigold, wnut17, conll2002, ncbi, bc5cdr, biotext, clinical:
        prepare(arguments.data, arguments.out)


if __name__ == "__main__":
    main()
