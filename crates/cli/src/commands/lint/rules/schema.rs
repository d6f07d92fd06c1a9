//! Whether arguments and results can be checked.

use candor_model::Hint;
use candor_schema::Validator;

use crate::commands::lint::Subject;

/// A schema that is no schema.
pub(super) fn unusable(subject: &Subject) -> Option<String> {
    let wrong = |(key, what): (&str, &str)| {
        let schema = subject.definition.get(key)?;
        let error = Validator::compile(schema).err()?;
        Some(format!("the {what} schema cannot be used: {error}"))
    };
    let schemas = [("inputSchema", "input"), ("outputSchema", "output")];
    let wrong: Vec<String> = schemas.into_iter().filter_map(wrong).collect();
    (!wrong.is_empty()).then(|| wrong.join("; "))
}

/// What only reads is asked for what it gives.
pub(super) fn no_output(subject: &Subject) -> Option<String> {
    let reads = subject.shown.get(Hint::ReadOnly) == Some(true);
    let has_schema = subject.definition.get("outputSchema").is_some();
    (reads && !has_schema).then(|| "there is no schema of what it gives".to_owned())
}
