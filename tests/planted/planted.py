#!/usr/bin/env python3
"""Plants values in files of every kind, masks the files with sfumato, and searches the results with other people's tools.

    planted.py make DIR [--kinds docx,pdf] [--seed N]
    planted.py search MASKED_DIR --manifest DIR/manifest.json
    planted.py selftest [DIR]                 every value must be found in the unmasked files, and none that was not planted
    planted.py run --sfumato PATH [--work DIR] [--kinds ...] [--office] [--times N]
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
# Nothing is written beside the sources.
sys.dont_write_bytecode = True

import masking
import report
from case import Places
from making import KINDS, make
from search import search
from selftest import selftest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)

    command = commands.add_parser("make")
    command.add_argument("dir", type=Path)
    command = commands.add_parser("search")
    command.add_argument("masked", type=Path)
    command.add_argument("--manifest", type=Path, required=True)
    command = commands.add_parser("selftest")
    command.add_argument("dir", type=Path, nargs="?")
    command = commands.add_parser("run")
    command.add_argument("--sfumato", type=Path, required=True)
    command.add_argument("--work", type=Path)
    command.add_argument("--policy", default="default")
    command.add_argument("--office", action="store_true", help="also open the results with LibreOffice, qpdf and poppler")

    for name in ("make", "selftest", "run"):
        commands.choices[name].add_argument("--kinds", type=lambda text: text.split(","), default=list(KINDS))
        commands.choices[name].add_argument("--seed", type=int, default=1)
        commands.choices[name].add_argument("--times", type=int, default=1, help="as many times the files, each place in other company")
    args = parser.parse_args()
    Places.factor = getattr(args, "times", 1)
    return {"make": do_make, "search": do_search, "selftest": do_selftest, "run": do_run}[args.command](args)


def do_make(args):
    manifest = make(args.dir, args.kinds, args.seed)
    print(report.made(manifest))
    return 0


def do_search(args):
    manifest = json.loads(args.manifest.read_text())
    absent = [name for name in manifest["files"] if not (args.masked / name).exists()]
    finds, missing = search(args.masked, manifest["files"])
    print(report.finds(finds))
    for name, controls in missing.items():
        print(f"BROKEN {name}: not read: {controls}")
    print(f"{len(manifest['files']) - len(absent)} files searched, {len(absent)} not there")
    # Nothing found in nothing is no success.
    nothing = len(absent) == len(manifest["files"])
    return 1 if nothing or missing or any(not find.report_only for find in finds) else 0


def do_selftest(args):
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        return selftest(args.dir or Path(folder), args.kinds, args.seed)


def do_run(args):
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        work = args.work or Path(folder)
        return masking.run(args.sfumato.resolve(), work, args.kinds, args.seed, args.policy, args.office)


if __name__ == "__main__":
    sys.exit(main())
