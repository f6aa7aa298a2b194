"""Spark on a cluster of this machine: a driver, a master and workers, each a process of its own."""

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pyspark
import pytest
import sfumato.spark
from documented import run_examples
from pyspark.sql import SparkSession
from pyspark.sql.functions import col, explode
from rows import REFUSED, by_program, checked, files, visits
from sfumato import SettingsError

KEY = bytes(range(32))
ROOT = Path(__file__).parents[4]
VISIT = "visit string, patient string, note string, ward string"


@pytest.fixture(scope="module")
def spark():
    os.environ["SPARK_HOME"] = str(Path(pyspark.__file__).parent)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("sfumato")
    settings = {
        "spark.ui.enabled": "false",
        "spark.executor.memory": "1g",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "50",
        "spark.sql.adaptive.enabled": "false",
        "spark.log.level": "ERROR",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="module")
def rows():
    return visits(2000)


@pytest.fixture(scope="module")
def expected(rows, tmp_path_factory):
    return by_program(rows, tmp_path_factory.mktemp("program"))


def shuffled(spark, rows):
    """A table over several partitions, out of order, most of it in one."""
    frame = spark.createDataFrame([tuple(row.values()) for row in rows], VISIT)
    return frame.repartition(7, "ward", (col("visit") > "V01500").cast("int"))


def collected(frame):
    return {row.visit: (row.patient, row.note, row.sfumato_code) for row in frame.collect()}


def workers():
    """The processes of workers below this one."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            stat = (path / "stat").read_text().rpartition(")")[2].split()
            words = (path / "cmdline").read_bytes()
        except OSError:
            continue
        parents[int(path.name)] = (int(stat[1]), b"CoarseGrainedExecutorBackend" in words)

    def is_ours(pid):
        while pid > 1:
            if pid == os.getpid():
                return True
            pid = parents.get(pid, (0, False))[0]
        return False

    return [pid for pid, (_, is_worker) in parents.items() if is_worker and is_ours(pid)]


def test_examples_of_the_document_hold(spark, tmp_path):
    (tmp_path / "one.txt").write_text("Dear Dr. Ann Lee, write to ann.lee@example.org.")
    run_examples(ROOT / "docs/spark.md", spark=spark, folder=str(tmp_path))


def test_rows_become_what_the_program_makes_of_them(spark, rows, expected):
    masked = sfumato.spark.mask(shuffled(spark, rows), ["patient", "note"], text="note", id="visit")
    assert masked.columns == ["visit", "patient", "note", "sfumato_code"]
    checked(collected(masked), rows, expected)


def test_rows_become_the_same_when_a_worker_is_killed_midway(spark, rows, expected):
    before = workers()
    assert len(before) == 2
    killed = []

    def kill():
        tracker = spark.sparkContext.statusTracker()
        while not killed:
            stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            if any(stage and 2 <= stage.numCompletedTasks < stage.numTasks for stage in stages):
                os.kill(before[0], signal.SIGKILL)
                killed.append(before[0])
            time.sleep(0.02)

    frame = spark.createDataFrame([tuple(row.values()) for row in rows], VISIT).repartition(40)
    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    found = collected(sfumato.spark.mask(frame, ["patient", "note"], text="note", id="visit"))
    killer.join(10)
    assert killed and killed[0] not in workers()
    checked(found, rows, expected)


def test_pseudonyms_are_the_same_in_all_rows_by_the_key_alone(spark, rows, tmp_path):
    (tmp_path / "key").write_bytes(KEY)
    some = rows[:300]
    arguments = ("--policy", "pseudonymise", "--consistent-across", "key", "--key-file", str(tmp_path / "key"))
    by_key = by_program(some, tmp_path / "program", *arguments)
    masked = sfumato.spark.mask(
        shuffled(spark, some), ["patient", "note"], text="note", id="visit", policy="pseudonymise", key=KEY
    )
    found = collected(masked)
    checked(found, some, by_key)
    of_one = {found[row["visit"]][0] for row in some if row["patient"] == "Ada Pike" and row["note"] != REFUSED}
    assert len(of_one) == 1 and of_one != {"Ada Pike"}


def test_a_row_that_fails_fails_the_job_where_that_is_asked_and_tells_no_text(spark, rows):
    masked = sfumato.spark.mask(shuffled(spark, rows[:10]), "note", id="visit", errors="raise")
    with pytest.raises(Exception) as failed:
        masked.collect()
    told = str(failed.value)
    assert "DocumentError" in told
    assert REFUSED[20:60] not in told and not any(row["patient"] in told for row in rows[:10])


def test_columns_that_are_not_named_are_copied(spark, rows):
    masked = sfumato.spark.mask(shuffled(spark, rows[:20]), "note")
    assert masked.columns == ["visit", "patient", "note", "ward", "sfumato_code"]
    assert {row.patient for row in masked.collect()} == {row["patient"] for row in rows[:20]}


def test_places_are_told_by_row_and_column(spark, rows):
    found = sfumato.spark.detect(shuffled(spark, rows[:20]), ["patient", "note"], text="note", id="visit").collect()
    texts = {(row["visit"], name): row[name] for row in rows[:20] for name in ("patient", "note")}
    quoted = [texts[row.visit, row.column][row.start : row.end] for row in found]
    assert "12345678Z" in quoted and "Ann Lee" in quoted
    # What has a place to find can be looked at, also where it could not be written.
    assert all(row.sfumato_code is None for row in found)


def test_files_become_what_the_program_makes_of_them(spark, tmp_path):
    expected = files(tmp_path / "files")
    # Spark's source leaves it out.
    del expected["empty.txt"]
    frame = spark.read.format("binaryFile").load(str(tmp_path / "files"))
    masked = sfumato.spark.mask_files(frame.repartition(5)).cache()
    found = {Path(row.path).name: row for row in masked.collect()}
    assert found.keys() == expected.keys()
    for name, data in expected.items():
        row = found[name]
        assert (row.content is None) == (data is None) == (row.sfumato_code is not None), name
        assert data is None or bytes(row.content) == data, name
    assert found["broken.docx"].sfumato_code == "not-read"
    reports = masked.select(explode("reports").alias("report")).select("report.*").collect()
    assert any(row.document == "letter-en.txt" and row.counts["person/patient"] > 0 for row in reports)


def test_sql_has_a_function(spark):
    sfumato.spark.register(spark, policy="hipaa")
    spark.createDataFrame([("Dr. Ann Lee came.",), (REFUSED,), (None,)], "note string").createOrReplaceTempView("visits")
    masked = [row[0] for row in spark.sql("SELECT sfumato_mask(note) FROM visits").collect()]
    assert masked == ["Dr. [PERSON 1] came.", None, None]


@pytest.mark.parametrize(
    ("columns", "more", "told"),
    [
        ("notes", {}, "not there; there are visit, patient"),
        ("note", {"id": "note"}, "names no row"),
        ("note", {"policy": "hippa"}, "did you mean `hipaa`"),
        ([], {}, "at least one column"),
    ],
)
def test_what_cannot_be_asked_is_told_before_anything_runs(spark, rows, columns, more, told):
    with pytest.raises(SettingsError, match=told):
        sfumato.spark.mask(shuffled(spark, rows[:3]), columns, **more)


def test_numbers_are_no_texts(spark):
    with pytest.raises(SettingsError, match="of type bigint"):
        sfumato.spark.mask(spark.range(3), "id")
