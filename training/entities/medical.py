#!/usr/bin/env python3
"""Makes the examples of the recognisers of diseases: diseases, tumours and procedures.

Usage: medical.py en|es GAZETTEER.tsv TUMOURS.jsonl|- OUT.jsonl IN.jsonl...

The corpora mark diseases, tumours among them. A disease whose head is a word that the corpus of tumours marks is a
tumour. No corpus marks procedures: those of the gazetteer and words with the endings of their names are labelled
where nothing else is.
"""

import collections
import json
import re
import sys
from pathlib import Path

ENDINGS = {
    "en": r"(?:ectomy|ectomies|otomy|ostomy|oscopy|oscopies|plasty|plasties|graphy|centesis|pexy|rrhaphy|desis)$",
    "es": r"(?:ectomías?|otomías?|ostomías?|oscopias?|scopia|plastias?|grafías?|centesis|pexias?|rrafias?|desis)$",
}
NO_PROCEDURE = {"anatomy", "geography", "biography", "demography", "bibliography", "biografía", "geografía",
                "bibliografía", "demografía", "dichotomy", "dicotomía", "photography", "fotografía"}
TUMOUR = {
    "en": r"(?:carcinoma|sarcoma|lymphoma|melanoma|glioma|blastoma|adenoma|leuka?emia|neoplasms?|tumou?rs?|cancers?|"
          r"metastas[ei]s|malignanc(?:y|ies))s?",
}


def tumour_words(path):
    """Words that end or begin most of the tumours of a corpus."""
    inside, count = collections.Counter(), 0
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        for span in record["spans"]:
            words = re.findall(r"[^\W\d_]{4,}", record["text"][span["start"]:span["end"]].lower())
            inside.update(words[:1])
            count += 1
    return {word for word, times in inside.items() if times * 1000 >= count}


def main():
    language, lists, tumours, out, *sources = sys.argv[1:]
    rows = (line.split("\t") for line in Path(lists).read_text(encoding="utf-8").splitlines())
    procedures = {phrase.lower() for phrase, kind in rows if kind == "procedure" and len(phrase) > 4}
    words = set() if tumours == "-" else tumour_words(tumours)

    def is_tumour(name):
        found = re.findall(r"[^\W\d_]{4,}", name.lower())
        listed = bool(found) and (found[0] in words)
        return listed or (language in TUMOUR and any(re.search(TUMOUR[language] + "$", word) for word in found))

    with open(out, "w", encoding="utf-8") as sink:
        for source in sources:
            for line in Path(source).read_text(encoding="utf-8").splitlines():
                record = json.loads(line)
                text, spans = record["text"], record["spans"]
                for span in spans:
                    span["label"] = "health/tumour" if is_tumour(text[span["start"]:span["end"]]) else "health/disease"
                taken = [(span["start"], span["end"]) for span in spans]
                tokens = list(re.finditer(r"[^\W\d_]+", text))
                for at, token in enumerate(tokens):
                    for end in (min(at + 3, len(tokens)), min(at + 2, len(tokens)), at + 1):
                        start, stop = token.start(), tokens[end - 1].end()
                        phrase = text[start:stop].lower()
                        one = end == at + 1 and len(phrase) > 7 and re.search(ENDINGS[language], phrase)
                        if (phrase in procedures or one) and phrase not in NO_PROCEDURE and "\n" not in phrase:
                            if not any(start < b and a < stop for a, b in taken):
                                taken.append((start, stop))
                                spans.append({"start": start, "end": stop, "label": "health/procedure"})
                            break
                spans.sort(key=lambda span: span["start"])
                sink.write(json.dumps({"id": record["id"], "text": text, "spans": spans}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
