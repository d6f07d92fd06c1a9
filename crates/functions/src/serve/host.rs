//! The host of a call: a line to whoever follows it.

use std::future::Future;
use std::io::Write;
use std::pin::Pin;

use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::ask::PATIENCE;
use super::running::Event;
use crate::{Breach, ElicitError, Elicitation, Elicited, Host, Level};

/// What a handler says goes down this line, in order. Progress and log are dropped where nobody
/// keeps up: they are worth nothing late.
pub(super) struct Line {
    pub(super) say: mpsc::Sender<Event>,
    pub(super) tool: String,
    pub(super) can_ask: bool,
    pub(super) loud: bool,
}

// === impl Line ===

impl Host for Line {
    fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        let _ = self.say.try_send(Event::Progress {
            done,
            total,
            message: message.map(ToOwned::to_owned),
        });
    }

    fn log(&self, level: Level, message: &str) {
        let _ = self.say.try_send(Event::Log {
            level,
            message: message.to_owned(),
        });
    }

    fn elicit(
        &self,
        question: Elicitation,
    ) -> Pin<Box<dyn Future<Output = Result<Elicited, ElicitError>> + Send + '_>> {
        Box::pin(async move {
            if !self.can_ask {
                let told = "it does not say that it can elicit".to_owned();
                return Err(ElicitError::Unsupported(told));
            }
            let lost = || ElicitError::Lost("nobody follows the call any more".to_owned());
            let (answer, answered) = oneshot::channel();
            let asked = self.say.send(Event::Question(question, answer)).await;
            asked.map_err(|_| lost())?;
            // Whoever was asked may never come back.
            match timeout(PATIENCE, answered).await {
                Ok(answered) => answered.map_err(|_| lost())?,
                Err(_) => Err(ElicitError::Lost("nobody answered in time".to_owned())),
            }
        })
    }

    fn breach(&self, breach: &Breach) {
        let tool = &self.tool;
        tracing::warn!(tool, %breach, "a tool tried what it said it would not do");
        let told = format!("the tool `{tool}` tried what it said it would not do: {breach}");
        if self.loud {
            // Where even this cannot be written, there is nobody to tell.
            let _ = writeln!(std::io::stderr(), "{told}");
        }
        self.log(Level::Warning, &told);
    }
}
