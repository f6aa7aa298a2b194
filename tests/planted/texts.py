"""Everything that can be read out of a file, whatever it is: the searcher's eyes.

Each function yields `Text` items: where it was, how it was read, and the text. Nothing here decides what a file is by its name:
every way of reading that could apply is tried, since a reader that guesses wrong must not hide a value."""

import base64
import binascii
import email
import email.header
import email.policy
import hashlib
import html
import io
import quopri
import re
import shutil
import subprocess
import tarfile
import unicodedata
import urllib.parse
import zipfile
import zlib
from dataclasses import dataclass

import pyarrow.parquet

import pdf_texts

DEPTH = 6
PICTURES = {b"\xff\xd8\xff": "jpg", b"\x89PNG": "png", b"GIF8": "gif", b"II*\0": "tif", b"MM\0*": "tif"}


@dataclass(frozen=True)
class Text:
    where: str
    how: str
    text: str


class Reader:
    """Reads one file; pictures found on the way are kept for programs that read their metadata."""

    def __init__(self):
        self.pictures = []
        self.seen = set()

    def read(self, data, where, depth=0):
        """All texts of some bytes."""
        digest = hashlib.sha256(data).digest()
        if depth > DEPTH or not data or digest in self.seen:
            return
        self.seen.add(digest)
        picture = picture_kind(data)
        if picture:
            self.pictures.append((where, picture, data))
            # What can be seen is read in files that are pictures, and not in the drawings of others.
            if depth == 0 and shutil.which("tesseract"):
                yield Text(where, "tesseract", seen(data))
        yield from self.variants(data, where, depth)
        # An archive may stand behind its length, as that of Power Query does.
        start = data[:64].find(b"PK\x03\x04")
        if start >= 0:
            yield from self.archive(data[start:], where, depth)
        if data[:1024].find(b"%PDF-") >= 0:
            yield from self.pdf(data, where, depth)
        if data[:2] == b"\x1f\x8b":
            yield from self.inflated(data, where, depth)
        if data[257:262] == b"ustar":
            yield from self.tape(data, where, depth)
        if data[:4] == b"PAR1" == data[-4:]:
            yield from self.parquet(data, where, depth)
        if data[:4] == b"\x89PNG":
            yield from self.profile(data, where, depth)
        if looks_like_mail(data):
            yield from self.mail(data, where, depth)

    def variants(self, data, where, depth):
        """The bytes as text, in each encoding, with each kind of escape undone, and what is packed in them."""
        for how, text in decodings(data):
            for steps, variant in unescaped(text):
                yield Text(where, "+".join((how, *steps)), variant)
                # Pictures have no text that could hold other files.
                if not picture_kind(data):
                    for number, inner in enumerate(packed(variant)):
                        yield from self.read(inner, f"{where}!packed{number}", depth + 1)

    def archive(self, data, where, depth):
        try:
            archive = zipfile.ZipFile(io.BytesIO(data))
        except zipfile.BadZipFile:
            return
        for info in archive.infolist():
            yield Text(f"{where}!{info.filename}", "member name", info.filename)
            for how, extra in (("member comment", info.comment), ("member extra", info.extra)):
                if extra:
                    yield from self.read(extra, f"{where}!{info.filename} {how}", depth + 1)
            if info.flag_bits & 1 or info.file_size > 1 << 27:
                continue
            yield from self.read(archive.read(info), f"{where}!{info.filename}", depth + 1)

    def tape(self, data, where, depth):
        try:
            members = tarfile.open(fileobj=io.BytesIO(data)).getmembers()
        except tarfile.TarError:
            return
        for member in members:
            yield Text(f"{where}!{member.name}", "member name", f"{member.name} {member.uname} {member.gname}")
            content = data[member.offset_data:member.offset_data + member.size]
            yield from self.read(content, f"{where}!{member.name}", depth + 1)

    def pdf(self, data, where, depth):
        for place, how, text in pdf_texts.texts(data):
            yield Text(f"{where}!{place}", how, text)
        for place, inner in pdf_texts.streams(data):
            yield from self.read(inner, f"{where}!{place}", depth + 1)

    def parquet(self, data, where, depth):
        """Columns with their names and values, what stands beside them, and what is said of pages."""
        try:
            file = pyarrow.parquet.ParquetFile(io.BytesIO(data))
            table = file.read()
        except (pyarrow.ArrowException, OSError):
            return
        yield Text(f"{where}!schema", "parquet", f"{file.schema} {file.schema_arrow} {file.metadata.metadata}")
        groups = [file.metadata.row_group(number) for number in range(file.num_row_groups)]
        told = [group.column(number).statistics for group in groups for number in range(group.num_columns)]
        yield Text(f"{where}!statistics", "parquet", "\n".join(f"{each.min} {each.max}" for each in told if each is not None and each.has_min_max))
        for column in table.column_names:
            for value in table[column].combine_chunks().to_pylist():
                yield from self.read(str(value).encode(), f"{where}!{column}", depth + 1)
            chunk = table[column].combine_chunks()
            if isinstance(chunk, pyarrow.DictionaryArray):
                yield Text(f"{where}!words of {column}", "parquet", "\n".join(map(str, chunk.dictionary.to_pylist())))

    def profile(self, data, where, depth):
        """The profile of colours of a PNG, which is packed."""
        start = data.find(b"iCCP")
        packed = data[start:].find(b"\0\0") + start + 2
        try:
            inner = zlib.decompressobj().decompress(data[packed:], 1 << 27) if start > 0 else b""
        except zlib.error:
            return
        yield from self.read(inner, f"{where}!iCCP", depth + 1)

    def inflated(self, data, where, depth):
        try:
            inner = zlib.decompressobj(31).decompress(data, 1 << 27)
        except zlib.error:
            return
        yield from self.read(inner, f"{where}!gunzip", depth + 1)

    def mail(self, data, where, depth):
        # The older policy parses no header by itself, so that what a masking did to one cannot stop the reading.
        message = email.message_from_bytes(data, policy=email.policy.compat32)
        for number, part in enumerate(message.walk()):
            for name, value in part.items():
                yield Text(f"{where}!part {number} header {name}", "email", encoded_words(str(value)) or str(value))
            file_name = part.get_filename()
            if file_name:
                yield Text(f"{where}!part {number}", "file name", encoded_words(file_name) or file_name)
            payload = part.get_payload(decode=True)
            if payload:
                yield from self.read(payload, f"{where}!part {number} {part.get_content_type()}", depth + 1)


def seen(data):
    """What can be read in the pixels of a picture."""
    command = ["tesseract", "stdin", "stdout"]
    return subprocess.run(command, input=data, capture_output=True, check=False).stdout.decode("utf-8", "ignore")


def picture_kind(data):
    return next((kind for magic, kind in PICTURES.items() if data.startswith(magic)), None)


def looks_like_mail(data):
    """A first line that is a header, or multipart boundaries."""
    return bool(re.match(rb"(From |[A-Za-z][A-Za-z0-9-]{0,60}:[ \t])", data[:80])) and b"\n\n" in data.replace(b"\r", b"")


def decodings(data):
    """The bytes as text. Without the zero bytes UTF-16 of either order reads as latin-1, for all values used here."""
    yield "utf-8", data.decode("utf-8", "ignore")
    yield "latin-1 or utf-16", data.replace(b"\0", b"").decode("latin-1")


def unescaped(text):
    """The text with no, one or several escapes undone, each once: `(steps, text)`."""
    queue, seen = [((), text)], {text}
    while queue:
        steps, current = queue.pop(0)
        yield steps, current
        if len(steps) == 3:
            continue
        for name, undo in UNDO.items():
            changed = undo(current)
            if changed is not None and changed not in seen and len(seen) < 16:
                seen.add(changed)
                queue.append(((*steps, name), changed))


TAG = re.compile(r"<!--.*?-->|<!\[CDATA\[|\]\]>|<[!/?A-Za-z_][^<>]*>", re.S)


def without_tags(text):
    return TAG.sub("", text) if "<" in text else None


def without_entities(text):
    return html.unescape(text) if "&" in text else None


def without_percents(text):
    return urllib.parse.unquote(text, errors="ignore") if re.search(r"%[0-9A-Fa-f]{2}", text) else None


def without_backslashes(text):
    """JSON, JavaScript and CSS: \\u00e9, \\xe9, \\e9 and escaped signs."""
    if "\\" not in text:
        return None
    text = re.sub(r"\\u([0-9A-Fa-f]{4})|\\x([0-9A-Fa-f]{2})", lambda m: chr(int(m[1] or m[2], 16)), text)
    text = re.sub(r"\\0{0,4}([0-9A-Fa-f]{2})(?![0-9A-Fa-f]) ?", lambda m: chr(int(m[1], 16)), text)
    return re.sub(r"\\([/\"'\\@])", r"\1", text)


def without_quoted_printable(text):
    if not re.search(r"=[0-9A-F]{2}|=\r?\n", text):
        return None
    decoded = quopri.decodestring(text.encode("utf-8", "ignore"))
    return decoded.decode("utf-8", "replace") + "\n" + decoded.decode("latin-1")


NUMBER = re.compile(r"\b\d+(?:\.\d+)?[eE]\+?\d{1,2}\b|\b\d{7,}\.0+\b")


def without_powers(text):
    """Numbers that are written as powers of ten, or with noughts behind the point, as their digits."""
    if not NUMBER.search(text):
        return None
    return NUMBER.sub(lambda m: f"{int(float(m[0]))}" if float(m[0]) < 1e17 else m[0], text)


JOINT = re.compile(r"""["'`]\s*(?:\+|&(?:amp;)?|,)\s*["'`]""")
CHARACTER = re.compile(r"CHAR\((\d{1,3})\)")


def without_joints(text):
    """Literal strings that a program or a formula puts together."""
    if not JOINT.search(text) and not CHARACTER.search(text):
        return None
    return JOINT.sub("", CHARACTER.sub(lambda m: f'"{chr(int(m[1]))}"', text))


def encoded_words(text):
    """Mail headers: =?utf-8?B?...?=, with the blank between two of them gone."""
    if "=?" not in text:
        return None
    joined = re.sub(r"\?=\s+=\?", "?==?", text)

    def word(match):
        try:
            return "".join(
                part.decode(charset or "latin-1", "ignore") if isinstance(part, bytes) else part
                for part, charset in email.header.decode_header(match[0]))
        except (LookupError, binascii.Error, email.errors.HeaderParseError):
            return match[0]

    return re.sub(r"=\?[^?\s]+\?[bqBQ]\?[^?]*\?=", word, joined)


def rtf_text(text):
    """RTF with its control words gone, all destinations included."""
    if "{\\rtf" not in text[:200]:
        return None
    text = re.sub(r"\\u(-?\d{1,6}) ?(?:\\'[0-9a-fA-F]{2}|[^\\{}])?", lambda m: chr(int(m[1]) % 65536), text)
    text = re.sub(r"\\'([0-9a-fA-F]{2})", lambda m: bytes.fromhex(m[1]).decode("cp1252", "ignore"), text)
    text = text.replace("\\~", "\u00a0").replace("\\_", "-")
    text = re.sub(r"\\\*|\\-", "", text)
    text = re.sub(r"\\[a-zA-Z]+-?\d* ?", "", text)
    return re.sub(r"[{}\r\n]", "", text)


TEX_MARKS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "c": "\u0327", "v": "\u030c"}


def tex_text(text):
    """LaTeX with its accents made letters and its commands gone."""
    if "\\documentclass" not in text:
        return None
    text = re.sub(r"\\(['`^\"~])\s*\{?(\\i|[A-Za-z])\}?", lambda m: m[2].strip("\\") + TEX_MARKS[m[1]], text)
    text = re.sub(r"\\([cv])\{([A-Za-z])\}", lambda m: m[2] + TEX_MARKS[m[1]], text)
    text = re.sub(r"\\([_&%#$])", r"\1", text)
    return re.sub(r"\\[A-Za-z]+\*?|[{}]", "", unicodedata.normalize("NFC", text))


def hl7_text(text):
    """HL7 version 2: characters in hexadecimal, and marks that are escaped."""
    if "\\X" not in text or "MSH|" not in text:
        return None
    return re.sub(r"\\X((?:[0-9A-F]{2})+)\\", lambda m: bytes.fromhex(m[1]).decode("utf-8", "ignore"), text)


def without_folds(text):
    """Cards and calendars: a line break and a blank are nothing."""
    return re.sub(r"\r?\n[ \t]", "", text) if "BEGIN:V" in text[:20] else None


UNDO = {
    "tags": without_tags,
    "entities": without_entities,
    "percents": without_percents,
    "backslashes": without_backslashes,
    "quoted-printable": without_quoted_printable,
    "encoded words": encoded_words,
    "powers of ten": without_powers,
    "joined strings": without_joints,
    "rtf": rtf_text,
    "tex": tex_text,
    "hl7": hl7_text,
    "folds": without_folds,
}

# Base64 over several lines, and without a break: a word on the line before would shift the first by some digits.
BASE64 = [re.compile(r"(?:[A-Za-z0-9+/_-]{4}\s{0,2}){5,}[A-Za-z0-9+/_-]{0,4}={0,2}"),
          re.compile(r"[A-Za-z0-9+/_-]{8,}={0,2}"),
          # Between the slashes of an address.
          re.compile(r"(?<=[/_+-])[A-Za-z0-9]{8,}(?=[/_+-])")]
HEX = re.compile(r"(?:[0-9a-fA-F]{2}\s{0,2}){7,}")
# Runs shorter than this are words more often than not, so they count only if they decode to plain text.
LONG = 40


def packed(text):
    """Bytes that are written in the text as base64 or hexadecimal digits."""
    for pattern in BASE64:
        for match in pattern.finditer(text):
            if is_prose(match[0]):
                continue
            digits = re.sub(r"\s", "", match[0]).rstrip("=").translate(str.maketrans("-_", "+/"))
            try:
                data = base64.b64decode(digits[:len(digits) // 4 * 4] + tail(digits))
            except binascii.Error:
                continue
            if len(digits) >= LONG or is_plain(data):
                yield data
    for match in HEX.finditer(text):
        digits = re.sub(r"\s", "", match[0])
        data = bytes.fromhex(digits[:len(digits) // 2 * 2])
        if len(digits) >= LONG or is_plain(data):
            yield data
        # Cloudflare turns each byte of a mail address by the first.
        turned = bytes(byte ^ data[0] for byte in data[1:])
        if is_plain(turned):
            yield turned


def is_plain(data):
    """Whether bytes are text, in UTF-8 or with one zero byte for each letter."""
    text = data.replace(b"\0", b"").decode("utf-8", "replace")
    return len(text) > 5 and all(char.isprintable() and char != "\ufffd" or char in "\r\n\t" for char in text)


def tail(digits):
    """The last, incomplete group of base64 digits, padded; one digit alone says nothing."""
    rest = digits[len(digits) // 4 * 4:]
    return rest + "=" * (4 - len(rest)) if len(rest) > 1 else ""


def is_prose(run):
    """Four-letter words in a row look like base64; digits and both cases inside words do not look like prose."""
    return " " in run or not re.search(r"[A-Z].*[a-z]|[a-z].*[A-Z]|\d", run)
