"""Columns of polars, Arrow and DuckDB."""

import duckdb
import polars
import pyarrow
import pytest
import sfumato
import sfumato.polars

TEXTS = ["Ann Lee came.", None, "", "  "]
MASKED = ["[PERSON 1] came.", None, "", "  "]


@pytest.fixture(scope="module")
def anonymiser():
    return sfumato.Anonymiser()


@pytest.mark.parametrize("kind", [pyarrow.string(), pyarrow.large_string(), pyarrow.dictionary(pyarrow.int32(), pyarrow.string())])
def test_arrow_columns_keep_their_types(anonymiser, kind):
    column = pyarrow.array(TEXTS, pyarrow.string()).cast(kind)
    assert (anonymiser.mask_column(column).type, anonymiser.mask_column(column).to_pylist()) == (kind, MASKED)
    chunked = pyarrow.chunked_array([column, column])
    masked = anonymiser.mask_column(chunked)
    assert (masked.num_chunks, masked.type, masked.to_pylist()) == (2, kind, MASKED * 2)


def test_whoever_hands_out_capsules_of_arrow_is_read(anonymiser):
    class Foreign:
        def __arrow_c_array__(self, requested_schema=None):
            return pyarrow.array(TEXTS).__arrow_c_array__(requested_schema)

    assert anonymiser.mask_column(Foreign()).to_pylist() == MASKED


def test_polars_has_an_expression_and_a_column(anonymiser):
    frame = polars.DataFrame({"note": TEXTS})
    assert anonymiser.mask_column(frame["note"]).to_list() == MASKED
    assert frame.with_columns(polars.col("note").sfumato.mask(policy="hipaa"))["note"].to_list() == MASKED
    assert frame.lazy().with_columns(polars.col("note").sfumato.mask()).collect()["note"].to_list() == MASKED
    assert frame["note"].cast(polars.Categorical).sfumato.mask().to_list() == MASKED


def test_duckdb_takes_a_column_as_a_function_of_sql(anonymiser):
    with duckdb.connect() as database:
        database.create_function("sfumato_mask", lambda notes: anonymiser.mask_column(notes), ["VARCHAR"], "VARCHAR", type="arrow")
        found = database.execute("SELECT sfumato_mask(note) FROM (VALUES ('Ann Lee came.'), ('')) AS visits (note)").fetchall()
    assert found == [("[PERSON 1] came.",), ("",)]


def test_a_column_of_anything_else_is_refused(anonymiser):
    with pytest.raises(TypeError, match="texts"):
        anonymiser.mask_column(pyarrow.array([1, 2]))
    with pytest.raises(TypeError, match="texts"):
        anonymiser.mask_column(polars.Series([1, 2]))
