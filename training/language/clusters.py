"""Word clusters: words that are used alike get one number, so that a tagger knows what it has not been taught.

    clusters.py glove VECTORS -o clusters-en.tsv
    clusters.py text FILES... --language es [--law FILE] -o clusters-es.tsv

`glove` reads the folder of a packed GloVe (an array and its index), `text` makes vectors of its own from the
neighbours of each word: two to either side, each place counted apart, since place tells grammar. Output: word, fine
cluster, coarse cluster, count (0 where unknown), commonest first. The same input gives the same output.
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

TOKEN = {
    "en": re.compile(r"[^\W\d_]+?(?=n['’]t\b)|n['’]t\b|['’](?:s|m|re|ve|ll|d)\b|[^\W\d_]+|\d+(?:[.,]\d+)*|[^\w\s]"),
    "es": re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)*|[^\w\s]"),
}
DIGIT = re.compile(r"\d")
CONTRACTIONS = {"en": {}, "es": {"del": ("de", "el"), "al": ("a", "el")}}
VOCABULARY = 120_000
RAREST = 5
CONTEXTS = 2_000
PLACES = (-2, -1, 1, 2)
DIMENSIONS = 100
STRESS = 1.5
FINE, COARSE = 1024, 128
ROUNDS = 20
SEED = 1

Floats = NDArray[np.float32]
Numbers = NDArray[np.int32]


def fold(word: str) -> str:
    """A word as clusters know it."""
    return DIGIT.sub("0", word.lower())


def tokens(line: str, language: str) -> Iterator[str]:
    """Folded words, numbers and marks, with contractions undone as the analysis undoes them."""
    for word in TOKEN[language].findall(fold(line)):
        yield from CONTRACTIONS[language].get(word, (word,))


def lines_of(files: Iterable[Path], language: str) -> list[list[str]]:
    """The tokens of every line of the files."""
    return [list(tokens(line, language)) for file in files for line in file.read_text().splitlines()]


def thinned(lines: list[list[str]], wanted: int) -> list[list[str]]:
    """Lines taken evenly from the whole until they hold about as many tokens as wanted."""
    share = wanted / max(1, sum(map(len, lines)))
    if share >= 1:
        return lines
    return [line for at, line in enumerate(lines) if int((at + 1) * share) > int(at * share)]


def text_vectors(lines: list[list[str]]) -> tuple[list[str], list[int], Floats]:
    """Words, their counts and their vectors: positive pointwise mutual information with neighbours, reduced."""
    from scipy import sparse

    counts = Counter(token for line in lines for token in line)
    ranked = sorted(((n, word) for word, n in counts.items() if n >= RAREST), key=lambda pair: (-pair[0], pair[1]))
    ranked = ranked[:VOCABULARY]
    number = {word: at for at, (_, word) in enumerate(ranked)}
    gap = [-1] * max(PLACES)  # nothing is a neighbour across lines
    stream = np.array([n for line in lines for n in (*(number.get(word, -1) for word in line), *gap)], dtype=np.int32)
    blocks = []
    for place in PLACES:
        words, contexts = (stream[:-place], stream[place:]) if place > 0 else (stream[-place:], stream[:place])
        both = (words >= 0) & (contexts >= 0) & (contexts < CONTEXTS)
        pairs = (np.ones(int(both.sum()), dtype=np.float32), (words[both], contexts[both]))
        blocks.append(informative(sparse.csr_array(sparse.coo_array(pairs, shape=(len(ranked), CONTEXTS)))))
    matrix = sparse.csr_array(sparse.hstack(blocks))
    return [word for _, word in ranked], [n for n, _ in ranked], reduced(matrix)


def informative(counts):
    """Counts of pairs as positive pointwise mutual information, contexts smoothed so that rare ones shout less."""
    rows, columns = counts.sum(axis=1), counts.sum(axis=0) ** 0.75
    pairs = counts.tocoo()
    joint = pairs.data * columns.sum() / (rows[pairs.row] * columns[pairs.col])
    pairs.data = np.maximum(np.log(joint), 0).astype(np.float32)
    result = pairs.tocsr()
    result.eliminate_zeros()
    return result


def reduced(matrix) -> Floats:
    """The rows of a sparse matrix in few dimensions, by a randomised singular value decomposition.

    Strong dimensions are made stronger still: they tell parts of speech, the weak ones topics and chance.
    """
    rng = np.random.default_rng(SEED)
    probe = matrix @ rng.standard_normal((matrix.shape[1], DIMENSIONS + 20), dtype=np.float32)
    for _ in range(4):
        probe = matrix @ (matrix.T @ np.linalg.qr(probe)[0])
    basis = np.linalg.qr(probe)[0]
    left, strengths, _ = np.linalg.svd((matrix.T @ basis).T, full_matrices=False)
    return (basis @ left[:, :DIMENSIONS] * strengths[:DIMENSIONS] ** STRESS).astype(np.float32)


def glove_vectors(folder: Path) -> tuple[list[str], list[int], Floats]:
    """The commonest words of a packed GloVe; of words that fold to one, the commonest stands for all."""
    from pyarrow import parquet

    (array,), (index,) = folder.glob("*.npy"), folder.glob("*.parquet")
    words = parquet.read_table(index).column("index").slice(0, VOCABULARY).to_pylist()
    vectors = np.array(np.load(array, mmap_mode="r")[: len(words)], dtype=np.float32)
    first: dict[str, int] = {}
    for at, word in enumerate(words):
        first.setdefault(fold(word), at)
    return list(first), [0] * len(first), vectors[list(first.values())]


def clustered(vectors: Floats, clusters: int) -> Numbers:
    """Spherical k-means; the seeds are common words, and a cluster that empties starts again at a stray word."""
    rng = np.random.default_rng(SEED)
    common = min(len(vectors), max(20_000, 2 * clusters))
    centres = vectors[rng.choice(common, min(clusters, common), replace=False)].copy()
    for _ in range(ROUNDS):
        nearest, closeness = assigned(vectors, centres)
        centres = np.zeros_like(centres)
        np.add.at(centres, nearest, vectors)
        lengths = np.linalg.norm(centres, axis=1)
        empty = np.flatnonzero(lengths < 1e-6)
        centres[empty] = vectors[np.argsort(closeness, kind="stable")[: len(empty)]]
        lengths[empty] = 1
        centres /= lengths[:, None]
    return assigned(vectors, centres)[0]


def assigned(vectors: Floats, centres: Floats) -> tuple[Numbers, Floats]:
    """The nearest centre of every vector, and how near it is."""
    nearest, closeness = np.empty(len(vectors), np.int32), np.empty(len(vectors), np.float32)
    for at in range(0, len(vectors), 8192):
        likeness = vectors[at : at + 8192] @ centres.T
        nearest[at : at + 8192] = likeness.argmax(1)
        closeness[at : at + 8192] = likeness.max(1)
    return nearest, closeness


def main() -> None:
    """Reads the arguments, makes the clusters and writes them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", choices=["glove", "text"])
    parser.add_argument("inputs", nargs="+", type=Path)
    parser.add_argument("--language", choices=["en", "es"], default="es")
    parser.add_argument("--law", type=Path, help="text that would drown the rest: taken evenly, up to --law-share")
    parser.add_argument("--law-share", type=float, default=0.4)
    parser.add_argument("-o", "--output", type=Path, required=True)
    arguments = parser.parse_args()
    if arguments.source == "glove":
        words, counts, vectors = glove_vectors(arguments.inputs[0])
    else:
        language = arguments.language
        lines = lines_of(arguments.inputs, language)
        if arguments.law:
            share = arguments.law_share
            lines += thinned(lines_of([arguments.law], language), int(sum(map(len, lines)) * share / (1 - share)))
        words, counts, vectors = text_vectors(lines)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-9
    fine, coarse = clustered(vectors, FINE), clustered(vectors, COARSE)
    with arguments.output.open("w") as out:
        for word, n, small, large in zip(words, counts, fine, coarse, strict=True):
            out.write(f"{word}\t{small}\t{large}\t{n}\n")
    print(f"{len(words)} words, {sum(counts)} tokens, {len(set(fine))} fine and {len(set(coarse))} coarse clusters")


if __name__ == "__main__":
    main()
