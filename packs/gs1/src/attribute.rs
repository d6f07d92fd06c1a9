//! Data attributes of a trade item, by application identifier.
//!
//! Known identifiers are from GS1's Barcode Syntax Dictionary, as far as it concerns trade items.
//! Unknown identifiers are accepted in the most general format, because the dictionary grows.

use crate::date;

/// The most characters of any value.
const VALUE_MAX: usize = 90;

/// Why a value is invalid for its identifier.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttributeError {
    /// The identifier is none.
    #[error("`{ai}` is not an application identifier, which has two to four digits")]
    Identifier {
        /// The given value.
        ai: String,
    },
    /// It cannot be an attribute of a trade item.
    #[error("`{ai}` cannot be a data attribute of a link to a trade item; leave it out")]
    Misplaced {
        /// The application identifier.
        ai: String,
    },
    /// There is no value.
    #[error("`{ai}` has no value; give one, or leave it out")]
    Empty {
        /// The application identifier.
        ai: String,
    },
    /// The value has a character that bar codes do not have.
    #[error(
        "the value of `{ai}` has the character `{found}`, and only letters without accents, \
         digits and !\"%&'()*+,-./:;<=>?_ are allowed"
    )]
    Character {
        /// The application identifier.
        ai: String,
        /// The character that was found.
        found: String,
    },
    /// The value has another form.
    #[error("the value of `{ai}` is `{value}`, and it must be {form}")]
    Form {
        /// The application identifier.
        ai: String,
        /// The value, or its beginning.
        value: String,
        /// The expected form.
        form: String,
    },
}

/// The form of a value.
#[derive(Clone, Copy)]
enum ValueForm {
    /// A date, or a month.
    Date,
    /// So many digits.
    Digits(usize),
    /// At most this many digits.
    UpToDigits(usize),
    /// At most this many characters.
    Text(usize),
}

/// Checks the value of a data attribute.
pub fn check(ai: &str, value: &str) -> Result<(), AttributeError> {
    if !matches!(ai.len(), 2..=4) || !ai.bytes().all(|one| one.is_ascii_digit()) {
        let ai = shown(ai);
        return Err(AttributeError::Identifier { ai });
    }
    if is_misplaced(ai) {
        let ai = ai.to_owned();
        return Err(AttributeError::Misplaced { ai });
    }
    check_value(ai, value, form(ai))
}

/// Validates the value of a qualifier: at most `limit` characters.
pub(crate) fn check_text(ai: &str, value: &str, limit: usize) -> Result<(), AttributeError> {
    check_value(ai, value, ValueForm::Text(limit))
}

fn check_value(ai: &str, value: &str, form: ValueForm) -> Result<(), AttributeError> {
    if value.is_empty() {
        let ai = ai.to_owned();
        return Err(AttributeError::Empty { ai });
    }
    if let Some(found) = value.chars().find(|one| !is_allowed(*one)) {
        return Err(AttributeError::Character {
            ai: ai.to_owned(),
            found: found.escape_debug().to_string(),
        });
    }
    if form.fits(value) {
        return Ok(());
    }
    Err(AttributeError::Form {
        ai: ai.to_owned(),
        value: shown(value),
        form: form.name(),
    })
}

/// Whether a character is one of the 82 that values are made of.
fn is_allowed(one: char) -> bool {
    one.is_ascii_alphanumeric() || "!\"%&'()*+,-./:;<=>?_".contains(one)
}

/// Identifiers that are not data of a trade item: keys and qualifiers of their own, and what the
/// dictionary excludes beside a GTIN.
fn is_misplaced(ai: &str) -> bool {
    matches!(
        ai,
        "01" | "02"
            | "03"
            | "21"
            | "22"
            | "235"
            | "254"
            | "255"
            | "37"
            | "7040"
            | "7041"
            | "8006"
            | "8011"
            | "8014"
            | "8019"
            | "8020"
            | "8200"
    )
}

fn form(ai: &str) -> ValueForm {
    match ai {
        "11" | "12" | "13" | "15" | "16" | "17" => ValueForm::Date,
        "10" | "243" | "710" | "711" | "712" | "713" | "714" | "715" | "716" | "7240" | "8012" => {
            ValueForm::Text(20)
        }
        "20" => ValueForm::Digits(2),
        "240" | "241" | "250" | "251" | "90" => ValueForm::Text(30),
        "242" => ValueForm::UpToDigits(6),
        "30" => ValueForm::UpToDigits(8),
        "422" | "424" | "426" => ValueForm::Digits(3),
        "7003" => ValueForm::Digits(10),
        "8001" => ValueForm::Digits(14),
        "8005" => ValueForm::Digits(6),
        // Measures: the last digit is the position of the decimal point.
        _ if ai.len() == 4 && ("31".."37").contains(&&ai[..2]) => ValueForm::Digits(6),
        _ if ai.len() == 4 && ai.starts_with("392") => ValueForm::UpToDigits(15),
        _ => ValueForm::Text(VALUE_MAX),
    }
}

// === impl ValueForm ===

impl ValueForm {
    fn fits(self, value: &str) -> bool {
        let all_digits = value.bytes().all(|one| one.is_ascii_digit());
        match self {
            Self::Date => date::is_date(value),
            Self::Digits(count) => all_digits && value.len() == count,
            Self::UpToDigits(most) => all_digits && value.len() <= most,
            Self::Text(most) => value.len() <= most,
        }
    }

    fn name(self) -> String {
        match self {
            Self::Date => "a date of six digits, YYMMDD, such as `261231`".to_owned(),
            Self::Digits(count) => format!("{count} digits"),
            Self::UpToDigits(most) => format!("at most {most} digits"),
            Self::Text(most) => format!("at most {most} characters"),
        }
    }
}

/// The beginning of a value, for a sentence about it.
fn shown(text: &str) -> String {
    let mut shown = text.chars().take(40).collect::<String>();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown.escape_debug().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_held_to_their_format() {
        let check = |ai: &str, value: &str, expect: &str| {
            let found = match check(ai, value) {
                Ok(()) => String::new(),
                Err(error) => error.to_string(),
            };
            let right = expect.is_empty() == found.is_empty() && found.starts_with(expect);
            assert!(right, "{ai}={value}: {found}");
        };
        check("17", "180426", "");
        check("17", "201200", "");
        check(
            "17",
            "181326",
            "the value of `17` is `181326`, and it must be a date",
        );
        check("17", "18042", "the value of `17` is `18042`,");
        check("3103", "000195", "");
        check(
            "3103",
            "195",
            "the value of `3103` is `195`, and it must be 6 digits",
        );
        check("3922", "0299", "");
        check(
            "3922",
            "0,99",
            "the value of `3922` is `0,99`, and it must be at most 15 digits",
        );
        check("30", "123456789", "the value of `30` is");
        check("99", &"x".repeat(90), "");
        check("99", &"x".repeat(91), "the value of `99` is `xxx");
        check("89", "unheard-of", "");
        check("99", "", "`99` has no value;");
        check("99", "a b", "the value of `99` has the character ` `,");
        check("99", "é", "the value of `99` has the character `é`,");
        check("99", "a#b", "the value of `99` has the character `#`,");
        for ai in ["01", "02", "21", "22", "235", "255", "37", "8006", "8200"] {
            check(ai, "1", &format!("`{ai}` cannot be a data attribute"));
        }
        for ai in ["", "1", "12345", "1a", "٣٣"] {
            check(ai, "1", "`");
        }
    }

    #[test]
    fn there_are_82_characters() {
        assert_eq!(('\0'..='\u{ff}').filter(|one| is_allowed(*one)).count(), 82);
    }
}
