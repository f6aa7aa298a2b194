"""The network: an encoder of tokens, which also guesses hidden words, and heads that label.

Made to be cheap on a processor in eight bits: no biases in the blocks, rectified feed-forward layers (whose input to
the second matrix is never negative), attention to near tokens in most layers, and one vector for each distinct form,
computed once however often the form occurs.
"""

import json
import math
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from text import LENGTH, LENGTHS, LETTERS, LISTED, LISTS, MASK, SHAPE, SHAPES, UNKNOWN, WORD, Vocabulary

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
STARTED = time.monotonic()
ROOM = 24_576  # distinct forms of a batch while training, or half its tokens: more than any batch has


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
    reach: int = 128  # tokens to either side that a layer sees
    wide: tuple[int, ...] = (2, 4)  # the layers that see the whole window
    steps: tuple[str, ...] = ()  # `nearN` and `same` in place of layers with attention
    hidden: int = 0  # of `near`
    memory: int = 0  # of `same`


LARGE = Sizes()
SMALL = Sizes(narrow=96, width=256, layers=5, heads=4, letter=32, wide=(2,))
TINY = Sizes(
    narrow=96,
    width=128,
    layers=0,
    heads=1,
    letter=32,
    wide=(),
    steps=("near1", "near2", "same", "near4", "near1"),
    hidden=128,
    memory=64,
)
SMOKE = Sizes(words=500, characters=60, narrow=32, width=32, layers=2, heads=2, letter=8, window=64, reach=8, wide=(1,))
SMOKE_SMALL = Sizes(
    words=500, characters=60, narrow=16, width=16, layers=1, heads=1, letter=8, window=64, reach=8, wide=()
)
SMOKE_TINY = replace(SMOKE_SMALL, layers=0, steps=("near1", "same", "near2"), hidden=16, memory=16)


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotary positions."""
    left, right = x.chunk(2, dim=-1)
    return torch.cat((left * cos - right * sin, right * cos + left * sin), dim=-1)


def attend_by_mask(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> Tensor:
    """Attention among the tokens that a mask lets see each other."""
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


class Block(nn.Module):
    """Attention and a feed-forward layer, each normalised before."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        width = sizes.width
        self.heads = sizes.heads
        self.before, self.between = nn.RMSNorm(width, eps=1e-6), nn.RMSNorm(width, eps=1e-6)
        self.qkv, self.mix = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width, bias=False)
        self.up, self.down = nn.Linear(width, 4 * width, bias=False), nn.Linear(4 * width, width, bias=False)
        self.sharp = nn.Parameter(torch.ones(sizes.heads, 1, 1))  # of each head's attention
        for layer in (self.mix, self.down):
            nn.init.normal_(layer.weight, std=0.02 / math.sqrt(2 * sizes.layers))

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor, attend, dropout: float) -> Tensor:
        """One step of the encoder; `attend` says which tokens see each other."""
        batch, length, width = x.shape
        q, k, v = self.qkv(self.before(x)).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        q, k = (F.rms_norm(part, (part.shape[-1],), eps=1e-6) for part in (q, k))
        q, k = (rotate(part.to(v.dtype), cos, sin) for part in (q * self.sharp.to(q.dtype), k))
        seen = attend(q, k, v).transpose(1, 2).reshape(batch, length, width)
        x = x + F.dropout(self.mix(seen), dropout, self.training)
        return x + F.dropout(self.down(F.relu(self.up(self.between(x)))), dropout, self.training)


class Near(nn.Module):
    """A token with one neighbour on either side, some tokens away."""

    def __init__(self, sizes: Sizes, away: int) -> None:
        super().__init__()
        self.away = away
        self.before = nn.RMSNorm(sizes.width, eps=1e-6)
        self.up = nn.Linear(3 * sizes.width, sizes.hidden, bias=False)
        self.down = nn.Linear(sizes.hidden, sizes.width, bias=False)
        nn.init.normal_(self.down.weight, std=0.02)

    def forward(self, x: Tensor, _keys: Tensor, documents: Tensor | None, dropout: float) -> Tensor:
        """One step of the encoder; nothing is seen of other documents."""
        away = self.away
        y = self.before(x)
        left, right = F.pad(y, (0, 0, away, 0))[:, :-away], F.pad(y, (0, 0, 0, away))[:, away:]
        if documents is not None:
            alike = (documents[:, away:] == documents[:, :-away]).to(y.dtype)[..., None]
            left, right = left * F.pad(alike, (0, 0, away, 0)), right * F.pad(alike, (0, 0, 0, away))
        seen = F.relu(self.up(torch.cat((left, y, right), dim=-1)))
        return x + F.dropout(self.down(seen), dropout, self.training)


class Same(nn.Module):
    """What is seen at all places of a form, the greatest of each number."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.before = nn.RMSNorm(sizes.width, eps=1e-6)
        self.up = nn.Linear(sizes.width, sizes.memory, bias=False)
        self.down = nn.Linear(sizes.memory, sizes.width, bias=False)
        nn.init.normal_(self.down.weight, std=0.02)

    def forward(self, x: Tensor, keys: Tensor, _documents: Tensor | None, dropout: float) -> Tensor:
        """One step of the encoder; tokens with one key are places of one form in one document."""
        y = F.relu(self.up(self.before(x))).float().flatten(0, 1)
        places = keys.flatten()[:, None].expand_as(y)
        greatest = torch.zeros_like(y).scatter_reduce(0, places, y, "amax").gather(0, places)
        return x + F.dropout(self.down(greatest.view(*x.shape[:2], -1).to(x.dtype)), dropout, self.training)


def step(name: str, sizes: Sizes) -> nn.Module:
    """The step of a name."""
    return Same(sizes) if name == "same" else Near(sizes, int(name.removeprefix("near")))


class Letters(nn.Module):
    """A vector of a form from its first and last characters, by convolutions of width 3 and 5."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.letter = nn.Embedding(sizes.characters + 3, sizes.letter)
        self.three = nn.Linear(3 * sizes.letter, sizes.narrow // 2)
        self.five = nn.Linear(5 * sizes.letter, sizes.narrow // 2)

    def forward(self, characters: Tensor) -> Tensor:
        """Vectors of forms."""
        number = torch.arange(len(self.letter.weight), device=characters.device)
        one = (characters[..., None] == number) & (number > 0)  # far cheaper to differentiate than a lookup
        x = one.to(self.letter.weight.dtype) @ self.letter.weight
        parts = []
        for width, layer in ((3, self.three), (5, self.five)):
            around = F.pad(x, (0, 0, width // 2, width // 2)).unfold(1, width, 1)
            parts.append(layer(around.flatten(2)).amax(1))
        return F.relu(torch.cat(parts, dim=-1))


def distinct(types: Tensor, room: int) -> tuple[Tensor, Tensor]:
    """The distinct types, in a row of a fixed length, and where each type is in it; nothing waits for the device."""
    ordered, order = types.flatten().sort()
    rank = (ordered[1:] != ordered[:-1]).cumsum(0)
    rank = F.pad(rank, (1, 0)).clamp(max=room - 1)
    where = torch.empty_like(rank).scatter_(0, order, rank)
    return torch.zeros(room, dtype=types.dtype, device=types.device).scatter_(0, rank, ordered), where.view_as(types)


@torch.compiler.disable  # compiled, products of large numbers are taken for small ones
def places(types: Tensor, documents: Tensor | None) -> Tensor:
    """A number for each token, the same for all places of a form in a document; a hidden word has but one place."""
    rows, length = types.shape
    row = torch.arange(rows, device=types.device)[:, None] * length
    owner = row + (0 if documents is None else documents)
    every = row + torch.arange(length, device=types.device)
    form = torch.where(types == MASK, -1 - every, types.long())
    return distinct(owner * (1 << 32) + form, types.numel())[1]


class Encoder(nn.Module):
    """Types in, one vector a token out; also guesses hidden words."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.dropout = 0.0 if sizes.steps else 0.1  # the tiny one has nothing to spare
        self.word_dropout = 0.1
        self.word = nn.Embedding(sizes.words + 3, sizes.narrow)
        self.letters = Letters(sizes)
        self.shape, self.length = nn.Embedding(SHAPES, sizes.narrow), nn.Embedding(LENGTHS, sizes.narrow)
        self.space, self.listed = nn.Embedding(2, sizes.narrow), nn.Embedding(LISTS, sizes.narrow)
        self.enter = nn.RMSNorm(sizes.narrow, eps=1e-6)
        self.widen = nn.Linear(sizes.narrow, sizes.width, bias=False)
        self.leave = nn.RMSNorm(sizes.width, eps=1e-6)
        layers = [Block(sizes) for _ in range(sizes.layers)]
        self.blocks = nn.ModuleList([step(name, sizes) for name in sizes.steps] or layers)
        self.guess = nn.Linear(sizes.width, sizes.narrow)
        self.settle = nn.RMSNorm(sizes.narrow, eps=1e-6)
        self.guess_shape = nn.Linear(sizes.narrow, SHAPES)
        self.bias = nn.Parameter(torch.zeros(sizes.words + 3))
        for table in (self.word, self.shape, self.length, self.space, self.listed):
            nn.init.normal_(table.weight, std=0.05)
        half = sizes.width // sizes.heads // 2
        angles = torch.arange(sizes.window)[:, None] * 10_000 ** -(torch.arange(half) / half)
        self.register_buffer("cos", angles.cos(), persistent=False)
        self.register_buffer("sin", angles.sin(), persistent=False)
        place = torch.arange(sizes.window)
        near = (place[:, None] - place).abs() <= sizes.reach
        self.register_buffer("near", near, persistent=False)

    def forms(self, types: Tensor, table: Tensor) -> Tensor:
        """Vectors of distinct forms, given the features of all types."""
        features = table[types].long()
        words = self.word(features[:, WORD])
        if self.training:  # now and then a known word is known by its letters alone
            words = words * (torch.rand(len(types), 1, device=types.device) >= self.word_dropout)
        bits = (features[:, LISTED, None] >> torch.arange(LISTS, device=types.device)) & 1
        lists = bits.to(words.dtype) @ self.listed.weight
        return (
            words
            + self.letters(features[:, LETTERS:])
            + self.shape(features[:, SHAPE])
            + self.length(features[:, LENGTH])
            + lists
        )

    def attention(self, length: int, together: Tensor | None) -> tuple:
        """How tokens see near ones, and how they see all, given which tokens of a row belong together."""
        near = self.near[:length, :length]
        masks = (near, None) if together is None else (together & near, together)
        return tuple(lambda q, k, v, mask=mask: attend_by_mask(q, k, v, mask) for mask in masks)

    def forward(
        self,
        types: Tensor,
        spaced: Tensor,
        table: Tensor,
        together: Tensor | None = None,
        attention: tuple | None = None,
    ) -> Tensor:
        """Vectors of tokens. `together` says which tokens of a row may see each other."""
        if self.training:
            own, where = distinct(types, min(types.numel() // 2, ROOM))
        else:
            own, where = types.unique(return_inverse=True)
        x = F.embedding(where, self.forms(own, table)) + self.space(spaced.long())
        x = F.dropout(self.widen(self.enter(x)), self.dropout, self.training)
        if self.sizes.steps:
            documents = None if together is None else together[:, 0].to(torch.uint8).argmax(-1)
            keys = places(types, documents)
            for block in self.blocks:
                x = block(x, keys, documents, self.dropout)
            return self.leave(x)
        near, wide = attention or self.attention(x.shape[1], together)
        cos, sin = (angle[: x.shape[1]].to(x.dtype) for angle in (self.cos, self.sin))
        for at, block in enumerate(self.blocks):
            x = block(x, cos, sin, wide if at in self.sizes.wide else near, self.dropout)
        return self.leave(x)

    def hidden_loss(self, vectors: Tensor, places: Tensor, words: Tensor, shapes: Tensor) -> Tensor:
        """How badly hidden words are guessed, and the shapes of those words."""
        at = self.settle(F.relu(self.guess(vectors.flatten(0, 1)[places])))
        scores = F.linear(at, self.word.weight, self.bias).float()
        by_shape = F.cross_entropy(self.guess_shape(at).float(), shapes)
        return F.cross_entropy(scores, words, ignore_index=UNKNOWN) + 0.3 * by_shape


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
        self.transitions = nn.Parameter(torch.zeros(end, end))  # from, to; only within a head

    def forward(self, types: Tensor, spaced: Tensor, table: Tensor, together: Tensor | None) -> Tensor:
        """Scores of every label of every head."""
        vectors = self.encoder(types, spaced, table, together)
        return self.head(F.dropout(vectors, self.encoder.dropout, self.training))


def mixed() -> torch.autocast:
    """Half precision where there is a GPU; nothing cached, so that a recorded step sees its own weights."""
    return torch.autocast(DEVICE.type, torch.bfloat16, enabled=DEVICE.type == "cuda", cache_enabled=False)


def adamw(groups: list[tuple[list[nn.Parameter], float]]) -> torch.optim.AdamW:
    """AdamW; weight decay on matrices alone. Rates are tensors, so that a recorded step can be given new ones."""
    settings = []
    for parameters, rate in groups:
        for decay, chosen in (
            (0.05, [p for p in parameters if p.dim() > 1]),
            (0.0, [p for p in parameters if p.dim() < 2]),
        ):
            if chosen:
                lr = torch.tensor(rate, device=DEVICE) if DEVICE.type == "cuda" else rate
                settings.append({"params": chosen, "lr": lr, "peak": rate, "weight_decay": decay})
    on_gpu = DEVICE.type == "cuda"
    return torch.optim.AdamW(settings, betas=(0.9, 0.98), eps=1e-6, fused=on_gpu, capturable=on_gpu)


def set_rate(optimiser: torch.optim.Optimizer, share: float) -> None:
    """Sets every rate to a share of its peak."""
    for group in optimiser.param_groups:
        if isinstance(group["lr"], Tensor):
            group["lr"].fill_(group["peak"] * share)
        else:
            group["lr"] = group["peak"] * share


def save(encoder: Encoder, vocabulary: Vocabulary, path: Path) -> None:
    """An encoder with what is needed to read text with it, in half precision."""
    record = {
        "sizes": asdict(encoder.sizes),
        "words": vocabulary.words,
        "characters": vocabulary.characters,
        "listed": json.dumps(vocabulary.listed),  # read faster so
        "state": {name: value.half().cpu() for name, value in encoder.state_dict().items()},
    }
    part = path.with_suffix(".part")
    torch.save(record, part)
    part.rename(path)


def load(path: Path) -> tuple[Encoder, Vocabulary]:
    """An encoder that `save` wrote."""
    record = torch.load(path, map_location="cpu")
    encoder = Encoder(sizes_of(record["sizes"]))
    encoder.load_state_dict({name: value.float() for name, value in record["state"].items()})
    return encoder.to(DEVICE), Vocabulary(record["words"], record["characters"], json.loads(record["listed"]))


def sizes_of(record: dict) -> Sizes:
    """Sizes as they were written."""
    return Sizes(**{**record, "wide": tuple(record["wide"]), "steps": tuple(record.get("steps", ()))})


def save_tagger(model: Tagger, path: Path) -> None:
    """A network with its heads, in half precision."""
    state = {name: value.half().cpu() for name, value in model.state_dict().items()}
    part = path.with_suffix(".part")
    torch.save({"sizes": asdict(model.encoder.sizes), "labels": model.labels, "state": state}, part)
    part.rename(path)


def load_tagger(path: Path) -> Tagger:
    """A network that `save_tagger` wrote."""
    record = torch.load(path, map_location="cpu")
    model = Tagger(Encoder(sizes_of(record["sizes"])), record["labels"])
    state = {"transitions": model.transitions} | record["state"]
    model.load_state_dict({name: value.float() for name, value in state.items()})
    return model.to(DEVICE).eval()


def on_device(array: np.ndarray) -> Tensor:
    """An array where the network is."""
    return torch.from_numpy(array).to(DEVICE)


def say(message: str) -> None:
    """Progress, with the time since the start."""
    print(f"[{time.monotonic() - STARTED:6.1f} s] {message}", flush=True)
