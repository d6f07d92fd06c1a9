//! Arguments into a typed input, or a sentence about what does not fit.
//!
//! The type decides what fits. What a type cannot say and the schema does (that there are no
//! further arguments, and how long, large or many something may be) is looked at before. A
//! `pattern` is not: it is the schema's word to the model, and the handler's to check.

mod constraints;
mod path;
#[cfg(test)]
mod tests;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::Failure;

/// The most problems that are told of one call.
const MOST: usize = 10;

/// Reads the arguments of a call.
pub(crate) fn read<I: DeserializeOwned>(
    schema: &Value,
    given: Map<String, Value>,
) -> Result<I, Failure> {
    fit(schema, &given.into())
        .map_err(|told| Failure::new(format!("the arguments do not fit: {told}")))
}

/// Reads what a person filled in.
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

/// What is wrong, and where. A tree of values does not know where it is, and a text does, so what
/// did not fit is read once more.
fn place<I: DeserializeOwned>(given: &Value, error: &serde_json::Error) -> String {
    let text = given.to_string();
    let found = serde_json::from_str::<I>(&text).err();
    let path = found.map(|error| path::at(&text, error.column()));
    match path.filter(|path| !path.is_empty()) {
        Some(path) => format!("`{path}`: {error}"),
        None => error.to_string(),
    }
}
