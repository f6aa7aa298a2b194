"""Messages of Outlook and bundles, written by hand: no library of ours writes them."""

import random
import struct

from case import Case, Places, plant_all
from compound import attribute, bundle, compound, listed, properties, stored

PLACES = Places()
TIME = struct.pack("<Q", 133_540_644_300_000_000)


def wide(text):
    return text.encode("utf-16-le")


class Message:
    """The properties of a message, its recipients and attachments; each place adds some."""

    def __init__(self):
        self.values = [(0x001A, 0x1F, wide("IPM.Note")), (0x0039, 0x40, TIME), (0x0E07, 0x03, struct.pack("<II", 1, 0))]
        self.recipients = []
        self.attachments = []
        self.lines = []
        self.more = {}
        self.leftovers = b""

    def render(self, case):
        body = "\r\n".join([case.introduce(), "", *self.lines, "", *case.controls])
        tree = properties(32, [*self.values, (0x1000, 0x1F, wide(body))])
        for number, values in enumerate(self.recipients):
            tree[f"__recip_version1.0_#{number:08X}"] = properties(8, values)
        for number, (values, inside) in enumerate(self.attachments):
            tree[f"__attach_version1.0_#{number:08X}"] = {**properties(8, values), **inside}
        return compound({**tree, **self.more}, self.leftovers)


@PLACES.at("sender and subject")
def sender(message, case):
    message.values += [(0x0C1A, 0x1F, wide(case.own("titled", case.mint.name(), "sender"))),
                       (0x0C1F, 0x1F, wide(case.own("email", case.mint.email(), "address"))),
                       (0x0037, 0x1F, wide(case.say(detail="subject")))]


@PLACES.at("recipients")
def recipients(message, case):
    for _ in range(3):
        email = case.own("email", case.mint.email())
        message.recipients.append([(0x3001, 0x1F, wide(case.repeat("display name"))), (0x39FE, 0x1F, wide(email)),
                                   (0x0FFF, 0x102, b"\0\0\0\0" + email.encode() + b"\0")])


@PLACES.at("search keys and entry ids")
def keys(message, case):
    message.values += [(0x0C1D, 0x102, b"SMTP:" + case.own("email", case.mint.email(), "search key").upper().encode() + b"\0"),
                       (0x0C19, 0x102, bytes(20) + wide(case.repeat("entry id")))]


@PLACES.at("transport headers")
def headers(message, case):
    message.values.append((0x007D, 0x1F, wide(f"Received: for {case.own('email', case.mint.email())}\r\nSubject: {case.say()}\r\n")))


@PLACES.at("HTML body")
def html(message, case):
    page = f"<html><head><meta charset=utf-8></head><body><p>{case.say()}</p><!-- {case.repeat()} --></body></html>"
    message.values.append((0x1013, 0x102, page.encode()))


@PLACES.at("rich text body")
def rich_text(message, case):
    message.values.append((0x1009, 0x102, stored(("{\\rtf1\\ansi " + case.say("email") + "\\par {\\b " + case.repeat() + "}}").encode())))


@PLACES.at("narrow text")
def narrow(message, case):
    message.values += [(0x3FFD, 0x03, struct.pack("<II", 1252, 0)), (0x0070, 0x1E, case.say("accented").encode("cp1252"))]


@PLACES.at("named properties")
def named(message, case):
    name = wide("Patient")
    message.values.append((0x8000, 0x1F, wide(case.repeat())))
    message.more["__nameid_version1.0"] = {
        "__substg1.0_00020102": b"", "__substg1.0_00030102": struct.pack("<IHH", 0, 5, 0),
        "__substg1.0_00040102": struct.pack("<I", len(name)) + name + bytes(-len(name) % 4)}


@PLACES.at("text attachment")
def attachment(message, case):
    table = f"name,email\n{case.repeat()},{case.own('email', case.mint.email(), 'csv')}\n"
    name = case.own("email", case.mint.email(), "file name") + ".csv"
    message.attachments.append(([(0x3707, 0x1F, wide(name)), (0x3701, 0x102, table.encode())], {}))


@PLACES.at("nested message")
def nested(message, case):
    inner = properties(24, [(0x0037, 0x1F, wide(case.say(detail="subject"))), (0x1000, 0x1F, wide(case.say(detail="body")))])
    message.attachments.append(([(0x3705, 0x03, struct.pack("<II", 5, 0))], {"__substg1.0_3701000D": inner}))


@PLACES.at("space that is free")
def leftovers(message, case):
    message.leftovers = wide(case.say() + " " + case.repeat())


@PLACES.at("OLE object", alone=True, expect="either")
def ole(message, case):
    message.attachments.append(([(0x3705, 0x03, struct.pack("<II", 6, 0))], {"__substg1.0_3701000D": {"CONTENTS": case.say().encode()}}))


def winmail(case):
    """A bundle with values in its attributes and properties."""
    body = "\r\n".join([case.introduce(), case.say(detail="body"), *case.controls])
    values = [(0x0037, 0x1F, wide(case.say(detail="subject") + "\0")), (0x0C1A, 0x1E, case.repeat("sender").encode() + b"\0"),
              (0x0C1D, 0x102, case.own("email", case.mint.email(), "search key").upper().encode()), (0x0039, 0x40, TIME),
              (0x1009, 0x102, stored(("{\\rtf1 " + case.say("email", "rich text") + "}").encode()))]
    row = [(0x3001, 0x1F, wide(case.repeat("recipient") + "\0"))]
    name = case.own("email", case.mint.email(), "title") + ".csv\0"
    return bundle([
        attribute(1, 0x00089006, struct.pack("<I", 0x10000)), attribute(1, 0x00069007, struct.pack("<II", 1252, 0)),
        attribute(1, 0x0002800C, body.encode() + b"\0"), attribute(1, 0x00018004, (case.say(detail="attSubject") + "\0").encode()),
        attribute(1, 0x00008000, case.own("email", case.mint.email(), "attFrom").encode() + b"\0"),
        attribute(1, 0x00069003, listed(values)), attribute(1, 0x00069004, struct.pack("<I", 1) + listed(row)),
        attribute(2, 0x00069002, bytes(14)), attribute(2, 0x0006800F, f"name,x\n{case.repeat('attachment')},1\n".encode()),
        attribute(2, 0x00018010, name.encode())])


def make(mint, seed):
    for number, places in enumerate(PLACES.files(random.Random(seed), together=4)):
        case = Case(mint, f"msg/msg-{number:02d}.msg", "msg")
        message = Message()
        plant_all(places, message, case)
        yield case, message.render(case)
    for number in range(3):
        case = Case(mint, f"msg/winmail-{number:02d}.dat", "msg")
        case.place = "bundle"
        yield case, winmail(case)


def refused(mint, seed):
    message = Message()
    message.values[0] = (0x001A, 0x1F, wide("IPM.Note.SMIME"))
    yield "encrypted.msg", "encrypted message", message.render(Case(mint, "refused", "msg"))
    yield "old.doc", "an old Word document", compound({"WordDocument": bytes(600), "1Table": bytes(100)})
    looped = bytearray(Message().render(Case(mint, "refused", "msg")))
    fat = 512 * (struct.unpack_from("<I", looped, 76)[0] + 1)
    directory = struct.unpack_from("<I", looped, 48)[0]
    struct.pack_into("<I", looped, fat + 4 * directory, directory)
    yield "loop.msg", "a loop of sectors", bytes(looped)
