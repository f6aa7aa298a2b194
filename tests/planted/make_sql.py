"""Dumps of databases, as mysqldump, pg_dump and SQLite write them."""

import json
import random

from case import Case, Places, plant_all

PLACES = Places()
DIALECTS = ["mysql", "postgresql", "sqlite"]


class Dump:
    """Statements in one dialect."""

    def __init__(self, dialect):
        self.dialect = dialect
        self.lines = []

    def string(self, text):
        if self.dialect == "mysql":
            text = text.replace("\\", "\\\\").replace("\n", "\\n").replace("'", "\\'")
        else:
            text = text.replace("'", "''")
        return f"'{text}'"

    def rows(self, columns, rows):
        if self.dialect == "postgresql":
            self.lines.append(f"COPY public.t ({', '.join(columns)}) FROM stdin;")
            for row in rows:
                self.lines.append("\t".join(copied(value) for value in row))
            self.lines.append("\\.\n")
            return
        values = ",".join("(" + ",".join(self.string(value) for value in row) + ")" for row in rows)
        self.lines.append(f"INSERT INTO t ({', '.join(columns)}) VALUES {values};")


def copied(text):
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")


@PLACES.at("columns of names and numbers")
def columns(dump, case):
    rows = []
    for _ in range(3):
        given, family = case.own("titled", case.mint.name(), "row").split()
        rows.append([given, family, case.own("email", case.mint.email(), "row"), case.own("dni", case.mint.dni(), "row")])
    dump.rows(["first_name", "last_name", "email", "dni"], rows)


@PLACES.at("free text with escapes")
def free_text(dump, case):
    dump.rows(["id", "notes"], [["1", f"It's said:\n{case.say()}"], ["2", f"a\\b {case.repeat()}"]])


@PLACES.at("JSON in a column")
def json_column(dump, case):
    dump.rows(["data"], [[json.dumps({"note": case.say(), "who": case.repeat()})]])


@PLACES.at("bytes in hexadecimal")
def hexadecimal(dump, case):
    digits = case.say().encode().hex()
    written = {"mysql": f"0x{digits}", "postgresql": f"'\\x{digits}'", "sqlite": f"X'{digits}'"}[dump.dialect]
    dump.lines.append(f"INSERT INTO t (data) VALUES ({written});")


@PLACES.at("comments and other statements")
def comments(dump, case):
    dump.lines += [f"-- {case.say()}", f"/* {case.repeat()} */", f"UPDATE t SET note = {dump.string(case.say(detail='SET'))} WHERE id = 1;",
                   f"CREATE TABLE u (id int, town text DEFAULT {dump.string(case.say(detail='DEFAULT'))});"]


def make(mint, seed):
    for number, places in enumerate(PLACES.files(random.Random(seed), together=2, times=6)):
        dialect = DIALECTS[number % 3]
        case = Case(mint, f"sql/dump-{number:02d}.sql", "sql")
        dump = Dump(dialect)
        head = {"mysql": "-- MySQL dump 10.13", "postgresql": "--\n-- PostgreSQL database dump\n--",
                "sqlite": "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;"}[dialect]
        dump.lines.append(head)
        plant_all(places, dump, case)
        dump.rows(["note"], [[text] for text in (case.introduce(), *case.controls)])
        yield case, ("\n".join(dump.lines) + "\n").encode()
