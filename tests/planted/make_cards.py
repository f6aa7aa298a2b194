"""Address cards and calendars, written by hand as telephones, Outlook, Google and Apple write them."""

import base64
import quopri
import random

from case import Case, Places, halves, plant_all

PLACES = Places()
EVENTS = Places()
# The start of a JPEG picture.
JPEG = base64.b64encode(b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + bytes(60)).decode()


def printable(text):
    """Quoted-printable on one line."""
    return quopri.encodestring(text.encode()).decode().replace("=\n", "").replace("\n", "")


def folded(line, width=40):
    """A line broken as the standards want it."""
    return "\r\n ".join(line[i:i + width] for i in range(0, len(line), width))


@PLACES.at("names")
def names(lines, case):
    given, family = case.own("titled", case.mint.name(), "N").split()
    lines += [f"N:{family};{given};;Dr.;", f"FN:{case.own('titled', case.mint.name(), 'FN')}"]


@PLACES.at("contacts")
def contacts(lines, case):
    lines += [f"TEL;TYPE=CELL,VOICE:{case.own('phone', case.mint.phone(), 'TEL')}",
              f"item1.EMAIL;TYPE=INTERNET:{case.own('email', case.mint.email(), 'EMAIL')}",
              f"IMPP;TYPE=HOME:xmpp:{case.own('email', case.mint.email(), 'IMPP')}"]


@PLACES.at("note, folded")
def note(lines, case):
    lines.append(folded("NOTE:first\\n" + case.say() + "\\, and " + case.repeat()))


@PLACES.at("quoted-printable")
def quoted(lines, case):
    name = case.own("accented", case.mint.name(accented=True), "FN")
    first, second = halves(printable(case.say(detail="soft break")))
    lines += [f"FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:{printable(name)}",
              f"NOTE;ENCODING=QUOTED-PRINTABLE:{first.rstrip('=')}=\r\n{second}" if not first.endswith("=") else f"NOTE;ENCODING=QUOTED-PRINTABLE:{first}{second}"]


@PLACES.at("birthday and own properties")
def own_properties(lines, case):
    lines += [f"BDAY:{case.own('dob', case.mint.dob(), 'BDAY')}", f"X-SPOUSE:{case.own('titled', case.mint.name(), 'X-SPOUSE')}",
              f"X-NOTE:{case.say(detail='X-NOTE')}", f"{case.own('dni', case.mint.dni(), 'name of a property')}:x"]


@PLACES.at("picture and what follows it")
def picture(lines, case):
    lines += ["PHOTO;ENCODING=b;TYPE=JPEG:" + JPEG[:60] + "\r\n " + JPEG[60:], f"EMAIL:{case.own('email', case.mint.email())}"]


@PLACES.at("parameters")
def parameters(lines, case):
    lines.append(f'ADR;LABEL="{case.say(detail="LABEL")}":;;1 High Street;Anytown;;;')


@EVENTS.at("organiser and guests")
def guests(lines, case):
    lines += [f"ORGANIZER;CN={case.own('titled', case.mint.name(), 'CN')}:mailto:{case.own('email', case.mint.email(), 'organiser')}",
              folded(f"ATTENDEE;ROLE=REQ-PARTICIPANT;CN=\"{case.own('titled', case.mint.name(), 'guest')}\";"
                     f"SENT-BY=\"mailto:{case.own('email', case.mint.email(), 'SENT-BY')}\":MAILTO:{case.own('email', case.mint.email(), 'guest')}")]


@EVENTS.at("summary, place and description")
def description(lines, case):
    lines += [f"SUMMARY:{case.say()}", f"LOCATION:{case.say(detail='LOCATION')}",
              folded("DESCRIPTION:" + case.say(detail="DESCRIPTION") + "\\n" + case.repeat())]


@EVENTS.at("page")
def page(lines, case):
    name = case.piece("titled", "split by tags").value
    lines.append(f"X-ALT-DESC;FMTTYPE=text/html:<html><body><p>Dr. <b>{name[:5]}</b>{name[5:]}</p></body></html>")


@EVENTS.at("attached text")
def attached(lines, case):
    text = base64.b64encode(f"Dear reader\n{case.say()}\n".encode()).decode()
    lines.append(folded(f"ATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY:{text}"))


@EVENTS.at("comments and own properties")
def comments(lines, case):
    lines += [f"COMMENT:{case.say()}", f"X-REASON;X-WHO={case.own('email', case.mint.email(), 'parameter')}:{case.say(detail='X-REASON')}",
              f"UID:{case.own('email', case.mint.email(), 'UID')}"]


def make(mint, seed):
    for number, places in enumerate(PLACES.files(random.Random(seed), together=3, times=4)):
        case = Case(mint, f"cards/card-{number:02d}.vcf", "cards")
        lines = []
        plant_all(places, lines, case)
        lines += [f"NOTE:{case.introduce()}", *(f"NOTE:{control}" for control in case.controls)]
        yield case, ("\r\n".join(["BEGIN:VCARD", "VERSION:3.0", *lines, "END:VCARD"]) + "\r\n").encode()
    for number, places in enumerate(EVENTS.files(random.Random(seed), together=2, times=4)):
        case = Case(mint, f"cards/event-{number:02d}.ics", "cards")
        lines = []
        plant_all(places, lines, case)
        lines += [f"COMMENT:{case.introduce()}", *(f"COMMENT:{control}" for control in case.controls)]
        head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN", "BEGIN:VEVENT", "DTSTART;TZID=Europe/Madrid:20240312T090000"]
        yield case, ("\r\n".join([*head, *lines, "END:VEVENT", "END:VCALENDAR"]) + "\r\n").encode()
