"""What goes to a model without the people in it, and what comes back with them.

>>> from sfumato.hooks import Conversation
>>> conversation = Conversation()
>>> conversation.mask("Write to Dr. Ann Lee, ann.lee@example.org.")
'Write to Dr. [PERSON_1], [EMAIL_1].'
>>> conversation.restore("Dear Dr. [PERSON_1], I have your address: [email 1].")
'Dear Dr. Ann Lee, I have your address: ann.lee@example.org.'

`mask` and `restore` are plain callables and go where a pipeline takes those: in LangChain
`RunnableLambda(conversation.mask) | model | RunnableLambda(conversation.restore)`. Both take a text, a message (a
dictionary with `content`, or an object with it), a prompt with messages, and lists of these, and give back the same.
"""

from __future__ import annotations

import copy
import re
import threading
from collections.abc import Callable
from typing import Any

from . import Anonymiser, SettingsError

__all__ = ["Conversation"]


class Conversation:
    """Masks what is said and restores what is answered, with one token for one value as long as it lives.

    It holds the values it masked, in memory alone; a new conversation begins with a new one. `keep` names categories
    that stay as they are, such as `date`. The settings are those of `sfumato.Anonymiser`.
    """

    def __init__(self, *, keep: tuple[str, ...] = (), **settings: Any) -> None:
        if isinstance(keep, str):
            raise TypeError("keep takes categories, not one: keep=[category]")
        if settings.pop("quote", True) is not True:
            raise SettingsError("a conversation needs quote=True, since it restores what was masked")
        self._anonymiser = Anonymiser(quote=True, **settings)
        self._keep = tuple(keep)
        self._tokens: dict[tuple[str, str], str] = {}
        self._values: dict[str, str] = {}
        self._lock = threading.Lock()

    def mask(self, said: Any) -> Any:
        """What is said with a token in the place of each value that is found; the same value has the same token."""
        return _changed(said, self._masked)

    def restore(self, answered: Any) -> Any:
        """What is answered with values in the place of tokens, also where the model wrote those otherwise."""
        return _changed(answered, self._restored)

    def __repr__(self) -> str:
        return f"Conversation({len(self._values)} values)"

    def _masked(self, text: str) -> str:
        if not text or text.isspace():
            return text
        out, at = [], 0
        # The result of masking was read again and searched; its places are given other labels, and nothing else changes.
        masked = self._anonymiser.mask(text)
        for mention in masked.report.to_dict()["mentions"]:
            start, end = mention.get("new", (0, 0))
            if mention["action"] != "mask" or start < at or "new" not in mention:
                continue
            value, category = mention["text"], mention["category"]
            is_kept = any(category == kept or category.startswith(f"{kept}/") for kept in self._keep)
            out += [masked.text[at:start], value if is_kept else self._token(category, value)]
            at = end
        return "".join([*out, masked.text[at:]])

    def _token(self, category: str, value: str) -> str:
        label = self._anonymiser._engine.placeholder(category).replace(" ", "_").replace("-", "_")
        with self._lock:
            known = self._tokens.get((label, value))
            if known is None:
                number = 1 + sum(1 for other, _ in self._tokens if other == label)
                known = self._tokens[label, value] = f"[{label}_{number}]"
                self._values[_plain(known)] = value
            return known

    def _restored(self, text: str) -> str:
        return _TOKEN.sub(lambda found: self._values.get(_plain(found[0]), found[0]), text)


#: A token as models write it: with brackets, or in small letters, or with a blank for the mark.
_TOKEN = re.compile(r"\\?\[[A-Za-z]+(?:\\?[_ -][A-Za-z]+)*\\?[_ -]\d{1,6}\\?\]|\b[A-Z]+(?:_[A-Z]+)*_\d{1,6}\b")


def _plain(token: str) -> str:
    return re.sub(r"[_ -]", "_", re.sub(r"[\[\]\\]", "", token)).upper()


def _changed(said: Any, change: Callable[[str], str]) -> Any:
    """A text, a message, or several, with their texts changed; whatever else there is cannot be masked."""
    match said:
        case str():
            return change(said)
        case None:
            return None
        case list() | tuple():
            return type(said)(_changed(one, change) for one in said)
        case {"content": content}:
            return {**said, "content": _changed(content, change)}
        case {"type": "text", "text": text}:
            return {**said, "text": _changed(text, change)}
    for member in ("messages", "content", "text"):
        if (held := getattr(said, member, None)) is not None and not callable(held):
            if hasattr(said, "model_copy"):
                return said.model_copy(update={member: _changed(held, change)})
            other = copy.copy(said)
            setattr(other, member, _changed(held, change))
            return other
    raise TypeError(f"neither a text nor a message: {type(said).__name__}")
