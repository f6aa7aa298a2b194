"""The component in real pipelines of spaCy, and the hooks in a real chain of LangChain."""

import pytest
import spacy

TEXT = "Dear Dr. Ann Lee, write to ann.lee@example.org."


@pytest.mark.parametrize("language", ["en", "xx"])
def test_a_pipeline_finds_and_masks(language):
    # Nothing of sfumato is imported: spaCy finds the component by its entry point.
    nlp = spacy.blank(language)
    nlp.add_pipe("sfumato", config={"policy": "hipaa", "ents": True})
    doc = nlp(TEXT)
    assert doc._.masked == "Dear Dr. [PERSON 1], write to [EMAIL 1]."
    assert [(span.text, span.label_) for span in doc.spans["sfumato"]] == [
        ("Ann Lee", "person/staff"),
        ("ann.lee@example.org", "contact/email"),
    ]
    assert [span._.places for span in doc.spans["sfumato"]] == [(9, 16), (27, 46)]
    assert [span.text for span in doc.ents] == ["Ann Lee", "ann.lee@example.org"]
    assert [one._.masked for one in nlp.pipe(["Ann Lee came.", "", "  "])] == ["[PERSON 1] came.", "", "  "]


def test_a_pipeline_is_saved_and_loaded(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("sfumato", config={"policy": "hipaa", "spans": "phi"})
    nlp.to_disk(tmp_path)
    doc = spacy.load(tmp_path)(TEXT)
    assert len(doc.spans["phi"]) == 2


def test_a_chain_of_langchain_masks_and_restores():
    from langchain_core.messages import AIMessage, HumanMessage
    from langchain_core.prompts import ChatPromptTemplate
    from langchain_core.runnables import RunnableLambda
    from sfumato.hooks import Conversation

    conversation = Conversation()
    seen = []

    def model(prompt):
        seen.append(prompt.to_string())
        return AIMessage("Dear " + prompt.messages[-1].content.split("Dr. ")[1].split(",")[0])

    prompt = ChatPromptTemplate.from_messages([("human", "{said}")])
    chain = prompt | RunnableLambda(conversation.mask) | model | RunnableLambda(conversation.restore)
    assert chain.invoke({"said": TEXT}).content == "Dear Ann Lee"
    assert "Lee" not in seen[0] and "[PERSON_1]" in seen[0]
    assert conversation.mask([HumanMessage("Ann Lee came.")])[0].content == "[PERSON_1] came."
