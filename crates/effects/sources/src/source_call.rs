//! One question and everything that is said until it is answered.

mod phase;
mod server_call;

use std::fmt;
use std::pin::Pin;

use candor_functions::CapabilityViolation;
use candor_wire::RawJson;
use tokio::sync::mpsc;

use crate::error::SourceError;
use crate::input_request::InputRequest;

pub(crate) use server_call::ServerCall;

/// One question on its way. Dropping it releases its place among the open calls, and tells the
/// server, in the background, that nobody waits any more.
pub struct SourceCall(SourceCallKind);

/// Something a server says while a question is open.
#[derive(Debug)]
pub enum SourceCallEvent {
    /// A remark: progress (with the client's own token), a log message, or whatever else the
    /// server sends inside the call.
    Notification {
        /// What about.
        method: Box<str>,
        /// The details.
        params: Option<RawJson>,
    },
    /// It asks back, and goes on when that is answered.
    Ask(InputRequest),
    /// The answer: the result or the error object, untouched.
    Answer(Result<RawJson, RawJson>),
    /// It tried what it says it does not do, and was refused. For the record: the client is told
    /// by the tool, if at all.
    Breach(CapabilityViolation),
    /// It was stopped by a limit. For the record: the client is told by the answer.
    Stopped(String),
    /// There will be no answer.
    Lost(SourceError),
}

enum SourceCallKind {
    Server(Box<ServerCall>),
    /// An answer that needed no server.
    Ready(Option<SourceCallEvent>),
    /// An answer that somebody works on. Gone when it was given out.
    Work(Option<LocalWork>),
    /// The same, by somebody who may say something before.
    Live(LocalCall),
}

/// A tool at work that can be heard.
struct LocalCall {
    said: mpsc::Receiver<SourceCallEvent>,
    work: Option<LocalWork>,
    /// What the work came to, while something is left that was said before.
    outcome: Option<SourceCallEvent>,
}

/// What ends in an answer, or in the news that there is none.
pub(crate) type LocalWork = Pin<Box<dyn Future<Output = SourceCallEvent> + Send>>;

// === impl Conversation ===

impl SourceCall {
    pub(crate) fn with_server(talk: ServerCall) -> Self {
        Self(SourceCallKind::Server(Box::new(talk)))
    }

    /// A conversation that consists of the answer.
    pub(crate) fn answered(outcome: Result<RawJson, RawJson>) -> Self {
        Self(SourceCallKind::Ready(Some(SourceCallEvent::Answer(
            outcome,
        ))))
    }

    /// A conversation that consists of the answer, when it is there.
    pub(crate) fn working(work: LocalWork) -> Self {
        Self(SourceCallKind::Work(Some(work)))
    }

    /// A conversation with a tool that may say something before it has answered.
    pub(crate) fn live(said: mpsc::Receiver<SourceCallEvent>, work: LocalWork) -> Self {
        Self(SourceCallKind::Live(LocalCall {
            said,
            work: Some(work),
            outcome: None,
        }))
    }

    /// What is said next: remarks and asks, then exactly one answer (or the news that there will
    /// be none), then `None`. Cancel-safe: nothing is lost when the future is dropped.
    pub async fn next(&mut self) -> Option<SourceCallEvent> {
        match &mut self.0 {
            SourceCallKind::Server(talk) => talk.next().await,
            SourceCallKind::Ready(said) => said.take(),
            SourceCallKind::Work(work) => {
                let said = work.as_mut()?.await;
                *work = None;
                Some(said)
            }
            SourceCallKind::Live(live) => live.next().await,
        }
    }

    /// Tells the server that nobody waits any more. Nothing happens if it has answered.
    pub async fn cancel(self, reason: &str) {
        if let SourceCallKind::Server(talk) = self.0 {
            talk.cancel(reason).await;
        }
    }
}

// === impl Live ===

impl LocalCall {
    async fn next(&mut self) -> Option<SourceCallEvent> {
        if let Some(work) = &mut self.work {
            tokio::select! {
                biased;
                Some(said) = self.said.recv() => return Some(said),
                outcome = work => self.outcome = Some(outcome),
            }
            self.work = None;
        }
        // The tool is gone, and with it whoever could say more: what is left comes first.
        match self.said.try_recv() {
            Ok(said) => Some(said),
            Err(_) => self.outcome.take(),
        }
    }
}

impl fmt::Debug for SourceCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conversation").finish_non_exhaustive()
    }
}
