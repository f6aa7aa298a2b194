"""Scoring for the village quiz. Written by ⟦person|Thaddeus Okafor⟧, ⟦date|January 2023⟧."""
import argparse
import json
from pathlib import Path

# ⟦person|Marguerite⟧ wants ties broken by age; see her mail of ⟦date|3 Feb⟧
TEAMS = {"⟦person|Okafor⟧ & co": 12, "The Quizzards": 9}


class ScoreBoard:
    """Holds a JSON list of rounds and prints a table."""

    def __init__(self, path: Path) -> None:
        self.rounds = json.loads(path.read_text())

    def best(self) -> str:
        # HACK: Python sorts are stable, so the first wins
        return max(self.rounds, key=lambda r: r["points"])["team"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Village quiz")
    parser.add_argument("--path", default="/home/⟦id|tokafor⟧/quiz/rounds.json")
    args = parser.parse_args()
    print(ScoreBoard(Path(args.path)).best())
