"""Chains against all paths, one by one: `python -m unittest test_chain`, in this folder."""

import itertools
import unittest

import torch

import chain

HEADS = {"a": ["O", "B-x", "I-x", "B-y", "I-y"], "b": ["O", "B-z", "I-z"]}


class Paths(unittest.TestCase):
    """Two documents of different heads in one row, borders before, between and after them."""

    def setUp(self) -> None:
        torch.manual_seed(0)
        self.transitions = torch.randn(8, 8, requires_grad=True)
        self.scores = (3 * torch.randn(1, 8, 8)).requires_grad_()
        self.kind = torch.tensor([[2, 0, 0, 0, 2, 1, 1, 2]])
        chains = chain.Chains(HEADS, torch.device("cpu"))
        self.matrices, self.logs = chains.matrices(self.transitions)
        self.emitted = chains.emitted(self.scores, self.kind)
        self.before = chain.forwards(self.emitted, self.kind, self.matrices)

    def paths(self, first: int, after: int, labels: list[str], place: int) -> dict[tuple[int, ...], torch.Tensor]:
        """The logarithm of the probability of every row of labels."""
        worth = {}
        for path in itertools.product(range(len(labels)), repeat=after - first):
            steps = list(zip((0, *path), path, range(first, after), strict=False))
            if all(not labels[b].startswith("I-") or labels[a][2:] == labels[b][2:] for a, b, _ in steps):
                worth[path] = sum(
                    self.scores[0, at, place + b] + self.transitions[place + a, place + b] for a, b, at in steps
                )
        total = torch.stack(list(worth.values())).logsumexp(0)
        return {path: value - total for path, value in worth.items()}

    def test_probabilities_are_sums_over_paths(self) -> None:
        """Each label of each token, and how they change with what they were computed from."""
        told = chain.log_marginals(self.emitted, self.kind, self.matrices, self.before)
        paths = self.paths(1, 4, HEADS["a"], 0)
        for at, label in itertools.product(range(3), range(5)):
            own = [value for path, value in paths.items() if path[at] == label]
            want = torch.stack(own).logsumexp(0) if own else torch.tensor(-30.0)
            torch.testing.assert_close(told[0, at + 1, label].exp(), want.exp())
        want = torch.stack([value for path, value in paths.items() if path[1] == 1]).logsumexp(0)
        for parameter in (self.scores, self.transitions):
            slopes = [torch.autograd.grad(value, parameter, retain_graph=True)[0] for value in (told[0, 2, 1], want)]
            torch.testing.assert_close(*slopes, atol=1e-5, rtol=1e-4)

    def test_surprise_is_of_the_right_paths(self) -> None:
        """The rows of both documents, each by itself."""
        gold = torch.tensor([[0, 1, 2, 0, 0, 1, 0, 0]])
        lost = chain.surprise(self.before, self.emitted, self.kind, self.logs, gold, self.kind != 2)
        right = self.paths(1, 4, HEADS["a"], 0)[1, 2, 0] + self.paths(5, 7, HEADS["b"], 5)[1, 0]
        torch.testing.assert_close(lost, -right)


if __name__ == "__main__":
    unittest.main()
