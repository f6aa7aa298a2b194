"""Fine-tuning: networks with all heads from one encoder, each measured on what it has not seen.

    finetune.py BUNDLE ENCODER OUT [--units 0,1,2,3,4,dev,all] [--seeds 2] [--label meddocan,tab]
    finetune.py BUNDLE ENCODER OUT --teachers FOLDER [--epochs 20] [--trust 0.7]

BUNDLE as prepare.py makes it, ENCODER as pretrain.py writes it. A unit is a fold (its documents are not learnt from
where a corpus is measured by folds), `dev` (everything that is not measured) or `all` (MEDDOCAN's development part as
well). OUT gets UNIT-SEED.pt (network.load_tagger), `scores.json`, `found.json` (what the first network found in what it
is measured on, without text) and, with --label, what silver.py reads.

With teachers (a folder with the networks of the same units) a network also learns, from labelled and from other text,
to say what they say together: a network of the same size becomes nearly as good as all of them, a small one better
than it could by itself. What they say is kept in their folder, for whoever learns from them next. A network can also go
on from another (--begin) to learn what only its unit has, taught by others of the rest.
"""

import argparse
import json
import lzma
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from learn import ROWS, Data, How, Learner, Lesson, gold_lessons, learn, repeated, tagger, unasked, untold_lessons
from measure import Counts, Span, decoded, figures, mean_of, measure, probabilities
from network import DEVICE, Tagger, load_tagger, save_tagger, say
from tasks import ALL, BY_FOLD, CORPORA, DEV, EPOCHS, FAST, OTHERS, STEPS, Corpus, fold_of
from text import Document

SHOWN = ("INSTITUCION", "FAMILIARES_SUJETO_ASISTENCIA", "HOSPITAL", "CALLE")
AGAINST = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0)  # how much less likely O is made where nothing must be missed


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
        self.found: dict[str, dict[str, list[list]]] = {}

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
                spans = zip(texts, decoded(parts["0"], texts, labels), parts["0"], strict=True)
                self.found[f"{self.fold} {name}"] = {own.name: listed(*what) for own, *what in spans}
                for against in AGAINST:
                    guesses = decoded(parts["0"], texts, labels, against)
                    self.scores[f"{self.fold} {name} 0 against {against}"] = measure(texts, guesses)
        return self.scores

    def label(self, out: Path, heads: list[str]) -> None:
        """Writes what these networks say together of text without labels."""
        for corpus in (corpus for corpus in self.corpora if corpus.head in heads):
            for name in corpus.labels + corpus.silver:
                texts = self.data.files[name]
                parts = [probabilities(m, self.data, texts, [corpus.head])[corpus.head] for m in self.models]
                chances = mean_of(parts)
                spans = decoded(chances, texts, self.models[0].labels[corpus.head])
                with lzma.open(out / f"{corpus.head}-{self.fold}.{name}.jsonl.xz", "wt", preset=3) as handle:
                    for own, found, chance in zip(texts, spans, chances, strict=True):
                        handle.write(json.dumps(described(own, found, chance), ensure_ascii=False) + "\n")
                say(f"{self.fold} labelled {name} with {corpus.head}: {sum(map(len, spans))} spans")


def listed(spans: list[Span], chances: Tensor) -> list[list]:
    """Spans with the least probability of a token in each."""
    sure = chances.amax(-1).cpu().numpy() if len(chances) else np.zeros(0)
    return [[start, end, label, round(float(sure[first:after].min()), 4)] for start, end, label, first, after in spans]


def told_by(
    folder: Path, fold: str, data: Data, corpora: tuple[Corpus, ...], lessons: list[Lesson]
) -> tuple[Tensor, list[Lesson]]:
    """What the teachers of a fold say together of every token, and the lessons, knowing where in it they are."""
    order = [lesson for at in range(len(corpora)) for lesson in lessons if lesson.head == at]
    ends = np.cumsum([1] + [len(lesson.document.types) for lesson in order]).tolist()
    found = [replace(lesson, told=end) for lesson, end in zip(order, ends, strict=False)]
    kept = folder / f"told-{fold}.tensor"
    if kept.exists():
        return torch.load(kept, map_location=DEVICE), found
    teachers = [load_tagger(path) for path in sorted(folder.glob(f"{fold}-*.pt"))]
    most = max(len(labels) for labels in teachers[0].labels.values())
    table = torch.zeros(ends[-1], most, dtype=torch.half, device=DEVICE)
    for at, corpus in enumerate(corpora):
        own = [lesson for lesson in found if lesson.head == at]
        texts = [lesson.document for lesson in own]
        parts = [probabilities(teacher, data, texts, [corpus.head])[corpus.head] for teacher in teachers]
        for lesson, chances in zip(own, mean_of(parts), strict=True):
            table[lesson.told : lesson.told + len(chances), : chances.shape[1]] = chances
    part = kept.with_suffix(".part")
    torch.save(table, part)
    part.rename(kept)
    say(f"{len(teachers)} teachers told of {len(table):,} tokens")
    return table, found


def described(own: Document, spans: list[Span], chances: Tensor) -> dict:
    """What networks say of a document: spans with the least probability in each, and that of every token, coarsely.

    Probabilities of tokens are one letter each: the number of STEPS that are not above it, from a.
    """
    sure = chances.amax(-1).cpu().numpy() if len(chances) else np.zeros(0)
    coarse = np.searchsorted(np.array(STEPS), sure, side="right")
    return {"id": own.name, "spans": listed(spans, chances), "sure": "".join(chr(97 + n) for n in coarse.tolist())}


def main() -> None:
    """Reads the arguments and runs every unit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("encoder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--units", default=",".join((*BY_FOLD, DEV, ALL)))
    parser.add_argument("--seeds", type=int, default=2, help="networks of a unit")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--heads", default="", help="the heads to learn; `fast` for those of the fast network; by default those of the others")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--minutes", type=float, help="how long to learn, whatever the epochs")
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--teachers", type=Path)
    parser.add_argument("--begin", type=Path, help="a network to go on from; teachers are not asked of what is new to it")
    parser.add_argument("--peak", type=float, default=1.0, help="share of the rates")
    parser.add_argument("--trust", type=float, default=0.7, help="how much teachers count beside labels")
    parser.add_argument("--share", type=float, default=0.25, help="of the text without labels in each epoch")
    parser.add_argument("--label", default="", help="the heads that label text, for silver.py")
    parser.add_argument("--plain", dest="chained", action="store_false", help="what follows what is not learnt")
    parser.add_argument("--compiled", action="store_true", help="compile the network; pays for several of them")
    parser.add_argument("--unrecorded", dest="recorded", action="store_false", help="every step is asked for anew")
    parser.add_argument("--smoke", action="store_true", help="few documents, to see that it runs")
    arguments = parser.parse_args()
    torch.set_float32_matmul_precision("highest")  # what is not in half precision needs all of it
    arguments.out.mkdir(parents=True, exist_ok=True)
    data = Data(arguments.bundle, arguments.encoder, 16 if arguments.smoke else None)
    say(f"{sum(map(len, data.files.values())):,} documents")
    chosen = FAST if arguments.heads == "fast" else tuple(filter(None, arguments.heads.split(","))) or OTHERS
    by_head = {corpus.head: corpus for corpus in CORPORA}
    corpora = tuple(by_head[head] for head in chosen)
    heads = {corpus.head: data.labels(corpus) for corpus in corpora}
    scores: dict[str, Counts] = {}
    found: dict[str, dict[str, list[list]]] = {}
    how = How(arguments.chained, arguments.compiled, arguments.recorded)
    learner = None
    for fold in arguments.units.split(","):
        lessons, more, told = gold_lessons(data, corpora, fold, heads), [], None
        if arguments.teachers:
            told, lessons = told_by(arguments.teachers, fold, data, corpora, lessons + untold_lessons(data, corpora))
            lessons = unasked(lessons, data, corpora) if arguments.begin else lessons
            lessons, more = ([x for x in lessons if (x.labels is None) == none] for none in (False, True))
            learner = None
        models = []
        for seed in range(arguments.first_seed, arguments.first_seed + arguments.seeds):
            start = load_tagger(arguments.begin) if arguments.begin else tagger(data.encoder, heads)
            if learner is None:
                learner = Learner(deepcopy(start).train(), told, data.table, arguments.rows, arguments.trust, how)
            learner.renew(start)
            taught = repeated(lessons, corpora)
            epochs, share, peak, minutes = arguments.epochs, arguments.share, arguments.peak, arguments.minutes
            models.append(learn(learner, taught, more, epochs, share, seed, fold, peak, minutes))
            save_tagger(models[-1], arguments.out / f"{fold}-{seed}.pt")
        unit = Unit(data, corpora, fold, models)
        scores |= unit.judge()
        unit.label(arguments.out, arguments.label.split(","))
        found |= unit.found
        (arguments.out / "scores.json").write_text(json.dumps(scores))
        (arguments.out / "found.json").write_text(json.dumps(found))
    say("done")


if __name__ == "__main__":
    main()
