"""Logs of web servers, programs and systems."""

import json
import random
from urllib.parse import quote, quote_plus

from case import Case, Places, plant_all

PLACES = Places()


def access(path, user="-"):
    return f'192.0.2.7 - {user} [10/Oct/2023:13:55:36 -0700] "GET {path} HTTP/1.1" 200 23 "-" "curl/8.0"'


@PLACES.at("requests")
def requests(lines, case):
    lines += [access("/find?q=" + quote_plus(case.say())), access("/people/" + quote(case.repeat()) + "?x=1"),
              access("/login", case.own("email", case.mint.email(), "user"))]


@PLACES.at("pairs")
def pairs(lines, case):
    lines += [f'level=info name="{case.own("titled", case.mint.name(), "name")}" email={case.own("email", case.mint.email(), "email")}',
              f'level=warn user=x msg="{case.say(detail="msg")}" who="{case.repeat()}"']


@PLACES.at("records")
def records(lines, case):
    lines.append(json.dumps({"level": "info", "full_name": case.own("titled", case.mint.name()), "msg": case.say(detail="msg")}))


@PLACES.at("free lines")
def free(lines, case):
    lines += [f"2023-10-10 13:55:36 INFO  [main] c.e.Run - {case.say()}", f"Caused by: {case.repeat()}"]


def make(mint, seed):
    for number, places in enumerate(PLACES.files(random.Random(seed), together=2, times=4)):
        case = Case(mint, f"log/app-{number:02d}.log", "log")
        lines = []
        plant_all(places, lines, case)
        lines += [f'level=info part=1 msg="{text}"' for text in (case.introduce(), *case.controls)]
        yield case, ("\n".join(lines) + "\n").encode()
