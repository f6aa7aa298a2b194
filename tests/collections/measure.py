#!/usr/bin/env python3
"""Holds a table that was read from invented documents against the one they were written from.

    tests/collections/measure.py FOLDER TABLE.jsonl [--least F1]

A value is right if it is the normalised one; of places, diagnoses and the like what counts is the words it was read from.
"""
import json
import sys
import unicodedata
from collections import Counter
from pathlib import Path

BY_WORDS = {"city", "region", "diagnosis"}


def folded(text):
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))


def main():
    folder, table = Path(sys.argv[1]), Path(sys.argv[2])
    least = float(sys.argv[sys.argv.index("--least") + 1]) if "--least" in sys.argv else 0.0
    said = {}
    for line in open(table, encoding="utf-8"):
        row = json.loads(line)
        said[row["document"]] = row["attributes"]
    right, wrong, missed = Counter(), Counter(), Counter()
    shown = 0
    for line in open(folder / "gold.jsonl", encoding="utf-8"):
        gold = json.loads(line)
        name = gold.pop("document")
        text = (folder / "docs" / name).read_bytes()
        for attribute, value in gold.items():
            own = said.get(name, {}).get(attribute, {})
            values = own.get("values", [])
            if attribute in BY_WORDS:
                places = [place for place in own.get("places", []) if place["value"] in values and not place.get("of_other")]
                values = [folded(text[place["start"]:place["end"]].decode()) for place in places]
                values, value = sorted(set(values)), folded(value)
            if value is None:
                wrong[attribute] += len(values) > 0
                is_right = not values
            elif values == [value]:
                right[attribute] += 1
                is_right = True
            else:
                wrong[attribute] += len(values) > 0
                missed[attribute] += 1
                is_right = False
            if not is_right and "--show" in sys.argv and shown < 40:
                shown += 1
                print(name, attribute, "has", values, "should be", value)
    total = lambda counts: sum(counts.values())
    f1 = lambda r, w, m: 100 * 2 * r / max(2 * r + w + m, 1)
    for attribute in right | wrong | missed:
        r, w, m = right[attribute], wrong[attribute], missed[attribute]
        print(f"{attribute:16} right {r:5} wrong {w:4} missed {m:4}  F1 {f1(r, w, m):6.2f}")
    all_f1 = f1(total(right), total(wrong), total(missed))
    print(f"{'all':16} right {total(right):5} wrong {total(wrong):4} missed {total(missed):4}  F1 {all_f1:6.2f}")
    sys.exit(all_f1 < least)


main()
