//! One question and everything that is said until it is answered.

mod phase;
mod talk;

use std::fmt;
use std::pin::Pin;

use candor_functions::Breach;
use candor_wire::RawJson;
use tokio::sync::mpsc;

use crate::ask::Ask;
use crate::error::SourceError;

pub(crate) use talk::Talk;

/// One question on its way. Dropping it releases its place among the open calls, and tells the
/// server, in the background, that nobody waits any more.
pub struct Conversation(Body);

/// Something a server says while a question is open.
#[derive(Debug)]
pub enum Said {
    /// A remark: progress (with the client's own token), a log message, or whatever else the
    /// server sends inside the call.
    Notification {
        /// What about.
        method: Box<str>,
        /// The details.
        params: Option<RawJson>,
    },
    /// It asks back, and goes on when that is answered.
    Ask(Ask),
    /// The answer: the result or the error object, untouched.
    Answer(Result<RawJson, RawJson>),
    /// It tried what it says it does not do, and was refused. For the record: the client is told
    /// by the tool, if at all.
    Breach(Breach),
    /// It was stopped by a limit. For the record: the client is told by the answer.
    Stopped(String),
    /// There will be no answer.
    Lost(SourceError),
}

enum Body {
    Server(Box<Talk>),
    /// An answer that needed no server.
    Ready(Option<Said>),
    /// An answer that somebody works on. Gone when it was given out.
    Work(Option<Work>),
    /// The same, by somebody who may say something before.
    Live(Live),
}

/// A tool at work that can be heard.
struct Live {
    said: mpsc::Receiver<Said>,
    work: Option<Work>,
    /// What the work came to, while something is left that was said before.
    outcome: Option<Said>,
}

/// What ends in an answer, or in the news that there is none.
pub(crate) type Work = Pin<Box<dyn Future<Output = Said> + Send>>;

// === impl Conversation ===

impl Conversation {
    pub(crate) fn with_server(talk: Talk) -> Self {
        Self(Body::Server(Box::new(talk)))
    }

    /// A conversation that consists of the answer.
    pub(crate) fn answered(outcome: Result<RawJson, RawJson>) -> Self {
        Self(Body::Ready(Some(Said::Answer(outcome))))
    }

    /// A conversation that consists of the answer, when it is there.
    pub(crate) fn working(work: Work) -> Self {
        Self(Body::Work(Some(work)))
    }

    /// A conversation with a tool that may say something before it has answered.
    pub(crate) fn live(said: mpsc::Receiver<Said>, work: Work) -> Self {
        Self(Body::Live(Live {
            said,
            work: Some(work),
            outcome: None,
        }))
    }

    /// What is said next: remarks and asks, then exactly one answer (or the news that there will
    /// be none), then `None`. Cancel-safe: nothing is lost when the future is dropped.
    pub async fn next(&mut self) -> Option<Said> {
        match &mut self.0 {
            Body::Server(talk) => talk.next().await,
            Body::Ready(said) => said.take(),
            Body::Work(work) => {
                let said = work.as_mut()?.await;
                *work = None;
                Some(said)
            }
            Body::Live(live) => live.next().await,
        }
    }

    /// Tells the server that nobody waits any more. Nothing happens if it has answered.
    pub async fn cancel(self, reason: &str) {
        if let Body::Server(talk) = self.0 {
            talk.cancel(reason).await;
        }
    }
}

// === impl Live ===

impl Live {
    async fn next(&mut self) -> Option<Said> {
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

impl fmt::Debug for Conversation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conversation").finish_non_exhaustive()
    }
}
