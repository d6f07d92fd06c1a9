//! Deserialization of arguments, with readable errors.
//!
//! The input type decides what is valid. Constraints that only the schema expresses (no further
//! properties, and minimum and maximum lengths, values and counts) are checked first. `pattern` is
//! not checked: it informs the model, and the handler must check it.

mod constraints;
mod path;
#[cfg(test)]
mod tests;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::Failure;

/// The maximum number of problems reported per call.
const MOST: usize = 10;

/// Parses the arguments of a call.
pub(crate) fn read<I: DeserializeOwned>(
    schema: &Value,
    given: Map<String, Value>,
) -> Result<I, Failure> {
    fit(schema, &given.into())
        .map_err(|told| Failure::new(format!("the arguments do not fit: {told}")))
}

/// Parses the answer to a form.
pub(crate) fn read_answer<I: DeserializeOwned>(
    schema: &Value,
    given: Map<String, Value>,
) -> Result<I, Failure> {
    fit(schema, &given.into())
        .map_err(|told| Failure::new(format!("the answer does not fit the question: {told}")))
}

fn fit<I: DeserializeOwned>(schema: &Value, given: &Value) -> Result<I, String> {
    let mut unfit = constraints::find(schema, given);
    if unfit.is_empty() {
        return I::deserialize(given).map_err(|error| place::<I>(given, &error));
    }
    let more = unfit.len().saturating_sub(MOST);
    unfit.truncate(MOST);
    let told = unfit.join("; ");
    Err(match more {
        0 => told,
        more => format!("{told}; and {more} more"),
    })
}

/// Adds the path to a deserialization error. A tree of values has no positions, so the value is
/// parsed again from text.
fn place<I: DeserializeOwned>(given: &Value, error: &serde_json::Error) -> String {
    let text = given.to_string();
    let found = serde_json::from_str::<I>(&text).err();
    let path = found.map(|error| path::at(&text, error.column()));
    match path.filter(|path| !path.is_empty()) {
        Some(path) => format!("`{path}`: {error}"),
        None => error.to_string(),
    }
}
