"""A component for spaCy's pipelines: what is found, as spans, and the masked text.

    nlp = spacy.blank("en")
    nlp.add_pipe("sfumato", config={"policy": "hipaa"})
    doc = nlp("Dear Dr. Ann Lee, write to ann.lee@example.org.")
    doc.spans["sfumato"]      # [Ann Lee, ann.lee@example.org]
    doc._.masked              # Dear Dr. [PERSON 1], write to [EMAIL 1].

The component is found by its name wherever the package is installed; nothing has to be imported. Spans reach over whole
tokens of spaCy; `doc._.masked` and `span._.places`, which count code points, are exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import spacy.tokens
from spacy.language import Language

from . import Anonymiser, LanguageCode, Quality

if TYPE_CHECKING:
    from spacy.tokens import Doc

__all__ = ["SfumatoComponent", "create"]

SETTINGS: dict[str, Any] = {"policy": "default", "quality": None, "protect": [], "spans": "sfumato", "ents": False}


class SfumatoComponent:
    """Finds and masks; `spans` names the group of spans, and `ents` puts what is found among the entities as well."""

    def __init__(self, anonymiser: Anonymiser, spans: str, ents: bool) -> None:
        self.anonymiser, self.spans, self.ents = anonymiser, spans, ents
        if not spacy.tokens.Doc.has_extension("masked"):
            spacy.tokens.Doc.set_extension("masked", default=None)
            spacy.tokens.Span.set_extension("places", default=None)

    def __call__(self, doc: Doc) -> Doc:
        if not doc.text or doc.text.isspace():
            doc._.masked, doc.spans[self.spans] = doc.text, []
            return doc
        masked = self.anonymiser.mask(doc.text)
        found = []
        for finding in masked.report.findings:
            span = doc.char_span(finding.start, finding.end, label=finding.category, alignment_mode="expand")
            if finding.action == "mask" and span is not None:
                span._.places = (finding.start, finding.end)
                found.append(span)
        doc._.masked, doc.spans[self.spans] = masked.text, found
        if self.ents:
            doc.ents = tuple(spacy.util.filter_spans([*found, *doc.ents]))
        return doc


@Language.factory("sfumato", default_config=SETTINGS, assigns=["doc._.masked"])
def create(
    nlp: Language, name: str, policy: str, quality: Quality | None, protect: list[str], spans: str, ents: bool
) -> SfumatoComponent:
    """The component for a pipeline, whose language is that of its texts if it is one that the program reads."""
    language = cast(LanguageCode, nlp.lang) if nlp.lang in ("en", "es") else None
    anonymiser = Anonymiser(policy, quality=quality, language=language, protect=protect)
    return SfumatoComponent(anonymiser, spans, ents)
