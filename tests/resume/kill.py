#!/usr/bin/env python3
"""Kills a batch again and again, and holds what it leaves against a run that nobody disturbed.

    tests/resume/kill.py --sfumato target/release/sfumato --files 2000 --kills 500

Files of all formats are made of the samples. A round is a batch that is killed (signal 9, to the process and all its
threads) at random moments until it comes to its end; rounds go on until there were enough kills. After each round
the results must be those of the undisturbed run byte for byte, nothing else may lie there, every input must stand in
the journal once, and `sfumato verify` must agree. People in the files are invented.
"""

import argparse
import gzip
import io
import json
import random
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

SAMPLES = Path(__file__).parents[2] / "samples"


def made(folder: Path, count: int) -> None:
    """So many files of all formats, in folders, some with names that are hard to write down."""
    samples = {path.name: path.read_bytes() for path in sorted(SAMPLES.iterdir()) if path.is_file()}
    samples = list((samples | more()).items())
    for number in range(count):
        name, data = samples[number % len(samples)]
        below = folder / f"ward {number % 7}" / (f"año-{number % 3}" if number % 2 else "notes")
        below.mkdir(parents=True, exist_ok=True)
        target = below / f"{number:05}-{name}"
        if name.endswith((".txt", ".md")) and b"\x00" not in data:
            data += f"\nRef. {number}\n".encode()
        target.write_bytes(data)


def more() -> dict[str, bytes]:
    """Files of the formats that the samples have none of."""
    line = "Dr. Ann Lee saw Peter Moss of Leeds on 3 May 2021."
    archive, packed = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(archive, "w") as members:
        members.writestr(zipfile.ZipInfo("letter.txt"), line)
    with tarfile.open(fileobj=packed, mode="w") as members:
        about = tarfile.TarInfo("letter.txt")
        about.size = len(line)
        members.addfile(about, io.BytesIO(line.encode()))
    mail = f"From: Ann Lee <ann.lee@example.org>\nTo: Peter Moss <p.moss@example.org>\nSubject: Hip\n\n{line}\n"
    card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann Lee\r\nN:Lee;Ann;;;\r\nTEL:07700 900416\r\nEND:VCARD\r\n"
    event = (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\nBEGIN:VEVENT\r\nUID:1@example.org\r\n"
        "DTSTART:20210503T100000Z\r\nSUMMARY:Ann Lee sees Peter Moss\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    hl7 = (
        "MSH|^~\\&|A|B|C|D|20210503100000||ADT^A01|1|P|2.5\r"
        "PID|1||4711^^^X||Lee^Ann||19700304|F|||1 Mill Lane^^Leeds^^LS1 1AA\r"
    )
    texts = {
        "a.rtf": "{\\rtf1\\ansi " + line + "\\par}",
        "a.srt": f"1\n00:00:01,000 --> 00:00:02,000\n{line}\n",
        "a.vtt": f"WEBVTT\n\n00:01.000 --> 00:02.000\n{line}\n",
        "a.vcf": card,
        "a.ics": event,
        "a.hl7": hl7,
        "a.sql": f"CREATE TABLE notes (id INT, note TEXT);\nINSERT INTO notes VALUES (1, '{line}');\n",
        "a.tex": f"\\documentclass{{article}}\n\\begin{{document}}\n{line}\n\\end{{document}}\n",
        "a.xml": f'<?xml version="1.0"?>\n<note><by>Ann Lee</by><text>{line}</text></note>\n',
        "a.mbox": f"From ann.lee@example.org Mon May  3 10:00:00 2021\n{mail}\n",
        "a.eml": mail,
        "a.log": f"2021-05-03 10:00:00 INFO login user=ann.lee ip=192.0.2.7\n2021-05-03 10:00:01 INFO {line}\n",
    }
    packings = {"a.zip": archive.getvalue(), "a.tar": packed.getvalue(), "a.txt.gz": gzip.compress(line.encode(), mtime=0)}
    return {name: text.encode() for name, text in texts.items()} | packings


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def complain(what: str) -> None:
    print(f"kill.py: {what}", file=sys.stderr)
    sys.exit(1)


def round_of(program: list[str], out: Path, longest: float, rest: int, draw: random.Random) -> int:
    """One batch, killed until it comes to its end; the number of kills."""
    kills = 0
    while True:
        started = time.monotonic()
        run = subprocess.Popen(program, stderr=subprocess.DEVNULL)
        if kills < rest:
            try:
                run.wait(draw.uniform(0, longest))
            except subprocess.TimeoutExpired:
                run.send_signal(signal.SIGKILL)
                run.wait()
                kills += 1
                continue
        if run.wait() != 0:
            complain(f"the batch ended with status {run.returncode} after {time.monotonic() - started:.1f} s")
        return kills


def checked(sfumato: str, inputs: Path, out: Path, expected: dict[str, bytes]) -> None:
    found = tree(out)
    if found.keys() != expected.keys():
        complain(f"other files than in an undisturbed run: {sorted(found.keys() ^ expected.keys())[:5]}")
    if different := [name for name in expected if found[name] != expected[name]]:
        complain(f"other bytes than in an undisturbed run: {different[:5]}")
    journal = out.with_name(out.name + ".batch")
    names = [json.loads(line.split(" ", 1)[1])["input"] for line in (journal / "journal").read_text().splitlines()[1:]]
    if len(names) != len(set(names)):
        complain("an input stands in the journal twice")
    verified = subprocess.run([sfumato, "verify", out, "--inputs", inputs, "-q"])
    if verified.returncode != 0:
        complain("the results are not those of the manifest")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sfumato", default="target/release/sfumato")
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--per-round", type=int, default=50, help="the most kills before a batch may come to its end")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="sfumato-kill-") as name:
        work = Path(name)
        inputs, plain, out = work / "in", work / "plain", work / "out"
        made(inputs, options.files)
        started = time.monotonic()
        subprocess.run([options.sfumato, "mask", inputs, "-o", plain, "-q"], check=True)
        undisturbed = time.monotonic() - started
        expected = tree(plain)
        print(f"{len(expected)} files, undisturbed {undisturbed:.1f} s", flush=True)
        program = [options.sfumato, "mask", str(inputs), "-o", str(out), "--resume", "-q"]
        kills = rounds = 0
        while kills < options.kills:
            shutil.rmtree(out, ignore_errors=True)
            shutil.rmtree(out.with_name("out.batch"), ignore_errors=True)
            # Killed at any moment of a run, as often as fits into a round: most of the work is done in between.
            longest = max(0.05, undisturbed / options.per_round * 4)
            rest = min(options.per_round, options.kills - kills)
            kills += round_of(program, out, longest, rest, draw)
            rounds += 1
            checked(options.sfumato, inputs, out, expected)
            print(f"round {rounds}: {kills} kills so far, results equal", flush=True)
    print(f"{kills} kills in {rounds} rounds of {options.files} files: every result as undisturbed")


if __name__ == "__main__":
    main()
