"""Ray on this machine, with two workers."""

import os

import pytest

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import ray
import sfumato.ray
from rows import by_program, checked, files, visits
from sfumato import SettingsError

KEY = bytes(range(32))


@pytest.fixture(scope="module", autouse=True)
def cluster():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=200 << 20)
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def rows():
    return visits(1000)


def collected(dataset):
    return {row["visit"]: (row["patient"], row["note"], row["sfumato_code"]) for row in dataset.take_all()}


def test_rows_become_what_the_program_makes_of_them(rows, tmp_path):
    dataset = ray.data.from_items(rows, override_num_blocks=8).random_shuffle(seed=1)
    masked = sfumato.ray.mask(dataset, ["patient", "note"], text="note", id="visit")
    checked(collected(masked), rows, by_program(rows, tmp_path))


def test_pseudonyms_are_the_same_in_all_rows_by_the_key_alone(rows, tmp_path):
    (tmp_path / "key").write_bytes(KEY)
    arguments = ("--policy", "pseudonymise", "--consistent-across", "key", "--key-file", str(tmp_path / "key"))
    dataset = ray.data.from_items(rows[:200], override_num_blocks=4)
    masked = sfumato.ray.mask(dataset, ["patient", "note"], text="note", id="visit", policy="pseudonymise", key=KEY)
    checked(collected(masked), rows[:200], by_program(rows[:200], tmp_path / "program", *arguments))


def test_places_are_told_by_row_and_column(rows):
    dataset = ray.data.from_items(rows[:20], override_num_blocks=2)
    found = sfumato.ray.detect(dataset, ["patient", "note"], text="note", id="visit").take_all()
    texts = {(row["visit"], name): row[name] for row in rows[:20] for name in ("patient", "note")}
    quoted = [texts[row["visit"], row["column"]][row["start"] : row["end"]] for row in found]
    assert "12345678Z" in quoted
    # What has a place to find can be looked at, also where it could not be written.
    assert all(row["sfumato_code"] is None for row in found)


def test_files_become_what_the_program_makes_of_them(tmp_path):
    expected = files(tmp_path / "files")
    dataset = ray.data.read_binary_files(str(tmp_path / "files"), include_paths=True)
    found = {os.path.basename(row["path"]): row for row in sfumato.ray.mask_files(dataset).take_all()}
    assert found.keys() == expected.keys()
    for name, data in expected.items():
        assert found[name]["bytes"] == data, name


def test_a_column_that_is_not_there_is_told(rows):
    with pytest.raises(SettingsError, match="not there"):
        sfumato.ray.mask(ray.data.from_items(rows[:3]), "notes")
