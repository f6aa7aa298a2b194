"""Datasets of Ray, masked where their blocks lie.

    masked = sfumato.ray.mask(dataset, ["name", "note"], policy="hipaa", id="visit")

All is as in `sfumato.spark`: rows need one another nowhere, one that cannot be masked has a code in `sfumato_code`, and
pseudonyms are drawn by the key or the seed alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ._rows import Errors, FileWork, RowWork, anonymiser_of

if TYPE_CHECKING:
    from ray.data import Dataset

__all__ = ["detect", "mask", "mask_files"]

#: Rows and files that are handed to a worker at once.
_ROWS, _FILES = 4096, 16


def mask(
    dataset: Dataset,
    columns: str | Iterable[str],
    *,
    id: str | Iterable[str] | None = None,
    text: str | None = None,
    errors: Errors = "row",
    **settings: Any,
) -> Dataset:
    """The dataset with its columns masked, each row as one record, as `sfumato.spark.mask` does it."""
    known = dataset.schema().names
    work = RowWork(anonymiser_of(settings), columns, known=known, id=id, text=text, errors=errors)
    return dataset.map_batches(work.masked, batch_format="pyarrow", batch_size=_ROWS, zero_copy_batch=True)


def detect(
    dataset: Dataset,
    columns: str | Iterable[str],
    *,
    id: str | Iterable[str],
    text: str | None = None,
    errors: Errors = "row",
    **settings: Any,
) -> Dataset:
    """A row for each place that `mask` finds, as `sfumato.spark.detect` tells it."""
    known = dataset.schema().names
    work = RowWork(anonymiser_of(settings), columns, known=known, id=id, text=text, errors=errors)
    return dataset.map_batches(work.found, batch_format="pyarrow", batch_size=_ROWS, zero_copy_batch=True)


def mask_files(dataset: Dataset, *, errors: Errors = "row", **settings: Any) -> Dataset:
    """Files as `ray.data.read_binary_files(..., include_paths=True)` reads them, masked, with what was done to each."""
    work = FileWork(anonymiser_of(settings), content="bytes", errors=errors)
    return dataset.map_batches(work.masked, batch_format="pyarrow", batch_size=_FILES, zero_copy_batch=True)
