//! Error messages for CEL errors. They never contain argument values, which may be secret or long.

use candor_text::quote;
use cel::ExecutionError;

/// Why a condition could not be evaluated.
pub(crate) fn failure(error: &ExecutionError) -> String {
    match error {
        ExecutionError::NoSuchKey(key) => format!("there is no {}", quote(key)),
        ExecutionError::NoSuchOverload(call) if operator(call.function()) == "`.`" => {
            let of = call.argument_types().first().map_or("it", String::as_str);
            format!("{of} has no members")
        }
        ExecutionError::NoSuchOverload(call) => {
            let types = call.argument_types().join(" and ");
            format!("{} cannot be applied to {types}", operator(call.function()))
        }
        ExecutionError::ValuesNotComparable(one, other) => format!(
            "{} and {} cannot be compared",
            one.type_of(),
            other.type_of()
        ),
        ExecutionError::UnsupportedBinaryOperator(name, one, other) => format!(
            "{} cannot be applied to {} and {}",
            quote(name),
            one.type_of(),
            other.type_of()
        ),
        ExecutionError::UnexpectedType { got, want } => {
            format!("{} stands where {} is needed", quote(got), quote(want))
        }
        ExecutionError::UndeclaredReference(name) => format!("{} is unknown", quote(name)),
        ExecutionError::FunctionError { function, .. } => format!("{} failed", quote(function)),
        ExecutionError::DivisionByZero(_) | ExecutionError::RemainderByZero(_) => {
            "it divides by zero".to_owned()
        }
        ExecutionError::Overflow(..) => "a number grew too large".to_owned(),
        ExecutionError::IndexOutOfBounds(_) => "a list has no such element".to_owned(),
        _ => "the values do not fit".to_owned(),
    }
}

/// A parser's error message without its prefix.
pub(crate) fn syntax(message: &str) -> String {
    let message = message.strip_prefix("Syntax error: ").unwrap_or(message);
    let line = message.lines().next().unwrap_or_default();
    line.chars().take(200).collect()
}

/// An operator in source notation: `_>_` becomes `>`.
fn operator(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.chars().all(plain) {
        return quote(name);
    }
    quote(name.trim_matches(['_', '@']))
}
