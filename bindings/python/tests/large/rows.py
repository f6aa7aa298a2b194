"""Tables and files for the tests of clusters, and what the program makes of them. People here are invented."""

import base64
import json
import os
import random
import subprocess
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parents[4] / "samples"
NAMES = ["Ann Lee", "Peter Moss", "Ada Pike", "Rosa Quiñones", "Tom Ashdown", "Eva Ruiz"]
#: A document that no format reads stands in the text, and so refuses it.
REFUSED = "See the scan: <~" + base64.a85encode(bytes(range(256)) * 4).decode() + "~>"


def program() -> str:
    named = os.environ.get("SFUMATO_PROGRAM")
    if not named:
        pytest.fail("SFUMATO_PROGRAM names no program to compare with")
    return named


def visits(count: int) -> list[dict[str, str | None]]:
    """Rows, some of them long, some blank, some missing, and every hundredth broken."""
    draw = random.Random(1)
    prose = (SAMPLES / "letter-en.txt").read_text()
    rows = []
    for number in range(count):
        name, other = draw.sample(NAMES, 2)
        note = f"Dr. {other} saw {name} on 3 May 20{number % 20:02}. Rings 07700 900{number % 1000:03}.\nDNI 12345678Z."
        match number % 100:
            case 7:
                note = REFUSED
            case 8:
                note = ""
            case 9:
                note = None
            case 10:
                note = prose * draw.randint(1, 6)
        rows.append({"visit": f"V{number:05}", "patient": name, "note": note, "ward": str(number % 3)})
    return rows


def by_program(rows: list[dict[str, str | None]], folder: Path, *arguments: str) -> dict[str, tuple[str | None, ...]]:
    """Patient and note of each row as the program masks them; nothing of one that it cannot mask."""
    folder.mkdir(exist_ok=True)
    given = []
    for row in rows:
        record = {name: row[name] for name in ("patient", "note") if row[name] is not None}
        given.append(json.dumps({"visit": row["visit"], **record}, ensure_ascii=False))
    (folder / "in.jsonl").write_text("\n".join(given) + "\n")
    call = [program(), "mask", folder / "in.jsonl", "-o", folder / "out.jsonl", "-q", "--text-field", "note"]
    done = subprocess.run([*call, "--keep-fields", "visit", "--allow-incomplete", *arguments], capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    masked = [json.loads(line) for line in (folder / "out.jsonl").read_text().splitlines()]
    return {row["visit"]: (row.get("patient"), row.get("note")) for row in masked}


def checked(found: dict[str, tuple[str | None, ...]], rows: list[dict[str, str | None]], expected: dict) -> None:
    """Holds patient, note and code of each row against what the program makes of them."""
    assert len(found) == len(rows)
    failed = [row["visit"] for row in rows if row["note"] == REFUSED]
    assert failed and all(found[visit] == (None, None, "refused-part") for visit in failed)
    for visit, masked in expected.items():
        assert found[visit] == (*masked, None), visit
    assert len(expected) + len(failed) == len(rows)


def files(folder: Path) -> dict[str, bytes | None]:
    """Files of all kinds, some of them broken, with what the program makes of each; nothing of one that it refuses."""
    folder.mkdir()
    made: dict[str, bytes | None] = {}
    for path in sorted(SAMPLES.iterdir()):
        if path.is_file() and ".masked" not in path.name:
            (folder / path.name).write_bytes(path.read_bytes())
    (folder / "broken.docx").write_bytes((SAMPLES / "letter-en.txt").read_bytes()[:10] + b"\x00PK\x03\x04")
    (folder / "empty.txt").write_bytes(b"")
    for path in sorted(folder.iterdir()):
        done = subprocess.run([program(), "mask", "-q", path, "-o", "-"], capture_output=True)
        made[path.name] = done.stdout if done.returncode == 0 else None
    assert made["empty.txt"] is None and sum(data is not None for data in made.values()) > 3
    return made
