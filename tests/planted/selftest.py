"""Whether the searcher can see: in files that nobody masked it must find everything that was planted, and nothing else."""

import base64
import copy
from collections import Counter

import report
from case import Case
from making import make
from search import search, squeeze
from texts import Reader
from values import FORMS, PLAIN, Mint, needles


def selftest(folder, kinds, seed):
    """Makes the files and searches them as they are."""
    Case.fresh_repeats = True
    manifest = make(folder, kinds, seed)
    print(report.made(manifest))
    files = with_strangers(manifest["files"])
    finds, missing = search(folder / "files", files)
    seen = {(find.file, find.place, find.value) for find in finds}
    blind, false = [], []
    for name, entry in files.items():
        for value in entry["values"]:
            found = (name, value["place"], value["value"]) in seen
            if value["place"] == "stranger":
                false += [(name, value["value"])] if found else []
            elif not found:
                blind.append((name, value["place"], value["value"]))
    blind += blind_to_packing()
    for line in blind:
        print("not found:", *line)
    for line in false:
        print("found, but never planted:", *line)
    for name, controls in missing.items():
        print("control sentence not found:", name, controls)
    rare = [place for place, count in covered(manifest["files"]).items() if count < 3]
    for kind, place in rare:
        print(f"in fewer than three files: {kind}: {place}")
    print(f"selftest: {len(blind)} not found, {len(false)} found by chance, {len(missing)} files without their control sentences")
    return 1 if blind or false or missing or rare else 0


# How values lie packed in other texts, and what stands around them.
PACKINGS = {
    "base64": lambda data: base64.b64encode(data).decode(), "base64 of addresses": lambda data: base64.urlsafe_b64encode(data).decode().rstrip("="),
    "base64 in lines": lambda data: base64.encodebytes(b"x" * 70 + data).decode(), "hexadecimal": bytes.hex,
}
AROUND = ['{"data": "%s"}', "line before\n%s\n", '<a href="data:text/plain;base64,%s">']


def blind_to_packing():
    """Values of each kind and length that are not found when they are packed; a few files would not have them all."""
    mint = Mint("packed")
    for kind in FORMS:
        for _ in range(20):
            planted = mint.planted(kind)
            for packing, pack in PACKINGS.items():
                for around in AROUND:
                    data = (around % pack(str(planted).encode())).encode()
                    hays = [squeeze(text.text) for text in Reader().read(data, "")]
                    if not any(squeeze(planted.value) in hay for hay in hays):
                        yield packing, around, str(planted)


def covered(files):
    """How many files have each place of each kind."""
    return Counter(
        pair for entry in files.values()
        for pair in {(entry["kind"], value["place"].split(":")[0]) for value in entry["values"]})


def with_strangers(files):
    """Values of each kind that are in no file, to be looked for in all."""
    # Surnames with endings that no planted one has.
    mint = Mint("strangers", tails=["wyth", "fjord", "skova"])
    files = copy.deepcopy(files)
    for entry in files.values():
        for kind in PLAIN:
            value = mint.planted(kind).value
            entry["values"].append({"place": "stranger", "kind": kind, "value": value, "needles": needles(kind, value)})
    return files
