//! Operators as policies write them: by name, or with settings.

use sfumato_detect::{Category, KnownCategory, SubstituteDomain};

use super::{PolicyError, Reader, Value};
use crate::Operator;

const OPERATORS: [&str; 10] =
    ["keep", "suppress", "label", "black-out", "characters", "hash", "encrypt", "ff1", "generalise", "pseudonymise"];

impl Reader<'_> {
    /// An operator by name, or a table with `do` and its settings.
    pub(super) fn operator(&self, value: &Value) -> Result<Operator, PolicyError> {
        if let Some(name) = value.get_ref().as_str() {
            return self.named(name, value.span().start);
        }
        let table =
            value.get_ref().as_table().ok_or_else(|| self.expected(value, "an operator, or a table with `do`"))?;
        let (key, name) =
            table.get_key_value("do").ok_or_else(|| self.expected(value, "a table with `do = \"...\"`"))?;
        let mut operator = self.named(&self.string(name)?, name.span().start)?;
        for (setting, value) in table.iter().filter(|(setting, _)| *setting != key) {
            self.set(&mut operator, setting.get_ref(), setting.span().start, value)?;
        }
        if let Operator::Characters { keep_first, keep_last, .. } = operator
            && keep_first + keep_last > 8
        {
            return Err(self.wrong(name.span().start, "at most eight characters can be kept together".to_owned()));
        }
        Ok(operator)
    }

    /// Makes sure that an operator can do something with a category.
    pub(super) fn check_fits(&self, operator: &Operator, category: &Category, at: usize) -> Result<(), PolicyError> {
        let domain = category.substitute();
        match operator {
            Operator::Pseudonymise if domain.is_none() => {
                let what = "is never replaced by something of its kind without a person who decides";
                Err(self.wrong(at, format!("`{category}` {what}; keep, label, suppress or generalise it")))
            }
            Operator::Ff1
                if !matches!(domain, Some(SubstituteDomain::Numbers)) && !category.is(KnownCategory::Contact) =>
            {
                Err(self.wrong(at, format!("ff1 is for numbers, and `{category}` is none; `encrypt` takes any text")))
            }
            _ => Ok(()),
        }
    }

    fn named(&self, name: &str, at: usize) -> Result<Operator, PolicyError> {
        Ok(match name {
            "keep" => Operator::Keep,
            "suppress" => Operator::Suppress,
            "label" => Operator::Label,
            "black-out" => Operator::BlackOut,
            "characters" => Operator::Characters { mark: '*', keep_first: 0, keep_last: 0 },
            "hash" => Operator::Hash { digits: 16 },
            "encrypt" => Operator::Encrypt,
            "generalise" => Operator::Generalise,
            "pseudonymise" => Operator::Pseudonymise,
            "ff1" => Operator::Ff1,
            other => return Err(self.unknown(at, "operator", other, &OPERATORS)),
        })
    }

    fn set(&self, operator: &mut Operator, setting: &str, at: usize, value: &Value) -> Result<(), PolicyError> {
        match (operator, setting) {
            (Operator::Characters { mark, .. }, "mark") => {
                let text = self.string(value)?;
                let mut chars = text.chars();
                match (chars.next(), chars.next()) {
                    (Some(one), None) if !one.is_alphanumeric() && !one.is_whitespace() && !one.is_control() => {
                        *mark = one
                    }
                    _ => return Err(self.expected(value, "one mark that is neither letter, digit nor blank")),
                }
            }
            (Operator::Characters { keep_first, .. }, "keep_first") => *keep_first = self.count(value, 0, 8)?,
            (Operator::Characters { keep_last, .. }, "keep_last") => *keep_last = self.count(value, 0, 8)?,
            (Operator::Hash { digits }, "digits") => *digits = self.count(value, 8, 64)?,
            (Operator::Characters { .. }, other) => {
                return Err(self.unknown(at, "setting", other, &["mark", "keep_first", "keep_last"]));
            }
            (Operator::Hash { .. }, other) => return Err(self.unknown(at, "setting", other, &["digits"])),
            (operator, _) => return Err(self.wrong(at, format!("the operator `{}` has no settings", operator.name()))),
        }
        Ok(())
    }
}
