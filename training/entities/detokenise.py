"""Text as people write it from text as corpora cut it: where a space goes back between two tokens and where not."""

import html
import re

ENTITY = re.compile(r"& ?(#? ?\w+) ?;")
CLINGS_LEFT = re.compile(r"[,.;:!?%…)\]}»”’]+|n['’]t|['’](?:s|m|re|ve|ll|d|S|M|RE|VE|LL|D)|[ºª°]")
CLINGS_RIGHT = re.compile(r"[(\[{«“‘¿¡$£€#]+")
OPENING = {"``": '"'}
CLOSING = {"''": '"'}
CHARACTER = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}


def unescape(line: str) -> str:
    """A line of tokens with its character references undone, whether or not they were cut up too."""
    return ENTITY.sub(lambda match: html.unescape("&" + match[1].replace(" ", "") + ";"), line)


class Spacer:
    """Decides, token by token, whether a space comes before it.

    `crushed` text was cut at every mark, even inside words and numbers; these are put together again.
    """

    def __init__(self, tokens: list[str], crushed: bool) -> None:
        self.tokens, self.crushed = tokens, crushed
        self.open = {'"': False, "'": False}
        self.closing: set[int] = set()
        for at, token in enumerate(tokens):
            self._quote(at, token)

    def _quote(self, at: int, token: str) -> None:
        """Tells an opening quotation mark from a closing one and from an apostrophe."""
        if token in CLOSING:
            self.closing.add(at)
        if token not in self.open:
            return
        owner = self._is(at + 1, "s") or (self._at(at - 1).endswith("s") and "'" not in self.tokens[at + 1 :])
        if token == "'" and not self.open["'"] and owner:
            self.closing.add(at)
            return
        if self.open[token]:
            self.closing.add(at)
        self.open[token] = not self.open[token]

    def _at(self, at: int) -> str:
        return self.tokens[at] if 0 <= at < len(self.tokens) else ""

    def _is(self, at: int, token: str) -> bool:
        return self._at(at) == token

    def spaced(self, at: int) -> bool:
        """Whether a space stands before the token."""
        before, token = self._at(at - 1), self._at(at)
        if not before:
            return False
        if at in self.closing or CLINGS_LEFT.fullmatch(token):
            return False
        if CLINGS_RIGHT.fullmatch(before) or before in OPENING:
            return False
        if before in self.open and at - 1 not in self.closing:
            return False
        return not (self.crushed and self._crushed(at))

    def _crushed(self, at: int) -> bool:
        """Whether two tokens were one word or number before it was cut."""
        before, token, first = self._at(at - 1), self._at(at), self._at(at - 2)
        if token in ("-", "/") or before in ("-", "/"):
            return True
        if before == "'" and token == "s":
            return True
        if before in (".", ":") and first.isdigit() and token.isdigit():
            return True
        if before == "," and first.isdigit() and len(first) <= 3 and re.fullmatch(r"\d{3}", token):
            return True
        return before == "." and len(first) == 1 and first.isalpha() and len(token) == 1 and self._is(at + 1, ".")


def joined(tokens: list[str], crushed: bool = False) -> tuple[str, list[tuple[int, int]]]:
    """The text of a sentence and where each of its tokens stands in it."""
    tokens = [CHARACTER.get(token, token) for token in tokens]
    spacer = Spacer(tokens, crushed)
    text, places = "", []
    for at, token in enumerate(tokens):
        if spacer.spaced(at):
            text += " "
        start = len(text)
        text += OPENING.get(token) or CLOSING.get(token) or token
        places.append((start, len(text)))
    return text, places
