"""What networks say of documents, alone and together, and how right it is.

A probability of a label is given its whole document; the best labels are those whose probabilities have the greatest
product, among those where I follows B or I of its own kind.
"""

from collections import defaultdict

import numpy as np
import torch
from torch import Tensor

from chain import Chains, log_marginals
from learn import Batch, Data, Item, Lesson, overlap, packed, stretches, together
from network import DEVICE, Tagger, mixed, on_device
from text import BORDER, Document

Span = tuple[int, int, str, int, int]  # start, end, label, first token, token after
Counts = dict[str, list[int]]  # right, found, wanted
HEIGHT = 64  # rows of a batch


@torch.no_grad()
def probabilities(model: Tagger, data: Data, texts: list[Document], heads: list[str]) -> dict[str, list[Tensor]]:
    """The probability of every label of each head for every token of each document."""
    model.eval()
    window = model.encoder.sizes.window
    items: list[Item] = [
        (Lesson(d, at, None), first, end)
        for at, d in enumerate(texts)
        for first, end in stretches(len(d.types), window)
        if end > first
    ]
    items.sort(key=lambda item: item[1] - item[2])  # alike together, so that rows are full
    found = {head: [torch.zeros(len(d.types), len(model.labels[head]), device=DEVICE) for d in texts] for head in heads}
    rows = packed(items, window)
    chains = {head: Chains({head: model.labels[head]}, DEVICE) for head in heads}
    for start in range(0, len(rows), HEIGHT):
        part = rows[start : start + HEIGHT]
        batch = Batch(part, window, len(part))
        with mixed():
            scores = model(
                on_device(batch.types), on_device(batch.spaced), data.table, together(on_device(batch.owner))
            ).float()
        kind = on_device((batch.types == BORDER).astype(np.int64))
        for head, chain in chains.items():
            own = model.slices[head]
            emitted = chain.emitted(scores[..., own], kind)
            matrices, _ = chain.matrices(model.transitions[own, own])
            chances = log_marginals(emitted, kind, matrices).exp()
            for row, pieces in enumerate(part):
                at = 1
                for lesson, first, end in pieces:
                    whole = first == 0 and end == len(lesson.document.types)
                    told = chances[row, at : at + end - first]
                    if not whole:
                        told = told * weight(end - first, first > 0, end < len(lesson.document.types), window)[:, None]
                    found[head][lesson.head][first:end] += told
                    at += end - first + 1
    return {head: [c / c.sum(-1, keepdim=True).clamp(min=1e-9) for c in own] for head, own in found.items()}


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


def viterbi(chances: list[Tensor], labels: list[str], against: float = 0.0) -> list[np.ndarray]:
    """The likeliest labels of each document among those where I follows B or I of its own kind.

    `against` makes labels other than O likelier: what is missed costs more than what is marked in vain.
    """
    follows = torch.zeros(len(labels), len(labels), device=DEVICE)
    for after, label in enumerate(labels):
        if label.startswith("I-"):
            for before, other in enumerate(labels):
                if other[2:] != label[2:]:
                    follows[before, after] = -1e4
    first = torch.tensor([-1e4 if label.startswith("I-") else 0.0 for label in labels], device=DEVICE)
    less = torch.tensor([against] + [0.0] * (len(labels) - 1), device=DEVICE)
    order = sorted(range(len(chances)), key=lambda at: len(chances[at]))
    found: list[np.ndarray] = [np.zeros(0, np.int64)] * len(chances)
    for start in range(0, len(order), 256):
        group = [at for at in order[start : start + 256] if len(chances[at])]
        if not group:
            continue
        logs = [chances[at].clamp(min=1e-6).log() - less for at in group]
        rows = torch.nn.utils.rnn.pad_sequence(logs, batch_first=True)
        score = rows[:, 0] + first
        back = torch.zeros(rows.shape, dtype=torch.uint8, device=DEVICE)
        lengths = torch.tensor([len(chances[at]) for at in group], device=DEVICE)
        stay = torch.arange(len(labels), device=DEVICE)
        for t in range(1, rows.shape[1]):
            best, back_t = (score[:, :, None] + follows).max(1)
            going = (t < lengths)[:, None]
            score = torch.where(going, best + rows[:, t], score)
            back[:, t] = torch.where(going, back_t, stay).to(torch.uint8)
        at = score.argmax(-1)
        path = torch.empty(rows.shape[:2], dtype=torch.long, device=DEVICE)
        for t in range(rows.shape[1] - 1, -1, -1):
            path[:, t] = at
            at = back[:, t].long().gather(1, at[:, None])[:, 0]
        for row, which in enumerate(group):
            found[which] = path[row, : len(chances[which])].cpu().numpy()
    return found


def decoded(chances: list[Tensor], texts: list[Document], labels: list[str], against: float = 0.0) -> list[list[Span]]:
    """Spans of each document."""
    paths = viterbi(chances, labels, against)
    return [own.read([labels[n] for n in path.tolist()]) for own, path in zip(texts, paths, strict=True)]


def mean_of(parts: list[list[Tensor]]) -> list[Tensor]:
    """The mean of what several networks say."""
    return [torch.stack(chance).mean(0) for chance in zip(*parts, strict=True)]


def measure(texts: list[Document], guesses: list[list[Span]]) -> Counts:
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


def figures(counts: list[int]) -> str:
    """Precision, recall and F1 in per cent."""
    right, found, wanted = counts
    return (
        f"P {100 * right / max(1, found):.2f} R {100 * right / max(1, wanted):.2f} "
        f"F {200 * right / max(1, found + wanted):.2f}"
    )
