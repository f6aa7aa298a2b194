"""Which phrases are met together, and what to make of those that were never counted together.

Pieces of about 300 words are the documents. What carries over from the texts to the web is how much oftener than by
chance two phrases are met together (their PMI), not how often. Where it was not counted, with `most` and `rest` the
information content (bits) of the rarer and the commoner phrase, and `cosine` that of their vectors,

    hits = hits of the rarer phrase / (1 + exp(-(a + b most + c rest + d cosine)))

which is learnt as it is for phrases (backoff.py): two phrases drawn from a piece of one part of the texts, not
counted together in a second, and counted in a third. Without vectors the same without the cosine.
"""

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_array
from scipy.stats import spearmanr

from backoff import SHARES, likelihood

# Two phrases are counted together where so many pieces besides law hold both, each of at least so many and at most such
# a share.
LEAST = 3
FREQUENT, COMMON = 12, 0.2
CHANCE = 0.7
# So many pairs are kept, those that say the most beyond what would be estimated, and at least so many bits. That a pair
# is closer than estimated counts more: to be wrong about that costs secrets, about the other mere words.
MOST = 480_000
TELLING = 1.0
FARTHER = 0.4
DRAWN = 40_000
BLOCK = 500


class Vectors:
    """A table of vectors (crates/sfumato-knowledge/src/vectors/table.rs)."""

    def __init__(self, path: Path) -> None:
        """Reads words and phrases and their vectors, not those of letters."""
        data = path.read_bytes()
        length = int.from_bytes(data[8:12], "little")
        head = dict(line.split(" ", 1) for line in data[12 : 12 + length].decode().splitlines())
        number, size, texts = int(head["entries"]), int(head["dimensions"]), int(head["texts"])
        at = 12 + length + 8 * number
        self.weights = np.frombuffer(data, "<u2", number, at) / 65535
        ends = np.frombuffer(data, "<u4", number, at + 2 * number)
        at += 6 * number
        spelt = data[at : at + texts]
        self.entries = {spelt[0 if not n else ends[n - 1] : ends[n]].decode(): n for n in range(number)}
        row = np.dtype([("scale", "<f4"), ("numbers", "i1", size)])
        rows = np.frombuffer(data, row, number, at + texts)["numbers"].astype(np.float32)
        self.rows = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)

    def vector(self, phrase: str) -> np.ndarray | None:
        """The vector of a phrase, or the weighted mean of its words'."""
        if phrase in self.entries:
            return self.rows[self.entries[phrase]]
        parts = [self.entries.get(word) for word in phrase.split(" ")]
        if None in parts:
            return None
        mean = (self.rows[parts] * self.weights[parts, None]).sum(axis=0)
        return mean / max(np.linalg.norm(mean), 1e-9)

    def matrix(self, phrases: list[str]) -> np.ndarray:
        """The vectors of phrases as rows; nought where there is none."""
        rows = (self.vector(phrase) for phrase in phrases)
        return np.array([np.zeros(self.rows.shape[1]) if row is None else row for row in rows], dtype=np.float32)


@dataclass
class Terms:
    """Words and phrases, and which pieces hold them."""

    texts: list[str]
    hits: np.ndarray
    """Of the whole reference."""
    held: csr_array
    """Pieces by terms: one where the piece holds the term."""
    weight: np.ndarray
    """What each piece counts."""
    is_law: np.ndarray
    vectors: np.ndarray


@dataclass
class Joint:
    """The constants a to d, with vectors and without."""

    joint: list[float]
    blind: list[float]

    def share(self, most: np.ndarray, rest: np.ndarray, cosine: np.ndarray, is_known: np.ndarray) -> np.ndarray:
        """How often two phrases stand where the rarer does."""
        one = np.ones_like(most)
        sighted = np.stack([one, most, rest, cosine], axis=-1) @ np.array(self.joint)
        blind = np.stack([one, most, rest], axis=-1) @ np.array(self.blind[:3])
        return 1 / (1 + np.exp(-np.where(is_known, sighted, blind)))


def drawn(terms: Terms, blocks: np.ndarray, is_kept: np.ndarray, total: float) -> np.ndarray:
    """Pairs as rows: most, rest, cosine, pieces of the third part with both and with the rarer, and whether there are
    vectors of both."""
    random = np.random.default_rng(7)
    part = random.choice(3, size=blocks[-1] + 1, p=SHARES)[blocks]
    part[~is_kept] = -1
    first, second, third = terms.held[part == 0], terms.held[part == 1].tocsc(), terms.held[part == 2].tocsc()
    bits = np.log2(total / terms.hits)
    met = np.diff(third.indptr)
    rows = []
    for piece in random.integers(first.shape[0], size=DRAWN):
        inside = first.indices[first.indptr[piece] : first.indptr[piece + 1]]
        if len(inside) < 2:
            continue
        a, b = sorted(random.choice(inside, size=2, replace=False), key=lambda term: -bits[term])
        if met[a] and len(together(second, a, b)) < LEAST:
            cosine = float(terms.vectors[a] @ terms.vectors[b])
            is_known = terms.vectors[a].any() and terms.vectors[b].any()
            rows.append((bits[a], bits[b], cosine, len(together(third, a, b)), met[a], is_known))
    return np.array(rows)


def together(held: csr_array, a: int, b: int) -> np.ndarray:
    """The pieces that hold both terms."""
    pieces = [held.indices[held.indptr[term] : held.indptr[term + 1]] for term in (a, b)]
    return np.intersect1d(*pieces, assume_unique=True)


def calibrate(rows: np.ndarray) -> Joint:
    """Learns the constants from every other pair, and says how well they do on the rest.

    That a share is off by so many bits is that the PMI is.
    """
    most, rest, cosine, count, base, _ = rows[rows[:, 5] > 0].T
    learnt = np.arange(len(most)) % 2 == 0
    one = np.ones(len(most))
    constants = {}
    for name, columns in {"blind": [one, most, rest], "joint": [one, most, rest, cosine]}.items():
        matrix = np.column_stack(columns)

        def loss(values: np.ndarray, chosen: np.ndarray, matrix: np.ndarray = matrix) -> float:
            rate = base[chosen] / (1 + np.exp(-(matrix[chosen] @ values[:-1])))
            return likelihood(rate, count[chosen], math.exp(values[-1]))

        start = np.array([-1.0, 0.1, -0.5, 2.0, 0.0])[[*range(len(columns)), 4]]
        best = minimize(loss, start, args=(learnt,), method="L-BFGS-B").x
        constants[name] = [float(value) for value in best[:-1]]
        share = 1 / (1 + np.exp(-(matrix @ best[:-1])))
        seen = ~learnt & (count >= LEAST)
        pmi = np.log2(np.maximum(count, 0.5) / base) + rest, np.log2(share) + rest
        agreement = spearmanr(pmi[0][seen], pmi[1][seen])[0]
        print(
            f"together, {name}: {np.round(best, 3)}, loss {loss(best, ~learnt):.4f} held out; PMI of the {seen.sum()} "
            f"pairs of {(~learnt).sum()} held out that are met {LEAST} times or more: rank correlation {agreement:.3f}"
            f", off by {np.mean(np.abs(pmi[0] - pmi[1])[seen]):.2f} bits"
        )
    chance = base * 2.0**-rest
    print(f"together, by chance: loss {likelihood(chance[~learnt], count[~learnt], 1.0):.4f} held out")
    return Joint(constants["joint"], [*constants["blind"], 0.0])


def counted(terms: Terms, joint: Joint, total: float) -> dict[str, float]:
    """The pairs worth keeping, with AND between, and their hits."""
    weighed = csr_array(terms.held * terms.weight[:, None])
    counts = np.asarray(weighed.sum(axis=0))
    pieces = terms.weight.sum()
    bits = np.log2(total / terms.hits)
    is_known = terms.vectors.any(axis=1)
    besides = terms.held[~terms.is_law]
    kept = []
    for start in range(0, len(terms.texts), BLOCK):
        block = np.arange(start, min(start + BLOCK, len(terms.texts)))
        both = (besides[:, block].T @ besides).tocoo()
        chosen = (both.row + start < both.col) & (both.data >= LEAST)
        row, b, number = both.row[chosen], both.col[chosen], both.data[chosen]
        a = row + start
        met = np.asarray((terms.held[:, block].T @ weighed).tocsr()[row, b]).ravel()
        pmi = np.log2(met * (number - CHANCE) / number * pieces / counts[a] / counts[b])
        most, rest = np.maximum(bits[a], bits[b]), np.minimum(bits[a], bits[b])
        hits = np.minimum(total * 2.0 ** (pmi - most - rest), total * 2.0**-most)
        cosine = np.einsum("ij,ij->i", terms.vectors[a], terms.vectors[b])
        share = joint.share(most, rest, cosine, is_known[a] & is_known[b])
        estimated = np.maximum(total * 2.0**-most * share, total * 2.0 ** -(most + rest))
        closer = np.log2(hits / estimated)
        telling = (np.abs(closer) > TELLING) & (hits >= 1)
        says = np.where(closer > 0, closer, -FARTHER * closer) * np.log2(number)
        kept.extend(zip(says[telling], a[telling], b[telling], hits[telling], strict=True))
    print(f"{len(kept)} pairs tell something")
    kept = sorted(kept, key=lambda row: (-row[0], row[1], row[2]))[:MOST]
    named = ((terms.texts[a], terms.texts[b], hits) for _, a, b, hits in kept)
    # Who says the longer phrase has said the shorter: that needs no count.
    return {f"{a} AND {b}": hits for a, b, hits in named if f" {a} " not in f" {b} " and f" {b} " not in f" {a} "}
