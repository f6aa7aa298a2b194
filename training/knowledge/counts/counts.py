"""How common words and phrases are, on one scale: `counts.py TEXT ACTORS VECTORS OUT`.

TEXT is a folder of texts as training/language/corpora.py and training/entities/text.py write them, ACTORS one with the
packed biographies of actors, VECTORS one with the tables {en,es}-vectors.bin. Writes OUT/{en,es}-counts.tsv: rows of a
phrase, or of two with AND between, and the number of documents that hold it, with the constants for what was never
counted on top. README.md says how the sources are brought to one scale.
"""

import argparse
import math
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import wordfreq
import wordsegment
from scipy.optimize import minimize
from scipy.sparse import csr_array
from scipy.stats import norm

from backoff import Backoff, calibrate
from pairs import COMMON, FREQUENT, Joint, Terms, Vectors, counted, drawn
from pairs import calibrate as calibrate_pairs
from text import STOP, Grams, Texts, documents, grams, read, small_share, words

TOTAL = 3.5e9
TOKENS = 1_024_908_267_229
# The longest phrases that are counted.
LONGEST = 5
# A phrase is kept where at least so many pieces hold it, and it is commoner by so many bits than its words make it.
LEAST = 2
TELLING = 0.5
# The web's pairs of words were counted where they are written small: only pairs that mostly are can be believed.
SMALL = 0.8
CHANCE = 0.7
# What texts are about; all others are general.
ABOUT = ("general", "law", "medicine", "actors")
KINDS = {"law": 1, "clinical": 2, "biomedical": 2, "abstracts": 3, "articles": 3}


def listed(rows: Iterable[tuple[str, float]], size: int) -> Counter[str]:
    """A list by the words of its entries; what becomes another number of words is dropped."""
    merged: Counter[str] = Counter()
    for phrase, count in rows:
        found = words(phrase)
        if len(found) == size:
            merged[" ".join(found)] += count
    return merged


def web() -> tuple[Counter[str], Counter[str]]:
    """Words and pairs of words of the English web."""
    folder = Path(wordsegment.__file__).parent
    one, two = (
        [(phrase, float(count)) for phrase, count in (line.split("\t") for line in (folder / name).open())]
        for name in ("unigrams.txt", "bigrams.txt")
    )
    return listed(one, 1), listed(two, 2)


def zipf(language: str) -> Counter[str]:
    """Words as a share of all words in a mix of books, news, subtitles and posts.

    The list holds shapes of numbers; those that may be years or small are asked for one by one.
    """
    shares = wordfreq.get_frequency_dict(language, "large")
    numbers = {str(number): wordfreq.word_frequency(str(number), language) for number in range(2100)}
    letters = {word: share for word, share in shares.items() if not any(letter.isdigit() for letter in word)}
    return listed((letters | numbers).items(), 1)


def mixed(a: Counter[str], b: Counter[str]) -> dict[str, float]:
    """Two lists of words as one, the second brought to the scale of the first: the geometric mean.

    A word that only one list has is below the end of the other, and taken for half of that.
    """
    shared = sorted((word for word in b if word in a), key=lambda word: (-a[word], word))
    scale = float(np.median([a[word] / b[word] for word in shared[:20_000]]))
    ends = min(a.values()) / 2, scale * min(b.values()) / 2
    joined = {}
    for word in a.keys() | b.keys():
        # The first list has words of plain letters alone: that it lacks others says nothing.
        first = a.get(word, ends[0] if word.isascii() and word.isalpha() else 0)
        second = scale * b[word] if word in b else ends[1]
        joined[word] = math.sqrt(first * second) if first else second
    return joined


class Scale:
    """Turns occurrences among all words into documents, as words keep together in the texts."""

    def __init__(self, gram: Grams) -> None:
        """Measures how many pieces hold a word, by how often it stands in a piece on average."""
        occurrences = np.bincount(gram.at[gram.at >= 0])
        pieces = np.bincount(gram.held)
        rates = np.log2(occurrences / (gram.holder.max() + 1))
        step = np.where(occurrences >= 50, np.round(rates), np.nan)
        self.at = np.unique(step[~np.isnan(step)])
        self.bits = np.array([np.median(np.log2(pieces / occurrences)[step == at]) for at in self.at])
        measured = (f"2^{at:.0f}: {2**bits:.2f}" for at, bits in zip(self.at, self.bits, strict=True))
        print("documents for occurrences, by occurrences in a document:", *measured)

    def hits(self, occurrences: float) -> float:
        """Documents of TOTAL. Words rarer than any that was measured keep together as the rarest do."""
        hits = occurrences * 2.0 ** np.interp(np.log2(occurrences / TOTAL), self.at, self.bits)
        return min(float(hits), 0.99 * TOTAL)


def weights(words: Grams, kind: np.ndarray, hits: np.ndarray) -> np.ndarray:
    """What each piece counts, so that texts of all kinds are in all as much of a mix as the web is.

    The mix is that under which the words of the web are likeliest (expectation maximisation).
    """
    by_kind = np.stack([documents(words, (kind == one).astype(float)) for one in range(len(ABOUT))])
    by_kind /= np.maximum(by_kind.sum(axis=1, keepdims=True), 1)
    web = hits / hits.sum()
    mix = np.full(len(ABOUT), 1 / len(ABOUT))
    for _ in range(100):
        parts = mix[:, None] * by_kind
        mix = (web * parts / np.maximum(parts.sum(axis=0), 1e-30)).sum(axis=1)
        mix /= mix.sum()
    print(f"{len(kind)} pieces:", *(f"{about} {share:.3f}" for about, share in zip(ABOUT, mix, strict=True)))
    return (mix / np.maximum(np.bincount(kind, minlength=len(ABOUT)), 1))[kind] * len(kind)


class Phrases:
    """The phrases of the texts by their number of words, with their hits as far as they are known."""

    def __init__(self, texts: Texts, found: list[Grams], weight: np.ndarray, language: str, hits: np.ndarray) -> None:
        self.texts, self.found = texts, found
        self.pieces = [np.bincount(gram.held, minlength=len(gram.first)) for gram in found]
        self.counts = [documents(gram, weight) for gram in found]
        self.hits = [hits]
        self.small = small_share(found[1], texts)
        stop = set(STOP[language].split())
        self.is_stop = np.array([word in stop or not word for word in texts.vocabulary])

    def text(self, size: int, number: int) -> str:
        """A phrase as words."""
        start = self.found[size - 1].first[number]
        return " ".join(self.texts.vocabulary[word] for word in self.texts.ids[start : start + size])

    def chosen(self, size: int) -> np.ndarray:
        """The phrases that stand in enough pieces."""
        return np.flatnonzero(self.pieces[size - 1] >= LEAST)

    def is_term(self, size: int, numbers: np.ndarray) -> np.ndarray:
        """Whether phrases neither begin nor end with words that say nothing."""
        first, ids = self.found[size - 1].first[numbers], self.texts.ids
        return ~self.is_stop[ids[first]] & ~self.is_stop[ids[first + size - 1]]

    def anchored(self, size: int, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Of phrases, the hits of that part (the phrase less its last word, or less its first) which is least met
        without the rest, and how often it is met with it in the texts; both as logarithms."""
        start = self.found[size - 1].first[numbers]
        at, counts, hits = self.found[size - 2].at, self.counts[size - 2], self.hits[size - 2]
        parts = np.stack([at[start], at[start + 1]])
        # Less what chance brings to a phrase that was chosen for being met at all.
        met = self.pieces[size - 1][numbers]
        shares = self.counts[size - 1][numbers] * (met - CHANCE) / met / counts[parts]
        best = shares.argmax(axis=0), np.arange(len(numbers))
        return np.log2(hits[parts[best]]), np.log2(shares[best])


def to_web(phrases: Phrases, pairs: dict[str, float]) -> float:
    """How a share of the texts becomes one of the web, learnt from pairs of words that are written small.

    log2 hits = log2 hits of the part + b log2 share: a part that is never met without the rest has its hits, and texts,
    which are about few things, overstate other shares. That the web's list ends somewhere is taken into account (a
    Tobit model).
    """
    numbers = phrases.chosen(2)
    numbers = numbers[phrases.is_term(2, numbers) & (phrases.small[numbers] > SMALL)]
    part, share = phrases.anchored(2, numbers)
    end = math.log2(min(pairs.values()))
    targets = np.log2([pairs.get(phrases.text(2, number), 1.0) for number in numbers])
    is_listed = targets > 0

    def loss(values: np.ndarray, chosen: np.ndarray) -> float:
        b, spread = values[0], math.exp(values[1])
        predicted = part[chosen] + b * share[chosen]
        seen = norm.logpdf(targets[chosen], predicted, spread)
        return -float(np.mean(np.where(is_listed[chosen], seen, norm.logcdf(end, predicted, spread))))

    learnt = np.arange(len(numbers)) % 5 > 0
    b, spread = minimize(loss, np.array([1.0, 0.7]), args=(learnt,), method="L-BFGS-B").x
    expected = part + b * share
    frequent = ~learnt & (expected > end + 1)
    errors = (expected - np.maximum(targets, end - 1))[frequent]
    print(
        f"texts to web: {len(numbers)} pairs of words, {is_listed.sum()} in the list; b {b:.2f}, spread "
        f"{math.exp(spread):.2f} bits; {frequent.sum()} held out and expected in the list: "
        f"off by {np.mean(np.abs(errors)):.2f} bits, {np.mean(errors):+.2f} on average"
    )
    return float(b)


class Table:
    """What is kept."""

    def __init__(self, hits: dict[str, float], backoff: Backoff, number: float) -> None:
        self.hits, self.backoff, self.number = hits, backoff, number
        self.joint = Joint([], [])
        self.pairs: dict[str, float] = {}

    def expected(self, phrase: str) -> float:
        """The bits that the parts of a phrase lead to expect."""
        left, pieces = phrase.split(" "), []
        while left:
            sizes = range(min(len(left), LONGEST), 0, -1)
            size = next((size for size in sizes if " ".join(left[:size]) in self.hits), 0)
            if not size:
                return math.log2(2 * TOTAL)
            pieces.append(math.log2(TOTAL / self.hits[" ".join(left[:size])]))
            left = left[size:]
        return self.backoff.bits(pieces)

    def add(self, phrases: list[str], hits: np.ndarray) -> int:
        """Keeps the phrases that hold together: as such they are in more documents than all their words were thought to
        be. Returns how many."""
        telling = {
            phrase: count
            for phrase, count in zip(phrases, hits, strict=True)
            if phrase not in self.hits and math.log2(TOTAL / count) < self.expected(phrase) - TELLING
        }
        self.hits |= telling
        return len(telling)


def words_of(language: str, scale: Scale) -> tuple[dict[str, float], dict[str, float]]:
    """The hits of single words, and of pairs of words where the web was counted."""
    shares = zipf(language)
    if language == "es":
        return {word: scale.hits(share * TOKENS) for word, share in shares.items()}, {}
    one, two = web()
    return (
        {word: scale.hits(count) for word, count in mixed(one, shares).items()},
        {pair: scale.hits(count) for pair, count in two.items()},
    )


def believed(pairs: dict[str, float], phrases: Phrases, language: str) -> dict[str, float]:
    """The pairs of words that neither begin nor end with a word that says nothing, and that are written small as far as
    is known: both words are, or the pair itself is where the texts have it."""
    texts, found = phrases.texts, phrases.found
    alone = small_share(found[0], texts)
    small = {texts.vocabulary[word]: share for word, share in zip(texts.ids[found[0].first], alone, strict=True)}
    seen = {phrases.text(2, number): phrases.small[number] for number in phrases.chosen(2)}
    stop = set(STOP[language].split())
    kept = {}
    for pair, hits in pairs.items():
        left, right = pair.split(" ")
        share = seen.get(pair, -1)
        share = share if share >= 0 else min(small.get(left, 0), small.get(right, 0))
        if share > SMALL and left not in stop and right not in stop:
            kept[pair] = hits / share
    return kept


def plural(word: str, language: str) -> str:
    """The regular plural of a word."""
    if language == "en":
        if word.endswith("y") and not word.endswith(("ay", "ey", "oy", "uy")):
            return f"{word[:-1]}ies"
        return f"{word}es" if word.endswith(("s", "x", "z", "ch", "sh")) else f"{word}s"
    if word.endswith("z"):
        return f"{word[:-1]}ces"
    return f"{word}s" if word.endswith(tuple("aeiou")) else f"{word}es"


def with_plurals(hits: dict[str, float], language: str) -> dict[str, float]:
    """The documents that hold a word or its plural, unless that is the commoner, as "texas" is no plural of "texa"."""

    def either(word: str) -> float:
        other = hits.get(plural(word, language), 0.0)
        return hits[word] if other > hits[word] else TOTAL * (1 - (1 - hits[word] / TOTAL) * (1 - other / TOTAL))

    return {word: either(word) if word.isalpha() else hits[word] for word in hits}


def table(language: str, paths: list[Path], vectors: Path, rule: float | None) -> tuple[Table, float]:
    """The hits of all words and phrases, what to make of others, and how shares of texts became those of the web."""
    texts = read(paths)
    kind = np.array([KINDS.get(path.name.partition(".")[0].rpartition("-")[2], 0) for path in paths])[texts.genre]
    is_law = kind == KINDS["law"]
    found = grams(texts, LONGEST)
    scale = Scale(found[0])
    known, web_pairs = words_of(language, scale)
    end = min(known.values()) / 2
    spelt = [texts.vocabulary[word] for word in texts.ids[found[0].first]]
    hits = np.array([known.get(word, end) for word in spelt])
    shares = np.zeros(len(texts.vocabulary))
    shares[texts.ids[found[0].first]] = hits / TOTAL
    weight = weights(found[0], kind, hits)
    phrases = Phrases(texts, found, weight, language, hits)
    backoff = calibrate(texts, found, ~is_law, shares, language)
    rule = to_web(phrases, web_pairs) if rule is None else rule
    known |= {spelt[number]: end for number in phrases.chosen(1) if spelt[number] not in known}
    # What is left of a number for each digit: a tenth.
    number = 1e4 * scale.hits(TOKENS * wordfreq.word_frequency("5731", language))
    made = Table(with_plurals(known, language), backoff, number)
    print(f"{language}: {len(known)} words")
    add_phrases(made, phrases, believed(web_pairs, phrases, language), rule)
    terms = together(phrases, made, weight, is_law, Vectors(vectors))
    made.joint = calibrate_pairs(drawn(terms, texts.block, ~is_law, TOTAL))
    made.pairs = counted(terms, made.joint, TOTAL)
    print(f"{len(made.pairs)} pairs of {len(terms.texts)} words and phrases")
    return made, rule


def add_phrases(made: Table, phrases: Phrases, pairs: dict[str, float], rule: float) -> None:
    """Adds the phrases that hold together, shorter ones first, since longer ones are made of them."""
    print(f"{made.add(list(pairs), np.array(list(pairs.values())))} of {len(pairs)} pairs of words of the web")
    for size in range(2, LONGEST + 1):
        numbers = phrases.chosen(size)
        part, share = phrases.anchored(size, numbers)
        hits = 2.0 ** (part + rule * share)
        spelt = [phrases.text(size, number) for number in numbers]
        if size == 2:
            hits = np.array([pairs.get(pair, count) for pair, count in zip(spelt, hits, strict=True)])
        phrases.hits.append(np.full(len(phrases.found[size - 1].first), 1.0))
        phrases.hits[-1][numbers] = np.maximum(hits, 1.0)
        is_term = phrases.is_term(size, numbers)
        added = made.add([phrase for phrase, kept in zip(spelt, is_term, strict=True) if kept], hits[is_term])
        print(f"{added} of {is_term.sum()} phrases of {size} words")


def together(phrases: Phrases, made: Table, weight: np.ndarray, is_law: np.ndarray, vectors: Vectors) -> Terms:
    """The words and phrases that may be counted together."""
    names: list[str] = []
    rows, columns = [], []
    for size, gram in enumerate(phrases.found, start=1):
        counts = phrases.pieces[size - 1]
        numbers = np.flatnonzero((counts >= FREQUENT) & (phrases.counts[size - 1] <= COMMON * len(weight)))
        numbers = numbers[phrases.is_term(size, numbers)]
        spelt = [phrases.text(size, number) for number in numbers]
        chosen = [(number, text) for number, text in zip(numbers, spelt, strict=True) if is_telling(text, made)]
        column = np.full(len(counts), -1)
        column[[number for number, _ in chosen]] = len(names) + np.arange(len(chosen))
        held = column[gram.held]
        rows.append(gram.holder[held >= 0])
        columns.append(held[held >= 0])
        names.extend(text for _, text in chosen)
    row, at = np.concatenate(rows), np.concatenate(columns)
    held = csr_array((np.ones(len(row), dtype=np.float32), (row, at)), shape=(len(weight), len(names)))
    hits = np.array([made.hits[name] for name in names])
    return Terms(names, hits, held, weight, is_law, vectors.matrix(names))


def is_telling(text: str, made: Table) -> bool:
    """Whether a word or phrase is in the table, and is no number or letter."""
    return text in made.hits and len(text) > 2 and not any(letter.isdigit() for letter in text)


def write(path: Path, language: str, made: Table) -> None:
    """Writes the table."""
    with path.open("w") as out:
        out.write(f"#language\t{language}\n#total\t{TOTAL:.0f}\n")
        out.write(f"#number\t{made.number:.6g}\n")
        for name, constants in (
            ("backoff", made.backoff.constants),
            ("joint", made.joint.joint),
            ("blind", made.joint.blind),
        ):
            out.write(f"#{name}\t" + " ".join(f"{value:.4f}" for value in constants) + "\n")
        out.writelines(f"{phrase}\t{hits:.6g}\n" for phrase, hits in sorted((made.hits | made.pairs).items()))


def main() -> None:
    """Reads the arguments and writes both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in "text", "actors", "vectors", "out":
        parser.add_argument(name, type=Path)
    arguments = parser.parse_args()
    text, actors = arguments.text, arguments.actors
    english = [text / f"en-{name}.txt" for name in ("bios", "brown", "treebank", "biomedical", "law")]
    english += [actors / f"{name}.jsonl.zst" for name in ("abstracts", "articles")]
    spanish = [text / f"es-{name}.txt" for name in ("bios", "clinical", "treebank", "biomedical", "law")]
    made, rule = table("en", english, arguments.vectors / "en-vectors.bin", None)
    write(arguments.out / "en-counts.tsv", "en", made)
    made, _ = table("es", spanish, arguments.vectors / "es-vectors.bin", rule)
    write(arguments.out / "es-counts.tsv", "es", made)


if __name__ == "__main__":
    main()
