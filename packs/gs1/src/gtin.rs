//! Global Trade Item Numbers: parsed, validated, and padded to 14 digits.
//!
//! Numbers of 8, 12, 13 and 14 digits are one family: a shorter one is the longer one without
//! leading zeros, and the last digit is a check digit. Every notation of a number gives the same
//! [`Gtin`].

mod range;
#[cfg(test)]
mod tests;

use std::fmt;

pub use self::range::GtinRange;

/// The most characters of what is read as a number: 14 digits with room for separators.
const INPUT_MAX: usize = 40;

/// A number whose check digit is right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gtin([u8; 14]);

/// The length of a number without padding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GtinFormat {
    /// Eight digits, for small packages.
    Gtin8,
    /// Twelve digits, as in a U.P.C. bar code.
    Gtin12,
    /// Thirteen digits, as in an EAN bar code.
    Gtin13,
    /// Fourteen digits: a case or another grouping of trade items.
    Gtin14,
}

/// Why a text is no number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GtinError {
    /// There is nothing.
    #[error("no GTIN was given; it is a number of 8, 12, 13 or 14 digits")]
    Empty,
    /// There is far too much.
    #[error(
        "`{shown}…` is not a GTIN: it has {characters} characters; give 8, 12, 13 or 14 digits"
    )]
    Long {
        /// The beginning of the text.
        shown: String,
        /// The number of characters.
        characters: usize,
    },
    /// There is something that is no digit.
    #[error(
        "`{text}` is not a GTIN: `{found}` is not a digit; give 8, 12, 13 or 14 digits, with \
         spaces or hyphens between them if you like"
    )]
    Character {
        /// The text of the resource.
        text: String,
        /// The first that is wrong.
        found: String,
    },
    /// It has another length.
    #[error("`{text}` is not a GTIN: it has {digits} digits, and a GTIN has 8, 12, 13 or 14")]
    Length {
        /// The text of the resource.
        text: String,
        /// The number of digits.
        digits: usize,
    },
    /// The last digit does not fit the others.
    #[error("`{text}` is not a GTIN: its check digit should be {right}; look for a mistyped digit")]
    CheckDigit {
        /// The text of the resource.
        text: String,
        /// The correct check digit.
        right: u8,
    },
}

// === impl Gtin ===

impl Gtin {
    /// Parses a number of 8, 12, 13 or 14 digits. Spaces and hyphens are ignored, because printed
    /// numbers have them.
    pub fn parse(text: &str) -> Result<Self, GtinError> {
        let text = text.trim();
        let digits = digits(text)?;
        let mut whole = [0; 14];
        whole[14 - digits.len()..].copy_from_slice(&digits);
        let number = Self(whole);
        let right = check_digit(&whole[..13]);
        if right != number.check_digit() {
            let text = shown(text);
            return Err(GtinError::CheckDigit { text, right });
        }
        Ok(number)
    }

    /// The last digit, which checks the others.
    pub fn check_digit(&self) -> u8 {
        self.0[13]
    }

    /// The length without padding.
    pub fn format(&self) -> GtinFormat {
        match self.0 {
            [1..=9, ..] => GtinFormat::Gtin14,
            [0, 1..=9, ..] => GtinFormat::Gtin13,
            [0, 0, 0, 0, 0, 0, ..] => GtinFormat::Gtin8,
            _ => GtinFormat::Gtin12,
        }
    }

    /// The number without its filling zeros.
    pub fn shortest(&self) -> String {
        self.last(self.format().digits())
    }

    /// The number as 13 digits; a case has none, since its number is longer.
    pub fn as_gtin13(&self) -> Option<String> {
        (self.format() < GtinFormat::Gtin14).then(|| self.last(13))
    }

    /// The number as 12 digits, if it fits.
    pub fn as_gtin12(&self) -> Option<String> {
        (self.format() < GtinFormat::Gtin13).then(|| self.last(12))
    }

    /// The number as 8 digits, if it fits.
    pub fn as_gtin8(&self) -> Option<String> {
        (self.format() == GtinFormat::Gtin8).then(|| self.last(8))
    }

    /// The digits that start with the company prefix: all but the first, which distinguishes
    /// packaging levels, and the check digit. Numbers of eight digits have no company prefix.
    pub fn company_digits(&self) -> Option<String> {
        (self.format() != GtinFormat::Gtin8).then(|| text(&self.0[1..13]))
    }

    /// The prefixes that the company's can be one of, longest first. A prefix has 4 to 12 digits,
    /// and only the organisation that issued it knows how many; a U.P.C. company prefix is written
    /// with a zero in front.
    pub fn company_prefixes(&self) -> Vec<String> {
        let Some(digits) = self.company_digits() else {
            return Vec::new();
        };
        let lengths = (4..=digits.len()).rev();
        lengths.map(|length| digits[..length].to_owned()).collect()
    }

    /// The use of this number's range.
    pub fn range(&self) -> GtinRange {
        GtinRange::of(self)
    }

    fn last(&self, digits: usize) -> String {
        text(&self.0[14 - digits..])
    }
}

/// All 14 digits.
impl fmt::Display for Gtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text(&self.0))
    }
}

impl fmt::Debug for Gtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gtin({self})")
    }
}

// === impl GtinFormat ===

impl GtinFormat {
    /// The number of digits.
    pub const fn digits(self) -> usize {
        match self {
            Self::Gtin8 => 8,
            Self::Gtin12 => 12,
            Self::Gtin13 => 13,
            Self::Gtin14 => 14,
        }
    }

    /// Its name, such as `GTIN-13`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gtin8 => "GTIN-8",
            Self::Gtin12 => "GTIN-12",
            Self::Gtin13 => "GTIN-13",
            Self::Gtin14 => "GTIN-14",
        }
    }
}

/// The digits of a text, each from 0 to 9, as many as a number may have.
fn digits(text: &str) -> Result<Vec<u8>, GtinError> {
    if text.is_empty() {
        return Err(GtinError::Empty);
    }
    // Counted only as far as needed: a client may send a megabyte.
    if text.len() > INPUT_MAX * 4 || text.chars().count() > INPUT_MAX {
        return Err(GtinError::Long {
            shown: shown(&text.chars().take(INPUT_MAX).collect::<String>()),
            characters: text.chars().count(),
        });
    }
    let mut digits = Vec::with_capacity(INPUT_MAX);
    for one in text.chars().filter(|one| !matches!(one, ' ' | '-')) {
        let Some(digit) = one.to_digit(10).and_then(|digit| u8::try_from(digit).ok()) else {
            return Err(GtinError::Character {
                text: shown(text),
                found: one.escape_debug().to_string(),
            });
        };
        digits.push(digit);
    }
    if !matches!(digits.len(), 8 | 12 | 13 | 14) {
        return Err(GtinError::Length {
            text: shown(text),
            digits: digits.len(),
        });
    }
    Ok(digits)
}

/// The digit that follows these. Counted from the right, every first digit weighs three times as
/// much as every second, and the check digit fills the sum up to a multiple of ten.
fn check_digit(digits: &[u8]) -> u8 {
    let weighed = digits.iter().rev().zip([3, 1].into_iter().cycle());
    let sum: u32 = weighed
        .map(|(digit, weight)| u32::from(*digit) * weight)
        .sum();
    u8::try_from((10 - sum % 10) % 10).unwrap_or_default()
}

/// A text for messages, without hidden characters.
fn shown(text: &str) -> String {
    text.escape_debug().to_string()
}

fn text(digits: &[u8]) -> String {
    digits
        .iter()
        .map(|digit| char::from(b'0' + digit))
        .collect()
}
