//! One call of a function.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use candor_model::Secret;
use candor_script::{JobSubject, ScriptJob, ScriptOutcome, ScriptProgram};
use candor_wire::{ErrorObject, RawJson, RawObject, code, meta};
use serde_json::value::RawValue;

use super::FunctionsSpec;
use crate::local::{self, LocalAnswer, LocalSubject, LocalToolHost};
use crate::request::SourceRequest;

/// The answer to the call. Failures of a tool are reported to the model in a result; a resource
/// that cannot be read is an error.
pub(super) async fn run(
    program: ScriptProgram,
    spec: Arc<FunctionsSpec>,
    subject: LocalSubject,
    request: Arc<SourceRequest>,
    host: Arc<LocalToolHost>,
) -> LocalAnswer {
    let result = match job_subject(&subject, &request) {
        Ok(subject) => perform(program, &spec, subject, &request, &host).await,
        Err(sentence) => Err(sentence),
    };
    match (result, subject) {
        (Ok(result), _) => Ok(result),
        (Err(sentence), LocalSubject::Tool(_)) => Ok(local::told(&sentence)),
        (Err(sentence), LocalSubject::Resource(uri)) => {
            let sentence = format!("the resource `{uri}` cannot be read: {sentence}");
            Err(ErrorObject::new(code::INTERNAL_ERROR, sentence))
        }
    }
}

async fn perform(
    program: ScriptProgram,
    spec: &FunctionsSpec,
    subject: JobSubject,
    request: &SourceRequest,
    host: &Arc<LocalToolHost>,
) -> Result<RawJson, String> {
    let job = ScriptJob {
        subject,
        environment: request
            .environment
            .as_ref()
            .map(|name| name.as_str().to_owned()),
        variables: Arc::new(variables(spec, request)),
        plain: plain(request),
        meta: about(request),
        caller: local::caller(request),
        known: request.hints,
        host: Arc::<LocalToolHost>::clone(host),
    };
    let result = match program.call(job).await {
        ScriptOutcome::Result(result) => String::from(Box::<str>::from(result)),
        ScriptOutcome::Failed(failure) => {
            let sentence = failure.to_string();
            host.stopped(&sentence);
            return Err(sentence);
        }
    };
    RawJson::parse(result).map_err(|error| format!("the function's result cannot be read: {error}"))
}

fn job_subject(subject: &LocalSubject, request: &SourceRequest) -> Result<JobSubject, String> {
    Ok(match subject {
        LocalSubject::Tool(name) => JobSubject::Tool {
            name: name.clone(),
            input: input(request)?,
        },
        LocalSubject::Resource(uri) => JobSubject::Resource { uri: uri.clone() },
    })
}

fn input(request: &SourceRequest) -> Result<Box<RawValue>, String> {
    let Some(arguments) = request.params.get("arguments") else {
        return RawValue::from_string("{}".to_owned()).map_err(|error| error.to_string());
    };
    arguments
        .decode()
        .map_err(|error| format!("the arguments cannot be read: {error}"))
}

/// The `_meta` of the request with the client's info: a legacy client has sent that at its
/// handshake.
fn about(request: &SourceRequest) -> Option<Box<RawValue>> {
    let sent = request.params.get("_meta");
    let mut about = sent.and_then(|sent| RawObject::parse(sent).ok());
    if let Some(info) = &request.asker.info {
        let about = about.get_or_insert_default();
        if about.get(meta::CLIENT_INFO).is_none() {
            about.set(meta::CLIENT_INFO, info.clone());
        }
    }
    about?.to_json().decode().ok()
}

/// The variables of the source, overridden by those of the environment.
fn variables(spec: &FunctionsSpec, request: &SourceRequest) -> BTreeMap<String, Secret<String>> {
    let all = spec.variables.iter().chain(request.variables.iter());
    all.map(|(name, value)| (name.as_str().to_owned(), value.clone()))
        .collect()
}

/// The names of variables that may be shown: those that the environment marks as not secret.
/// Variables in the file are always secret.
fn plain(request: &SourceRequest) -> BTreeSet<String> {
    let plain = request.plain.iter();
    plain.map(|name| name.as_str().to_owned()).collect()
}
