"""OpenDocument texts and sheets: odfpy for the ground, XML by hand for the places."""

import io
import random
from xml.sax.saxutils import escape, quoteattr

from lxml import etree
from odf.opendocument import OpenDocumentSpreadsheet, OpenDocumentText
from odf.table import Table, TableCell, TableRow
from odf.text import P

import opc
import pictures
from case import Case, Places, halves, plant_all

PLACES = Places()
SHEETS = Places()

BASE = "urn:oasis:names:tc:opendocument:xmlns:"
SPACES = {
    **{name: f"{BASE}{name}:1.0" for name in ("office", "text", "table", "meta", "form", "script", "config", "chart", "presentation", "style", "manifest")},
    "draw": f"{BASE}drawing:1.0", "svg": f"{BASE}svg-compatible:1.0", "fo": f"{BASE}xsl-fo-compatible:1.0", "number": f"{BASE}datastyle:1.0",
    "dc": "http://purl.org/dc/elements/1.1/", "xlink": "http://www.w3.org/1999/xlink", "ooo": "http://openoffice.org/2004/office",
}
DECLARED = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in SPACES.items())


class Odf:
    """The package of a document; XML goes to the end of the element that is named."""

    def __init__(self, document, case):
        for line in [case.introduce(), *case.controls]:
            document(line)
        out = io.BytesIO()
        document.document.save(out)
        self.package = opc.Package(out.getvalue())
        # odfpy writes its own name and the time.
        self.edit("meta.xml", lambda root: root.find("office:meta", SPACES).clear())

    def edit(self, member, change):
        root = etree.fromstring(self.package.members[member])
        change(root)
        self.package.members[member] = etree.tostring(root, xml_declaration=True, encoding="UTF-8")

    def put(self, member, path, xml, first=False):
        """Adds XML to the first element of a path."""
        def change(root):
            target = root.find(path, SPACES)
            if target is None:
                target = missing(root, path)
            for number, child in enumerate(etree.fromstring(f"<x {DECLARED}>{xml}</x>")):
                target.insert(number if first else len(target), child)
        self.edit(member, change)

    def body(self, xml, first=False):
        self.put("content.xml", "office:body/*", xml, first)

    def meta(self, xml):
        self.put("meta.xml", "office:meta", xml)

    def add(self, name, media_type, data):
        self.package.members[name] = data if isinstance(data, bytes) else data.encode()
        self.put("META-INF/manifest.xml", ".", f'<manifest:file-entry manifest:full-path={quoteattr(name)} manifest:media-type="{media_type}"/>')

    def settings(self, xml):
        if "settings.xml" not in self.package.members:
            self.add("settings.xml", "text/xml", f"<office:document-settings {DECLARED} office:version='1.2'><office:settings/></office:document-settings>")
        self.put("settings.xml", "office:settings", xml)

    def render(self):
        return self.package.render()


def missing(root, path):
    """An element that odfpy left out since it was empty, put where its kind belongs."""
    order = ["office:styles", "office:automatic-styles", "office:master-styles", "office:body"]
    prefix, name = path.split(":")
    element = etree.Element(f"{{{SPACES[prefix]}}}{name}")
    later = [root.find(each, SPACES) for each in order[order.index(path) + 1:]]
    following = next((each for each in later if each is not None), None)
    root.insert(len(root) if following is None else root.index(following), element)
    return element


class TextBase:
    def __init__(self):
        self.document = OpenDocumentText()

    def __call__(self, line):
        self.document.text.addElement(P(text=line))


class SheetBase:
    def __init__(self):
        self.document = OpenDocumentSpreadsheet()
        self.table = Table(name="Sheet1")
        self.document.spreadsheet.addElement(self.table)

    def __call__(self, line):
        row, cell = TableRow(), TableCell(valuetype="string")
        cell.addElement(P(text=line))
        row.addElement(cell)
        self.table.addElement(row)


def p(*content):
    return f"<text:p>{''.join(content)}</text:p>"


@PLACES.at("split spans")
def spans(odf, case):
    name = case.piece("titled")
    first, second = halves(name.value)
    odf.body(p(name.before, f'<text:span text:style-name="B">{first}</text:span>', second, " agreed."))
    one, two = case.piece("iban", "blank as an element").value.rsplit(" ", 1)
    odf.body(p("IBAN: ", one, "<text:s/>", two))
    given, family = case.repeat("line break").split()
    odf.body(p(given, "<text:line-break/>", family))


@PLACES.at("metadata")
def metadata(odf, case):
    odf.meta(f"<dc:creator>{case.repeat('creator')}</dc:creator><meta:initial-creator>{case.own('titled', case.mint.name(), 'initial creator')}</meta:initial-creator>"
             f"<meta:printed-by>{case.own('titled', case.mint.name(), 'printed by')}</meta:printed-by><dc:title>{escape(case.say(detail='title'))}</dc:title>"
             f"<dc:subject>{escape(case.say(detail='subject'))}</dc:subject><dc:description>{escape(case.say(detail='description'))}</dc:description>"
             f"<meta:keyword>{escape(case.say('email', 'keyword'))}</meta:keyword>"
             f"<meta:user-defined meta:name={quoteattr(case.own('email', case.mint.email(), 'name of a property'))}>{escape(case.say(detail='user-defined'))}</meta:user-defined>"
             f"<meta:template xlink:type='simple' xlink:href={quoteattr(case.own('url', case.mint.url(), 'template'))} xlink:title={quoteattr(case.say('email', 'template title'))}/>")


@PLACES.at("annotation")
def annotation(odf, case):
    odf.body(p("Noted", f"<office:annotation office:name='a1'><dc:creator>{case.own('titled', case.mint.name(), 'creator')}</dc:creator>"
               f"<dc:date>2024-03-04T10:00:00</dc:date>{p(escape(case.say()))}{p(case.repeat())}</office:annotation>", " here."))


@PLACES.at("tracked changes")
def tracked(odf, case):
    info = f"<office:change-info><dc:creator>{case.own('titled', case.mint.name(), 'creator')}</dc:creator><dc:date>2024-03-04T10:00:00</dc:date></office:change-info>"
    odf.body(f"<text:tracked-changes><text:changed-region text:id='c1' xml:id='c1'><text:deletion>{info}{p(escape(case.say(detail='deleted')))}</text:deletion></text:changed-region></text:tracked-changes>", first=True)
    odf.body(p("Kept<text:change text:change-id='c1'/>"))


@PLACES.at("header and footer")
def header(odf, case):
    odf.put("styles.xml", "office:automatic-styles", "<style:page-layout style:name='PL1'/>")
    odf.put("styles.xml", "office:master-styles",
            f"<style:master-page style:name='Standard' style:page-layout-name='PL1'><style:header>{p(escape(case.say()))}</style:header><style:header-left>{p(case.repeat())}</style:header-left>"
            f"<style:footer>{p(escape(case.say(detail='footer')))}</style:footer></style:master-page>")


@PLACES.at("hidden text")
def hidden(odf, case):
    odf.body(p("Seen ", f"<text:hidden-text text:condition='ooow:true' text:is-hidden='true' text:string-value={quoteattr(case.say())}>{escape(case.say(detail='shown'))}</text:hidden-text>"))
    odf.body(p("<text:hidden-paragraph text:condition='ooow:true' text:is-hidden='true'/>", escape(case.say(detail="paragraph"))))
    odf.body(f"<text:section text:name='S1' text:display='none'>{p(case.repeat())}</text:section>")


@PLACES.at("user fields and variables")
def user_fields(odf, case):
    value = quoteattr(case.say())
    odf.body(f"<text:variable-decls><text:variable-decl text:name='v' office:value-type='string'/></text:variable-decls>"
             f"<text:user-field-decls><text:user-field-decl text:name='u' office:value-type='string' office:string-value={value}/></text:user-field-decls>", first=True)
    odf.body(p("<text:user-field-get text:name='u'>x</text:user-field-get> ",
               f"<text:variable-set text:name='v' office:value-type='string' text:formula={quoteattr('ooow:' + case.own('email', case.mint.email(), 'formula'))} office:string-value={quoteattr(case.say(detail='variable'))}>x</text:variable-set>"))


@PLACES.at("database field")
def database(odf, case):
    odf.body(p(f"<text:database-display text:table-name='t' text:table-type='table' text:column-name='c' text:database-name={quoteattr(case.own('email', case.mint.email(), 'database name'))}>{escape(case.say())}</text:database-display>"))


@PLACES.at("author fields and placeholders")
def author_fields(odf, case):
    odf.body(p(f"<text:author-name text:fixed='true'>{case.repeat()}</text:author-name> ",
               f"<text:placeholder text:placeholder-type='text' text:description={quoteattr(case.say(detail='description'))}>{escape(case.say())}</text:placeholder>"))


@PLACES.at("form controls")
def forms(odf, case):
    odf.body(f"<office:forms><form:form form:name='f'><form:text form:name='t' form:id='c1' form:title={quoteattr(case.say(detail='title'))} form:value={quoteattr(case.say())} form:current-value={quoteattr(case.say(detail='current value'))}/>"
             f"<form:listbox form:id='c2' form:name='l'><form:option form:label={quoteattr(case.say(detail='option'))} form:value='1'/></form:listbox></form:form></office:forms>", first=True)


@PLACES.at("frame title and description")
def frame(odf, case):
    odf.body(p(f"<draw:frame draw:name={quoteattr(case.say('email', 'name'))} svg:width='9cm' svg:height='1cm' text:anchor-type='as-char'><draw:text-box>{p(escape(case.say()))}</draw:text-box>"
               f"<svg:title>{escape(case.say(detail='title'))}</svg:title><svg:desc>{case.repeat()}</svg:desc></draw:frame>"))


@PLACES.at("link")
def link(odf, case):
    mail = case.own("email", case.mint.email(), "target")
    odf.body(p(f"<text:a xlink:type='simple' xlink:href='mailto:{mail}' office:title={quoteattr(case.say(detail='title'))} office:name={quoteattr(case.repeat('name'))}>write</text:a>"))


@PLACES.at("bookmark and reference mark")
def bookmark(odf, case):
    name = case.repeat().replace(" ", "_")
    odf.body(p(f"<text:bookmark text:name='{name}'/>here <text:bookmark-ref text:ref-name='{name}' text:reference-format='text'>{escape(case.say(detail='reference'))}</text:bookmark-ref> ",
               f"<text:reference-mark text:name={quoteattr(case.say('email', 'reference mark'))}/>"))


@PLACES.at("footnote and index marks")
def footnote(odf, case):
    odf.body(p(f"Text<text:note text:id='n1' text:note-class='footnote'><text:note-citation>1</text:note-citation><text:note-body>{p(escape(case.say()))}</text:note-body></text:note>",
               f"<text:alphabetical-index-mark text:string-value={quoteattr(case.say('email', 'index mark'))} text:key1={quoteattr(case.repeat('index key'))}/>"))


@PLACES.at("settings")
def settings(odf, case):
    odf.settings(f"<config:config-item-set config:name='ooo:configuration-settings'><config:config-item config:name='PrinterName' config:type='string'>{escape(case.say('email'))}</config:config-item>"
                 f"<config:config-item config:name='CurrentDatabaseDataSource' config:type='string'>{escape(case.say('email', 'data source'))}</config:config-item></config:config-item-set>")


@PLACES.at("thumbnail")
def thumbnail(odf, case):
    odf.add("Thumbnails/thumbnail.png", "image/png", pictures.png(case.say("email"), case.say("email", "compressed")))


@PLACES.at("picture", alone=True, expect="either")
def picture(odf, case):
    odf.add("Pictures/1.jpg", "image/jpeg", pictures.jpeg(case.say("email", "EXIF"), case.own("titled", case.mint.name(), "artist")))
    odf.body(p("<draw:frame svg:width='1cm' svg:height='1cm' text:anchor-type='as-char'><draw:image xlink:href='Pictures/1.jpg' xlink:type='simple'/></draw:frame>"))


@PLACES.at("picture named for somebody")
def named_picture(odf, case):
    name = case.repeat("member name").replace(" ", "_")
    odf.add(f"Pictures/{name}.jpg", "image/jpeg", pictures.jpeg("x", "y"))
    odf.body(p(f"<draw:frame svg:width='1cm' svg:height='1cm' text:anchor-type='as-char'><draw:image xlink:href='Pictures/{name}.jpg' xlink:type='simple'/></draw:frame>"))


@PLACES.at("embedded object", alone=True, expect="either")
def embedded(odf, case):
    inner = f"<office:document-content {DECLARED} office:version='1.2'><office:body><office:text>{p(escape(case.say()))}</office:text></office:body></office:document-content>"
    odf.add("Object 1/content.xml", "text/xml", inner)
    odf.add("Object 1/", "application/vnd.oasis.opendocument.text", b"")
    del odf.package.members["Object 1/"]
    odf.body(p("<draw:frame svg:width='3cm' svg:height='1cm' text:anchor-type='as-char'><draw:object xlink:href='./Object 1' xlink:type='simple'/></draw:frame>"))


@PLACES.at("script", alone=True, expect="either")
def script(odf, case):
    code = f"REM {case.say()}\nSub Main\nMsgBox &quot;{case.say('email', 'string')}&quot;\nEnd Sub"
    doctype = '<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">'
    # The document type must stay as it is.
    case.controls = [*case.controls, "-//OpenOffice.org//DTD OfficeDocument 1.0//EN"]
    module = f'<?xml version="1.0" encoding="UTF-8"?>{doctype}<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">{code}</script:module>'
    odf.add("Basic/Standard/Module1.xml", "text/xml", module)


@PLACES.at("manifest and RDF", expect="either")
def manifest(odf, case):
    odf.add("manifest.rdf", "application/rdf+xml",
            f'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description rdf:about=""><dc:creator>{case.repeat()}</dc:creator><dc:source>{escape(case.say("email"))}</dc:source></rdf:Description></rdf:RDF>')


@PLACES.at("names of styles and lists")
def style_names(odf, case):
    odf.put("styles.xml", "office:styles", f"<style:style style:name='S9' style:family='paragraph' style:display-name={quoteattr(case.say('email'))}/>")


@PLACES.at("XML comment")
def comment(odf, case):
    odf.body(f"<!-- {case.say()} -->")


@PLACES.at("table and its names")
def table(odf, case):
    odf.body(f"<table:table table:name={quoteattr(case.say('email', 'name'))}><table:title>{escape(case.say(detail='title'))}</table:title><table:table-column/><table:table-row><table:table-cell office:value-type='string'>{p(case.repeat())}</table:table-cell></table:table-row></table:table>")


@PLACES.at("accents, entities and capitals")
def accents(odf, case):
    odf.body(p("".join(c if c.isascii() else f"&#{ord(c)};" for c in case.say("accented"))))
    odf.body(p(case.repeat("in capitals").upper(), " Phone: ", case.piece("phone", "non-breaking spaces").value.replace(" ", "\u00a0")))


@PLACES.at("zip comment and extra field")
def archive(odf, case):
    opc.plant_zip(odf.package, case)


def row(*cells):
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def cell(text, attributes=""):
    return f"<table:table-cell office:value-type='string' {attributes}>{p(escape(text))}</table:table-cell>"


def in_sheet(odf, xml):
    odf.put("content.xml", "office:body/office:spreadsheet/table:table", xml)


@SHEETS.at("cells")
def sheet_cells(odf, case):
    in_sheet(odf, row(cell("Name"), cell("E-mail")) + row(cell(case.repeat()), cell(case.own("email", case.mint.email()))))


@SHEETS.at("formula and string value")
def sheet_formula(odf, case):
    formula = quoteattr(f'of:="{case.say("email")}"&""')
    in_sheet(odf, row(cell("shown", f"table:formula={formula} office:string-value={quoteattr(case.say(detail='string value'))}")))


@SHEETS.at("numbers")
def sheet_numbers(odf, case):
    number = case.own("number", case.mint.phone().replace(" ", "")[1:])
    day, month, year = case.mint.dob().split("/")
    date = case.own("dob", f"{year}-{month}-{day}", "date value")
    in_sheet(odf, row(cell("Phone:"), f"<table:table-cell office:value-type='float' office:value='{number}'>{p(number)}</table:table-cell>"))
    in_sheet(odf, row(cell("DOB:"), f"<table:table-cell office:value-type='date' office:date-value='{date}'>{p(f'{day}/{month}/{year}')}</table:table-cell>"))


@SHEETS.at("sheet name and named ranges")
def sheet_names(odf, case):
    odf.body(f"<table:table table:name={quoteattr(case.repeat())}>{row(cell('x'))}</table:table>")
    name = case.repeat("named range").replace(" ", "_")
    odf.body(f"<table:named-expressions><table:named-range table:name='{name}' table:cell-range-address='$Sheet1.$A$1'/></table:named-expressions>")


@SHEETS.at("annotation")
def sheet_annotation(odf, case):
    in_sheet(odf, row(f"<table:table-cell office:value-type='string'><office:annotation><dc:creator>{case.own('titled', case.mint.name(), 'creator')}</dc:creator>{p(escape(case.say()))}</office:annotation>{p('x')}</table:table-cell>"))


@SHEETS.at("validation")
def sheet_validation(odf, case):
    condition = quoteattr(f'of:cell-content-is-in-list("{case.own("email", case.mint.email(), "list")}")')
    odf.body(f"<table:content-validations><table:content-validation table:name='v1' table:condition={condition}><table:help-message table:title={quoteattr(case.say(detail='title'))} table:display='true'>{p(escape(case.say(detail='help')))}</table:help-message></table:content-validation></table:content-validations>", first=True)


@SHEETS.at("hidden sheet and row")
def sheet_hidden(odf, case):
    in_sheet(odf, f"<table:table-row table:visibility='collapse'>{cell(case.say())}</table:table-row>")
    odf.put("content.xml", "office:automatic-styles", "<style:style style:name='ta9' style:family='table'><style:table-properties table:display='false'/></style:style>")
    odf.body(f"<table:table table:name='Far' table:style-name='ta9'>{row(cell(case.repeat()))}</table:table>")


def make(mint, seed):
    rng = random.Random(seed)
    yield from documents(mint, PLACES.files(rng), TextBase, "odt")
    yield from documents(mint, SHEETS.files(rng, together=3), SheetBase, "ods")


def documents(mint, lists, base, ending):
    for number, places in enumerate(lists):
        case = Case(mint, f"odf/{ending}-{number:02d}.{ending}", "odf")
        odf = Odf(base(), case)
        plant_all(places, odf, case)
        yield case, odf.render()


def refused(mint, seed):
    case = Case(mint, "refused", "odf")
    odf = Odf(TextBase(), case)
    encryption = "<manifest:encryption-data manifest:checksum='x'><manifest:algorithm manifest:algorithm-name='aes256' manifest:initialisation-vector='x'/></manifest:encryption-data>"
    odf.put("META-INF/manifest.xml", "manifest:file-entry[@manifest:full-path='content.xml']", encryption)
    odf.package.members["content.xml"] = bytes(range(256)) * 4
    yield "encrypted.odt", "encrypted document", odf.render()
