"""Makes the files of all kinds and the manifest that says what is where."""

import importlib
import json
import random
import shutil
import zlib

import convert
from values import Mint

# The kinds, and for each the modules that make files of it, in this order.
KINDS = {
    "text": "make_text",
    "html": "make_html", "xml": "make_xml", "json": "make_json", "eml": "make_eml", "rtf": "make_rtf",
    "docx": "make_docx", "odf": "make_odf", "xlsx": "make_xlsx", "pptx": "make_pptx", "pdf": "make_pdf",
    "msg": "make_msg", "dicom": "make_dicom",
    "cards": "make_cards", "hl7": "make_hl7", "transcripts": "make_transcripts", "sql": "make_sql", "latex": "make_latex",
    "bundles": "make_bundles", "log": "make_log", "slack": "make_slack", "parquet": "make_parquet",
    "google": "make_google", "pictures": "make_pictures",
}


def make(folder, kinds, seed):
    """Writes `files/`, `refused/` and `manifest.json` into a folder."""
    for name in ("files", "refused"):
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir(parents=True)
    manifest = {"seed": seed, "files": {}, "refused": {}}
    for kind in kinds:
        # The mail library takes its boundaries from here.
        random.seed(seed)
        module = importlib.import_module(KINDS[kind])
        # A kind has the same values whichever other kinds are made.
        mint = Mint(seed * 1000 + zlib.crc32(kind.encode()) % 1000)
        for case, data in module.make(mint, seed):
            write(folder / "files" / case.path, data)
            manifest["files"][case.path] = case.entry()
        if hasattr(module, "refused"):
            for name, why, data in module.refused(mint, seed):
                write(folder / "refused" / name, data)
                manifest["refused"][name] = {"expect": "refused", "kind": kind, "why": why}
    for case in convert.make(Mint(f"convert {seed}"), kinds, seed, folder / "files"):
        manifest["files"][case.path] = case.entry()
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1, ensure_ascii=False))
    return manifest


def write(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
