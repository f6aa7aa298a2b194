"""Silver documents from what the teachers said: the text they are sure of, with their labels.

    silver.py BUNDLE LABELS OUT [--keep 0.6]

LABELS is a folder with what finetune.py put into its archives. Each teacher and head gives OUT/HEAD-FOLD.jsonl, JSON
Lines spans (code points). A document is what is left of it after the sentences in which the teacher doubts a token
are gone; the doubt allowed is the least at which the wanted share of the text is kept, for each source of text by
itself. A source that a teacher is too unsure of is left out. No cut goes through a span.
"""

import argparse
import json
import re
from bisect import bisect_left
from collections import defaultdict
from pathlib import Path

from tasks import STEPS
from text import lines, tokens

FLOOR = 2  # the step that every token must reach: 0.4
WITH_SPANS = 0.45  # of the text that holds spans, the share that is kept at least
AFTER = r" +(?=[\"“«¿¡(]*[^\W\d_])"
END = re.compile(rf"(?<=[^\W\d_]{{3}}[.?!])[”\"»)]*{AFTER}|(?<=[\d)\]”\"][.?!]){AFTER}|\n+")
ABBREVIATED = re.compile(
    r"\b(?:Mrs|Messrs|Prof|Gen|Col|Capt|Sgt|Rev|Hon|Gov|Sen|Rep|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|etc|vol"
    r"|arts?|núm|pág|Dra|Sra|Dña|Avda|Inc|Ltd|Corp)\.$"
)


def sentences(text: str, spans: list[list]) -> list[tuple[int, int]]:
    """Cuts after sentences and lines, where no span lies across; each sentence takes the space after it."""
    inside = {at for start, end, *_ in spans for at in range(start + 1, end)}
    cuts = [0]
    for match in END.finditer(text):
        cut = match.end()
        if cut in inside or match.start() in inside:
            continue
        if "\n" not in match.group() and ABBREVIATED.search(text[max(0, match.start() - 8) : match.start()]):
            continue
        cuts.append(cut)
    cuts.append(len(text))
    return [(a, b) for a, b in zip(cuts, cuts[1:], strict=False) if b > a]


def judged(text: str, record: dict) -> list[tuple[int, int, int, bool]]:
    """Sentences of a document: start, end, the least sure token as a step, whether it holds a span."""
    _, starts, _ = tokens(text)
    sure = record["sure"]
    opened = [span[0] for span in record["spans"]]
    found = []
    for start, end in sentences(text, record["spans"]):
        first, after = bisect_left(starts, start), bisect_left(starts, end)
        if after > first:
            least = min(ord(mark) - 97 for mark in sure[first:after])
            found.append((start, end, least, bisect_left(opened, start) < bisect_left(opened, end)))
    return found


def threshold(units: list[tuple[int, int, int, bool]], keep: float) -> int | None:
    """The highest step that leaves the wanted share of all text, and enough of that with spans; if there is any."""
    for step in range(len(STEPS), FLOOR - 1, -1):
        shares = []
        for chosen in (units, [unit for unit in units if unit[3]]):
            total = sum(end - start for start, end, *_ in chosen)
            kept = sum(end - start for start, end, least, _ in chosen if least >= step)
            shares.append(kept / max(1, total))
        if shares[0] >= keep and shares[1] >= WITH_SPANS:
            return step
    return None


def cut_down(
    text: str, spans: list[list], units: list[tuple[int, int, int, bool]], step: int
) -> tuple[str, list[dict]]:
    """What is left of a text, and the spans where they lie in it."""
    parts, moved, at = [], [], 0
    for start, end, least, _ in units:
        if least < step:
            continue
        parts.append(text[start:end])
        for first, after, label, _ in spans:
            if start <= first and after <= end:
                moved.append({"start": at + first - start, "end": at + after - start, "label": label})
        at += end - start
    return "".join(parts), moved


def main() -> None:
    """Reads the arguments and writes a file for each teacher."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("labels", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--keep", type=float, default=0.6)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    texts: dict[str, dict[str, str]] = {}
    begun: set[str] = set()
    for path in sorted(arguments.labels.glob("*.jsonl.xz")):
        teacher, source, *_ = path.name.split(".")
        if source not in texts:
            texts[source] = {r["id"]: r["text"] for r in lines(arguments.bundle / f"unlabelled/{source}.jsonl.xz")}
        records = list(lines(path))
        cut = {record["id"]: judged(texts[source][record["id"]], record) for record in records}
        by_origin: dict[str, list[tuple[int, int, int, bool]]] = defaultdict(list)
        for name, units in cut.items():
            by_origin[name.partition("/")[0]] += units
        steps = {origin: threshold(units, arguments.keep) for origin, units in by_origin.items()}
        sizes: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])  # characters, characters kept, spans kept
        with (arguments.out / f"{teacher}.jsonl").open("a" if teacher in begun else "w") as out:
            for record in records:
                name = record["id"]
                origin = name.partition("/")[0]
                step = steps[origin]
                sizes[origin][0] += len(texts[source][name])
                if step is None:
                    continue
                text, moved = cut_down(texts[source][name], record["spans"], cut[name], step)
                sizes[origin][1] += len(text)
                sizes[origin][2] += len(moved)
                if text.strip():
                    out.write(json.dumps({"id": name, "text": text, "spans": moved}, ensure_ascii=False) + "\n")
        begun.add(teacher)
        for origin, (size, kept, spans) in sizes.items():
            step = steps[origin]
            how = "left out" if step is None else f"{kept / size:.0%} at {(0.0, *STEPS)[step]}, {spans} spans"
            print(f"{teacher} {origin}: {size / 1e6:.2f} MB, {how}", flush=True)


if __name__ == "__main__":
    main()
