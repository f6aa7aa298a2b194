"""What the network reads, packed into a folder that can travel: raw text, annotated documents, text to label.

    prepare.py DATA GOLD GAZETTEERS BUNDLE

DATA is the data folder, GOLD the annotated corpora as JSON Lines spans and GAZETTEERS lists of names and terms
(training/entities makes both). BUNDLE gets `raw/NAME.xz` (documents with a form feed between them),
`gold/NAME.jsonl.xz`, `unlabelled/NAME.jsonl.xz` and `lists.tsv.xz` (words and what lists say of them).

Kept apart: no document of the raw text shares ten words in a row with a document that something is measured on (for
law and biographies: no paragraph), nor has the id of a MEDDOCAN test document. DisTEMIST is measured by folds and its
text is among the raw text, as nearly all Spanish clinical text is; but none of it is among the text to label, so that
what is learnt from silver labels has not read what it is measured on.
"""

import argparse
import json
import lzma
import random
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "language"))
import corpora  # noqa: E402

from records import invented  # noqa: E402
from text import lines, listed  # noqa: E402

MEASURED = [
    "tab",
    "wikigold",
    "wnut17-dev",
    "wnut17-test",
    "conll2002-dev",
    "conll2002-test",
    "ncbi-test",
    "bc5cdr-test",
    "biotext",
]
LEARNT = {
    "en-bio": ["ncbi-train", "ncbi-dev", "bc5cdr-train", "bc5cdr-dev"],
    "es-news": ["conll2002-train"],
    "en-web": ["wnut17-train"],
}
GOLD = [
    *("meddocan-train", "meddocan-dev", "tab", "wikigold", "wnut17-train", "wnut17-dev", "wnut17-test"),
    *("conll2002-train", "conll2002-dev", "conll2002-test", "ncbi-train", "ncbi-dev", "ncbi-test"),
    *("bc5cdr-train", "bc5cdr-dev", "bc5cdr-test"),
    *("general-en", "general-es", "general-es-test", "medical-en", "medical-en-test", "clinical-en", "notes-en-dev"),
]
LAW = 32_000_000  # characters of law in each language; there is more than enough
BLOCK = 40  # sentences of LivingNER taken together, its documents being lost
Record = tuple[str, str]  # id, text


def close(line: str) -> str:
    """A line of separate tokens as people write it."""
    line = line.replace("`` ", '"').replace(" ''", '"')
    line = re.sub(r" ([,.;:!?)\]%])", r"\1", line)
    return re.sub(r"([(\[¿¡]) ", r"\1", line)


def definitions(path: Path) -> Iterator[Record]:
    """What an ontology says of each of its terms, twenty at a time."""
    packed = subprocess.run(["zstd", "-dcqf", path], check=True, capture_output=True).stdout.decode()
    found = re.findall(r'^(?:def|comment): "?((?:[^"\\\n]|\\.)+)', packed, re.MULTILINE)
    texts = [text.replace("\\", "") for text in dict.fromkeys(found) if len(text) > 40 and not text.startswith("OMIM")]
    for at in range(0, len(texts), 20):
        yield f"{path.name.partition('.')[0]}-{at}", "\n".join(texts[at : at + 20])


def unseen(records: Iterable[Record], guarded: set[str]) -> Iterator[Record]:
    """The documents without their paragraphs that share ten words in a row with what is measured."""
    for name, text in records:
        kept = [line for line in text.split("\n") if corpora.shingles(line).isdisjoint(guarded)]
        if kept:
            yield name, "\n".join(kept)


def general(data: Path) -> dict[str, list[Record]]:
    """Biographies and Brown."""
    text = data / "text"
    found = {
        f"{language}-bios": [
            (name, "\n".join(corpora.paragraphs(body)))
            for name, body in corpora.unpack(text / f"wikibios-{language}.tar.zst")
        ]
        for language in ("en", "es")
    }
    pages = [item for item in corpora.unpack(text / "brown.tar.zst") if re.search(r"/c[a-r]\d\d$", item[0])]
    found["en-brown"] = [(name, "\n".join(map(close, corpora.brown(body)))) for name, body in pages]
    packed = subprocess.run(["zstd", "-dcq", data / "wikiactors/abstracts.jsonl.zst"], check=True, capture_output=True)
    actors = [json.loads(line) for line in packed.stdout.decode().splitlines()]
    found["en-actors"] = [(actor["id"], actor["text"]) for actor in actors]
    return found


def laws(data: Path, country: str) -> list[Record]:
    """Laws up to a limit, spread over the whole collection."""
    found = [
        (name, "\n".join(corpora.law(body))) for name, body in corpora.unpack(data / f"text/law-{country}.tar.zst")
    ]
    random.Random(1).shuffle(found)
    kept, size = [], 0
    for name, body in found:
        if size < LAW:
            kept.append((name, body[:200_000]))
            size += len(kept[-1][1])
    return kept


def clinical(data: Path) -> tuple[list[Record], list[Record]]:
    """Spanish clinical cases, each once, without what MEDDOCAN keeps apart; and those of them fit to be labelled."""
    apart = set((data / "meddocan/test-ids.txt").read_text().split())
    meddocan = [item for item in corpora.unpack(data / "meddocan/train-dev.tar.zst") if item[0].endswith(".txt")]
    apart |= {corpora.document_id(name) for name, _ in meddocan if "dev/" in name}
    spaccc = [item for item in corpora.unpack(data / "bio/spaccc_sentences_es.tar.zst") if "_set_docs/" in item[0]]
    distemist = [item for item in corpora.unpack(data / "bio/distemist_es.tar.zst") if "text_files/" in item[0]]
    seen = set().union(*(corpora.shingles(text) for name, text in meddocan if "dev/" in name))
    seen |= set().union(
        *(corpora.shingles(text) for name, text in spaccc + distemist if corpora.document_id(name) in apart)
    )
    folded = set().union(*(corpora.shingles(text) for _, text in distemist))
    cantemist = [
        (f"cantemist-{at}", text) for at, text in enumerate(corpora.cantemist(data / "bio/cantemist_es.tar.zst"))
    ]
    sentences = [close(line) for line in corpora.livingner(data / "bio/livingner_es.tar.zst")]
    cases = [(f"meddocan-{corpora.document_id(name)}", text) for name, text in meddocan if "train/" in name]
    cases += [
        (corpora.document_id(name), text) for name, text in distemist + spaccc if corpora.document_id(name) not in apart
    ]
    kept, fit, loose = [], [], []
    for name, text in cases + cantemist:
        own = corpora.shingles(text)
        if own and (own.isdisjoint(seen) or name.startswith("meddocan-")):
            kept.append((name, "\n".join(corpora.paragraphs(text))))
            if own.isdisjoint(folded) and not name.startswith("meddocan-"):
                fit.append(kept[-1])
            seen |= own
    for text in sentences:  # a sentence too short to compare is too short to trust
        own = corpora.shingles(text)
        if own and own.isdisjoint(seen):
            loose.append((text, own.isdisjoint(folded)))
            seen |= own
    for at in range(0, len(loose), BLOCK):
        block = loose[at : at + BLOCK]
        kept.append((f"livingner-{at}", "\n".join(text for text, _ in block)))
        fit.append((f"livingner-{at}", "\n".join(text for text, alone in block if alone)))
    return kept, fit


def apart(gold: Path, name: str) -> list[dict]:
    """Cases of DisTEMIST without those of MEDDOCAN's development and test sets, and without any that resemble them."""
    denied = set((gold / "deny.txt").read_text().split())
    cases = list(lines(gold / f"{name}.jsonl"))
    seen = set().union(*(corpora.shingles(record["text"]) for record in lines(gold / "meddocan-dev.jsonl")))
    seen |= set().union(*(corpora.shingles(case["text"]) for case in cases if case["id"] in denied))
    return [case for case in cases if case["id"] not in denied and corpora.shingles(case["text"]).isdisjoint(seen)]


def entries(gazetteers: Path) -> list[tuple[str, str]]:
    """The entries of the lists of both languages, with their kinds."""
    found = []
    for language in ("en", "es"):
        for line in (gazetteers / f"{language}.tsv").read_text().splitlines():
            entry, _, kind = line.partition("\t")
            found.append((entry, kind))
    return found


def plain(records: Iterable[dict]) -> list[dict]:
    """Annotated documents without what is not learnt from."""
    return [{"id": record["id"], "text": record["text"], "spans": record["spans"]} for record in records]


def sample(records: list[Record], size: int, longest: int = 20_000) -> Iterator[Record]:
    """Documents taken by chance up to a size, long ones cut at a line."""
    chosen = list(records)
    random.Random(2).shuffle(chosen)
    for name, text in chosen:
        if size <= 0:
            return
        part = text[:longest]
        if len(text) > longest:
            part = part.rpartition("\n")[0] or part.rpartition(" ")[0]
        if part.strip():
            size -= len(part)
            yield name, part


def write_raw(path: Path, records: list[Record]) -> str:
    """Packs raw text."""
    text = "\f".join(body.replace("\f", " ") for _, body in records)
    path.write_bytes(lzma.compress(text.encode(), preset=6))
    return f"{path.name} {len(text) / 1e6:.1f} MB, packed {path.stat().st_size / 1e6:.1f} MB"


def write_jsonl(path: Path, records: Iterable[dict]) -> str:
    """Packs JSON Lines."""
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    path.write_bytes(lzma.compress(text.encode(), preset=6))
    return f"{path.name} {text.count(chr(10))} documents, {len(text) / 1e6:.1f} MB"


def raw(data: Path, gold: Path) -> tuple[dict[str, list[Record]], list[Record]]:
    """All raw text by name, and the clinical cases fit to be labelled."""
    guarded = set().union(
        *(corpora.shingles(record["text"]) for name in MEASURED for record in lines(gold / f"{name}.jsonl"))
    )
    found = {name: list(unseen(records, guarded)) for name, records in general(data).items()}
    ontologies = [
        item for path in ("kb/doid-2016-03.obo.zst", "kb/hp-2025-01.obo.zst") for item in definitions(data / path)
    ]
    found["en-ontology"] = list(unseen(ontologies, guarded))
    for name, sources in LEARNT.items():
        found[name] = list(
            unseen(
                ((record["id"], record["text"]) for source in sources for record in lines(gold / f"{source}.jsonl")),
                guarded,
            )
        )
    found["en-law"], found["es-law"] = laws(data, "us"), laws(data, "es")
    found["es-clinical"], fit = clinical(data)
    return found, fit


def main() -> None:
    """Reads the arguments and packs everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("gold", type=Path)
    parser.add_argument("gazetteers", type=Path)
    parser.add_argument("bundle", type=Path)
    arguments = parser.parse_args()
    for folder in "raw", "gold", "unlabelled":
        (arguments.bundle / folder).mkdir(parents=True, exist_ok=True)
    texts, fit = raw(arguments.data, arguments.gold)
    labelled = {
        "en": {"en-law": 2_000_000, "en-bios": 5_000_000, "en-brown": 2_000_000, "en-actors": 2_500_000},
        "es": {"es-bios": 5_000_000, "es-law": 1_500_000},
    }
    unlabelled = {
        name: [
            (f"{source}/{key}", text) for source, size in sources.items() for key, text in sample(texts[source], size)
        ]
        for name, sources in labelled.items()
    }
    unlabelled["clinical"] = [(f"es-clinical/{key}", text) for key, text in sample(fit, 6_000_000)]
    unlabelled["biomedical"] = [(f"en-ontology/{key}", text) for key, text in sample(texts["en-ontology"], 4_000_000)]
    rows = entries(arguments.gazetteers)
    records = list(lines(arguments.gold / "meddocan-train.jsonl"))
    texts["es-records"] = invented(records, rows, 12)
    unlabelled["records"] = texts["es-records"][: 4 * len(records)]
    unlabelled["invented"] = texts["es-records"][4 * len(records) :]
    bits = "".join(f"{word}\t{value}\n" for word, value in listed(rows).items())
    (arguments.bundle / "lists.tsv.xz").write_bytes(lzma.compress(bits.encode()))
    with ProcessPoolExecutor(2) as pool:
        jobs = [pool.submit(write_raw, arguments.bundle / f"raw/{name}.xz", own) for name, own in texts.items()]
        for name, records in unlabelled.items():
            texts = [{"id": key, "text": text} for key, text in records]
            jobs.append(pool.submit(write_jsonl, arguments.bundle / f"unlabelled/{name}.jsonl.xz", texts))
        annotated = {name: plain(lines(arguments.gold / f"{name}.jsonl")) for name in GOLD}
        annotated |= {f"{name}-apart": plain(apart(arguments.gold, name)) for name in ("distemist", "medical-es")}
        for name, documents in annotated.items():
            jobs.append(pool.submit(write_jsonl, arguments.bundle / f"gold/{name}.jsonl.xz", documents))
        for job in jobs:
            print(job.result(), flush=True)


if __name__ == "__main__":
    main()
