"""Plain text, Markdown and tables, with values in every coat that such files carry: base64, digits, escapes, user names."""

import base64
import random
import unicodedata
import urllib.parse

from case import Case, Places, plant_all

PLACES = Places()


def plain(name):
    """A name as computers write it: small letters, no accents, a point between."""
    folded = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return folded.lower()


def packed(text):
    return base64.b64encode(text.encode()).decode()


@PLACES.at("base64 of a sentence")
def base64_sentence(lines, case):
    lines.append(f"token {packed(case.say())} end")
    lines.append(f"see https://files.example.org/d/{packed(case.say(detail='in an address')).rstrip('=')}/x")


@PLACES.at("base64 in lines")
def base64_lines(lines, case):
    lines.append(base64.encodebytes((case.say() + ". " + " ".join(case.controls)).encode()).decode().strip())


@PLACES.at("base64 for addresses and in two coats")
def base64_twice(lines, case):
    lines.append(f"a={base64.urlsafe_b64encode(case.say().encode()).decode().rstrip('=')}")
    lines.append(f"b={packed(packed(case.say(detail='twice')))}")
    lines.append(f"c={base64.b64encode(case.say(detail='in two bytes a letter').encode('utf-16-le')).decode()}")


@PLACES.at("hexadecimal digits")
def hexadecimal(lines, case):
    lines.append(f"blob 0x{case.say().encode().hex()} and {case.say(detail='capitals').encode().hex().upper()}")


@PLACES.at("data address")
def data_address(lines, case):
    lines.append(f"![note](data:text/plain;base64,{packed(case.say())})")
    lines.append(f"[card](data:text/html;base64,{packed('<p>' + case.say(detail='page') + '</p>')})")


@PLACES.at("user name in paths")
def paths(lines, case):
    given, family = plain(case.repeat("user name")).split()
    lines.append(f"C:\\Users\\{given}.{family}\\Documents\\notes.txt and /home/{given[0]}{family}/x and \\\\srv\\{family}_{given}$")
    lines.append(f"file:///srv/share/{given}-{family}/report.pdf")


@PLACES.at("user name in a log")
def log(lines, case):
    given, family = plain(case.repeat("login")).split()
    lines.append(f"2024-03-04T10:11:12Z sshd[811]: Accepted publickey for {given}{family} from 192.0.2.7 port 22")
    lines.append(f"level=info user={family}{given[0]} action=login")
    lines.append(f"POST /api/users/{given.title()}{family.title()}82/edit 200")


@PLACES.at("name in percent signs")
def percents(lines, case):
    name = case.repeat("escaped")
    lines.append(f"GET /search?q={urllib.parse.quote_plus(name)} and /people/{urllib.parse.quote(name)}/x")


@PLACES.at("number in another notation")
def notation(lines, case):
    phone = case.own("phone", case.mint.phone())
    digits = phone.replace(" ", "")[1:]
    lines.append(f"Phone: {phone}, also {digits}, {digits[2:]} and {digits[2:5]}-{digits[5:8]}-{digits[8:]}.")
    number = case.own("mrn", str(case.rng.randint(10 ** 9, 10 ** 10 - 1)), "power of ten")
    lines.append(f"MRN: {number}; as exported {number[0]}.{number[1:]}E+{len(number) - 1} or {number}.0")


def text(case, lines):
    return "\n".join([case.introduce() + ".", *case.controls, "", *lines, ""])


def table(case, lines):
    rows = [f'{number},"{line.replace(chr(34), chr(34) * 2)}"' for number, line in enumerate(lines, 1)]
    return "\n".join(["row,remark", f'0,"{case.introduce()}. {" ".join(case.controls)}"', *rows, ""])


def make(mint, seed):
    rng = random.Random(seed)
    for ending, shape in (("txt", text), ("md", text), ("csv", table)):
        for number, places in enumerate(PLACES.files(rng, together=3, times=2 if ending == "txt" else 1)):
            case = Case(mint, f"text/{ending}-{number:02d}.{ending}", "text")
            lines = []
            plant_all(places, lines, case)
            yield case, shape(case, lines).encode()
