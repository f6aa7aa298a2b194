"""The package, as whoever installs it uses it. People here are invented."""

import doctest
import json
import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import sfumato
from documented import run_examples
from sfumato import Anonymiser, DocumentError, SettingsError

ROOT = Path(__file__).parents[3]
SAMPLES = ROOT / "samples"
LETTER = "Dear Dr. Ann Lee, write to ann.lee@example.org."
KEY = bytes(range(32))


@pytest.fixture(scope="module")
def anonymiser():
    return Anonymiser()


def test_examples_of_the_documentation_hold():
    import sfumato.hooks
    import sfumato.presidio

    for module in (sfumato, sfumato.hooks, sfumato.presidio):
        tried = doctest.testmod(module)
        assert tried.attempted and not tried.failed


def test_examples_of_the_document_hold(tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "letter.txt").write_text(LETTER)
    run_examples(ROOT / "bindings/python/README.md")


def test_a_text_is_masked_and_accounted_for(anonymiser):
    masked = anonymiser.mask(LETTER)
    assert masked.text == "Dear Dr. [PERSON 1], write to [EMAIL 1]."
    assert (masked.report.masked, masked.report.language) == (2, "en")
    assert masked.report.to_dict()["counts"] == masked.report.counts


def test_offsets_count_code_points(anonymiser):
    text = "😀 Señora Rosa Quiñones, DNI 12345678Z."
    found = anonymiser.detect(text).findings
    assert "12345678Z" in [text[one.start : one.end] for one in found]


def test_results_are_those_of_the_program(anonymiser, tmp_path):
    program = os.environ.get("SFUMATO_PROGRAM")
    if not program:
        pytest.skip("SFUMATO_PROGRAM names no program to compare with")
    samples = [path for path in sorted(SAMPLES.iterdir()) if path.is_file() and ".masked" not in path.name]
    compared = 0
    for path in samples:
        run = subprocess.run([program, "mask", "-q", str(path), "-o", "-"], capture_output=True)
        try:
            masked = anonymiser.mask_bytes(path.read_bytes(), path.name).data
        except DocumentError:
            assert run.returncode == 2, path
            continue
        assert masked == run.stdout, path
        compared += 1
    assert compared >= 3


def test_many_texts_come_back_in_order(anonymiser):
    texts = [f"Letter {number} from Ann Lee." for number in range(3000)]
    masked = [str(one) for one in anonymiser.mask_many(texts, threads=2)]
    assert masked == [f"Letter {number} from [PERSON 1]." for number in range(3000)]
    assert list(anonymiser.mask_many([])) == []


def test_a_text_that_fails_stands_in_its_place(anonymiser):
    done = list(anonymiser.mask_many(["Ann Lee came.", "", "Ann Lee left."], errors="return"))
    assert [type(one).__name__ for one in done] == ["MaskedText", "DocumentError", "MaskedText"]
    assert done[1].code == "empty"
    with pytest.raises(DocumentError):
        list(anonymiser.mask_many(["Ann Lee came.", ""]))


def test_columns_keep_their_kind_and_what_is_missing(anonymiser):
    pandas = pytest.importorskip("pandas")
    column = pandas.Series(["Ann Lee came.", None], index=[7, 9], name="note")
    masked = anonymiser.mask_column(column)
    assert masked[7] == "[PERSON 1] came." and pandas.isna(masked[9]) and masked.name == "note"
    with pytest.raises(TypeError):
        anonymiser.mask_column(["Ann Lee came."])


def test_a_file_is_written_whole_beside_its_source(anonymiser, tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text(LETTER)
    reports = anonymiser.mask_file(path)
    assert (tmp_path / "letter.masked.txt").read_text() == "Dear Dr. [PERSON 1], write to [EMAIL 1]."
    assert reports[0].to_dict()["document"] == "letter.txt"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["letter.masked.txt", "letter.txt"]
    with pytest.raises(SettingsError):
        anonymiser.mask_file(path, path)


def test_a_plan_is_edited_and_carried_out(anonymiser):
    plan = anonymiser.plan(LETTER)
    plan["changes"][0]["replacement"] = "somebody"
    masked = anonymiser.apply(plan, LETTER)
    assert masked.data.decode().startswith("Dear Dr. somebody, write to [EMAIL")
    with pytest.raises(DocumentError) as refused:
        anonymiser.apply(plan, LETTER + " And more.")
    assert refused.value.code == "other-document"


def test_what_was_encrypted_comes_back(tmp_path):
    policy = tmp_path / "encrypt.toml"
    policy.write_text('version = 1\n[mask]\ndefault = "encrypt"\n')
    anonymiser = Anonymiser(policy, key=KEY)
    masked = anonymiser.mask(LETTER).text
    assert "Lee" not in masked
    restored = anonymiser.unmask(masked)
    assert (restored.data.decode(), restored.values) == (LETTER, 2)


def test_a_seed_draws_the_same_and_nothing_is_drawn_without_one():
    drawn = [Anonymiser("pseudonymise", seed=seed).mask(LETTER).text for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    with pytest.raises(SettingsError, match="seed"):
        Anonymiser("pseudonymise")


def test_exposure_is_measured_where_it_is_asked_for(anonymiser):
    assert Anonymiser(assess=True).assess(LETTER)[0].exposure > 0
    with pytest.raises(DocumentError) as refused:
        anonymiser.assess(LETTER)
    assert refused.value.code == "not-measured"


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"policy": "hippa"}, "did you mean `hipaa`"),
        ({"policy": "missing.toml"}, "cannot be read"),
        ({"quality": "bst"}, "did you mean `best`"),
        ({"language": "fr"}, "no language"),
        ({"threshold": 2.0}, "from 0 to 1"),
        ({"key": b"short"}, "at least 32"),
    ],
)
def test_settings_that_cannot_be_used_say_what_to_do(settings, told):
    with pytest.raises(SettingsError, match=told):
        Anonymiser(**settings)


def test_errors_tell_nothing_of_the_document(anonymiser):
    broken = b'{"text": "Zyxwelda Quorvath"'
    with pytest.raises(DocumentError) as refused:
        anonymiser.mask_bytes(broken, "broken.json")
    assert "Zyxwelda" not in str(refused.value) and refused.value.code == "malformed"
    report = anonymiser.mask("Dear Zyxwelda Quorvath,").report
    assert "Zyxwelda" not in repr(report) + repr(report.findings) + json.dumps(report.to_dict())


def test_it_is_pickled_by_its_settings():
    again = pickle.loads(pickle.dumps(Anonymiser("hipaa", protect=["Quorvath Works"])))
    assert repr(again) == "Anonymiser('hipaa')"
    assert "Quorvath" not in again.mask("She works at Quorvath Works.").text


def test_errors_are_pickled_with_their_codes(anonymiser):
    with pytest.raises(DocumentError) as refused:
        anonymiser.mask("")
    again = pickle.loads(pickle.dumps(refused.value))
    assert (type(again), str(again), again.code) == (DocumentError, str(refused.value), "empty")


def test_one_value_has_one_pseudonym_in_all_documents_by_the_key_alone():
    texts = ["Ann Lee came.", "Peter Moss and Ada Pike saw Ann Lee.", "Last week we saw Ann Lee."]
    drawn = [Anonymiser("pseudonymise", key=KEY, consistent_across="key").mask(text) for text in texts]
    changes = [json.loads(json.dumps(one.report.to_dict()))["mentions"][-1]["new"] for one in drawn]
    assert len({one.text[start:end] for one, (start, end) in zip(drawn, changes)}) == 1
    with pytest.raises(SettingsError, match="key"):
        Anonymiser("pseudonymise", consistent_across="key")


def test_a_conversation_has_one_token_for_one_value_and_keeps_what_it_is_told_to():
    from sfumato.hooks import Conversation

    conversation = Conversation(keep=["date"])
    first = conversation.mask("Dr. Ann Lee came on 3 May 2021.")
    second = conversation.mask([{"role": "user", "content": "Who saw Peter Moss? Was it Dr. Ann Lee?"}])
    assert first == "Dr. [PERSON_1] came on 3 May 2021."
    assert second == [{"role": "user", "content": "Who saw [PERSON_2]? Was it Dr. [PERSON_1]?"}]
    assert conversation.restore("**[person 1]** saw PERSON_2, not [PERSON_3].") == "**Ann Lee** saw Peter Moss, not [PERSON_3]."
    assert "Lee" not in repr(conversation)
    with pytest.raises(TypeError, match="int"):
        conversation.mask(7)


def test_threads_and_forks_share_one(anonymiser):
    expected = anonymiser.mask(LETTER).text
    results = []
    threads = [threading.Thread(target=lambda: results.append(anonymiser.mask(LETTER).text)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 4
    if hasattr(os, "fork"):
        list(anonymiser.mask_many([LETTER] * 8, threads=2))
        child = os.fork()
        if child == 0:
            same = [str(one) for one in anonymiser.mask_many([LETTER] * 8, threads=2)] == [expected] * 8
            os._exit(0 if same else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_presidio_operators_do_what_they_say():
    from sfumato.presidio import AnonymizerEngine, OperatorConfig, RecognizerResult

    places = [RecognizerResult("PERSON", 9, 16, 0.9), RecognizerResult("PERSON", 9, 12, 1.0)]

    def done(name, **params):
        return AnonymizerEngine().anonymize(LETTER, places, {"PERSON": OperatorConfig(name, params)})

    assert done("replace").text == "Dear Dr. <PERSON>, write to ann.lee@example.org."
    assert done("redact").text == "Dear Dr. , write to ann.lee@example.org."
    assert done("mask", chars_to_mask=3, masking_char="*", from_end=True).text.startswith("Dear Dr. Ann ***,")
    assert done("keep").text == LETTER
    assert done("hash", salt="s" * 16).text == done("hash", salt="s" * 16).text != done("hash").text
    item = done("custom", **{"lambda": str.upper}).items[0]
    assert (item.text, item.start, item.end) == ("ANN LEE", 9, 16)
    with pytest.raises(ValueError):
        done("shred")


def test_the_program_comes_with_the_package(tmp_path):
    (tmp_path / "letter.txt").write_text(LETTER)

    def run(*arguments):
        return subprocess.run([sys.executable, "-m", "sfumato", *arguments], cwd=tmp_path, capture_output=True, text=True)

    done = run("mask", "letter.txt")
    assert done.returncode == 0 and (tmp_path / "letter.masked.txt").read_text().startswith("Dear Dr. [PERSON 1]")
    refused = run("mask", "nothing.txt")
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1
