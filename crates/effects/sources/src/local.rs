//! Tools that Candor runs itself: functions in their workers, packs in this process.
//!
//! Such a tool hears of its call through a [`Voice`] and is heard through it: progress, log,
//! questions. Everything else about a call is the same as with any other source.

mod host;

use std::sync::Arc;

use candor_functions::FunctionCaller;
use candor_wire::{ErrorObject, RawJson, RawObject, code, method};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::error::SourceError;
use crate::request::SourceRequest;
use crate::shared::SourceShared;
use crate::source_call::{LocalWork, SourceCall, SourceCallEvent};
pub(crate) use host::LocalToolHost;

/// How much a tool may say before somebody has listened. What is said beyond that is lost, which
/// progress and logs can bear.
const BACKLOG: usize = 256;

/// Begins a call of a tool that exists. `work` does it, and nothing happens before the
/// conversation is listened to.
pub(crate) fn begin<F>(
    shared: &Arc<SourceShared>,
    question: &SourceRequest,
    work: impl FnOnce(Arc<LocalToolHost>) -> F,
) -> Result<SourceCall, SourceError>
where
    F: Future<Output = SourceCallEvent> + Send + 'static,
{
    let permit = shared.place()?;
    let (sender, said) = mpsc::channel(BACKLOG);
    let work = work(Arc::new(LocalToolHost::new(sender, shared, question)));
    let work: LocalWork = Box::pin(async move {
        let _permit = permit;
        work.await
    });
    Ok(SourceCall::live(said, work))
}

/// The tool that a question is about; an answer, if it is about something else or the source is
/// not ready.
pub(crate) fn named(
    shared: &SourceShared,
    question: &SourceRequest,
) -> Result<Result<String, SourceCall>, SourceError> {
    if !shared.state.borrow().is_ready() {
        return Err(shared.not_ready());
    }
    if question.method != method::TOOLS_CALL {
        let sentence = format!(
            "source `{}` has tools and does not know `{}`",
            shared.name(),
            question.method
        );
        return Ok(Err(refused(code::METHOD_NOT_FOUND, sentence)));
    }
    Ok(Ok(question.params.get_string("name").unwrap_or_default()))
}

/// There is no such tool.
pub(crate) fn unknown(name: &str) -> SourceCall {
    refused(code::INVALID_PARAMS, format!("there is no tool `{name}`"))
}

fn refused(code: i64, sentence: String) -> SourceCall {
    SourceCall::answered(Err(ErrorObject::new(code, sentence).to_json()))
}

/// Whom a call is made for.
pub(crate) fn caller(question: &SourceRequest) -> FunctionCaller {
    let info = question.asker.info.as_ref();
    let info = info.and_then(|info| RawObject::parse(info).ok());
    let client = info.and_then(|info| {
        let name = info.get_string("name")?;
        let version = info.get_string("version");
        Some(match version {
            Some(version) => format!("{name} {version}"),
            None => name,
        })
    });
    let environment = question.environment.as_ref();
    FunctionCaller {
        principal: question.principal.clone(),
        client,
        environment: environment.map(|name| name.as_str().to_owned()),
    }
}

/// A result that tells the model what went wrong.
pub(crate) fn told(sentence: &str) -> RawJson {
    let result: Value = json!({
        "content": [{"type": "text", "text": sentence}],
        "isError": true,
    });
    RawJson::from_value(&result)
}
