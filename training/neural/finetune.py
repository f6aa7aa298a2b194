"""Fine-tuning: networks with all heads from one encoder, each measured on what it has not seen.

    finetune.py BUNDLE ENCODER OUT [--units 0,1,2,3,4,dev,all] [--seeds 2] [--label]
    finetune.py BUNDLE ENCODER OUT --teachers FOLDER [--epochs 20] [--trust 0.7]

BUNDLE as prepare.py makes it, ENCODER as pretrain.py writes it. A unit is a fold (its documents are not learnt from
where a corpus is measured by folds), `dev` (everything that is not measured) or `all` (MEDDOCAN's development part as
well). OUT gets UNIT-SEED.pt (network.load_tagger), `scores.json` and, with --label, what silver.py reads.

With teachers (a folder with the networks of the same units) a network also learns, from labelled and from other text,
to say what they say together: a network of the same size becomes nearly as good as all of them, a small one better
than it could by itself.
"""

import argparse
import json
import lzma
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from learn import ROWS, Data, Learner, gold_lessons, learn, tagger, untold_lessons
from measure import Counts, Span, decoded, figures, mean_of, measure, probabilities
from network import Tagger, load_tagger, save_tagger, say
from tasks import ALL, BY_FOLD, CORPORA, DEV, EPOCHS, STEPS, Corpus, fold_of
from text import Document

SHOWN = ("INSTITUCION", "FAMILIARES_SUJETO_ASISTENCIA", "HOSPITAL", "CALLE")
AGAINST = (1.0, 2.0, 3.0)  # how much less likely O is made where nothing must be missed


def averaged(models: list[Tagger]) -> Tagger:
    """One network with the mean of the weights of several that began alike."""
    states = [model.state_dict() for model in models]
    mean = deepcopy(models[0])
    mean.load_state_dict({name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]})
    return mean.eval()


class Unit:
    """Networks that have learnt from the same documents."""

    def __init__(self, data: Data, corpora: tuple[Corpus, ...], fold: str, models: list[Tagger]) -> None:
        self.data, self.corpora, self.fold, self.models = data, corpora, fold, models
        self.scores: dict[str, Counts] = {}

    def texts(self, corpus: Corpus, name: str) -> list[Document]:
        """The documents of a file that these networks may be measured on."""
        return [d for d in self.data.files[name] if corpus.test or fold_of(d.name) == int(self.fold)]

    def note(self, name: str, which: str, texts: list[Document], guesses: list[list[Span]]) -> None:
        """Keeps and shows how right guesses are."""
        counts = self.scores[f"{self.fold} {name} {which}"] = measure(texts, guesses)
        shown = "".join(f"; {label[:11]} {figures(counts[label])[-5:]}" for label in SHOWN if label in counts)
        say(f"{self.fold} {name} {which}: {figures(counts['all'])}; characters {figures(counts['characters'])}{shown}")

    def judge(self) -> dict[str, Counts]:
        """Measures each network, all together, and the mean of their weights."""
        named = {str(at): model for at, model in enumerate(self.models)}
        if len(self.models) > 1:
            named["averaged"] = averaged(self.models)
        for corpus in self.corpora:
            for name in corpus.measured(self.fold):
                texts = self.texts(corpus, name)
                if not texts:
                    continue
                labels = self.models[0].labels[corpus.head]
                parts = {
                    which: probabilities(model, self.data, texts, [corpus.head])[corpus.head]
                    for which, model in named.items()
                }
                for which, chances in parts.items():
                    self.note(name, which, texts, decoded(chances, texts, labels))
                together = mean_of([parts[str(at)] for at in range(len(self.models))])
                if len(self.models) > 1:
                    self.note(name, "together", texts, decoded(together, texts, labels))
                if corpus.head == "tab":
                    for against in AGAINST:
                        self.note(name, f"0 against {against}", texts, decoded(parts["0"], texts, labels, against))
        return self.scores

    def label(self, out: Path) -> None:
        """Writes what these networks say together of text without labels."""
        for corpus in self.corpora:
            for name in corpus.labels:
                texts = self.data.files[name]
                parts = [probabilities(m, self.data, texts, [corpus.head])[corpus.head] for m in self.models]
                chances = mean_of(parts)
                spans = decoded(chances, texts, self.models[0].labels[corpus.head])
                with lzma.open(out / f"{corpus.head}-{self.fold}.{name}.jsonl.xz", "wt", preset=3) as handle:
                    for own, found, chance in zip(texts, spans, chances, strict=True):
                        handle.write(json.dumps(described(own, found, chance), ensure_ascii=False) + "\n")
                say(f"{self.fold} labelled {name} with {corpus.head}: {sum(map(len, spans))} spans")


def described(own: Document, spans: list[Span], chances: Tensor) -> dict:
    """What networks say of a document: spans with the least probability in each, and that of every token, coarsely.

    Probabilities of tokens are one letter each: the number of STEPS that are not above it, from a.
    """
    sure = chances.amax(-1).cpu().numpy() if len(chances) else np.zeros(0)
    coarse = np.searchsorted(np.array(STEPS), sure, side="right")
    listed = [
        [start, end, label, round(float(sure[first:after].min()), 3)] for start, end, label, first, after in spans
    ]
    return {"id": own.name, "spans": listed, "sure": "".join(chr(97 + n) for n in coarse.tolist())}


def main() -> None:
    """Reads the arguments and runs every unit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("encoder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--units", default=",".join((*BY_FOLD, DEV, ALL)))
    parser.add_argument("--seeds", type=int, default=2, help="networks of a unit")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--heads", default="", help="the heads to learn, all by default")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--teachers", type=Path)
    parser.add_argument("--trust", type=float, default=0.7, help="how much teachers count beside labels")
    parser.add_argument("--share", type=float, default=0.25, help="of the text without labels in each epoch")
    parser.add_argument("--label", action="store_true", help="label text, for silver.py")
    parser.add_argument("--unrecorded", dest="recorded", action="store_false", help="every step is asked for anew")
    parser.add_argument("--smoke", action="store_true", help="few documents, to see that it runs")
    arguments = parser.parse_args()
    torch.set_float32_matmul_precision("high")
    arguments.out.mkdir(parents=True, exist_ok=True)
    data = Data(arguments.bundle, arguments.encoder, 16 if arguments.smoke else None)
    say(f"{sum(map(len, data.files.values())):,} documents")
    chosen = set(filter(None, arguments.heads.split(",")))
    corpora = tuple(corpus for corpus in CORPORA if not chosen or corpus.head in chosen)
    heads = {corpus.head: data.labels(corpus) for corpus in corpora}
    scores: dict[str, Counts] = {}
    for fold in arguments.units.split(","):
        paths = sorted(arguments.teachers.glob(f"{fold}-*.pt")) if arguments.teachers else []
        teachers = [load_tagger(path) for path in paths]
        lessons = gold_lessons(data, corpora, fold, heads, bool(teachers))
        more = untold_lessons(data, corpora) if teachers else []
        models = []
        for seed in range(arguments.first_seed, arguments.first_seed + arguments.seeds):
            learner = Learner(tagger(data.encoder, heads), teachers, data.table, arguments.rows, arguments.trust)
            models.append(
                learn(learner, lessons, more, arguments.epochs, arguments.share, seed, fold, arguments.recorded)
            )
            del learner
            save_tagger(models[-1], arguments.out / f"{fold}-{seed}.pt")
        unit = Unit(data, corpora, fold, models)
        scores |= unit.judge()
        if arguments.label:
            unit.label(arguments.out)
        (arguments.out / "scores.json").write_text(json.dumps(scores, indent=1))
    say("done")


if __name__ == "__main__":
    main()
