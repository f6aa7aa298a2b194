"""Files of files: mail folders, zip and tar archives, packed files, books."""

import gzip
import io
import random
import tarfile
import zipfile

import make_eml
from case import Case, Places, plant_all

PLACES = Places()


class Bundle:
    """Files by name."""

    def __init__(self):
        self.files = {}

    def add(self, name, text):
        self.files[name] = text.encode() if isinstance(text, str) else text


@PLACES.at("text and table")
def text(bundle, case):
    bundle.add("docs/note.txt", case.say() + "\n")
    bundle.add("docs/list.csv", f"name,email\n{case.repeat()},{case.own('email', case.mint.email(), 'csv')}\n")


@PLACES.at("names of members")
def names(bundle, case):
    bundle.add(f"docs/{case.own('email', case.mint.email())}.txt", "nothing\n")
    bundle.add(f"people/{case.repeat().replace(' ', '_')}.txt", "nothing\n")
    bundle.add(f"{case.own('dni', case.mint.dni(), 'folder')}/a.txt", "nothing\n")


@PLACES.at("files of other kinds")
def kinds(bundle, case):
    bundle.add("page.html", f"<html><body><p>{case.say(detail='html')}</p></body></html>")
    bundle.add("data.json", f'{{"note": "{case.say(detail="json")}"}}')
    bundle.add("card.vcf", f"BEGIN:VCARD\nVERSION:3.0\nEMAIL:{case.own('email', case.mint.email(), 'vcf')}\nEND:VCARD\n")


@PLACES.at("office documents")
def office(bundle, case):
    import make_docx
    bundle.add("letter.docx", make_docx.small(case.say()))


@PLACES.at("archive in the archive")
def nested(bundle, case):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr(f"{case.own('dni', case.mint.dni(), 'name')}.txt", case.say())
    bundle.add("inner.zip", inner.getvalue())
    bundle.add("inner.txt.gz", gzip.compress(case.say(detail="packed").encode()))


def zipped(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def tarred(files, owner, mode):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size, info.uname, info.mtime = len(data), owner, 1_700_000_000
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def book(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        for name, data in files.items():
            archive.writestr(name, data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def pages(case):
    """The files of a book, with values in its pages, its properties and its table of contents."""
    name = case.piece("titled", "split by tags").value
    body = "".join(f"<p>{text}</p>" for text in (case.introduce(), case.say(detail="page"), *case.controls))
    return {
        "META-INF/container.xml": '<?xml version="1.0"?><container version="1.0"><rootfiles><rootfile full-path="b/c.opf"/></rootfiles></container>',
        "b/c.opf": '<?xml version="1.0"?><package version="3.0"><metadata>'
                   f"<creator>{case.repeat()}</creator><description>{case.say(detail='package')}</description></metadata></package>",
        "b/toc.ncx": f'<?xml version="1.0"?><ncx version="2005-1"><docTitle><text>{case.say(detail="contents")}</text></docTitle></ncx>',
        "b/p.xhtml": '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>'
                     f"<p>Dr. <b>{name[:4]}</b>{name[4:]}</p>{body}</body></html>",
        "b/s.css": "p { margin: 0 }",
    }


def folder(mint, number):
    """A mail folder of several mails, one of which has everything; their places are those of mails."""
    case = Case(mint, f"bundles/folder-{number:02d}.mbox", "bundles")
    mails = []
    for place in make_eml.PLACES.items[number * 3:number * 3 + 3]:
        mail = make_eml.Mail()
        case.place = f"mail folder: {place.name}"
        place.plant(mail, case)
        mails.append(mail.render(case))
    case.place = "mail folder"
    lines = [f"From {case.own('email', case.mint.email(), 'From_')} Mon Mar  4 10:20:30 2024\n".encode() for _ in mails]
    return case, b"\n".join(line + mail.replace(b"\r\n", b"\n").replace(b"\nFrom ", b"\n>From ") for line, mail in zip(lines, mails))


def make(mint, seed):
    for number, places in enumerate(PLACES.files(random.Random(seed), together=2, times=5)):
        ending = ["zip", "tar", "tar.gz"][number % 3]
        case = Case(mint, f"bundles/bundle-{number:02d}.{ending}", "bundles")
        bundle = Bundle()
        plant_all(places, bundle, case)
        bundle.add("readme.txt", "\n\n".join([case.introduce(), *case.controls]) + "\n")
        case.place = "owner of a file"
        owner = case.own("email", case.mint.email()) if ending != "zip" else ""
        yield case, zipped(bundle.files) if ending == "zip" else tarred(bundle.files, owner, "w" if ending == "tar" else "w:gz")
    for number in range(4):
        case = Case(mint, f"bundles/book-{number:02d}.epub", "bundles")
        case.place = "book"
        yield case, book(pages(case))
    for number in range(5):
        yield folder(mint, number)


def refused(mint, seed):
    del seed
    yield "unknown-member.zip", "member of an unknown kind", zipped({"a.bin": b"\x00\x01\x02unknown"})
    bomb = io.BytesIO()
    with gzip.GzipFile(fileobj=bomb, mode="wb", mtime=0) as packed:
        packed.write(bytes(64 << 20))
    yield "bomb.gz", "a file that unpacks to a thousand times its size", bomb.getvalue()
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    yield "link.tar", "a link in an archive", out.getvalue()
