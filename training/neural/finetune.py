"""Fine-tuning: teachers from the encoder, each measured on what it has not seen, each labelling text.

    finetune.py BUNDLE ENCODER --out OUT [--workers 4] [--only english-0,...]

BUNDLE as prepare.py makes it, ENCODER as pretrain.py writes it. OUT gets `scores.json`, `labels-*.tar` (one JSON
Lines file a teacher and head, see silver.py) and, for the networks named by --keep, their weights in half precision.
"""

import argparse
import json
import lzma
import multiprocessing
import tarfile
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from network import DEVICE, Encoder, Tagger, load, mixed, on_device, optimiser, say, step
from tasks import GROUPS, STEPS, Corpus, Group, fold_of
from text import BORDER, Document, Types, documents

NO_LABEL = -100
ROWS = 8  # of a batch
MOST = 14 << 20  # bytes of an archive
SHARED = 256  # tokens that two stretches of a long document share


class Data:
    """All documents by file, and the features of their tokens."""

    def __init__(self, bundle: Path, encoder: Path, limit: int) -> None:
        self.encoder, vocabulary = load(encoder)
        types = Types()
        files = sorted((bundle / "gold").glob("*.jsonl.xz")) + sorted((bundle / "unlabelled").glob("*.jsonl.xz"))
        self.files = {path.name.partition(".")[0]: documents(path, types)[:limit] for path in files}
        self.table = on_device(types.table(vocabulary))

    def labels(self, corpus: Corpus) -> list[str]:
        """The labels of a head, O first."""
        names = {label for name in corpus.train + corpus.extra for d in self.files[name] for _, _, label in d.spans}
        return ["O", *(f"{mark}-{name}" for name in sorted(names) for mark in "BI")]


def overlap(window: int) -> int:
    """Tokens that neighbouring stretches of a long document share."""
    return min(SHARED, window // 4)


def stretches(length: int, window: int, jitter: int = 0) -> Iterator[tuple[int, int]]:
    """Cuts a long document into stretches that fit a row; neighbours overlap."""
    at, room = 0, window - 1
    while True:
        end = min(length, at + room - (jitter if at == 0 and length > room else 0))
        yield at, end
        if end == length:
            return
        at = end - overlap(window)


Item = tuple[Document, int, int, np.ndarray | None, str]  # a stretch of a document, its labels, its head


def packed(items: list[Item], window: int) -> list[list[Item]]:
    """Items put together in rows as they fit, in their order."""
    rows: list[list[Item]] = []
    left: list[int] = []
    for item in items:
        need = item[2] - item[1] + 1
        for at in range(max(0, len(rows) - 8), len(rows)):
            if left[at] >= need:
                rows[at].append(item)
                left[at] -= need
                break
        else:
            rows.append([item])
            left.append(window - need)
    return rows


class Batch:
    """Rows as tensors: types, spaces, which document each token is of, and labels by head."""

    def __init__(self, rows: list[list[Item]], window: int, heads: list[str], height: int) -> None:
        types = np.full((height, window), BORDER, np.int32)
        spaced = np.zeros((height, window), np.uint8)
        owner = np.full((height, window), -1, np.int32)
        gold = np.full((len(heads), height, window), NO_LABEL, np.int64)
        for row, items in enumerate(rows):
            at = 0
            for n, (own, first, end, labels, head) in enumerate(items):
                owner[row, at : at + end - first + 1] = n
                at += 1  # the border
                stretch = slice(at, at + end - first)
                types[row, stretch], spaced[row, stretch] = own.types[first:end], own.spaced[first:end]
                if labels is not None:
                    gold[heads.index(head), row, stretch] = labels[first:end]
                at = stretch.stop
        self.types, self.spaced, self.gold = on_device(types), on_device(spaced), on_device(gold)
        place = on_device(owner)
        self.together = place[:, None, :, None] == place[:, None, None, :]


def finetune(data: Data, group: Group, fold: str, seed: int, compiled: bool, epochs: int) -> Tagger:
    """A network with a head for each corpus of a group, taught by all documents but those of the fold."""
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    heads = {corpus.head: data.labels(corpus) for corpus in group.corpora}
    encoder: Encoder = deepcopy(data.encoder)
    model = Tagger(encoder, heads).to(DEVICE).train()
    encoder.dropout = 0.15
    if compiled:
        encoder.run_blocks = torch.compile(encoder.run_blocks)
    window = encoder.sizes.window
    pool: list[tuple[Document, np.ndarray, str]] = []
    for corpus in group.corpora:
        number = {label: at for at, label in enumerate(heads[corpus.head])}
        for name in corpus.taught(fold):
            own = [d for d in data.files[name] if len(d.types) and corpus.learns(fold, d.name)]
            pool += [(d, d.bio(number), corpus.head) for d in own for _ in range(corpus.times)]
    adam = optimiser([(encoder, 3e-4), (model.head, 1e-3)])
    names = list(heads)
    total, began, steps = 0.0, time.monotonic(), 0
    for epoch in range(epochs):
        order = random.permutation(len(pool))
        items = [
            (own, first, end, labels, head)
            for own, labels, head in (pool[at] for at in order)
            for first, end in stretches(len(own.types), window, int(random.integers(window // 2)))
        ]
        rows = packed(items, window)
        starts = range(0, len(rows), ROWS)
        total = 0.0
        for n, at in enumerate(starts):
            batch = Batch(rows[at : at + ROWS], window, names, ROWS)
            with mixed():
                scores = model(batch.types, batch.spaced, data.table, batch.together).float()
            loss = torch.zeros((), device=DEVICE)
            for head, gold in zip(names, batch.gold, strict=True):
                loss = loss + F.cross_entropy(
                    scores[..., model.slices[head]].flatten(0, 1), gold.flatten(), reduction="sum"
                )
            step(loss / (batch.gold != NO_LABEL).sum(), model, adam, (epoch + n / len(starts)) / epochs, 0.1)
            steps += 1
            total += 0.0 if n else loss.item()
    say(f"{group.name}-{fold} seed {seed}: {steps} steps in {time.monotonic() - began:.0f} s, last {total:.1f}")
    encoder.__dict__.pop("run_blocks", None)
    return model.eval()


@torch.no_grad()
def probabilities(model: Tagger, data: Data, texts: list[Document], head: str) -> list[Tensor]:
    """The probability of every label of a head for every token of each document."""
    window = model.encoder.sizes.window
    items: list[Item] = [
        (d, first, end, None, str(at))
        for at, d in enumerate(texts)
        for first, end in stretches(len(d.types), window)
        if end > first
    ]
    items.sort(key=lambda item: item[1] - item[2])  # alike together, so that rows are full
    labels = len(model.labels[head])
    found = [torch.zeros(len(d.types), labels, device=DEVICE) for d in texts]
    rows = packed(items, window)
    height = 64
    for start in range(0, len(rows), height):
        part = rows[start : start + height]
        batch = Batch(part, window, [head], len(part))
        with mixed():
            scores = model(batch.types, batch.spaced, data.table, batch.together)
        chances = scores[..., model.slices[head]].float().softmax(-1)
        for row, own in enumerate(part):
            at = 1
            for document, first, end, _, which in own:
                cut = weight(end - first, first > 0, end < len(document.types), window)
                found[int(which)][first:end] += chances[row, at : at + end - first] * cut[:, None]
                at += end - first + 1
    return [chance / chance.sum(-1, keepdim=True).clamp(min=1e-9) for chance in found]


def weight(length: int, cut_before: bool, cut_after: bool, window: int) -> Tensor:
    """How much a stretch counts where stretches overlap: less towards its cut edges."""
    shared = overlap(window)
    mask = torch.ones(length, device=DEVICE)
    ramp = (torch.arange(shared, device=DEVICE) + 0.5) / shared
    if cut_before:
        mask[:shared] *= ramp[:length]
    if cut_after:
        mask[-shared:] *= ramp.flip(0)[-length:]
    return mask


def viterbi(chances: list[Tensor], labels: list[str]) -> list[np.ndarray]:
    """The likeliest labels of each document among those where I follows B or I of its own kind."""
    follows = torch.zeros(len(labels), len(labels), device=DEVICE)
    for after, label in enumerate(labels):
        if label.startswith("I-"):
            for before, other in enumerate(labels):
                if other[2:] != label[2:]:
                    follows[before, after] = -1e4
    first = torch.tensor([-1e4 if label.startswith("I-") else 0.0 for label in labels], device=DEVICE)
    order = sorted(range(len(chances)), key=lambda at: len(chances[at]))
    found: list[np.ndarray] = [np.zeros(0, np.int64)] * len(chances)
    for start in range(0, len(order), 256):
        group = [at for at in order[start : start + 256] if len(chances[at])]
        if not group:
            continue
        rows = torch.nn.utils.rnn.pad_sequence([chances[at].clamp(min=1e-6).log() for at in group], batch_first=True)
        score = rows[:, 0] + first
        back = torch.zeros(rows.shape, dtype=torch.uint8, device=DEVICE)
        lengths = torch.tensor([len(chances[at]) for at in group], device=DEVICE)
        for t in range(1, rows.shape[1]):
            best, back_t = (score[:, :, None] + follows).max(1)
            going = (t < lengths)[:, None]
            score = torch.where(going, best + rows[:, t], score)
            back[:, t] = torch.where(going, back_t, torch.arange(len(labels), device=DEVICE)).to(torch.uint8)
        at = score.argmax(-1)
        path = torch.empty(rows.shape[:2], dtype=torch.long, device=DEVICE)
        for t in range(rows.shape[1] - 1, -1, -1):
            path[:, t] = at
            at = back[:, t].long().gather(1, at[:, None])[:, 0]
        for row, which in enumerate(group):
            found[which] = path[row, : len(chances[which])].cpu().numpy()
    return found


Counts = dict[str, list[int]]  # right, found, wanted


def measure(texts: list[Document], guesses: list[list[tuple[int, int, str, int, int]]]) -> Counts:
    """Right, found and wanted entities, over all, by label; and characters, whatever their label."""
    counts: Counts = defaultdict(lambda: [0, 0, 0], {"all": [0, 0, 0], "characters": [0, 0, 0]})
    for own, guess in zip(texts, guesses, strict=True):
        wanted, found = set(own.spans), {span[:3] for span in guess}
        for at, spans in enumerate((wanted & found, found, wanted)):
            for span in spans:
                counts["all"][at] += 1
                counts[span[2]][at] += 1
        covered = [{at for start, end, _ in spans for at in range(start, end)} for spans in (found, wanted)]
        for at, n in enumerate((len(covered[0] & covered[1]), *map(len, covered))):
            counts["characters"][at] += n
    return dict(counts)


def figures(counts: list[int]) -> dict[str, float]:
    """Precision, recall and F1 in per cent."""
    right, found, wanted = counts
    return {
        "precision": round(100 * right / max(1, found), 2),
        "recall": round(100 * right / max(1, wanted), 2),
        "f1": round(200 * right / max(1, found + wanted), 2),
    }


def described(own: Document, spans: list[tuple[int, int, str, int, int]], sure: np.ndarray) -> dict:
    """What a teacher says of a document: spans with the least probability in each, and that of every token, coarsely.

    Probabilities of tokens are one letter each: the number of STEPS that are not above it, from a.
    """
    coarse = np.searchsorted(np.array(STEPS), sure, side="right")
    listed = [
        [start, end, label, round(float(sure[first:after].min()), 3)] for start, end, label, first, after in spans
    ]
    return {"id": own.name, "spans": listed, "sure": "".join(chr(97 + n) for n in coarse.tolist())}


DATA: Data | None = None


def open_worker(bundle: Path, encoder: Path, limit: int) -> None:
    """Reads everything once in a worker."""
    global DATA  # a worker's own, read by every unit it is given
    torch.set_float32_matmul_precision("high")
    torch.set_num_threads(1)  # workers share the cores
    DATA = Data(bundle, encoder, limit)


def decoded(
    data: Data, models: list[Tagger], texts: list[Document], head: str
) -> tuple[list[list[tuple[int, int, str, int, int]]], list[np.ndarray]]:
    """Spans of each document by the mean of several networks, and the probability of the label of every token."""
    labels = models[0].labels[head]
    parts = [probabilities(model, data, texts, head) for model in models]
    mean = [torch.stack(chance).mean(0) for chance in zip(*parts, strict=True)]
    paths = viterbi(mean, labels)
    spans = [own.read([labels[n] for n in path.tolist()]) for own, path in zip(texts, paths, strict=True)]
    sure = [chance.gather(1, on_device(path)[:, None])[:, 0] for chance, path in zip(mean, paths, strict=True)]
    return spans, [chance.cpu().numpy() for chance in sure]


def run_unit(group: Group, fold: str, seeds: int, epochs: int, compiled: bool, keep: bool, work: Path) -> dict:
    """Fine-tunes the networks of a unit, measures the first and the mean of all, labels text."""
    data = DATA
    assert data is not None
    unit = f"{group.name}-{fold}"
    models = [finetune(data, group, fold, seed, compiled, epochs) for seed in range(seeds)]
    result: dict = {}
    for corpus in group.corpora:
        for name in corpus.measured(fold):
            texts = [d for d in data.files[name] if corpus.test or fold_of(d.name) == int(fold)]
            for which, chosen in (("one", models[:1]), ("mean", models)):
                counts = measure(texts, decoded(data, chosen, texts, corpus.head)[0])
                result[f"{unit} {name} {which}"] = counts
                say(f"{unit} {name} {which}: {figures(counts['all'])} characters {figures(counts['characters'])}")
        for name in corpus.labels:
            spans, sure = decoded(data, models, data.files[name], corpus.head)
            with lzma.open(work / f"{corpus.head}-{fold}.{name}.jsonl.xz", "wt", preset=3) as out:
                for own, found, probability in zip(data.files[name], spans, sure, strict=True):
                    out.write(json.dumps(described(own, found, probability), ensure_ascii=False) + "\n")
            say(f"{unit} labelled {name} with {corpus.head}: {sum(map(len, spans))} spans")
    if keep:
        state = {name: value.half().cpu() for name, value in models[0].state_dict().items()}
        torch.save({"labels": models[0].labels, "state": state}, work / f"{unit}.pt")
    return result


def bundle(paths: list[Path], out: Path) -> None:
    """Puts files together into as few archives as a limit on their size allows."""
    groups: list[list[Path]] = [[]]
    for path in paths:
        if sum(other.stat().st_size for other in groups[-1]) + path.stat().st_size > MOST:
            groups.append([])
        groups[-1].append(path)
    for at, group in enumerate(groups):
        with tarfile.open(out / f"labels-{at}.tar", "w") as tar:
            for path in group:
                tar.add(path, path.name)


def main() -> None:
    """Reads the arguments and runs every unit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("encoder", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--only", default="", help="units to run, all by default")
    parser.add_argument("--keep", default="", help="units whose first network is written")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--smoke", action="store_true", help="few documents and epochs, to see that it runs")
    arguments = parser.parse_args()
    work = arguments.out / "units"
    work.mkdir(parents=True, exist_ok=True)
    only, keep = (set(filter(None, names.split(","))) for names in (arguments.only, arguments.keep))
    units = [(group, fold) for group in GROUPS for fold in group.folds if not only or f"{group.name}-{fold}" in only]
    limit = 24 if arguments.smoke else 1 << 60
    scores: dict = {}
    context = multiprocessing.get_context("spawn")
    initial = (arguments.bundle, arguments.encoder, limit)
    with ProcessPoolExecutor(arguments.workers, context, open_worker, initial) as pool:
        jobs = [
            pool.submit(
                run_unit,
                group,
                fold,
                min(group.seeds, 2) if arguments.smoke else group.seeds,
                2 if arguments.smoke else group.epochs,
                arguments.compile,
                f"{group.name}-{fold}" in keep,
                work,
            )
            for group, fold in units
        ]
        for (group, fold), job in zip(units, jobs, strict=True):
            if job.exception():
                say(f"{group.name}-{fold} failed: {job.exception()!r}")
                continue
            scores |= job.result()
            (arguments.out / "scores.json").write_text(json.dumps(scores, indent=1))
    bundle(sorted(work.glob("*.jsonl.xz")), arguments.out)
    say("done")


if __name__ == "__main__":
    main()
