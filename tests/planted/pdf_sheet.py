"""The PDF that places write on: a page of reportlab, then edits with pikepdf, then edits of the bytes."""

import io
import re

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream
from reportlab.pdfgen.canvas import Canvas

from case import Places

PLACES = Places()


class Sheet:
    """One A4 page; `line` writes on it from top to bottom."""

    def __init__(self):
        self.buffer = io.BytesIO()
        self.canvas = Canvas(self.buffer, pagesize=(595, 842), invariant=1)
        self.y = 820
        self.edits = []
        self.last = []
        self.saving = {}
        self.pages = []

    def next_y(self):
        self.y -= 18
        return self.y

    def line(self, text, x=50, font="Helvetica"):
        self.canvas.setFont(font, 11)
        self.canvas.drawString(x, self.next_y(), text)

    def edit(self, change):
        """`change(pdf)`, once reportlab is done."""
        self.edits.append(change)

    def bytes(self, change):
        """`change(data)`, once pikepdf is done."""
        self.last.append(change)

    def content(self, operators, **resources):
        """Operators of the first page, in a state of their own; `/FX` is Helvetica."""
        self.edit(lambda pdf: add_content(pdf, pdf.pages[0], operators, resources))

    def text(self, shown, more=""):
        """A line of hand-written text operators."""
        self.content(f"BT /FX 11 Tf {more} 1 0 0 1 50 {self.next_y()} Tm {shown} ET")

    def prose(self, *pages):
        """Pages of prose behind the first, each a list of lines, with a head and a number."""
        self.pages.extend(pages)

    def render(self):
        self.canvas.showPage()
        for number, lines in enumerate(self.pages, 2):
            self.canvas.setFont("Helvetica", 9)
            self.canvas.drawString(50, 810, "Letters of the ward, second volume")
            for at, line in enumerate(lines):
                self.canvas.drawString(50, 740 - 12 * at, line)
            self.canvas.drawString(290, 30, f"Page {number}")
            self.canvas.showPage()
        self.canvas.save()
        pdf = pikepdf.open(io.BytesIO(self.buffer.getvalue()))
        for edit in self.edits:
            edit(pdf)
        out = io.BytesIO()
        pdf.save(out, **{"deterministic_id": True, **self.saving})
        data = out.getvalue()
        for change in self.last:
            data = change(data)
        return data


def add_content(pdf, page, operators, resources):
    fonts = page.obj.Resources.get("/Font", Dictionary())
    fonts["/FX"] = helvetica()
    page.obj.Resources["/Font"] = fonts
    for kind, items in resources.items():
        known = page.obj.Resources.get(f"/{kind}", Dictionary())
        for key, make in items.items():
            known[f"/{key}"] = make(pdf) if callable(make) else make
        page.obj.Resources[f"/{kind}"] = known
    data = operators if isinstance(operators, bytes) else operators.encode("latin-1")
    page.contents_add(Stream(pdf, b"q " + data + b" Q"))


def helvetica():
    return Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)


def literal(text):
    """A string in brackets."""
    return "(" + re.sub(r"([\\()])", r"\\\1", text) + ")"


def form(pdf, operators, box=(0, 0, 600, 850), **resources):
    """A form XObject."""
    stream = Stream(pdf, operators.encode("latin-1"))
    stream["/Type"], stream["/Subtype"] = Name.XObject, Name.Form
    stream["/BBox"] = Array(box)
    stream["/Resources"] = Dictionary(Font=Dictionary(FX=helvetica()), **resources)
    return pdf.make_indirect(stream)


def annotation(pdf, sub, y, **entries):
    """An annotation on the first page."""
    page = pdf.pages[0].obj
    made = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name("/" + sub), Rect=Array([400, y, 550, y + 14]), **entries))
    if "/Annots" not in page:
        page["/Annots"] = Array()
    page["/Annots"].append(made)
    return made


def increment(data, objects):
    """An incremental update: objects by number, as text, written behind the file."""
    start = int(re.findall(rb"startxref\s+(\d+)", data)[-1])
    trailer = re.findall(rb"trailer\s*<<(.*?)>>\s*startxref", data, re.S)[-1]
    root = re.search(rb"/Root (\d+ 0 R)", trailer)[1].decode()
    size = max(int(re.search(rb"/Size (\d+)", trailer)[1]), *(number + 1 for number in objects))
    out, table = data + (b"" if data.endswith(b"\n") else b"\n"), ""
    for number, body in objects.items():
        table += f"{number} 1\n{len(out):010d} 00000 n \n"
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    at = len(out)
    return out + f"xref\n{table}trailer\n<< /Size {size} /Root {root} /Prev {start} >>\nstartxref\n{at}\n%%EOF\n".encode()
