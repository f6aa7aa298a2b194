"""RTF by hand; what LibreOffice writes comes with the other conversions."""

import random

import pictures
from case import Case, Places, halves, plant_all, thirds

PLACES = Places()


class Rtf:
    """The groups before the body, the body, and the information group."""

    def __init__(self):
        self.fonts, self.head, self.body, self.info = [], [], [], []

    def render(self, case):
        info = "{\\info" + "".join(self.info) + "}" if self.info else ""
        body = [f"{escaped(case.introduce())}\\par", *self.body, *(f"{c}\\par" for c in case.controls)]
        fonts = "{\\fonttbl{\\f0\\fswiss Helvetica;}{\\f1\\froman Times;}" + "".join(self.fonts) + "}{\\colortbl;\\red255\\green255\\blue255;}"
        return ("{\\rtf1\\ansi\\ansicpg1252\\deff0" + fonts + "".join(self.head) + info + "\\f0\\fs24\n" + "\n".join(body) + "\n}").encode("ascii")


def escaped(text, wide=False):
    """Text as RTF has it: signs of its own escaped, other letters as \\'xx or \\u."""
    out = []
    for char in text:
        if char in "\\{}":
            out.append("\\" + char)
        elif ord(char) < 128:
            out.append(char)
        elif wide:
            out.append(f"\\u{ord(char)}?")
        else:
            out.append("".join(f"\\'{byte:02x}" for byte in char.encode("cp1252")))
    return "".join(out)


@PLACES.at("escaped letters")
def letters(rtf, case):
    rtf.body.append(f"{escaped(case.say('accented'))}\\par {escaped(case.say('accented', 'unicode'), wide=True)}\\par")
    value = case.piece("email", "all escaped").value
    rtf.body.append("Contact " + "".join(f"\\'{ord(c):02x}" for c in value) + "\\par")


@PLACES.at("letters of two bytes")
def wide(rtf, case):
    rtf.fonts.append("{\\f7\\fcharset128 MS Mincho;}{\\f8\\fcharset134 SimSun;}")
    sjis = "".join(f"\\'{byte:02x}" for byte in "日本語".encode("shift_jis"))
    gbk = "".join(f"\\'{byte:02x}" for byte in "中文".encode("gbk"))
    rtf.body.append(f"{{\\f7 {sjis} {case.say()} {sjis}}}\\par {{\\f8 {gbk} {case.say(detail='GBK')} {gbk} {case.repeat()}}}\\par")


@PLACES.at("table of fonts that takes in what follows", expect="either")
def fonts(rtf, case):
    rtf.fonts.append(f"{{\\operator {case.say('titled', 'operator')}}}{{\\*\\company {case.say('email', 'company')}}}{{\\f9 {case.own('email', case.mint.email(), 'name of a font')};}}")


@PLACES.at("split by formatting")
def split(rtf, case):
    name = case.piece("titled")
    first, second = halves(name.value)
    rtf.body.append(f"{name.before}{{\\b {first}}}{second} agreed.\\par")
    one, two, three = thirds(case.piece("email", "three runs").value)
    rtf.body.append(f"Contact {{\\b {one}}}{{\\i\\fs30 {two}}}\n{three}\\par")


@PLACES.at("information group")
def info(rtf, case):
    rtf.info += [f"{{\\author {case.repeat()}}}", f"{{\\title {case.say(detail='title')}}}", f"{{\\operator {case.say('titled', 'operator')}}}",
                 f"{{\\*\\company {case.say('email', 'company')}}}", f"{{\\doccomm {case.say(detail='doccomm')}}}", f"{{\\keywords {case.say(detail='keywords')}}}",
                 f"{{\\*\\manager {case.say('titled', 'manager')}}}", f"{{\\hlinkbase {case.own('url', case.mint.url(), 'hlinkbase')}}}"]


@PLACES.at("headers and footers")
def headers(rtf, case):
    for word in ("header", "headerf", "footer", "footerl"):
        # A program may put two of them into one line.
        rtf.head.append(f"{{\\{word} {case.say(detail=word)} stands here. \\par}}")


@PLACES.at("footnote and endnote")
def footnote(rtf, case):
    rtf.body.append(f"Text{{\\super\\chftn}}{{\\footnote {{\\super\\chftn}} {case.say()} {case.repeat()}}} more{{\\footnote\\ftnalt {case.say(detail='endnote')}}}.\\par")


@PLACES.at("annotation")
def annotation(rtf, case):
    rtf.body.append(f"Word{{\\*\\atnid TO}}{{\\*\\atnauthor {case.say('titled', 'atnauthor')}}}\\chatn"
                    f"{{\\*\\annotation{{\\*\\atndate 1}}{{{case.say()}}}}} here.\\par")


@PLACES.at("field")
def field(rtf, case):
    mail = case.own("email", case.mint.email(), "mailto")
    rtf.body.append(f'{{\\field{{\\*\\fldinst HYPERLINK "mailto:{mail}" \\\\o "{case.say(detail="tooltip")}"}}{{\\fldrslt {case.say(detail="result")}}}}}\\par')
    rtf.body.append(f'{{\\field{{\\*\\fldinst AUTHOR "{case.repeat()}"}}{{\\fldrslt x}}}}\\par')


@PLACES.at("bookmark")
def bookmark(rtf, case):
    name = case.repeat().replace(" ", "_")
    rtf.body.append(f"{{\\*\\bkmkstart {name}}}here{{\\*\\bkmkend {name}}}\\par")


@PLACES.at("hidden text")
def hidden(rtf, case):
    rtf.body.append(f"Seen {{\\v {case.say()}}} and white {{\\cf1 {case.say(detail='white')}}}.\\par")


@PLACES.at("tracked changes")
def tracked(rtf, case):
    rtf.head.append(f"{{\\*\\revtbl{{Unknown;}}{{{case.own('titled', case.mint.name(), 'revtbl author')};}}}}")
    rtf.body.append(f"{{\\deleted\\revauthdel1 {case.say(detail='deleted')}}}{{\\revised\\revauth1 {case.say(detail='inserted')}}}\\par")


@PLACES.at("generator")
def generator(rtf, case):
    rtf.head.append(f"{{\\*\\generator Editor {case.say('email')};}}")


@PLACES.at("user properties and variables")
def properties(rtf, case):
    rtf.head.append(f"{{\\*\\userprops{{\\propname Owner}}\\proptype30{{\\staticval {case.say()}}}}}")
    rtf.head.append(f"{{\\*\\docvar {{Reviewer}}{{{case.say('email', 'docvar')}}}}}")


@PLACES.at("object and picture data", alone=True, expect="either")
def data(rtf, case):
    # An object in the form of OLE 1: version, kind, names, data.
    text = case.say("email").encode()
    named = (8).to_bytes(4, "little") + b"Package\0"
    ole = (0x501).to_bytes(4, "little") + (2).to_bytes(4, "little") + named + bytes(8) + len(text).to_bytes(4, "little") + text
    rtf.body.append(f"{{\\object\\objemb\\objw900\\objh900{{\\*\\objclass Package}}{{\\*\\objdata {ole.hex()}}}{{\\result{{x}}}}}}\\par")
    rtf.body.append(f"{{\\pict\\pngblip\\picw16\\pich16\\picwgoal240\\pichgoal240 {pictures.png(case.say('email', 'pict')).hex()}}}\\par")


@PLACES.at("names of lists, styles and fonts")
def names(rtf, case):
    rtf.head.append(f"{{\\*\\listtable{{\\list\\listid1{{\\listname {case.say('email', 'list')};}}}}}}")
    rtf.head.append(f"{{\\stylesheet{{\\s1 {case.say('email', 'style')};}}}}")


@PLACES.at("table")
def table(rtf, case):
    rtf.body.append(f"\\trowd\\cellx3000\\cellx9000\\intbl {case.say()}\\cell {case.repeat()}\\cell\\row\\pard")


@PLACES.at("unknown destination")
def unknown(rtf, case):
    rtf.body.append(f"{{\\*\\vendorx {case.say()}}}")
    rtf.head.append(f"{{\\*\\template {case.own('url', case.mint.url(), 'template')}}}")


@PLACES.at("special signs in a value")
def special(rtf, case):
    phone = case.piece("phone").value.replace(" ", "\\~")
    ssn = case.piece("ssn", "non-breaking hyphens").value.replace("-", "\\_")
    rtf.body.append(f"Phone: {phone}\\par SSN: {ssn}\\par {case.repeat('in capitals').upper()}\\par")


@PLACES.at("shape text")
def shape(rtf, case):
    rtf.body.append(f"{{\\shp{{\\*\\shpinst{{\\sp{{\\sn wzDescription}}{{\\sv {case.say(detail='description')}}}}}{{\\shptxt {case.say()}\\par}}}}"
                    f"{{\\shprslt {case.say(detail='fallback')}\\par}}}}")


@PLACES.at("after the end")
def after(rtf, case):
    rtf.tail = case.say("email")


def make(mint, seed):
    for number, places in enumerate(PLACES.files(random.Random(seed), together=4)):
        case = Case(mint, f"rtf/rtf-{number:02d}.rtf", "rtf")
        rtf = Rtf()
        plant_all(places, rtf, case)
        yield case, rtf.render(case) + getattr(rtf, "tail", "").encode()


def refused(mint, seed):
    yield "unbalanced.rtf", "group that never ends", b"{\\rtf1\\ansi {\\b Patient: Nobody"
    yield "too-deep.rtf", "a hundred thousand groups", b"{\\rtf1 " + b"{" * 100_000 + b"x" + b"}" * 100_000 + b"}"
