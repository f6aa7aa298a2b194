"""Files that other programs write: LibreOffice, Chromium and wkhtmltopdf, out of sources that were planted here.

A program that converts leaves things out; what it did not take over is left out of the manifest too, and counted."""

import random
import shutil
import subprocess
import tempfile
from pathlib import Path

import make_docx
import make_html
import make_odf
import make_rtf
import make_xlsx
from case import Case, plant_all
from search import search_file

# PDF with its structure, as LibreOffice makes it for readers of the screen.
TAGGED = 'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"true"},"PDFUACompliance":{"type":"boolean","value":"true"}}'


def odt(case, places):
    odf = make_odf.Odf(make_odf.TextBase(), case)
    plant_all(places, odf, case)
    return odf.render()


def ods(case, places):
    odf = make_odf.Odf(make_odf.SheetBase(), case)
    plant_all(places, odf, case)
    return odf.render()


def docx(case, places):
    word = make_docx.Word()
    for line in (case.introduce(), *case.controls):
        word.document.add_paragraph(line)
    plant_all(places, word, case)
    return word.render()


def xlsx(case, places):
    book = make_xlsx.Book()
    for line in (case.introduce(), *case.controls):
        book.row(line)
    plant_all(places, book, case)
    return book.render()


def rtf(case, places):
    text = make_rtf.Rtf()
    plant_all(places, text, case)
    return text.render(case)


def html(case, places):
    page = make_html.Page()
    plant_all(places, page, case)
    return page.render(case, xhtml=False).encode(page.encoding)


SOURCES = {"odt": (odt, make_odf.PLACES), "ods": (ods, make_odf.SHEETS), "docx": (docx, make_docx.PLACES),
           "xlsx": (xlsx, make_xlsx.PLACES), "rtf": (rtf, make_rtf.PLACES), "html": (html, make_html.PLACES)}

# The kind it counts as, the kind of the source, the ending of the result, and what LibreOffice is told.
OFFICE = [
    ("docx", "odt", "docx", "docx"),
    ("docx", "html", "docx", "docx:MS Word 2007 XML"),
    ("docx", "rtf", "docx", "docx"),
    ("rtf", "odt", "rtf", "rtf"),
    ("rtf", "docx", "rtf", "rtf"),
    ("odf", "docx", "odt", "odt"),
    ("odf", "html", "odt", "odt:writer8"),
    ("odf", "xlsx", "ods", "ods"),
    ("xlsx", "ods", "xlsx", "xlsx"),
    ("pdf", "docx", "pdf", "pdf"),
    ("pdf", "odt", "pdf", TAGGED),
    ("pdf", "ods", "pdf", "pdf"),
]


def make(mint, kinds, seed, folder):
    """Writes converted files into a folder; yields their cases."""
    rng = random.Random(f"convert {seed}")
    if shutil.which("soffice"):
        for job in OFFICE:
            if job[0] in kinds:
                yield from by_office(mint, rng, folder, *job)
    if "pdf" in kinds:
        for program, command in (("chromium", chromium), ("wkhtmltopdf", wkhtmltopdf)):
            if shutil.which(program):
                yield from by_browser(mint, rng, folder, program, command)


def sources(mint, rng, source, kind, name, ending):
    """Three planted sources, with all places between them that can be masked."""
    build, places = SOURCES[source]
    fit = [place for place in places.items if not place.alone]
    rng.shuffle(fit)
    for number in range(3):
        case = Case(mint, f"{kind}/{name}-{number}.{ending}", kind)
        yield case, build(case, fit[number::3])
        # Form controls of a page become objects that nobody reads.
        case.expect = "either" if (source, ending) == ("html", "docx") else "masked"


def by_office(mint, rng, folder, kind, source, ending, told):
    name = f"office-{source}" + ("-tagged" if told == TAGGED else "")
    with tempfile.TemporaryDirectory(prefix="planted-") as work:
        work = Path(work)
        cases = []
        for case, data in sources(mint, rng, source, kind, name, ending):
            path = work / f"{Path(case.path).stem}.{source}"
            path.write_bytes(data)
            cases.append((case, path))
        office(told, [path for _, path in cases], work / "out", work / "profile")
        for case, path in cases:
            yield from taken_over(case, work / "out" / f"{path.stem}.{ending}", folder, f"LibreOffice from {source}")


def office(told, paths, out, profile):
    """One process of LibreOffice for many files; gives what it printed."""
    command = ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to", told, "--outdir", str(out), *map(str, paths)]
    done = subprocess.run(command, capture_output=True, check=False, timeout=600)
    return (done.stdout + done.stderr).decode("utf-8", "ignore")


def by_browser(mint, rng, folder, program, command):
    with tempfile.TemporaryDirectory(prefix="planted-") as work:
        for case, data in sources(mint, rng, "html", "pdf", program, "pdf"):
            source, out = Path(work, f"{Path(case.path).stem}.html"), Path(work, f"{Path(case.path).stem}.pdf")
            source.write_bytes(data)
            subprocess.run(command(source, out, work), capture_output=True, check=False, timeout=120)
            yield from taken_over(case, out, folder, program)


def chromium(source, out, work):
    return ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={work}/profile", f"--print-to-pdf={out}", f"file://{source}"]


def wkhtmltopdf(source, out, _):
    return ["wkhtmltopdf", "--quiet", "--disable-external-links", "--load-error-handling", "ignore", str(source), str(out)]


def taken_over(case, path, folder, producer):
    """The case with the values that are in the converted file; nothing if there is no such file."""
    if not path.exists():
        print(f"no conversion: {case.path}")
        return
    finds, missing = search_file(path, case.path, case.entry(), tempfile.gettempdir())
    seen = {(find.place, find.value) for find in finds}
    kept = [value for value in case.values if (value["place"], value["value"]) in seen]
    case.left_out = len(case.values) - len(kept)
    if not any(value["place"].endswith("introduction") for value in kept):
        print(f"conversion without its text: {case.path}")
        return
    # The program that wrote the file is the place that counts; where the value was in its source comes after.
    case.values = [{**value, "place": f"{producer}: {value['place']}"} for value in kept]
    case.controls = [control for control in case.controls if control not in missing]
    target = folder / case.path
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)
    yield case
