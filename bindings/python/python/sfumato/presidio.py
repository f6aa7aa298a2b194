"""The classes of Presidio's Python packages, for programs that were written against them.

>>> from sfumato.presidio import AnalyzerEngine, AnonymizerEngine, OperatorConfig
>>> text = "Dear Dr. Ann Lee, write to ann.lee@example.org."
>>> found = AnalyzerEngine().analyze(text=text, language="en")
>>> [(one.entity_type, one.start, one.end) for one in found]
[('PERSON', 9, 16), ('EMAIL_ADDRESS', 27, 46)]
>>> AnonymizerEngine().anonymize(text, found, {"DEFAULT": OperatorConfig("replace", {"new_value": "<X>"})}).text
'Dear Dr. <X>, write to <X>.'

What is found goes by the names that Presidio has for it. `AnonymizerEngine` carries out what it is told and decides
nothing; to have results verified, use `sfumato.Anonymiser`.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, cast

from . import Anonymiser, LanguageCode, SettingsError
from ._native import Engine

__all__ = ["AnalyzerEngine", "AnonymizerEngine", "EngineResult", "OperatorConfig", "OperatorResult", "RecognizerResult"]


@dataclass(slots=True)
class RecognizerResult:
    """A place and what it is; offsets count code points."""

    entity_type: str
    start: int
    end: int
    score: float
    recognition_metadata: dict[str, Any] = field(default_factory=dict, compare=False)

    def to_dict(self) -> dict[str, Any]:
        return {"entity_type": self.entity_type, "start": self.start, "end": self.end, "score": self.score}


@dataclass(slots=True)
class OperatorConfig:
    """An operator and its parameters."""

    operator_name: str
    params: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class OperatorResult:
    """What stands where in the result."""

    start: int
    end: int
    entity_type: str
    text: str
    operator: str


@dataclass(slots=True)
class EngineResult:
    """The text as it is now, and what stands where in it, the last first."""

    text: str
    items: list[OperatorResult]


class AnalyzerEngine:
    """Finds what identifies people, as `sfumato` with a policy does."""

    def __init__(self, policy: str = "default", supported_languages: Iterable[str] = ("en", "es")) -> None:
        languages = list(supported_languages)
        if unknown := set(languages) - {"en", "es"}:
            raise SettingsError(f"no language {sorted(unknown)[0]!r}; there are en, es")
        self.supported_languages = languages
        self._engines = {language: Anonymiser(policy, language=cast(LanguageCode, language)) for language in languages}

    def analyze(
        self,
        text: str,
        language: str,
        entities: Iterable[str] | None = None,
        score_threshold: float | None = None,
        allow_list: Iterable[str] | None = None,
        return_decision_process: bool = False,
    ) -> list[RecognizerResult]:
        """What is found in a text, of these entities and from this score on."""
        if language not in self._engines:
            raise ValueError(f"No matching recognizers were found to serve the request for language {language}.")
        wanted, allowed = set(entities or ()), set(allow_list or ())
        results = []
        for found in self._engines[language].detect(text).findings:
            entity = Engine.label(found.category, "presidio")
            is_wanted = not wanted or entity in wanted
            is_sure = found.score >= (score_threshold or 0.0)
            if found.action == "mask" and is_wanted and is_sure and text[found.start : found.end] not in allowed:
                metadata: dict[str, Any] = {"recognizer_name": found.recogniser}
                if return_decision_process:
                    metadata["explanation"] = found.why
                results.append(RecognizerResult(entity, found.start, found.end, round(found.score, 2), metadata))
        return results


class AnonymizerEngine:
    """Replaces places of a text by operators: replace, redact, mask, hash, keep, custom."""

    def anonymize(
        self,
        text: str,
        analyzer_results: Iterable[RecognizerResult],
        operators: dict[str, OperatorConfig] | None = None,
    ) -> EngineResult:
        """The text with each place replaced as its operator says; of places that overlap the longer counts."""
        operators = operators or {}
        default = operators.get("DEFAULT", OperatorConfig("replace"))
        items: list[OperatorResult] = []
        out: list[str] = []
        at = length = 0
        for place in _disjoint(analyzer_results, len(text)):
            operator = operators.get(place.entity_type, default)
            new = _operated(operator, text[place.start : place.end], place.entity_type)
            out += [text[at : place.start], new]
            length += place.start - at
            items.append(OperatorResult(length, length + len(new), place.entity_type, new, operator.operator_name))
            length += len(new)
            at = place.end
        out.append(text[at:])
        return EngineResult("".join(out), items[::-1])


def _disjoint(results: Iterable[RecognizerResult], length: int) -> list[RecognizerResult]:
    kept: list[RecognizerResult] = []
    for one in sorted(results, key=lambda one: (one.start - one.end, -one.score, one.start)):
        if not 0 <= one.start <= one.end <= length:
            raise ValueError(f"a place {one.start}-{one.end} outside of a text of {length} characters")
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)


def _operated(operator: OperatorConfig, value: str, entity: str) -> str:
    params = operator.params
    match operator.operator_name:
        case "replace":
            return str(params.get("new_value") or f"<{entity}>")
        case "redact":
            return ""
        case "keep":
            return value
        case "mask":
            count = min(int(params["chars_to_mask"]), len(value))
            marks = str(params["masking_char"]) * count
            return value[: len(value) - count] + marks if params.get("from_end") else marks + value[count:]
        case "hash":
            # Without a salt of one's own every call has another, as values could be guessed otherwise.
            salt = params.get("salt") or os.urandom(16)
            salt = salt.encode() if isinstance(salt, str) else salt
            kind = params.get("hash_type", "sha256")
            if kind not in ("sha256", "sha512"):
                raise ValueError("hash_type takes sha256 or sha512")
            return hashlib.new(kind, value.encode() + salt).hexdigest()
        case "custom":
            return cast(str, params["lambda"](value))
        case name:
            raise ValueError(f"no operator {name!r}; there are custom, hash, keep, mask, redact, replace")
