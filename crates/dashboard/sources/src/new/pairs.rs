//! Names with values, such as variables and headers, as rows of a form.
//!
//! Values may be secrets. They return to the form, because no other state is kept between the
//! steps, but always in password fields.

use candor_dashboard_kit::SubmittedForm;
use candor_dashboard_kit::wording::brief;

/// The empty rows of a form.
const EMPTY: usize = 2;

/// The additional empty rows on request.
const MORE: usize = 5;

/// Rows of names and values.
#[derive(Clone, Debug, Default)]
pub(super) struct NameValuePairs {
    rows: Vec<(String, String)>,
    /// How many empty rows follow.
    empty: usize,
}

/// A row of the form.
pub(super) struct PairRow {
    /// The number of the row, from 1.
    pub(super) at: usize,
    pub(super) name: String,
    pub(super) value: String,
    /// `text` if the value only references a variable, else `password`.
    pub(super) kind: &'static str,
}

// === impl NameValuePairs ===

impl NameValuePairs {
    /// Reads the rows whose fields start with `key`, without empty ones.
    pub(super) fn of(form: &SubmittedForm, key: &str) -> Self {
        let (names, values) = (format!("{key}-name[]"), format!("{key}-value[]"));
        let names = form.all(&names).map(|name| name.trim().to_owned());
        let values = form.all(&values).map(str::to_owned);
        // A row without a value is reported as such.
        let values = values.chain(std::iter::repeat(String::new()));
        let rows = names.zip(values);
        Self {
            rows: rows
                .filter(|(name, value)| !name.is_empty() || !value.is_empty())
                .collect(),
            empty: EMPTY,
        }
    }

    /// With more empty rows.
    pub(super) fn with_more(mut self) -> Self {
        self.empty = EMPTY + MORE;
        self
    }

    /// The pairs, or an error that never contains a value.
    pub(super) fn read(&self, what: &str) -> Result<Vec<(String, String)>, String> {
        if self.rows.iter().any(|(name, _)| name.is_empty()) {
            return Err(format!("A value has no {what} name."));
        }
        for (at, (name, _)) in self.rows.iter().enumerate() {
            if self.rows[..at].iter().any(|(other, _)| other == name) {
                let name = brief(name);
                return Err(format!("The {what} `{name}` appears twice."));
            }
        }
        Ok(self.rows.clone())
    }

    /// The rows, then empty ones.
    pub(super) fn rows(&self) -> Vec<PairRow> {
        let empty = std::iter::repeat_n((String::new(), String::new()), self.empty.max(EMPTY));
        let rows = self.rows.iter().cloned().chain(empty).enumerate();
        rows.map(|(at, (name, value))| PairRow {
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

/// Whether a value is only a reference to a variable, so that it may be shown. An empty value may
/// become a secret.
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

    fn pairs(rows: &[(&str, &str)]) -> NameValuePairs {
        let rows = rows.iter();
        NameValuePairs {
            rows: rows
                .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
                .collect(),
            empty: EMPTY,
        }
    }

    #[test]
    fn what_is_wrong_is_told_without_values() {
        let told = |rows| pairs(rows).read("variable").expect_err("wrong");
        assert_eq!(told(&[("", "s3cret")]), "A value has no variable name.");
        assert_eq!(
            told(&[("A", "s3cret"), ("B", ""), ("A", "s3cret")]),
            "The variable `A` appears twice."
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
