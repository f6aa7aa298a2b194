//! SPDX licence expressions: names joined by `OR`, `AND` and `WITH`, with parentheses.
//!
//! `AND` binds tighter than `OR` and `WITH` tighter than both; the old style `MIT/Apache-2.0` means `OR`.
//! A name with its exception is one name, since an exception is accepted or not together with its licence.

/// True if a choice can be made that uses accepted names only.
pub fn satisfiable(expression: &str, accepts: impl Fn(&str) -> bool) -> Result<bool, String> {
    let tokens = tokens(expression);
    let mut reader = ExpressionReader { tokens: &tokens, accepts: &accepts };
    let satisfied = reader.any()?;
    match reader.tokens.first() {
        None => Ok(satisfied),
        Some(token) => Err(format!("`{token}` is out of place")),
    }
}

/// The names, words and marks of an expression.
fn tokens(expression: &str) -> Vec<&str> {
    let is_mark = |c: char| matches!(c, '(' | ')' | '/');
    expression
        .split_inclusive(is_mark)
        .flat_map(|part| match part.char_indices().next_back() {
            Some((at, c)) if is_mark(c) => <[&str; 2]>::from(part.split_at(at)),
            _ => [part, ""],
        })
        .flat_map(str::split_whitespace)
        .collect()
}

struct ExpressionReader<'e, 'a> {
    /// The tokens that have not been read yet.
    tokens: &'a [&'e str],
    accepts: &'a dyn Fn(&str) -> bool,
}

impl<'e> ExpressionReader<'e, '_> {
    fn any(&mut self) -> Result<bool, String> {
        let mut satisfied = self.all()?;
        while self.skip(&["OR", "/"]) {
            // Both sides are read before they are joined: the second has to be understood even if it is not needed.
            satisfied |= self.all()?;
        }
        Ok(satisfied)
    }

    fn all(&mut self) -> Result<bool, String> {
        let mut satisfied = self.one()?;
        while self.skip(&["AND"]) {
            satisfied &= self.one()?;
        }
        Ok(satisfied)
    }

    fn one(&mut self) -> Result<bool, String> {
        if self.skip(&["("]) {
            let satisfied = self.any()?;
            return if self.skip(&[")"]) { Ok(satisfied) } else { Err("a parenthesis is not closed".into()) };
        }
        let name = self.name()?;
        if self.skip(&["WITH"]) {
            let exception = self.name()?;
            return Ok((self.accepts)(&format!("{name} WITH {exception}")));
        }
        // `+` leaves the choice between this version and later ones, and we choose this one.
        Ok((self.accepts)(name.strip_suffix('+').unwrap_or(name)))
    }

    fn name(&mut self) -> Result<&'e str, String> {
        match self.tokens {
            [] => Err("it ends where a name should stand".into()),
            [token @ ("OR" | "AND" | "WITH" | "(" | ")" | "/"), ..] => Err(format!("`{token}` is out of place")),
            [name, rest @ ..] => {
                self.tokens = rest;
                Ok(name)
            }
        }
    }

    /// Steps over the next token if it is one of these.
    fn skip(&mut self, wanted: &[&str]) -> bool {
        match self.tokens {
            [token, rest @ ..] if wanted.contains(token) => {
                self.tokens = rest;
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Accepts `A`, `B` and `A WITH X`.
    fn check(expression: &str, expect: Result<bool, &str>) {
        let found = satisfiable(expression, |name| matches!(name, "A" | "B" | "A WITH X"));
        assert_eq!(found, expect.map_err(str::to_owned), "{expression}");
    }

    #[test]
    fn one_side_of_or_is_enough() {
        check("A", Ok(true));
        check("N", Ok(false));
        check("N OR A", Ok(true));
        check("N OR M", Ok(false));
        check("A OR N OR M", Ok(true));
    }

    #[test]
    fn both_sides_of_and_are_needed() {
        check("A AND B", Ok(true));
        check("A AND N", Ok(false));
    }

    #[test]
    fn and_binds_tighter_than_or_and_parentheses_tighter_than_both() {
        check("A OR B AND N", Ok(true));
        check("(A OR B) AND N", Ok(false));
        check("(A OR N) AND (N OR B)", Ok(true));
        check("((A))", Ok(true));
    }

    #[test]
    fn an_exception_belongs_to_its_licence() {
        check("A WITH X", Ok(true));
        check("B WITH X", Ok(false));
        check("B WITH X OR N AND A", Ok(false));
        check("A WITH X AND B", Ok(true));
    }

    #[test]
    fn the_old_style_slash_means_or() {
        check("N/A", Ok(true));
        check("N / A", Ok(true));
        check("N/M", Ok(false));
    }

    #[test]
    fn a_plus_means_this_version_will_do() {
        check("A+", Ok(true));
        check("N+", Ok(false));
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        check("", Err("it ends where a name should stand"));
        check("A OR", Err("it ends where a name should stand"));
        check("A B", Err("`B` is out of place"));
        check("(A", Err("a parenthesis is not closed"));
        check("A)", Err("`)` is out of place"));
        check("OR A", Err("`OR` is out of place"));
    }
}
