//! Tools that Candor runs itself: functions in their workers, packs in this process.
//!
//! Such a tool reports progress, writes logs and asks the client through its [`LocalToolHost`].
//! Everything else about a call is the same as with any other source.

mod host;

use std::pin::Pin;
use std::sync::Arc;

use candor_functions::FunctionCaller;
use candor_wire::{ErrorObject, RawJson, RawObject, code, method};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::error::SourceError;
use crate::request::SourceRequest;
use crate::shared::SourceShared;
use crate::source::{CallEvent, SourceCall};
pub(crate) use host::LocalToolHost;

/// How many events of a tool are queued. Further notifications are dropped.
const BACKLOG: usize = 256;

/// The call of a tool that runs in this process or in one of its workers.
pub(crate) struct LocalCall {
    /// The events before the answer, if the tool can send any.
    events: Option<mpsc::Receiver<CallEvent>>,
    work: Option<LocalWork>,
    /// The outcome of the work, kept until earlier events were read.
    outcome: Option<Result<CallEvent, SourceError>>,
}

/// Completes with the answer, a result or an error, or with the reason why there is none.
type LocalWork = Pin<Box<dyn Future<Output = Result<LocalAnswer, SourceError>> + Send>>;

/// A result, or an error of the protocol.
pub(crate) type LocalAnswer = Result<RawJson, ErrorObject>;

/// The subject of a request to a source whose tools run here.
#[derive(Clone, Debug)]
pub(crate) enum LocalSubject {
    /// A call of the tool with this name.
    Tool(String),
    /// A read of the resource with this URI.
    Resource(String),
}

/// Begins a call at a source that has only tools. `begin` gets the tool's name, and returns `None`
/// if the tool does not exist.
pub(crate) fn call_tool(
    shared: &SourceShared,
    request: &SourceRequest,
    begin: impl FnOnce(String) -> Result<Option<LocalCall>, SourceError>,
) -> Result<SourceCall, SourceError> {
    call(shared, request, |subject| match subject {
        LocalSubject::Tool(name) => begin(name),
        LocalSubject::Resource(_) => Ok(None),
    })
}

/// Begins a call at a source that has tools and resources. `begin` returns `None` if the subject
/// does not exist.
pub(crate) fn call(
    shared: &SourceShared,
    request: &SourceRequest,
    begin: impl FnOnce(LocalSubject) -> Result<Option<LocalCall>, SourceError>,
) -> Result<SourceCall, SourceError> {
    if !shared.state.borrow().is_ready() {
        return Err(shared.not_ready());
    }
    let text = |member: &str| request.params.get_string(member).unwrap_or_default();
    let (subject, missing) = match &*request.method {
        method::TOOLS_CALL => {
            let name = text("name");
            let error =
                ErrorObject::new(code::INVALID_PARAMS, format!("there is no tool `{name}`"));
            (LocalSubject::Tool(name), error)
        }
        method::RESOURCES_READ => {
            let uri = text("uri");
            let sentence = format!("there is no resource `{uri}`");
            let error = ErrorObject::new(code::RESOURCE_NOT_FOUND, sentence);
            (LocalSubject::Resource(uri), error)
        }
        other => {
            let sentence = format!("source `{}` does not know `{other}`", shared.name());
            let error = ErrorObject::new(code::METHOD_NOT_FOUND, sentence);
            return Ok(refused(&error));
        }
    };
    match begin(subject)? {
        Some(call) => Ok(SourceCall::local(call)),
        None => Ok(refused(&missing)),
    }
}

fn refused(error: &ErrorObject) -> SourceCall {
    SourceCall::ended(Ok(CallEvent::Done(Err(error.to_json()))))
}

// === impl LocalCall ===

impl LocalCall {
    /// A call whose tool sends no events before its result. Nothing runs before it is polled.
    pub(crate) fn silent(
        work: impl Future<Output = Result<RawJson, SourceError>> + Send + 'static,
    ) -> Self {
        Self {
            events: None,
            work: Some(Box::pin(async move { work.await.map(Ok) })),
            outcome: None,
        }
    }

    /// A call whose tool may send notifications and questions through its host. Nothing runs before
    /// it is polled.
    pub(crate) fn hosted<F>(
        shared: &Arc<SourceShared>,
        request: &SourceRequest,
        work: impl FnOnce(Arc<LocalToolHost>) -> F,
    ) -> Result<Self, SourceError>
    where
        F: Future<Output = LocalAnswer> + Send + 'static,
    {
        let permit = shared.place(request.principal.as_deref())?;
        let (sender, events) = mpsc::channel(BACKLOG);
        let work = work(Arc::new(LocalToolHost::new(sender, shared, request)));
        Ok(Self {
            events: Some(events),
            work: Some(Box::pin(async move {
                let _permit = permit;
                Ok(work.await)
            })),
            outcome: None,
        })
    }

    /// The next event; see [`SourceCall::next`].
    pub(crate) async fn next(&mut self) -> Option<Result<CallEvent, SourceError>> {
        if let Some(work) = &mut self.work {
            let result = match &mut self.events {
                Some(events) => tokio::select! {
                    biased;
                    Some(event) = events.recv() => return Some(Ok(event)),
                    result = work => result,
                },
                None => work.await,
            };
            self.work = None;
            self.outcome =
                Some(result.map(|answer| CallEvent::Done(answer.map_err(|error| error.to_json()))));
        }
        // The tool has finished and can send no more: earlier events come first.
        match self.events.as_mut().map(mpsc::Receiver::try_recv) {
            Some(Ok(event)) => Some(Ok(event)),
            _ => self.outcome.take(),
        }
    }
}

/// The caller, as the tool sees it.
pub(crate) fn caller(request: &SourceRequest) -> FunctionCaller {
    let info = request.asker.info.as_ref();
    let info = info.and_then(|info| RawObject::parse(info).ok());
    let client = info.and_then(|info| {
        let name = info.get_string("name")?;
        let version = info.get_string("version");
        Some(match version {
            Some(version) => format!("{name} {version}"),
            None => name,
        })
    });
    let environment = request.environment.as_ref();
    FunctionCaller {
        principal: request.principal.clone(),
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
