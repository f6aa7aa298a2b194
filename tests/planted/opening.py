"""Opens masked files with the programs people use: does it open, and is the text that nobody asked to mask still there?"""

import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from convert import office
from search import squeeze

# What LibreOffice turns each kind into: text where it can, pages where it cannot.
TARGETS = {
    ".docx": "txt:Text", ".odt": "txt:Text", ".rtf": "txt:Text", ".html": "txt:Text", ".xhtml": "txt:Text",
    ".xlsx": "pdf", ".ods": "pdf", ".pptx": "pdf",
}


def open_all(masked, work, files):
    """What is wrong, by file."""
    broken = {}
    there = [name for name in files if (masked / name).exists()]
    if shutil.which("soffice"):
        for ending, told in TARGETS.items():
            names = [name for name in there if name.endswith(ending)]
            broken.update(open_in_office(masked, names, files, told))
    pdfs = [name for name in there if name.endswith(".pdf")]
    with ThreadPoolExecutor() as pool:
        for name, wrong in zip(pdfs, pool.map(lambda name: wrong_with_pdf(masked / name, files[name]), pdfs)):
            if wrong:
                broken[name] = wrong
    return broken


def open_in_office(masked, names, files, told):
    """One process of LibreOffice for all files of one ending."""
    broken = {}
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        folder = Path(folder)
        if names:
            office(told, [masked / name for name in names], folder / "out", folder / "profile")
        for name in names:
            out = folder / "out" / f"{Path(name).stem}.{told.split(':')[0]}"
            if not out.exists():
                broken[name] = "LibreOffice does not open it"
                continue
            text = pdf_text(out) if out.suffix == ".pdf" else out.read_text("utf-8", "ignore")
            # Names of document types are shown to nobody.
            shown = [control for control in files[name]["controls"] if not control.startswith("-//")]
            gone = [control for control in shown if squeeze(control) not in squeeze(text)]
            if gone:
                broken[name] = f"LibreOffice does not show {gone}"
    return broken


def pdf_text(path):
    return subprocess.run(["pdftotext", str(path), "-"], capture_output=True, check=False).stdout.decode("utf-8", "ignore")


def wrong_with_pdf(path, entry):
    """What qpdf and poppler say of a PDF."""
    checked = subprocess.run(["qpdf", "--check", str(path)], capture_output=True, check=False)
    if checked.returncode not in (0, 3):
        return "qpdf --check: " + checked.stderr.decode("utf-8", "ignore").strip().splitlines()[-1]
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        drawn = subprocess.run(["pdftoppm", "-r", "40", "-png", str(path), f"{folder}/page"], capture_output=True, check=False)
        if drawn.returncode or not any(Path(folder).iterdir()):
            return "pdftoppm draws nothing"
    text = squeeze(pdf_text(path))
    gone = [control for control in entry["controls"] if squeeze(control) not in text]
    return f"pdftotext does not show {gone}" if gone else ""
