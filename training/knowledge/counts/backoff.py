"""What to make of a phrase that was never counted.

The hits of a phrase are the documents that hold all its words: that is what search engines count, and who puts the same
in other words says the same. A phrase is cut into the longest pieces that are in the table, from the left. Let `most`
be the information content (bits) of the rarest piece, `rest` the sum of the others', and `number` how many pieces there
are; then

    hits = hits of the rarest piece / (1 + exp(-(a + b most + c rest + d number)))

How often all words stand where the rarest does is learnt from phrases of texts: drawn from one part of the texts, too
rare to be counted in a second, and their words counted in a third. How rare words are is taken from the web, as it will
be.
"""

import math
from dataclasses import dataclass
from functools import reduce

import numpy as np
from scipy.optimize import minimize
from scipy.special import gammaln

from text import STOP, Grams, Texts, documents

SHARES = 0.1, 0.45, 0.45
DRAWN = 10_000
# A phrase in fewer pieces than this is not counted as such.
LEAST = 2


@dataclass
class Backoff:
    """The constants a to d."""

    constants: list[float]

    def bits(self, pieces: list[float]) -> float:
        """The information content of a phrase of these pieces, given by theirs."""
        most = max(pieces)
        a, b, c, d = self.constants
        z = a + b * most + c * (sum(pieces) - most) + d * len(pieces)
        return most if len(pieces) == 1 else most + math.log2(1 + math.exp(-z))


def likelihood(expected: np.ndarray, counted: np.ndarray, shape: float) -> float:
    """The mean loss of a negative binomial."""
    expected = np.maximum(expected, 1e-9)
    chosen = gammaln(counted + shape) - gammaln(shape) - gammaln(counted + 1)
    return -float(
        np.mean(chosen + shape * np.log(shape / (shape + expected)) + counted * np.log(expected / (shape + expected)))
    )


def samples(texts: Texts, found: list[Grams], kept: np.ndarray, shares: np.ndarray, language: str) -> np.ndarray:
    """Phrases as rows: most, rest, number, how many pieces of the third part hold all telling words, and the rarest."""
    random = np.random.default_rng(6)
    part = random.choice(3, size=texts.block[-1] + 1, p=SHARES)[texts.block]
    part[~kept] = -1
    known = [documents(gram, (part == 1).astype(float)) for gram in found]
    # The pieces of the third part that hold each word.
    is_later = part[found[0].holder] == 2
    held, holder = found[0].held[is_later], found[0].holder[is_later]
    starts = np.searchsorted(held, np.arange(len(found[0].first) + 1))
    bits = -np.log2(np.maximum(shares, 1e-12))
    stop = set(STOP[language].split())
    is_stop = np.array([word in stop for word in texts.vocabulary])
    drawn = np.flatnonzero((part == 0)[texts.piece])
    rows = []
    for size in range(2, len(found) + 1):
        at = drawn[found[size - 1].at[drawn] >= 0]
        at = at[~is_stop[texts.ids[at]] & ~is_stop[texts.ids[at + size - 1]]]
        at = at[known[size - 1][found[size - 1].at[at]] < LEAST]
        for start in random.choice(at, size=min(len(at), DRAWN), replace=False):
            ids = texts.ids[start : start + size]
            telling = {found[0].at[start + place] for place in range(size) if not is_stop[ids[place]]}
            rarest = found[0].at[start + bits[ids].argmax()]
            holders = {word: holder[starts[word] : starts[word + 1]] for word in telling | {rarest}}
            count = len(
                reduce(lambda a, b: np.intersect1d(a, b, assume_unique=True), sorted(holders.values(), key=len))
            )
            if len(holders[rarest]):
                most = bits[ids].max()
                rows.append((most, bits[ids].sum() - most, size, count, len(holders[rarest])))
    return np.array(rows)


def calibrate(texts: Texts, found: list[Grams], kept: np.ndarray, shares: np.ndarray, language: str) -> Backoff:
    """Learns the constants from every other phrase, and says how well they do on the rest beside simpler rules."""
    most, rest, number, count, base = samples(texts, found, kept, shares, language).T
    learnt = np.arange(len(most)) % 2 == 0
    one = np.ones(len(most))
    rules = {
        "number": [one, number],
        "most, number": [one, most, number],
        "most, rest, number": [one, most, rest, number],
    }
    for name, columns in rules.items():
        matrix = np.column_stack(columns)
        spread = np.abs(matrix).max(axis=0)

        def loss(values: np.ndarray, chosen: np.ndarray, matrix: np.ndarray = matrix / spread) -> float:
            rate = base[chosen] / (1 + np.exp(-(matrix[chosen] @ values[:-1])))
            return likelihood(rate, count[chosen], math.exp(values[-1]))

        start = np.full(len(columns) + 1, -2.0)
        best = minimize(loss, start, args=(learnt,), method="L-BFGS-B").x
        constants = best[:-1] / spread
        print(f"back-off by {name}: loss {loss(best, ~learnt):.4f} held out, {np.round(constants, 3)}")
    independent = base * 2.0**-rest
    print(f"back-off by independence: loss {likelihood(independent[~learnt], count[~learnt], 0.2):.4f} held out")
    return Backoff([float(value) for value in constants])
