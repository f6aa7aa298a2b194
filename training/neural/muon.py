"""Muon: momentum whose matrices are made orthogonal before they are applied (Jordan and others, 2024).

For the matrices of the blocks; everything else learns by AdamW.
"""

from collections import defaultdict

import torch
from torch import Tensor, nn

STEEP = (3.4445, -4.7750, 2.0315)  # of the polynomial that pulls singular values towards one
MOMENTUM = 0.95


def orthogonal(matrices: Tensor, steps: int = 5) -> Tensor:
    """The nearest half-orthogonal matrices, roughly."""
    a, b, c = STEEP
    x = matrices.bfloat16()
    if tall := x.shape[-2] > x.shape[-1]:
        x = x.mT
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(steps):
        square = x @ x.mT
        x = a * x + (b * square + c * square @ square) @ x
    return x.mT if tall else x


class Muon:
    """All matrices of one shape move together. A parameter may hold several matrices, one under the other."""

    def __init__(self, parameters: list[tuple[nn.Parameter, int]], rate: float, decay: float) -> None:
        self.param_groups = [{"lr": rate, "peak": rate}]
        self.decay = decay
        self.alike: dict[tuple[int, int], list[tuple[nn.Parameter, int]]] = defaultdict(list)
        for parameter, parts in parameters:
            rows, columns = parameter.shape
            self.alike[rows // parts, columns].append((parameter, parts))
        self.moved = {
            shape: torch.zeros(sum(parts for _, parts in own), *shape, device=own[0][0].device)
            for shape, own in self.alike.items()
        }

    @torch.no_grad()
    def step(self) -> None:
        """One update."""
        rate = self.param_groups[0]["lr"]
        for (rows, columns), own in self.alike.items():
            slope = torch.cat([parameter.grad.view(parts, rows, columns) for parameter, parts in own])
            moved = self.moved[rows, columns].lerp_(slope, 1 - MOMENTUM)
            change = orthogonal(slope.lerp(moved, MOMENTUM)).float()
            values = [parameter for parameter, _ in own]
            pieces = change.split([parts for _, parts in own])
            torch._foreach_mul_(values, 1 - rate * self.decay)
            torch._foreach_add_(
                values,
                [piece.reshape(value.shape) for piece, value in zip(pieces, values, strict=True)],
                alpha=-rate * max(1.0, rows / columns) ** 0.5,
            )
