"""Chains of labels: how well a label follows another is learnt beside how well it fits its token.

All tokens of a batch are computed together whatever their heads: labels of a head are padded to those of the largest,
and what stands between documents leads to O from anywhere, so that nothing crosses it. Products of matrices are taken
in chunks side by side and then along the chunks, which makes a row of a thousand tokens some sixty steps.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

CHUNK = 32  # tokens of a chunk; fewer where rows are short
EASED = 4  # tokens after which products are made neither too large nor too small
NEVER = -1e4
TINY = 1e-30


def allowed(labels: list[str]) -> Tensor:
    """Which label may follow which: I only B or I of its own kind."""
    return torch.tensor([[not b.startswith("I-") or a[2:] == b[2:] for b in labels] for a in labels])


class Chains:
    """Where the labels of each head lie among all, padded, and what may follow what; the last head is the border."""

    def __init__(self, heads: dict[str, list[str]], device: torch.device) -> None:
        most = max(map(len, heads.values()))
        place, valid, follows, first = [], [], [], 0
        for labels in heads.values():
            n = len(labels)
            place.append([*range(first, first + n), *[first] * (most - n)])
            valid.append([True] * n + [False] * (most - n))
            square = torch.zeros(most, most, dtype=torch.bool)
            square[:n, :n] = allowed(labels)
            follows.append(square)
            first += n
        place.append([0] * most)
        valid.append([True] + [False] * (most - 1))
        self.border = len(heads)
        self.place = torch.tensor(place, device=device)
        self.valid = torch.tensor(valid, device=device)
        self.follows = torch.stack(follows).to(device)
        self.reset = torch.zeros(1, most, most, device=device)
        self.reset[0, :, 0] = 1.0

    def matrices(self, transitions: Tensor) -> tuple[Tensor, Tensor]:
        """What one label gives to the next, for each head and the border; and the same as logarithms."""
        place = self.place[:-1]
        logs = transitions.float()[place[:, :, None], place[:, None, :]].masked_fill(~self.follows, NEVER)
        return torch.cat([logs.exp(), self.reset]), torch.cat([logs, torch.zeros_like(self.reset)])

    def emitted(self, scores: Tensor, kind: Tensor) -> Tensor:
        """The scores of the labels of each token's head, the best of them zero."""
        own = scores.gather(-1, self.place[kind]).masked_fill(~self.valid[kind], NEVER)
        own = own.masked_fill((kind == self.border)[..., None] & self.valid[kind], 0.0)
        return own - own.detach().amax(-1, keepdim=True)


def eased(x: Tensor, scale: Tensor, over: int) -> tuple[Tensor, Tensor]:
    """Matrices with the largest number of each row or column one, and the logarithms of what they were divided by."""
    most = x.detach().amax(over, keepdim=True).clamp(min=TINY)
    return x / most, scale + most.log().squeeze(over)


def chosen(matrices: Tensor, kinds: Tensor) -> Callable[[int], Tensor]:
    """The matrix of each token at a place; by a product, which is far cheaper to differentiate than a lookup."""
    one = F.one_hot(kinds, len(matrices)).to(matrices.dtype)
    flat = matrices.flatten(1)
    return lambda at: (one[:, at] @ flat).view(-1, *matrices.shape[1:])


def forwards(emitted: Tensor, kind: Tensor, matrices: Tensor) -> Tensor:
    """The logarithm of the weight of all paths to each label of each token (rows, tokens, labels)."""
    rows, length, labels = emitted.shape
    size = min(CHUNK, length)
    many = length // size
    weight = emitted.exp().view(rows * many, size, labels)
    matrix = chosen(matrices, kind.view(rows * many, size))
    product, scale = eased(matrix(0) * weight[:, 0, None], torch.zeros(rows * many, labels, device=emitted.device), 2)
    products, scales = [product], [scale]
    for at in range(1, size):
        product = torch.bmm(product, matrix(at)) * weight[:, at, None]
        if at % EASED == 0 or at == size - 1:
            product, scale = eased(product, scale, 2)
        products.append(product)
        scales.append(scale)
    every = torch.stack(products, 1).view(rows, many, size, labels, labels)
    by = torch.stack(scales, 1).view(rows, many, size, labels)
    start = torch.full((rows, labels), NEVER, device=emitted.device)
    start[:, 0] = 0.0
    starts = [start]
    for at in range(many - 1):
        starts.append(applied(starts[-1][:, None], by[:, at, -1:], every[:, at, -1:])[:, 0])
    into = torch.stack(starts, 1)[:, :, None]
    return applied(into, by, every).reshape(rows, length, labels)


def applied(into: Tensor, scale: Tensor, product: Tensor) -> Tensor:
    """A vector of logarithms times a matrix."""
    weight = into + scale
    top = weight.detach().amax(-1, keepdim=True)
    told = ((weight - top).exp()[..., None, :] @ product)[..., 0, :]
    return told.clamp(min=TINY).log() + top


def backwards(emitted: Tensor, kind: Tensor, matrices: Tensor) -> Tensor:
    """The logarithm of the weight of all paths from each label of each token to the end, but for a number a token."""
    rows, length, labels = emitted.shape
    size = min(CHUNK, length)
    many = length // size
    weight = emitted.exp().view(rows * many, size, labels)
    matrix = chosen(matrices, kind.view(rows * many, size))
    product = torch.eye(labels, device=emitted.device).expand(rows * many, labels, labels)
    scale = torch.zeros(rows * many, labels, device=emitted.device)
    products, scales = [product], [scale]
    for at in range(size - 1, -1, -1):  # the last product is of the whole chunk
        product = torch.bmm(matrix(at), weight[:, at, :, None] * product)
        if at % EASED == 0:
            product, scale = eased(product, scale, 1)
        products.append(product)
        scales.append(scale)
    every = torch.stack(products[::-1], 1).view(rows, many, size + 1, labels, labels).mT
    by = torch.stack(scales[::-1], 1).view(rows, many, size + 1, labels)
    ends = [torch.zeros(rows, labels, device=emitted.device)]
    for at in range(many - 1, 0, -1):
        ends.append(applied(ends[-1][:, None], by[:, at, :1], every[:, at, :1])[:, 0])
    into = torch.stack(ends[::-1], 1)[:, :, None]
    return applied(into, by[:, :, 1:], every[:, :, 1:]).reshape(rows, length, labels)


def log_marginals(emitted: Tensor, kind: Tensor, matrices: Tensor, before: Tensor | None = None) -> Tensor:
    """The logarithm of the probability of each label of each token, given all of its document."""
    before = forwards(emitted, kind, matrices) if before is None else before
    return (before + backwards(emitted, kind, matrices)).log_softmax(-1)


def surprise(before: Tensor, emitted: Tensor, kind: Tensor, logs: Tensor, gold: Tensor, known: Tensor) -> Tensor:
    """How improbable the right labels are, summed over the tokens that have one; `gold` is O where there is none."""
    total = before.logsumexp(-1)
    added = total - F.pad(total[:, :-1], (1, 0)) - emitted.gather(-1, gold[..., None])[..., 0]
    last = F.pad(gold[:, :-1], (1, 0))
    labels = logs.shape[-1]
    step = ((kind * labels + last) * labels + gold).flatten()
    steps = torch.zeros(logs.numel(), device=logs.device).scatter_add_(0, step, known.flatten().float())
    return (added * known).sum() - (steps.view_as(logs) * logs).sum()
