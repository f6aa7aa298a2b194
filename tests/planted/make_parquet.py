"""Tables in Parquet as Arrow and pandas write them, in every encoding and packing that is read."""

import base64
import datetime
import decimal
import io
import json
import random

import pyarrow
import pyarrow.parquet

from case import Case, Places, plant_all

PLACES = Places()
ROWS = 6
# How tables are written: encodings, packings, pages and versions of the format.
WRITTEN = [
    {"compression": "snappy"},
    {"compression": "gzip", "use_dictionary": False},
    {"compression": "none", "data_page_version": "2.0"},
    {"compression": "snappy", "version": "1.0", "data_page_size": 64},
    {"compression": "none", "row_group_size": 2, "write_page_index": True},
    {"compression": "gzip", "store_schema": False},
    {"compression": "zstd"},
    {"compression": "lz4", "data_page_version": "2.0"},
    # Differences, lengths and beginnings in the place of plain values, as newer programs choose them.
    {"compression": "zstd", "use_dictionary": False, "column_encoding": "delta"},
]
DELTA = {"string": "DELTA_BYTE_ARRAY", "large_string": "DELTA_LENGTH_BYTE_ARRAY", "int64": "DELTA_BINARY_PACKED", "date32[day]": "DELTA_BINARY_PACKED",
         "timestamp[ms]": "DELTA_BINARY_PACKED", "double": "BYTE_STREAM_SPLIT"}


class Table:
    """Columns of as many rows, and what stands beside them."""

    def __init__(self):
        self.columns, self.metadata = {}, {}

    def column(self, name, values, kind=None):
        """A column that holds some values in its first rows and nothing below."""
        name = name if name not in self.columns else f"{name} {len(self.columns)}"
        self.columns[name] = pyarrow.array([*values, *[None] * (ROWS - len(values))], kind)

    def render(self, options):
        options = dict(options)
        rows = options.pop("row_group_size", None)
        table = pyarrow.table(self.columns).replace_schema_metadata(self.metadata or None)
        if options.get("column_encoding"):
            kinds = {name: str(table.schema.field(name).type) for name in self.columns}
            options["column_encoding"] = {name: DELTA[kind] for name, kind in kinds.items() if kind in DELTA}
        out = io.BytesIO()
        pyarrow.parquet.write_table(table, out, row_group_size=rows, **options)
        return out.getvalue()


@PLACES.at("texts")
def texts(table, case):
    table.column("note", [case.say(), case.say(detail="second row"), case.repeat()])
    table.column("email", [case.own("email", case.mint.email(), "under its name"), case.own("email", case.mint.email(), "second mail")])
    table.column("large", [case.say(detail="large string")], pyarrow.large_string())


@PLACES.at("words of a dictionary")
def dictionary(table, case):
    words = [case.say(), case.own("dni", case.mint.dni(), "DNI"), case.say(detail="word that no row uses")]
    table.columns["kind"] = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, 1, 0, 1, None, 0], pyarrow.int32()), pyarrow.array(words))


@PLACES.at("numbers")
def numbers(table, case):
    phone = case.own("number", case.mint.phone().replace(" ", "")[1:])
    table.column("phone", [int(phone)], pyarrow.int64())
    table.column("phone_number", [float(case.own("number", case.mint.phone().replace(" ", "")[3:], "double"))], pyarrow.float64())
    table.column("mobile", [decimal.Decimal(case.own("number", case.mint.phone().replace(" ", "")[3:], "decimal"))], pyarrow.decimal128(12, 0))


@PLACES.at("dates")
def dates(table, case):
    for name, kind, detail in (("date_of_birth", pyarrow.date32(), "days"), ("birth_date", pyarrow.timestamp("ms"), "milliseconds")):
        day, month, year = (int(part) for part in case.mint.dob().split("/"))
        date = datetime.datetime(year, month, day)
        case.own("dob", f"{year}-{month:02d}-{day:02d}", detail)
        table.column(name, [date.date() if detail == "days" else date], kind)


@PLACES.at("structures")
def structures(table, case):
    table.column("contact", [{"email": case.own("email", case.mint.email(), "member"), "phones": [case.own("phone", case.mint.phone(), "list in it")]}])
    table.column("person", [{"full_name": case.repeat("name"), "visit": {"note": case.say(detail="structure in it")}}])


@PLACES.at("lists and maps")
def lists(table, case):
    table.column("tags", [[case.say(), "none"], [], [case.repeat()]], pyarrow.list_(pyarrow.string()))
    table.column("more", [[("note", case.say(detail="map")), (case.own("email", case.mint.email(), "key of a map"), "x")]], pyarrow.map_(pyarrow.string(), pyarrow.string()))


@PLACES.at("names of columns")
def names(table, case):
    table.column(case.own("email", case.mint.email()), ["x"])
    table.column("answers", [{case.own("dni", case.mint.dni(), "name of a member"): "yes"}])


@PLACES.at("metadata of the file")
def metadata(table, case):
    table.metadata |= {"author": case.say(), "pandas": json.dumps({"columns": [], "creator": {"library": "pyarrow"}, "attributes": {"source": case.own("email", case.mint.email(), "pandas")}}),
                       case.own("email", case.mint.email(), "key"): "x"}


@PLACES.at("values in a coat")
def coats(table, case):
    table.column("payload", [json.dumps({"email": case.own("email", case.mint.email(), "JSON"), "who": case.repeat()}), base64.b64encode(case.say(detail="base64").encode()).decode(),
                             case.say(detail="hexadecimal").encode().hex()])
    table.column("page", [f"<p>Write to <b>{case.own('email', case.mint.email(), 'page')}</b></p>"])


@PLACES.at("user names")
def users(table, case):
    given, family = case.repeat("user name").lower().split()
    table.column("path", [f"C:\\Users\\{given}.{family}\\notes.txt", f"/home/{given[0]}{family}/x", f"\\\\srv\\{family}_{given}$"])


@PLACES.at("binary column", expect="either")
def binary(table, case):
    table.column("blob", [case.say().encode()], pyarrow.binary())


def make(mint, seed):
    for number, places in enumerate(PLACES.files(random.Random(seed), together=3, times=9)):
        case = Case(mint, f"parquet/table-{number:02d}.parquet", "parquet")
        table = Table()
        table.column("remark", [case.introduce(), *case.controls])
        plant_all(places, table, case)
        options = dict(WRITTEN[number % len(WRITTEN)])
        if table.metadata:
            options.pop("store_schema", None)
        yield case, table.render(options)


def refused(mint, seed):
    del mint, seed
    table = Table()
    table.column("remark", ["Patient: Nobody"])
    yield "brotli.parquet", "a packing that is not read", table.render({"compression": "brotli"})
    yield "cut.parquet", "a table without its end", table.render({})[:-40]
