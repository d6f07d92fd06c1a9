//! One call of a function.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use candor_model::Secret;
use candor_script::{Job, Outcome, Program};
use candor_wire::{RawJson, RawObject, meta};
use serde_json::value::RawValue;

use super::FunctionsSpec;
use crate::conversation::Said;
use crate::local::{self, Voice};
use crate::question::Question;

/// What comes of it. It is an answer in any case: what a function does wrong is told to the model.
pub(super) async fn run(
    program: Program,
    spec: Arc<FunctionsSpec>,
    tool: String,
    question: Question,
    voice: Arc<Voice>,
) -> Said {
    let input = match input(&question) {
        Ok(input) => input,
        Err(sentence) => return Said::Answer(Ok(local::told(&sentence))),
    };
    let job = Job {
        tool,
        input,
        environment: question
            .environment
            .as_ref()
            .map(|name| name.as_str().to_owned()),
        variables: Arc::new(variables(&spec, &question)),
        plain: plain(&question),
        meta: about(&question),
        caller: local::caller(&question),
        known: question.hints,
        host: Arc::<Voice>::clone(&voice),
    };
    let result = match program.call(job).await {
        Outcome::Result(result) => String::from(Box::<str>::from(result)),
        Outcome::Failed(failure) => {
            let sentence = failure.to_string();
            voice.stopped(&sentence);
            return Said::Answer(Ok(local::told(&sentence)));
        }
    };
    Said::Answer(Ok(RawJson::parse(result).unwrap_or_else(|error| {
        local::told(&format!("the function's result cannot be read: {error}"))
    })))
}

fn input(question: &Question) -> Result<Box<RawValue>, String> {
    let Some(arguments) = question.params.get("arguments") else {
        return RawValue::from_string("{}".to_owned()).map_err(|error| error.to_string());
    };
    arguments
        .decode()
        .map_err(|error| format!("the arguments cannot be read: {error}"))
}

/// What the client says beside the arguments, and of itself: a legacy one has said that when it
/// came.
fn about(question: &Question) -> Option<Box<RawValue>> {
    let sent = question.params.get("_meta");
    let mut about = sent.and_then(|sent| RawObject::parse(sent).ok());
    if let Some(info) = &question.asker.info {
        let about = about.get_or_insert_default();
        if about.get(meta::CLIENT_INFO).is_none() {
            about.set(meta::CLIENT_INFO, info.clone());
        }
    }
    about?.to_json().decode().ok()
}

/// The variables of the source, and over them those of the environment.
fn variables(spec: &FunctionsSpec, question: &Question) -> BTreeMap<String, Secret<String>> {
    let all = spec.variables.iter().chain(question.variables.iter());
    all.map(|(name, value)| (name.as_str().to_owned(), value.clone()))
        .collect()
}

/// What may be seen: those that the environment says are no secrets. What the file says in
/// `variables` always is one.
fn plain(question: &Question) -> BTreeSet<String> {
    let plain = question.plain.iter();
    plain.map(|name| name.as_str().to_owned()).collect()
}
