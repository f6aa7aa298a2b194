//! The section `[pseudonyms]` of a policy: what substitutes are like.

use sfumato_pseudonym::{
    AgeSettings, BirthTreatment, CheckDigitTreatment, DateSettings, DatesMovePer, NameSettings, NumberSettings,
    PlaceSettings, PseudonymSettings, SeasonTreatment, ShiftRange, SubstituteCountry, fold,
};

use super::{PolicyError, Reader, Value};

/// What substitutes are like, and how they are told from what was there before.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pseudonyms {
    /// How they are chosen.
    pub settings: PseudonymSettings,
    /// The sign that stands after each of them; none if empty.
    pub mark: String,
    /// Whether the report quotes them.
    pub is_listed: bool,
}

const KEYS: [&str; 8] = ["mark", "listed", "names", "dates", "ages", "numbers", "places", "fixed"];

/// Days, months and years that a date can be moved by at most.
const FARTHEST: [(&str, i64); 3] = [("days", 36_525), ("months", 1_200), ("years", 100)];

impl Pseudonyms {
    pub(super) fn read(reader: &Reader<'_>, value: &Value<'_>) -> Result<Self, PolicyError> {
        let mut read = Self::default();
        for (key, value) in reader.table(value)? {
            match key.get_ref().as_ref() {
                "mark" => read.mark = reader.sign(value)?,
                "listed" => read.is_listed = reader.boolean(value)?,
                "names" => read.settings.names = reader.names(value)?,
                "dates" => read.settings.dates = reader.dates(value)?,
                "ages" => read.settings.ages = reader.ages(value)?,
                "numbers" => read.settings.numbers = reader.numbers(value)?,
                "places" => read.settings.places = reader.places(value)?,
                "fixed" => read.settings.fixed = reader.fixed(value)?,
                other => return Err(reader.unknown(key.span().start, "key", other, &KEYS)),
            }
        }
        Ok(read)
    }
}

impl Reader<'_> {
    /// A sign that can stand after a word and is not read as part of it.
    fn sign(&self, value: &Value<'_>) -> Result<String, PolicyError> {
        let sign = self.string(value)?;
        let is_sign = |c: char| !c.is_alphanumeric() && !c.is_whitespace() && !c.is_control();
        match (1..=4).contains(&sign.chars().count()) && sign.chars().all(is_sign) {
            true => Ok(sign),
            false => Err(self.expected(value, "one to four marks that are neither letters, digits nor blanks")),
        }
    }

    fn names(&self, value: &Value<'_>) -> Result<NameSettings, PolicyError> {
        let mut names = NameSettings::default();
        for (key, value) in self.table(value)? {
            match key.get_ref().as_ref() {
                "commonest" => names.commonest = self.count(value, 10, 1000)?,
                "gender" => names.keeps_gender = self.choice(value, &[("keep", true), ("any", false)])?,
                "neutral" => names.neutral = self.boolean(value)?,
                "female" => names.female = self.name_list(value)?,
                "male" => names.male = self.name_list(value)?,
                "surnames" => names.surnames = self.name_list(value)?,
                other => {
                    let known = ["commonest", "gender", "neutral", "female", "male", "surnames"];
                    return Err(self.unknown(key.span().start, "key", other, &known));
                }
            }
        }
        let has_own = [&names.female, &names.male, &names.surnames].iter().any(|list| !list.is_empty());
        match names.neutral && has_own {
            true => {
                Err(self.wrong(value.span().start, "`neutral` names and lists of your own exclude each other".into()))
            }
            false => Ok(names),
        }
    }

    /// Names of which there are some, each one word and none twice.
    fn name_list(&self, value: &Value<'_>) -> Result<Vec<String>, PolicyError> {
        let names = self.strings(value)?;
        let mut keys: Vec<String> = names.iter().map(|name| fold(name)).collect();
        keys.sort();
        keys.dedup();
        let is_word =
            |name: &String| !name.is_empty() && name.chars().all(|c| c.is_alphabetic() || c == '-' || c == '\'');
        match names.as_slice() {
            [] => Err(self.expected(value, "some names; a list of none has nothing to take a substitute from")),
            names if !names.iter().all(is_word) => Err(self.expected(value, "names of one word each")),
            names if keys.len() < names.len() => Err(self.expected(value, "each name once")),
            _ => Ok(names),
        }
    }

    fn dates(&self, value: &Value<'_>) -> Result<DateSettings, PolicyError> {
        let mut dates = DateSettings { days: None, ..DateSettings::default() };
        for (key, value) in self.table(value)? {
            match key.get_ref().as_ref() {
                "days" => dates.days = Some(self.range(value, FARTHEST[0])?),
                "months" => dates.months = Some(self.range(value, FARTHEST[1])?),
                "years" => dates.years = Some(self.range(value, FARTHEST[2])?),
                "per" => {
                    let choices = [
                        ("document", DatesMovePer::Document),
                        ("person", DatesMovePer::Person),
                        ("folder", DatesMovePer::Folder),
                    ];
                    dates.per = self.choice(value, &choices)?;
                }
                "seasons" => {
                    dates.seasons =
                        self.choice(value, &[("shift", SeasonTreatment::Shift), ("keep", SeasonTreatment::Keep)])?;
                }
                "births" => {
                    let choices = [("with-dates", BirthTreatment::WithDates), ("with-age", BirthTreatment::WithAge)];
                    dates.births = self.choice(value, &choices)?;
                }
                other => {
                    let known = ["days", "months", "years", "per", "seasons", "births"];
                    return Err(self.unknown(key.span().start, "key", other, &known));
                }
            }
        }
        if (dates.days, dates.months, dates.years) == (None, None, None) {
            dates.days = DateSettings::default().days;
        }
        let days = |range: Option<ShiftRange>, days: i64| range.map_or(0, |range| range.most.max(-range.least) * days);
        let farthest = days(dates.days, 1) + days(dates.months, 31) + days(dates.years, 366);
        match dates.seasons == SeasonTreatment::Keep && farthest < 345 {
            true => Err(self.wrong(value.span().start, "`seasons = \"keep\"` needs offsets of a year or more".into())),
            false => Ok(dates),
        }
    }

    /// `[-3650, -365]`: the least and the most, not zero alone.
    fn range(&self, value: &Value<'_>, (unit, farthest): (&str, i64)) -> Result<ShiftRange, PolicyError> {
        let what = || format!("the least and the most {unit} as in `[-30, -1]`, from -{farthest} to {farthest}");
        let array = value.get_ref().as_array().ok_or_else(|| self.expected(value, &what()))?;
        let numbers = array.iter().map(|number| self.integer(number)).collect::<Result<Vec<_>, _>>()?;
        match numbers.as_slice() {
            [least, most] if *least < -farthest || *most > farthest || least > most => {
                Err(self.expected(value, &what()))
            }
            [least, most] => ShiftRange::new(*least, *most)
                .ok_or_else(|| self.wrong(value.span().start, format!("a range of zero {unit} moves nothing"))),
            _ => Err(self.expected(value, &what())),
        }
    }

    fn ages(&self, value: &Value<'_>) -> Result<AgeSettings, PolicyError> {
        let mut ages = AgeSettings::default();
        for (key, value) in self.table(value)? {
            match key.get_ref().as_ref() {
                "range" => ages.range = self.count(value, 1, 20)? as u32,
                "from" => ages.from = self.count(value, 0, 40)? as u32,
                "old" => ages.old = self.count(value, 60, 110)? as u32,
                other => return Err(self.unknown(key.span().start, "key", other, &["range", "from", "old"])),
            }
        }
        Ok(ages)
    }

    fn numbers(&self, value: &Value<'_>) -> Result<NumberSettings, PolicyError> {
        let mut numbers = NumberSettings::default();
        for (key, value) in self.table(value)? {
            match key.get_ref().as_ref() {
                "check" => {
                    let choices = [("valid", CheckDigitTreatment::Valid), ("invalid", CheckDigitTreatment::Invalid)];
                    numbers.check = self.choice(value, &choices)?;
                }
                "phones" => numbers.reserved_phones = self.choice(value, &[("reserved", true), ("any", false)])?,
                other => return Err(self.unknown(key.span().start, "key", other, &["check", "phones"])),
            }
        }
        Ok(numbers)
    }

    fn places(&self, value: &Value<'_>) -> Result<PlaceSettings, PolicyError> {
        let mut places = PlaceSettings::default();
        for (key, value) in self.table(value)? {
            match key.get_ref().as_ref() {
                "country" => {
                    places.country =
                        self.choice(value, &[("same", SubstituteCountry::Same), ("other", SubstituteCountry::Other)])?;
                }
                other => return Err(self.unknown(key.span().start, "key", other, &["country"])),
            }
        }
        Ok(places)
    }

    /// Originals and their substitutes: neither empty, and no two originals with the same.
    fn fixed(&self, value: &Value<'_>) -> Result<Vec<(String, String)>, PolicyError> {
        let mut fixed: Vec<(String, String)> = Vec::new();
        for (key, value) in self.table(value)? {
            let (original, substitute) = (key.get_ref().to_string(), self.string(value)?);
            if fold(&original).is_empty() || fold(&substitute).is_empty() {
                return Err(self.expected(value, "an original and a substitute with letters or digits in them"));
            }
            if fold(&original) == fold(&substitute) {
                return Err(self.wrong(value.span().start, "a substitute is not the original itself".to_owned()));
            }
            if fixed.iter().any(|(_, known)| fold(known) == fold(&substitute)) {
                return Err(
                    self.wrong(value.span().start, "this substitute stands for another original too".to_owned())
                );
            }
            fixed.push((original, substitute));
        }
        Ok(fixed)
    }

    fn choice<T: Copy>(&self, value: &Value<'_>, choices: &[(&str, T)]) -> Result<T, PolicyError> {
        let name = self.string(value)?;
        let known: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        let found = choices.iter().find(|(known, _)| *known == name);
        found.map(|(_, choice)| *choice).ok_or_else(|| self.unknown(value.span().start, "choice", &name, &known))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Policy;

    fn read(section: &str) -> Result<Pseudonyms, String> {
        let policy = Policy::parse("p", &format!("version = 1\n[pseudonyms]\n{section}\n"));
        policy.map(|policy| policy.pseudonyms).map_err(|error| error.what)
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for (section, wrong) in [
            ("names = { female = [] }", "a list of none has nothing to take a substitute from"),
            ("names = { male = [\"Ann Lee\"] }", "names of one word each"),
            ("names = { male = [\"Ann\", \"ANN\"] }", "each name once"),
            ("names = { neutral = true, male = [\"Ann\"] }", "exclude each other"),
            ("dates = { days = [0, 0] }", "a range of zero days moves nothing"),
            ("dates = { days = [3, 1] }", "the least and the most days"),
            ("dates = { years = [0, 900] }", "from -100 to 100"),
            ("dates = { days = [1, 30], seasons = \"keep\" }", "needs offsets of a year or more"),
            ("dates = { per = \"week\" }", "no choice `week`"),
            ("ages = { range = 0 }", "a whole number from 1 to 20"),
            ("fixed = { \"Ann\" = \"ann\" }", "not the original itself"),
            ("fixed = { \"Ann\" = \"Eve\", \"Bob\" = \"Eve\" }", "stands for another original too"),
            ("fixed = { \"Ann\" = \"--\" }", "letters or digits"),
            ("mark = \"a\"", "one to four marks"),
            ("marks = \"*\"", "did you mean `mark`?"),
        ] {
            let error = read(section).expect_err(section);
            assert!(error.contains(wrong), "{section}: {error}");
        }
    }

    #[test]
    fn settings_are_as_written() {
        let read =
            read("mark = \"°\"\ndates = { years = [-3, -1], per = \"person\" }\nages = { range = 5 }").expect("fine");
        assert_eq!((read.mark.as_str(), read.settings.dates.days), ("°", None));
        assert_eq!(read.settings.dates.years, ShiftRange::new(-3, -1));
        assert_eq!((read.settings.dates.per, read.settings.ages.range), (DatesMovePer::Person, 5));
    }
}
