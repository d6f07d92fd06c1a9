//! A call that goes on, and what it says on the way.

use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::service::RequestContext;
use serde_json::{Map, Value};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::host::Line;
use super::{Shared, ask};
use crate::{Caller, ElicitError, Elicitation, Elicited, Invocation, Level, Reply, UnknownTool};

/// How much may wait to be told.
const WAITING: usize = 256;

/// Where the answer to a question goes.
pub(super) type Answer = oneshot::Sender<Result<Elicited, ElicitError>>;

/// Something that a handler says while it runs.
pub(super) enum Event {
    Progress {
        done: f64,
        total: Option<f64>,
        message: Option<String>,
    },
    Log {
        level: Level,
        message: String,
    },
    Question(Elicitation, Answer),
}

/// A call in a task of its own, since it may outlive the request that began it. Dropping this
/// cancels it.
pub(super) struct Running {
    pub(super) events: mpsc::Receiver<Event>,
    pub(super) reply: oneshot::Receiver<Result<Reply, UnknownTool>>,
    _cancel: DropGuard,
}

// === impl Running ===

impl Running {
    pub(super) fn start(
        shared: &Arc<Shared>,
        context: &RequestContext<RoleServer>,
        name: &str,
        arguments: Map<String, Value>,
    ) -> Self {
        let (say, events) = mpsc::channel(WAITING);
        let cancel = CancellationToken::new();
        let invocation = Invocation {
            variables: Arc::clone(&shared.variables),
            caller: Caller {
                principal: Some("local".to_owned()),
                client: context.client_info().map(|client| client.name),
                environment: None,
            },
            cancel: cancel.clone(),
            private: shared.private,
            ..Invocation::new(Arc::new(Line {
                say,
                tool: name.to_owned(),
                can_ask: ask::can_ask(context),
                loud: shared.loud,
            }))
        };
        let (done, reply) = oneshot::channel();
        let toolbox = shared.toolbox.clone();
        let name = name.to_owned();
        shared.calls.spawn(async move {
            let reply = toolbox.call(&name, arguments, invocation).await;
            // Nobody may be waiting any more.
            let _ = done.send(reply);
        });
        Self {
            events,
            reply,
            _cancel: cancel.drop_guard(),
        }
    }
}
