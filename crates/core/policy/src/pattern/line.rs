//! One line of a pattern: a pointer to a value and a condition on it.

use std::cmp::Ordering;
use std::fmt;

use candor_model::glob;
use candor_text::quote;
use serde_json::{Number, Value};

use super::json;
use super::number::{compare, same};
use super::pointer::ValuePointer;
use super::upwards::leads_upwards;

/// A pointer to a value and a condition on it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PatternLine {
    pub(super) pointer: ValuePointer,
    pub(super) test: ValueTest,
}

/// The condition on a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ValueTest {
    /// Any value, or no value.
    Anything,
    Equals(Value),
    /// A text that matches a glob pattern.
    Like(String),
    /// One of these values.
    OneOf(Vec<Value>),
    /// A number in this range, both ends included.
    Between(Number, Number),
    /// A number that compares like this to another.
    Than(NumberComparison, Number),
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberComparison {
    Less,
    AtMost,
    More,
    AtLeast,
}

/// Why a line is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternLineError {
    /// It does not start with a pointer.
    #[error("{} is no JSON pointer; write `/name`, or `/name/member` for what is inside", quote(.0))]
    Pointer(String),
    /// The pointer is not followed by an operator.
    #[error("{} is no operator; write one of `=`, `~`, `<`, `<=`, `>`, `>=`, `in`", quote(.0))]
    Operator(String),
    /// `=` is not followed by a JSON value.
    #[error("{} is no JSON value; write a text as `\"text\"`, or `*` for anything", quote(.0))]
    Value(String),
    /// `~` is not followed by a string.
    #[error("{} is no text with stars; write it as `\"reports/*\"`", quote(.0))]
    Like(String),
    /// A comparison is not followed by a number.
    #[error("{} is no number", quote(.0))]
    Number(String),
    /// `in` is followed by neither a list nor a range.
    #[error("{} is neither a list such as `[\"a\", \"b\"]` nor a range such as `10..100`", quote(.0))]
    Range(String),
    /// A list or range is empty.
    #[error("nothing is in {}, so that the line can never fit", quote(.0))]
    Empty(String),
}

// === impl PatternLine ===

impl PatternLine {
    pub(super) fn parse(text: &str) -> Result<Self, PatternLineError> {
        let text = text.trim();
        let (pointer, rest) = split_pointer(text)?;
        let rest = rest.trim_start();
        let (operator, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        Ok(Self {
            pointer,
            test: ValueTest::parse(operator, value.trim())?,
        })
    }

    /// Whether the arguments satisfy the line.
    pub(super) fn holds(&self, arguments: &Value) -> bool {
        match self.pointer.find(arguments) {
            None => self.test == ValueTest::Anything,
            Some(value) => self.test.holds(value),
        }
    }
}

impl fmt::Display for PatternLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.pointer, self.test)
    }
}

/// Splits off the leading pointer, bare or as a JSON string.
fn split_pointer(text: &str) -> Result<(ValuePointer, &str), PatternLineError> {
    let wrong = || PatternLineError::Pointer(text.to_owned());
    if text.starts_with('"') {
        let mut strings = serde_json::Deserializer::from_str(text).into_iter::<String>();
        let pointer = strings.next().and_then(Result::ok).ok_or_else(wrong)?;
        let rest = &text[strings.byte_offset()..];
        let pointer = ValuePointer::parse(&pointer).ok_or_else(wrong)?;
        return Ok((pointer, rest));
    }
    let (pointer, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let wrong = || PatternLineError::Pointer(pointer.to_owned());
    // The empty pointer must be written as a JSON string.
    let bare = Some(pointer).filter(|pointer| pointer.starts_with('/'));
    let pointer = bare.and_then(ValuePointer::parse).ok_or_else(wrong)?;
    Ok((pointer, rest))
}

// === impl ValueTest ===

impl ValueTest {
    fn parse(operator: &str, value: &str) -> Result<Self, PatternLineError> {
        if let Some(comparison) = NumberComparison::parse(operator) {
            let number =
                json::read_number(value).ok_or(PatternLineError::Number(value.to_owned()))?;
            return Ok(Self::Than(comparison, number));
        }
        match operator {
            "=" if value == "*" => Ok(Self::Anything),
            "=" => {
                let read = json::read(value).ok_or(PatternLineError::Value(value.to_owned()))?;
                Ok(Self::Equals(read))
            }
            "~" => match json::read(value) {
                Some(Value::String(pattern)) => Ok(Self::Like(pattern)),
                _ => Err(PatternLineError::Like(value.to_owned())),
            },
            "in" => Self::parse_in(value),
            other => Err(PatternLineError::Operator(other.to_owned())),
        }
    }

    fn parse_in(value: &str) -> Result<Self, PatternLineError> {
        match json::read(value) {
            Some(Value::Array(list)) if list.is_empty() => {
                return Err(PatternLineError::Empty(value.to_owned()));
            }
            Some(Value::Array(list)) => return Ok(Self::OneOf(list)),
            _ => {}
        }
        let range = value.split_once("..").and_then(|(from, to)| {
            let from = json::read_number(from.trim())?;
            Some((from, json::read_number(to.trim())?))
        });
        let (from, to) = range.ok_or(PatternLineError::Range(value.to_owned()))?;
        match compare(&from, &to) {
            Some(Ordering::Less | Ordering::Equal) => Ok(Self::Between(from, to)),
            _ => Err(PatternLineError::Empty(value.to_owned())),
        }
    }

    fn holds(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Anything, _) => true,
            (Self::Equals(wanted), _) => same(wanted, value),
            (Self::OneOf(wanted), _) => wanted.iter().any(|one| same(one, value)),
            (Self::Like(pattern), Value::String(text)) => like(pattern, text),
            (Self::Between(from, to), Value::Number(number)) => {
                NumberComparison::AtLeast.holds(number, from)
                    && NumberComparison::AtMost.holds(number, to)
            }
            (Self::Than(comparison, than), Value::Number(number)) => comparison.holds(number, than),
            (Self::Like(_) | Self::Between(..) | Self::Than(..), _) => false,
        }
    }
}

impl fmt::Display for ValueTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Anything => f.write_str("= *"),
            Self::Equals(value) => write!(f, "= {}", json::write(value)),
            Self::Like(pattern) => {
                write!(f, "~ {}", json::write(&Value::String(pattern.clone())))
            }
            Self::OneOf(list) => write!(f, "in {}", json::write(&Value::Array(list.clone()))),
            Self::Between(from, to) => write!(f, "in {from}..{to}"),
            Self::Than(comparison, number) => write!(f, "{} {number}", comparison.as_str()),
        }
    }
}

/// Whether a text matches; a `..` segment in the text only matches if the pattern has one.
fn like(pattern: &str, text: &str) -> bool {
    glob::glob_matches(pattern, text) && (leads_upwards(pattern) || !leads_upwards(text))
}

// === impl NumberComparison ===

impl NumberComparison {
    const ALL: [Self; 4] = [Self::Less, Self::AtMost, Self::More, Self::AtLeast];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
        }
    }

    fn parse(operator: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == operator)
    }

    fn holds(self, number: &Number, than: &Number) -> bool {
        let Some(order) = compare(number, than) else {
            return false;
        };
        match self {
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::More => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }
}
