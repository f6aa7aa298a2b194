"""Pre-training: an encoder for English and Spanish learns from raw text to guess hidden words.

    pretrain.py BUNDLE ENCODER --minutes 8 [--compile]

reads BUNDLE/raw (see prepare.py) and writes ENCODER, as network.load reads it; a copy is left beside it every few
minutes. The schedule follows the clock, so figures differ a little from machine to machine.
"""

import argparse
import lzma
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import torch

from network import DEVICE, SMOKE, Encoder, Sizes, mixed, on_device, optimiser, save, say, step
from text import BORDER, MASK, Types, Vocabulary, tokens

SHARES = {  # of every batch; what stands first is closest to what will be labelled
    "es-clinical": 0.20,
    "en-bio": 0.03,
    "en-ontology": 0.02,
    "es-news": 0.025,
    "en-web": 0.005,
    "en-bios": 0.17,
    "en-brown": 0.06,
    "en-actors": 0.07,
    "es-bios": 0.10,
    "en-law": 0.17,
    "es-law": 0.15,
}
HIDDEN = 0.2  # of the tokens of a window
BATCH = 64


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

    def __init__(self, folder: Path, sizes: Sizes, limit: int) -> None:
        self.names = [name for name in SHARES if (folder / f"{name}.xz").exists()]
        texts = [lzma.open(folder / f"{name}.xz", "rt").read()[:limit] for name in self.names]
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
        self.vocabulary = Vocabulary.count(seen, sizes.words, sizes.characters)
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

    def windows(self, batch: int, window: int) -> torch.Tensor:
        """Places of a batch: files by their shares, stretches by chance."""
        file = torch.multinomial(self.share, batch, replacement=True)
        start = self.first[file] + (torch.rand(batch, device=DEVICE, dtype=torch.double) * self.room[file]).long()
        return (start[:, None] + torch.arange(window, device=DEVICE)).clamp(max=len(self.types) - 1)


def pretrain(text: Text, sizes: Sizes, batch: int, minutes: float, compiled: bool, path: Path) -> Encoder:
    """An encoder that guesses hidden words from their neighbours."""
    encoder = Encoder(sizes).to(DEVICE).train()
    in_blocks, in_all = (sum(p.numel() for p in module.parameters()) / 1e6 for module in (encoder.blocks, encoder))
    say(f"{in_blocks:.1f} M parameters in blocks, {in_all:.1f} M in all")
    if compiled:
        encoder.run_blocks = torch.compile(encoder.run_blocks)
        encoder.hidden_loss = torch.compile(encoder.hidden_loss)
    adam = optimiser([(encoder, 1e-3)])
    hidden = int(sizes.window * HIDDEN)
    rows = torch.arange(batch, device=DEVICE)[:, None] * sizes.window
    began, done, shown = time.monotonic(), 0, 0.0
    mean = torch.zeros((), device=DEVICE)
    while (progress := (time.monotonic() - began) / (60 * minutes)) < 1:
        at = text.windows(batch, sizes.window)
        types, spaced = text.types[at], text.spaced[at]
        order = torch.rand(types.shape, device=DEVICE).masked_fill_(types == BORDER, 2.0).topk(hidden, 1, largest=False)
        places = (order.indices + rows).flatten()
        shown_types = types.flatten().clone()
        targets = text.table[shown_types[places], 0].long()
        lot = torch.rand(places.shape, device=DEVICE)
        other = text.types[torch.randint(len(text.types), places.shape, device=DEVICE)]
        shown_types[places] = torch.where(lot < 0.8, MASK, torch.where(lot < 0.9, other, shown_types[places]))
        with mixed():
            vectors = encoder(shown_types.view_as(types), spaced, text.table)
            loss = encoder.hidden_loss(vectors, places, targets)
        step(loss, encoder, adam, progress, 0.04)
        done += 1
        mean = mean.lerp(loss.detach(), 1 / min(done, 100))
        if compiled and done == 1:  # compiling is not learning time
            began = time.monotonic()
        if progress >= shown:
            rate = done * types.numel() / (time.monotonic() - began + 1e-9)
            say(f"{progress:4.0%} step {done} loss {mean.item():.3f} {rate:,.0f} tokens/s")
            shown += 0.05
            if 0.5 <= progress < 0.95 and round(progress * 20) % 4 == 0:
                save(encoder, text.vocabulary, path.with_suffix(".early.pt"))
    say(f"done: {done} steps, {done * batch * sizes.window:,} tokens, loss {mean.item():.3f}")
    return encoder


def main() -> None:
    """Reads the arguments and trains."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("encoder", type=Path)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--smoke", action="store_true", help="tiny sizes, to see that it runs")
    parser.add_argument("--brief", action="store_true", help="little text, to see that it runs at full size")
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    torch.set_float32_matmul_precision("high")
    sizes, batch = (SMOKE, 4) if arguments.smoke else (Sizes(), BATCH)
    text = Text(arguments.bundle / "raw", sizes, 200_000 if arguments.smoke or arguments.brief else 1 << 60)
    arguments.encoder.parent.mkdir(parents=True, exist_ok=True)
    encoder = pretrain(text, sizes, batch, arguments.minutes, arguments.compile, arguments.encoder)
    save(encoder, text.vocabulary, arguments.encoder)


if __name__ == "__main__":
    main()
