"""PDF files: reportlab, fpdf2 and hand-made operators here, other producers by `convert.py`."""

import datetime
import io
import random

import fpdf
import pikepdf
from fpdf.enums import XPos, YPos
from pikepdf import Array, Dictionary, Name, String
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

import pdf_attachments  # noqa: F401, registers its places
import pdf_content
import pdf_lies  # noqa: F401, registers its places
import pdf_lines  # noqa: F401, registers its places
import pdf_structure  # noqa: F401, registers its places
from case import Case, plant_all
from pdf_content import small_pdf as small
from pdf_sheet import PLACES, Sheet


def make(mint, seed):
    for number, places in enumerate(PLACES.files(random.Random(seed), together=5)):
        case = Case(mint, f"pdf/pdf-{number:02d}.pdf", "pdf")
        sheet = Sheet()
        sheet.line(case.introduce())
        for control in case.controls:
            sheet.line(control)
        plant_all(places, sheet, case)
        yield case, sheet.render()
    for number in range(3):
        yield by_fpdf(mint, number)


def by_fpdf(mint, number):
    """fpdf2: core fonts, and a TrueType font in two-byte codes."""
    case = Case(mint, f"pdf/fpdf-{number}.pdf", "pdf")
    case.place = "fpdf2"
    pdf = fpdf.FPDF()
    pdf.set_creation_date(datetime.datetime(2024, 3, 4, tzinfo=datetime.timezone.utc))
    pdf.add_page()
    pdf.set_font("Helvetica", size=11)

    def line(text):
        pdf.cell(0, 8, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    for text in (case.introduce(), *case.controls, case.say(detail="core font")):
        line(text)
    pdf.add_font("DejaVu", fname=pdf_content.DEJAVU)
    pdf.set_font("DejaVu", size=11)
    line(case.say("accented", "two-byte codes"))
    line(case.say(detail="two-byte codes, second line"))
    pdf.multi_cell(0, 8, "A paragraph that is long enough to be broken over two lines, in the second of which stands " + case.say(detail="broken paragraph"), align="J")
    pdf.set_author(case.repeat("author"))
    pdf.set_subject(case.say(detail="subject"))
    return case, bytes(pdf.output())


def refused(mint, seed):
    plain = small("Patient: Nobody")
    yield "encrypted.pdf", "encrypted with a password", saved(plain, encryption=pikepdf.Encryption(owner="o", user="u"))
    yield "signed.pdf", "digital signature", changed(plain, sign)
    yield "scanned.pdf", "scanned page", scanned()
    yield "broken.pdf", "nothing but a header", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\ngarbage\n"


def saved(data, **options):
    with pikepdf.open(io.BytesIO(data)) as pdf:
        out = io.BytesIO()
        pdf.save(out, **options)
        return out.getvalue()


def changed(data, change):
    with pikepdf.open(io.BytesIO(data)) as pdf:
        change(pdf)
        out = io.BytesIO()
        pdf.save(out, deterministic_id=True)
        return out.getvalue()


def sign(pdf):
    """A signature field with a value; that it is no true signature does not matter."""
    value = pdf.make_indirect(Dictionary(Type=Name.Sig, Filter=Name("/Adobe.PPKLite"), SubFilter=Name("/adbe.pkcs7.detached"),
                                         ByteRange=Array([0, 100, 200, 300]), Contents=String(bytes(64)), Name=String("Nobody")))
    field = pdf.make_indirect(Dictionary(FT=Name.Sig, T=String("s"), V=value, Type=Name.Annot, Subtype=Name.Widget, Rect=Array([0, 0, 0, 0])))
    pdf.pages[0].obj["/Annots"] = Array([field])
    pdf.Root["/AcroForm"] = Dictionary(Fields=Array([field]), SigFlags=3)


def scanned():
    """A page that is one picture."""
    noise = Image.frombytes("L", (310, 438), random.Random(1).randbytes(310 * 438))
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, 842), invariant=1)
    canvas.drawImage(ImageReader(noise), 0, 0, 595, 842)
    canvas.save()
    return out.getvalue()
