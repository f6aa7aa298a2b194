"""Packages of office documents, edited part by part behind the back of the library that wrote them."""

import io
import re
import zipfile
from xml.sax.saxutils import escape, quoteattr

RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
# A fixed time, so that the same seed makes the same bytes.
TIME = (2024, 3, 4, 10, 20, 30)


class Package:
    """The members of an office document by name."""

    def __init__(self, data):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            self.members = {info.filename: timeless(info.filename, archive.read(info)) for info in archive.infolist()}
        self.comment = b""
        self.extra = b""
        self.next_id = 900

    def add(self, name, content_type, data):
        """A new part with its content type."""
        self.members[name] = data.encode() if isinstance(data, str) else data
        override = f'<Override PartName="/{name}" ContentType="{content_type}"/>'
        self.edit("[Content_Types].xml", lambda text: text.replace("</Types>", override + "</Types>"))

    def relate(self, source, kind, target, external=False):
        """A relation from a part, or from the package if `source` is empty; gives its id."""
        folder, _, name = source.rpartition("/")
        rels = f"{folder}/_rels/{name}.rels" if source else "_rels/.rels"
        rels = rels.lstrip("/")
        if rels not in self.members:
            self.members[rels] = f'<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="{PACKAGE_RELATIONS}"></Relationships>'.encode()
        self.next_id += 1
        kind = kind if kind.startswith("http") else f"{RELATIONS}/{kind}"
        mode = ' TargetMode="External"' if external else ""
        line = f'<Relationship Id="rId{self.next_id}" Type="{kind}" Target={quoteattr(target)}{mode}/>'
        self.edit(rels, lambda text: re.sub("</(\\w+:)?Relationships>|<Relationships([^>]*)/>", lambda m: (
            line + m[0] if m[0].startswith("</") else f"<Relationships{m[2]}>{line}</Relationships>"), text))
        return f"rId{self.next_id}"

    def edit(self, name, change):
        self.members[name] = change(self.members[name].decode()).encode()

    def before(self, name, mark, xml):
        """Puts XML before the last occurrence of a mark."""
        def change(text):
            at = text.rindex(mark)
            return text[:at] + xml + text[at:]
        self.edit(name, change)

    def render(self):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.comment = self.comment
            for number, (name, data) in enumerate(self.members.items()):
                info = zipfile.ZipInfo(name, TIME)
                info.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
                if number == 1 and self.extra:
                    info.extra = self.extra
                archive.writestr(info, data)
        return out.getvalue()


def timeless(name, data):
    """A member without the time at which the library wrote it."""
    if name.endswith(".xlsx"):
        return Package(data).render()
    if name in ("docProps/core.xml", "word/comments.xml", "meta.xml"):
        return re.sub(rb"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?", b"2024-03-04T10:20:30", data)
    return data


def custom_properties(items):
    """docProps/custom.xml."""
    space = "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"
    types = "http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"
    entries = "".join(
        f'<property fmtid="{{D5CDD505-2E9C-101B-9397-08002B2CF9AE}}" pid="{pid}" name={quoteattr(name)}><vt:lpwstr>{escape(value)}</vt:lpwstr></property>'
        for pid, (name, value) in enumerate(items, 2))
    return f'<?xml version="1.0" encoding="UTF-8"?><Properties xmlns="{space}" xmlns:vt="{types}">{entries}</Properties>'


def plant_properties(package, case):
    """Core, application and custom properties, alike for all office documents."""
    if "docProps/app.xml" not in package.members:
        package.add("docProps/app.xml", "application/vnd.openxmlformats-officedocument.extended-properties+xml",
                    '<?xml version="1.0" encoding="UTF-8"?><Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"></Properties>')
        package.relate("", "extended-properties", "docProps/app.xml")
    package.edit("docProps/app.xml", lambda text: re.sub("<(Company|Manager|HyperlinkBase)>.*?</\\1>|<(Company|Manager|HyperlinkBase)/>", "", text))
    package.before("docProps/app.xml", "</Properties>",
                   f"<Company>{escape(case.say('email', 'app company'))}</Company><Manager>{escape(case.say('titled', 'app manager'))}</Manager>"
                   f"<HyperlinkBase>{case.own('url', case.mint.url(), 'app hyperlink base')}</HyperlinkBase>")
    package.add("docProps/custom.xml", "application/vnd.openxmlformats-officedocument.custom-properties+xml",
                custom_properties([("Owner", case.repeat("custom property")), (case.own("email", case.mint.email(), "name of a custom property"), "x"), ("Note", case.say(detail="custom"))]))
    package.relate("", "custom-properties", "docProps/custom.xml")


def plant_core(core, case):
    """The core properties by the library's own names."""
    core.author = case.repeat("core author")
    core.title = case.say(detail="core title")
    core.keywords = case.say("email", "core keywords")
    core.subject = case.say(detail="core subject")
    core.category = case.say("email", "core category")
    core.last_modified_by = case.own("titled", case.mint.name(), "core last modified by")


def plant_thumbnail(package, case, jpeg):
    package.members["docProps/thumbnail.jpeg"] = jpeg
    package.edit("[Content_Types].xml", lambda text: text if 'Extension="jpeg"' in text else re.sub(
        "(<Types[^>]*>)", '\\1<Default Extension="jpeg" ContentType="image/jpeg"/>', text))
    if b"thumbnail" not in package.members["_rels/.rels"]:
        package.relate("", "http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail", "docProps/thumbnail.jpeg")


def plant_zip(package, case):
    """The comment of the archive and the extra field of a member."""
    package.comment = case.say("email", "zip comment").encode()
    text = case.say("email", "zip extra").encode()
    package.extra = b"\xca\xfe" + len(text).to_bytes(2, "little") + text
