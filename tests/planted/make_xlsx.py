"""Workbooks: openpyxl for what it writes, XML by hand for the rest."""

import datetime
import io
import random
from xml.sax.saxutils import escape, quoteattr

import openpyxl
from openpyxl.comments import Comment
from openpyxl.formatting.rule import FormulaRule
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table

import opc
import pictures
import xlsx_habits
import xlsx_parts as parts
import xlsx_programs
from case import Case, Places, plant_all

PLACES = Places()
SHEET = "xl/worksheets/sheet1.xml"


class Book:
    """A workbook of openpyxl with one sheet to write on, and edits of its package once it is saved."""

    def __init__(self):
        self.book = openpyxl.Workbook()
        self.book.properties.creator = ""
        self.sheet = self.book.active
        self.after = []

    def later(self, edit):
        self.after.append(edit)

    def row(self, *cells):
        self.sheet.append(cells)
        return self.sheet.max_row

    def render(self):
        out = io.BytesIO()
        self.book.save(out)
        package = opc.Package(out.getvalue())
        parts.share(package)
        for edit in self.after:
            edit(package)
        return package.render()


@PLACES.at("cells and headers")
def cells(book, case):
    book.row("Name", "E-mail", "Note")
    book.row(case.repeat(), case.own("email", case.mint.email()), case.say(detail="note"))


@PLACES.at("rich shared string")
def rich(book, case):
    name = case.piece("titled")
    first, second = name.value[:5], name.value[5:]
    row = book.row("RICH-HERE")
    xml = f'<r><t xml:space="preserve">{name.before}</t></r><r><rPr><b/></rPr><t>{first}</t></r><r><t xml:space="preserve">{second} agreed</t></r>'
    book.later(lambda package: package.edit("xl/sharedStrings.xml", lambda text: text.replace("<t>RICH-HERE</t>", xml)))
    return row


@PLACES.at("phonetic reading")
def phonetic(book, case):
    book.row("PHON-HERE")
    xml = f'<t>base</t><rPh sb="0" eb="1"><t>{escape(case.say())}</t></rPh>'
    book.later(lambda package: package.edit("xl/sharedStrings.xml", lambda text: text.replace("<t>PHON-HERE</t>", xml)))


@PLACES.at("inline string")
def inline(book, case):
    text = case.say()
    book.later(lambda package: parts.append_row(package, SHEET, f'<c t="inlineStr"><is><t>{escape(text)}</t></is></c>'))


@PLACES.at("formula and cached value")
def formula(book, case):
    literal, cached = case.say("email"), case.say("email", "cached value")
    book.later(lambda package: parts.append_row(package, SHEET, f'<c t="str"><f>"{escape(literal)}"&amp;""</f><v>{escape(cached)}</v></c>'))
    link = f'HYPERLINK("mailto:{case.own("email", case.mint.email(), "HYPERLINK")}","write")'
    book.later(lambda package: parts.append_row(package, SHEET, f'<c t="str"><f>{escape(link)}</f><v>write</v></c>'))


@PLACES.at("unused shared string")
def unused(book, case):
    text = case.say()
    book.row("used")
    book.later(lambda package: package.before("xl/sharedStrings.xml", "</sst>", f"<si><t>{escape(text)}</t></si>"))


@PLACES.at("comment")
def comment(book, case):
    row = book.row("commented")
    book.sheet.cell(row, 1).comment = Comment(case.say(), case.own("titled", case.mint.name(), "author"))
    row = book.row("commented too")
    book.sheet.cell(row, 1).comment = Comment(case.repeat(), "x")


@PLACES.at("threaded comment and persons")
def threaded(book, case):
    person, mail, text = case.own("titled", case.mint.name(), "person"), case.own("email", case.mint.email(), "person's id"), case.say()
    book.later(lambda package: parts.threaded(package, SHEET, person, mail, text))


@PLACES.at("sheet name")
def sheet_name(book, case):
    book.book.create_sheet(case.repeat()[:31])
    book.book.create_sheet(case.own("email", case.mint.email(), "address")[:31])


@PLACES.at("defined name")
def defined_name(book, case):
    name = case.repeat().replace(" ", "_")
    book.book.defined_names[name] = DefinedName(name, attr_text="Sheet!$A$1", comment=case.say(detail="comment"))
    book.book.defined_names["Constant"] = DefinedName("Constant", attr_text=f'"{case.say("email", "constant")}"')


@PLACES.at("headers and footers")
def headers(book, case):
    book.sheet.oddHeader.center.text = case.say()
    book.sheet.oddFooter.left.text = case.say(detail="footer")
    book.sheet.evenHeader.right.text = case.repeat("even header")
    book.sheet.firstFooter.center.text = case.say(detail="first footer")


@PLACES.at("hyperlink")
def hyperlink(book, case):
    row = book.row("write")
    link = openpyxl.worksheet.hyperlink.Hyperlink(
        ref=f"A{row}", target=f"mailto:{case.own('email', case.mint.email(), 'target')}", tooltip=case.say(detail="tooltip"),
        location=case.say("email", "location"), display=case.say(detail="display"))
    book.sheet.cell(row, 1).hyperlink = link


@PLACES.at("data validation")
def validation(book, case):
    rule = DataValidation(type="list", formula1=f'"{case.own("email", case.mint.email(), "list")},other"')
    rule.prompt, rule.promptTitle = case.say(detail="prompt"), case.repeat("prompt title")[:32]
    rule.error, rule.errorTitle = case.say(detail="error"), "Error"
    rule.add("Z9")
    book.sheet.add_data_validation(rule)


@PLACES.at("table")
def table(book, case):
    column = case.own("email", case.mint.email(), "column")
    top = book.row(column, "Other")
    book.row("1", "2")
    book.sheet.add_table(Table(displayName=case.repeat("name").replace(" ", "_"), ref=f"A{top}:B{top + 1}"))


@PLACES.at("pivot cache", expect="either")
def pivot(book, case):
    shared, field, by = case.say("email"), case.own("email", case.mint.email(), "field name"), case.own("titled", case.mint.name(), "refreshed by")
    book.later(lambda package: parts.pivot_cache(package, field, shared, by))


@PLACES.at("drawing text")
def drawing(book, case):
    text, alt, name = case.say(), case.say(detail="alt text"), case.repeat("name of a shape")
    book.later(lambda package: parts.drawing(package, SHEET, text, alt, name))


@PLACES.at("picture with metadata", alone=True, expect="either")
def picture(book, case):
    image = openpyxl.drawing.image.Image(io.BytesIO(pictures.png(case.say("email"), case.say("email", "compressed"))))
    # openpyxl writes the picture anew, so the metadata are put back.
    data = image.ref.getvalue()
    book.sheet.add_image(image, "E5")
    book.later(lambda package: package.members.update({"xl/media/image1.png": data}))


@PLACES.at("properties")
def properties(book, case):
    props = book.book.properties
    props.creator, props.title, props.keywords = case.repeat("core author"), case.say(detail="core title"), case.say("email", "core keywords")
    props.lastModifiedBy, props.description = case.own("titled", case.mint.name(), "core last modified by"), case.say(detail="core description")
    place = case.place

    def edit(package):
        case.place = place
        opc.plant_properties(package, case)

    book.later(edit)


@PLACES.at("external link", expect="either")
def external(book, case):
    target, cached, sheet = case.own("email", case.mint.email(), "target"), case.say(detail="cached cell"), case.say("email", "sheet name")
    book.later(lambda package: parts.external_link(package, f"file:///C:/Users/{target}/book.xlsx", sheet, cached))


@PLACES.at("connection", expect="either")
def connection(book, case):
    name, string, command = case.say("email", "name"), case.say("email", "string"), case.own("email", case.mint.email(), "command")
    book.later(lambda package: parts.connection(package, name, f"Provider=x;User={string}", f"SELECT * FROM t WHERE m='{command}'"))


@PLACES.at("hidden sheet, row and column")
def hidden(book, case):
    sheet = book.book.create_sheet("Far")
    sheet.sheet_state = "veryHidden"
    sheet["A1"], sheet["A2"] = case.say(detail="sheet"), case.repeat()
    row = book.row(case.say(detail="row"))
    book.sheet.row_dimensions[row].hidden = True
    book.sheet.cell(row, 9, case.say(detail="column"))
    book.sheet.column_dimensions["I"].hidden = True


@PLACES.at("number and date cells")
def numbers(book, case):
    book.row("Phone:", int(case.own("number", case.mint.phone().replace(" ", "")[1:])))
    day, month, year = (int(part) for part in case.mint.dob().split("/"))
    born = datetime.date(year, month, day)
    serial = (born - datetime.date(1899, 12, 30)).days
    case.own("serial", f"<v>{serial}</v>", "date as a number", report_only=True)
    book.row("DOB:", serial)
    book.sheet.cell(book.sheet.max_row, 2).number_format = "dd/mm/yyyy"


@PLACES.at("number format text")
def number_format(book, case):
    row = book.row(7)
    book.sheet.cell(row, 1).number_format = f'"{case.say("email")}" 0'


@PLACES.at("conditional formatting text")
def conditional(book, case):
    book.sheet.conditional_formatting.add("A1:A9", FormulaRule(formula=[f'A1="{case.own("email", case.mint.email())}"'], stopIfTrue=True))


@PLACES.at("style names and custom views")
def styles(book, case):
    style = openpyxl.styles.NamedStyle(case.say("email"))
    book.book.add_named_style(style)
    row = book.row("styled")
    book.sheet.cell(row, 1).style = style


@PLACES.at("print settings and scenario")
def scenario(book, case):
    user, note = case.own("titled", case.mint.name(), "user"), case.say(detail="comment")
    xml = (f'<scenarios current="0"><scenario name="s" user={quoteattr(user)} comment={quoteattr(note)} count="1"><inputCells r="A1" val="1"/></scenario></scenarios>')
    book.later(lambda package: package.edit(SHEET, lambda text: text.replace("</sheetData>", "</sheetData>" + xml, 1)))


@PLACES.at("file sharing and version")
def sharing(book, case):
    user = case.own("titled", case.mint.name(), "reservation")
    book.later(lambda package: package.edit("xl/workbook.xml", lambda text: text.replace(
        "<workbookPr", f'<fileSharing userName={quoteattr(user)}/><workbookPr', 1)))


@PLACES.at("custom XML and path of the file", expect="either")
def custom_xml(book, case):
    text, path = case.say(), case.own("email", case.mint.email(), "absolute path")

    def edit(package):
        package.members["customXml/item1.xml"] = f"<r xmlns='urn:x'>{escape(text)}</r>".encode()
        package.relate("xl/workbook.xml", "customXml", "../customXml/item1.xml")
        package.edit("xl/workbook.xml", lambda xml: xml.replace("<workbookPr", (
            '<x15ac:absPath xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac" '
            f'url={quoteattr("C:/Users/" + path + "/")}/><workbookPr'), 1))

    book.later(edit)


@PLACES.at("chart", alone=True, expect="either")
def chart(book, case):
    book.row("Name", "Count")
    first = book.row(case.say(), 3)
    bars = openpyxl.chart.BarChart()
    bars.title = case.say(detail="title")
    bars.add_data(openpyxl.chart.Reference(book.sheet, min_col=2, min_row=first))
    bars.set_categories(openpyxl.chart.Reference(book.sheet, min_col=1, min_row=first))
    book.sheet.add_chart(bars, "G5")


@PLACES.at("zip comment and extra field")
def archive(book, case):
    place = case.place

    def edit(package):
        case.place = place
        opc.plant_zip(package, case)

    book.later(edit)


xlsx_habits.register(PLACES)
xlsx_programs.register(PLACES)


def small(text):
    """A workbook of one cell."""
    book = Book()
    book.row(text)
    return book.render()


def make(mint, seed):
    for number, places in enumerate(PLACES.files(random.Random(seed))):
        case = Case(mint, f"xlsx/xlsx-{number:02d}.xlsx", "xlsx")
        book = Book()
        book.row(case.introduce())
        for control in case.controls:
            book.row(control)
        plant_all(places, book, case)
        yield case, book.render()
    yield from xlsx_programs.make(mint, random.Random(f"programs {seed}"))


def refused(mint, seed):
    from refused_office import xlsx_cases
    yield from xlsx_cases(small("Patient: Nobody"))
