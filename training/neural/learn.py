"""Learning from labelled documents and from teachers: data, batches, and a step that the GPU repeats from a record.

What teachers say is computed once for every token; a lesson knows where in that table its document begins.
"""

import time
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from chain import NEVER, Chains, forwards, log_marginals, surprise
from network import DEVICE, Encoder, Tagger, adamw, load, mixed, on_device, say, set_rate
from tasks import Corpus
from text import BORDER, Document, Types, documents

NO_LABEL = -100
ROWS = 16  # of a batch
SHARED = 256  # tokens that two stretches of a long document share
WARM = 0.1  # share of the steps in which rates rise
RATES = (3e-4, 1e-3, 5e-3)  # of the encoder, of the heads, of what follows what


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
    """A document with the labels of one head, if any, and where what teachers say of it begins, if anywhere."""

    document: Document
    head: int
    labels: np.ndarray | None
    told: int = 0


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
    """Rows as arrays: types, spaces, which document each token is of, its head, label, and what teachers say of it."""

    FIELDS = ("types", "spaced", "owner", "head", "gold", "told")

    def __init__(self, rows: list[list[Item]], window: int, height: int) -> None:
        self.types = np.full((height, window), BORDER, np.int32)
        self.spaced = np.zeros((height, window), np.uint8)
        self.owner = np.full((height, window), -1, np.int32)
        self.head = np.zeros((height, window), np.int32)
        self.gold = np.full((height, window), NO_LABEL, np.int64)
        self.told = np.zeros((height, window), np.int32)
        for row, items in enumerate(rows):
            at = 0
            for n, (lesson, first, end) in enumerate(items):
                self.owner[row, at : at + end - first + 1] = n
                at += 1  # the border
                place, stretch = (row, slice(at, at + end - first)), slice(first, end)
                self.types[place] = lesson.document.types[stretch]
                self.spaced[place] = lesson.document.spaced[stretch]
                self.head[place] = lesson.head
                if lesson.told:
                    self.told[place] = np.arange(lesson.told + first, lesson.told + end)
                if lesson.labels is not None and end > first:
                    self.gold[place] = lesson.labels[stretch]
                    begun = self.gold[row, at]
                    self.gold[row, at] = begun - (begun > 0 and begun % 2 == 0)  # no stretch begins with I
                at = place[1].stop


def together(owner: Tensor) -> Tensor:
    """Which tokens of a row see each other: those of one document."""
    return owner[:, None, :, None] == owner[:, None, None, :]


@dataclass(frozen=True)
class How:
    """The ways to learn: with what follows what, compiled, and recorded."""

    chained: bool = True
    compiled: bool = False
    recorded: bool = True


class Learner:
    """A network, its optimiser and a step over arrays of one shape, recorded once where there is a GPU."""

    def __init__(self, model: Tagger, told: Tensor | None, table: Tensor, rows: int, trust: float, how: How) -> None:
        self.model, self.told, self.table, self.trust, self.how = model, told, table, trust, how
        self.forward = torch.compile(model, dynamic=False) if how.compiled else model
        window = model.encoder.sizes.window
        empty = Batch([], window, rows)
        self.inputs = {name: on_device(getattr(empty, name)) for name in Batch.FIELDS}
        self.chains = Chains(model.labels, DEVICE)
        self.learnt = [p for p in model.parameters() if how.chained or p is not model.transitions]
        encoder, head, follows = RATES
        groups = [(list(model.encoder.parameters()), encoder), (list(model.head.parameters()), head)]
        self.optimiser = adamw(groups + ([([model.transitions], follows)] if how.chained else []))
        self.graph: torch.cuda.CUDAGraph | None = None

    def loss(self) -> Tensor:
        """How far the network is from the labels and from what its teachers say."""
        own = self.inputs
        with mixed():
            scores = self.forward(own["types"], own["spaced"], self.table, together(own["owner"]))
        known, asked = own["gold"] != NO_LABEL, own["told"] > 0
        kind = torch.where(known | asked, own["head"].long(), self.chains.border)
        gold = torch.where(known, own["gold"], 0)
        emitted = self.chains.emitted(scores.float(), kind)
        if self.how.chained:
            matrices, logs = self.chains.matrices(self.model.transitions)
            before = forwards(emitted, kind, matrices)
            lost = surprise(before, emitted, kind, logs, gold, known)
        else:
            chances = emitted.log_softmax(-1)
            lost = -(chances.gather(-1, gold[..., None])[..., 0] * known).sum()
        loss = lost / known.sum().clamp(min=1)
        if self.told is None:
            return loss
        if self.how.chained:
            chances = log_marginals(emitted, kind, matrices, before)
        wanted = self.told[own["told"].long()].float()
        apart = F.kl_div(chances.clamp(min=NEVER), wanted, reduction="none").sum(-1)
        return loss * (1 - self.trust) + self.trust * (apart * asked).sum() / asked.sum().clamp(min=1)

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
        self.forget()
        self.graph = graph

    @torch.no_grad()
    def forget(self) -> None:
        """The optimiser as it was before the first step."""
        for state in self.optimiser.state.values():
            for name in state:
                state[name].zero_()

    @torch.no_grad()
    def renew(self, model: Tagger) -> None:
        """Begins again from a network; what was compiled and recorded is used again."""
        for parameter, value in zip(self.model.parameters(), model.parameters(), strict=True):
            parameter.copy_(value)
        self.forget()

    def step(self, batch: Batch, share: float) -> Tensor:
        """Learns from a batch at a share of the peak rates."""
        for name, tensor in self.inputs.items():
            tensor.copy_(torch.from_numpy(getattr(batch, name)))
        set_rate(self.optimiser, share)
        if self.graph is None:
            return self.compute()
        self.graph.replay()
        return self.recorded_loss


def gold_lessons(data: Data, corpora: tuple[Corpus, ...], fold: str, heads: dict[str, list[str]]) -> list[Lesson]:
    """The labelled documents that teach the network of a fold."""
    found = []
    for at, corpus in enumerate(corpora):
        number = {label: n for n, label in enumerate(heads[corpus.head])}
        for name in corpus.taught(fold):
            own = [d for d in data.files[name] if len(d.types) and corpus.learns(fold, d.name)]
            found += [Lesson(d, at, d.bio(number)) for d in own]
    return found


def untold_lessons(data: Data, corpora: tuple[Corpus, ...]) -> list[Lesson]:
    """Text without labels, once for each head on which teachers are asked about it."""
    return [
        Lesson(d, at, None)
        for at, corpus in enumerate(corpora)
        for name in corpus.labels
        for d in data.files[name]
        if len(d.types)
    ]


def repeated(lessons: list[Lesson], corpora: tuple[Corpus, ...]) -> list[Lesson]:
    """Each lesson as often as it comes in an epoch."""
    return [lesson for lesson in lessons for _ in range(corpora[lesson.head].times)]


def unasked(lessons: list[Lesson], data: Data, corpora: tuple[Corpus, ...]) -> list[Lesson]:
    """The lessons, without what teachers say of labelled documents that they have not learnt from."""
    unseen = {id(d) for corpus in corpora for name in corpus.extra for d in data.files[name]}
    return [replace(lesson, told=0) if id(lesson.document) in unseen else lesson for lesson in lessons]


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
    peak: float,
    minutes: float | None = None,
) -> Tagger:
    """Goes through the lessons again and again, each time with a share of what else there is.

    It does so for some epochs or, given minutes, as long as they last.
    """
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    model = learner.model.train()
    window = model.encoder.sizes.window
    rows = learner.inputs["types"].shape[0]
    steps, epoch, last = 0, -1, torch.zeros(())
    if learner.how.recorded and learner.graph is None and DEVICE.type == "cuda":
        learner.record()
    began = time.monotonic()
    for epoch in range(epochs) if minutes is None else count():
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
            if minutes is not None:
                if n % 8 == 0:  # the clock is read by what was computed, not by what was asked for
                    last.item()
                progress = (time.monotonic() - began) / (60 * minutes)
                if progress >= 1:
                    break
            rise = min(1.0, (progress + 1e-3) / WARM, (1 - progress) / (1 - WARM))
            last = learner.step(Batch(full[at : at + rows], window, rows), peak * rise)
            steps += 1
        if minutes is not None and time.monotonic() - began >= 60 * minutes:
            break
    say(f"{name} seed {seed}: {steps} steps, {epoch + 1} epochs in {time.monotonic() - began:.0f} s, loss {last.item():.4f}")
    return deepcopy(model).eval()
