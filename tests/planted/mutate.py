"""Damages planted files in many ways, masks what comes of it, and looks for what is still there.

    python mutate.py --sfumato BINARY --work DIR --count 10000 [--kinds docx,xlsx] [--seed 1]

A damaged file may be refused or masked; it must not come out with a value in it that a whole copy of stands in what it went in
with, nor end in a panic, nor take long or much memory. Only mail addresses are looked for: damage beside them does not make them
something else. What a batch takes is what no file of it can exceed; the files of a batch that takes longer are timed one by one."""

import argparse
import base64
import html
import io
import random
import re
import resource
import shutil
import subprocess
import urllib.parse
import zipfile
from collections import Counter
from pathlib import Path

from making import KINDS, make

BATCH = 400
BASE64 = re.compile(rb"[A-Za-z0-9+/\r\n]{24,}={0,2}")
# The most that one file may take of a processor, and of memory.
SECONDS = 10
BYTES = 2 << 30


def damage(data, rng):
    """Bytes with one or a few places damaged."""
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        if not data:
            break
        at, length = rng.randrange(len(data)), min(len(data), rng.choice([1, 2, 5, 20, 100, 1000]))
        match rng.randrange(7):
            case 0:
                data[at] ^= 1 << rng.randrange(8)
            case 1:
                del data[at:at + length]
            case 2:
                data[at:at] = data[at:at + length]
            case 3:
                data[at:at] = bytes(rng.choice(b'<>&"\'=/{}\\ \x00\xff%@Aa0') for _ in range(rng.choice([1, 2, 4])))
            case 4:
                other = rng.randrange(len(data))
                data[at:at] = data[other:other + length]
            case 5:
                data[at] = rng.choice(b'<>&"\'=/{}\\ \n\x00\xff')
            case 6:
                found = [match.span() for match in BASE64.finditer(bytes(data))]
                if found:
                    start, end = rng.choice(found)
                    del data[rng.randrange(start, end)]
    return bytes(data)


def mutant(data, rng):
    """A damaged copy: inside a member of an archive, in the archive itself, or anywhere."""
    if data[:2] != b"PK" or rng.random() < 0.1:
        return data[:rng.randrange(len(data))] if rng.random() < 0.3 else damage(data, rng)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as copy:
        infos = archive.infolist()
        chosen = rng.choice(infos).filename
        gone = rng.choice(infos).filename if rng.random() < 0.05 else None
        for info in infos:
            if info.filename == gone:
                continue
            content = archive.read(info)
            content = damage(content, rng) if info.filename == chosen else content
            copy.writestr(info.filename, content, zipfile.ZIP_STORED if info.filename == "mimetype" else zipfile.ZIP_DEFLATED)
    return out.getvalue()


def texts(data, depth=0):
    """What may be read out of some bytes, in small letters; faster and less thorough than the searcher of whole files."""
    yield data
    if depth > 3:
        return
    if data[:2] == b"PK":
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                for info in archive.infolist():
                    yield info.filename.encode()
                    yield from texts(archive.read(info), depth + 1)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zipfile.zlib.error):
            pass
        return
    if b"\0" in data:
        yield data.replace(b"\0", b"")
    text = data.decode("latin-1")
    if "&" in text:
        yield html.unescape(text).encode("latin-1", "ignore")
    if "%" in text:
        yield urllib.parse.unquote(text).encode("latin-1", "ignore")
    if "<" in text:
        yield re.sub(r"<[^<>]*>", "", text).encode("latin-1", "ignore")
    for match in BASE64.finditer(data):
        digits = re.sub(rb"\s", b"", match[0]).rstrip(b"=")
        for start in range(4):
            part = digits[start:]
            part = part[:len(part) // 4 * 4]
            if len(part) >= 16:
                yield from texts(base64.b64decode(part), depth + 1)


def left(data, values):
    """The values that stand in some bytes."""
    found = set()
    for text in texts(data):
        low = text.lower()
        found |= {value for value in values if value in low}
    return found


def spent():
    """The seconds of a processor that programs have taken so far, and the most memory that one took, in bytes."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def mask(sfumato, source, target):
    """What the program says of a folder or a file, and the seconds of a processor it took."""
    before, _ = spent()
    command = [sfumato, "mask", str(source), "-o", str(target), "--allow-incomplete", "--embedded", "remove"]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return done, spent()[0] - before


def slow(sfumato, source, work):
    """The files of a batch that take too long by themselves."""
    target = work / "single"
    for path in sorted(source.iterdir()):
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        _, seconds = mask(sfumato, path, target / path.name)
        if seconds > SECONDS:
            yield f"{path.name}: {seconds:.1f} s"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sfumato", required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--kinds", default="docx,xlsx,pptx,odf,xml,rtf")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    kinds = [kind for kind in options.kinds.split(",") if kind in KINDS]
    manifest = make(options.work / "whole", kinds, options.seed)
    names = sorted(manifest["files"])
    rng = random.Random(options.seed)
    counts, wrong = Counter(), []
    for start in range(0, options.count, BATCH):
        source, target = options.work / "in", options.work / "out"
        for folder in (source, target):
            shutil.rmtree(folder, ignore_errors=True)
        source.mkdir(parents=True)
        origin = {}
        for number in range(start, min(start + BATCH, options.count)):
            name = rng.choice(names)
            made = f"{number:06d}-{name.replace('/', '-')}"
            (source / made).write_bytes(mutant((options.work / "whole" / "files" / name).read_bytes(), rng))
            origin[made] = name
        done, seconds = mask(options.sfumato, source, target)
        counts["seconds"] += seconds
        if seconds > SECONDS:
            wrong.extend(slow(options.sfumato, source, options.work))
        if "panicked" in done.stderr or done.returncode not in (0, 1):
            wrong.append(f"batch {start}: status {done.returncode}: {done.stderr[-400:]}")
        for made, name in origin.items():
            counts["made"] += 1
            result = target / made
            if not result.exists():
                counts["refused"] += 1
                continue
            counts["masked"] += 1
            values = {value["value"].lower().encode() for value in manifest["files"][name]["values"] if value["kind"] == "email" and not value.get("report_only")}
            leaks = left(result.read_bytes(), values) if values else set()
            # What damage made unreadable in what went in is no leak of the masking.
            leaks = leaks & left((source / made).read_bytes(), values) if leaks else leaks
            if leaks:
                counts["leaked"] += 1
                keep = options.work / "leaks"
                keep.mkdir(exist_ok=True)
                shutil.copy(source / made, keep / made)
                wrong.append(f"{made}: {sorted(leaks)[0].decode()}")
    _, memory = spent()
    if memory > BYTES:
        wrong.append(f"a batch took {memory >> 20} MiB")
    print(f"{dict(counts)}, {memory >> 20} MiB at most")
    print("\n".join(wrong[:60]))
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
