"""What is fine-tuned: which corpora teach which network, what each is measured on, and what text it labels."""

import zlib
from dataclasses import dataclass, field

FOLDS = 5
ALL = "all"
STEPS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.96, 0.98, 0.99, 0.995, 0.999)  # of a probability


def fold_of(name: str) -> int:
    """The fold of a document, by its id."""
    return zlib.crc32(name.encode()) % FOLDS


@dataclass(frozen=True)
class Corpus:
    """A head: files that teach it, how often each document comes in an epoch, files it is measured on."""

    head: str
    train: tuple[str, ...]
    test: tuple[str, ...] = ()  # none: measured by folds
    extra: tuple[str, ...] = ()  # learnt as well by the network that learns from everything
    times: int = 1
    labels: tuple[str, ...] = ()  # text to label

    def taught(self, fold: str) -> tuple[str, ...]:
        """The files a network learns from."""
        return self.train + (self.extra if fold == ALL else ())

    def learns(self, fold: str, name: str) -> bool:
        """Whether a document teaches the network of a fold."""
        return bool(self.test) or fold == ALL or fold_of(name) != int(fold)

    def measured(self, fold: str) -> tuple[str, ...]:
        """The files a network is measured on: none, where it has seen everything."""
        if fold == ALL:
            return tuple(name for name in self.test if name not in self.extra)
        return self.test or self.train


@dataclass(frozen=True)
class Group:
    """Corpora that are learnt together, each with a head of its own."""

    name: str
    corpora: tuple[Corpus, ...]
    folds: tuple[str, ...]
    epochs: int
    seeds: int  # networks whose probabilities are averaged
    units: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Names the networks."""
        object.__setattr__(self, "units", tuple(f"{self.name}-{fold}" for fold in self.folds))


BY_FOLD = ("0", "1", "2", "3", "4", ALL)
# DisTEMIST holds cases of MEDDOCAN's development and test sets, so the two are never learnt together.
GROUPS = (
    Group(
        "english",
        (
            Corpus("tab", ("tab",), times=2, labels=("en",)),
            Corpus("wikigold", ("wikigold",), times=3, labels=("en",)),
            Corpus("conll2002", ("conll2002-train",), test=("conll2002-dev", "conll2002-test"), labels=("es",)),
            Corpus("wnut17", ("wnut17-train",), test=("wnut17-dev", "wnut17-test")),
        ),
        BY_FOLD,
        epochs=12,
        seeds=2,
    ),
    Group("distemist", (Corpus("distemist", ("distemist",), labels=("clinical",)),), BY_FOLD, epochs=16, seeds=2),
    Group(
        "meddocan",
        (
            Corpus(
                "meddocan", ("meddocan-train",), test=("meddocan-dev",), extra=("meddocan-dev",), labels=("clinical",)
            ),
        ),
        ("0", ALL),
        epochs=24,
        seeds=4,
    ),
    Group(
        "biomedical",
        (
            Corpus("ncbi", ("ncbi-train", "ncbi-dev"), test=("ncbi-test",), labels=("biomedical",)),
            Corpus("bc5cdr", ("bc5cdr-train", "bc5cdr-dev"), test=("bc5cdr-test",), labels=("biomedical",)),
        ),
        (ALL,),
        epochs=18,
        seeds=4,
    ),
)
