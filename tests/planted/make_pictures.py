"""Pictures with text in their pixels and values in everything that lies beside these."""

import io
import random
import shutil
import struct
import zlib

from PIL import Image, ImageCms, ImageDraw, ImageFont, PngImagePlugin, TiffImagePlugin

from case import Case, Places, plant_all

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
JPEG, PNG, TIFF = Places(), Places(), Places()


class Picture:
    """Lines to draw, what the library writes beside them, and edits of the bytes that it gives."""

    def __init__(self):
        self.lines, self.exif, self.options, self.after, self.pages = [], Image.Exif(), {}, [], []

    def drawn(self, lines):
        page = Image.new("RGB", (1100, 70 + 60 * len(lines)), "white")
        for number, line in enumerate(lines):
            ImageDraw.Draw(page).text((40, 40 + 60 * number), line, fill="black", font=ImageFont.truetype(FONT, 30))
        return page

    def render(self, kind):
        out = io.BytesIO()
        options = dict(self.options)
        if self.exif and kind != "tiff":
            options["exif"] = self.exif
        if self.pages:
            options |= {"save_all": True, "append_images": [self.drawn(lines) for lines in self.pages]}
        self.drawn(self.lines).save(out, kind, **options)
        data = out.getvalue()
        for edit in self.after:
            data = edit(data)
        return data


def segment(data, mark, content):
    """A JPEG with one more segment behind its first."""
    first = 4 + int.from_bytes(data[4:6], "big")
    return data[:first] + bytes([0xFF, mark]) + (len(content) + 2).to_bytes(2, "big") + content + data[first:]


def chunk(data, name, content):
    """A PNG with one more chunk before its end."""
    body = name + content
    return data[:-12] + len(content).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big") + data[-12:]


def xmp(case):
    return ('<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
            '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">'
            f'<dc:creator><rdf:Seq><rdf:li>{case.repeat("XMP creator")}</rdf:li></rdf:Seq></dc:creator><dc:description><rdf:Alt><rdf:li xml:lang="x-default">{case.say(detail="XMP description")}</rdf:li></rdf:Alt></dc:description>'
            f'<photoshop:Credit>{case.own("email", case.mint.email(), "XMP credit")}</photoshop:Credit></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>').encode()


def exif(picture, case):
    for tag, detail in ((0x010E, "description"), (0x8298, "copyright"), (0x0131, "program")):
        picture.exif[tag] = case.say("email", detail)
    picture.exif[0x013B] = case.repeat("artist")
    inner = picture.exif.get_ifd(0x8769)
    inner[0x9286] = b"ASCII\0\0\0" + case.say("email", "comment of the user").encode()
    inner[0xA430] = case.own("titled", case.mint.name(), "owner of the camera")
    picture.exif[0x9C9D] = (case.own("titled", case.mint.name(), "author in two bytes a letter") + "\0").encode("utf-16-le")


def jpeg_exif(picture, case):
    exif(picture, case)


def jpeg_xmp(picture, case):
    packet = xmp(case)
    picture.after.append(lambda data: segment(data, 0xE1, b"http://ns.adobe.com/xap/1.0/\0" + packet))


def jpeg_comment(picture, case):
    text = case.say("email")
    picture.after.append(lambda data: segment(data, 0xFE, text.encode()))


def jpeg_iptc(picture, case):
    fields = b"".join(struct.pack(">BBBH", 0x1C, 2, number, len(text)) + text.encode() for number, text in (
        (80, case.own("titled", case.mint.name(), "by-line")), (120, case.say(detail="caption")), (122, case.repeat("writer")), (25, case.own("email", case.mint.email(), "keyword"))))
    block = b"Photoshop 3.0\x008BIM\x04\x04\0\0" + len(fields).to_bytes(4, "big") + fields + b"\0" * (len(fields) % 2)
    picture.after.append(lambda data: segment(data, 0xED, block))


def profile(picture, case):
    made = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    text = case.say("email", "description of the profile").encode()
    # The text stands behind the tables, where nothing points at it.
    made = (len(made) + len(text)).to_bytes(4, "big") + made[4:] + text
    picture.options["icc_profile"] = made


def behind(picture, case):
    text = case.say("email")
    picture.after.append(lambda data: data + text.encode())


def thumbnail(picture, case):
    """A small picture in the head that says more than the large one."""
    inner = io.BytesIO()
    small = Image.Exif()
    small[0x010E] = case.say("email", "description of the thumbnail")
    Image.new("RGB", (16, 16), "white").save(inner, "JPEG", exif=small)
    content = b"Exif\0\0" + b"II*\0\x08\0\0\0" + struct.pack("<H", 0) + struct.pack("<I", 14)
    content += struct.pack("<H", 2) + struct.pack("<HHII", 0x0201, 4, 1, 14 + 2 + 24 + 4) + struct.pack("<HHII", 0x0202, 4, 1, len(inner.getvalue())) + struct.pack("<I", 0) + inner.getvalue()
    picture.after.append(lambda data: segment(data, 0xE1, content))


def png_texts(picture, case):
    info = picture.options.setdefault("pnginfo", PngImagePlugin.PngInfo())
    info.add_text("Author", case.repeat("author"))
    info.add_text("Comment", case.say("email", "packed"), zip=True)
    info.add_itxt("Title", case.say(detail="international"), "en", "Title")
    info.add_itxt("Description", case.say("email", "international, packed"), zip=True)


def png_xmp(picture, case):
    info = picture.options.setdefault("pnginfo", PngImagePlugin.PngInfo())
    info.add_itxt("XML:com.adobe.xmp", xmp(case).decode())


def png_own(picture, case):
    text, other = case.say("email"), case.say("email", "time of a lie")
    picture.after.append(lambda data: chunk(chunk(data, b"prVt", text.encode()), b"mkBF", other.encode()))


def tiff_tags(picture, case):
    tags = picture.options.setdefault("tiffinfo", TiffImagePlugin.ImageFileDirectory_v2())
    for tag, detail in ((270, "description"), (269, "name of the document"), (285, "name of the page"), (316, "computer"), (33432, "copyright")):
        tags[tag] = case.say("email", detail)
    tags[315] = case.repeat("artist")


def tiff_xmp(picture, case):
    tags = picture.options.setdefault("tiffinfo", TiffImagePlugin.ImageFileDirectory_v2())
    tags.tagtype[700] = 1
    tags[700] = xmp(case)


for name, plant in (("Exif", jpeg_exif), ("XMP", jpeg_xmp), ("comment", jpeg_comment), ("IPTC", jpeg_iptc), ("profile of colours", profile), ("behind the end", behind), ("thumbnail", thumbnail)):
    JPEG.at(f"JPEG {name}")(plant)
for name, plant in (("texts", png_texts), ("XMP", png_xmp), ("Exif", exif), ("own chunks", png_own), ("profile of colours", profile), ("behind the end", behind)):
    PNG.at(f"PNG {name}")(plant)
for name, plant in (("tags", tiff_tags), ("XMP", tiff_xmp), ("profile of colours", profile)):
    TIFF.at(f"TIFF {name}")(plant)


def make(mint, seed):
    # Without it pictures are refused.
    if not shutil.which("tesseract"):
        return
    rng = random.Random(seed)
    for kind, ending, places in (("jpeg", "jpg", JPEG), ("png", "png", PNG), ("tiff", "tif", TIFF)):
        for number, chosen in enumerate(places.files(rng, together=2, times=3)):
            case = Case(mint, f"pictures/{kind}-{number:02d}.{ending}", "pictures")
            case.controls = case.controls[:1]
            picture = Picture()
            picture.lines = [case.introduce(), *case.controls]
            plant_all(chosen, picture, case)
            yield case, picture.render(kind)
