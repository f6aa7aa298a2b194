"""Masks the planted files with sfumato and says what came of it."""

import shutil
import subprocess
from dataclasses import dataclass, field

import opening
import report
from making import make
from search import search


@dataclass
class Outcome:
    """What a run gave, by file."""

    refused: dict = field(default_factory=dict)
    not_refused: dict = field(default_factory=dict)
    broken: dict = field(default_factory=dict)
    finds: list = field(default_factory=list)

    def failed(self, files):
        """Whether anything is wrong; refusing is, unless the manifest says it is as good."""
        wrongly = [name for name in self.refused if files[name]["expect"] == "masked"]
        return bool(wrongly or self.not_refused or self.broken or any(not find.report_only for find in self.finds))


def run(sfumato, work, kinds, seed, policy, with_office):
    """Makes, masks, searches, and opens; the exit status."""
    manifest = make(work, kinds, seed)
    files = manifest["files"]
    print(report.made(manifest))
    outcome = Outcome()
    masked = work / "masked"
    shutil.rmtree(masked, ignore_errors=True)
    mask_all(sfumato, work / "files", masked, policy)
    if (work / "files" / "pictures").exists():
        mask_all(sfumato, work / "files" / "pictures", masked / "pictures", policy, "--ocr")
    for name in files:
        if not (masked / name).exists():
            outcome.refused[name] = why_refused(sfumato, work / "files" / name, work / "single", policy)
    for name in manifest["refused"]:
        wrong = not_refused(sfumato, work / "refused" / name, work / "single", policy)
        if wrong:
            outcome.not_refused[name] = wrong
    outcome.finds, missing = search(masked, files)
    for name, controls in missing.items():
        outcome.broken[name] = f"not read: {controls}"
    if with_office:
        outcome.broken.update(opening.open_all(masked, work, files))
    print(report.outcome(manifest, outcome))
    return 1 if outcome.failed(files) else 0


def mask_all(sfumato, source, target, policy, *more):
    """One process for the whole folder; files it cannot read are left out."""
    command = [str(sfumato), "mask", str(source), "-o", str(target), "--policy", policy, "--allow-incomplete", "-q", *more]
    subprocess.run(command, capture_output=True, check=False, timeout=3600)


def mask_one(sfumato, source, folder, policy):
    """One file alone: the exit status, the lines it printed on standard error, and whether it wrote anything."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    target = folder / source.name
    command = [str(sfumato), "mask", str(source), "-o", str(target), "--policy", policy, "-q"]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=120)
    except subprocess.TimeoutExpired:
        return 124, ["no answer within two minutes"], any(folder.iterdir())
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return done.returncode, lines, any(folder.iterdir())


def why_refused(sfumato, source, folder, policy):
    """The message for a file that has no masked counterpart."""
    status, lines, wrote = mask_one(sfumato, source, folder, policy)
    told = " / ".join(lines).replace(str(source), source.name)
    return told if status == 2 and not wrote else f"exit {status}, {'a file' if wrote else 'no file'} written when masked alone: {told}"


def not_refused(sfumato, source, folder, policy):
    """What is wrong with the refusal of a file that must be refused: nothing, if it exits with 2, one line and no file."""
    status, lines, wrote = mask_one(sfumato, source, folder, policy)
    wrong = []
    if status != 2:
        wrong.append(f"exit {status}")
    if wrote:
        wrong.append("a file was written")
    if len(lines) != 1:
        wrong.append(f"{len(lines)} lines of message")
    return ", ".join(wrong)
