"""What is printed: all values are invented, so they are shown."""

from collections import Counter


def made(manifest):
    """Files and values by kind."""
    files = Counter(entry["kind"] for entry in manifest["files"].values())
    values = Counter()
    for entry in manifest["files"].values():
        values[entry["kind"]] += len(entry["values"])
    lines = [f"{kind:8} {files[kind]:4} files {values[kind]:5} values" for kind in files]
    total = f"{'all':8} {sum(files.values()):4} files {sum(values.values()):5} values, {len(manifest['refused'])} to be refused"
    return "\n".join([*lines, total])


def finds(found):
    """One line for each value that was found, with the first ways it was found."""
    by_value = {}
    for find in found:
        by_value.setdefault((find.file, find.place, find.value, find.report_only), []).append(f"{find.where} ({find.how})")
    lines = []
    for (file, place, value, report_only), ways in sorted(by_value.items()):
        word = "reported" if report_only else "FOUND"
        lines.append(f"{word} {file}: {place}: {value!r}: {'; '.join(ways[:3])}")
    hard = {key for key in by_value if not key[3]}
    lines.append(f"{len(hard)} values found in {len({key[0] for key in hard})} files")
    return "\n".join(lines)


def outcome(manifest, result):
    """The lists, and a table by kind at the end."""
    files = manifest["files"]
    lines = [f"REFUSED {name} ({'; '.join(places(files[name]))}): {why}" for name, why in sorted(result.refused.items()) if files[name]["expect"] == "masked"]
    lines += [f"refused, as well it may be: {name}: {why}" for name, why in sorted(result.refused.items()) if files[name]["expect"] != "masked"]
    lines += [f"NOT REFUSED {name} ({manifest['refused'][name]['why']}): {why}" for name, why in sorted(result.not_refused.items())]
    lines += [f"BROKEN {name}: {why}" for name, why in sorted(result.broken.items())]
    lines += [finds(result.finds), "", f"{'kind':8}{'files':>7}{'values':>8}{'found':>7}{'refused':>9}{'broken':>8}"]
    kinds = list(dict.fromkeys(entry["kind"] for entry in files.values()))
    for kind in kinds:
        lines.append(row(kind, {name: entry for name, entry in files.items() if entry["kind"] == kind}, result))
    lines.append(row("all", files, result))
    must = len(manifest["refused"])
    lines.append(f"must be refused: {must}, and {must - len(result.not_refused)} are")
    return "\n".join(lines)


def row(title, files, result):
    """One line of the table; values count where there is a masked file to search."""
    masked = {name: entry for name, entry in files.items() if name not in result.refused}
    values = sum(len(entry["values"]) for entry in masked.values())
    found = len({(find.file, find.place, find.value) for find in result.finds if find.file in files and not find.report_only})
    refused = len([name for name in files if name in result.refused])
    broken = len([name for name in files if name in result.broken])
    return f"{title:8}{len(files):7}{values:8}{found:7}{refused:9}{broken:8}"


def places(entry):
    """The places of a file, without their details."""
    return list(dict.fromkeys(value["place"].split(":")[0] for value in entry["values"] if not value["place"].startswith("body")))
