"""Word clusters by what words are about, where those of training/language are by grammar: a name, a drug, a disease.

    clusters.py text FILES... --language es [--law FILE] -o clusters-es.tsv

The same method and arguments as training/language/clusters.py with more dimensions, none of them stressed, and rarer
words, since those that matter here are rare. A wider window than two words was tried and does not help.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "language"))

import clusters  # noqa: E402

if __name__ == "__main__":
    clusters.DIMENSIONS = 200
    clusters.STRESS = 0.5
    clusters.RAREST = 3
    clusters.main()
