"""The part of the page that is made of results: tables between marks, and the charts beside it."""

import csv
import json
from collections import defaultdict
from pathlib import Path
from statistics import median

import chart
from score import Score

BEGIN, END = "<!-- race: made by bench/peers/race -->", "<!-- race: end -->"
POLICIES = ("patterns", "default", "everything")

Rows = list[dict]


def rows(results: Path, part: str) -> Rows:
    file = results / f"{part}.csv"
    return list(csv.DictReader(file.open())) if file.exists() else []


def medians(table: Rows, keys: tuple[str, ...], value: str) -> dict[tuple, float]:
    groups = defaultdict(list)
    for row in table:
        groups[tuple(row[key] for key in keys)].append(float(row[value]))
    return {key: median(values) for key, values in groups.items()}


def speed(table: Rows, by: str = "wall") -> dict[tuple[str, str], float]:
    """Megabytes a second, by corpus and tool."""
    sizes = {row["corpus"]: int(row["bytes"]) for row in table}
    keys = ("corpus", "tool")
    return {key: sizes[key[0]] / 1e6 / seconds for key, seconds in medians(table, keys, by).items()}


def scores(table: Rows) -> dict[tuple[str, str], Score]:
    return {
        (row["corpus"], row["tool"]): Score(int(row["right"]), int(row["spurious"]), int(row["missed"])) for row in table
    }


def table(head: list[str], body: list[list[str]]) -> list[str]:
    """A table in Markdown."""
    return ["| " + " | ".join(line) + " |" for line in [head, ["---"] * len(head), *body]]


def figure(value: float) -> str:
    """Three digits that tell something."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 1 else f"{value:.3f}"


def english(results: Path, by: str = "wall") -> dict[str, float]:
    """Megabytes a second over all English texts together."""
    table_ = [row for row in rows(results, "race") if row["language"] == "en"]
    sizes = {row["corpus"]: int(row["bytes"]) for row in table_}
    seconds = medians(table_, ("tool", "corpus"), by)
    tools = {tool for tool, _ in seconds}
    # Tools that are for one kind of text alone have no figure for all.
    whole = [tool for tool in tools if all((tool, corpus) in seconds for corpus in sizes)]
    return {tool: sum(sizes.values()) / 1e6 / sum(seconds[tool, corpus] for corpus in sizes) for tool in whole}


def bars_of_issue(results: Path) -> list[str]:
    """What was asked for, and what came of it."""
    speeds, body = english(results), []

    def bar(what: str, asked: str, got: str, holds: bool):
        body.append([what, asked, got, "yes" if holds else "**no**"])

    def ratio(ours: str, theirs: str, asked: float):
        if ours in speeds and theirs in speeds:
            got = speeds[ours] / speeds[theirs]
            bar(f"`{ours}` against {theirs}, English texts", f"≥ {asked:g} times", f"{got:.1f} times", got >= asked)

    ratio("sfumato, everything", "presidio", 50)
    ratio("sfumato, patterns", "redact-core", 8)
    cold = medians(rows(results, "cold"), ("tool", "language"), "wall")
    peak = medians(rows(results, "cold"), ("tool", "language"), "peak_kb")
    if ("sfumato, everything", "en") in cold:
        slowest = 1e3 * max(seconds for (tool, _), seconds in cold.items() if tool.startswith("sfumato"))
        largest = max(kb for (tool, _), kb in peak.items() if tool.startswith("sfumato")) / 1e3
        bar("from cold on a letter, the slowest policy", "≤ 60 ms", f"{slowest:.0f} ms", slowest <= 60)
        bar("peak memory on a letter, the largest policy", "≤ 400 MB", f"{largest:.0f} MB", largest <= 400)
    longer = medians([row for row in rows(results, "growth") if row["kind"] == "length"], ("policy", "times"), "processor")
    for policy in POLICIES:
        if (policy, "64") in longer:
            got = longer[policy, "1"] / longer[policy, "64"]
            bar(f"speed at 64 times the length, `{policy}`", "does not fall", f"{got:.2f} times", got >= 0.97)
    folder = medians(rows(results, "folder"), ("policy", "cores"), "wall")
    for policy in POLICIES:
        if (policy, "2") in folder:
            got = folder[policy, "1"] / folder[policy, "2"]
            bar(f"two cores against one on a folder, `{policy}`", "≥ 1.8 times", f"{got:.2f} times", got >= 1.8)
    return ["### What was asked", "", *table(["what", "asked", "measured", "holds"], body), ""] if body else []


def speeds_and_scores(results: Path, about: dict) -> list[str]:
    race = rows(results, "race")
    if not race:
        return []
    wall, processor, told = speed(race), speed(race, "processor"), scores(rows(results, "accuracy"))
    kinds = {row["tool"]: row["kind"] for row in race}
    lines, groups = [], []
    for corpus, facts in about["corpora"].items():
        tools = [tool for tool in kinds if (corpus, tool) in wall]
        if not tools:
            continue
        title = f"{facts['about']} ({facts['documents']} documents, {facts['bytes'] / 1e3:.0f} kB, {facts['language']})"
        group, body = chart.Group(title), []
        for tool in tools:
            score = told.get((corpus, tool), Score())
            figures = [figure(wall[corpus, tool]), figure(processor[corpus, tool])]
            body.append([tool, kinds[tool], *figures, *(f"{x:.1f}" for x in (score.precision, score.recall, score.f1))])
            said = f"{figure(wall[corpus, tool])} MB/s · P {score.precision:.0f} R {score.recall:.0f} F1 {score.f1:.0f}"
            group.bars.append(chart.Bar(tool, wall[corpus, tool], said, tool.startswith("sfumato")))
        groups.append(group)
        head = ["tool", "what looks", "MB/s, wall", "MB/s, processor", "precision", "recall", "F1"]
        lines += [f"**{title[0].upper()}{title[1:]}**", "", *table(head, body), ""]
    picture = chart.bars("Throughput on one core and characters covered", "megabytes a second, one core", groups)
    return [("race", picture), *lines]


def from_cold(results: Path) -> list[str]:
    measured = rows(results, "cold")
    if not measured:
        return []
    wall, processor, peak = (medians(measured, ("language", "tool"), value) for value in ("wall", "processor", "peak_kb"))
    tools = list(dict.fromkeys(row["tool"] for row in measured))
    body = [
        [tool, *(figure(1e3 * value[language, tool]) for language in ("en", "es") for value in (wall, processor)),
         figure(peak["en", tool] / 1e3)]
        for tool in tools
    ]
    head = ["tool", "English, ms", "processor, ms", "Spanish, ms", "processor, ms", "peak, MB"]
    return ["### From cold", "", "The whole process on a one-page letter, from its start to its end.", "", *table(head, body), ""]


def of_folder(results: Path) -> list[str]:
    measured = rows(results, "folder")
    if not measured:
        return []
    wall, processor, peak = (medians(measured, ("policy", "cores"), value) for value in ("wall", "processor", "peak_kb"))
    size, count = int(measured[0]["bytes"]), measured[0]["documents"]
    body = []
    for policy in POLICIES:
        one, two = wall[policy, "1"], wall[policy, "2"]
        rates = [figure(size / 1e6 / seconds) for seconds in (one, two)]
        body.append([f"`{policy}`", *rates, f"{one / two:.2f}", figure(peak[policy, "1"] / 1e3), figure(peak[policy, "2"] / 1e3)])
    head = ["policy", "one core, MB/s", "two cores, MB/s", "times", "peak, one core, MB", "peak, two cores, MB"]
    intro = f"`sfumato mask FOLDER -o OUT` over {count} documents with {size / 1e6:.1f} MB, reading, writing and checking included."
    return ["### A folder", "", intro, "", *table(head, body), ""]


def of_growth(results: Path) -> list[str]:
    measured = rows(results, "growth")
    if not measured:
        return []
    lines, panels = ["### Growth", "", "![Time and memory as documents grow, and as there are more](benchmarks/growth.svg)", ""], []
    for kind, unit in (("length", "times 8 kB"), ("documents", "documents")):
        here = [row for row in measured if row["kind"] == kind]
        if not here:
            continue
        sizes = {row["times"]: int(row["bytes"]) for row in here}
        seconds, peak = (medians(here, ("policy", "times"), value) for value in ("processor", "peak_kb"))
        rate = lambda policy, times: sizes[times] / 1e6 / seconds[policy, times]
        of = lambda value: {p: [(float(times), value(p, times)) for times in sizes] for p in POLICIES}
        if kind == "length":
            panels.append(chart.Panel("megabytes a second of one core", unit, of(rate), is_logarithmic=True))
            head = ["length", *(f"`{policy}`, MB/s" for policy in POLICIES)]
            body = [[f"{times} x 8 kB", *(figure(rate(policy, times)) for policy in POLICIES)] for times in sizes]
        else:
            panels.append(chart.Panel("processor seconds", unit, of(lambda p, t: seconds[p, t]), is_logarithmic=True))
            head = ["documents", *(f"`{policy}`, s" for policy in POLICIES)]
            body = [[f"{int(t):,}", *(figure(seconds[policy, t]) for policy in POLICIES)] for t in sizes]
        panels.append(chart.Panel("peak memory, MB", unit, of(lambda p, t: peak[p, t] / 1e3)))
        body = [[*line, *(figure(peak[p, times] / 1e3) for p in POLICIES)] for line, times in zip(body, sizes)]
        lines += [*table([*head, *(f"`{policy}`, MB" for policy in POLICIES)], body), ""]
    return [("growth", chart.lines("Growth of time and memory", panels)), *lines]


def write(results: Path, page: Path):
    """Puts tables between the marks of the page and charts into the folder of its name."""
    about = json.loads((results / "machine.json").read_text())
    versions = ", ".join(f"{name} {version}" for name, version in about["versions"].items())
    made = [
        f"Measured on {about['date']}: {about['processor']}, {about['cores']} cores, {about['system']}; "
        f"the median of {about['rounds']} rounds.",
        f"Versions: {versions}.",
        "",
        *bars_of_issue(results),
        "### Speed and accuracy",
        "",
        "![Megabytes a second and characters covered, by tool and corpus](benchmarks/race.svg)",
        "",
        *speeds_and_scores(results, about),
        *from_cold(results),
        *of_folder(results),
        *of_growth(results),
    ]
    charts = page.with_suffix("")
    charts.mkdir(exist_ok=True)
    for name, picture in (it for it in made if isinstance(it, tuple)):
        (charts / f"{name}.svg").write_text(picture)
    before, _, rest = page.read_text().partition(BEGIN)
    if not rest or END not in rest:
        raise SystemExit(f"{page}: no marks `{BEGIN}` and `{END}`")
    text = "\n".join(line for line in made if isinstance(line, str)).rstrip("\n")
    page.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.partition(END)[2]}")
