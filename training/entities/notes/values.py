"""Dates, ages and numbers: what identifies by its shape."""

import datetime

from lists import Lists

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
HOLIDAYS = (
    "Christmas",
    "Thanksgiving",
    "Easter",
    "New Year's Eve",
    "Memorial Day",
    "Christmas Day",
    "Boxing Day",
    "Labor Day",
    "Diwali",
    "Halloween",
)
UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def ordinal(day: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    return f"{day}{'th' if 10 <= day % 100 <= 20 else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"


def in_words(number: int) -> str:
    """A number below a hundred."""
    if number < 20:
        return UNITS[number]
    return TENS[number // 10] + (f"-{UNITS[number % 10]}" if number % 10 else "")


# Ways to write a day, in America and elsewhere: those with a year, those without, and the loose ones of histories.
# d, m, y: numbers; yy: two digits of the year; th: 4th; month, mon, mmm: September, Sept, Sep; day, ddd: Monday, Mon.
FULL = {
    "slash": ("{m:02}/{d:02}/{y}", "{d:02}/{m:02}/{y}"),
    "slash-bare": ("{m}/{d}/{y}", "{d}/{m}/{y}"),
    "slash-short": ("{m}/{d}/{yy}", "{d}/{m}/{yy}"),
    "slash-padded": ("{m:02}/{d:02}/{yy}", "{d:02}/{m:02}/{yy}"),
    "dash": ("{m:02}-{d:02}-{y}", "{d:02}-{m:02}-{y}"),
    "dash-short": ("{m}-{d}-{yy}", "{d}-{m}-{yy}"),
    "dot": ("{d:02}.{m:02}.{y}", "{d:02}.{m:02}.{y}"),
    "dot-short": ("{d}.{m}.{yy}", "{d}.{m}.{yy}"),
    "iso": ("{y}-{m:02}-{d:02}", "{y}-{m:02}-{d:02}"),
    "compact": ("{y}{m:02}{d:02}", "{y}{m:02}{d:02}"),
    "year-slash": ("{y}/{m:02}/{d:02}", "{y}/{m:02}/{d:02}"),
    "written": ("{month} {d}, {y}", "{d} {month} {y}"),
    "written-short": ("{mon} {d}, {y}", "{d} {mon} {y}"),
    "written-ordinal": ("{month} {th}, {y}", "{th} {month} {y}"),
    "military": ("{d:02}-{mmm}-{y}", "{d:02}-{mmm}-{y}"),
    "military-short": ("{d:02}-{MMM}-{yy}", "{d:02}-{MMM}-{yy}"),
    "military-joined": ("{d:02}{MMM}{y}", "{d:02}{MMM}{y}"),
    "weekday": ("{day}, {month} {d}, {y}", "{day} {d} {month} {y}"),
}
BRIEF = {
    "no-year": ("{m}/{d}", "{d}/{m}"),
    "no-year-padded": ("{m:02}/{d:02}", "{d:02}/{m:02}"),
    "ordinal": ("{month} {th}", "the {th} of {month}"),
    "month-day": ("{month} {d}", "{d} {month}"),
    "short-day": ("{mon} {d}", "{d} {mon}"),
    "weekday": ("{day} {m}/{d}", "{ddd} {d}/{m}"),
}
LOOSE = (
    "{month} {y}",
    "{month} of {y}",
    "{mon} {y}",
    "{mon} '{yy}",
    "{m:02}/{y}",
    "{y}",
    "{season} {y}",
    "{season} of {y}",
)
TO_COME = (
    "{day} {m}/{d}",
    "{day} {d}/{m}",
    "{day}, {month} {d}",
    "{day} {d} {month}",
    "{day} the {th}",
    "{ddd} {mon} {d}",
)


def written(form: str, day: datetime.date, us: bool) -> str:
    """A day in a form."""
    month, weekday = MONTHS[day.month - 1], DAYS[day.weekday()]
    short = month[:3]
    return form.format(
        d=day.day,
        m=day.month,
        y=day.year,
        yy=f"{day.year % 100:02}",
        th=ordinal(day.day),
        month=month,
        mon="Sept" if short == "Sep" else short,
        mmm=short,
        MMM=short.upper(),
        day=weekday,
        ddd=weekday[:3],
        season=("winter", "spring", "summer", "fall" if us else "autumn")[day.month % 12 // 3],
    )


class Calendar:
    """The dates of one document: a day it is written on, and a habit of writing days."""

    def __init__(self, rng, us: bool):
        self.rng, self.us = rng, us
        self.today = datetime.date(1996, 1, 1) + datetime.timedelta(days=rng.randrange(11000))
        self.habit = rng.choices(list(FULL), [26 if key.startswith("slash") else 4 for key in FULL])[0]
        self.brief = rng.choice(list(BRIEF))

    def _write(self, day: datetime.date, forms: dict, habit: str) -> str:
        form = forms[habit if self.rng.random() < 0.75 else self.rng.choice(list(forms))]
        return written(form[0 if self.us else 1], day, self.us)

    def _ago(self, least: int, most: int) -> datetime.date:
        return self.today - datetime.timedelta(days=self.rng.randrange(least, most))

    def visit(self) -> str:
        """The day of the document."""
        return self._write(self.today, FULL, self.habit)

    def recent(self) -> str:
        """A day of the last or the next weeks."""
        day = self._ago(-30, 60)
        return self._write(day, FULL, self.habit) if self.rng.random() < 0.5 else self._write(day, BRIEF, self.brief)

    def full(self) -> str:
        """A day of the last year with its year."""
        return self._write(self._ago(1, 400), FULL, self.habit)

    def past(self) -> str:
        """Some time in the last thirty years, as loosely as histories say it."""
        day = self._ago(100, 10000)
        if self.rng.random() < 0.2:
            return self._write(day, FULL, self.habit)
        return written(self.rng.choice(LOOSE), day, self.us)

    def year(self) -> str:
        """A year gone by."""
        return str(self.today.year - self.rng.randrange(1, 40))

    def month(self) -> str:
        """A month by its name."""
        return self.rng.choice(MONTHS)

    def weekday(self) -> str:
        """A day of the week by its name."""
        return self.rng.choice(DAYS)

    def weekday_date(self) -> str:
        """A day to come, by its weekday and number."""
        return written(self.rng.choice(TO_COME), self._ago(-60, 0), self.us)

    def month_year(self) -> str:
        """A month gone by, with its year."""
        return f"{self.month()} {self.year()}"

    def holiday(self) -> str:
        """A feast that says which day it was."""
        return self.rng.choice(HOLIDAYS)

    def decade(self) -> str:
        """Such as the 1980s."""
        first = self.today.year // 10 * 10 - self.rng.choice([10, 20, 30])
        return self.rng.choice(["", "early ", "late "]) + f"{first}s"

    def birth(self, age: int) -> str:
        """The birthday of someone of an age."""
        days = int(age * 365.25)
        return self._write(self._ago(days + 1, days + 364), FULL, self.habit)


def age(rng, years: int) -> str:
    """An age before a noun: 67-year-old."""
    if years == 0:
        return rng.choice(["{}-month-old", "{} month old", "{} m/o", "{}-week-old"]).format(rng.randrange(1, 12))
    forms = ["{}-year-old"] * 8 + [
        "{} year old",
        "{} y/o",
        "{}yo",
        "{} yo",
        "{} y.o.",
        "{}-y/o",
        "{}-year old",
        "{} yr old",
        "{} years old",
    ]
    if rng.random() < 0.08 and 18 <= years < 100:
        return in_words(years) + rng.choice(["-year-old", " year old"])
    return rng.choice(forms).format(years)


def decade_of_life(rng, years: int) -> str:
    """In her `sixties`."""
    tens = TENS[max(years // 10, 2)].removesuffix("y") + "ies"
    return rng.choice(["", "early ", "mid ", "late ", "mid-"]) + rng.choice([tens, tens, f"{max(years // 10, 2)}0s"])


def digits(rng, shape: str) -> str:
    """A shape with digits for `#`, capitals for `@` and digits but zero for `%`."""
    letters = {"#": "0123456789", "%": "123456789", "@": "ABCDEFGHJKLMNPRSTUVWXYZ"}
    return "".join(rng.choice(letters[c]) if c in letters else c for c in shape)


def number(rng, lists: Lists, kind: str) -> str:
    """A number of a kind that identifies."""
    return digits(rng, rng.choice(lists.words[f"shape.{kind}"]))
