"""One planted file: what was put into it, and where."""

import random
from dataclasses import dataclass, field
from typing import Callable

from values import PLAIN, needles

# Sentences that name nobody and must come through a masking unchanged.
CONTROLS = [
    "The garden gate stays open until the evening bell.",
    "Boil the water twice and let the kettle cool down.",
    "Most of the shelves were empty by the end of the week.",
    "A blue ladder leans against the wall of the shed.",
    "The wound was clean and the dressing was changed.",
    "Rain is expected in the hills and sun on the coast.",
    "Please keep the corridor free of chairs and boxes.",
    "The second reading was lower than the first one.",
    "No fever was noted and the appetite was good.",
    "The report was read aloud and nobody objected.",
    "Turn the handle slowly until the light goes green.",
    "The bread is baked before sunrise and sold by noon.",
]


class Case:
    """Collects the values of one file. `place` is where the next value goes; whoever builds the file sets it."""

    # For the self-test: a name found anywhere would vouch for every place that repeats it, so each gets one of its own.
    fresh_repeats = False

    def __init__(self, mint, path, kind):
        self.mint = mint
        self.rng = random.Random(f"{path}:{mint.rng.random()}")
        self.path = path
        self.kind = kind
        self.expect = "masked"
        self.place = "body"
        self.values = []
        # Values that a converting program did not take over.
        self.left_out = 0
        self.patient = mint.name()
        self.controls = self.rng.sample(CONTROLS, 2)

    def record(self, kind, value, detail="", report_only=False):
        place = f"{self.place}: {detail}" if detail else self.place
        entry = {"place": place, "kind": kind, "value": value, "needles": needles(kind, value)}
        if report_only:
            entry["report_only"] = True
        self.values.append(entry)

    def piece(self, kind=None, detail=""):
        """A fresh value with the words before it, for places that cut it up."""
        planted = self.mint.planted(kind or self.rng.choice(PLAIN))
        self.record(planted.kind, planted.value, detail)
        return planted

    def say(self, kind=None, detail=""):
        """The same as one text."""
        return str(self.piece(kind, detail))

    def repeat(self, detail=""):
        """The bare name of the patient, which the body has introduced."""
        name = self.mint.name() if Case.fresh_repeats else self.patient
        return self.own("patient", name, detail or "name repeated")

    def introduce(self):
        """The sentence that introduces the patient."""
        self.record("patient", self.patient, "introduction")
        return f"Patient: {self.patient}"

    def own(self, kind, value, detail="", report_only=False):
        """Records a value that the caller has made in a form of its own, and gives it back."""
        self.record(kind, value, detail, report_only)
        return value

    def entry(self):
        """The file's part of the manifest."""
        entry = {"kind": self.kind, "expect": self.expect, "controls": self.controls, "values": self.values}
        return {**entry, "left_out": self.left_out} if self.left_out else entry


@dataclass(frozen=True)
class Place:
    """A place of a kind of file and the function that plants into it."""

    name: str
    plant: Callable
    alone: bool = False
    expect: str = "masked"


@dataclass
class Places:
    """The places of one kind, in the order they were written down."""

    items: list = field(default_factory=list)
    # How many times as many files are made, each place in other company: for runs that may take long.
    factor = 1

    def at(self, name, alone=False, expect="masked"):
        """Registers a function `plant(builder, case)`. `alone`: in a file without other places, since it may be refused.
        `expect`: `masked`, or `either` where refusing is as good; such a place is always alone, lest it excuse the refusal of others."""

        def register(plant):
            self.items.append(Place(name, plant, alone or expect == "either", expect))
            return plant

        return register

    def files(self, rng, together=5, times=3):
        """Lists of places, one for each file to make, so that each place is in `times` files, or `factor` times as many."""
        lists = []
        company = [place for place in self.items if not place.alone]
        for _ in range(times * Places.factor):
            rng.shuffle(company)
            lists += [company[i:i + together] for i in range(0, len(company), together)]
            lists += [[place] for place in self.items if place.alone]
        return lists


def plant_all(places, builder, case):
    """Lets each place plant its values, under its name."""
    for place in places:
        case.place = place.name
        if place.expect == "either":
            case.expect = "either"
        place.plant(builder, case)
    case.place = "body"


def halves(text):
    """A text cut in its middle."""
    middle = len(text) // 2
    return text[:middle], text[middle:]


def thirds(text):
    """A text cut in three."""
    third = max(1, len(text) // 3)
    return text[:third], text[third:2 * third], text[2 * third:]

