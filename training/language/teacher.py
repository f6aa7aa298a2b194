"""A teacher for the taggers: a network that learns from raw text and treebanks, then labels raw text.

The product never runs it. It reads far more than a treebank holds, and what it labels is what the small tagger then
learns from. Stages, each within its minutes, each leaving its result in --work for the next:

    teacher.py DATA --work /tmp/work --out $OUT --stages pretrain,finetune,label

DATA holds xz files of tokens, one a line, a blank line after each sentence: `en-bios.xz` and the like with nothing
but the token, treebanks with token, universal tag, own tag, chunk (tab between, `_` unknown). The first two letters
of a file's name are its language. Output: one xz file for each labelled file, each sentence under a line with the
least probability among its tags and among its chunks, and scores.json.
"""

import argparse
import json
import lzma
import math
import re
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

BORDER, MASK = 0, 1  # types: what opens a sentence, and what stands for a hidden word
NO_LABEL = -100  # what cross entropy leaves out
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


# What there is to learn


@dataclass(frozen=True)
class Corpus:
    """A treebank file: which columns teach which head, and how much of each batch it fills."""

    file: str
    heads: dict[str, tuple[int, ...]]
    share: float = 0.0
    held_out: float = 0.0


RAW = {"en-bios": 1.0, "en-brown": 1.0, "en-law": 0.4, "es-bios": 1.0, "es-clinical": 1.0, "es-law": 0.4}
TRAIN = [
    Corpus("en-ewt-train", {"en.tag": (1, 2)}, share=0.27),
    Corpus("en-conll-train", {"en.penn": (2,), "en.chunk": (3,)}, share=0.27, held_out=0.05),
    Corpus("en-brown", {"en.brown": (2,)}, share=0.12),
    Corpus("es-ancora-dev", {"es.upos": (1,), "es.eagles": (2,)}, share=0.18, held_out=0.1),
    Corpus("es-gsd-dev", {"es.upos": (1,)}, share=0.1, held_out=0.1),
    Corpus("es-pud-test", {"es.upos": (1,)}, share=0.06),
]
DEV = [Corpus("en-ewt-dev", {"en.tag": (1, 2)})]
TEST = [
    Corpus("en-ewt-test", {"en.tag": (1, 2)}),
    Corpus("en-conll-test", {"en.penn": (2,), "en.chunk": (3,)}),
    Corpus("es-ancora-test", {"es.upos": (1,), "es.eagles": (2,)}),
    Corpus("es-gsd-test", {"es.upos": (1,)}),
]
WEIGHTS = {"en.tag": 1.0, "en.chunk": 1.0, "en.penn": 0.5, "en.brown": 0.3, "es.upos": 1.0, "es.eagles": 0.5}
LABELLED = {  # tokens to label of each raw file
    "en-brown": 1_250_000,
    "en-bios": 900_000,
    "en-law": 350_000,
    "es-bios": 1_500_000,
    "es-clinical": 700_000,
    "es-law": 300_000,
}


@dataclass
class Sizes:
    """Everything a smoke run makes small."""

    layers: int = 6
    width: int = 384
    heads: int = 6
    words: int = 32_000
    grams: int = 60_000
    window: int = 512
    batch: int = 128
    tuning_window: int = 128
    tuning_batch: int = 64
    tuning_steps: int = 1800
    tokens: int = 1 << 60


SMOKE = Sizes(2, 32, 2, 500, 2_000, 64, 4, 32, 4, 12, 20_000)


# Reading


@dataclass
class Stream:
    """The tokens of a file in a row, as numbers of types; a border opens each sentence."""

    name: str
    forms: list[str]
    types: np.ndarray
    columns: list[list[str]] = field(default_factory=list)


def read(path: Path, limit: int) -> Stream:
    """A file of tokens; its types are numbered for itself, from 2."""
    numbers: dict[str, int] = {}
    types = [BORDER]
    columns: list[list[str]] = [["_"] for _ in range(3)]
    with lzma.open(path, "rt") as lines:
        for line in lines:
            form, _, rest = line.rstrip("\n").partition("\t")
            if not form and len(types) >= limit:
                break
            types.append(numbers.setdefault(form, len(numbers) + 2) if form else BORDER)
            if rest or not form:
                for column, label in zip(columns, rest.split("\t") if rest else "___", strict=True):
                    column.append(label)
    while types[-1] == BORDER and len(types) > 1:
        types.pop()
    columns = [column[: len(types)] for column in columns]
    return Stream(path.stem, list(numbers), np.array(types, np.int32), columns)


def grams_of(form: str, buckets: int) -> list[int]:
    """The hashed pieces of a form: shape, ends, and what lies between."""
    low = re.sub(r"\d", "0", form.lower())
    signs = ("X" if c.isupper() else "x" if c.islower() else "0" if c.isdigit() else c for c in form)
    shape = re.sub(r"(.)\1+", r"\1", "".join(signs))
    pieces = [f"={low}", f"~{shape}"]
    pieces += [f"<{low[:n]}" for n in range(1, min(5, len(low)) + 1)]
    pieces += [f"{low[-n:]}>" for n in range(1, min(6, len(low)) + 1)]
    pieces += [low[at : at + n] for n in (3, 4) for at in range(len(low) - n + 1)]
    return [3 + zlib.crc32(piece.encode()) % (buckets - 3) for piece in pieces[:GRAMS]]


GRAMS = 36  # pieces kept of one form


class Lexicon:
    """Types (a form in a language), with the word and the pieces each is made of, and the labels of every head."""

    def __init__(self, streams: dict[str, Stream], sizes: Sizes) -> None:
        """Numbers the types of all streams together, rewriting the streams, and chooses the words to predict."""
        numbers: dict[tuple[str, str], int] = {}
        counts: dict[str, Counter[str]] = {"en": Counter(), "es": Counter()}
        for stream in streams.values():
            language = stream.name[:2]
            own = [numbers.setdefault((language, form), len(numbers) + 2) for form in stream.forms]
            table = np.array([BORDER, MASK, *own])
            if not stream.name.endswith("-test") or stream.name == "es-pud-test":
                seen = np.bincount(stream.types, minlength=len(table))
                for form, n in zip(stream.forms, seen[2:], strict=True):
                    counts[language][re.sub(r"\d", "0", form.lower())] += int(n)
            stream.types = table[stream.types].astype(np.int32)
        words: dict[tuple[str, str], int] = {}
        for language, counter in counts.items():
            for word, n in sorted(counter.items(), key=lambda pair: (-pair[1], pair[0]))[: sizes.words]:
                if n > 2:
                    words[language, word] = len(words) + 3
        words_of = [(language, re.sub(r"\d", "0", form.lower())) for language, form in numbers]
        self.forms = ["", "", *(form for _, form in numbers)]
        self.words = len(words) + 3  # 0: border, 1: hidden, 2: not among the words
        self.word = np.array([0, 1] + [words.get(key, 2) for key in words_of], np.int64)
        self.grams = np.zeros((len(numbers) + 2, GRAMS), np.int64)  # 0 fills up
        self.grams[MASK, 0] = 1
        self.grams[BORDER, 0] = 2
        for at, (_, form) in enumerate(numbers, start=2):
            pieces = grams_of(form, sizes.grams)
            self.grams[at, : len(pieces)] = pieces
        self.labels: dict[str, list[str]] = {}
        for corpus in TRAIN + DEV + TEST:
            for head, columns in corpus.heads.items():
                found = set(label_column(streams[corpus.file], columns)) - {"_"}
                self.labels[head] = sorted(found | set(self.labels.get(head, [])))


def label_column(stream: Stream, columns: tuple[int, ...]) -> list[str]:
    """The labels of a stream for a head; several columns make one label."""
    rows = zip(*(stream.columns[column - 1] for column in columns), strict=True)
    return ["_" if "_" in parts else "|".join(parts) for parts in rows]


@dataclass
class Tagged:
    """A treebank as numbers on the device."""

    name: str
    types: Tensor
    starts: Tensor
    gold: dict[str, Tensor]


def tagged(name: str, stream: Stream, corpus: Corpus, lexicon: Lexicon, part: slice) -> Tagged:
    """A stretch of a stream with its labels; `_` teaches nothing."""
    types = torch.from_numpy(stream.types[part]).long().to(DEVICE)
    gold = {}
    for head, columns in corpus.heads.items():
        number = {label: at for at, label in enumerate(lexicon.labels[head])} | {"_": NO_LABEL}
        labels = label_column(stream, columns)[part]
        gold[head] = torch.tensor([number[label] for label in labels], device=DEVICE)
    return Tagged(name, types, (types == BORDER).nonzero().flatten(), gold)


def split(stream: Stream, corpus: Corpus, lexicon: Lexicon) -> tuple[Tagged, Tagged | None]:
    """What to train on, and the end of the file that is held out."""
    borders = np.flatnonzero(stream.types == BORDER)
    cut = len(stream.types) if not corpus.held_out else int(borders[int(len(borders) * (1 - corpus.held_out))])
    rest = tagged(f"{corpus.file} (held out)", stream, corpus, lexicon, slice(cut, None)) if corpus.held_out else None
    return tagged(corpus.file, stream, corpus, lexicon, slice(0, cut)), rest


# The network


def rotate(x: Tensor, angles: Tensor) -> Tensor:
    """Rotary positions."""
    left, right = x.chunk(2, dim=-1)
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    return torch.cat((left * cos - right * sin, right * cos + left * sin), dim=-1)


class Block(nn.Module):
    """Attention and a feed-forward layer, each normalised before."""

    def __init__(self, width: int, heads: int, layers: int) -> None:
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.mix = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        for layer in (self.mix, self.down):
            nn.init.normal_(layer.weight, std=0.02 / math.sqrt(2 * layers))

    def forward(self, x: Tensor, angles: Tensor, dropout: float) -> Tensor:
        """One step of the encoder."""
        batch, length, width = x.shape
        q, k, v = self.qkv(self.before(x)).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(rotate(q, angles), rotate(k, angles), v)
        x = x + F.dropout(self.mix(seen.transpose(1, 2).reshape(batch, length, width)), dropout, self.training)
        return x + F.dropout(self.down(F.gelu(self.up(self.between(x)))), dropout, self.training)


class Encoder(nn.Module):
    """Types in, one vector a token out; also predicts hidden words."""

    def __init__(self, lexicon: Lexicon, sizes: Sizes) -> None:
        super().__init__()
        self.dropout = 0.1
        self.word_dropout = 0.1
        self.word = nn.Embedding(lexicon.words, sizes.width)
        self.grams = nn.EmbeddingBag(sizes.grams, sizes.width, mode="mean", padding_idx=0)
        self.enter, self.leave = nn.LayerNorm(sizes.width), nn.LayerNorm(sizes.width)
        self.predict = nn.Sequential(nn.Linear(sizes.width, sizes.width), nn.GELU(), nn.LayerNorm(sizes.width))
        self.bias = nn.Parameter(torch.zeros(lexicon.words))
        for table in (self.word, self.grams):
            nn.init.normal_(table.weight, std=0.02)
        self.blocks = nn.ModuleList(Block(sizes.width, sizes.heads, sizes.layers) for _ in range(sizes.layers))
        half = sizes.width // sizes.heads // 2
        speeds = 10_000 ** -(torch.arange(half) / half)
        self.register_buffer("angles", torch.arange(sizes.window)[:, None] * speeds, persistent=False)
        self.register_buffer("type_word", torch.from_numpy(lexicon.word), persistent=False)
        self.register_buffer("type_grams", torch.from_numpy(lexicon.grams), persistent=False)

    def run_blocks(self, x: Tensor) -> Tensor:
        """The part worth compiling: the same shapes in every batch."""
        x = F.dropout(self.enter(x), self.dropout, self.training)
        angles = self.angles[: x.shape[1]]
        for block in self.blocks:
            x = block(x, angles, self.dropout)
        return self.leave(x)

    def forward(self, types: Tensor) -> Tensor:
        """Vectors of tokens. The pieces of a type are summed once a batch, however often it occurs."""
        distinct, where = types.unique(return_inverse=True)
        words = self.word(self.type_word[types])
        if self.training:  # now and then a known word is known by its pieces alone
            words = words * (torch.rand(types.shape, device=types.device) >= self.word_dropout)[..., None]
        return self.run_blocks(words + self.grams(self.type_grams[distinct])[where])

    def hidden_loss(self, vectors: Tensor, places: Tensor, targets: Tensor) -> Tensor:
        """How badly hidden words are guessed."""
        at = self.predict(vectors.flatten(0, 1)[places])
        return F.cross_entropy(F.linear(at, self.word.weight, self.bias).float(), targets, ignore_index=2)


class Tagger(nn.Module):
    """The encoder with a head for each kind of label."""

    def __init__(self, encoder: Encoder, lexicon: Lexicon) -> None:
        super().__init__()
        self.encoder = encoder
        width = encoder.word.embedding_dim
        heads = {name.replace(".", "_"): nn.Linear(width, len(labels)) for name, labels in lexicon.labels.items()}
        self.heads = nn.ModuleDict(heads)

    def forward(self, types: Tensor) -> dict[str, Tensor]:
        """Scores of every label of every head."""
        vectors = self.encoder(types)
        vectors = F.dropout(vectors, self.encoder.dropout, self.training)
        return {name.replace("_", "."): head(vectors) for name, head in self.heads.items()}


def mixed():
    """Half precision where there is a GPU."""
    return torch.autocast(DEVICE.type, torch.bfloat16, enabled=DEVICE.type == "cuda")


def optimiser(groups: list[tuple[nn.Module, float]]) -> torch.optim.AdamW:
    """AdamW; weight decay on matrices alone."""
    taken: set[int] = set()
    settings = []
    for module, rate in groups:
        fresh = [p for p in module.parameters() if id(p) not in taken]
        taken |= {id(p) for p in fresh}
        for decay, chosen in ((0.05, [p for p in fresh if p.dim() > 1]), (0.0, [p for p in fresh if p.dim() < 2])):
            settings.append({"params": chosen, "lr": rate, "peak": rate, "weight_decay": decay})
    return torch.optim.AdamW(settings, betas=(0.9, 0.98), eps=1e-6, fused=DEVICE.type == "cuda")


def step(loss: Tensor, model: nn.Module, adam: torch.optim.AdamW, progress: float, warm_up: float) -> None:
    """One update, the rate rising and then falling with progress from 0 to 1."""
    for group in adam.param_groups:
        group["lr"] = group["peak"] * min(1.0, (progress + 1e-3) / warm_up, max(0.0, 1 - progress) / (1 - warm_up))
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    adam.step()
    adam.zero_grad(set_to_none=True)


def say(message: str) -> None:
    """Progress, with the time since the start."""
    print(f"[{time.monotonic() - STARTED:6.1f} s] {message}", flush=True)


STARTED = time.monotonic()


# Stage 1: reading raw text


def pretrain(streams: dict[str, Stream], lexicon: Lexicon, sizes: Sizes, minutes: float, compiled: bool) -> Encoder:
    """An encoder that guesses hidden words from their neighbours."""
    weights = {corpus.file: 1.0 for corpus in TRAIN} | RAW
    text = torch.from_numpy(np.concatenate([streams[name].types for name in weights])).to(DEVICE)
    lengths = torch.tensor([len(streams[name].types) for name in weights])
    chance = torch.tensor(list(weights.values())).repeat_interleave(lengths).to(DEVICE)
    starts = (text[: -sizes.window] == BORDER).nonzero().flatten()
    # Long sentences start fewer windows: weigh a start by what lies before the next one.
    chance = (chance[starts] * torch.diff(starts, append=starts[-1:] + 1)).double().cumsum(0)
    say(f"{len(text):,} tokens of raw text, {len(lexicon.word):,} types, {lexicon.words:,} words")
    encoder = Encoder(lexicon, sizes).to(DEVICE).train()
    in_blocks, in_all = (sum(p.numel() for p in module.parameters()) / 1e6 for module in (encoder.blocks, encoder))
    say(f"{in_blocks:.1f} M parameters in blocks, {in_all:.1f} M in all")
    plain = encoder.run_blocks
    if compiled:
        encoder.run_blocks = torch.compile(encoder.run_blocks)
    adam = optimiser([(encoder, 1e-3)])
    offsets = torch.arange(sizes.window, device=DEVICE)
    hidden = sizes.window // 5
    began, done, shown = time.monotonic(), 0, 0.0
    mean = torch.zeros((), device=DEVICE)
    while (progress := (time.monotonic() - began) / (60 * minutes)) < 1:
        chosen = torch.searchsorted(chance, torch.rand(sizes.batch, device=DEVICE, dtype=torch.double) * chance[-1])
        types = text[starts[chosen.clamp_(max=len(starts) - 1)][:, None] + offsets].long()
        order = torch.rand(types.shape, device=DEVICE).masked_fill_(types == BORDER, 2.0).argsort(1)[:, :hidden]
        places = (order + torch.arange(sizes.batch, device=DEVICE)[:, None] * sizes.window).flatten()
        shown_types = types.flatten().clone()
        targets = encoder.type_word[shown_types[places]]
        lot = torch.rand(places.shape, device=DEVICE)
        other = text[torch.randint(len(text), places.shape, device=DEVICE)].long()
        shown_types[places] = torch.where(lot < 0.8, MASK, torch.where(lot < 0.9, other, shown_types[places]))
        with mixed():
            loss = encoder.hidden_loss(encoder(shown_types.view_as(types)), places, targets)
        step(loss, encoder, adam, progress, 0.04)
        done += 1
        mean = mean.lerp(loss.detach(), 1 / min(done, 100))
        if compiled and done == 1:  # compiling is not learning time
            began = time.monotonic()
        if progress >= shown:
            rate = done * types.numel() / (time.monotonic() - began + 1e-9)
            say(f"pretrain {progress:4.0%} step {done} loss {mean.item():.3f} {rate:,.0f} tokens/s")
            shown += 0.05
    encoder.run_blocks = plain
    say(f"pretrain done: {done} steps, {done * sizes.batch * sizes.window:,} tokens, loss {mean.item():.3f}")
    return encoder


# Stage 2: learning labels


def windows(borders: np.ndarray, length: int, window: int) -> Iterator[tuple[int, int, int]]:
    """Cuts a stream: where each window starts and which stretch of the stream it answers for.

    A window answers for whole sentences, as many as it holds; one that is longer than a window is cut.
    """
    ends = np.append(borders[1:], length)
    at = 0
    while at < length:
        fitting = int(np.searchsorted(ends, at + window, side="right"))
        end = int(ends[fitting - 1]) if fitting and ends[fitting - 1] > at else min(at + window, length)
        yield max(0, min(at, length - window)), at, end
        at = end


@torch.no_grad()
def predicted(models: list[Tagger], types: Tensor, heads: list[str], window: int) -> dict[str, Tensor]:
    """Probabilities of every label of the heads for every token of a stream, the mean of the models."""
    borders = (types == BORDER).nonzero().flatten().cpu().numpy()
    plan = list(windows(borders, len(types), window))
    sizes = {head: models[0].heads[head.replace(".", "_")].out_features for head in heads}
    out = {head: torch.empty(len(types), size, device=DEVICE) for head, size in sizes.items()}
    offsets = torch.arange(min(window, len(types)), device=DEVICE)
    for model in models:
        model.eval()
    for at in range(0, len(plan), 256):
        group = plan[at : at + 256]
        batch = types[torch.tensor([start for start, _, _ in group], device=DEVICE)[:, None] + offsets]
        with mixed():
            answers = [model(batch) for model in models]
        for head in heads:
            chances = torch.stack([answer[head].float().softmax(-1) for answer in answers]).mean(0)
            for row, (start, first, end) in enumerate(group):
                out[head][first:end] = chances[row, first - start : end - start]
    return out


def chunks(labels: list[str]) -> set[tuple[int, int, str]]:
    """The chunks of a row of B, I and O labels, as the shared task counts them."""
    found, start, kind = set(), 0, ""
    for at, label in enumerate([*labels, "O"]):
        mark, _, name = label.partition("-")
        if kind and (mark != "I" or name != kind):
            found.add((start, at, kind))
            kind = ""
        if mark in "BI" and not kind and name:
            start, kind = at, name
    return found


def chunk_f1(gold: list[str], guess: list[str]) -> float:
    """F1 of chunks in per cent."""
    right, ours = chunks(gold), chunks(guess)
    return 200 * len(right & ours) / max(1, len(right) + len(ours))


def scores(models: list[Tagger], corpora: list[Tagged], lexicon: Lexicon, window: int) -> dict[str, float]:
    """Accuracy of each head on each corpus, in per cent; universal tags and chunks apart."""
    result = {}
    for corpus in corpora:
        chances = predicted(models, corpus.types, list(corpus.gold), window)
        for head, gold in corpus.gold.items():
            known = gold != NO_LABEL
            guess = chances[head].argmax(-1)
            result[f"{corpus.name} {head}"] = 100 * (guess == gold)[known].float().mean().item()
            labels = lexicon.labels[head]
            if head == "en.tag":
                of = universal(labels)
                guess = (chances[head] @ of).argmax(-1)
                right = of.argmax(-1)[gold.clamp(min=0)]
                result[f"{corpus.name} en.upos"] = 100 * (guess == right)[known].float().mean().item()
            if head == "en.chunk":
                inside = (gold, torch.where(known, guess, NO_LABEL))
                rows = [["O" if n < 0 else labels[n] for n in numbers.tolist()] for numbers in inside]
                result[f"{corpus.name} chunk F1"] = chunk_f1(rows[0], rows[1])
    return result


def universal(labels: list[str]) -> Tensor:
    """Which universal tag each joint label has, as a matrix."""
    names = sorted({label.partition("|")[0] for label in labels})
    of = torch.zeros(len(labels), len(names), device=DEVICE)
    for at, label in enumerate(labels):
        of[at, names.index(label.partition("|")[0])] = 1
    return of


def finetune(
    encoder: Encoder,
    corpora: list[Tagged],
    dev: list[Tagged],
    lexicon: Lexicon,
    sizes: Sizes,
    minutes: float,
    seed: int,
) -> Tagger:
    """A tagger from the encoder: all heads at once, weights averaged over time, the best on held-out text kept."""
    torch.manual_seed(seed)
    model = Tagger(deepcopy(encoder), lexicon).to(DEVICE)
    model.encoder.dropout = 0.15
    average = deepcopy(model)
    adam = optimiser([(model.encoder, 3e-4), (model.heads, 1e-3)])
    offsets = torch.arange(sizes.tuning_window, device=DEVICE)
    share = [max(1, round(sizes.tuning_batch * corpus.share)) for corpus in TRAIN]
    best, kept = -1.0, deepcopy(average)
    began = time.monotonic()
    for done in range(1, sizes.tuning_steps + 1):
        progress = max(done / sizes.tuning_steps, (time.monotonic() - began) / (60 * minutes))
        model.train()
        rows, golds = [], []
        for corpus, n in zip(corpora, share, strict=True):
            last = len(corpus.types) - sizes.tuning_window
            chosen = corpus.starts[torch.randint(len(corpus.starts), (n,), device=DEVICE)].clamp(max=last)
            at = chosen[:, None] + offsets
            rows.append(corpus.types[at])
            golds.append({head: gold[at] for head, gold in corpus.gold.items()})
        with mixed():
            answers = model(torch.cat(rows))
        none = torch.full_like(rows[0][:1], NO_LABEL)
        loss = torch.zeros((), device=DEVICE)
        for head, weight in WEIGHTS.items():
            wanted = [gold.get(head, none.expand(n, -1)) for gold, n in zip(golds, share, strict=True)]
            loss = loss + weight * F.cross_entropy(answers[head].flatten(0, 1).float(), torch.cat(wanted).flatten())
        step(loss, model, adam, progress, 0.1)
        with torch.no_grad():
            pace = min(0.998, done / (done + 10))
            for old, new in zip(average.parameters(), model.parameters(), strict=True):
                old.lerp_(new, 1 - pace)
        if done % max(1, sizes.tuning_steps // 9) == 0 or progress >= 1:
            found = scores([average], dev, lexicon, sizes.window // 2)
            mean = sum(found.values()) / len(found)
            listed = " ".join(f"{value:.2f}" for value in found.values())
            say(f"finetune {seed} step {done} loss {loss.item():.3f} dev {mean:.3f} = {listed}")
            if mean > best:
                best, kept = mean, deepcopy(average)
        if progress >= 1:
            break
    return kept


# Stage 3: labelling


def labelled(models: list[Tagger], stream: Stream, lexicon: Lexicon, sizes: Sizes, limit: int) -> str:
    """A raw file with what the models say of it: sentences taken evenly up to the limit, in runs that keep context."""
    language = stream.name[:2]
    types = torch.from_numpy(stream.types).long().to(DEVICE)
    borders = np.append(np.flatnonzero(stream.types == BORDER), len(stream.types))
    runs = [(borders[at], borders[min(at + 32, len(borders) - 1)]) for at in range(0, len(borders) - 1, 32)]
    share = min(1.0, limit / len(types))
    runs = [run for at, run in enumerate(runs) if int((at + 1) * share) > int(at * share) or share == 1]
    picked = np.concatenate([np.arange(first, end) for first, end in runs])
    types = types[torch.from_numpy(picked).to(DEVICE)]
    tag, fine, chunk = ("en.tag", "en.tag", "en.chunk") if language == "en" else ("es.upos", "es.eagles", None)
    out: list[str] = []
    for at in range(0, len(types), 1 << 19):  # probabilities of everything at once would not fit
        part = types[at : at + (1 << 19)]
        chances = predicted(models, part, sorted({tag, fine} | ({chunk} if chunk else set())), sizes.window // 2)
        sure, number = chances[tag].max(-1)
        if language == "en":
            of = universal(lexicon.labels[tag])
            sure, best = (chances[tag] @ of).max(-1)
            number = (chances[tag] * of[:, best].T).argmax(-1)
            pairs = [label.split("|") for label in lexicon.labels[tag]]
            upos, own = zip(*(pairs[n] for n in number.tolist()), strict=True)
        else:
            upos = [lexicon.labels[tag][n] for n in number.tolist()]
            own = [lexicon.labels[fine][n] for n in chances[fine].argmax(-1).tolist()]
        chunk_sure, chunk_number = chances[chunk].max(-1) if chunk else (torch.ones_like(sure), None)
        names = [lexicon.labels[chunk][n] for n in chunk_number.tolist()] if chunk else ["_"] * len(upos)
        sure_of, chunk_of = sure.cpu().numpy(), chunk_sure.cpu().numpy()
        edges = np.append((part == BORDER).nonzero().flatten().cpu().numpy(), len(part))
        numbers = part.tolist()
        if edges[0] > 0:
            edges = np.insert(edges, 0, -1)  # a sentence that the cut went through
        for first, end in zip(edges[:-1] + 1, edges[1:], strict=True):
            if end > first:
                out.append(f"# tags {sure_of[first:end].min():.3f} chunks {chunk_of[first:end].min():.3f}")
                out += [f"{lexicon.forms[numbers[i]]}\t{upos[i]}\t{own[i]}\t{names[i]}" for i in range(first, end)]
                out.append("")
    return "\n".join(out) + "\n"


def write(path: Path, text: str) -> str:
    """Packs a labelled file; says how large it became."""
    size = path.write_bytes(lzma.compress(text.encode()))
    return f"{path.name} {size / 2**20:.1f} MiB"


def main() -> None:
    """Runs the stages asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--work", type=Path, required=True, help="where a stage leaves its result for the next")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--stages", default="pretrain,finetune,label")
    parser.add_argument("--pretrain-minutes", type=float, default=8)
    parser.add_argument("--finetune-minutes", type=float, default=4, help="for all models together")
    parser.add_argument("--models", type=int, default=3, help="taggers whose probabilities are averaged")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--smoke", action="store_true", help="tiny sizes, to see that every stage runs")
    arguments = parser.parse_args()
    sizes = SMOKE if arguments.smoke else Sizes()
    if arguments.smoke:
        arguments.pretrain_minutes, arguments.finetune_minutes, arguments.models = 0.1, 0.3, 2
    torch.manual_seed(1)
    torch.set_float32_matmul_precision("high")
    arguments.work.mkdir(parents=True, exist_ok=True)
    arguments.out.mkdir(parents=True, exist_ok=True)
    stages = arguments.stages.split(",")

    wanted = sorted({*RAW, *(corpus.file for corpus in TRAIN + DEV + TEST)})
    with ProcessPoolExecutor() as pool:
        found = pool.map(read, [arguments.data / f"{name}.xz" for name in wanted], [sizes.tokens] * len(wanted))
        streams = {stream.name: stream for stream in found}
    say(f"read {sum(len(stream.types) for stream in streams.values()):,} tokens")
    lexicon = Lexicon(streams, sizes)
    say(f"lexicon ready; device {DEVICE}; labels {({head: len(labels) for head, labels in lexicon.labels.items()})}")

    if "pretrain" in stages:
        encoder = pretrain(streams, lexicon, sizes, arguments.pretrain_minutes, arguments.compile)
        torch.save(encoder.state_dict(), arguments.work / "encoder.pt")
    if "finetune" in stages:
        encoder = Encoder(lexicon, sizes).to(DEVICE)
        encoder.load_state_dict(torch.load(arguments.work / "encoder.pt", map_location=DEVICE))
        parts = [split(streams[corpus.file], corpus, lexicon) for corpus in TRAIN]
        train = [part for part, _ in parts]
        dev = [split(streams[corpus.file], corpus, lexicon)[0] for corpus in DEV] + [rest for _, rest in parts if rest]
        test = [split(streams[corpus.file], corpus, lexicon)[0] for corpus in TEST]
        each = arguments.finetune_minutes / arguments.models
        models = [finetune(encoder, train, dev, lexicon, sizes, each, seed) for seed in range(arguments.models)]
        torch.save([model.state_dict() for model in models], arguments.work / "taggers.pt")
        runs = {"dev": (models, dev), "test": (models, test), "test of one model": (models[:1], test)}
        results = {name: scores(*run, lexicon, sizes.window // 2) for name, run in runs.items()}
        for part, values in results.items():
            for name, value in values.items():
                say(f"{part}: {name} {value:.2f}")
        (arguments.out / "scores.json").write_text(json.dumps(results, indent=1))
    if "label" in stages:
        models = []
        for state in torch.load(arguments.work / "taggers.pt", map_location=DEVICE):
            models.append(Tagger(Encoder(lexicon, sizes), lexicon).to(DEVICE))
            models[-1].load_state_dict(state)
        written = []
        with ThreadPoolExecutor() as pool:  # compressing leaves Python free to label the next file
            for name, limit in LABELLED.items():
                text = labelled(models, streams[name], lexicon, sizes, limit)
                say(f"labelled {name}: {text.count(chr(9)) // 3:,} tokens")
                written.append(pool.submit(write, arguments.out / f"{name}.silver.xz", text))
            for size in written:
                say(size.result())


if __name__ == "__main__":
    main()
