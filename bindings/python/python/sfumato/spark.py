"""Tables and files of Spark, masked where they lie.

    masked = sfumato.spark.mask(frame, ["name", "note"], policy="hipaa", id="visit")

Rows are masked in Arrow batches by the workers, each of which builds the anonymiser once. No row needs another, so that
workers share nothing: a row that is worked on again, elsewhere, after a worker was lost, becomes what it was before.
A row that cannot be masked has nothing in its masked columns and a code in `sfumato_code`; with `errors="raise"` it
fails the job. Pseudonyms are drawn by the key or the seed alone, so that one value has one pseudonym in all rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal

from . import SettingsError
from ._rows import CODE, Errors, FileWork, RowWork, anonymiser_of, errors_checked

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["detect", "mask", "mask_files", "register"]

#: Files that are handed back at once.
_FILES_AT_ONCE = 16


def mask(
    frame: DataFrame,
    columns: str | Iterable[str],
    *,
    id: str | Iterable[str] | None = None,
    text: str | None = None,
    errors: Errors = "row",
    **settings: Any,
) -> DataFrame:
    """The table with its columns masked, each row as one record, and a column `sfumato_code` that is null where all is well.

    With `id`, columns that name a row, the result has those and the masked ones; without it all other columns are
    copied, unread. `text` is the column with running text, of several: those beside it are read as fields. All other
    settings are those of `sfumato.Anonymiser`.
    """
    work = RowWork(anonymiser_of(settings), columns, known=frame.columns, id=id, text=text, errors=errors)
    _check_kinds(frame, work.columns)
    kinds = [_named(frame, name) for name in work.kept]
    return frame.mapInArrow(_each(work.masked), _schema([*kinds, (CODE, "string")]))


def detect(
    frame: DataFrame,
    columns: str | Iterable[str],
    *,
    id: str | Iterable[str],
    text: str | None = None,
    errors: Errors = "row",
    **settings: Any,
) -> DataFrame:
    """A row for each place that `mask` finds, with the columns that name its row; offsets count code points in its column.

    A row of the table that cannot be read is one with a code.
    """
    work = RowWork(anonymiser_of(settings), columns, known=frame.columns, id=id, text=text, errors=errors)
    _check_kinds(frame, work.columns)
    kinds = {"start": "long", "end": "long", "score": "double"}
    places = ["column", "start", "end", "category", "score", "action", "why", CODE]
    told = [(name, kinds.get(name, "string")) for name in places]
    return frame.mapInArrow(_each(work.found), _schema([*(_named(frame, name) for name in work.ids), *told]))


def mask_files(frame: DataFrame, *, errors: Errors = "row", **settings: Any) -> DataFrame:
    """Files as Spark's source `binaryFile` reads them, masked, of the same kinds, with what was done to each.

    Spark leaves out files of no bytes by itself. The result has `path`, `content`, `reports`, a list with an entry for each document of a file, and `sfumato_code`.
    """
    work = FileWork(anonymiser_of(settings), content="content", errors=errors)
    report = "document string, format string, language string, masked bigint, kept bigint, counts map<string, bigint>"
    schema = f"path string, content binary, reports array<struct<{report}>>, {CODE} string"
    return frame.select("path", "content").mapInArrow(_each(work.masked, _FILES_AT_ONCE), schema)


def register(spark: SparkSession, name: str = "sfumato_mask", *, errors: Errors = "row", **settings: Any) -> None:
    """A function of SQL that masks one text: `SELECT sfumato_mask(note) FROM visits`; null for one that cannot be masked."""
    import pyarrow
    from pyspark.sql.pandas.functions import arrow_udf

    anonymiser = anonymiser_of(settings)
    returned: Literal["raise", "null"] = "raise" if errors_checked(errors) == "raise" else "null"

    def masked(texts: Any) -> Any:
        return anonymiser.mask_column(texts, threads=1, errors=returned)

    # Spark reads them as they are, and Arrow is not imported with this module.
    masked.__annotations__ = {"texts": pyarrow.Array, "return": pyarrow.Array}
    function: Any = arrow_udf
    spark.udf.register(name, function(masked, "string"))


def _each(
    work: Callable[[pyarrow.Table], pyarrow.Table], at_once: int | None = None
) -> Callable[[Iterator[pyarrow.RecordBatch]], Iterator[pyarrow.RecordBatch]]:
    def each(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        for batch in batches:
            for start in range(0, batch.num_rows, at_once or max(batch.num_rows, 1)):
                some = batch.slice(start, at_once) if at_once else batch
                yield from work(pyarrow.Table.from_batches([some])).to_batches()

    return each


def _check_kinds(frame: DataFrame, columns: list[str]) -> None:
    for name in columns:
        kind = frame.schema[name].dataType.simpleString()
        if not kind.startswith(("string", "varchar", "char", "void")):
            raise SettingsError(f"the column {name} is of type {kind}, and texts are masked")


def _named(frame: DataFrame, name: str) -> tuple[str, Any]:
    return name, frame.schema[name].dataType


def _schema(columns: list[tuple[str, Any]]) -> Any:
    from pyspark.sql.types import StructType

    schema = StructType()
    for name, kind in columns:
        schema = schema.add(name, kind)
    return schema
