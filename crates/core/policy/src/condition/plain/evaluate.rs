//! Evaluation of plain conditions.

use std::borrow::Cow;
use std::cmp::Ordering;

use candor_model::{EnvironmentName, Role, ToolsetName};
use serde_json::Value as Json;

use super::operand::PlainOperand;
use super::{PlainCondition, PlainOperator};
use crate::PolicyQuestion;

/// A call whose arguments are known to be within the limits.
#[derive(Clone, Copy)]
pub(in crate::condition) struct PlainCall<'a>(&'a PolicyQuestion<'a>);

/// A value from the call or from the rule.
enum PlainValue<'a> {
    Null,
    Flag(bool),
    Whole(i64),
    Text(Cow<'a, str>),
    Texts(&'a [String]),
    /// A list or an object from the arguments, unconverted.
    Nested(&'a Json),
    /// The arguments of a call without arguments.
    NoArguments,
    Roles,
}

// === impl PlainCall ===

impl<'a> PlainCall<'a> {
    /// The call, if its arguments are within these limits even in the worst case of escaping.
    pub(in crate::condition) fn within(
        question: &'a PolicyQuestion<'a>,
        bytes: usize,
        depth: usize,
    ) -> Option<Self> {
        remaining(question.arguments, bytes, depth)?;
        Some(Self(question))
    }
}

/// The number of bytes left after writing a value; `None` if it might not fit.
fn remaining(json: &Json, bytes: usize, depth: usize) -> Option<usize> {
    let depth = depth.checked_sub(1)?;
    match json {
        Json::Null | Json::Bool(_) => bytes.checked_sub(6),
        Json::Number(_) => bytes.checked_sub(40),
        Json::String(text) => bytes.checked_sub(text_max(text)),
        Json::Array(list) => list.iter().try_fold(bytes.checked_sub(2)?, |left, value| {
            remaining(value, left.checked_sub(1)?, depth)
        }),
        Json::Object(members) => {
            let begin = bytes.checked_sub(2)?;
            members.iter().try_fold(begin, |left, (key, value)| {
                remaining(value, left.checked_sub(text_max(key) + 2)?, depth)
            })
        }
    }
}

/// The maximum length of a text as JSON: an escape takes six characters.
fn text_max(text: &str) -> usize {
    text.len().saturating_mul(6).saturating_add(2)
}

// === impl PlainCondition ===

impl PlainCondition {
    /// Whether the condition is true; `None` if the interpreter has to decide.
    pub(in crate::condition) fn holds(&self, call: PlainCall<'_>) -> Option<bool> {
        match self {
            Self::Flag(operand) => match operand.value(call)? {
                PlainValue::Flag(flag) => Some(flag),
                _ => None,
            },
            Self::Not(condition) => condition.holds(call).map(|holds| !holds),
            Self::And(both) if both.0.holds(call)? => both.1.holds(call),
            Self::And(_) => Some(false),
            Self::Or(either) if either.0.holds(call)? => Some(true),
            Self::Or(either) => either.1.holds(call),
            Self::Has(path) => has(call, path),
            Self::Compare(operator, left, right) => {
                operator.compare(&left.value(call)?, &right.value(call)?, call)
            }
        }
    }
}

/// Whether the last key is present; `None` if an earlier one is not.
fn has(call: PlainCall<'_>, path: &[String]) -> Option<bool> {
    let (last, before) = path.split_last()?;
    let mut value = call.0.arguments;
    if value.is_null() && before.is_empty() {
        return Some(false);
    }
    for key in before {
        value = value.as_object()?.get(key)?;
    }
    Some(value.as_object()?.contains_key(last))
}

// === impl PlainOperand ===

impl PlainOperand {
    fn value<'a>(&'a self, call: PlainCall<'a>) -> Option<PlainValue<'a>> {
        Some(match self {
            Self::Null => PlainValue::Null,
            Self::Flag(flag) => PlainValue::Flag(*flag),
            Self::Whole(whole) => PlainValue::Whole(*whole),
            Self::Text(text) => PlainValue::text(text),
            Self::Texts(texts) => PlainValue::Texts(texts),
            Self::Argument(path) => return argument(call, path),
            Self::Name(name) => return name_of_call(call, name),
            Self::Size(of) => PlainValue::Whole(i64::try_from(of.value(call)?.size()?).ok()?),
        })
    }
}

fn argument<'a>(call: PlainCall<'a>, path: &[String]) -> Option<PlainValue<'a>> {
    let mut value = call.0.arguments;
    if value.is_null() {
        return path.is_empty().then_some(PlainValue::NoArguments);
    }
    for key in path {
        value = value.as_object()?.get(key)?;
    }
    PlainValue::of(value)
}

fn name_of_call<'a>(PlainCall(question): PlainCall<'a>, name: &str) -> Option<PlainValue<'a>> {
    let or_null = |name| match name {
        Some(name) => PlainValue::text(name),
        None => PlainValue::Null,
    };
    Some(match name {
        "kind" => PlainValue::text(question.kind.as_str()),
        "tool" => PlainValue::Text(Cow::Owned(question.tool.to_string())),
        "source" => PlainValue::text(question.tool.source().as_str()),
        "toolset" => or_null(question.toolset.map(ToolsetName::as_str)),
        "environment" => or_null(question.environment.map(EnvironmentName::as_str)),
        "principal" => PlainValue::text(question.principal),
        "roles" => PlainValue::Roles,
        _ => return None,
    })
}

// === impl PlainValue ===

impl<'a> PlainValue<'a> {
    fn text(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }

    /// Wraps a value of the arguments; `None` for numbers other than signed 64-bit integers, whose
    /// comparison has its own rules.
    fn of(json: &'a Json) -> Option<Self> {
        Some(match json {
            Json::Null => Self::Null,
            Json::Bool(flag) => Self::Flag(*flag),
            Json::Number(number) => Self::Whole(number.as_i64()?),
            Json::String(text) => Self::text(text),
            Json::Array(_) | Json::Object(_) => Self::Nested(json),
        })
    }

    fn size(&self) -> Option<usize> {
        match self {
            Self::Text(text) => Some(text.chars().count()),
            Self::Texts(texts) => Some(texts.len()),
            Self::Nested(Json::Array(list)) => Some(list.len()),
            Self::Nested(Json::Object(members)) => Some(members.len()),
            Self::NoArguments => Some(0),
            _ => None,
        }
    }

    /// Whether two values are equal. Values of different types never are.
    fn equals(&self, other: &Self) -> Option<bool> {
        match (self, other) {
            (Self::Null, Self::Null) => Some(true),
            (Self::Flag(one), Self::Flag(other)) => Some(one == other),
            (Self::Whole(one), Self::Whole(other)) => Some(one == other),
            (Self::Text(one), Self::Text(other)) => Some(one == other),
            (one, other) if one.is_single() && other.is_single() => Some(false),
            _ => None,
        }
    }

    fn is_single(&self) -> bool {
        matches!(
            self,
            Self::Null | Self::Flag(_) | Self::Whole(_) | Self::Text(_)
        )
    }
}

// === impl PlainOperator ===

impl PlainOperator {
    fn compare(
        self,
        left: &PlainValue<'_>,
        right: &PlainValue<'_>,
        call: PlainCall<'_>,
    ) -> Option<bool> {
        match self {
            Self::Equal => left.equals(right),
            Self::NotEqual => left.equals(right).map(|same| !same),
            Self::Less => order(left, right).map(Ordering::is_lt),
            Self::LessOrEqual => order(left, right).map(Ordering::is_le),
            Self::Greater => order(left, right).map(Ordering::is_gt),
            Self::GreaterOrEqual => order(left, right).map(Ordering::is_ge),
            Self::In => is_in(left, right, call),
            Self::Contains => texts(left, right).map(|(text, part)| text.contains(part)),
            Self::StartsWith => texts(left, right).map(|(text, part)| text.starts_with(part)),
            Self::EndsWith => texts(left, right).map(|(text, part)| text.ends_with(part)),
        }
    }
}

fn order(left: &PlainValue<'_>, right: &PlainValue<'_>) -> Option<Ordering> {
    match (left, right) {
        (PlainValue::Whole(left), PlainValue::Whole(right)) => Some(left.cmp(right)),
        (PlainValue::Text(left), PlainValue::Text(right)) => Some(left.cmp(right)),
        _ => None,
    }
}

fn texts<'a>(left: &'a PlainValue<'_>, right: &'a PlainValue<'_>) -> Option<(&'a str, &'a str)> {
    match (left, right) {
        (PlainValue::Text(left), PlainValue::Text(right)) => Some((left, right)),
        _ => None,
    }
}

/// Whether a text is an element of a list or a key of an object.
fn is_in(left: &PlainValue<'_>, right: &PlainValue<'_>, call: PlainCall<'_>) -> Option<bool> {
    let PlainValue::Text(text) = left else {
        return None;
    };
    Some(match right {
        PlainValue::Texts(texts) => texts.iter().any(|one| one == text),
        PlainValue::Nested(Json::Array(list)) => {
            list.iter().any(|one| one.as_str() == Some(&**text))
        }
        PlainValue::Nested(Json::Object(members)) => members.contains_key(&**text),
        PlainValue::NoArguments => false,
        PlainValue::Roles => Role::parse(text).is_some_and(|role| call.0.roles.include(role)),
        _ => return None,
    })
}
