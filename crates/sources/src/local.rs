//! Tools that Candor runs itself: functions in their workers, packs in this process.
//!
//! Such a tool hears of its call through a [`Voice`] and is heard through it: progress, log,
//! questions. Everything else about a call is the same as with any other source.

mod voice;

use std::sync::Arc;

use candor_functions::Caller;
use candor_wire::{ErrorObject, RawJson, RawObject, code, method};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::conversation::{Conversation, Said, Work};
use crate::error::SourceError;
use crate::question::Question;
use crate::shared::Shared;
pub(crate) use voice::Voice;

/// How much a tool may say before somebody has listened. What is said beyond that is lost, which
/// progress and logs can bear.
const BACKLOG: usize = 256;

/// Begins a call of a tool that exists. `work` does it, and nothing happens before the
/// conversation is listened to.
pub(crate) fn begin<F>(
    shared: &Arc<Shared>,
    question: &Question,
    work: impl FnOnce(Arc<Voice>) -> F,
) -> Result<Conversation, SourceError>
where
    F: Future<Output = Said> + Send + 'static,
{
    let permit = shared.place()?;
    let (sender, said) = mpsc::channel(BACKLOG);
    let work = work(Arc::new(Voice::new(sender, shared, question)));
    let work: Work = Box::pin(async move {
        let _permit = permit;
        work.await
    });
    Ok(Conversation::live(said, work))
}

/// The tool that a question is about; an answer, if it is about something else or the source is
/// not ready.
pub(crate) fn named(
    shared: &Shared,
    question: &Question,
) -> Result<Result<String, Conversation>, SourceError> {
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
pub(crate) fn unknown(name: &str) -> Conversation {
    refused(code::INVALID_PARAMS, format!("there is no tool `{name}`"))
}

fn refused(code: i64, sentence: String) -> Conversation {
    Conversation::answered(Err(ErrorObject::new(code, sentence).to_json()))
}

/// Whom a call is made for.
pub(crate) fn caller(question: &Question) -> Caller {
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
    Caller {
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
