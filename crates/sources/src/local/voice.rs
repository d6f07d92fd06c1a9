//! What a tool says while it runs, on its way to the client.

use std::pin::Pin;

use candor_functions::{Breach, ElicitError, Elicitation, Elicited, Host, Level};
use candor_model::Era;
use candor_wire::{RawJson, RawObject, meta, method};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::ask::Ask;
use crate::conversation::Said;
use crate::question::Question;
use crate::shared::Shared;

/// The host of one call.
pub(crate) struct Voice {
    said: mpsc::Sender<Said>,
    source: String,
    tool: String,
    /// What the client calls this call's progress; nothing if it does not want to hear of it.
    token: Option<Value>,
    /// The least that the client wants to read of the log; nothing if it wants none of it.
    level: Option<Level>,
    capabilities: RawJson,
}

// === impl Voice ===

impl Voice {
    pub(crate) fn new(said: mpsc::Sender<Said>, shared: &Shared, question: &Question) -> Self {
        let about = question.params.get("_meta");
        let about = about.and_then(|raw| RawObject::parse(raw).ok());
        let about = about.unwrap_or_default();
        let level = match question.asker.era {
            Era::Modern => about.get_string(meta::LOG_LEVEL),
            Era::Legacy => shared.level(),
        };
        Self {
            said,
            source: shared.name().to_string(),
            tool: question.subject.clone().unwrap_or_default(),
            token: about
                .get(meta::PROGRESS_TOKEN)
                .and_then(|token| token.decode().ok()),
            level: level.as_deref().and_then(Level::parse),
            capabilities: question.asker.capabilities.clone(),
        }
    }

    /// Tells whoever runs the gateway, and the audit, what a limit has stopped.
    pub(crate) fn stopped(&self, sentence: &str) {
        self.log(Level::Warning, sentence);
        drop(self.said.try_send(Said::Stopped(sentence.to_owned())));
    }

    fn notify(&self, method: &str, params: &Value) {
        let said = Said::Notification {
            method: method.into(),
            params: Some(RawJson::from_value(params)),
        };
        // A client that does not keep up misses some.
        drop(self.said.try_send(said));
    }
}

impl Host for Voice {
    fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        let Some(token) = &self.token else {
            return;
        };
        let mut params = json!({"progressToken": token, "progress": done});
        if let Some(total) = total {
            params["total"] = total.into();
        }
        if let Some(message) = message {
            params["message"] = message.into();
        }
        self.notify(method::PROGRESS, &params);
    }

    fn log(&self, level: Level, message: &str) {
        let Self { source, tool, .. } = self;
        // Whatever a tool thinks of it, to the gateway it is something that a tool said.
        if level == Level::Debug {
            tracing::debug!(source, tool, "{message}");
        } else {
            tracing::info!(source, tool, level = level.as_str(), "{message}");
        }
        if self.level.is_some_and(|least| level >= least) {
            let params = json!({"level": level.as_str(), "logger": tool, "data": message});
            self.notify(method::LOG, &params);
        }
    }

    fn elicit(
        &self,
        question: Elicitation,
    ) -> Pin<Box<dyn Future<Output = Result<Elicited, ElicitError>> + Send + '_>> {
        Box::pin(async move {
            let params = json!({
                "mode": "form",
                "message": question.message,
                "requestedSchema": question.schema,
            });
            let params = RawJson::from_value(&params);
            let (ask, answer) = Ask::in_round(method::ELICIT.into(), Some(params));
            if let Some(obstacle) = ask.obstacle(&self.capabilities) {
                return Err(ElicitError::Unsupported(obstacle.message.clone()));
            }
            let lost = |why: &str| ElicitError::Lost(why.to_owned());
            let gone = |_| lost("the client went away");
            self.said.send(Said::Ask(ask)).await.map_err(gone)?;
            let answer = answer.await.map_err(|_| lost("nobody is left to answer"))?;
            let answer = answer.map_err(|error| lost(&error.message))?;
            read(&answer)
        })
    }

    fn breach(&self, breach: &Breach) {
        let Self { source, tool, .. } = self;
        tracing::warn!(source, tool, "A tool does not do what it says: {breach}");
        drop(self.said.try_send(Said::Breach(breach.clone())));
    }
}

/// What came back from a client that was asked.
fn read(answer: &RawJson) -> Result<Elicited, ElicitError> {
    let unreadable = |error| ElicitError::Lost(format!("the answer cannot be read: {error}"));
    let answer = RawObject::parse(answer).map_err(unreadable)?;
    match answer.get_string("action").unwrap_or_default().as_str() {
        "accept" => {
            let content = answer.get("content").map(RawJson::decode);
            let content = content.transpose().map_err(unreadable)?;
            Ok(Elicited::Accepted(content.unwrap_or_default()))
        }
        "decline" => Ok(Elicited::Declined),
        "cancel" => Ok(Elicited::Cancelled),
        other => Err(ElicitError::Lost(format!("`{other}` is no answer"))),
    }
}
