"""Examples of documents: what their blocks of Python show must be what they print."""

import doctest
import re
from pathlib import Path
from typing import Any


def run_examples(path: Path, **known: Any) -> None:
    """Runs all blocks of a document, in order and with the names that are known, and fails at the first that differs."""
    blocks = re.findall(r"^```python\n(.*?)^```$", path.read_text(), re.MULTILINE | re.DOTALL)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), known, path.name, str(path), 0)
    assert examples.examples
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(examples, out=told.append)
    assert not runner.failures, "".join(told)
