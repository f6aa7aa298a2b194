"""Places in what a page shows: operators, fonts, forms, patterns, layers."""

import base64
import io

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

import pictures
from case import halves, thirds
from pdf_sheet import PLACES, annotation, form, helvetica, literal

DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
LIBERATION = "/usr/share/fonts/truetype/liberation/LiberationSerif-Regular.ttf"


@PLACES.at("lines of text")
def lines(sheet, case):
    sheet.line(case.say())
    sheet.line(case.repeat("in capitals").upper())
    sheet.line(case.say("iban", "in Courier"), font="Courier")


@PLACES.at("embedded TrueType subset")
def true_type(sheet, case):
    pdfmetrics.registerFont(TTFont("DejaVu", DEJAVU))
    pdfmetrics.registerFont(TTFont("Serif", LIBERATION))
    sheet.line(case.say("accented"), font="DejaVu")
    sheet.line(case.say(detail="second font"), font="Serif")


@PLACES.at("two columns")
def columns(sheet, case):
    top = sheet.next_y()
    sheet.canvas.setFont("Helvetica", 9)
    given, family = case.repeat("over a line end").split()
    left = ["The first column has", f"words and {given}", f"{family} is in it,", "then it ends."]
    right = ["The second column", "is beside it and", case.say(detail="right column"), "ends here."]
    for number in range(4):
        sheet.canvas.drawString(50, top - 12 * number, left[number])
        sheet.canvas.drawString(320, top - 12 * number, right[number])
    sheet.y -= 48


@PLACES.at("table")
def table(sheet, case):
    for cells in (("Name", "E-mail", "DNI"), (case.repeat(), case.own("email", case.mint.email()), case.own("dni", case.mint.dni()))):
        y = sheet.next_y()
        sheet.canvas.setFont("Helvetica", 9)
        for number, cell in enumerate(cells):
            sheet.canvas.drawString(50 + 170 * number, y, cell)
            sheet.canvas.rect(48 + 170 * number, y - 4, 170, 16)


@PLACES.at("kerned and split operators")
def kerned(sheet, case):
    pieces = "".join(f"{literal(char)} {-20 if i % 2 else 15} " for i, char in enumerate(case.say("email", "TJ")))
    sheet.text(f"[{pieces}] TJ")
    first, second = halves(case.say("phone", "two operators"))
    sheet.text(f"{literal(first)} Tj {literal(second)} Tj")
    sheet.text(f"[{literal('Dr.')} -300 " + " -280 ".join(literal(w) for w in case.piece("titled", "blanks by kerning").value.split()) + "] TJ")


@PLACES.at("each letter placed")
def placed(sheet, case):
    y = sheet.next_y()
    steps = " ".join(f"1 0 0 1 {50 + 6.2 * i:.1f} {y} Tm {literal(c)} Tj" for i, c in enumerate(case.say("email")))
    sheet.content(f"BT /FX 10 Tf {steps} ET")


@PLACES.at("value in bold by halves")
def bold(sheet, case):
    name = case.piece("titled")
    first, second = halves(name.value)
    sheet.content(f"BT /FX 11 Tf 50 {sheet.next_y()} Td {literal(name.before)} Tj /FB 11 Tf {literal(first)} Tj /FX 11 Tf {literal(second)} Tj ET",
                  Font={"FB": Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name("/Helvetica-Bold"), Encoding=Name.WinAnsiEncoding)})


@PLACES.at("drawn twice for boldness")
def twice(sheet, case):
    text, y = literal(case.say()), sheet.next_y()
    sheet.content(f"BT /FX 11 Tf 1 0 0 1 50 {y} Tm {text} Tj 1 0 0 1 50.3 {y} Tm {text} Tj ET")


@PLACES.at("hexadecimal and octal strings")
def strings(sheet, case):
    sheet.text(f"<{case.say('email', 'hexadecimal').encode('latin-1').hex()}> Tj")
    octal = "".join(f"\\{ord(c):03o}" if i % 2 else c for i, c in enumerate(case.say("email", "octal")))
    sheet.text(f"({octal}) Tj")
    first, second = halves(case.say("email", "line continued"))
    sheet.text(f"({first}\\\n{second}) Tj")


@PLACES.at("quote operators and word spacing")
def quotes(sheet, case):
    sheet.text(f"12 TL {literal(case.say())} ' 3 0 {literal(case.say(detail='double quote'))} \"")
    sheet.y -= 30


@PLACES.at("nested form XObjects")
def forms(sheet, case):
    inner_text, outer_text, y = literal(case.say(detail="inner")), literal(case.say(detail="outer")), sheet.next_y()
    sheet.next_y()

    def outer(pdf):
        inner = form(pdf, f"BT /FX 11 Tf 50 {y} Td {inner_text} Tj ET")
        return form(pdf, f"/Inner Do BT /FX 11 Tf 50 {y - 18} Td {outer_text} Tj ET", XObject=Dictionary(Inner=inner))

    sheet.content("/Outer Do", XObject={"Outer": outer})


@PLACES.at("tiling pattern")
def pattern(sheet, case):
    text, y = literal(case.say("email")), sheet.next_y()

    def make(pdf):
        stream = Stream(pdf, f"BT /FX 8 Tf 2 4 Td {text} Tj ET".encode())
        for key, value in {"Type": Name.Pattern, "PatternType": 1, "PaintType": 1, "TilingType": 1, "BBox": Array([0, 0, 250, 14]), "XStep": 250, "YStep": 14,
                           "Matrix": Array([1, 0, 0, 1, 50, y]), "Resources": Dictionary(Font=Dictionary(FX=helvetica()))}.items():
            stream["/" + key] = value
        return pdf.make_indirect(stream)

    sheet.content(f"/Pattern cs /PT scn 50 {y} 250 14 re f", Pattern={"PT": make})


@PLACES.at("soft mask group")
def soft_mask(sheet, case):
    text, y = literal(case.say("email")), sheet.next_y()

    def make(pdf):
        group = form(pdf, f"BT /FX 11 Tf 50 {y} Td {text} Tj ET")
        group["/Group"] = Dictionary(S=Name.Transparency, CS=Name.DeviceGray)
        return Dictionary(Type=Name.ExtGState, SMask=Dictionary(Type=Name.Mask, S=Name.Luminosity, G=group))

    sheet.content(f"/GM gs 50 {y} 200 12 re f", ExtGState={"GM": make})


@PLACES.at("hidden layer")
def layer(sheet, case):
    name, text, y = case.say("email", "name of the layer"), literal(case.say()), sheet.next_y()

    def make(pdf):
        group = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=name))
        pdf.Root["/OCProperties"] = Dictionary(OCGs=Array([group]), D=Dictionary(OFF=Array([group]), Order=Array([group])))
        return group

    sheet.content(f"/OC /MC0 BDC BT /FX 11 Tf 50 {y} Td {text} Tj ET EMC", Properties={"MC0": make})


@PLACES.at("invisible text")
def invisible(sheet, case):
    sheet.text(f"{literal(case.say(detail='mode 3'))} Tj", "3 Tr")
    sheet.text(f"{literal(case.say(detail='white'))} Tj", "1 1 1 rg")
    sheet.text(f"{literal(case.say(detail='clip only'))} Tj", "7 Tr")
    sheet.content(f"BT /FX 0.5 Tf 50 {sheet.next_y()} Td {literal(case.say(detail='tiny'))} Tj ET")


@PLACES.at("outside the page")
def outside(sheet, case):
    sheet.content(f"BT /FX 11 Tf 50 -300 Td {literal(case.say(detail='below'))} Tj 1 0 0 1 900 400 Tm {literal(case.say(detail='right of it'))} Tj ET")
    clipped, y = literal(case.say(detail="clipped away")), sheet.next_y()
    sheet.content(f"0 0 5 5 re W n BT /FX 11 Tf 50 {y} Td {clipped} Tj ET")


@PLACES.at("under a black box")
def covered(sheet, case):
    y = sheet.next_y()
    sheet.content(f"BT /FX 11 Tf 50 {y} Td {literal(case.say())} Tj ET 0 g 48 {y - 3} 300 14 re f")


@PLACES.at("rotated page and text")
def rotated(sheet, case):
    sheet.content(f"BT /FX 11 Tf 0 1 -1 0 30 200 Tm {literal(case.say(detail='text'))} Tj ET")
    sheet.content(f"BT /FX 11 Tf 0.7 0.7 -0.7 0.7 300 100 Tm {literal(case.say(detail='slanted'))} Tj ET")
    sheet.edit(lambda pdf: pdf.pages[0].obj.__setitem__("/Rotate", 90))


@PLACES.at("replacement text of marked content")
def actual_text(sheet, case):
    sheet.content(f"/Span << /ActualText {literal(case.say())} >> BDC BT /FX 11 Tf 50 {sheet.next_y()} Td (x) Tj ET EMC")
    text = case.say(detail="in a property list")
    sheet.content(f"/Span /MP1 BDC BT /FX 11 Tf 50 {sheet.next_y()} Td (y) Tj ET EMC", Properties={"MP1": Dictionary(ActualText=text, Alt="a")})


@PLACES.at("Type 3 font", expect="either")
def type3(sheet, case):
    value = case.own("email", case.mint.email())
    letters = sorted(set(value))
    names = {"@": "at", ".": "period"}
    codes = {char: index + 1 for index, char in enumerate(letters)}

    def make(pdf):
        glyphs = Dictionary()
        for char in letters:
            glyphs["/" + names.get(char, char)] = Stream(pdf, b"600 0 0 0 500 700 d1 0 0 500 700 re f")
        return pdf.make_indirect(Dictionary(
            Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 600, 700]), FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]), CharProcs=glyphs,
            FirstChar=1, LastChar=len(letters), Widths=Array([600] * len(letters)),
            Encoding=Dictionary(Type=Name.Encoding, Differences=Array([1, *(Name("/" + names.get(char, char)) for char in letters)]))))

    coded = bytes(codes[char] for char in value).hex()
    sheet.content(f"BT /FX 11 Tf 50 {sheet.next_y()} Td (Contact ) Tj /T3 11 Tf <{coded}> Tj ET", Font={"T3": make})


@PLACES.at("shuffled encoding with ToUnicode")
def shuffled(sheet, case):
    """A font whose codes say nothing without its map."""
    text = case.say("email")
    letters = sorted(set(text))
    codes = {char: 33 + index for index, char in enumerate(letters)}
    pairs = "\n".join(f"<{code:02X}> <{ord(char):04X}>" for char, code in codes.items())
    cmap = f"/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange {len(codes)} beginbfchar\n{pairs}\nendbfchar endcmap end end"
    glyph = {"@": "at", ".": "period", " ": "space", **{digit: word for digit, word in zip("0123456789", "zero one two three four five six seven eight nine".split())}}

    def make(pdf):
        font = helvetica()
        font["/Encoding"] = Dictionary(Type=Name.Encoding, Differences=Array([33, *(Name("/" + glyph.get(char, char)) for char in letters)]))
        font["/ToUnicode"] = Stream(pdf, cmap.encode())
        return pdf.make_indirect(font)

    coded = "".join(f"{codes[char]:02X}" for char in text)
    sheet.content(f"BT /FS 11 Tf 50 {sheet.next_y()} Td <{coded}> Tj ET", Font={"FS": make})


@PLACES.at("coded streams")
def coded(sheet, case):
    first, second = (f"q BT /FX 11 Tf 50 {sheet.next_y()} Td {literal(case.say(detail=how))} Tj ET Q" for how in ("ASCII85", "ASCIIHex"))

    def add(pdf):
        eighty_five = Stream(pdf, base64.a85encode(first.encode()) + b"~>")
        eighty_five["/Filter"] = Name.ASCII85Decode
        hexadecimal = Stream(pdf, second.encode().hex().encode() + b">")
        hexadecimal["/Filter"] = Array([Name.ASCIIHexDecode])
        pdf.pages[0].contents_add(eighty_five)
        pdf.pages[0].contents_add(hexadecimal)

    sheet.content("")
    sheet.edit(add)
    # qpdf would write all streams anew.
    sheet.saving["stream_decode_level"] = pikepdf.StreamDecodeLevel.none


@PLACES.at("LZW stream")
def lzw(sheet, case):
    text = f"q BT /FX 11 Tf 50 {sheet.next_y()} Td {literal(case.say())} Tj ET Q"

    def add(pdf):
        stream = Stream(pdf, lzw_coded(text.encode()))
        stream["/Filter"] = Name.LZWDecode
        pdf.pages[0].contents_add(stream)

    sheet.content("")
    sheet.edit(add)
    sheet.saving["stream_decode_level"] = pikepdf.StreamDecodeLevel.none


def lzw_coded(data):
    """LZW with nine-bit codes alone: the table is cleared before it grows beyond them."""
    codes = [256]
    for index, byte in enumerate(data):
        if index and index % 200 == 0:
            codes.append(256)
        codes.append(byte)
    bits = "".join(f"{code:09b}" for code in [*codes, 257])
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))


@PLACES.at("operator cut between streams")
def cut(sheet, case):
    first, second, third = thirds(case.say("email"))
    y = sheet.next_y()
    sheet.content(f"BT /FX 11 Tf 50 {y} Td {literal(first)} Tj ET")

    def add(pdf):
        page = pdf.pages[0]
        page.contents_add(Stream(pdf, f"q BT /FX 11 Tf 50 {y} Td {literal(first + second)}".encode()))
        page.contents_add(Stream(pdf, f"Tj {literal(third)} Tj ET Q".encode()))

    sheet.edit(add)


@PLACES.at("annotation appearance")
def appearance(sheet, case):
    text, y = literal(case.say()), sheet.next_y()

    def add(pdf):
        shown = form(pdf, f"BT /FX 9 Tf 2 3 Td {text} Tj ET", box=(0, 0, 150, 14))
        annotation(pdf, "Stamp", y, AP=Dictionary(N=shown), Contents="")

    sheet.edit(add)


@PLACES.at("pictures", alone=True, expect="either")
def images(sheet, case):
    jpeg = pictures.jpeg(case.say("email", "EXIF"), case.own("titled", case.mint.name(), "artist"))

    def make(pdf):
        stream = Stream(pdf, jpeg)
        for key, value in {"Type": Name.XObject, "Subtype": Name.Image, "Width": 16, "Height": 16, "BitsPerComponent": 8,
                           "ColorSpace": Name.DeviceRGB, "Filter": Name.DCTDecode}.items():
            stream["/" + key] = value
        return pdf.make_indirect(stream)

    sheet.content(f"20 0 0 20 50 {sheet.next_y()} cm /Photo Do", XObject={"Photo": make})


@PLACES.at("second page and shared form")
def second_page(sheet, case):
    text = literal(case.say())
    name = literal(case.repeat())

    def add(pdf):
        shared = form(pdf, f"BT /FX 11 Tf 50 30 Td {text} Tj ET")
        second = pdf.add_blank_page(page_size=(595, 842))
        second.obj["/Resources"] = Dictionary(XObject=Dictionary(Shared=shared), Font=Dictionary(FX=helvetica()))
        second.contents_add(Stream(pdf, f"/Shared Do BT /FX 11 Tf 50 700 Td {name} Tj ET".encode("latin-1")))
        first = pdf.pages[0].obj.Resources
        objects = first.get("/XObject", Dictionary())
        objects["/Shared"] = shared
        first["/XObject"] = objects
        pdf.pages[0].contents_add(Stream(pdf, b"/Shared Do"))

    sheet.edit(add)


def small_pdf(text):
    """A page of one line."""
    from reportlab.pdfgen.canvas import Canvas
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    canvas.drawString(50, 800, text)
    canvas.save()
    return out.getvalue()
