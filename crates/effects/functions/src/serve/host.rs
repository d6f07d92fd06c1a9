//! The tool host of a call: a channel to the task that forwards its events.

use std::future::Future;
use std::io::Write;
use std::pin::Pin;

use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::elicit::PATIENCE;
use super::running::HandlerEvent;
use crate::{
    CapabilityViolation, ElicitationAnswer, ElicitationError, ElicitationRequest, ToolHost,
    ToolLogLevel,
};

/// Sends a handler's events to that task, in order. Progress and log messages are dropped if it
/// does not keep up, because they are useless when late.
pub(super) struct EventSender {
    pub(super) say: mpsc::Sender<HandlerEvent>,
    pub(super) tool: String,
    pub(super) can_ask: bool,
    pub(super) loud: bool,
}

// === impl EventSender ===

impl ToolHost for EventSender {
    fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        let _ = self.say.try_send(HandlerEvent::Progress {
            done,
            total,
            message: message.map(ToOwned::to_owned),
        });
    }

    fn log(&self, level: ToolLogLevel, message: &str) {
        let _ = self.say.try_send(HandlerEvent::Log {
            level,
            message: message.to_owned(),
        });
    }

    fn elicit(
        &self,
        question: ElicitationRequest,
    ) -> Pin<Box<dyn Future<Output = Result<ElicitationAnswer, ElicitationError>> + Send + '_>>
    {
        Box::pin(async move {
            if !self.can_ask {
                let told = "it does not say that it can elicit".to_owned();
                return Err(ElicitationError::Unsupported(told));
            }
            let lost = || ElicitationError::Lost("the call's client is gone".to_owned());
            let (answer, answered) = oneshot::channel();
            let asked = self
                .say
                .send(HandlerEvent::Question(question, answer))
                .await;
            asked.map_err(|_| lost())?;
            // The client may never answer.
            match timeout(PATIENCE, answered).await {
                Ok(answered) => answered.map_err(|_| lost())?,
                Err(_) => Err(ElicitationError::Lost("no answer in time".to_owned())),
            }
        })
    }

    fn violation(&self, violation: &CapabilityViolation) {
        let tool = &self.tool;
        tracing::warn!(tool, %violation, "a tool tried what it said it would not do");
        let told = format!("the tool `{tool}` tried what it said it would not do: {violation}");
        if self.loud {
            // There is nothing else to do if this fails.
            let _ = writeln!(std::io::stderr(), "{told}");
        }
        self.log(ToolLogLevel::Warning, &told);
    }
}
