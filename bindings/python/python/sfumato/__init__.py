"""Takes the people and the secrets out of documents and leaves the documents useful.

>>> import sfumato
>>> anonymiser = sfumato.Anonymiser()
>>> masked = anonymiser.mask("Dear Dr. Ann Lee, write to ann.lee@example.org.")
>>> masked.text
'Dear Dr. [PERSON 1], write to [EMAIL 1].'
>>> masked.report.counts
{'contact/email': 1, 'person/staff': 1}

Results are the same, byte for byte, as the program `sfumato` gives. Errors never hold text of a document.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from . import _native
from ._native import DocumentError, Finding, SettingsError, SfumatoError, __version__

__all__ = [
    "Anonymiser",
    "DocumentError",
    "Finding",
    "Masked",
    "MaskedText",
    "Report",
    "SettingsError",
    "SfumatoError",
    "Unmasked",
    "policies",
    "__version__",
]

#: The languages that are read, and the networks that read them, by the time they take.
LanguageCode = Literal["en", "es"]
Quality = Literal["fast", "balanced", "best"]

#: The texts that are handed to the threads at once when an iterator is masked.
_BATCH = 1024


class Report:
    """The account of one document; it holds places and numbers, and text only if `quote=True` asked for it."""

    __slots__ = ("_native",)

    def __init__(self, native: _native.NativeReport) -> None:
        self._native = native

    @property
    def masked(self) -> int:
        """The number of mentions that are replaced."""
        return self._native.masked

    @property
    def kept(self) -> int:
        """The number of mentions that stay."""
        return self._native.kept

    @property
    def language(self) -> str:
        """The code of the language, or `und`."""
        return self._native.language

    @property
    def counts(self) -> dict[str, int]:
        """Replaced mentions by category."""
        return self._native.counts

    @property
    def exposure(self) -> float | None:
        """How much the document tells, in bits; `None` if that was not measured."""
        return self._native.exposure

    @property
    def findings(self) -> list[Finding]:
        """Every mention in order, with offsets in code points."""
        return self._native.findings

    def to_dict(self) -> dict[str, Any]:
        """The whole report, as the program writes it with `--report X.json`."""
        told: dict[str, Any] = json.loads(self._native.json())
        return told

    def __repr__(self) -> str:
        return repr(self._native)


@dataclass(frozen=True, slots=True)
class MaskedText:
    """A masked text and the account of what was done."""

    text: str
    report: Report

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"MaskedText({len(self.text)} characters, {self.report!r})"


@dataclass(frozen=True, slots=True)
class Masked:
    """A masked file, of the same kind as it was, with a report for each document in it."""

    data: bytes
    reports: list[Report]

    def __repr__(self) -> str:
        return f"Masked({len(self.data)} bytes, {len(self.reports)} documents)"


@dataclass(frozen=True, slots=True)
class Unmasked:
    """A file in which values were brought back, and at how many places."""

    data: bytes
    values: int

    def __repr__(self) -> str:
        return f"Unmasked({len(self.data)} bytes, {self.values} values)"


class Anonymiser:
    """Masks texts and files by a policy. Built once, used from any number of threads, pickled by its settings.

    `policy` is the name of a built-in policy or the path of a file; `protect` names people, organisations or places to
    be masked besides; `seed` or `key` is what pseudonyms are drawn from, and `key` what hashes and encryption need;
    `assess` measures how much documents tell; `quote` lets reports and findings quote documents;
    `consistent_across="key"` draws one pseudonym for one value in whatever document, by the key or the seed alone.

    >>> Anonymiser("pseudonymise", seed=7, consistent_across="key")
    Anonymiser('pseudonymise')
    """

    __slots__ = ("_engine", "_settings")

    def __init__(
        self,
        policy: str | os.PathLike[str] = "default",
        *,
        quality: Quality | None = None,
        language: LanguageCode | None = None,
        protect: Iterable[str] = (),
        seed: int | None = None,
        key: bytes | None = None,
        threshold: float | None = None,
        assess: bool = False,
        quote: bool = False,
        consistent_across: Literal["key"] | None = None,
    ) -> None:
        name, toml = _policy(policy)
        if isinstance(protect, str):
            raise TypeError("protect takes names, not one name: protect=[name]")
        if consistent_across not in (None, "key"):
            raise ValueError("consistent_across takes 'key' or None")
        if consistent_across and key is None and seed is None:
            raise SettingsError("consistent_across='key' needs a key or a seed")
        names, same = tuple(protect), consistent_across == "key"
        self._settings = (name, toml, quality, language, names, seed, key, threshold, assess, quote, same)
        self._engine = _engine_of(self._settings)

    def mask(self, text: str) -> MaskedText:
        """A text with protected parts replaced, read again and searched for what was masked."""
        masked, report = self._engine.mask_text(text)
        return MaskedText(masked, Report(report))

    def mask_many(
        self,
        texts: Iterable[str],
        *,
        threads: int | None = None,
        errors: Literal["raise", "return"] = "raise",
    ) -> Iterator[MaskedText | DocumentError]:
        """Each text masked, in order, on all cores or so many threads, some texts ahead.

        With `errors="return"` a text that cannot be masked is a `DocumentError` in its place.
        """
        if errors not in ("raise", "return"):
            raise ValueError("errors takes 'raise' or 'return'")
        count = _threads(threads)
        rest = iter(texts)
        while batch := list(islice(rest, _BATCH)):
            for masked in self._engine.mask_texts(batch, count):
                if isinstance(masked, DocumentError):
                    if errors == "raise":
                        raise masked
                    yield masked
                else:
                    yield MaskedText(masked[0], Report(masked[1]))

    def mask_column(
        self, column: Any, *, threads: int | None = None, errors: Literal["raise", "null"] = "raise"
    ) -> Any:
        """A column of pandas, polars or Arrow with its texts masked; what is missing or blank stays so.

        The result is of the same kind, with the same name and index. With `errors="null"` a text that cannot be masked is
        missing in it.

        >>> import pandas
        >>> list(Anonymiser().mask_column(pandas.Series(["Ann Lee came.", ""])))
        ['[PERSON 1] came.', '']
        """
        if errors not in ("raise", "null"):
            raise ValueError("errors takes 'raise' or 'null'")
        kind = type(column).__module__.partition(".")[0]

        def filled(values: Sequence[Any]) -> list[str | None]:
            return self._filled(values, threads, errors)

        if kind == "pandas":
            # A column of categories gets others.
            dtype = object if str(column.dtype) == "category" else column.dtype
            return column.__class__(filled(column.tolist()), index=column.index, name=column.name, dtype=dtype)
        if kind == "polars":
            masked = column.__class__(column.name, filled(column.to_list()))
            return masked.cast(column.dtype) if str(column.dtype) in ("String", "Categorical") else masked
        if kind == "pyarrow" or hasattr(column, "__arrow_c_array__") or hasattr(column, "__arrow_c_stream__"):
            return _arrow_filled(column, filled)
        raise TypeError("mask_column takes a column of pandas, polars or Arrow; mask_many takes any texts")

    def _filled(self, values: Sequence[Any], threads: int | None, errors: str) -> list[str | None]:
        if any(value is not None and value == value and not isinstance(value, str) for value in values):
            raise TypeError("a column of texts was expected")
        filled = [value if isinstance(value, str) else None for value in values]
        places = [place for place, value in enumerate(filled) if value and not value.isspace()]
        returned: Literal["raise", "return"] = "raise" if errors == "raise" else "return"
        masked = self.mask_many((values[place] for place in places), threads=threads, errors=returned)
        for place, one in zip(places, masked, strict=True):
            filled[place] = one.text if isinstance(one, MaskedText) else None
        return filled

    def mask_bytes(self, data: bytes, name: str | None = None) -> Masked:
        """A file of any kind that is read; the name decides only between kinds of text that look alike."""
        masked, reports = self._engine.mask_bytes(data, name)
        return Masked(masked, [Report(report) for report in reports])

    def mask_file(self, path: str | os.PathLike[str], output: str | os.PathLike[str] | None = None) -> list[Report]:
        """Masks a file into another, beside it as `name.masked.ending` unless `output` says where.

        The result is written whole or not at all.
        """
        source = Path(path)
        target = Path(output) if output is not None else source.with_name(f"{source.stem}.masked{source.suffix}")
        if target.exists() and target.samefile(source):
            raise SettingsError("the output is the input, which is never overwritten")
        masked = self.mask_bytes(source.read_bytes(), source.name)
        _write_whole(target, masked.data)
        return masked.reports

    def detect(self, text: str) -> Report:
        """What `mask` would report of a text, without a result."""
        return Report(self._engine.detect_text(text))

    def detect_bytes(self, data: bytes, name: str | None = None) -> list[Report]:
        """What `mask_bytes` would report of each document of a file."""
        return [Report(report) for report in self._engine.detect_bytes(data, name)]

    def assess(self, data: bytes | str, name: str | None = None) -> list[Report]:
        """The reports of a file with how much each document tells; needs `assess=True` or a policy with limits."""
        return [Report(report) for report in self._engine.assess_bytes(_bytes(data), name)]

    def plan(self, data: bytes | str, name: str | None = None) -> dict[str, Any]:
        """What would happen to a file of one document, to be read, edited and carried out by `apply`."""
        plan: dict[str, Any] = json.loads(self._engine.plan_bytes(_bytes(data), name))
        return plan

    def apply(self, plan: dict[str, Any], data: bytes | str, name: str | None = None) -> Masked:
        """A file as a plan says, and nothing else is decided."""
        masked, reports = self._engine.apply_bytes(json.dumps(plan), _bytes(data), name)
        return Masked(masked, [Report(report) for report in reports])

    def unmask(self, data: bytes | str, name: str | None = None) -> Unmasked:
        """A file with what was encrypted brought back; needs the key it was masked with."""
        return Unmasked(*self._engine.unmask_bytes(_bytes(data), name))

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self._settings,)

    def __repr__(self) -> str:
        return f"Anonymiser({self._settings[0]!r})"


def policies() -> list[str]:
    """The names of the built-in policies."""
    return _native.policies()


def _rebuilt(settings: tuple[Any, ...]) -> Anonymiser:
    rebuilt = Anonymiser.__new__(Anonymiser)
    rebuilt._settings = settings
    rebuilt._engine = _engine_of(settings)
    return rebuilt


@lru_cache(maxsize=8)
def _engine_of(settings: tuple[Any, ...]) -> _native.Engine:
    """One engine for the same settings, so that a process that gets them again and again builds it once."""
    return _native.Engine(*settings)


def _arrow_filled(column: Any, filled: Any) -> Any:
    """An Arrow array, in chunks or not, or what gives one by the capsules of Arrow, with its texts masked."""
    import pyarrow

    if not isinstance(column, (pyarrow.Array, pyarrow.ChunkedArray)):
        is_stream = hasattr(column, "__arrow_c_stream__")
        column = pyarrow.chunked_array(column) if is_stream else pyarrow.array(column)
    if isinstance(column, pyarrow.ChunkedArray):
        chunks = [_arrow_filled(chunk, filled) for chunk in column.chunks]
        return pyarrow.chunked_array(chunks, column.type)
    kind = column.type
    if pyarrow.types.is_dictionary(kind):
        return pyarrow.array(filled(column.to_pylist()), kind.value_type).dictionary_encode().cast(kind)
    return pyarrow.array(filled(column.to_pylist()), kind)


def _policy(policy: str | os.PathLike[str]) -> tuple[str, str | None]:
    """The name of a policy, and its file if it is one."""
    if isinstance(policy, str) and policy in _native.policies():
        return policy, None
    path = Path(policy)
    if isinstance(policy, str) and not path.suffix and os.sep not in policy:
        return policy, None
    try:
        return str(path), path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"policy {path}: it cannot be read ({type(error).__name__})") from None


def _threads(threads: int | None) -> int:
    if threads is None:
        return os.cpu_count() or 1
    if threads < 1:
        raise ValueError("threads takes a number from 1")
    return threads


def _bytes(data: bytes | str) -> bytes:
    return data.encode() if isinstance(data, str) else data


def _write_whole(target: Path, data: bytes) -> None:
    """Writes a file beside its place and moves it there."""
    import tempfile

    handle, staged = tempfile.mkstemp(prefix=".sfumato-", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.replace(staged, target)
    except BaseException:
        os.unlink(staged)
        raise
