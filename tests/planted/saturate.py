"""Puts mail addresses into every kind of place that the given files have, masks them, and looks for what is left.

    python saturate.py --sfumato BINARY --work DIR SOURCE... [--each 2] [--together 6] [--seed 1]

A kind of place is where something may stand in a format: an attribute of an element in a kind of member of an archive, a key of
a PDF's dictionaries, a member of a JSON object, a field of a mail. Nobody has to think of it beforehand: it is taken from files that
people have. What a file becomes need not be valid any more; it may be refused, but must not come out with an address in it."""

import argparse
import io
import json
import random
import re
import shutil
import subprocess
import sys
import zipfile
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True

import pikepdf
from lxml import etree

from search import search
from values import Mint

# What holds an archive together, and no reader would open it with something else there.
STRUCTURE = re.compile(r"\[Content_Types\]\.xml|(^|/)_rels/.*@(Id|Target|Type|TargetMode)$|META-INF/manifest\.xml|@\{[^}]*relationships\}|^mimetype")
XML = re.compile(rb"\s*(\xef\xbb\xbf)?<(\?xml|[A-Za-z])")
LARGEST = 3_000_000


class Slot:
    """A place of a file: its kind, and what puts an address there."""

    def __init__(self, kind, put):
        self.kind, self.put = kind, put


def xml_slots(data, member):
    """The places of an XML document, and what writes it."""
    tree = etree.parse(io.BytesIO(data), etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True))
    name = re.sub(r"\d+", "#", member)
    slots = []
    for node in tree.iter():
        if not isinstance(node.tag, str):
            what = "comment" if node.tag is etree.Comment else "instruction"
            slots.append(Slot(f"{name}:{what}", lambda value, node=node: setattr(node, "text", value)))
            continue
        tag = etree.QName(node).localname
        for key in node.attrib:
            slots.append(Slot(f"{name}:{tag}@{key}", lambda value, node=node, key=key: node.set(key, value)))
        slots.append(Slot(f"{name}:{tag}.text", lambda value, node=node: setattr(node, "text", value)))
        if node.tail and node.tail.strip():
            slots.append(Slot(f"{name}:{tag}.tail", lambda value, node=node: setattr(node, "tail", value)))
    slots = [slot for slot in slots if not STRUCTURE.search(slot.kind)]
    return slots, lambda: etree.tostring(tree, xml_declaration=True, encoding="UTF-8")


def archive_slots(data):
    """The places in all members that are XML."""
    archive = zipfile.ZipFile(io.BytesIO(data))
    members, slots = {}, []
    for info in archive.infolist():
        content = archive.read(info)
        members[info.filename] = lambda content=content: content
        if len(content) < LARGEST and XML.match(content[:200]):
            try:
                own, write = xml_slots(content, info.filename)
            except etree.XMLSyntaxError:
                continue
            members[info.filename] = write
            slots += own

    def written():
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as copy:
            for name, content in members.items():
                copy.writestr(name, content(), zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED)
        return out.getvalue()

    return slots, written


def pdf_slots(data):
    """The places of a PDF: strings and names by the keys that lead to them, and streams of metadata."""
    pdf = pikepdf.open(io.BytesIO(data))
    slots = []

    def walk(node, kind, depth):
        if depth > 12:
            return
        items = []
        if isinstance(node, (pikepdf.Dictionary, pikepdf.Stream)):
            items = [(key, node[key]) for key in node.keys()]
            for key, value in items:
                if isinstance(value, pikepdf.String) or (isinstance(value, pikepdf.Name) and key in ("/S", "/Name", "/Lang", "/NM", "/T", "/V", "/AS", "/Intent")):
                    slots.append(Slot(f"{kind}{key}", lambda text, node=node, key=key: node.__setitem__(key, pikepdf.String(text))))
        elif isinstance(node, pikepdf.Array):
            items = [("[]", value) for value in node]
            for at, value in enumerate(node):
                if isinstance(value, pikepdf.String):
                    slots.append(Slot(f"{kind}[]", lambda text, node=node, at=at: node.__setitem__(at, pikepdf.String(text))))
        for key, value in items:
            if isinstance(value, (pikepdf.Dictionary, pikepdf.Array)) and not value.is_indirect:
                walk(value, f"{kind}{key}", depth + 1)

    for node in pdf.objects:
        if isinstance(node, (pikepdf.Dictionary, pikepdf.Stream, pikepdf.Array)):
            own = str(node.get("/Type", "") or node.get("/Subtype", "")) if not isinstance(node, pikepdf.Array) else "/Array"
            walk(node, own or "/Dictionary", 0)
            # A key nobody knows, in every kind of dictionary.
            if isinstance(node, (pikepdf.Dictionary, pikepdf.Stream)):
                slots.append(Slot(f"{own}/Own", lambda text, node=node: node.__setitem__("/Own", pikepdf.String(text))))

    def written():
        out = io.BytesIO()
        pdf.save(out)
        return out.getvalue()

    return slots, written


def json_slots(data):
    """The strings and keys of a JSON text."""
    root = [json.loads(data)]
    slots = []

    def walk(node, kind):
        for key, value in list(node.items()) if isinstance(node, dict) else list(enumerate(node)):
            own = f"{kind}.{key}" if isinstance(node, dict) else f"{kind}[]"
            if isinstance(value, (str, int, float)) or value is None:
                slots.append(Slot(own, lambda text, node=node, key=key: node.__setitem__(key, text)))
            elif isinstance(value, (dict, list)):
                walk(value, own)

    walk(root, "json")
    return slots, lambda: json.dumps(root[0]).encode()


def line_slots(data):
    """The values of a text of fields, line by line: mails, cards, calendars; and the parameters of each."""
    lines = data.split(b"\n")
    slots = []

    def put(at, start, end, text):
        lines[at] = lines[at][:start] + text.encode() + lines[at][end:]

    for at, line in enumerate(lines):
        field = re.match(rb"([A-Za-z][A-Za-z0-9.-]*)(;[^:\r]*)?:([^\r]*)", line)
        if not field:
            continue
        name = field[1].decode().upper()
        slots.append(Slot(f"{name}:", lambda text, at=at, field=field: put(at, *field.span(3), text)))
        for parameter in re.finditer(rb"([A-Za-z-]+)=(\"[^\"\r]*\"|[^;:\",\r]+)", line[:field.start(3)] if field[2] else line):
            kind = f"{name};{parameter[1].decode().upper()}"
            slots.append(Slot(kind, lambda text, at=at, span=parameter.span(2): put(at, *span, f'"{text}"')))
    return slots, lambda: b"\n".join(lines)


def text_slots(data):
    """The attributes and texts of a page or of rich text, by the tag or the word before them."""
    text = data.decode("latin-1")
    slots, edits = [], []
    for match in re.finditer(r"<([A-Za-z][\w:-]*)|([\w:-]+)=(\"[^\"<>]*\"|'[^'<>]*')|>([^<>]*\S[^<>]*)<", text):
        if match[3]:
            slots.append(Slot(f"html@{match[2].lower()}", lambda value, span=match.span(3): edits.append((span, f'"{value}"'))))
        elif match[4]:
            before = re.findall(r"<(/?[\w:-]+)", text[max(0, match.start() - 200):match.start() + 1])
            slots.append(Slot(f"html:{before[-1].lower() if before else ''}", lambda value, span=match.span(4): edits.append((span, value))))

    def written():
        out = text
        for (start, end), value in sorted(edits, reverse=True):
            out = out[:start] + value + out[end:]
        return out.encode("latin-1")

    return slots, written


READERS = {"pdf": pdf_slots, "json": json_slots, "eml": line_slots, "ics": line_slots, "vcf": line_slots, "mbox": line_slots,
           "html": text_slots, "htm": text_slots}


def slots_of(path):
    """The places of a file, and what writes it; none for what cannot be read."""
    data = path.read_bytes()
    if data[:2] == b"PK":
        return archive_slots(data)
    ending = path.suffix[1:].lower()
    if ending in READERS:
        return READERS[ending](data)
    if XML.match(data[:200]):
        return xml_slots(data, f"*.{ending}")
    return [], None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sfumato", required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--each", type=int, default=2, help="how often each kind of place is tried")
    parser.add_argument("--together", type=int, default=6, help="how many in one file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("sources", type=Path, nargs="+")
    options = parser.parse_args()
    rng, mint = random.Random(options.seed), Mint(options.seed)
    made, done = options.work / "files", Counter()
    shutil.rmtree(options.work, ignore_errors=True)
    made.mkdir(parents=True)
    manifest, kinds = {}, defaultdict(set)
    paths = [path for source in options.sources for path in (sorted(source.rglob("*")) if source.is_dir() else [source]) if path.is_file()]
    rng.shuffle(paths)
    for path in paths:
        if path.stat().st_size > LARGEST:
            continue
        used = set()
        for number in range(40):
            try:
                slots, written = slots_of(path)
            except Exception:  # noqa: BLE001, whatever is wrong with a file that somebody damaged on purpose
                break
            ending = path.suffix[1:].lower()
            fresh = [slot for slot in slots if done[ending, slot.kind] < options.each and slot.kind not in used]
            rng.shuffle(fresh)
            chosen = {slot.kind: slot for slot in fresh}
            chosen = list(chosen.values())[:options.together]
            if not chosen:
                break
            values = []
            for slot in chosen:
                value = mint.email()
                try:
                    slot.put(value)
                except Exception:  # noqa: BLE001, a place that takes no text
                    continue
                used.add(slot.kind)
                done[ending, slot.kind] += 1
                values.append({"place": slot.kind, "kind": "email", "value": value, "needles": [value, value.split("@")[0]]})
            name = f"{len(manifest):05d}-{path.name}"
            try:
                data = written()
            except Exception:  # noqa: BLE001
                continue
            (made / name).write_bytes(data)
            manifest[name] = {"kind": ending, "expect": "either", "controls": [], "values": values}
    (options.work / "manifest.json").write_text(json.dumps({"files": manifest}))
    print(f"{len(manifest)} files, {sum(len(entry['values']) for entry in manifest.values())} values, {len(done)} kinds of places")
    masked = options.work / "masked"
    command = [options.sfumato, "mask", str(made), "-o", str(masked), "--allow-incomplete", "--embedded", "remove"]
    result = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    (options.work / "log.txt").write_text(result.stderr)
    finds, _ = search(masked, manifest, exiftool=False)
    there = sum((masked / name).exists() for name in manifest)
    print(f"{there} masked, {len(manifest) - there} refused, status {result.returncode}{', PANICKED' if 'panicked' in result.stderr else ''}")
    told = Counter()
    for find in finds:
        told[Path(find.file).suffix, find.place] += 1
        if told[Path(find.file).suffix, find.place] == 1:
            print(f"FOUND {find.file}: {find.place}: {find.value} in {find.where} by {find.how}")
    print(f"{len(told)} kinds of places leak")
    return 1 if told else 0


if __name__ == "__main__":
    raise SystemExit(main())
