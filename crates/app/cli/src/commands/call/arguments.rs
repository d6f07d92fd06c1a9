//! The arguments of a call: given on the command line, in a file or on standard input.

use std::fs::File;
use std::io::{self, Read};

use candor_wire::{JsonError, RawJson, RawObject};

use crate::prelude::{CommandFailure, CommandResult};

/// Reads them; they must be one JSON object of at most `limit` bytes. Numbers and the order of
/// keys stay as they were written.
pub(crate) fn read(given: &str, limit: usize) -> CommandResult<RawJson> {
    let bytes = match given.strip_prefix('@') {
        None if given == "-" => bounded(io::stdin().lock(), limit).map_err(|cause| {
            CommandFailure::io("cannot read the arguments from standard input", cause)
        })?,
        Some(path) => File::open(path)
            .and_then(|file| bounded(file, limit))
            .map_err(|cause| {
                CommandFailure::io(format!("cannot read the arguments from `{path}`"), cause)
            })?,
        None => given.as_bytes().to_vec(),
    };
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

/// Reads at most one byte more than the limit: the input may be endless.
fn bounded(input: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
