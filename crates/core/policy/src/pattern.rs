//! Argument patterns: which arguments a standing approval covers, in a form that people can read
//! and edit.
//!
//! Each line has a JSON pointer to a value and a condition on it.
//!
//! ```text
//! /path ~ "reports/*"          a text that fits; `*` stands for any run of characters
//! /amount <= 100               a number; also `>=`, `<` and `>`
//! /amount in 10..100           a number from 10 to 100, both included
//! /user in ["ann", "bob"]      one of these
//! /options/dry_run = true      exactly this, any JSON value
//! /note = *                    anything, or nothing at all
//! ```
//!
//! - Every argument must be covered: one that no line is about does not fit. A line about
//!   `/options` covers all of it; lines about `/options/dry_run` and the like must together cover
//!   whatever it holds.
//! - An argument that a line is about must be there, unless the line says `= *`.
//! - Several lines about the same argument must all hold.
//! - Numbers are compared as numbers: `1` is `1.0`.
//! - A text with a `..` between slashes, however it is encoded, fits a pattern with stars only if
//!   the pattern has `..` too, so that `reports/*` does not lead out of `reports`.
//! - No line at all fits a call without arguments, and no other.
//!
//! A pointer with spaces or with characters that cannot be seen is written as a JSON string.

mod json;
mod line;
mod number;
mod pointer;
mod upwards;

use std::fmt;

use serde_json::Value;

use line::{PatternLine, ValueTest};
use pointer::ValuePointer;

pub use line::PatternLineError;

/// The maximum number of lines in a pattern.
pub const LINES_MAX: usize = 100;

/// The maximum length of a pattern, in characters.
pub const TEXT_MAX: usize = 10_000;

/// An argument pattern. `Display` writes the form that [`ArgumentPattern::parse`] reads.
#[derive(Clone, Debug, PartialEq)]
pub struct ArgumentPattern(Vec<PatternLine>);

/// Why a text is not a valid pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentPatternError {
    /// The pattern has too many characters.
    #[error("the pattern has {0} characters; at most {TEXT_MAX} are allowed")]
    TooLong(usize),
    /// The pattern has too many lines.
    #[error("the pattern has {0} lines; at most {LINES_MAX} are allowed")]
    TooManyLines(usize),
    /// A line is invalid.
    #[error("line {number}: {error}")]
    Line {
        /// The number of the line, counted from 1.
        number: usize,
        /// What is wrong with the line.
        error: PatternLineError,
    },
}

// === impl ArgumentPattern ===

impl ArgumentPattern {
    /// Parses a pattern. Empty lines are ignored.
    pub fn parse(text: &str) -> Result<Self, ArgumentPatternError> {
        let length = text.chars().count();
        if length > TEXT_MAX {
            return Err(ArgumentPatternError::TooLong(length));
        }
        let lines = || {
            let numbered = text.lines().enumerate();
            numbered.filter(|(_, line)| !line.trim().is_empty())
        };
        let count = lines().count();
        if count > LINES_MAX {
            return Err(ArgumentPatternError::TooManyLines(count));
        }
        let read = |(at, line)| {
            PatternLine::parse(line).map_err(|error| ArgumentPatternError::Line {
                number: at + 1,
                error,
            })
        };
        lines().map(read).collect::<Result<_, _>>().map(Self)
    }

    /// A pattern that matches exactly these arguments, one line for each. For many or long
    /// arguments it may exceed the limits of [`ArgumentPattern::parse`].
    pub fn suggest(arguments: &Value) -> Self {
        let equals = |pointer, value: &Value| PatternLine {
            pointer,
            test: ValueTest::Equals(value.clone()),
        };
        Self(match arguments {
            Value::Null => Vec::new(),
            Value::Object(members) => members
                .iter()
                .map(|(key, value)| equals(ValuePointer::member(key), value))
                .collect(),
            other => vec![equals(ValuePointer::default(), other)],
        })
    }

    /// Whether these arguments match. `null` stands for a call without arguments.
    pub fn fits(&self, arguments: &Value) -> bool {
        let none = Value::Object(serde_json::Map::new());
        let arguments = if arguments.is_null() {
            &none
        } else {
            arguments
        };
        self.0.iter().all(|line| line.holds(arguments)) && self.covers(arguments, &mut Vec::new())
    }

    /// Whether every part of the value at this path is covered by a line.
    fn covers(&self, value: &Value, place: &mut Vec<String>) -> bool {
        if self.0.iter().any(|line| line.pointer.is(place)) {
            return true;
        }
        let whole = place.is_empty() && value.is_object();
        if !whole && !self.0.iter().any(|line| line.pointer.leads(place)) {
            return false;
        }
        let mut below = |token: String, value: &Value| {
            place.push(token);
            let covered = self.covers(value, place);
            place.pop();
            covered
        };
        match value {
            Value::Object(members) => members.iter().all(|(key, value)| below(key.clone(), value)),
            Value::Array(list) => list
                .iter()
                .enumerate()
                .all(|(at, value)| below(at.to_string(), value)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        }
    }
}

impl fmt::Display for ArgumentPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, line) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            line.fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
