#!/usr/bin/env python3
"""Makes the examples of the general recognisers out of several corpora.

Usage: general.py en|es GAZETTEER.tsv OUT.jsonl IN.jsonl...

Corpora of names say person, place, organisation and, for all else, "miscellaneous".
Here the rest is told apart as far as its own words and those before it tell: titles of works, events, nationalities.
Professions and words for nationality, creed or ethnic group are labelled from the gazetteer where nothing else is:
no corpus of running text marks them.
Labels that say nothing about people in general (codes, dates of a court file) are left out.
"""

import json
import re
import sys
from pathlib import Path

NAMES = {"PER": "person", "LOC": "place", "ORG": "organisation", "MISC": "other",
         "PERSON": "person", "DEM": "demographic", "QUANTITY": "quantity"}
LEFT_OUT = {"CODE", "DATETIME"}

WORK_BEFORE = {
    "en": r"(?:film|movie|album|song|single|novel|book|play|series|show|magazine|newspaper|opera|musical|poem|game|"
          r"track|documentary|soundtrack|comic|journal|painting|sitcom|drama|comedy|episode|anthem)s?",
    "es": r"(?:película|filme|film|disco|álbum|canción|novela|libro|obra|serie|revista|diario|periódico|ópera|poema|"
          r"programa|documental|cuento|ensayo|tema|cuadro|comedia|drama)s?",
}
EVENT_WORD = {
    "en": r"\b(?:War|Battle|Olympics|Olympic|Festival|Championships?|Cup|Revolution|Crusade|Games|Tournament|Open|Prix|"
          r"Conference|Congress of|Holocaust|Uprising|Siege|Campaign|Election|Awards?|Prize|Emigration|Partition)\b",
    "es": r"\b(?:Guerra|Batalla|Olimpiadas?|Juegos|Festival|Campeonato|Copa|Revolución|Torneo|Liga|Vuelta|Congreso|"
          r"Cumbre|Feria|Mundial|Premio|Conferencia|Eurocopa|Abierto|Tour|Giro)\b",
}

TITLE = re.compile(r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Sir|Lord|Lady|Rev|Capt|Gen|Col|Sgt|Sr|Sra|Srta|Dra|Don|Doña|D|Dña|"
                   r"Señor|Señora)\b\.?ª?\s+)+(?=\w)")


def without_title(text, start, end):
    """Where a name begins behind the title that some corpora count as part of it."""
    title = TITLE.match(text, start, end)
    return title.end() if title else start


def gazetteer(path):
    """The phrases of demographic words and of professions, in small letters."""
    demographic, profession = set(), set()
    for line in path.read_text(encoding="utf-8").splitlines():
        phrase, kind = line.split("\t")
        if kind in ("nationality", "ethnic", "religion"):
            demographic.add(phrase.lower())
        elif kind == "profession" and len(phrase) > 3:
            profession.add(phrase.lower())
    return demographic, profession - demographic


def told_apart(text, start, end, language, demographic):
    """What something miscellaneous is."""
    name = text[start:end]
    if name.lower() in demographic:
        return "demographic"
    if re.search(EVENT_WORD[language], name):
        return "event"
    before = text[max(0, start - 40):start]
    if re.search(r"[\"“«']\s*$", before) or re.search(rf"\b{WORK_BEFORE[language]}\W+(?:\w+\W+)?$", before, re.I):
        return "work"
    return "other"


def listed(text, taken, demographic, profession):
    """Words of the gazetteer where nothing is labelled yet, the longest first."""
    words = list(re.finditer(r"[^\W\d_]+", text))
    at = 0
    while at < len(words):
        step = 1
        for count in (4, 3, 2, 1):
            run = words[at:at + count]
            if len(run) < count:
                continue
            start, end = run[0].start(), run[-1].end()
            phrase = text[start:end].lower()
            label = "demographic" if phrase in demographic else "profession" if phrase in profession else None
            # A profession in capitals is part of a name or a heading.
            if label == "profession" and text[start].isupper() and start > 0 and not text[:start].rstrip().endswith((".", "\n")):
                label = None
            if label and not any(start < b and a < end for a, b in taken):
                yield {"start": start, "end": end, "label": label}
                step = count
                break
        at += step


def main():
    language, lists, out, *sources = sys.argv[1:]
    demographic, profession = gazetteer(Path(lists))
    with open(out, "w", encoding="utf-8") as sink:
        for source in sources:
            for line in Path(source).read_text(encoding="utf-8").splitlines():
                record = json.loads(line)
                text, spans = record["text"], []
                for span in record["spans"]:
                    if span["label"] in LEFT_OUT:
                        continue
                    label = NAMES.get(span["label"], span["label"])
                    if label == "other":
                        label = told_apart(text, span["start"], span["end"], language, demographic)
                    start = without_title(text, span["start"], span["end"]) if label == "person" else span["start"]
                    spans.append({"start": start, "end": span["end"], "label": label})
                taken = [(span["start"], span["end"]) for span in spans]
                spans += listed(text, taken, demographic, profession)
                spans.sort(key=lambda span: span["start"])
                sink.write(json.dumps({"id": record["id"], "text": text, "spans": spans}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
