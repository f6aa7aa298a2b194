"""Places where a value goes over the end of a line: narrow cells, paragraphs, hyphens, columns."""

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph, Table

from pdf_sheet import PLACES, literal

# A half of a value that is shorter would be found by chance.
SHORTEST = 7
CELL = ParagraphStyle("cell", fontName="Helvetica", fontSize=9, leading=11)


def halves_recorded(case, value, at, detail):
    """The two halves of a value; each long enough to be searched for is a value of its own."""
    first, second = value[:at], value[at:]
    for half in (first, second):
        bare = half.strip(" -")
        if sum(letter.isalnum() for letter in bare) >= SHORTEST:
            case.own("half", bare, detail)
    return first, second


def cell(sheet, lines, beside=("a cell beside it", "of two lines")):
    """A cell of several lines beside another, each drawn as a whole."""
    top = sheet.next_y()
    sheet.canvas.setFont("Helvetica", 9)
    for x, texts in ((50, lines), (320, beside)):
        for number, line in enumerate(texts):
            sheet.canvas.drawString(x, top - 11 * number, line)
    sheet.y = top - 11 * max(len(lines), len(beside))


@PLACES.at("name over two lines of a cell")
def name_in_cell(sheet, case):
    piece = case.piece("titled")
    given, family = piece.value.split()
    case.own("half", family, "second line")
    cell(sheet, [f"Dr. {given}", family])


@PLACES.at("number over two lines of a cell")
def number_in_cell(sheet, case):
    for kind in ("iban", "card", "phone"):
        piece = case.piece(kind)
        groups = piece.value.split()
        middle = len(groups) // 2
        first, second = " ".join(groups[:middle]), " ".join(groups[middle:])
        for half in (first, second):
            if sum(letter.isalnum() for letter in half) >= SHORTEST:
                case.own("half", half, f"{kind}, by lines")
        cell(sheet, [piece.before.strip() + " " + first, second])


@PLACES.at("mail address cut by a narrow cell")
def mail_in_cell(sheet, case):
    for where in ("at", "host", "dot"):
        value = case.own("email", case.mint.email(), where)
        at = {"at": value.index("@") + 1, "host": value.index("@") + 4, "dot": value.rindex(".") + 1}[where]
        first, second = halves_recorded(case, value, at, where)
        cell(sheet, [first, second])


@PLACES.at("name hyphenated at the end of a line")
def hyphenated(sheet, case):
    piece = case.piece("titled")
    given, family = piece.value.split()
    first, second = halves_recorded(case, family, len(family) // 2, "hyphenated")
    top = sheet.next_y()
    sheet.canvas.setFont("Helvetica", 11)
    for number, line in enumerate((f"The letter of last week was signed and sent by Dr. {given} {first}-", f"{second} and was read aloud by the whole ward on the next day.")):
        sheet.canvas.drawString(50, top - 13 * number, line)
    sheet.y -= 13


@PLACES.at("hyphenated in a cell")
def hyphenated_in_cell(sheet, case):
    piece = case.piece("titled")
    given, family = piece.value.split()
    first, second = halves_recorded(case, family, len(family) // 2, "hyphenated")
    cell(sheet, [f"Dr. {given} {first}-", second])


@PLACES.at("paragraph set by reportlab")
def paragraph(sheet, case):
    texts = [case.say(kind, "in a paragraph") for kind in ("titled", "iban", "email", "phone")]
    flow = Paragraph("The record was kept in the office for a long time and then moved. " + ", then ".join(texts) + ", and that was all of it.", CELL)
    _, height = flow.wrap(180, 400)
    flow.drawOn(sheet.canvas, 50, sheet.y - 10 - height)
    sheet.y -= height + 12


@PLACES.at("table set by reportlab")
def table(sheet, case):
    rows = [["Person", "Account", "Reached by"]]
    for _ in range(2):
        cells = [case.say("titled", "cell"), case.say("iban", "cell"), case.say("email", "cell")]
        rows.append([Paragraph(text, CELL) for text in cells])
    # A name has room in a line: where letters are cut at will, nobody can tell a word from two.
    made = Table(rows, colWidths=[115, 90, 95])
    made.setStyle([("GRID", (0, 0), (-1, -1), 0.5, (0, 0, 0)), ("VALIGN", (0, 0), (-1, -1), "TOP")])
    _, height = made.wrap(400, 400)
    made.drawOn(sheet.canvas, 50, sheet.y - 10 - height)
    sheet.y -= height + 12


@PLACES.at("text on a curve")
def curve(sheet, case):
    from math import cos, radians, sin
    text, y, steps = case.say("email"), sheet.next_y() - 70, []
    sheet.y -= 80
    angle = 60.0
    for letter in text:
        turned = radians(angle)
        steps.append(f"{cos(turned):.4f} {sin(turned):.4f} {-sin(turned):.4f} {cos(turned):.4f} {300 - 130 * sin(turned):.2f} {y - 60 + 130 * cos(turned):.2f} Tm {literal(letter)} Tj")
        angle -= 3.2
    sheet.content(f"BT /FX 11 Tf {' '.join(steps)} ET")


@PLACES.at("letters without height or width")
def squeezed(sheet, case):
    for detail, place in (("no width", "0 Tz 1 0 0 1 50 {y} Tm"), ("no height", "1 0 0 0 50 {y} Tm"), ("nothing", "0 0 0 0 50 {y} Tm"), ("tiny", "0.0001 0 0 0.0001 50 {y} Tm")):
        sheet.content(f"BT /FX 11 Tf {place.format(y=sheet.next_y())} {literal(case.say(detail=detail))} Tj ET")


@PLACES.at("name over two lines of a text box without a border")
def name_in_box(sheet, case):
    """LibreOffice draws the blank at which it broke a line, and nothing else tells a box from lines of their own."""
    piece = case.piece("titled")
    given, family = piece.value.split()
    case.own("half", family, "second line")
    top = sheet.next_y()
    sheet.canvas.setFont("Helvetica", 9)
    sheet.canvas.drawString(97, top, f": Dr. {given} ")
    sheet.canvas.drawString(97, top - 12, family)
    sheet.y -= 12


@PLACES.at("over the end of a page")
def over_pages(sheet, case):
    """Names, a word and an address that go on on the next page, with a foot and a head between their halves."""
    # `sheet.prose` writes pages of their own behind the first.
    filler = "The letter of last week was signed and sent and then read aloud by the whole ward on the next day by"
    piece = case.piece("titled", "two words")
    given, family = piece.value.split()
    case.own("half", family, "second page")
    hyphenated = case.piece("titled", "hyphenated")
    first_name, last = hyphenated.value.split()
    start, end = halves_recorded(case, last, len(last) // 2, "hyphenated")
    value = case.own("email", case.mint.email(), "cut")
    host = value.index("@") + 4
    before, after = halves_recorded(case, value, host, "cut")
    sheet.prose([filler, f"{filler} Dr. {given}"], [f"{family}, who has nothing more to say about it and is at home again on this day", filler])
    sheet.prose([filler, f"{filler} Dr. {first_name} {start}-"], [f"{end}, who has nothing more to say about it and is at home again on this day", filler])
    sheet.prose([filler, f"{filler} {before}"], [f"{after} and nobody else has ever heard of it or has anything to say about it today", filler])
