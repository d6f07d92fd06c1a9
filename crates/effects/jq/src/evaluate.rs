//! Evaluates one filter in this process, without limits except on the output size.

mod error;
#[cfg(test)]
mod tests;

use jaq_core::{Ctx, Vars};
use jaq_json::{Val, read};
use serde_json::value::RawValue;

pub use error::EvaluateError;

use crate::filter::compile;
use crate::library::FilterContext;
use crate::message::brief;
use crate::nesting::{MAX_NESTING, depth};
use crate::write::{self, JsonWriteError};

/// Evaluates a filter on a document and returns its outputs, each as JSON.
///
/// For workers only. A filter may not terminate, exhaust the memory or overflow the stack, which
/// ends or blocks this process.
pub fn evaluate(
    filter: &str,
    json: &[u8],
    max_output: usize,
) -> Result<Vec<String>, EvaluateError> {
    let compiled = compile(filter)?;
    let document = parse(json)?;
    let context = Ctx::<FilterContext>::new(&compiled.lut, Vars::new([]));
    let mut outputs = Vec::new();
    let mut room = max_output;
    for output in compiled.id.run((context, document)) {
        let before = outputs.len();
        let value = output.map_err(|raised| failed(raised, before))?;
        let mut text = String::new();
        write::append(&mut text, &value, room)
            .map_err(|why| unwritable(why, max_output, before))?;
        // One byte for the separator, so that empty outputs are not unlimited.
        room = room.saturating_sub(text.len() + 1);
        outputs.push(text);
    }
    Ok(outputs)
}

/// Parses a document. The library accepts more than JSON, so strict JSON is checked first.
fn parse(json: &[u8]) -> Result<Val, EvaluateError> {
    // This neither recurses nor builds anything.
    serde_json::from_slice::<&RawValue>(json).map_err(|error| EvaluateError::NotJson {
        detail: error.to_string(),
    })?;
    if depth(json) > MAX_NESTING {
        return Err(EvaluateError::TooDeep { limit: MAX_NESTING });
    }
    read::parse_single(json).map_err(|error| EvaluateError::NotJson {
        detail: error.to_string(),
    })
}

fn failed(raised: jaq_core::Exn<'_, Val>, before: usize) -> EvaluateError {
    let message = match raised.get_err() {
        Ok(error) => match error.into_val() {
            Val::TStr(text) => brief(&String::from_utf8_lossy(&text)),
            other => brief(&other.to_string()),
        },
        Err(_) => "the filter stopped outside of what it was to do".to_owned(),
    };
    EvaluateError::Failed { message, before }
}

fn unwritable(why: JsonWriteError, max_output: usize, before: usize) -> EvaluateError {
    let message = match why {
        JsonWriteError::TooLarge => return EvaluateError::TooLarge { limit: max_output },
        JsonWriteError::TooDeep => return EvaluateError::TooDeep { limit: MAX_NESTING },
        JsonWriteError::Bytes => "an output holds bytes, which JSON cannot say; use `@base64`",
        JsonWriteError::Key => {
            "an object has a key that is not a string; use `tostring` for the key"
        }
    };
    EvaluateError::Failed {
        message: message.to_owned(),
        before,
    }
}
