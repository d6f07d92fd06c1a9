//! Names with values, such as variables and headers, as rows of a form.
//!
//! Values may be secrets. They go back into the form, because nothing else keeps them between
//! two steps, but never in clear, and nowhere else.

use candor_frame::Form;

/// How many empty rows are offered.
const EMPTY: usize = 2;

/// How many more, when somebody asks.
const MORE: usize = 5;

/// Rows of names and values.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    rows: Vec<(String, String)>,
    /// How many empty rows are offered besides.
    empty: usize,
}

/// One row as it is shown.
pub(super) struct Row {
    /// Which one, from 1.
    pub(super) at: usize,
    pub(super) name: String,
    pub(super) value: String,
    /// `text` where the value only names a variable, else `password`.
    pub(super) kind: &'static str,
}

// === impl Pairs ===

impl Pairs {
    /// Reads the rows whose fields begin with `key`. Rows in which nothing stands are left out.
    pub(super) fn of(form: &Form, key: &str) -> Self {
        let (names, values) = (format!("{key}-name[]"), format!("{key}-value[]"));
        let names = form.all(&names).map(|name| name.trim().to_owned());
        let values = form.all(&values).map(str::to_owned);
        // One that lacks its other half is told as what it is.
        let values = values.chain(std::iter::repeat(String::new()));
        let rows = names.zip(values);
        Self {
            rows: rows
                .filter(|(name, value)| !name.is_empty() || !value.is_empty())
                .collect(),
            empty: EMPTY,
        }
    }

    /// With room for more.
    pub(super) fn with_more(mut self) -> Self {
        self.empty = EMPTY + MORE;
        self
    }

    /// The pairs, or what is wrong with them. Values are never told.
    pub(super) fn read(&self, what: &str) -> Result<Vec<(String, String)>, String> {
        if self.rows.iter().any(|(name, _)| name.is_empty()) {
            return Err(format!("There is a value without the name of its {what}."));
        }
        for (at, (name, _)) in self.rows.iter().enumerate() {
            if self.rows[..at].iter().any(|(other, _)| other == name) {
                let name: String = name.chars().take(60).collect();
                return Err(format!("The {what} `{name}` is there twice."));
            }
        }
        Ok(self.rows.clone())
    }

    /// The rows, and empty ones.
    pub(super) fn rows(&self) -> Vec<Row> {
        let empty = std::iter::repeat_n((String::new(), String::new()), self.empty.max(EMPTY));
        let rows = self.rows.iter().cloned().chain(empty).enumerate();
        rows.map(|(at, (name, value))| Row {
            at: at + 1,
            name,
            kind: if is_reference(&value) {
                "text"
            } else {
                "password"
            },
            value,
        })
        .collect()
    }
}

/// Whether a value is the name of a variable and nothing else, so that it may be read by all. An
/// empty one is about to become something else.
fn is_reference(value: &str) -> bool {
    let inner = value
        .strip_prefix("${")
        .and_then(|rest| rest.strip_suffix('}'));
    inner.is_some_and(|name| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(rows: &[(&str, &str)]) -> Pairs {
        let rows = rows.iter();
        Pairs {
            rows: rows
                .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
                .collect(),
            empty: EMPTY,
        }
    }

    #[test]
    fn what_is_wrong_is_told_without_values() {
        let told = |rows| pairs(rows).read("variable").expect_err("wrong");
        assert_eq!(
            told(&[("", "s3cret")]),
            "There is a value without the name of its variable."
        );
        assert_eq!(
            told(&[("A", "s3cret"), ("B", ""), ("A", "s3cret")]),
            "The variable `A` is there twice."
        );
        let fine = pairs(&[("A", "1"), ("B", "")]);
        assert_eq!(fine.read("variable").map(|read| read.len()), Ok(2));
    }

    #[test]
    fn only_the_name_of_a_variable_is_shown() {
        for (value, kind) in [
            ("${TOKEN}", "text"),
            ("${}", "password"),
            ("Bearer ${TOKEN}", "password"),
            ("${A:-s3cret}", "password"),
            ("s3cret", "password"),
            ("", "password"),
        ] {
            let rows = pairs(&[("A", value)]).rows();
            assert_eq!((rows[0].kind, rows.len()), (kind, 1 + EMPTY), "{value}");
        }
        assert_eq!(pairs(&[]).with_more().rows().len(), EMPTY + MORE);
    }
}
