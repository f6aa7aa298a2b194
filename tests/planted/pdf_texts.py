"""Everything that can be read out of a PDF: what readers show, every string of every object, every stream, every revision."""

import io
import re
import subprocess
import tempfile
import warnings
import zlib
from pathlib import Path

import pikepdf

READERS = {"pdftotext": [], "pdftotext -layout": ["-layout"], "pdftotext -raw": ["-raw"]}


def texts(data):
    """`(place, how, text)` for readers, objects and content streams."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "in.pdf")
        path.write_bytes(data)
        for how, options in READERS.items():
            yield "pages", how, program(["pdftotext", *options, str(path), "-"])
        for how, text in pages_without_clip(data, Path(folder)):
            yield "pages", how, text
        yield "outline and fields", "qpdf --qdf", qdf(path)
    pdf = opened(data)
    if pdf is None:
        return
    with pdf:
        yield "objects", "strings", "\n".join(strings(pdf))
        for place, text in contents(pdf):
            yield place, "content stream joined", text


def program(command):
    """What a program prints; nothing if it fails, since what a reader cannot open it cannot show."""
    return subprocess.run(command, capture_output=True, check=False, timeout=120).stdout.decode("utf-8", "ignore")


def pages_without_clip(data, folder):
    """What lies outside the page's box: its box made large."""
    pdf = opened(data)
    if pdf is None:
        return
    with pdf:
        for page in pdf.pages:
            for key in ("/CropBox", "/TrimBox", "/ArtBox", "/BleedBox"):
                if key in page.obj:
                    del page.obj[key]
            page.obj.MediaBox = [-3000, -3000, 3000, 3000]
        path = folder / "large.pdf"
        pdf.save(path)
    yield "pdftotext, large page", program(["pdftotext", str(path), "-"])


def qdf(path):
    """The file with its streams inflated, its literal strings with escapes undone."""
    done = subprocess.run(["qpdf", "--qdf", "--object-streams=disable", str(path), "-"], capture_output=True, check=False)
    text = done.stdout.decode("latin-1")
    return re.sub(r"\\([0-7]{1,3})", lambda m: chr(int(m[1], 8) & 255), text)


def opened(data):
    try:
        return pikepdf.open(io.BytesIO(data))
    except (pikepdf.PdfError, ValueError):
        return None


def strings(pdf):
    """Every string and every name of every object, decoded."""
    for obj in pdf.objects:
        yield from strings_of(obj, 0)


def strings_of(obj, depth):
    if depth > 40:
        return
    if isinstance(obj, pikepdf.String):
        yield str(obj)
        yield bytes(obj).decode("latin-1")
    elif isinstance(obj, pikepdf.Name):
        yield obj.unparse().decode("latin-1")
    elif isinstance(obj, pikepdf.Array):
        for item in obj:
            yield from direct(item, depth)
    elif isinstance(obj, (pikepdf.Dictionary, pikepdf.Stream)):
        for key, item in obj.items():
            yield key
            yield from direct(item, depth)


def direct(item, depth):
    """Indirect objects come by themselves."""
    if not getattr(item, "is_indirect", False):
        yield from strings_of(item, depth + 1)


def contents(pdf):
    """The text of everything that may be a content stream: pages joined, forms, patterns, appearances, glyphs."""
    for number, page in enumerate(pdf.pages, 1):
        yield f"page {number} content", shown_text(page, resources(page.obj))
    for obj in pdf.objects:
        if isinstance(obj, pikepdf.Stream) and may_be_content(obj):
            yield f"object {obj.objgen[0]} content", shown_text(obj, resources(obj))


def may_be_content(stream):
    kind, sub = str(stream.get("/Type", "")), str(stream.get("/Subtype", ""))
    return sub != "/Image" and kind not in ("/XRef", "/ObjStm", "/Metadata", "/EmbeddedFile")


def resources(obj):
    """Fonts by name, the ones of the page inherited."""
    for _ in range(30):
        found = obj.get("/Resources")
        if found is not None:
            return found
        obj = obj.get("/Parent")
        if obj is None:
            break
    return pikepdf.Dictionary()


def shown_text(source, res):
    """The strings of all text operators, joined without anything between, each in the font that shows it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            instructions = pikepdf.parse_content_stream(source)
    except (pikepdf.PdfError, ValueError, TypeError):
        return ""
    fonts = res.get("/Font", pikepdf.Dictionary())
    decode, out = latin, []
    for instruction in instructions:
        operands = instruction.operands
        # What is no content stream, a font say, has operators of any bytes.
        if operands and instruction.operator == pikepdf.Operator("Tf"):
            decode = decoder(fonts.get(str(operands[0])))
        for operand in operands:
            out += shown(operand, decode)
    return "".join(out)


def shown(operand, decode):
    """The text of one operand: a string, an array of strings, a property dictionary."""
    if isinstance(operand, pikepdf.String):
        yield decode(bytes(operand))
    elif isinstance(operand, pikepdf.Array):
        for item in operand:
            yield from shown(item, decode)
    elif isinstance(operand, pikepdf.Dictionary):
        for _, item in operand.items():
            if isinstance(item, pikepdf.String):
                yield str(item)


def latin(data):
    return data.decode("latin-1")


def decoder(font):
    """How bytes become text in a font: by its ToUnicode map, its differences, or as latin-1."""
    if font is None:
        return latin
    if "/ToUnicode" in font:
        table, width = to_unicode(font.ToUnicode.read_bytes().decode("latin-1"))
        if table:
            return lambda data: "".join(
                table.get(data[i:i + width], "") for i in range(0, len(data), width))
    names = differences(font)
    return lambda data: "".join(names.get(byte, chr(byte)) for byte in data) if names else latin(data)


def differences(font):
    """Codes whose glyphs have one-letter names, or `uniXXXX`; custom names count as the letters after the last dot."""
    encoding = font.get("/Encoding")
    table, code = {}, 0
    if isinstance(encoding, pikepdf.Dictionary):
        for item in encoding.get("/Differences", []):
            if isinstance(item, pikepdf.Name):
                name = str(item)[1:]
                uni = re.fullmatch(r"uni([0-9A-F]{4})", name)
                table[code] = chr(int(uni[1], 16)) if uni else GLYPHS.get(name, name if len(name) == 1 else "")
                code += 1
            else:
                code = int(item)
    return table


GLYPHS = {
    "space": " ", "period": ".", "at": "@", "hyphen": "-", "colon": ":", "plus": "+", "slash": "/",
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4",
    "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
}


def to_unicode(cmap):
    """The map of a ToUnicode stream and the length of its codes."""
    table, width = {}, 1
    for block in re.findall(r"beginbfchar(.*?)endbfchar", cmap, re.S):
        for code, text in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
            table[bytes.fromhex(code)] = utf16(text)
            width = len(code) // 2
    for block in re.findall(r"beginbfrange(.*?)endbfrange", cmap, re.S):
        for low, high, target in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(<[0-9A-Fa-f]+>|\[[^\]]*\])", block):
            width = len(low) // 2
            table.update(bf_range(int(low, 16), int(high, 16), target, width))
    return table, width


def bf_range(low, high, target, width):
    listed = [utf16(text) for text in re.findall(r"<([0-9A-Fa-f]+)>", target)]
    for offset in range(min(high - low + 1, 65536)):
        if target.startswith("["):
            text = listed[offset] if offset < len(listed) else ""
        else:
            text = listed[0][:-1] + chr(ord(listed[0][-1]) + offset)
        yield (low + offset).to_bytes(width, "big"), text


def utf16(digits):
    return bytes.fromhex(digits).decode("utf-16-be", "ignore")


def streams(data):
    """`(place, bytes)` of attachments, pictures, metadata, scripts; and every stream of every revision, found by its keywords."""
    yield from detached(data)
    pdf = opened(data)
    if pdf is not None:
        with pdf:
            for obj in pdf.objects:
                if isinstance(obj, pikepdf.Stream):
                    yield from coded_or_not(obj)
    for number, match in enumerate(re.finditer(rb"stream\r?\n(.*?)endstream", data, re.S)):
        try:
            yield f"raw stream {number}", zlib.decompressobj().decompress(match[1], 1 << 26)
        except zlib.error:
            yield f"raw stream {number}", match[1]


def coded_or_not(stream):
    place = f"object {stream.objgen[0]}"
    try:
        yield place, stream.read_bytes()
    except pikepdf.PdfError:
        yield f"{place} as coded", stream.read_raw_bytes()


def detached(data):
    """What `pdfdetach` saves."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "in.pdf")
        path.write_bytes(data)
        out = Path(folder, "out")
        out.mkdir()
        subprocess.run(["pdfdetach", "-saveall", "-o", str(out), str(path)], capture_output=True, check=False)
        for item in sorted(out.iterdir()):
            yield f"attachment {item.name}", item.read_bytes()
