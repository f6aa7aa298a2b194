"""Word documents: python-docx for what it writes, XML by hand for the rest."""

import io
import random
from xml.sax.saxutils import escape, quoteattr

import docx
from docx.oxml import parse_xml
from docx.shared import Pt

import docx_habits
import docx_parts as parts
import opc
import pictures
from case import Case, Places, halves, plant_all, thirds

PLACES = Places()
MAIN = "word/document.xml"


class Word:
    """A document of python-docx, and edits of its package once it is saved."""

    def __init__(self):
        self.document = docx.Document()
        core = self.document.core_properties
        core.author = core.comments = core.last_modified_by = ""
        self.after = []

    def later(self, edit):
        self.after.append(edit)

    def body(self, xml):
        """Appends XML of the body, with all usual namespaces."""
        for element in parse_xml(f"<w:body {parts.SPACES}>{xml}</w:body>"):
            self.document.element.body.insert_element_before(element, "w:sectPr")

    def settings(self, xml):
        for element in parse_xml(f"<w:settings {parts.SPACES}>{xml}</w:settings>"):
            self.document.settings.element.append(element)

    def render(self):
        out = io.BytesIO()
        self.document.save(out)
        package = opc.Package(out.getvalue())
        for edit in self.after:
            edit(package)
        return package.render()


def run(text, properties=""):
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def paragraph(*runs):
    return f"<w:p>{''.join(runs)}</w:p>"


@PLACES.at("split runs")
def split_runs(word, case):
    name = case.piece("titled", "half in bold")
    first, second = halves(name.value)
    line = word.document.add_paragraph(name.before)
    line.add_run(first).bold = True
    line.add_run(second + " agreed.")
    line = word.document.add_paragraph("Contact ")
    for part in thirds(case.piece("email", "three runs").value):
        line.add_run(part).italic = True
    one, two = halves(case.piece("phone", "between proofing marks").value)
    word.body(paragraph(run("Phone: "), run(one), '<w:proofErr w:type="spellStart"/><w:bookmarkStart w:id="77" w:name="b"/>', run(two), '<w:bookmarkEnd w:id="77"/>'))


@PLACES.at("table")
def table(word, case):
    grid = word.document.add_table(2, 2)
    grid.cell(0, 0).text, grid.cell(0, 1).text = "Name", "E-mail"
    grid.cell(1, 0).text, grid.cell(1, 1).text = case.repeat(), case.own("email", case.mint.email())


@PLACES.at("table caption and description")
def table_caption(word, case):
    word.body(f'<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblCaption w:val={quoteattr(case.say())}/><w:tblDescription w:val={quoteattr(case.say(detail="description"))}/></w:tblPr>'
              f'<w:tblGrid><w:gridCol w:w="5000"/></w:tblGrid><w:tr><w:tc><w:p>{run("cell")}</w:p></w:tc></w:tr></w:tbl>')


@PLACES.at("headers and footers")
def headers(word, case):
    section = word.document.sections[0]
    section.different_first_page_header_footer = True
    word.document.settings.odd_and_even_pages_header_footer = True
    for name in ("header", "first_page_header", "even_page_header", "footer", "first_page_footer", "even_page_footer"):
        getattr(section, name).paragraphs[0].text = case.say(detail=name)


@PLACES.at("footnotes")
def footnotes(word, case):
    parts.notes(word, "footnote", [case.say(), case.repeat()])


@PLACES.at("endnotes")
def endnotes(word, case):
    parts.notes(word, "endnote", [case.say(), case.repeat()])


@PLACES.at("comments")
def comments(word, case):
    line = word.document.add_paragraph("Commented.")
    author = case.own("titled", case.mint.name(), "author")
    word.document.add_comment(line.runs, text=case.say(), author=author, initials="ZQ")
    word.document.add_comment(line.runs, text=case.repeat(), author=case.own("titled", case.mint.name(), "second author"), initials="ZR")
    person = case.own("titled", case.mint.name(), "people.xml")
    mail = case.own("email", case.mint.email(), "people.xml user id")
    word.later(lambda package: parts.people(package, person, mail))


@PLACES.at("text box with fallback")
def text_box(word, case):
    text, other = case.say(), case.repeat("fallback")
    word.body(parts.text_box(paragraph(run(text)), paragraph(run(text), run(" " + other)), case.say(detail="alt text of the shape")))


@PLACES.at("fields")
def fields(word, case):
    mail = case.own("email", case.mint.email(), "HYPERLINK")
    word.body(parts.field(f' HYPERLINK "mailto:{mail}" \\o "{case.say(detail="tooltip")}" ', run(case.say(detail="result"))))
    word.body(parts.field(f' MERGEFIELD "{case.repeat("MERGEFIELD")}" ', run("«field»")))
    first, second = halves(f' DOCPROPERTY "{case.say("email", "DOCPROPERTY, split")}" ')
    word.body(parts.field(first, run("x"), second))
    quote = quoteattr(' QUOTE "' + case.say(detail="fldSimple") + '" ')
    word.body(f'<w:p><w:fldSimple w:instr={quote}>{run("q")}</w:fldSimple></w:p>')


@PLACES.at("form field data")
def form_field(word, case):
    word.body('<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Text1"/><w:enabled/>'
              f'<w:helpText w:type="text" w:val={quoteattr(case.say(detail="help"))}/><w:statusText w:type="text" w:val={quoteattr(case.say(detail="status"))}/>'
              f'<w:textInput><w:default w:val={quoteattr(case.say())}/></w:textInput></w:ffData></w:fldChar></w:r>'
              '<w:r><w:instrText> FORMTEXT </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>')


@PLACES.at("hyperlink target")
def hyperlink(word, case):
    mail, tip, anchor = case.own("email", case.mint.email()), case.say(detail="tooltip"), case.own("url", case.mint.url(), "second target")
    for target, text in ((f"mailto:{mail}?subject=Visit", "write"), (anchor, "profile")):
        rid = word.document.part.relate_to(target, opc.RELATIONS + "/hyperlink", is_external=True)
        word.body(f'<w:p><w:hyperlink r:id="{rid}" w:tooltip={quoteattr(tip)}>{run(text)}</w:hyperlink></w:p>')


@PLACES.at("bookmark name")
def bookmark(word, case):
    name = case.repeat().replace(" ", "_")
    word.body(f'<w:p><w:bookmarkStart w:id="91" w:name="{name}"/>{run("marked")}<w:bookmarkEnd w:id="91"/><w:hyperlink w:anchor="{name}">{run("there")}</w:hyperlink></w:p>')


@PLACES.at("properties")
def properties(word, case):
    opc.plant_core(word.document.core_properties, case)
    word.document.core_properties.comments = case.say(detail="core description")
    word.document.core_properties.content_status = case.say("email", "core status")
    place = case.place

    def edit(package):
        case.place = place
        opc.plant_properties(package, case)

    word.later(edit)


@PLACES.at("settings")
def settings(word, case):
    word.settings(f'<w:docVars><w:docVar w:name="Owner" w:val={quoteattr(case.say(detail="docVar"))}/></w:docVars>')
    word.settings(f'<w:mailMerge><w:mainDocumentType w:val="formLetters"/><w:connectString w:val={quoteattr(case.say("email", "mail merge connection"))}/>'
                  f'<w:query w:val={quoteattr("SELECT * FROM x WHERE m=" + case.own("email", case.mint.email(), "mail merge query"))}/></w:mailMerge>')
    target = f"file:///C:/Users/{case.repeat('attached template').replace(' ', '.')}/Templates/a.dotm"
    word.later(lambda package: parts.attached_template(package, target))


@PLACES.at("custom XML item")
def custom_xml(word, case):
    text, attribute = case.say(), case.say("email", "attribute")
    word.later(lambda package: parts.custom_xml(package, f'<r xmlns="urn:x" a={quoteattr(attribute)}><v>{escape(text)}</v></r>'))


@PLACES.at("tracked changes")
def tracked(word, case):
    author = quoteattr(case.own("titled", case.mint.name(), "author"))
    mark = f'w:author={author} w:date="2024-03-04T10:00:00Z"'
    word.body(f'<w:p><w:ins w:id="1" {mark}>{run(case.say(detail="inserted"))}</w:ins>{run("; ")}'
              f'<w:del w:id="2" {mark}><w:r><w:delText xml:space="preserve">{escape(case.say(detail="deleted"))}</w:delText></w:r></w:del></w:p>')
    word.body(f'<w:p><w:moveFromRangeStart w:id="3" w:name="{case.repeat("name of a move").replace(" ", "_")}" {mark}/><w:moveFrom w:id="4" {mark}>{run(case.say(detail="moved"))}</w:moveFrom><w:moveFromRangeEnd w:id="3"/></w:p>')
    word.body(f'<w:p><w:pPr><w:pPrChange w:id="6" {mark}><w:pPr/></w:pPrChange></w:pPr><w:r><w:rPr><w:b/><w:rPrChange w:id="7" {mark}><w:rPr/></w:rPrChange></w:rPr><w:t>bold</w:t></w:r></w:p>')


@PLACES.at("value half inserted, half deleted")
def half_tracked(word, case):
    first, second = halves(case.piece("email").value)
    mark = 'w:author="x" w:date="2024-03-04T10:00:00Z"'
    word.body(f'<w:p>{run("Contact ")}<w:ins w:id="11" {mark}>{run(first)}</w:ins>{run(second)}<w:del w:id="12" {mark}><w:r><w:delText>old</w:delText></w:r></w:del></w:p>')


@PLACES.at("hidden and white text")
def hidden(word, case):
    word.body(paragraph(run(case.say(), "<w:vanish/>"), run(" " + case.say(detail="white"), '<w:color w:val="FFFFFF"/><w:sz w:val="2"/>'), run(" " + case.repeat(), "<w:webHidden/>")))


@PLACES.at("content control")
def content_control(word, case):
    mapping = quoteattr(f"xmlns:a='{case.own('url', case.mint.url(), 'data binding')}'")
    word.body(f'<w:sdt><w:sdtPr><w:alias w:val={quoteattr(case.say(detail="alias"))}/><w:tag w:val={quoteattr(case.say("email", "tag"))}/>'
              f'<w:placeholder><w:docPart w:val={quoteattr(case.repeat("placeholder"))}/></w:placeholder>'
              f'<w:dataBinding w:xpath="/x" w:storeItemID="{{0}}" w:prefixMappings={mapping}/>'
              f'<w:dropDownList><w:listItem w:displayText={quoteattr(case.say(detail="list item"))} w:value={quoteattr(case.own("email", case.mint.email(), "list value"))}/></w:dropDownList>'
              f'</w:sdtPr><w:sdtContent>{paragraph(run(case.say()))}</w:sdtContent></w:sdt>')


@PLACES.at("glossary document")
def glossary(word, case):
    text, name = case.say(), case.say("email", "name of a block")
    word.later(lambda package: parts.glossary(package, paragraph(run(text)), name))


@PLACES.at("alt text of a picture", alone=True, expect="either")
def alt_text(word, case):
    picture = pictures.png(case.say("email", "PNG text"), case.say("email", "PNG compressed text"))
    inline = word.document.add_picture(io.BytesIO(picture), Pt(20))._inline
    inline.docPr.set("descr", case.say())
    inline.docPr.set("title", case.say(detail="title"))
    inline.docPr.set("name", case.say("email", "name"))


@PLACES.at("picture with EXIF", alone=True, expect="either")
def exif(word, case):
    word.document.add_picture(io.BytesIO(pictures.jpeg(case.say("email"), case.own("titled", case.mint.name(), "artist"))), Pt(20))


@PLACES.at("thumbnail with EXIF")
def thumbnail(word, case):
    picture = pictures.jpeg(case.say("email"))
    word.later(lambda package: opc.plant_thumbnail(package, case, picture))


@PLACES.at("chart with a workbook", alone=True, expect="either")
def chart(word, case):
    import make_xlsx
    workbook = make_xlsx.small(case.say(detail="embedded workbook"))
    cached, title = case.say(detail="cached string"), case.say(detail="title")
    parts.chart(word, title, cached, workbook)


@PLACES.at("diagram data", alone=True, expect="either")
def diagram(word, case):
    parts.diagram(word, case.say(), case.say(detail="drawing"))


@PLACES.at("mathematics")
def mathematics(word, case):
    word.body(f'<w:p><m:oMath><m:r><m:t xml:space="preserve">{escape(case.say("email"))}</m:t></m:r></m:oMath></w:p>')


@PLACES.at("smart tag attributes")
def smart_tag(word, case):
    word.body(f'<w:p><w:smartTag w:uri="urn:schemas" w:element="PersonName"><w:smartTagPr><w:attr w:name="who" w:val={quoteattr(case.say("titled", "attribute"))}/></w:smartTagPr>{run(case.repeat())}</w:smartTag></w:p>')


@PLACES.at("names of styles")
def styles(word, case):
    word.document.styles.add_style(case.say("email"), 1)


@PLACES.at("breaks and tabs inside a value")
def breaks(word, case):
    one, two = case.piece("iban").value.rsplit(" ", 1)
    word.body(f'<w:p>{run("IBAN: " + one)}<w:r><w:tab/></w:r>{run(two)}</w:p>')
    first, second = case.repeat("line break").split()
    word.body(f'<w:p>{run(first)}<w:r><w:br/></w:r>{run(second)}</w:p>')
    third, fourth = case.piece("ssn", "non-breaking hyphen").value.rsplit("-", 1)
    word.body(f'<w:p>{run("SSN: " + third)}<w:r><w:noBreakHyphen/><w:t>{fourth}</w:t></w:r></w:p>')


@PLACES.at("accents, entities and capitals")
def accents(word, case):
    coded = "".join(c if c.isascii() else f"&#{ord(c)};" for c in case.say("accented"))
    word.body(f'<w:p><w:r><w:t>{coded}</w:t></w:r></w:p>')
    word.document.add_paragraph(case.repeat("in capitals").upper())
    word.document.add_paragraph("Phone: " + case.piece("phone", "non-breaking spaces").value.replace(" ", "\u00a0"))


@PLACES.at("XML comment and instruction")
def xml_comment(word, case):
    text, inside = case.say("email"), case.say("email", "instruction")
    word.later(lambda package: package.before(MAIN, "</w:body>", f"<!-- {text} --><?note {inside}?>"))


@PLACES.at("ignorable extension")
def extension(word, case):
    text = case.say()
    word.body(f'<w:p><w:r><w:rPr/><w:t>ext</w:t></w:r><w:customXml w:uri="urn:x" w:element="e"><w:customXmlPr><w:attr w:name="k" w:val={quoteattr(text)}/></w:customXmlPr>{run("inside")}</w:customXml></w:p>')


@PLACES.at("ruby text")
def ruby(word, case):
    word.body(f'<w:p><w:r><w:ruby><w:rt>{run(case.say(detail="above"))}</w:rt><w:rubyBase>{run(case.say())}</w:rubyBase></w:ruby></w:r></w:p>')


@PLACES.at("zip comment and extra field")
def archive(word, case):
    place = case.place

    def edit(package):
        case.place = place
        opc.plant_zip(package, case)

    word.later(edit)


@PLACES.at("member nobody refers to", expect="either")
def stray(word, case):
    text = case.say("email")
    word.later(lambda package: package.members.update({"word/notes.txt": text.encode()}))


@PLACES.at("name of a member", expect="either")
def member_name(word, case):
    name = f"word/media/{case.own('email', case.mint.email())}.xml"
    word.later(lambda package: package.members.update({name: b"<x/>"}))


@PLACES.at("section and web settings")
def web_settings(word, case):
    word.settings(f'<w:attachedSchema w:val={quoteattr(case.own("url", case.mint.url(), "attached schema"))}/>')
    word.settings(f'<w:documentProtection w:edit="readOnly" w:algorithmName={quoteattr(case.say("email", "unused attribute"))}/>')


def small(text):
    """A document of one paragraph, to be put into something else."""
    word = Word()
    word.document.add_paragraph(text)
    return word.render()


docx_habits.register(PLACES)


def make(mint, seed):
    for number, places in enumerate(PLACES.files(random.Random(seed))):
        case = Case(mint, f"docx/docx-{number:02d}.docx", "docx")
        word = Word()
        word.document.add_paragraph(case.introduce())
        plant_all(places, word, case)
        for control in case.controls:
            word.document.add_paragraph(control)
        yield case, word.render()


def refused(mint, seed):
    from refused_office import docx_cases
    yield from docx_cases(small("Patient: Nobody"))
