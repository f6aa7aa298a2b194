"""Towns, streets and institutions, real names mixed with made ones."""

from lists import Lists
from pieces import Pieces
from values import digits, number, ordinal

POSTCODES = ["@@%# %@@", "@% #@@", "@@% %@@", "@@## #@@", "@%# %@@"]
SAINTS = ["St. ", "St ", "Saint ", "St. "]


class Places:
    """What lies around one document."""

    def __init__(self, rng, lists: Lists, us: bool):
        self.rng, self.lists, self.us = rng, lists, us
        self.hospital_here = self.new_hospital()
        self.clinic_here = self.new_clinic()
        self.town_here = self.new_town()

    def _pick(self, name: str) -> str:
        return self.rng.choice(self.lists.words[name])

    def _surname(self) -> str:
        return self._pick(self.rng.choice(["english", "english", "celtic", "jewish", "germanic"]))

    def new_town(self) -> str:
        """A town: one of the map, or one of parts."""
        if self.rng.random() < 0.6:
            return self._pick("town.us" if self.us else "town.uk")
        made = self._pick("town.start") + self._pick("town.end")
        front = self.rng.choice(
            ["", "", "", "", "", "New ", "North ", "Great ", "Fort ", "Port ", "Lake ", "East ", "Mount "]
        )
        return front + made

    def town(self) -> str:
        """The town of the document, or another."""
        return self.town_here if self.rng.random() < 0.35 else self.new_town()

    def state(self) -> str:
        """A state or county, states often by two letters."""
        if self.us:
            return self._pick("state") if self.rng.random() < 0.5 else self._pick("state.short")
        return self._pick("county")

    def code(self) -> str:
        """A postal code."""
        return number(self.rng, self.lists, "zip") if self.us else digits(self.rng, self.rng.choice(POSTCODES))

    def road(self) -> str:
        """A street by its name alone."""
        rng = self.rng
        name = (
            self._pick("street.name") if rng.random() < 0.6 else rng.choice([self._surname(), self._pick("town.start")])
        )
        if not self.us:
            return f"{name} {self._pick('street.kind.uk')}"
        kind = self._pick("street.kind.us")
        if rng.random() < 0.15:
            return rng.choice(["", "E ", "W. "]) + f"{ordinal(rng.randrange(2, 190))} {kind}"
        return rng.choice(["", "", "", "", "N. ", "S. ", "West ", "East ", "NW ", "E "]) + f"{name} {kind}"

    def street(self) -> str:
        """House, street and flat."""
        rng = self.rng
        if not self.us:
            house = rng.choice([f"Flat {rng.randrange(1, 40)}, ", f"{self._pick('house')}, "])
            number_ = f"{rng.randrange(1, 240)}{rng.choice(['', '', '', 'a', 'B'])} "
            return (house if rng.random() < 0.25 else "") + number_ + self.road()
        if rng.random() < 0.06:
            return f"{rng.choice(['P.O. Box ', 'PO Box '])}{rng.randrange(10, 9000)}"
        flat = rng.choice([", Apt ", " Apt. ", " #", ", Unit ", ", Apt. #"]) + rng.choice(["", "", "B", "C"])
        return f"{rng.randrange(1, 9900)} {self.road()}" + (
            f"{flat}{rng.randrange(1, 60)}" if rng.random() < 0.22 else ""
        )

    def address(self, gap: str = ", ") -> Pieces:
        """Street, town, state and code, each for itself."""
        pieces: Pieces = [(self.street(), "place/street"), (gap, None), (self.town(), "place")]
        if self.us:
            pieces += [(", ", None), (self.state(), "place"), (" ", None), (self.code(), "place")]
        else:
            if self.rng.random() < 0.5:
                pieces += [(gap, None), (self.state(), "place")]
            pieces += [(self.rng.choice([gap, " "]), None), (self.code(), "place")]
        return pieces

    def new_hospital(self) -> str:
        """A hospital of parts."""
        rng = self.rng
        kind = self._pick("hospital.kind.us" if self.us else "hospital.kind.uk")
        roll = rng.random()
        if roll < 0.28:
            saint = self._pick("saint")
            return f"{rng.choice(SAINTS)}{saint}{rng.choice(['', '’s', chr(39) + 's', chr(39) + 's'])} {kind}"
        if roll < 0.52:
            return f"{self.new_town()} {kind}"
        if roll < 0.66:
            return f"{self._surname()} {kind}"
        if roll < 0.74:
            return f"{self._pick('hospital.front')} of {self.new_town()}"
        if roll < 0.82:
            return f"{self._surname()}-{self._surname()} {kind}"
        return f"{self._pick('hospital.word')} {kind}"

    def hospital(self) -> str:
        """The hospital of the document or another, now and then in short."""
        rng = self.rng
        chosen = self.hospital_here if rng.random() < 0.5 else self.new_hospital()
        words = chosen.split()
        roll = rng.random()
        if roll < 0.08 and len(words) > 2:
            return "".join(word[0] for word in words if word[0].isupper())
        if roll < 0.3 and (chosen.startswith(("St", "Saint")) or words[0] in self.lists.words["hospital.word"]):
            return " ".join(words[: 2 if chosen.startswith("S") else 1])
        return chosen

    def new_clinic(self) -> str:
        """A surgery, clinic or health centre of parts."""
        rng = self.rng
        kind = self._pick("clinic.kind.us" if self.us else "clinic.kind.uk")
        start = rng.choice(
            [
                self._pick("clinic.word"),
                self._pick("clinic.word"),
                self.new_town(),
                self._surname(),
                f"{self._pick('street.name')} {self._pick('street.kind.uk')}",
            ]
        )
        return f"{start} {kind}"

    def clinic(self) -> str:
        """The clinic of the document, or another."""
        return self.clinic_here if self.rng.random() < 0.5 else self.new_clinic()

    def organisation(self, kind: str) -> str:
        """An employer, school, agency or the like of parts, or one by its own name."""
        rng = self.rng
        if kind == "school":
            start = rng.choice(
                [
                    self.new_town(),
                    self._surname(),
                    self._pick("clinic.word"),
                    f"{rng.choice(SAINTS)}{self._pick('saint')}'s",
                ]
            )
            return f"{start} {self._pick('school.kind')}"
        if kind == "nursing":
            start = rng.choice([self._pick("clinic.word"), self.new_town(), self._surname()])
            return f"{start} {self._pick('nursing.kind')}"
        if kind in ("agency", "ambulance", "police"):
            start = rng.choice([self.new_town(), self._pick("state" if self.us else "county")])
            return f"{start} {self._pick(kind + '.kind')}"
        if kind in ("insurer", "pharmacy", "charity"):
            return self._pick(kind)
        start = rng.choice(
            [
                self._surname(),
                self._surname(),
                f"{self._surname()} & {self._surname()}",
                self.new_town(),
                self._pick("company.word"),
            ]
        )
        return f"{start} {self._pick('company.kind')}" if rng.random() < 0.75 else self._pick("company")

    def domain(self) -> str:
        """The end of an address on the net."""
        return self._pick("domain")
