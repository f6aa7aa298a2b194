"""Places that say something else than they show, or show what nobody can read."""

from math import cos, radians, sin

from pikepdf import Array, Dictionary, Name, Stream

from pdf_sheet import PLACES, helvetica, literal


def told_as(letters, tell):
    """A map that says of each letter what `tell` gives."""
    pairs = "\n".join(f"<{ord(letter):02X}> <{''.join(f'{ord(char):04X}' for char in tell(letter))}>" for letter in letters)
    return (f"/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange "
            f"{len(letters)} beginbfchar\n{pairs}\nendbfchar endcmap end end").encode()


def other_letter(letter):
    """The letter after it."""
    return chr(ord(letter) + 1) if letter.isalnum() else letter


@PLACES.at("map that tells other letters")
def lying_map(sheet, case):
    for number, (detail, tell) in enumerate({"shifted": other_letter, "blank": lambda letter: " ", "nothing": lambda letter: "​", "all alike": lambda letter: "x"}.items()):
        text = case.say("email", detail)

        def make(pdf, text=text, tell=tell):
            font = helvetica()
            font["/ToUnicode"] = Stream(pdf, told_as(sorted(set(text)), tell))
            return pdf.make_indirect(font)

        sheet.content(f"BT /FL{number} 11 Tf 50 {sheet.next_y()} Td {literal(text)} Tj ET", Font={f"FL{number}": make})


@PLACES.at("font that nobody can read")
def unreadable(sheet, case):
    """No such CMap is known: the codes are letters all the same, for who tries."""
    text = case.say("email", "a few letters of a page")

    def make(pdf):
        kid = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.CIDFontType0, BaseFont=Name.X, CIDSystemInfo=Dictionary(Registry="Adobe", Ordering="Identity", Supplement=0)))
        return pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type0, BaseFont=Name.X, Encoding=Name("/No-Such-H"), DescendantFonts=Array([kid])))

    sheet.content(f"BT /FU 11 Tf 50 {sheet.next_y()} Td {literal(text)} Tj ET", Font={"FU": make})
    named = case.say("phone", "a font that is not there")
    sheet.content(f"BT /NoSuchFont 11 Tf 50 {sheet.next_y()} Td {literal(named)} Tj ET")


@PLACES.at("replacement text letter by letter")
def spelt(sheet, case):
    marks = " ".join(f"/Span << /ActualText {literal(letter)} >> BDC (x) Tj EMC" for letter in case.say("email", "each letter"))
    sheet.content(f"BT /FX 11 Tf 50 {sheet.next_y()} Td {marks} ET")


@PLACES.at("strings of marked content")
def properties(sheet, case):
    for key in ("Alt", "E", "ActualText", "Note", "T"):
        sheet.content(f"/Span << /{key} {literal(case.say(detail=key))} >> BDC BT /FX 11 Tf 50 {sheet.next_y()} Td (shown) Tj ET EMC")
    sheet.content(f"/Span << /Deep << /List [ {literal(case.say(detail='deep'))} ] >> >> BDC EMC")
    sheet.content(f"/Point << /Note {literal(case.say(detail='of a point'))} >> DP")


@PLACES.at("strings and comments that nothing shows")
def strays(sheet, case):
    y = sheet.next_y()
    sheet.content(f"% {case.say('email', 'comment')}\nBT /FX 11 Tf 50 {y} Td (shown) % {case.say('email', 'comment among operands')}\n Tj ET")
    sheet.content(f"BT /FX 11 Tf 50 {sheet.next_y()} Td [(shown) % {case.say('email', 'comment in a list')}\n] TJ ET")
    sheet.content(f"{literal(case.say(detail='unknown operator'))} Tx")
    sheet.content(f"BT /FX 11 Tf 50 {sheet.next_y()} Td {literal(case.say(detail='one string too many'))} (shown) Tj ET")
    sheet.content(f"BT /FX 11 Tf 50 {sheet.next_y()} Td [(shown) [{literal(case.say(detail='list in a list'))}]] TJ ET")
    sheet.content(f"BX {literal(case.say(detail='compatibility section'))} xyz EX")


@PLACES.at("PostScript in the place of a drawing")
def postscript(sheet, case):
    program = f"{literal(case.say())} show".encode()

    def make(pdf):
        stream = Stream(pdf, program)
        stream["/Type"], stream["/Subtype"] = Name.XObject, Name.PS
        return pdf.make_indirect(stream)

    sheet.content("/PS1 Do", XObject={"PS1": make})


@PLACES.at("page that is not shown")
def hidden_page(sheet, case):
    text, note = literal(case.say()), case.say("email", "note")

    def add(pdf):
        content = pdf.make_indirect(Stream(pdf, f"BT /FX 11 Tf 50 700 Td {text} Tj ET".encode()))
        page = pdf.make_indirect(Dictionary(Type=Name.Page, MediaBox=Array([0, 0, 595, 842]), Contents=content, Note=note,
                                            Resources=Dictionary(Font=Dictionary(FX=helvetica()))))
        names = pdf.Root.get("/Names", Dictionary())
        names["/Templates"] = Dictionary(Names=Array(["template", page]))
        pdf.Root["/Names"] = names

    sheet.edit(add)


@PLACES.at("letters drawn as shapes")
def shapes(sheet, case):
    """Outlines of a font at places that are searched for as numbers: nothing of the path may be left."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.ttLib import TTFont

    import pdf_content

    font = TTFont(pdf_content.LIBERATION)
    glyphs, cmap, scale = font.getGlyphSet(), font.getBestCmap(), 11 / font["head"].unitsPerEm
    value = case.mint.email()
    for detail, degrees in (("level", 0), ("upright", 90), ("slanted", 33)):
        turned, x, y = radians(degrees), 120.0, sheet.next_y() - 60.0
        sheet.y -= 66
        operators, first = [], None
        for letter in value:
            glyph = glyphs[cmap[ord(letter)]]
            pen = DecomposingRecordingPen(glyphs)
            glyph.draw(pen)

            def place(point, x=x, y=y):
                across, up = point[0] * scale, point[1] * scale
                return f"{x + across * cos(turned) - up * sin(turned):.4f} {y + across * sin(turned) + up * cos(turned):.4f}"

            for operator, points in pen.value:
                if operator == "moveTo":
                    operators.append(f"{place(points[0])} m")
                    first = first or place(points[0])
                elif operator == "lineTo":
                    operators.append(f"{place(points[0])} l")
                elif operator == "qCurveTo":
                    # Close enough to the curve, and quite as readable.
                    operators.extend(f"{place(point)} l" for point in points if point)
                elif operator in ("closePath", "endPath"):
                    operators.append("h")
            operators.append("f")
            x, y = x + glyph.width * scale * cos(turned), y + glyph.width * scale * sin(turned)
        case.own("shape", first, detail)
        sheet.content(" ".join(operators))
