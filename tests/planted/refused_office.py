"""Office documents that must be refused: `(name, why, bytes)`."""

import io
import zipfile

import opc

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
MACROS = "application/vnd.ms-word.document.macroEnabled.main+xml"


def docx_cases(plain):
    yield "encrypted.docx", "encrypted package", encrypted()
    yield "ole.docx", "embedded OLE object", with_ole(plain)
    yield "macros.docm", "macros", with_macros(plain)
    yield "bomb.docx", "zip bomb", bomb(plain)
    yield "entities.docx", "entity declarations", entities(plain)
    yield "broken.docx", "damaged archive", plain[:len(plain) // 2]
    yield "member-encrypted.docx", "encrypted member", encrypted_member(plain)
    yield "alternate-format.docx", "part of another format", alt_chunk(plain)


def xlsx_cases(plain):
    yield "encrypted.xlsx", "encrypted package", encrypted()
    yield "broken.xlsx", "damaged archive", plain[:len(plain) // 2]
    yield "macros.xlsm", "macros", with_vba(plain, "xl/workbook.xml", "xl/vbaProject.bin")


def encrypted():
    """The shape of an encrypted document: a compound file with the names of the streams it has then."""
    names = "EncryptedPackage".encode("utf-16le") + "EncryptionInfo".encode("utf-16le")
    return OLE + bytes(504) + names.ljust(1024, b"\0") + bytes(range(256)) * 8


def with_ole(plain):
    package = opc.Package(plain)
    package.add("word/embeddings/oleObject1.bin", "application/vnd.openxmlformats-officedocument.oleObject", OLE + bytes(2048))
    rid = package.relate("word/document.xml", "oleObject", "embeddings/oleObject1.bin")
    package.before("word/document.xml", "<w:sectPr",
                   f'<w:p><w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" Type="Embed" ProgID="Package" r:id="{rid}"/></w:object></w:r></w:p>')
    return package.render()


def with_macros(plain):
    package = opc.Package(with_vba(plain, "word/document.xml", "word/vbaProject.bin"))
    package.edit("[Content_Types].xml", lambda text: text.replace(
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml", MACROS))
    return package.render()


def with_vba(plain, source, name):
    package = opc.Package(plain)
    package.add(name, "application/vnd.ms-office.vbaProject", OLE + bytes(2048))
    package.relate(source, "http://schemas.microsoft.com/office/2006/relationships/vbaProject", name.split("/")[1])
    return package.render()


def bomb(plain):
    """A part of zeros, 400 megabytes of them."""
    out = io.BytesIO(plain)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        info = zipfile.ZipInfo("word/media/zeros.xml", opc.TIME)
        info.compress_type = zipfile.ZIP_DEFLATED
        with archive.open(info, "w") as member:
            for _ in range(400):
                member.write(bytes(1 << 20))
    return out.getvalue()


def entities(plain):
    package = opc.Package(plain)
    declared = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    package.edit("word/document.xml", lambda text: text.replace("?>", "?>" + declared, 1))
    return package.render()


def encrypted_member(plain):
    """The flag that says so, set for all members."""
    data = bytearray(plain)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(mark)
        while at >= 0:
            data[at + offset] |= 1
            at = data.find(mark, at + 4)
    return bytes(data)


def alt_chunk(plain):
    """A chunk in another format that the program imports when it opens the document."""
    package = opc.Package(plain)
    package.add("word/chunk.mht", "message/rfc822", "MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>Contact a.b@example.org</p>")
    rid = package.relate("word/document.xml", "aFChunk", "chunk.mht")
    package.before("word/document.xml", "<w:sectPr", f'<w:altChunk r:id="{rid}"/>')
    return package.render()
