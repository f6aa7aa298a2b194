"""LaTeX documents."""

import random
import unicodedata

from case import Case, Places, plant_all

PLACES = Places()
ACCENTS = {"\u0301": "'", "\u0303": "~", "\u0308": '"', "\u0300": "`"}


def escaped(text):
    for sign in "_&%#$":
        text = text.replace(sign, "\\" + sign)
    return text


def accented(text, style):
    """Letters with accents as commands, in one of the ways people write them."""
    out = ""
    for char in unicodedata.normalize("NFD", text):
        if char in ACCENTS:
            letter, out = out[-1], out[:-1]
            mark = ACCENTS[char]
            out += (f"\\{mark}{letter}", f"\\{mark}{{{letter}}}", f"{{\\{mark}{letter}}}")[style]
        else:
            out += char
    return out


@PLACES.at("author and title")
def author(lines, case):
    lines += [f"\\author{{{case.own('titled', case.mint.name())}\\thanks{{{escaped(case.say(detail='thanks'))}}}}}",
              f"\\title{{On {case.repeat()}}}"]


@PLACES.at("text across commands")
def across(lines, case):
    name = case.piece("titled").value
    lines.append(f"We met Dr. \\textbf{{{name[:4]}}}{name[4:]} and \\emph{{{escaped(case.say(detail='emphasis'))}}} again.")


@PLACES.at("accents as commands")
def accents(lines, case):
    for style in range(3):
        lines.append(f"Patient: {accented(case.own('accented', case.mint.name(accented=True), f'style {style}'), style)}.\n")


@PLACES.at("comments and verbatim text")
def comments(lines, case):
    lines += [f"Before % {case.say()}", "after.", f"\\begin{{verbatim}}\n{case.say(detail='verbatim')}\n\\end{{verbatim}}",
              f"\\verb|{case.own('email', case.mint.email(), 'verb')}|"]


@PLACES.at("footnotes, captions and tables")
def footnotes(lines, case):
    lines += [f"A word.\\footnote{{{escaped(case.say())}}}", f"\\caption{{{escaped(case.say(detail='caption'))}}}",
              f"\\begin{{tabular}}{{ll}}\nName & {case.repeat()} \\\\\nMail & {escaped(case.own('email', case.mint.email(), 'cell'))} \\\\\n\\end{{tabular}}"]


@PLACES.at("links and labels")
def links(lines, case):
    lines += [f"\\href{{mailto:{case.own('email', case.mint.email(), 'href')}}}{{{escaped(case.say(detail='text of a link'))}}}",
              f"\\label{{{case.own('email', case.mint.email(), 'label')}}}"]


def make(mint, seed):
    for number, places in enumerate(PLACES.files(random.Random(seed), together=3, times=4)):
        case = Case(mint, f"latex/paper-{number:02d}.tex", "latex")
        lines = ["\\documentclass[11pt]{article}", "\\usepackage[utf8]{inputenc}", "\\begin{document}"]
        plant_all(places, lines, case)
        lines += ["", case.introduce(), "", *case.controls, "\\end{document}"]
        yield case, ("\n".join(lines) + "\n").encode()
