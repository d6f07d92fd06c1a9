//! Running calls and their events.

use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::service::RequestContext;
use serde_json::{Map, Value};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::host::EventSender;
use super::{ServerShared, elicit};
use crate::{
    ElicitationAnswer, ElicitationError, ElicitationRequest, FunctionCaller, ToolInvocation,
    ToolLogLevel, ToolReply, UnknownTool,
};

/// The maximum number of queued events.
const WAITING: usize = 256;

/// The receiver of the answer to a question.
pub(super) type AnswerSender = oneshot::Sender<Result<ElicitationAnswer, ElicitationError>>;

/// An event of a running handler.
pub(super) enum HandlerEvent {
    Progress {
        done: f64,
        total: Option<f64>,
        message: Option<String>,
    },
    Log {
        level: ToolLogLevel,
        message: String,
    },
    Question(ElicitationRequest, AnswerSender),
}

/// A call in its own task, because it may outlive the request that started it. Dropping it cancels
/// the call.
pub(super) struct RunningCall {
    pub(super) events: mpsc::Receiver<HandlerEvent>,
    pub(super) reply: oneshot::Receiver<Result<ToolReply, UnknownTool>>,
    _cancel: DropGuard,
}

// === impl RunningCall ===

impl RunningCall {
    pub(super) fn start(
        shared: &Arc<ServerShared>,
        context: &RequestContext<RoleServer>,
        name: &str,
        arguments: Map<String, Value>,
    ) -> Self {
        let (say, events) = mpsc::channel(WAITING);
        let cancel = CancellationToken::new();
        let invocation = ToolInvocation {
            variables: Arc::clone(&shared.variables),
            caller: FunctionCaller {
                principal: Some("local".to_owned()),
                client: context.client_info().map(|client| client.name),
                environment: None,
            },
            cancel: cancel.clone(),
            private: shared.private,
            ..ToolInvocation::new(Arc::new(EventSender {
                say,
                tool: name.to_owned(),
                can_ask: elicit::can_ask(context),
                loud: shared.loud,
            }))
        };
        let (done, reply) = oneshot::channel();
        let toolbox = shared.toolbox.clone();
        let name = name.to_owned();
        shared.calls.spawn(async move {
            let reply = toolbox.call(&name, arguments, invocation).await;
            // The receiver may have been dropped.
            let _ = done.send(reply);
        });
        Self {
            events,
            reply,
            _cancel: cancel.drop_guard(),
        }
    }
}
