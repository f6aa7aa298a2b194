"""The network: an encoder of tokens, which also guesses hidden words, and heads that label."""

import math
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from text import LENGTHS, SHAPES, UNKNOWN, Vocabulary

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
STARTED = time.monotonic()


@dataclass(frozen=True)
class Sizes:
    """How large an encoder is."""

    words: int = 40_000
    characters: int = 250
    narrow: int = 192  # of a token before its neighbours are looked at
    width: int = 384
    layers: int = 6
    heads: int = 6
    letter: int = 48  # of one character
    window: int = 1024


SMOKE = Sizes(words=500, characters=60, narrow=32, width=32, layers=2, heads=2, letter=8, window=64)


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotary positions."""
    left, right = x.chunk(2, dim=-1)
    return torch.cat((left * cos - right * sin, right * cos + left * sin), dim=-1)


class Block(nn.Module):
    """Attention and a feed-forward layer, each normalised before."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        width = sizes.width
        self.heads = sizes.heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.mix = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        for layer in (self.mix, self.down):
            nn.init.normal_(layer.weight, std=0.02 / math.sqrt(2 * sizes.layers))

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor, together: Tensor | None, dropout: float) -> Tensor:
        """One step of the encoder; `together` says which tokens of a row may see each other."""
        batch, length, width = x.shape
        q, k, v = self.qkv(self.before(x)).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(rotate(q, cos, sin), rotate(k, cos, sin), v, attn_mask=together)
        x = x + F.dropout(self.mix(seen.transpose(1, 2).reshape(batch, length, width)), dropout, self.training)
        return x + F.dropout(self.down(F.gelu(self.up(self.between(x)))), dropout, self.training)


class Letters(nn.Module):
    """A vector of a form from its first and last characters, by convolutions of width 3 and 5."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.letter = nn.Embedding(sizes.characters + 3, sizes.letter, padding_idx=0)
        self.three = nn.Linear(3 * sizes.letter, sizes.narrow // 2)
        self.five = nn.Linear(5 * sizes.letter, sizes.narrow // 2)

    def forward(self, characters: Tensor) -> Tensor:
        """Vectors of forms."""
        x = self.letter(characters)
        parts = []
        for width, layer in ((3, self.three), (5, self.five)):
            around = F.pad(x, (0, 0, width // 2, width // 2)).unfold(1, width, 1)
            parts.append(layer(around.flatten(2)).amax(1))
        return F.gelu(torch.cat(parts, dim=-1))


class Encoder(nn.Module):
    """Types in, one vector a token out; also guesses hidden words."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.dropout = 0.1
        self.word_dropout = 0.1
        self.word = nn.Embedding(sizes.words + 3, sizes.narrow)
        self.letters = Letters(sizes)
        self.shape, self.length = nn.Embedding(SHAPES, sizes.narrow), nn.Embedding(LENGTHS, sizes.narrow)
        self.space = nn.Embedding(2, sizes.narrow)
        self.widen = nn.Linear(sizes.narrow, sizes.width)
        self.leave = nn.LayerNorm(sizes.width)
        self.blocks = nn.ModuleList(Block(sizes) for _ in range(sizes.layers))
        self.guess = nn.Sequential(nn.Linear(sizes.width, sizes.narrow), nn.GELU(), nn.LayerNorm(sizes.narrow))
        self.bias = nn.Parameter(torch.zeros(sizes.words + 3))
        for table in (self.word, self.shape, self.length, self.space):
            nn.init.normal_(table.weight, std=0.05)
        half = sizes.width // sizes.heads // 2
        angles = torch.arange(sizes.window)[:, None] * 10_000 ** -(torch.arange(half) / half)
        self.register_buffer("cos", angles.cos(), persistent=False)
        self.register_buffer("sin", angles.sin(), persistent=False)

    def run_blocks(self, x: Tensor, together: Tensor | None) -> Tensor:
        """The part worth compiling: the same shapes in every batch."""
        x = F.dropout(self.widen(x), self.dropout, self.training)
        cos, sin = (table[: x.shape[1]].to(x.dtype) for table in (self.cos, self.sin))
        for block in self.blocks:
            x = block(x, cos, sin, together, self.dropout)
        return self.leave(x)

    def forward(self, types: Tensor, spaced: Tensor, table: Tensor, together: Tensor | None = None) -> Tensor:
        """Vectors of tokens, given the features of all types. A type is looked at once, however often it occurs."""
        distinct, where = types.unique(return_inverse=True)
        features = table[distinct].long()
        own = self.letters(features[:, 3:]) + self.shape(features[:, 1]) + self.length(features[:, 2])
        words = self.word(features[:, 0])[where]
        if self.training:  # now and then a known word is known by its letters alone
            words = words * (torch.rand(types.shape, device=types.device) >= self.word_dropout)[..., None]
        return self.run_blocks(words + own[where] + self.space(spaced.long()), together)

    def hidden_loss(self, vectors: Tensor, places: Tensor, targets: Tensor) -> Tensor:
        """How badly hidden words are guessed."""
        at = self.guess(vectors.flatten(0, 1)[places])
        return F.cross_entropy(F.linear(at, self.word.weight, self.bias).float(), targets, ignore_index=UNKNOWN)


class Tagger(nn.Module):
    """The encoder with a head for each corpus; all heads are slices of one layer."""

    def __init__(self, encoder: Encoder, heads: dict[str, list[str]]) -> None:
        super().__init__()
        self.encoder = encoder
        self.labels = heads
        self.slices: dict[str, slice] = {}
        end = 0
        for name, labels in heads.items():
            self.slices[name] = slice(end, end + len(labels))
            end += len(labels)
        self.head = nn.Linear(encoder.sizes.width, end)

    def forward(self, types: Tensor, spaced: Tensor, table: Tensor, together: Tensor | None) -> Tensor:
        """Scores of every label of every head."""
        vectors = self.encoder(types, spaced, table, together)
        return self.head(F.dropout(vectors, self.encoder.dropout, self.training))


def mixed() -> torch.autocast:
    """Half precision where there is a GPU."""
    return torch.autocast(DEVICE.type, torch.bfloat16, enabled=DEVICE.type == "cuda")


def optimiser(groups: list[tuple[nn.Module, float]]) -> torch.optim.AdamW:
    """AdamW; weight decay on matrices alone."""
    settings = []
    for module, rate in groups:
        parameters = list(module.parameters())
        for decay, chosen in (
            (0.05, [p for p in parameters if p.dim() > 1]),
            (0.0, [p for p in parameters if p.dim() < 2]),
        ):
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


def save(encoder: Encoder, vocabulary: Vocabulary, path: Path) -> None:
    """An encoder with what is needed to read text with it, in half precision."""
    state = {name: value.half() for name, value in encoder.state_dict().items()}
    record = {
        "sizes": asdict(encoder.sizes),
        "words": vocabulary.words,
        "characters": vocabulary.characters,
        "state": state,
    }
    part = path.with_suffix(".part")
    torch.save(record, part)
    part.rename(path)


def load(path: Path) -> tuple[Encoder, Vocabulary]:
    """An encoder that `save` wrote."""
    record = torch.load(path, map_location=DEVICE)
    encoder = Encoder(Sizes(**record["sizes"])).to(DEVICE)
    encoder.load_state_dict({name: value.float() for name, value in record["state"].items()})
    return encoder, Vocabulary(record["words"], record["characters"])


def on_device(array: np.ndarray) -> Tensor:
    """An array where the network is."""
    return torch.from_numpy(array).to(DEVICE)


def say(message: str) -> None:
    """Progress, with the time since the start."""
    print(f"[{time.monotonic() - STARTED:6.1f} s] {message}", flush=True)
