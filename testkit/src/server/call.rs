//! One request as seen by a service.

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::logging::LogLevel;
use super::outlet::{MessageOutlet, OutgoingFrame};
use super::session::ClientSession;
use super::{ScriptedServer, ServiceReply};
use crate::era::ProtocolRevision;
use crate::rpc::{self, RawFragment, RpcParams, RpcRequest};

/// The timeout for a client's answer.
const ANSWER_LIMIT: Duration = Duration::from_mins(1);

/// A request, who sent it, and the ways to talk back before the answer.
pub(crate) struct ServiceCall {
    pub(crate) request: RpcRequest,
    pub(crate) client: CallingClient,
    pub(crate) outlet: MessageOutlet,
    pub(crate) session: Arc<ClientSession>,
    pub(crate) server: Arc<ScriptedServer>,
    /// Cancelled when the client no longer wants the answer.
    pub(crate) cancel: CancellationToken,
}

/// The client of a request.
#[derive(Clone, Debug)]
pub(crate) struct CallingClient {
    pub(crate) revision: ProtocolRevision,
    pub(crate) capabilities: Value,
    /// The minimum log level it requested; `None` for no log messages.
    pub(crate) level: Option<LogLevel>,
}

impl ServiceCall {
    pub(crate) fn method(&self) -> &str {
        &self.request.method
    }

    pub(crate) fn params(&self) -> &RpcParams {
        &self.request.params
    }

    pub(crate) fn id(&self) -> &RawValue {
        &self.request.id
    }

    pub(crate) fn is_modern(&self) -> bool {
        self.client.revision.is_modern()
    }

    /// An argument of a tool or a prompt.
    pub(crate) fn argument(&self, name: &str) -> Option<&Value> {
        self.params().value().get("arguments")?.get(name)
    }

    pub(crate) fn notify(&self, method: &str, params: &Value) {
        self.outlet.message(rpc::notification_text(method, params));
    }

    /// Sends progress, if the client requested it.
    pub(crate) fn progress(&self, fields: &Value) {
        let Some(meta) = self.params().value().get("_meta") else {
            return;
        };
        let Some(token) = meta.get("progressToken") else {
            return;
        };
        let mut params = json!({"progressToken": token});
        for (key, value) in fields.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        self.notify("notifications/progress", &params);
    }

    /// Sends a log message, if the client requested this level.
    pub(crate) fn log(&self, level: LogLevel, data: &Value) {
        if self.client.level.is_some_and(|least| level >= least) {
            let params = json!({"level": level.as_str(), "logger": "fixture", "data": data});
            self.notify("notifications/message", &params);
        }
    }

    /// Waits, but not for a client that has cancelled.
    pub(crate) async fn pause(&self, time: Duration) -> Result<(), ServiceReply> {
        tokio::select! {
            () = tokio::time::sleep(time) => Ok(()),
            () = self.cancel.cancelled() => Err(ServiceReply::Silent),
        }
    }

    /// Breaks the stream of this request; what follows is delivered when the client comes back.
    pub(crate) fn break_stream(&self) {
        self.outlet.send(OutgoingFrame::Pause);
    }

    /// Closes the standard input of the process once everything before has been written.
    pub(crate) fn close_stdin(&self) {
        self.outlet.send(OutgoingFrame::CloseStdin);
    }

    /// Sends a request to a legacy client and waits for its answer.
    pub(crate) async fn ask(&self, method: &str, params: &Value) -> Result<Value, ServiceReply> {
        let (id, answer) = self.session.question();
        self.outlet.message(rpc::request_text(id, method, params));
        let outcome = tokio::select! {
            outcome = tokio::time::timeout(ANSWER_LIMIT, answer) => outcome,
            () = self.cancel.cancelled() => return Err(ServiceReply::Silent),
        };
        match outcome {
            Ok(Ok(Ok(result))) => Ok(result),
            Ok(Ok(Err(error))) => Err(ServiceReply::failed(format!(
                "the client answered `{method}` with {error}"
            ))),
            Ok(Err(_)) => Err(ServiceReply::Silent),
            Err(_) => Err(ServiceReply::failed(format!(
                "the client did not answer `{method}` within {ANSWER_LIMIT:?}"
            ))),
        }
    }

    /// The request's `_meta` exactly as written.
    pub(crate) fn raw_meta(&self) -> Option<RawFragment> {
        self.params().raw_field("_meta")
    }
}
