"""python3 -m unittest, in this folder: every template grows, spans are exact, and the two parts keep apart."""

import random
import re
import unittest

from lists import DATA, Lists, _sections
from notes import WORDS, documents
from pieces import document, grow, wrap
from slots import Note


class Templates(unittest.TestCase):
    def setUp(self):
        self.lists = Lists("all")

    def test_every_template_grows(self):
        for us in (True, False):
            note = Note(random.Random(4), self.lists, us)
            templates = [line for lines in self.lists.sentences.values() for line in lines]
            templates += [line for layout in self.lists.layouts.values() for line in layout.split("\n")]
            templates += [row for rows in self.lists.words.values() for row in rows]
            for template in templates:
                text, _ = document(note.grow(template))
                self.assertFalse(re.search(r"[{}\[\]]", text.replace("[]", "")), template)

    def test_there_is_enough_of_everything(self):
        sentences = sum(len(lines) for name, lines in self.lists.sentences.items() if not name.startswith("block."))
        self.assertGreaterEqual(sentences, 400)
        self.assertGreaterEqual(len(self.lists.layouts), 60)

    def test_every_list_and_sentence_is_used(self):
        sources = [*DATA.parent.glob("*.py"), *DATA.rglob("*.txt")]
        used = " ".join(path.read_text(encoding="utf-8") for path in sources)
        for name in [*self.lists.words, *self.lists.sentences]:
            stem = name.partition(".")[0]
            self.assertRegex(used, rf"[{{:+\"'\[]{re.escape(stem)}\b", name)


class Parts(unittest.TestCase):
    def test_train_and_dev_share_no_template(self):
        train, dev = Lists("train"), Lists("dev")
        self.assertFalse(set(train.layouts) & set(dev.layouts))
        for name in ("history", "plan", "exam", "psych"):
            self.assertFalse(set(train.sentences[name]) & set(dev.sentences[name]))
        for name in ("english", "english.f", "town.us", "profession"):
            self.assertFalse(set(train.words[name]) & set(dev.words[name]))

    def test_nothing_is_lost(self):
        for name, shared, rows in _sections(DATA / "sentences"):
            whole = {row.strip() for row in rows if row.strip()}
            self.assertEqual(
                whole, set(Lists("train").sentences[name]) | set(Lists("dev").sentences[name]), (name, shared)
            )


class Documents(unittest.TestCase):
    def test_spans_are_exact(self):
        for part in ("train", "dev"):
            for record in documents(3, 120, part):
                text, end = record["text"], 0
                self.assertIn(len(text.split()), WORDS)
                for span in record["spans"]:
                    self.assertGreaterEqual(span["start"], end)
                    end = span["end"]
                    held = text[span["start"] : end]
                    self.assertTrue(held and held == held.strip() and "\n" not in held, held)
                    self.assertFalse(text[span["start"] - 1 : span["start"]].isalpha(), text[span["start"] - 9 : end])

    def test_the_same_call_gives_the_same_documents(self):
        self.assertEqual(list(documents(7, 20, "all")), list(documents(7, 20, "all")))

    def test_wrapping_moves_nothing(self):
        text, spans = "seen by Ann Lee today", [{"start": 8, "end": 15, "label": "person"}]
        self.assertEqual(wrap(text, spans, 10), "seen by\nAnn Lee\ntoday")

    def test_an_article_heeds_what_follows(self):
        pieces = grow("a {age} man", random.Random(1), lambda name, argument: [("82-year-old", "age")])
        self.assertEqual("".join(text for text, _ in pieces), "an 82-year-old man")


if __name__ == "__main__":
    unittest.main()
