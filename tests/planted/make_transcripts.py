"""Subtitles and conversations."""

import random

from case import Case, Places, plant_all

CUES = Places()
CHATS = Places()


@CUES.at("text over two lines")
def two_lines(cues, case):
    first, second = case.say("titled").rsplit(" ", 1)
    cues.append((None, f"This is {first}\n{second}, who knows."))


@CUES.at("tags")
def tags(cues, case):
    name = case.piece("titled").value
    cues.append((None, f"Dr. <i>{name[:4]}</i>{name[4:]} and <b>{case.say(detail='bold')}</b>"))


@CUES.at("speaker")
def speaker(cues, case):
    cues.append((case.own("titled", case.mint.name()), f"Thank you. {case.repeat()}"))


@CUES.at("plain text")
def plain(cues, case):
    cues.append((None, case.say()))


@CHATS.at("senders")
def senders(lines, case):
    lines += [f"{case.own('titled', case.mint.name())}: hello there", f"{case.own('phone', case.mint.phone(), 'number')}: <Media omitted>"]


@CHATS.at("messages")
def messages(lines, case):
    lines += [f"Bea: {case.say()}", f"Bea: first line\n{case.say(detail='second line')}\nand: {case.repeat()}"]


@CHATS.at("system lines")
def system(lines, case):
    lines.append(f"{case.repeat()} left; {case.say()}")


def time(number, mark):
    return f"00:{number // 60:02d}:{number % 60:02d}{mark}000"


def subtitles(cues, vtt):
    mark = "." if vtt else ","
    blocks = ["WEBVTT"] if vtt else []
    for number, (who, text) in enumerate(cues):
        spoken = text if who is None else f"<v {who}>{text}" if vtt else f"Dr. {who}: {text}"
        blocks.append(f"{number + 1}\n{time(number, mark)} --> {time(number + 1, mark)}\n{spoken}")
    return "\n\n".join(blocks) + "\n"


def make(mint, seed):
    for number, places in enumerate(CUES.files(random.Random(seed), together=2, times=6)):
        vtt = number % 2 == 1
        case = Case(mint, f"transcripts/talk-{number:02d}.{'vtt' if vtt else 'srt'}", "transcripts")
        cues = []
        plant_all(places, cues, case)
        cues += [(None, text) for text in (case.introduce(), *case.controls)]
        yield case, subtitles(cues, vtt).encode()
    for number, places in enumerate(CHATS.files(random.Random(seed), together=2, times=4)):
        case = Case(mint, f"transcripts/chat-{number:02d}.txt", "transcripts")
        lines = []
        plant_all(places, lines, case)
        lines += [f"Bea: {text}" for text in (case.introduce(), *case.controls)]
        apple = number % 2 == 1
        stamped = [f"[12/03/24, 21:{minute:02d}:03] {line}" if apple else f"12/03/24, 21:{minute:02d} - {line}"
                   for minute, line in enumerate(lines)]
        yield case, ("\n".join(stamped) + "\n").encode()
