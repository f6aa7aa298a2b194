"""Finds where abstracts begin in a corpus that lost their borders and kept their number.

A title has no finite verb, no structured heading and no `we`; what follows it shares its words, what stands before it
does not. Every sentence gets a score for being a title from that alone, never from annotations, and the best division
into the known number of abstracts is found by dynamic programming.
"""

import math
import re
from collections import Counter

import numpy as np

Tagged = list[tuple[str, str]]

FINITE = set(
    "is are was were be been has have had does did do may might can could will would should showed shows show shown"
    " suggest suggests suggested indicate indicates indicated found reported reports report occurred received"
    " developed describe describes described demonstrate demonstrated demonstrates concluded conclude examined"
    " investigated evaluated compared increased decreased caused appears appeared seems remains became underwent"
    " we our this these it they there he she however thus therefore although here both".split()
)
HEADING = re.compile(r"[A-Z][A-Z/&-]{4,}")
HEADINGS = set(
    "background objective objectives aim aims purpose introduction methods method results conclusion conclusions study"
    " patients design setting findings context discussion rationale case".split()
)
COMMON = set("the of in and a to with for by on was were is are that from as at or an be this".split())
LONGEST = 40
WINDOW = 4


def words(sentence: Tagged) -> list[str]:
    """The words of a sentence that say what it is about."""
    return [word.lower() for word, _ in sentence if len(word) > 2 and word.lower() not in COMMON and word.isalnum()]


def headed(sentence: Tagged) -> bool:
    """Whether the sentence begins with the heading of a structured abstract."""
    tokens = [word for word, _ in sentence[:5]]
    return ":" in tokens and (tokens[0].lower() in HEADINGS or bool(HEADING.fullmatch(tokens[0])))


def titles(sentences: list[Tagged]) -> list[float]:
    """How much each sentence looks like the first of an abstract."""
    topics = [Counter(words(sentence)) for sentence in sentences]
    spread = Counter(word for topic in topics for word in topic)
    weight = {word: math.log(len(sentences) / n) for word, n in spread.items()}

    def likeness(one: Counter[str], other: Counter[str]) -> float:
        shared = sum(weight[word] for word in one.keys() & other.keys())
        return shared / (1 + math.sqrt(sum(weight[word] for word in one) * sum(weight[word] for word in other)))

    scores = []
    for at, sentence in enumerate(sentences):
        before = sum(topics[max(0, at - WINDOW) : at], Counter())
        after = sum(topics[at + 1 : at + 1 + WINDOW], Counter())
        whole = topics[at] + after
        lower = [word.lower() for word, _ in sentence]
        score = 4 * likeness(topics[at], after) - 3 * likeness(topics[at], before) - 6 * likeness(whole, before)
        score += 1.0 if not FINITE.intersection(lower) else -1.5
        score += 0.3 if lower[-1] in (".", "?") else 0.0
        score -= 3.0 if headed(sentence) and lower[0] in HEADINGS else 0.0
        if at + 1 < len(sentences) and headed(sentences[at + 1]):
            first = sentences[at + 1][0][0].lower()
            score += 2.5 if first in {"background", "objective", "objectives", "aim", "aims", "purpose"} else 0.0
        score -= 2.0 * (len(sentence) < 6) + 0.5 * (len(sentence) > 40)
        scores.append(score)
    return scores


def abstracts(sentences: list[Tagged], number: int) -> list[list[Tagged]]:
    """The sentences in as many runs as there were abstracts, each at least two sentences long."""
    scores, total = np.array(titles(sentences)), len(sentences)
    best = np.full(total + 1, -np.inf)  # the best score of the first sentences, by how many they are
    best[0] = 0
    back = []
    for _ in range(number):
        following, came = np.full(total + 1, -np.inf), np.zeros(total + 1, np.int32)
        begun = best[:-1] + scores
        for length in range(2, LONGEST + 1):
            better = begun[: total + 1 - length] > following[length:]
            following[length:][better] = begun[: total + 1 - length][better]
            came[length:][better] = np.flatnonzero(better)
        best = following
        back.append(came)
    borders = [total]
    for came in reversed(back):
        borders.append(int(came[borders[-1]]))
    borders.reverse()
    return [sentences[start:stop] for start, stop in zip(borders, borders[1:], strict=False)]
