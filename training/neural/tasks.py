"""What is fine-tuned: which corpora teach which head, what each is measured on, and what text it labels."""

import zlib
from dataclasses import dataclass

FOLDS = 5
DEV, ALL = "dev", "all"  # everything but what is measured on parts of its own; everything
BY_FOLD = tuple(map(str, range(FOLDS)))
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
    labels: tuple[str, ...] = ()  # text to label, and to learn from a teacher
    silver: tuple[str, ...] = ()  # text to label only

    def taught(self, fold: str) -> tuple[str, ...]:
        """The files a network learns from."""
        return self.train + (self.extra if fold == ALL else ())

    def learns(self, fold: str, name: str) -> bool:
        """Whether a document teaches the network of a fold."""
        return bool(self.test) or fold in (DEV, ALL) or fold_of(name) != int(fold)

    def measured(self, fold: str) -> tuple[str, ...]:
        """The files a network is measured on: none, where it has seen everything."""
        if fold in BY_FOLD:
            return self.train if not self.test else self.test[:1]
        return tuple(name for name in self.test if fold == DEV or name not in self.extra)


# DisTEMIST holds cases of MEDDOCAN's development and test sets; `distemist-apart` is what is left without them.
CORPORA = (
    Corpus(
        "meddocan",
        ("meddocan-train",),
        test=("meddocan-dev",),
        extra=("meddocan-dev",),
        times=2,
        labels=("records", "clinical"),
        silver=("invented",),
    ),
    Corpus("tab", ("tab",), times=2, labels=("en",)),
    Corpus("wikigold", ("wikigold",), times=3, labels=("en",)),
    Corpus("conll2002", ("conll2002-train",), test=("conll2002-dev", "conll2002-test"), labels=("es",)),
    Corpus("wnut17", ("wnut17-train",), test=("wnut17-dev", "wnut17-test")),
    Corpus(
        "biomedical",
        ("ncbi-train", "ncbi-dev", "bc5cdr-train", "bc5cdr-dev"),
        test=("ncbi-test", "bc5cdr-test"),
        labels=("biomedical",),
    ),
    Corpus("distemist", ("distemist-apart",), labels=("clinical",)),
    # As training/entities prepares them: all that the program tells apart.
    Corpus("general-en", ("general-en",), times=2, labels=("en",)),
    Corpus("general-es", ("general-es",), test=("general-es-test",), labels=("es",)),
    Corpus("medical-en", ("medical-en",), test=("medical-en-test",), labels=("biomedical",)),
    Corpus("medical-es", ("medical-es-apart",), labels=("clinical",)),
    Corpus("notes", ("clinical-en",), test=("notes-en-dev",)),
)
# The heads of the fast network, by language, so that those of one are computed together; and those of the others.
FAST = ("meddocan", "general-es", "medical-es", "tab", "general-en", "medical-en", "notes")
OTHERS = ("meddocan", "tab", "wikigold", "conll2002", "wnut17", "biomedical", "distemist")
EPOCHS = 12
