"""Looks for planted values in masked files, with every reader there is."""

import json
import os
import re
import subprocess
import tempfile
import unicodedata
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from texts import Reader

# How many finds of one value are told.
TOLD = 3
# A needle shorter than this would be found by chance.
SHORTEST = 7
SEPARATORS = re.compile(r"[\s\u00a0\u00ad\u200b-\u200f\u2010-\u2015\u2028-\u202f\u2060\ufeff.\-_·]+")

ACCENTS = re.compile("[\u0300-\u036f]")


@dataclass(frozen=True)
class Find:
    """A value that is still there: its place when planted, and where and how it was found."""

    file: str
    place: str
    value: str
    where: str
    how: str
    report_only: bool = False


def squeeze(text):
    """Letters without case and accents, nothing between them."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    return SEPARATORS.sub("", folded if folded.isascii() else ACCENTS.sub("", folded))


class Wanted:
    """The needles of one file and what was found of them."""

    def __init__(self, name, entry):
        self.name = name
        self.values = [(value, [squeeze(needle) for needle in value["needles"]]) for value in entry["values"]]
        self.controls = {control: squeeze(control) for control in entry["controls"]}
        self.finds = {}
        self.controls_seen = set()
        for value, squeezed in self.values:
            short = [needle for needle in squeezed if len(needle) < SHORTEST]
            if short:
                raise ValueError(f"{name}: {short} is too short to be searched for")

    def look(self, where, how, text):
        hay = squeeze(text)
        for index, (value, squeezed) in enumerate(self.values):
            found = self.finds.setdefault(index, [])
            if len(found) < TOLD and any(needle in hay for needle in squeezed):
                if (where, how) not in found:
                    found.append((where, how))
        self.controls_seen |= {control for control, needle in self.controls.items() if needle in hay}

    def result(self):
        return [
            Find(self.name, value["place"], value["value"], where, how, value.get("report_only", False))
            for index, (value, _) in enumerate(self.values)
            for where, how in self.finds.get(index, [])
        ]


def search_file(path, name, entry, pictures):
    """The finds in one file, and the control sentences that are missing. Pictures inside it are put into a folder."""
    wanted = Wanted(name, entry)
    reader = Reader()
    data = Path(path).read_bytes()
    for text in reader.read(data, ""):
        wanted.look(text.where.lstrip("!") or "file", text.how, text.text)
    for option in (["-n", "6"], ["-n", "6", "-el"]):
        done = subprocess.run(["strings", *option, str(path)], capture_output=True, check=False)
        wanted.look("file", "strings " + " ".join(option), done.stdout.decode("latin-1"))
    for number, (where, kind, picture) in enumerate(reader.pictures):
        target = Path(pictures, f"{name.replace('/', '__')}@{number}.{kind}")
        target.write_bytes(picture)
    missing = [control for control in wanted.controls if control not in wanted.controls_seen]
    return wanted.result(), missing


def search(folder, files, exiftool=True):
    """Searches the files of a manifest in a folder of masked ones: all finds, and missing control sentences by file."""
    finds, missing = [], {}
    with tempfile.TemporaryDirectory() as pictures, ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = {
            name: pool.submit(search_file, Path(folder, name), name, entry, pictures)
            for name, entry in files.items()
            if Path(folder, name).exists()
        }
        for name, job in jobs.items():
            try:
                found, gone = job.result()
            except Exception as error:  # noqa: BLE001, whatever a masked file does to a reader
                # A file that was not read to its end is no clean file: it counts as broken.
                found, gone = [], [f"the search failed: {type(error).__name__}: {error}"]
            finds += found
            if gone:
                missing[name] = gone
        if exiftool:
            finds += search_metadata(folder, {name: files[name] for name in jobs}, pictures)
    return finds, missing


def search_metadata(folder, files, pictures):
    """What `exiftool` reads, of the files and of the pictures in them; one process for all."""
    named = {str(Path(folder, name)): name for name in files}
    for picture in sorted(Path(pictures).iterdir()):
        named[str(picture)] = picture.name.split("@")[0].replace("__", "/")
    if not named:
        return []
    command = ["exiftool", "-a", "-u", "-G1", "-ee", "-j", "-struct", "-@", "-"]
    done = subprocess.run(command, input="\n".join(named).encode(), capture_output=True, check=False)
    wanted = {name: Wanted(name, entry) for name, entry in files.items()}
    for record in json.loads(done.stdout.decode("utf-8", "ignore") or "[]"):
        source = record.pop("SourceFile")
        where = "picture" if source.startswith(pictures) else "file"
        for tag, text in record.items():
            wanted[named[source]].look(f"{where} {tag}", "exiftool", str(text))
    return [find for each in wanted.values() for find in each.result()]
