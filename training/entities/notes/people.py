"""People who were never born, and the ways notes write their names."""

from dataclasses import dataclass, field

from lists import Lists
from pieces import Pieces

# Where names come from, and how often; `odd` are words of every day, `made` are put together of parts.
ORIGINS = {
    "english": 34, "odd": 8, "made": 9, "celtic": 7, "hispanic": 10, "chinese": 4, "eastasian": 5, "southasian": 6,
    "arabic": 5, "african": 5, "slavic": 5, "germanic": 4, "romance": 5, "jewish": 3,
}  # fmt: skip
SUFFIXES = ["Jr.", "Sr.", "III", "II", "Jr", "IV"]
TITLES = {"f": ["Mrs.", "Ms.", "Ms.", "Miss", "Mrs", "Ms"], "m": ["Mr.", "Mr.", "Mr", "Mr."]}


@dataclass
class Person:
    """A person, with one way to write the title kept through a document."""

    sex: str
    given: str
    middle: str
    surname: str
    title: str
    nickname: str
    suffix: str = ""
    role: str = ""
    credentials: list[str] = field(default_factory=list)

    @property
    def label(self) -> str:
        """The category of this person's name."""
        return {"patient": "person/patient", "": "person"}.get(self.role, "person/staff")


def born(
    rng, lists: Lists, role: str = "", surname: str = "", credentials: list[str] | None = None, sex: str = ""
) -> Person:
    """A new person; one in ten has a given name and a surname of different origins."""
    origin = rng.choices(list(ORIGINS), ORIGINS.values())[0]
    given_origin = origin
    if origin == "made" or rng.random() < 0.1:
        given_origin = rng.choice(["english", "english", "odd", "celtic", "hispanic"])
    sex = sex or rng.choice("fm")
    given, middle = rng.choice(lists.words[f"{given_origin}.{sex}"]), rng.choice(lists.words[f"english.{sex}"])
    if given_origin in ("english", "celtic", "romance") and rng.random() < 0.04:
        given += "-" + rng.choice(lists.words[f"{given_origin}.{sex}"])
    return Person(
        sex,
        given,
        middle,
        surname or surname_of(rng, lists, origin),
        rng.choice(TITLES[sex]),
        rng.choice(lists.words[f"nickname.{sex}"]),
        rng.choice(SUFFIXES) if sex == "m" and rng.random() < 0.05 else "",
        role,
        credentials or [],
    )


def surname_of(rng, lists: Lists, origin: str) -> str:
    """A surname of an origin: in Spanish often two, elsewhere now and then a double one."""
    if origin == "made":
        return rng.choice(lists.words["surname.start"]) + rng.choice(lists.words["surname.end"])
    surname, chance = rng.choice(lists.words[origin]), rng.random()
    if origin == "hispanic" and chance < 0.25:
        return surname + rng.choice([" ", "-"]) + rng.choice(lists.words["hispanic"])
    if origin in ("english", "celtic", "jewish") and chance < 0.06:
        return surname + "-" + rng.choice(lists.words["english"])
    return surname


def name(person: Person, form: str, rng) -> Pieces:
    """A name in a form; titles and degrees stand outside the label."""
    p, label = person, person.label
    first, last, initial = p.given, p.surname, p.middle[0]
    if form == "first":
        return [(first, label)]
    if form == "last":
        return [(last, label)]
    if form == "title":
        return [(p.title + " ", None), (last, label)]
    if form == "titlefull":
        return [(p.title + " ", None), (f"{first} {last}", label)]
    if form == "full":
        return [
            (rng.choice([f"{first} {last}"] * 5 + [f"{first} {initial}. {last}", f"{first} {initial} {last}"]), label)
        ]
    if form == "long":
        return [(f"{first} {p.middle} {last}" + (f" {p.suffix}" if p.suffix else ""), label)]
    if form == "initials":
        return [(rng.choice([first[0] + initial + last[0], f"{first[0]}.{last[0]}.", first[0] + last[0]]), label)]
    if form == "short":
        return [
            (
                rng.choice(
                    [
                        f"{first[0]}. {last}",
                        f"{first[0]} {last}",
                        f"{first} {last[0]}.",
                        f"{first[0]}.{initial}. {last}",
                    ]
                ),
                label,
            )
        ]
    if form == "nick":
        return [
            (
                rng.choice(
                    [
                        f"{first} “{p.nickname}” {last}",
                        f'{first} "{p.nickname}" {last}',
                        f"{first} ({p.nickname}) {last}",
                    ]
                ),
                label,
            )
        ]
    if form == "listed":
        return [(_listed(p, rng), label)]
    if form == "header":
        form = rng.choices(["listed", "full", "long", "titlefull", "nick", "caps"], [45, 22, 14, 8, 4, 7])[0]
        return [(f"{first} {last}".upper(), label)] if form == "caps" else name(p, form, rng)
    raise ValueError(f"no form of a name: {form}")


def _listed(p: Person, rng) -> str:
    first, last, initial = p.given, p.surname, p.middle[0]
    suffix = f" {p.suffix}" if p.suffix else ""
    return rng.choice([
        f"{last}, {first}", f"{last}, {first} {initial}.", f"{last}, {first} {initial}", f"{last},{first}",
        f"{last}, {first}".upper(), f"{last.upper()}, {first}", f"{last},{first} {initial}".upper(),
        f"{last}{suffix}, {first}", f"{last.upper()} {first}", f"{last}, {first} {p.middle}",
    ])  # fmt: skip


def patient_inline(patient: Person, rng) -> Pieces:
    """The patient's name as running text has it."""
    forms = ["title", "first", "last", "full", "titlefull", "short"]
    return name(patient, rng.choices(forms, [50, 13, 8, 16, 8, 5])[0], rng)


def is_doctor(member: Person) -> bool:
    """Whether the letters after a name are a doctor's."""
    return any(degree.startswith(("M", "D", "F")) and degree != "DPT" for degree in member.credentials)


def staff_inline(member: Person, rng) -> Pieces:
    """The name of someone who cares for the patient, as running text has it."""
    if not is_doctor(member):
        how = rng.choices(
            ["degree", "first", "full", "title", "bracket", "nurse", "initials"], [32, 14, 16, 12, 10, 11, 5]
        )[0]
    else:
        how = rng.choices(["dr", "drfull", "degree", "last", "bracket", "prof", "short"], [58, 12, 14, 5, 3, 4, 4])[0]
    if how == "dr":
        return [(rng.choice(["Dr. ", "Dr ", "Dr. ", "Doctor ", "dr. "]), None), *name(member, "last", rng)]
    if how == "drfull":
        return [(rng.choice(["Dr. ", "Dr "]), None), *name(member, rng.choice(["full", "short"]), rng)]
    if how == "prof":
        return [(rng.choice(["Professor ", "Prof. ", "Prof "]), None), *name(member, "last", rng)]
    if how == "nurse":
        return [
            (rng.choice(["Nurse ", "RN ", "Sister ", "nurse "]), None),
            *name(member, rng.choice(["last", "first"]), rng),
        ]
    if how == "bracket":
        return [*name(member, rng.choice(["full", "last"]), rng), (f" ({rng.choice(member.credentials)})", None)]
    if how == "degree":
        return [*name(member, rng.choice(["full", "short", "full"]), rng), degrees(member, rng)]
    return name(member, how, rng)


def degrees(member: Person, rng) -> tuple[str, None]:
    """The letters after a name."""
    many = member.credentials[: rng.choice([1, 1, 1, 2])]
    return (rng.choice([", ", ", ", " "]) + ", ".join(many), None)


def signature(member: Person, rng) -> Pieces:
    """A name as it is signed with."""
    form = rng.choices(["full", "long", "short", "titlefull"], [60, 15, 15, 10])[0]
    if is_doctor(member) and rng.random() < 0.12:
        return [("Dr ", None), *name(member, "full", rng)]
    return [*name(member, form, rng), degrees(member, rng)]
