"""Places outside what a page shows: dictionaries, trees, revisions, attachments."""

import hashlib
import io
import re
import zipfile

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

import pictures
from pdf_content import small_pdf
from pdf_sheet import PLACES, annotation, increment


@PLACES.at("document information")
def information(sheet, case):
    canvas = sheet.canvas
    canvas.setAuthor(case.repeat("author"))
    canvas.setTitle(case.say(detail="title"))
    canvas.setSubject(case.say(detail="subject"))
    canvas.setKeywords(case.say("email", "keywords"))
    canvas.setCreator(case.own("titled", case.mint.name(), "creator"))
    own, wide = case.say(detail="key of its own"), case.say("accented", "UTF-16")
    sheet.edit(lambda pdf: pdf.docinfo.update({"/Reviewer": String(own), "/Wide": String(wide)}))


@PLACES.at("XMP metadata")
def xmp(sheet, case):
    creator, subject = case.repeat("creator"), case.say("email", "subject")
    history = case.say("email", "history")
    packet = ('<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
              '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">'
              f"<dc:creator><rdf:Seq><rdf:li>{creator}</rdf:li></rdf:Seq></dc:creator><dc:subject><rdf:Bag><rdf:li>{subject}</rdf:li></rdf:Bag></dc:subject>"
              f"<xmpMM:History>{history}</xmpMM:History></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end='w'?>")

    def add(pdf):
        stream = Stream(pdf, packet.encode())
        stream["/Type"], stream["/Subtype"] = Name.Metadata, Name.XML
        pdf.Root["/Metadata"] = pdf.make_indirect(stream)

    sheet.edit(add)


@PLACES.at("metadata of a page")
def page_metadata(sheet, case):
    text, piece = case.say("email"), case.say(detail="piece info")

    def add(pdf):
        stream = Stream(pdf, f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><v>{text}</v></x:xmpmeta>'.encode())
        stream["/Type"], stream["/Subtype"] = Name.Metadata, Name.XML
        page = pdf.pages[0].obj
        page["/Metadata"] = pdf.make_indirect(stream)
        page["/PieceInfo"] = Dictionary(App=Dictionary(LastModified="D:20240304", Private=Dictionary(Note=piece)))

    sheet.edit(add)


@PLACES.at("form fields")
def fields(sheet, case):
    form = sheet.canvas.acroForm
    form.textfield(name=case.own("dni", case.mint.dni(), "name"), tooltip=case.say(detail="tooltip"), value=case.say(),
                   x=50, y=sheet.next_y(), width=300, height=14, fontSize=9)
    options = [case.say("email", "choice"), "Other"]
    form.choice(name="list", options=options, value="Other", x=50, y=sheet.next_y(), width=300, height=14, fontSize=9)
    default = case.say(detail="default value")
    sheet.edit(lambda pdf: pdf.Root.AcroForm.Fields[0].__setitem__("/DV", String(default)))


@PLACES.at("outline")
def outline(sheet, case):
    # reportlab keeps one title for each destination.
    for level, title in enumerate((case.say(), case.repeat())):
        sheet.canvas.bookmarkPage(f"p{level}")
        sheet.canvas.addOutlineEntry(title, f"p{level}", level)


@PLACES.at("named destination")
def destination(sheet, case):
    name = Name("/" + case.repeat("old form").replace(" ", "_"))
    named = case.own("email", case.mint.email(), "names tree")

    def add(pdf):
        names = pdf.Root.get("/Names", Dictionary())
        names["/Dests"] = Dictionary(Names=Array([String(named), Array([pdf.pages[0].obj, Name.Fit])]))
        pdf.Root["/Names"] = names
        pdf.Root["/Dests"] = Dictionary({str(name): Array([pdf.pages[0].obj, Name.Fit])})
        annotation(pdf, "Link", 20, Dest=name)
        annotation(pdf, "Link", 40, Dest=String(named))

    sheet.edit(add)


@PLACES.at("links")
def links(sheet, case):
    y = sheet.next_y()
    sheet.canvas.linkURL(f"mailto:{case.own('email', case.mint.email(), 'mailto')}", (50, y, 90, y + 12))
    sheet.canvas.linkURL(f"https://example.com/find?user={case.own('email', case.mint.email(), 'query').replace('@', '%40')}", (100, y, 140, y + 12))
    sheet.canvas.linkURL(case.own("url", case.mint.url(), "profile"), (150, y, 190, y + 12))


@PLACES.at("annotations")
def annotations(sheet, case):
    y = sheet.next_y()
    texts = {"Contents": case.say(), "T": case.own("titled", case.mint.name(), "author"), "Subj": case.say(detail="subject"), "NM": case.say("email", "name")}
    rich, free = f'<body xmlns="http://www.w3.org/1999/xhtml"><p>{case.say("email", "rich text")}</p></body>', case.say(detail="free text")

    def add(pdf):
        note = annotation(pdf, "Text", y, **{key: String(value) for key, value in texts.items()}, RC=String(rich))
        popup = annotation(pdf, "Popup", y, Parent=note)
        note["/Popup"] = popup
        annotation(pdf, "FreeText", y - 16, Contents=String(free), DA=String("/Helv 9 Tf 0 g"))

    sheet.edit(add)


@PLACES.at("attachment")
def attachment(sheet, case):
    data, name, about = case.say().encode(), case.own("email", case.mint.email(), "file name"), case.say(detail="description")

    def add(pdf):
        pdf.attachments[f"{name}.txt"] = pikepdf.AttachedFileSpec(pdf, data, description=about, filename=f"{name}.txt")

    sheet.edit(add)


@PLACES.at("attachments by every way")
def attachments_elsewhere(sheet, case):
    """On a page as a note, associated with the file and with a page, without a type, packed in an archive, a file of its own kind."""
    table = f"name,note\n{case.say(detail='cell of a table')},{case.say('email', 'second cell')}\n".encode()
    invoice = f'<?xml version="1.0"?><invoice xmlns="http://schemas.example.net/{case.mint.rng.randrange(10)}"><to>{case.say(detail="XML")}</to></invoice>'.encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("letter.txt"), case.say(detail="text in an archive"))
    nested = small_pdf(case.say(detail="page of a file"))
    y = sheet.next_y()

    def add(pdf):
        def specification(name, data, **entries):
            stream = Stream(pdf, data)
            for key, value in entries.items():
                stream[f"/{key}"] = value
            return pdf.make_indirect(Dictionary(Type=Name.Filespec, F=String(name), UF=String(name), EF=Dictionary(F=pdf.make_indirect(stream))))

        params = Dictionary(Size=len(table), CheckSum=String(hashlib.md5(table).digest()), ModDate=String("D:20240304102030Z"))
        annotation(pdf, "FileAttachment", y, FS=specification("table.csv", table, Type=Name.EmbeddedFile, Params=params), Contents=String("a table"))
        pdf.Root["/AF"] = Array([specification("invoice.xml", invoice, Subtype=Name("/text/xml"))])
        pdf.pages[0].obj["/AF"] = Array([specification("letters.zip", packed.getvalue())])
        pdf.Root["/Collection"] = Dictionary(Type=Name.Collection, View=Name.D)
        pdf.attachments["inner.pdf"] = pikepdf.AttachedFileSpec(pdf, nested, filename="inner.pdf")

    sheet.edit(add)


@PLACES.at("attachment that nobody reads", alone=True, expect="either")
def unreadable_attachment(sheet, case):
    data = b"\0\1\2\3\0" + case.say().encode() + b"\0\xff\xfe\0"
    sheet.edit(lambda pdf: pdf.attachments.__setitem__("data.bin", pikepdf.AttachedFileSpec(pdf, data, filename="data.bin")))


@PLACES.at("structure tree")
def structure(sheet, case):
    alt, actual, long, title = case.say(), case.say(detail="ActualText"), case.say(detail="E"), case.repeat("T")

    def add(pdf):
        root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        element = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Figure, P=root, Alt=String(alt), ActualText=String(actual), E=String(long), T=String(title)))
        root["/K"] = Array([element])
        pdf.Root["/StructTreeRoot"] = root
        pdf.Root["/MarkInfo"] = Dictionary(Marked=True)

    sheet.edit(add)


@PLACES.at("page labels and threads")
def labels(sheet, case):
    prefix, thread = case.say("email"), case.say(detail="article thread")

    def add(pdf):
        pdf.Root["/PageLabels"] = Dictionary(Nums=Array([0, Dictionary(S=Name.D, P=String(prefix))]))
        bead = pdf.make_indirect(Dictionary(Type=Name.Bead, P=pdf.pages[0].obj, R=Array([0, 0, 9, 9])))
        made = pdf.make_indirect(Dictionary(Type=Name.Thread, F=bead, I=Dictionary(Title=String(thread))))
        bead["/T"], bead["/N"], bead["/V"] = made, bead, bead
        pdf.Root["/Threads"] = Array([made])

    sheet.edit(add)


@PLACES.at("script", alone=True, expect="either")
def script(sheet, case):
    code = f'app.alert("{case.say("email")}");'
    streamed = f'var who = "{case.say("email", "as a stream")}";'

    def add(pdf):
        pdf.Root["/OpenAction"] = Dictionary(S=Name.JavaScript, JS=String(code))
        names = pdf.Root.get("/Names", Dictionary())
        names["/JavaScript"] = Dictionary(Names=Array([String("start"), Dictionary(S=Name.JavaScript, JS=Stream(pdf, streamed.encode()))]))
        pdf.Root["/Names"] = names

    sheet.edit(add)


@PLACES.at("form in XML", alone=True, expect="either")
def xfa(sheet, case):
    packet = f'<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><data>{case.say()}</data></xdp:xdp>'
    sheet.edit(lambda pdf: pdf.Root.__setitem__("/AcroForm", Dictionary(Fields=Array(), XFA=Stream(pdf, packet.encode()))))


@PLACES.at("file names in actions")
def actions(sheet, case):
    remote, launch, submit = (case.own("email", case.mint.email(), what) for what in ("GoToR", "Launch", "SubmitForm"))
    y = sheet.next_y()

    def add(pdf):
        annotation(pdf, "Link", y, A=Dictionary(S=Name.GoToR, F=String(f"C:/Users/{remote}/a.pdf"), D=Array([0, Name.Fit])))
        annotation(pdf, "Link", y, A=Dictionary(S=Name.Launch, F=Dictionary(Type=Name.Filespec, F=String(launch), UF=String(launch))))
        annotation(pdf, "Link", y, A=Dictionary(S=Name.SubmitForm, F=Dictionary(FS=Name.URL, F=String(f"mailto:{submit}"))))

    sheet.edit(add)


@PLACES.at("thumbnail of a page")
def thumbnail(sheet, case):
    picture = pictures.jpeg(case.say("email"))

    def add(pdf):
        stream = Stream(pdf, picture)
        for key, value in {"Width": 16, "Height": 16, "BitsPerComponent": 8, "ColorSpace": Name.DeviceRGB, "Filter": Name.DCTDecode}.items():
            stream["/" + key] = value
        pdf.pages[0].obj["/Thumb"] = pdf.make_indirect(stream)

    sheet.edit(add)


@PLACES.at("keys nobody knows")
def unknown(sheet, case):
    text, colour = case.say(), case.own("email", case.mint.email(), "colourant name")

    def add(pdf):
        pdf.Root["/VendorData"] = Dictionary(Note=String(text), List=Array([String("x"), Dictionary(Deep=String("y"))]))
        spaces = pdf.pages[0].obj.Resources.get("/ColorSpace", Dictionary())
        tint = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0, 0, 0, 0]), C1=Array([0, 0, 0, 1]), N=1)
        spaces["/CS9"] = Array([Name.Separation, Name("/" + colour), Name.DeviceCMYK, tint])
        pdf.pages[0].obj.Resources["/ColorSpace"] = spaces

    sheet.edit(add)


@PLACES.at("object streams")
def object_streams(sheet, case):
    sheet.line(case.say())
    note = case.say(detail="in an object stream")
    sheet.edit(lambda pdf: pdf.docinfo.__setitem__("/Note", String(note)))
    sheet.saving["object_stream_mode"] = pikepdf.ObjectStreamMode.generate


@PLACES.at("linearised file", alone=True)
def linearised(sheet, case):
    sheet.line(case.say())
    sheet.saving["linearize"] = True


def encrypted(how, **options):
    """A file whose password is empty: everybody has the key."""

    def plant(sheet, case):
        sheet.line(case.say())
        author, note = case.repeat("author"), case.say("email", "string")
        sheet.canvas.setAuthor(author)
        sheet.edit(lambda pdf: pdf.docinfo.__setitem__("/Note", String(note)))
        # What is encrypted has no number that follows from its content.
        sheet.saving.update(deterministic_id=False, static_id=True, encryption=pikepdf.Encryption(owner="o", user="", **options))

    PLACES.at(f"encrypted with an empty password, {how}", alone=True)(plant)


encrypted("RC4 of 40 bits", R=2, aes=False, metadata=False)
encrypted("RC4 of 128 bits", R=3, aes=False, metadata=False)
encrypted("AES of 128 bits", R=4, aes=True)
encrypted("AES of 256 bits", R=6, aes=True)


def content_number(data):
    """The number of the first page's content stream, and of the page."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        contents = pdf.pages[0].obj.Contents
        first = contents[0] if isinstance(contents, Array) else contents
        return first.objgen[0], bytes(first.read_bytes())


@PLACES.at("earlier revision", alone=True)
def revision(sheet, case):
    """The value is drawn; then a second revision of the page says something else."""
    old = case.piece("email")
    sheet.line(str(old))

    def append(data):
        number, stream = content_number(data)
        text = re.sub(rb"\(Contact [^)]*\)", b"(Contact withdrawn)", stream).decode("latin-1")
        return increment(data, {number: f"<< /Length {len(text)} >>\nstream\n{text}\nendstream"})

    sheet.saving["object_stream_mode"] = pikepdf.ObjectStreamMode.disable
    sheet.bytes(append)


@PLACES.at("object nobody refers to", alone=True)
def orphan(sheet, case):
    text, behind = case.say("email"), case.say("email", "after the end")
    sheet.saving["object_stream_mode"] = pikepdf.ObjectStreamMode.disable
    sheet.bytes(lambda data: increment(data, {990: f"<< /Note ({text}) >>"}) + f"% {behind}\n".encode())


@PLACES.at("comment between objects", alone=True)
def comment(sheet, case):
    text = case.say("email")
    sheet.saving["object_stream_mode"] = pikepdf.ObjectStreamMode.disable
    sheet.bytes(lambda data: increment(data, {991: f"% {text}\n<< /A 1 >>"}))
