"""Presentations: python-pptx for what it writes, XML by hand for the rest."""

import io
import random
from xml.sax.saxutils import escape, quoteattr

from pptx import Presentation
from pptx.util import Inches

import opc
import pictures
from case import Case, Places, halves, plant_all, thirds

PLACES = Places()
A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
START = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
SLIDE = "ppt/slides/slide1.xml"
MAIN = "ppt/presentation.xml"
KIND = "application/vnd.openxmlformats-officedocument.presentationml."


class Deck:
    """A presentation with one slide to write on, and edits of its package once it is saved."""

    def __init__(self):
        self.deck = Presentation()
        core = self.deck.core_properties
        core.author = core.title = core.last_modified_by = ""
        self.slide = self.add_slide()
        self.top = 0
        self.after = []

    def add_slide(self):
        return self.deck.slides.add_slide(self.deck.slide_layouts[6])

    def later(self, edit):
        self.after.append(edit)

    def box(self, text, slide=None):
        self.top += 1
        box = (slide or self.slide).shapes.add_textbox(Inches(1), Inches(self.top * 0.4), Inches(6), Inches(0.4))
        box.text_frame.text = text
        return box

    def render(self):
        out = io.BytesIO()
        self.deck.save(out)
        package = opc.Package(out.getvalue())
        for edit in self.after:
            edit(package)
        return package.render()


@PLACES.at("split runs")
def runs(deck, case):
    name = case.piece("titled")
    line = deck.box("").text_frame.paragraphs[0]
    first, second = halves(name.value)
    for text, bold in ((name.before, False), (first, True), (second + " agreed", False)):
        run = line.add_run()
        run.text, run.font.bold = text, bold
    line = deck.box("").text_frame.paragraphs[0]
    for text in ("Contact ", *thirds(case.piece("email", "three runs").value)):
        line.add_run().text = text


@PLACES.at("text box and capitals")
def box(deck, case):
    deck.box(case.say())
    deck.box(case.repeat("in capitals").upper())
    deck.box(case.say("accented", "accents"))


@PLACES.at("notes")
def notes(deck, case):
    deck.slide.notes_slide.notes_text_frame.text = f"{case.say()} {case.repeat()}"


@PLACES.at("comments, old form")
def comments(deck, case):
    author, text = case.own("titled", case.mint.name(), "author"), case.say()

    def edit(package):
        package.add("ppt/commentAuthors.xml", f"{KIND}commentAuthors+xml",
                    f'{START}<p:cmAuthorLst {P}><p:cmAuthor id="0" name={quoteattr(author)} initials="Z" lastIdx="1" clrIdx="0"/></p:cmAuthorLst>')
        package.relate(MAIN, "commentAuthors", "commentAuthors.xml")
        package.add("ppt/comments/comment1.xml", f"{KIND}comments+xml",
                    f'{START}<p:cmLst {P}><p:cm authorId="0" dt="2024-03-04T10:00:00.000" idx="1"><p:pos x="9" y="9"/><p:text>{escape(text)}</p:text></p:cm></p:cmLst>')
        package.relate(SLIDE, "comments", "../comments/comment1.xml")

    deck.later(edit)


@PLACES.at("comments, modern form")
def modern_comments(deck, case):
    author, mail, text = case.own("titled", case.mint.name(), "author"), case.own("email", case.mint.email(), "user id"), case.say()
    space = 'xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"'
    relation = "http://schemas.microsoft.com/office/2018/10/relationships/"

    def edit(package):
        package.add("ppt/authors.xml", "application/vnd.ms-powerpoint.authors+xml",
                    f'{START}<p188:authorLst {space}><p188:author id="{{1}}" name={quoteattr(author)} initials="Z" userId={quoteattr("S::" + mail)} providerId="AD"/></p188:authorLst>')
        package.relate(MAIN, relation + "authors", "authors.xml")
        package.add("ppt/comments/modernComment_1.xml", "application/vnd.ms-powerpoint.comments+xml",
                    f'{START}<p188:cmLst {space} {A}><p188:cm id="{{2}}" authorId="{{1}}" created="2024-03-04T10:00:00.000"><p188:txBody><a:bodyPr/><a:p><a:r><a:t>{escape(text)}</a:t></a:r></a:p></p188:txBody></p188:cm></p188:cmLst>')
        package.relate(SLIDE, relation + "comments", "../comments/modernComment_1.xml")

    deck.later(edit)


@PLACES.at("master and layout")
def master(deck, case):
    deck.deck.slide_master.shapes[0].text_frame.text = case.say()
    deck.deck.slide_layouts[6].name = case.say("email", "name of a layout")
    deck.deck.slide_layouts[0].shapes[0].text_frame.text = case.repeat("layout")


@PLACES.at("alt text and shape name")
def alt_text(deck, case):
    shape = deck.box("box")
    shape.name = case.say("email", "name")
    shape._element.nvSpPr.cNvPr.set("descr", case.say())
    shape._element.nvSpPr.cNvPr.set("title", case.repeat("title"))


@PLACES.at("table")
def table(deck, case):
    grid = deck.slide.shapes.add_table(2, 2, Inches(1), Inches(5), Inches(6), Inches(1)).table
    for (row, column), text in {(0, 0): "Name", (0, 1): "E-mail", (1, 0): case.repeat(), (1, 1): case.own("email", case.mint.email())}.items():
        grid.cell(row, column).text = text


@PLACES.at("hidden slide and text outside")
def hidden(deck, case):
    slide = deck.add_slide()
    slide._element.set("show", "0")
    deck.box(case.say(), slide)
    outside = deck.box(case.say(detail="outside the slide"))
    outside.left = Inches(-20)


@PLACES.at("section name")
def section(deck, case):
    name = case.repeat()
    xml = ('<p:extLst><p:ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}"><p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main">'
           f'<p14:section name={quoteattr(name)} id="{{6F1E1E6A-0000-4000-8000-000000000001}}"><p14:sldIdLst><p14:sldId id="256"/></p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst>')

    def edit(package):
        package.edit(MAIN, lambda text: text.split("<p:extLst>")[0].replace("</p:presentation>", "") + xml + "</p:presentation>")

    deck.later(edit)


@PLACES.at("tags and custom shows")
def tags(deck, case):
    value = case.say()

    def edit(package):
        package.add("ppt/tags/tag1.xml", f"{KIND}tags+xml", f'{START}<p:tagLst {P}><p:tag name="OWNER" val={quoteattr(value)}/></p:tagLst>')
        package.relate(SLIDE, "tags", "../tags/tag1.xml")

    deck.later(edit)


@PLACES.at("links")
def links(deck, case):
    run = deck.box("").text_frame.paragraphs[0].add_run()
    run.text = "write"
    run.hyperlink.address = f"mailto:{case.own('email', case.mint.email(), 'target')}"
    run._r.rPr.hlinkClick.set("tooltip", case.say(detail="tooltip"))
    shape = deck.box("profile")
    shape.click_action.hyperlink.address = case.own("url", case.mint.url(), "click action")


@PLACES.at("properties")
def properties(deck, case):
    opc.plant_core(deck.deck.core_properties, case)
    place = case.place

    def edit(package):
        case.place = place
        opc.plant_properties(package, case)

    deck.later(edit)


@PLACES.at("slide name and fields")
def slide_name(deck, case):
    deck.slide._element.cSld.set("name", case.say("email"))
    box = deck.box("field")
    text = case.say(detail="field result")
    from lxml import etree
    box.text_frame.paragraphs[0]._p.append(etree.fromstring(f'<a:fld {A} id="{{1}}" type="datetime1"><a:t>{escape(text)}</a:t></a:fld>'))


@PLACES.at("picture with metadata", alone=True, expect="either")
def picture(deck, case):
    shape = deck.slide.shapes.add_picture(io.BytesIO(pictures.jpeg(case.say("email", "EXIF"))), Inches(1), Inches(1))
    shape._element.nvPicPr.cNvPr.set("descr", case.say(detail="alt text"))


@PLACES.at("chart", alone=True, expect="either")
def chart(deck, case):
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE
    data = CategoryChartData()
    data.categories = [case.say("email", "category"), "Other"]
    data.add_series(case.say(detail="series"), (1, 2))
    deck.slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1), Inches(3), Inches(4), Inches(3), data)


@PLACES.at("thumbnail with EXIF")
def thumbnail(deck, case):
    picture = pictures.jpeg(case.say("email"))
    deck.later(lambda package: opc.plant_thumbnail(package, case, picture))


@PLACES.at("zip comment and extra field")
def archive(deck, case):
    place = case.place

    def edit(package):
        case.place = place
        opc.plant_zip(package, case)

    deck.later(edit)


def make(mint, seed):
    for number, places in enumerate(PLACES.files(random.Random(seed))):
        case = Case(mint, f"pptx/pptx-{number:02d}.pptx", "pptx")
        deck = Deck()
        deck.box(case.introduce())
        plant_all(places, deck, case)
        for control in case.controls:
            deck.box(control)
        yield case, deck.render()


def refused(mint, seed):
    from refused_office import with_vba
    deck = Deck()
    deck.box("Patient: Nobody")
    yield "macros.pptm", "macros", with_vba(deck.render(), MAIN, "ppt/vbaProject.bin")
