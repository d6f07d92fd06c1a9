//! Reads the arguments of a call from the command line, a file or standard input.

use std::fs::File;
use std::io;

use candor_wire::{JsonError, RawJson, RawObject};

use crate::prelude::*;

/// Reads one JSON object of at most `limit` bytes. Numbers and the order of keys are unchanged.
pub(crate) fn read(given: &str, limit: usize) -> CommandResult<RawJson> {
    let from = given.strip_prefix('@');
    let bytes = match from {
        None if given == file::DASH => file::bounded(io::stdin().lock(), limit as u64),
        Some(path) => File::open(path).and_then(|file| file::bounded(file, limit as u64)),
        None => Ok(given.as_bytes().to_vec()),
    };
    let bytes = bytes.map_err(|cause| {
        let from = from.map_or_else(|| "standard input".to_owned(), |path| format!("`{path}`"));
        CommandFailure::io(format!("cannot read the arguments from {from}"), cause)
    })?;
    if bytes.len() > limit {
        let sentence = format!("the arguments are larger than {limit} bytes");
        return Err(CommandFailure::new(sentence).hint("`limits.request_body` sets the limit"));
    }
    check(bytes)
}

fn check(bytes: Vec<u8>) -> CommandResult<RawJson> {
    let hint = "write one JSON object in single quotes, such as '{\"id\": 1}'";
    let json = RawJson::parse(bytes).map_err(|error| {
        CommandFailure::new(format!("the arguments are not JSON: {error}")).hint(hint)
    })?;
    match RawObject::parse(&json) {
        Ok(_) => Ok(json),
        Err(JsonError::DuplicateKey(key)) => Err(CommandFailure::new(format!(
            "the arguments have the key `{key}` twice"
        ))),
        Err(JsonError::Syntax(_)) => {
            let shown: String = json.to_string().chars().take(60).collect();
            Err(CommandFailure::new(format!(
                "the arguments must be a JSON object, not `{shown}`"
            ))
            .hint(hint))
        }
    }
}
