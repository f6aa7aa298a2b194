"""Learning from labelled documents and from teachers: data, batches, and a step that the GPU repeats from a record."""

import time
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from network import DEVICE, Encoder, Tagger, adamw, load, mixed, on_device, say, set_rate
from tasks import Corpus
from text import BORDER, Document, Types, documents

NO_LABEL = -100
ROWS = 16  # of a batch
SHARED = 256  # tokens that two stretches of a long document share
WARM = 0.1  # share of the steps in which rates rise
RATES = (3e-4, 1e-3)  # of the encoder, of the heads


class Data:
    """All documents by file, the features of their tokens, and the encoder that networks start from."""

    def __init__(self, bundle: Path, encoder: Path, limit: int | None) -> None:
        self.encoder, vocabulary = load(encoder)
        types = Types()
        files = sorted((bundle / "gold").glob("*.jsonl.xz")) + sorted((bundle / "unlabelled").glob("*.jsonl.xz"))
        self.files = {path.name.partition(".")[0]: documents(path, types, limit) for path in files}
        self.table = on_device(types.table(vocabulary))

    def labels(self, corpus: Corpus) -> list[str]:
        """The labels of a head, O first."""
        names = {label for name in corpus.train + corpus.extra for d in self.files[name] for _, _, label in d.spans}
        return ["O", *(f"{mark}-{name}" for name in sorted(names) for mark in "BI")]


@dataclass(frozen=True)
class Lesson:
    """A document with the labels of one head, if any, and the heads on which a teacher is asked about it."""

    document: Document
    head: int
    labels: np.ndarray | None
    asked: int = 0  # a bit for each head


Item = tuple[Lesson, int, int]  # a stretch of a document


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
    """Rows as arrays: types, spaces, which document each token is of, its head, label, and heads to ask about it."""

    FIELDS = ("types", "spaced", "owner", "head", "gold", "asked")

    def __init__(self, rows: list[list[Item]], window: int, height: int) -> None:
        self.types = np.full((height, window), BORDER, np.int32)
        self.spaced = np.zeros((height, window), np.uint8)
        self.owner = np.full((height, window), -1, np.int32)
        self.head = np.zeros((height, window), np.int32)
        self.gold = np.full((height, window), NO_LABEL, np.int64)
        self.asked = np.zeros((height, window), np.int32)
        for row, items in enumerate(rows):
            at = 0
            for n, (lesson, first, end) in enumerate(items):
                self.owner[row, at : at + end - first + 1] = n
                at += 1  # the border
                place, stretch = (row, slice(at, at + end - first)), slice(first, end)
                self.types[place] = lesson.document.types[stretch]
                self.spaced[place] = lesson.document.spaced[stretch]
                self.head[place], self.asked[place] = lesson.head, lesson.asked
                if lesson.labels is not None:
                    self.gold[place] = lesson.labels[stretch]
                at = place[1].stop


def together(owner: Tensor) -> Tensor:
    """Which tokens of a row see each other: those of one document."""
    return owner[:, None, :, None] == owner[:, None, None, :]


class Learner:
    """A network, its optimiser and a step over arrays of one shape, recorded once where there is a GPU."""

    def __init__(self, model: Tagger, teachers: list[Tagger], table: Tensor, rows: int, trust: float) -> None:
        self.model, self.teachers, self.table, self.trust = model, teachers, table, trust
        window = model.encoder.sizes.window
        empty = Batch([], window, rows)
        self.inputs = {name: on_device(getattr(empty, name)) for name in Batch.FIELDS}
        heads = np.repeat(np.arange(len(model.labels)), [len(labels) for labels in model.labels.values()])
        self.head_of_label = on_device(heads)
        self.first_label = on_device(np.array([part.start for part in model.slices.values()]))
        self.learnt = list(model.parameters())
        self.optimiser = adamw(
            [(list(model.encoder.parameters()), RATES[0]), (list(model.head.parameters()), RATES[1])]
        )
        self.graph: torch.cuda.CUDAGraph | None = None

    def loss(self) -> Tensor:
        """How far the network is from the labels and from what its teachers say."""
        own = self.inputs
        mask = together(own["owner"])
        with mixed():
            scores = self.model(own["types"], own["spaced"], self.table, mask).float().flatten(0, 1)
            told = [teacher(own["types"], own["spaced"], self.table, mask) for teacher in self.teachers]
        head, gold = own["head"].flatten().long(), own["gold"].flatten()
        other = self.head_of_label != head[:, None]
        known = gold != NO_LABEL
        target = torch.where(known, gold + self.first_label[head], NO_LABEL)
        loss = F.cross_entropy(scores.masked_fill(other, -1e4), target, reduction="sum") / known.sum().clamp(min=1)
        if told:
            loss = loss * (1 - self.trust) + self.trust * self.difference(scores, told)
        return loss

    def difference(self, scores: Tensor, told: list[Tensor]) -> Tensor:
        """The divergence from the mean of the teachers, over the heads on which they are asked."""
        total = torch.zeros((), device=scores.device)
        many = torch.zeros((), device=scores.device)
        for at, part in enumerate(self.model.slices.values()):
            asked = ((self.inputs["asked"].flatten() >> at) & 1).float()
            wanted = torch.stack([t.flatten(0, 1)[:, part].float().softmax(-1) for t in told]).mean(0)
            lost = F.kl_div(scores[:, part].log_softmax(-1), wanted, reduction="none").sum(-1)
            total, many = total + (lost * asked).sum(), many + asked.sum()
        return total / many.clamp(min=1)

    def compute(self) -> Tensor:
        """One update over the arrays as they are."""
        self.optimiser.zero_grad(set_to_none=True)
        loss = self.loss()
        loss.backward()
        nn.utils.clip_grad_norm_(self.learnt, 1.0)
        self.optimiser.step()
        return loss.detach()

    def record(self) -> None:
        """Records a step; the weights and the optimiser are left as they were."""
        was = [parameter.detach().clone() for parameter in self.learnt]
        set_rate(self.optimiser, 0.0)
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self.compute()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.recorded_loss = self.compute()
        with torch.no_grad():
            for parameter, value in zip(self.learnt, was, strict=True):
                parameter.copy_(value)
            for state in self.optimiser.state.values():
                for value in state.values():
                    value.zero_()
        self.graph = graph

    def step(self, batch: Batch, share: float) -> Tensor:
        """Learns from a batch at a share of the peak rates."""
        for name, tensor in self.inputs.items():
            tensor.copy_(torch.from_numpy(getattr(batch, name)))
        set_rate(self.optimiser, share)
        if self.graph is None:
            return self.compute()
        self.graph.replay()
        return self.recorded_loss


def gold_lessons(data: Data, corpora: tuple[Corpus, ...], fold: str, heads: dict[str, list[str]], asked: bool) -> list:
    """The labelled documents that teach the network of a fold, each as often as it comes in an epoch."""
    found = []
    for at, corpus in enumerate(corpora):
        number = {label: n for n, label in enumerate(heads[corpus.head])}
        for name in corpus.taught(fold):
            own = [d for d in data.files[name] if len(d.types) and corpus.learns(fold, d.name)]
            found += [Lesson(d, at, d.bio(number), 1 << at if asked else 0) for d in own for _ in range(corpus.times)]
    return found


def untold_lessons(data: Data, corpora: tuple[Corpus, ...]) -> list[Lesson]:
    """Text without labels, with the heads on which teachers are asked about it."""
    heads: dict[str, int] = {}
    for at, corpus in enumerate(corpora):
        for name in corpus.labels:
            heads[name] = heads.get(name, 0) | 1 << at
    return [Lesson(d, 0, None, bits) for name, bits in heads.items() for d in data.files[name] if len(d.types)]


def tagger(encoder: Encoder, heads: dict[str, list[str]]) -> Tagger:
    """A network with new heads; always the same ones, so that networks can be averaged."""
    torch.manual_seed(0)
    return Tagger(deepcopy(encoder), heads).to(DEVICE)


def learn(
    learner: Learner,
    lessons: list[Lesson],
    more: list[Lesson],
    epochs: int,
    share: float,
    seed: int,
    name: str,
    recorded: bool,
) -> Tagger:
    """Goes through the lessons again and again, each time with a share of what else there is."""
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    model = learner.model.train()
    for teacher in learner.teachers:
        teacher.eval().requires_grad_(False)
        teacher.encoder.dropout = teacher.encoder.word_dropout = 0.0
        teacher.train()  # so that nothing waits for the device; there is no chance left in it
    window = model.encoder.sizes.window
    rows = learner.inputs["types"].shape[0]
    began, steps, last = time.monotonic(), 0, torch.zeros(())
    if recorded and DEVICE.type == "cuda":
        learner.record()
    for epoch in range(epochs):
        chosen = [more[at] for at in random.permutation(len(more))[: int(share * len(more))].tolist()]
        pool = lessons + chosen
        items = [
            (lesson, first, end)
            for lesson in (pool[at] for at in random.permutation(len(pool)).tolist())
            for first, end in stretches(len(lesson.document.types), window, int(random.integers(window // 2)))
        ]
        full = packed(items, window)
        starts = range(0, len(full), rows)
        for n, at in enumerate(starts):
            progress = (epoch + n / len(starts)) / epochs
            rise = min(1.0, (progress + 1e-3) / WARM, (1 - progress) / (1 - WARM))
            last = learner.step(Batch(full[at : at + rows], window, rows), rise)
            steps += 1
    say(f"{name} seed {seed}: {steps} steps in {time.monotonic() - began:.0f} s, loss {last.item():.4f}")
    return model.eval()
