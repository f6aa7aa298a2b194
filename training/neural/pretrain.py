"""Pre-training: an encoder for English and Spanish learns from raw text to guess hidden words.

    pretrain.py BUNDLE ENCODER --minutes 10 [--size small --teacher LARGE] [--begin OLD --peak 0.5]

reads BUNDLE/raw (see prepare.py) and writes ENCODER, as network.load reads it. A small or tiny encoder also learns to say
what a large one says of every token. An encoder can go on where another stopped. The schedule follows the clock, so
figures differ a little from machine to machine. Now and then the loss on text that is never learnt from is shown.
"""

import argparse
import lzma
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

from muon import Muon
from network import (
    DEVICE,
    LARGE,
    SMALL,
    SMOKE,
    SMOKE_SMALL,
    SMOKE_TINY,
    TINY,
    Encoder,
    Sizes,
    adamw,
    attend_by_mask,
    load,
    mixed,
    on_device,
    save,
    say,
    set_rate,
)
from text import BORDER, MASK, SHAPE, WORD, Types, Vocabulary, lines, tokens

SHARES = {  # of every batch; what stands first is closest to what will be labelled
    "es-clinical": 0.22,
    "es-records": 0.05,
    "en-bio": 0.03,
    "en-ontology": 0.02,
    "es-news": 0.03,
    "en-web": 0.005,
    "en-bios": 0.17,
    "en-brown": 0.06,
    "en-actors": 0.06,
    "es-bios": 0.12,
    "en-law": 0.18,
    "es-law": 0.145,
}
HELD_OUT = ("meddocan-dev", "tab")  # read to be measured, never learnt from
HIDDEN = 0.25  # of the tokens of a window
BATCH = 64
WARM, FALL = 0.02, 0.6  # shares of the time in which rates rise and fall


def count(piece: str) -> tuple[list[str], np.ndarray, np.ndarray]:
    """The distinct forms of a stretch of text, its tokens by their numbers from 2, and the spaces before them."""
    types = Types()
    rows, spaces = [], []
    for text in piece.split("\f"):
        forms, _, spaced = tokens(text)
        rows += [np.array([BORDER], np.int32), types.add(forms)]
        spaces += [np.zeros(1, np.uint8), spaced]
    return list(types.number), np.concatenate(rows), np.concatenate(spaces)


def pieces(text: str, size: int = 1 << 20) -> list[str]:
    """Cuts a text between documents, or at a line where a document is very long."""
    found = []
    while len(text) > size:
        cut = text.rfind("\f", 0, size)
        cut = cut if cut > 0 else text.rfind("\n", 0, size)
        cut = cut if cut > 0 else size
        found.append(text[:cut])
        text = text[cut + 1 :]
    return [*found, text]


class Text:
    """All raw text as numbers on the device, with the share of each file."""

    def __init__(self, bundle: Path, sizes: Sizes, limit: int, vocabulary: Vocabulary | None) -> None:
        self.window = sizes.window
        self.names = [name for name in SHARES if (bundle / f"raw/{name}.xz").exists()]
        texts = [lzma.open(bundle / f"raw/{name}.xz", "rt").read(limit) for name in self.names]
        jobs = [(at, piece) for at, text in enumerate(texts) for piece in pieces(text)]
        with ProcessPoolExecutor() as pool:
            counted = list(pool.map(count, [piece for _, piece in jobs]))
        types = Types()
        seen: Counter[str] = Counter()
        streams: list[list[np.ndarray]] = [[] for _ in texts]
        spaces: list[list[np.ndarray]] = [[] for _ in texts]
        for (at, _), (forms, own, spaced) in zip(jobs, counted, strict=True):
            table = np.concatenate([np.array([BORDER, MASK], np.int32), types.add(forms)])
            for form, n in zip(forms, np.bincount(own, minlength=len(table))[2:].tolist(), strict=True):
                seen[form] += n
            streams[at].append(table[own])
            spaces[at].append(spaced)
        lengths = [sum(map(len, parts)) for parts in streams]
        bits = dict(line.rstrip("\n").split("\t") for line in lzma.open(bundle / "lists.tsv.xz", "rt"))
        listed = {word: int(value) for word, value in bits.items()}
        self.vocabulary = vocabulary or Vocabulary.count(seen, sizes.words, sizes.characters, listed)
        self.held_out = {name: self.rows(bundle / f"gold/{name}.jsonl.xz", types) for name in HELD_OUT}
        self.table = on_device(types.table(self.vocabulary))
        self.types = on_device(np.concatenate([part for parts in streams for part in parts]))
        self.spaced = on_device(np.concatenate([part for parts in spaces for part in parts]))
        ends = np.cumsum(lengths)
        share = np.array([SHARES[name] for name in self.names])
        self.share = on_device(share / share.sum())
        self.first = on_device(ends - lengths)
        self.room = on_device(np.maximum(1, np.array(lengths) - sizes.window))
        for name, length in zip(self.names, lengths, strict=True):
            say(f"{name}: {length:,} tokens")
        say(f"{len(self.types):,} tokens, {len(types.number):,} forms, {len(self.vocabulary.words):,} words")

    def rows(self, path: Path, types: Types) -> tuple[Tensor, Tensor]:
        """Whole windows of the documents of a file."""
        _, own, spaced = count_into(types, "\f".join(record["text"] for record in lines(path)))
        many = min(BATCH, len(own) // self.window)
        cut = many * self.window
        return on_device(own[:cut].reshape(many, -1)), on_device(spaced[:cut].reshape(many, -1))

    def windows(self, batch: int) -> tuple[Tensor, Tensor]:
        """A batch: files by their shares, stretches by chance."""
        file = torch.multinomial(self.share, batch, replacement=True)
        start = self.first[file] + (torch.rand(batch, device=DEVICE, dtype=torch.double) * self.room[file]).long()
        at = (start[:, None] + torch.arange(self.window, device=DEVICE)).clamp(max=len(self.types) - 1)
        return self.types[at], self.spaced[at]

    def hide(self, types: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """The types with some hidden; which, and the words and the shapes that they had."""
        batch, window = types.shape
        order = torch.rand(types.shape, device=DEVICE).masked_fill_(types == BORDER, 2.0)
        chosen = order.topk(int(window * HIDDEN), 1, largest=False).indices
        places = (chosen + torch.arange(batch, device=DEVICE)[:, None] * window).flatten()
        flat = types.flatten()
        was = flat[places]
        lot = torch.rand(places.shape, device=DEVICE)
        other = self.types[torch.randint(len(self.types), places.shape, device=DEVICE)]
        shown = flat.scatter(0, places, torch.where(lot < 0.8, MASK, torch.where(lot < 0.9, other, was)))
        targets = self.table[was]
        return shown.view_as(types), places, targets[:, WORD].long(), targets[:, SHAPE].long()


def count_into(types: Types, text: str) -> tuple[list[str], np.ndarray, np.ndarray]:
    """As `count`, with numbers of types that are known already, new ones added."""
    forms, own, spaced = count(text)
    return forms, np.concatenate([np.array([BORDER, MASK], np.int32), types.add(forms)])[own], spaced


def attention(sizes: Sizes) -> tuple | None:
    """Attention to near tokens that does not compute the rest, where there is a GPU."""
    if DEVICE.type != "cuda" or sizes.steps:
        return None
    mask = create_block_mask(
        lambda _b, _h, q, k: (q - k).abs() <= sizes.reach, None, None, sizes.window, sizes.window, device="cuda"
    )
    return (
        lambda q, k, v: flex_attention(q, k, v, block_mask=mask),
        lambda q, k, v: attend_by_mask(q, k, v, None),
    )


class Pupil(nn.Module):
    """What is learnt in a step: to guess hidden words and, given a teacher, to see tokens as it sees them."""

    def __init__(self, encoder: Encoder, teacher: Encoder | None) -> None:
        super().__init__()
        self.encoder = encoder
        self.attention = attention(encoder.sizes)
        self.teacher = teacher
        if teacher:
            teacher.dropout = teacher.word_dropout = 0.0
            teacher.requires_grad_(False)
            self.teacher_attention = attention(teacher.sizes)
            self.match = nn.Linear(encoder.sizes.width, teacher.sizes.width, bias=False)

    def forward(
        self, types: Tensor, spaced: Tensor, table: Tensor, places: Tensor, words: Tensor, shapes: Tensor
    ) -> Tensor:
        """The loss."""
        vectors = self.encoder(types, spaced, table, attention=self.attention)
        loss = self.encoder.hidden_loss(vectors, places, words, shapes)
        if self.teacher:
            with torch.no_grad():
                wanted = self.teacher(types, spaced, table, attention=self.teacher_attention)
            loss = loss + 4 * (1 - F.cosine_similarity(self.match(vectors).float(), wanted.float(), dim=-1).mean())
        return loss

    def optimisers(self) -> list:
        """Muon for the matrices of the blocks, AdamW for the rest."""
        named = [(name, p) for name, p in self.encoder.blocks.named_parameters() if p.dim() == 2]
        matrices = [(p, 3 if name.endswith("qkv.weight") else 1) for name, p in named]
        chosen = {id(p) for p, _ in matrices}
        others = [p for p in self.parameters() if p.requires_grad and id(p) not in chosen]
        return [Muon(matrices, 0.02, 0.05), adamw([(others, 2e-3)])]


@torch.no_grad()
def held_out(encoder: Encoder, text: Text) -> str:
    """The loss on text that is never learnt from; what is hidden is always the same."""
    encoder.eval()
    found = []
    for name, (types, spaced) in text.held_out.items():
        with torch.random.fork_rng(devices=[DEVICE] if DEVICE.type == "cuda" else []):
            torch.manual_seed(7)
            shown, places, words, shapes = text.hide(types)
        with mixed():
            vectors = encoder(shown, spaced, text.table)
            found.append(f"{name} {encoder.hidden_loss(vectors, places, words, shapes).item():.3f}")
    encoder.train()
    return ", ".join(found)


def pretrain(
    text: Text,
    encoder: Encoder,
    teacher: Encoder | None,
    peak: float,
    batch: int,
    minutes: float,
    most: float,
    path: Path,
) -> None:
    """Learns for some minutes, fewer where that would be more than `most` tokens, and writes the encoder."""
    in_blocks, in_all = (sum(p.numel() for p in module.parameters()) / 1e6 for module in (encoder.blocks, encoder))
    say(f"{in_blocks:.1f} M parameters in blocks, {in_all:.1f} M in all")
    pupil = Pupil(encoder, teacher).to(DEVICE).train()
    optimisers = pupil.optimisers()
    learnt = [p for p in pupil.parameters() if p.requires_grad]
    loss_of = torch.compile(pupil, dynamic=False) if DEVICE.type == "cuda" else pupil
    began, done, shown = time.monotonic(), 0, 0.0
    mean = torch.zeros((), device=DEVICE)
    while (progress := (time.monotonic() - began) / (60 * minutes)) < 1:
        types, spaced = text.windows(batch)
        with mixed():
            hidden, places, words, shapes = text.hide(types)
            loss = loss_of(hidden, spaced, text.table, places, words, shapes)
        loss.backward()
        nn.utils.clip_grad_norm_(learnt, 1.0)
        for optimiser in optimisers:
            set_rate(optimiser, peak * min(1.0, (progress + 1e-3) / WARM, (1 - progress) / FALL))
            optimiser.step()
        for parameter in learnt:
            parameter.grad = None
        done += 1
        mean = mean.lerp(loss.detach(), 1 / min(done, 100))
        if done == 3:  # compiling is not learning time
            mean.item()
            began = time.monotonic()
        if done % 8 == 0:  # the clock is read by what was computed, not by what was asked for
            loss.item()
        if done == 67:  # by now it is known how fast it goes
            loss.item()
            minutes = min(minutes, most * (time.monotonic() - began) / (64 * types.numel()) / 60)
            say(f"{minutes:.1f} minutes")
        if done > 3 and progress >= shown:
            rate = (done - 3) * types.numel() / (time.monotonic() - began + 1e-9)
            say(f"{progress:4.0%} step {done} loss {mean.item():.3f} {rate:,.0f} tokens/s; {held_out(encoder, text)}")
            shown += 0.1
            if progress > 0.5:
                save(encoder, text.vocabulary, path)
    seen = done * batch * encoder.sizes.window
    say(f"done: {done} steps, {seen:,} tokens, loss {mean.item():.3f}; {held_out(encoder, text)}")
    save(encoder, text.vocabulary, path)


def main() -> None:
    """Reads the arguments and trains."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("encoder", type=Path)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--most", type=float, default=1.2e9, help="tokens, however fast the machine is")
    parser.add_argument("--size", choices=("large", "small", "tiny"), default="large")
    parser.add_argument("--vocabulary", type=Path, help="a vocabulary of the program, not one counted anew")
    parser.add_argument("--teacher", type=Path, help="a large encoder that the small one learns from")
    parser.add_argument("--begin", type=Path, help="an encoder to go on from")
    parser.add_argument("--peak", type=float, default=1.0, help="share of the rates")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--smoke", action="store_true", help="tiny sizes, to see that it runs")
    parser.add_argument("--brief", action="store_true", help="little text, to see that it runs at full size")
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    torch.set_float32_matmul_precision("high")
    every, batch = ((SMOKE, SMOKE_SMALL, SMOKE_TINY), 4) if arguments.smoke else ((LARGE, SMALL, TINY), BATCH)
    sizes = dict(zip(("large", "small", "tiny"), every, strict=True))[arguments.size]
    encoder, known = load(arguments.begin) if arguments.begin else (Encoder(sizes), None)
    if arguments.vocabulary:
        known = Vocabulary.packed(arguments.vocabulary)
    text = Text(arguments.bundle, sizes, 200_000 if arguments.smoke or arguments.brief else -1, known)
    teacher = load(arguments.teacher)[0] if arguments.teacher else None
    arguments.encoder.parent.mkdir(parents=True, exist_ok=True)
    pretrain(
        text, encoder, teacher, arguments.peak, batch, arguments.minutes, arguments.most, arguments.encoder
    )


if __name__ == "__main__":
    main()
