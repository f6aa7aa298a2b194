"""Rows of tables and files of collections, batch by batch: what Spark, Ray and whoever has Arrow tables share.

A row is masked as a record of its named columns, so that a name in one column is known in the others and a column's name
tells what it holds; the result is that of the program for the same records as JSON Lines. Rows know nothing of one
another, so that it makes no difference which process gets which of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Literal

from . import Anonymiser, DocumentError, SettingsError

if TYPE_CHECKING:
    import pyarrow

#: What becomes of a run when one of its rows cannot be masked.
Errors = Literal["row", "raise"]
#: The column with the code of what failed, and null where nothing did.
CODE = "sfumato_code"
#: Rows that are worked on at once, so that a large batch needs no second copy of itself.
_AT_ONCE = 1024


class RowWork:
    """What is done to each row of a table; goes to the processes that do it, and holds no row."""

    def __init__(
        self,
        anonymiser: Anonymiser,
        columns: str | Iterable[str],
        *,
        known: Sequence[str],
        id: str | Iterable[str] | None = None,
        text: str | None = None,
        errors: Errors = "row",
    ) -> None:
        self.anonymiser = anonymiser
        self.columns = names(columns)
        beside = list(known) if id is None else names(id)
        if not self.columns:
            raise SettingsError("name at least one column to mask")
        for name in dict.fromkeys(self.columns + beside):
            if known.count(name) != 1:
                there = "twice" if name in known else f"not there; there are {', '.join(known)}"
                raise SettingsError(f"the column {name} is {there}")
        if "protect" in self.columns:
            raise SettingsError("the column protect would be taken for names to protect, as in any record; rename it")
        if CODE in beside:
            raise SettingsError(f"the table has a column {CODE} already; rename it")
        if id is not None and (both := [name for name in beside if name in self.columns]):
            raise SettingsError(f"the column {both[0]} is to be masked, and so names no row")
        #: The columns of the result, less that of codes: all of the table, or those that name a row and the masked ones.
        self.kept = beside if id is None else beside + self.columns
        self.ids = [] if id is None else beside
        self.text = text if text is not None else self.columns[0] if len(self.columns) == 1 else "text"
        self.errors = errors_checked(errors)

    def masked(self, table: pyarrow.Table) -> pyarrow.Table:
        """The table with its columns masked; a row that fails has none of them and a code."""
        import pyarrow

        records = self._records(table)
        done = self._each(records, self.anonymiser._engine.mask_records)
        codes = [one.code if isinstance(one, DocumentError) else None for one in done]
        rows = [json.loads(one[0]) if isinstance(one, tuple) else {} for one in done]
        filled = {}
        for name in self.columns:
            kind = table.schema.field(name).type
            before = table.column(name).to_pylist()
            values = [row.get(name) if one is not None else old for row, one, old in zip(rows, done, before, strict=True)]
            filled[name] = _of_kind(values, kind)
        arrays = [filled.get(name, table.column(name)) for name in self.kept]
        return pyarrow.table([*arrays, pyarrow.array(codes, pyarrow.string())], names=[*self.kept, CODE])

    def found(self, table: pyarrow.Table) -> pyarrow.Table:
        """A row for each place that is found, by the columns that name its row; one with a code for a row that fails."""
        import pyarrow

        done = self._each(self._records(table), self.anonymiser._engine.detect_records)
        of_rows: list[int] = []
        places: list[dict[str, Any]] = []
        for number, one in enumerate(done):
            if isinstance(one, DocumentError):
                of_rows.append(number)
                places.append({"code": one.code})
            elif one is not None:
                for place in json.loads(one):
                    of_rows.append(number)
                    places.append({"field": self.text, **place})
        ids = [table.column(name).take(pyarrow.array(of_rows, pyarrow.int64())) for name in self.ids]
        told = [pyarrow.array([place.get(key) for place in places], kind) for _, key, kind in place_columns()]
        return pyarrow.table([*ids, *told], names=[*self.ids, *(name for name, _, _ in place_columns())])

    def _records(self, table: pyarrow.Table) -> list[str | None]:
        """The named columns of each row as an object of JSON; nothing for a row that has no text in them."""
        import pyarrow

        for name in self.columns:
            kind = table.schema.field(name).type
            kind = kind.value_type if pyarrow.types.is_dictionary(kind) else kind
            if not (_is_text(kind) or pyarrow.types.is_null(kind)):
                raise SettingsError(f"the column {name} is of type {kind}, and texts are masked")
        columns = [table.column(name).to_pylist() for name in self.columns]
        records: list[str | None] = []
        for values in zip(*columns, strict=True):
            row = {name: value for name, value in zip(self.columns, values, strict=True) if value is not None}
            is_read = any(value.strip() for value in row.values())
            records.append(json.dumps(row, ensure_ascii=False) if is_read else None)
        return records

    def _each(self, records: list[str | None], work: Callable[..., list[Any]]) -> list[Any]:
        done: list[Any] = [None] * len(records)
        places = [place for place, record in enumerate(records) if record is not None]
        for start in range(0, len(places), _AT_ONCE):
            some = places[start : start + _AT_ONCE]
            for place, one in zip(some, work([records[place] for place in some], self.text, 1), strict=True):
                if isinstance(one, DocumentError) and self.errors == "raise":
                    raise one
                done[place] = one
        return done


class FileWork:
    """What is done to each file of a table of files; goes to the processes that do it, and holds no file."""

    def __init__(self, anonymiser: Anonymiser, *, content: str, errors: Errors = "row") -> None:
        self.anonymiser = anonymiser
        self.content = content
        self.errors = errors_checked(errors)

    def masked(self, table: pyarrow.Table) -> pyarrow.Table:
        """Path, masked content, what was done to each document, and a code for a file that fails."""
        import pyarrow

        rows: list[tuple[bytes | None, list[dict[str, Any]] | None, str | None]] = []
        paths = table.column("path").to_pylist()
        for path, content in zip(paths, table.column(self.content), strict=True):
            try:
                masked = self.anonymiser.mask_bytes(content.as_py() or b"", PurePath(path).name)
                rows.append((masked.data, [_told(report.to_dict()) for report in masked.reports], None))
            except DocumentError as error:
                if self.errors == "raise":
                    raise
                rows.append((None, None, error.code))
        return pyarrow.table(
            [
                pyarrow.array(paths, pyarrow.string()),
                pyarrow.array([row[0] for row in rows], pyarrow.binary()),
                pyarrow.array([row[1] for row in rows], report_kind()),
                pyarrow.array([row[2] for row in rows], pyarrow.string()),
            ],
            names=["path", self.content, "reports", CODE],
        )


def place_columns() -> list[tuple[str, str, Any]]:
    """The columns of places: name, member of a place, type."""
    import pyarrow

    return [
        ("column", "field", pyarrow.string()),
        ("start", "start", pyarrow.int64()),
        ("end", "end", pyarrow.int64()),
        ("category", "category", pyarrow.string()),
        ("score", "score", pyarrow.float64()),
        ("action", "action", pyarrow.string()),
        ("why", "why", pyarrow.string()),
        (CODE, "code", pyarrow.string()),
    ]


def report_kind() -> Any:
    """The type of what is told of the documents of a file."""
    import pyarrow

    report = [
        ("document", pyarrow.string()),
        ("format", pyarrow.string()),
        ("language", pyarrow.string()),
        ("masked", pyarrow.int64()),
        ("kept", pyarrow.int64()),
        ("counts", pyarrow.map_(pyarrow.string(), pyarrow.int64())),
    ]
    return pyarrow.list_(pyarrow.struct(report))


def names(columns: str | Iterable[str]) -> list[str]:
    """Names of columns, each once; a single one may stand alone."""
    return [columns] if isinstance(columns, str) else list(dict.fromkeys(columns))


def errors_checked(errors: Errors) -> Errors:
    """What becomes of errors, if it is one of the two ways."""
    if errors not in ("row", "raise"):
        raise ValueError("errors takes 'row' or 'raise'")
    return errors


def anonymiser_of(settings: dict[str, Any]) -> Anonymiser:
    """An anonymiser whose pseudonyms are the same in all rows, since no two of them need meet in one process."""
    if settings.get("key") is not None or settings.get("seed") is not None:
        settings = {"consistent_across": "key", **settings}
    return Anonymiser(**settings)


def _told(report: dict[str, Any]) -> dict[str, Any]:
    told = {name: report[name] for name in ("document", "format", "language", "masked", "kept")}
    return told | {"counts": list(report["counts"].items())}


def _is_text(kind: Any) -> bool:
    import pyarrow

    return any(test(kind) for test in (pyarrow.types.is_string, pyarrow.types.is_large_string)) or str(kind) == "string_view"


def _of_kind(values: list[str | None], kind: Any) -> Any:
    import pyarrow

    if pyarrow.types.is_dictionary(kind):
        return pyarrow.array(values, kind.value_type).dictionary_encode().cast(kind)
    return pyarrow.array(values, kind)
