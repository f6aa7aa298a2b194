"""HL7 version 2 messages, with values in fields, escapes, free lines and encapsulated files."""

import base64
import random

from case import Case, Places, halves, plant_all

PLACES = Places()


def escaped(text):
    return text.replace("\\", "\\E\\").replace("|", "\\F\\").replace("^", "\\S\\").replace("&", "\\T\\").replace("~", "\\R\\")


def compact(day):
    """A date as messages write it; it is searched for in that form."""
    date, month, year = day.split("/")
    return f"{year}{int(month):02d}{int(date):02d}"


@PLACES.at("patient")
def patient(lines, case):
    given, family = case.own("titled", case.mint.name(), "PID-5").split()
    number, phone = case.own("mrn", case.mint.mrn(), "PID-3"), case.own("phone", case.mint.phone(), "PID-13")
    ssn, birth = case.own("ssn", case.mint.ssn(), "PID-19"), case.own("compact date", compact(case.mint.dob()), "PID-7")
    lines.append(f"PID|1||{number}^^^HOSP^MR||{family}^{given}||{birth}|F|||1 Elm Road^^York^^||{phone}||||||{ssn}")


@PLACES.at("relatives and insurance")
def relatives(lines, case):
    given, family = case.own("titled", case.mint.name(), "NK1-2").split()
    insured, name = case.own("titled", case.mint.name(), "IN1-16").split()
    lines += [f"NK1|1|{family}^{given}|SPO|1 Elm Road|{case.own('phone', case.mint.phone(), 'NK1-5')}",
              "|".join(["IN1", "1", *[""] * 14, f"{name}^{insured}"])]


@PLACES.at("doctors")
def doctors(lines, case):
    given, family = case.own("titled", case.mint.name(), "PV1-7").split()
    lines.append(f"PV1|1|I|W7||||0148^{family}^{given}^^^Dr")


@PLACES.at("note with escapes")
def note(lines, case):
    first, second = halves(case.say(detail="hexadecimal inside"))
    lines += [f"OBX|1|FT|N||Seen \\T\\ told\\.br\\{escaped(case.say())}", f"NTE|1||{first}\\X{second.encode().hex().upper()}\\ done"]


@PLACES.at("line that is no segment")
def stray(lines, case):
    lines += [f"OBX|2|TX|N||begins here", case.say(), f"ZXX|{escaped(case.say(detail='own segment'))}|{case.repeat()}"]


@PLACES.at("encapsulated file")
def encapsulated(lines, case):
    text = base64.b64encode(f"Dear reader,\n{case.say()}\n".encode()).decode()
    lines.append(f"OBX|3|ED|R||^text^plain^Base64^{text}")


def make(mint, seed):
    for number, places in enumerate(PLACES.files(random.Random(seed), together=3, times=4)):
        case = Case(mint, f"hl7/message-{number:02d}.hl7", "hl7")
        lines = ["MSH|^~\\&|APP|HOSP|||20240312101500||ADT^A01|1|P|2.5"]
        plant_all(places, lines, case)
        lines += [f"NTE|9||{escaped(text)}" for text in (case.introduce(), *case.controls)]
        data = ("\r".join(lines) + "\r").encode()
        yield case, b"\x0b" + data + b"\x1c\r" if number % 3 == 2 else data
