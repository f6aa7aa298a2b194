"""What the slots of templates are filled with: one `Note` for each document, its cast and its habits."""

import re

import people
import values
from lists import Lists
from pieces import Pieces, grow, recase, sentence_case
from places import Places

# Slots that are a number of a kind, and their labels.
NUMBERS = {
    "mrn": "id/record", "visit": "id/record", "accession": "id", "insurance": "id/insurance", "group": "id/insurance",
    "ssn": "id/social-security", "ni": "id/social-security", "nhs": "id", "licence": "id", "employee": "id/employee",
    "npi": "id", "prescriber": "id", "serial": "id/device", "job": "id", "ref": "id", "case": "id", "room": "other",
    "extension": "contact/phone", "pager": "contact/phone",
}  # fmt: skip
# Slots that are an entry of a list, labelled; every other list is filled in without a label, as a template itself.
LABELLED = {
    "profession": "profession",
    "demographic": "demographic",
    "religion": "demographic",
    "country": "place/country",
    "landmark": "place",
}
ORGANISATIONS = ("employer", "school", "nursing", "agency", "ambulance", "police", "insurer", "pharmacy", "charity")
DOCTOR = [["MD"], ["M.D."], ["MD", "PhD"], ["DO"], ["MD", "FACS"], ["MD", "FACC"], ["MD", "MPH"]]
DOCTOR_UK = [["MBBS"], ["MRCP"], ["FRCS"], ["MBChB", "MRCGP"], ["MD", "FRCP"], ["FRCR"], ["MRCPsych"]]
NURSE = [["RN"], ["R.N."], ["RN", "BSN"], ["NP"], ["PA-C"], ["LPN"], ["ARNP"], ["CRNA"], ["CNM"]]
OTHER = [["LCSW"], ["PT", "DPT"], ["RD"], ["RPh"], ["PharmD"], ["LICSW"], ["OTR/L"], ["CCC-SLP"], ["CNA"]]


def labelled(text: str, label: str) -> Pieces:
    """A text with its label; an article before it stays outside."""
    article = "the " if text.startswith("the ") else ""
    return [(article, None), (text.removeprefix("the "), label)]


class Note:
    """One document in the making."""

    def __init__(self, rng, lists: Lists, us: bool, child: bool = False):
        self.rng, self.lists, self.us = rng, lists, us
        self.places = Places(rng, lists, us)
        self.calendar = values.Calendar(rng, us)
        self.patient = people.born(rng, lists, "patient")
        self.age = rng.randrange(18) if child else min(rng.randrange(16, 99), rng.randrange(30, 104))
        self.cast = {
            "attending": self.doctor(), "resident": self.doctor(), "gp": self.doctor(), "consultant": self.doctor(),
            "nurse": people.born(rng, lists, "staff", credentials=rng.choice(NURSE)),
            "worker": people.born(rng, lists, "staff", credentials=rng.choice(OTHER)),
        }  # fmt: skip
        self.relatives: list[people.Person] = []
        self.kin_sex = ""
        self.said: set[str] = set()
        self.quiet, self.length = rng.uniform(0.25, 0.9), rng.choice([1, 1.5, 2, 2.5, 3])
        self.heading = rng.choice(["{}:", "{}:", "{}", "{} -", "**{}**", "## {}", "{}\n" + "-" * 8, "[{}]", "{}: "])
        self.field = rng.choices(["{}", "**{}**", "*{}*", "- {}", "<b>{}</b>"], [84, 8, 2, 5, 1])[0]
        self.heading_case = rng.choice([str, str.upper, str.upper, str.title])
        self.separator = rng.choice([": ", ": ", ": ", ":", " - ", ":\t", "  ", " : "])
        self.bullet = rng.choice(["- ", "* ", "{}. ", "{}) ", "• ", "#{} ", "", "-- "])

    def doctor(self) -> people.Person:
        """A new doctor."""
        return people.born(self.rng, self.lists, "staff", credentials=self.rng.choice(DOCTOR if self.us else DOCTOR_UK))

    def grow(self, template: str) -> Pieces:
        """A template filled for this document."""
        return grow(template, self.rng, self.fill)

    def fill(self, name: str, argument: str) -> Pieces:
        """The pieces of a slot."""
        rng = self.rng
        if name in NUMBERS:
            return [(values.number(rng, self.lists, name), NUMBERS[name])]
        if name in LABELLED:
            return labelled(rng.choice(self.lists.words[name]), LABELLED[name])
        if name in ORGANISATIONS:
            return [(self.places.organisation(name), "organisation")]
        if name in self.cast:
            return self.person(self.cast[name], argument)
        if name in CALENDAR:
            return self.date(name)
        if method := getattr(self, f"slot_{name}", None):
            return method(argument)
        if name in self.lists.words:
            return self.grow(rng.choice(self.lists.words[name]))
        raise ValueError(f"no slot: {name}")

    # People.

    def person(self, member: people.Person, form: str) -> Pieces:
        """A member of staff in a form, or as running text has it."""
        if form == "sign":
            return people.signature(member, self.rng)
        return people.name(member, form, self.rng) if form else people.staff_inline(member, self.rng)

    def slot_patient(self, form: str) -> Pieces:
        return people.name(self.patient, form, self.rng) if form else people.patient_inline(self.patient, self.rng)

    def slot_staff(self, form: str) -> Pieces:
        if self.rng.random() < 0.4:
            member = self.rng.choice(list(self.cast.values()))
        elif self.rng.random() < 0.6:
            member = self.doctor()
        else:
            member = people.born(self.rng, self.lists, "staff", credentials=self.rng.choice(NURSE + OTHER))
        return self.person(member, form)

    def slot_dr(self, form: str) -> Pieces:
        member = (
            self.doctor() if self.rng.random() < 0.6 else self.cast[self.rng.choice(["attending", "gp", "consultant"])]
        )
        return self.person(member, form)

    def slot_kin(self, _: str) -> Pieces:
        return self.kinship("kin")

    def slot_child(self, _: str) -> Pieces:
        return self.kinship("child")

    def kinship(self, kind: str) -> Pieces:
        """A word of kinship; the next relative named is one it fits."""
        self.kin_sex = self.rng.choice("fm")
        return [(self.rng.choice(self.lists.words[f"{kind}.{self.kin_sex}"]), None)]

    def slot_rel(self, form: str) -> Pieces:
        fitting = [person for person in self.relatives[:-1] if self.kin_sex in ("", person.sex)]
        if fitting and self.rng.random() < 0.3:
            relative = self.rng.choice(fitting)
            self.relatives.remove(relative)
        else:
            same = self.patient.surname if self.rng.random() < 0.5 else ""
            relative = people.born(self.rng, self.lists, "", same, sex=self.kin_sex)
        self.relatives.append(relative)
        self.kin_sex = ""
        return people.name(relative, form or self.rng.choice(["first", "first", "full", "title"]), self.rng)

    def _by_sex(self, female: str, male: str) -> Pieces:
        return [(female if self.patient.sex == "f" else male, None)]

    def slot_he(self, _: str) -> Pieces:
        return self._by_sex("she", "he")

    def slot_He(self, _: str) -> Pieces:
        return self._by_sex("She", "He")

    def slot_his(self, _: str) -> Pieces:
        return self._by_sex("her", "his")

    def slot_His(self, _: str) -> Pieces:
        return self._by_sex("Her", "His")

    def slot_him(self, _: str) -> Pieces:
        return self._by_sex("her", "him")

    def slot_sex(self, _: str) -> Pieces:
        return self._by_sex(*self.rng.choice([("F", "M"), ("Female", "Male"), ("female", "male")]))

    def slot_man(self, _: str) -> Pieces:
        if self.age < 14:
            return self._by_sex("girl", "boy")
        return self._by_sex(
            *self.rng.choice(
                [("woman", "man"), ("female", "male"), ("lady", "gentleman"), ("F", "M"), ("woman", "man")]
            )
        )

    def slot_P(self, _: str) -> Pieces:
        """The patient as the subject at the start of a sentence."""
        way = self.rng.choice(["Pt", "Patient", "The patient", "{He}", "{He}", "{patient}", "{patient}"])
        return sentence_case(self.grow(way))

    def slot_p(self, _: str) -> Pieces:
        """The patient inside a sentence."""
        return self.grow(self.rng.choice(["the patient", "pt", "{patient}"]))

    # Time.

    def date(self, kind: str) -> Pieces:
        """A date of a kind."""
        return labelled(CALENDAR[kind](self.calendar), "date")

    def slot_dob(self, _: str) -> Pieces:
        return [(self.calendar.birth(self.age), "date")]

    def slot_age(self, form: str) -> Pieces:
        if form == "bare":
            return [(str(self.age or 1), "age")]
        if form == "decade":
            return [(values.decade_of_life(self.rng, self.age), "age")]
        if form == "old":
            return [(str(self.rng.randrange(55, 99)), "age")]
        if form == "other":
            return [(str(self.rng.randrange(2, 96)), "age")]
        if form == "header":
            years = self.age or 1
            return [(self.rng.choice(["{}", "{}", "{} y", "{} years", "{}Y", "{} yrs", "{}yo"]).format(years), "age")]
        return [(values.age(self.rng, self.age), "age")]

    def slot_time(self, _: str) -> Pieces:
        hour, minute = self.rng.randrange(24), self.rng.randrange(60)
        twelve, half = hour % 12 or 12, "AM" if hour < 12 else "PM"
        forms = [
            f"{hour:02}:{minute:02}",
            f"{hour:02}{minute:02}",
            f"{hour:02}{minute:02} hrs",
            f"{twelve}:{minute:02} {half}",
            f"{twelve}{half.lower()}",
        ]
        return [(self.rng.choice(forms), None)]

    # Places and ways to reach someone.

    def slot_town(self, _: str) -> Pieces:
        return labelled(self.places.town(), "place")

    def slot_state(self, _: str) -> Pieces:
        return [(self.places.state(), "place")]

    def slot_townstate(self, _: str) -> Pieces:
        return [(self.places.town(), "place"), (", ", None), (self.places.state(), "place")]

    def slot_street(self, _: str) -> Pieces:
        return [(self.places.street(), "place/street")]

    def slot_road(self, _: str) -> Pieces:
        return [(self.places.road(), "place/street")]

    def slot_zip(self, _: str) -> Pieces:
        return [(self.places.code(), "place")]

    def slot_address(self, form: str) -> Pieces:
        return self.places.address("\n" if form == "lines" else ", ")

    def slot_hospital(self, form: str) -> Pieces:
        return [(self.places.hospital_here if form == "here" else self.places.hospital(), "organisation/hospital")]

    def slot_clinic(self, form: str) -> Pieces:
        return [(self.places.clinic_here if form == "here" else self.places.clinic(), "organisation/health-centre")]

    def slot_phone(self, _: str) -> Pieces:
        return [(values.number(self.rng, self.lists, "phone.us" if self.us else "phone.uk"), "contact/phone")]

    def slot_fax(self, _: str) -> Pieces:
        return [(values.number(self.rng, self.lists, "phone.us" if self.us else "phone.uk"), "contact/fax")]

    def slot_email(self, _: str) -> Pieces:
        rng = self.rng
        who = rng.choice([self.patient, *self.cast.values(), *self.relatives])
        first, last = (re.sub(r"[^a-z]", "", part.lower()) or "mail" for part in (who.given, who.surname))
        user = rng.choice(
            [
                f"{first}.{last}",
                f"{first[0]}{last}",
                f"{first}{rng.randrange(1, 99)}",
                f"{last}_{first}",
                f"{last}{first[0]}",
                rng.choice(["appointments", "referrals", "reception", "records"]),
            ]
        )
        return [(f"{user}@{self.places.domain()}", "contact/email")]

    def slot_url(self, _: str) -> Pieces:
        start = self.rng.choice(["https://", "http://www.", "www.", "https://portal.", "www."])
        end = self.rng.choice(["", "", "/mychart", "/results", "/patients/portal", "/appointments", "/feedback"])
        return [(f"{start}{self.places.domain()}{end}", "contact/url")]

    # Numbers that say nothing about who.

    def slot_n(self, bounds: str) -> Pieces:
        low, high = (int(bound) for bound in bounds.split("-"))
        return [(str(self.rng.randint(low, high)), None)]

    def slot_d(self, bounds: str) -> Pieces:
        low, high = bounds.split("-")
        places = len(low.partition(".")[2])
        return [(f"{self.rng.uniform(float(low), float(high)):.{places}f}", None)]

    # Blocks.

    def slot_s(self, argument: str) -> Pieces:
        """A paragraph: `{s:topic:3-5}`, sentences of a topic or of several (`topic+topic`)."""
        pieces: Pieces = []
        for sentence in self.sentences(argument):
            pieces += [(" ", None)] * bool(pieces) + sentence
        return recase(pieces, self.rng.choices([str, str.upper, str.lower], [90, 5, 5])[0])

    def slot_list(self, argument: str) -> Pieces:
        """Sentences of topics as points of a list."""
        pieces: Pieces = []
        for at, sentence in enumerate(self.sentences(argument), 1):
            pieces += [("\n" * (at > 1) + self.bullet.format(at), None), *sentence]
        return pieces

    def sentences(self, argument: str) -> list[Pieces]:
        """Sentences of topics, none that the document has had; some of them, by its habit, from the quiet ones."""
        topics, _, bounds = argument.partition(":")
        low, _, high = bounds.partition("-")
        count = self.rng.randint(int(low), int(high or low))
        lines: list[str] = []
        for _ in range(round(count * self.length) if high else count):
            quiet = self.rng.random() < self.quiet
            pool = self.unsaid(f"{topic}.quiet" for topic in topics.split("+")) if quiet else []
            if pool := pool or self.unsaid(topics.split("+")):
                lines.append(self.rng.choice(pool))
                self.said.add(lines[-1])
        return [sentence_case(self.grow(line)) for line in lines]

    def unsaid(self, topics) -> list[str]:
        """The sentences of topics that the document has not had."""
        return [line for topic in topics for line in self.lists.sentences.get(topic, []) if line not in self.said]

    def slot_header(self, argument: str) -> Pieces:
        """A block of labelled fields: `{header:6}`, the name first and at most so many more."""
        rng = self.rng
        fields = self.lists.words["field.us" if self.us else "field.uk"]
        chosen = [
            rng.choice(self.lists.words["field.name"]),
            *rng.sample(fields, rng.randint(3, min(int(argument), len(fields)))),
        ]
        across = rng.choice([1, 1, 1, 2, 2, 3])
        gap = rng.choice(["    ", "\t", " | ", "   ", "; ", "  "])
        bare, upper = rng.random() < 0.08, rng.random() < 0.25
        pieces: Pieces = []
        for at, row in enumerate(chosen):
            label, _, value = row.partition("=")
            if at:
                pieces.append(("\n" if at % across == 0 else gap, None))
            if not bare:
                front, back = self.field.split("{}")
                pieces += [(front, None), *recase(self.grow(label), str.upper if upper else str), (back, None)]
                pieces.append((self.separator, None))
            pieces += self.grow(value)
        return pieces

    def slot_block(self, kind: str) -> Pieces:
        """A block of a kind, such as a signature; `~` breaks its lines."""
        template = self.rng.choice(self.lists.sentences[f"block.{kind}"])
        return [(text.replace("~", "\n") if label is None else text, label) for text, label in self.grow(template)]


# Slots that are a date.
CALENDAR = {
    "date": values.Calendar.recent, "day": values.Calendar.visit, "fulldate": values.Calendar.full,
    "past": values.Calendar.past, "year": values.Calendar.year, "month": values.Calendar.month,
    "weekday": values.Calendar.weekday, "weekdate": values.Calendar.weekday_date,
    "monthyear": values.Calendar.month_year,
    "holiday": values.Calendar.holiday, "decade": values.Calendar.decade,
}  # fmt: skip
