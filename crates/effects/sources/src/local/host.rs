//! The host of a tool that Candor runs: turns what the tool reports into events of its call.

use std::pin::Pin;

use candor_functions::{
    CapabilityViolation, ElicitationAnswer, ElicitationError, ElicitationRequest, ToolHost,
    ToolLogLevel,
};
use candor_model::McpEra;
use candor_wire::{JsonRpcNotification, RawJson, RawObject, meta, method};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::input_request::InputRequest;
use crate::request::SourceRequest;
use crate::shared::SourceShared;
use crate::source::{CallEvent, CallRemark};

/// The host of one call.
pub(crate) struct LocalToolHost {
    events: mpsc::Sender<CallEvent>,
    source: String,
    tool: String,
    /// The client's progress token; `None` if it did not request progress.
    token: Option<Value>,
    /// The minimum level of log messages for the client; `None` if it wants none.
    level: Option<ToolLogLevel>,
    capabilities: RawJson,
}

// === impl LocalToolHost ===

impl LocalToolHost {
    pub(crate) fn new(
        events: mpsc::Sender<CallEvent>,
        shared: &SourceShared,
        request: &SourceRequest,
    ) -> Self {
        let about = request.params.meta().ok().flatten().unwrap_or_default();
        let level = match request.asker.era {
            McpEra::Modern => about.get_string(meta::LOG_LEVEL),
            McpEra::Legacy => shared.level(),
        };
        Self {
            events,
            source: shared.name().to_string(),
            tool: request.subject.clone().unwrap_or_default(),
            token: about
                .get(meta::PROGRESS_TOKEN)
                .and_then(|token| token.decode().ok()),
            level: level.as_deref().and_then(ToolLogLevel::parse),
            capabilities: request.asker.capabilities.clone(),
        }
    }

    /// Records in the log and the audit that a limit has stopped the tool.
    pub(crate) fn stopped(&self, sentence: &str) {
        self.log(ToolLogLevel::Warning, sentence);
        drop(
            self.events
                .try_send(CallEvent::Remark(CallRemark::Stopped(sentence.to_owned()))),
        );
    }

    fn notify(&self, method: &str, params: &Value) {
        let event = CallEvent::Notification(JsonRpcNotification {
            method: method.into(),
            params: Some(RawJson::from_value(params)),
        });
        // A client that does not keep up misses some.
        drop(self.events.try_send(event));
    }
}

impl ToolHost for LocalToolHost {
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

    fn log(&self, level: ToolLogLevel, message: &str) {
        let Self { source, tool, .. } = self;
        // Whatever the tool's level, for the gateway it is only information.
        if level == ToolLogLevel::Debug {
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
        question: ElicitationRequest,
    ) -> Pin<Box<dyn Future<Output = Result<ElicitationAnswer, ElicitationError>> + Send + '_>>
    {
        Box::pin(async move {
            let params = json!({
                "mode": "form",
                "message": question.message,
                "requestedSchema": question.schema,
            });
            let params = RawJson::from_value(&params);
            let (ask, answer) = InputRequest::in_round(method::ELICIT.into(), Some(params));
            if let Some(obstacle) = ask.obstacle(&self.capabilities) {
                return Err(ElicitationError::Unsupported(obstacle.message.clone()));
            }
            let lost = |why: &str| ElicitationError::Lost(why.to_owned());
            let gone = |_| lost("the client went away");
            self.events
                .send(CallEvent::Input(ask))
                .await
                .map_err(gone)?;
            let answer = answer
                .await
                .map_err(|_| lost("there is no client to answer"))?;
            let answer = answer.map_err(|error| lost(&error.message))?;
            read(&answer)
        })
    }

    fn violation(&self, violation: &CapabilityViolation) {
        let Self { source, tool, .. } = self;
        tracing::warn!(source, tool, "A tool does not do what it says: {violation}");
        drop(
            self.events
                .try_send(CallEvent::Remark(CallRemark::Violation(violation.clone()))),
        );
    }
}

/// Parses a client's answer.
fn read(answer: &RawJson) -> Result<ElicitationAnswer, ElicitationError> {
    let unreadable = |error| ElicitationError::Lost(format!("the answer cannot be read: {error}"));
    let answer = RawObject::parse(answer).map_err(unreadable)?;
    match answer.get_string("action").unwrap_or_default().as_str() {
        "accept" => {
            let content = answer.get("content").map(RawJson::decode);
            let content = content.transpose().map_err(unreadable)?;
            Ok(ElicitationAnswer::Accepted(content.unwrap_or_default()))
        }
        "decline" => Ok(ElicitationAnswer::Declined),
        "cancel" => Ok(ElicitationAnswer::Cancelled),
        other => Err(ElicitationError::Lost(format!("`{other}` is no answer"))),
    }
}
