//! The methods of the revisions with sessions.

use std::sync::Arc;

use candor_gateway::{ClientContext, Gateway, ListKind};
use candor_model::{McpEra, McpLogLevel};
use candor_wire::{ErrorObject, JsonPieces, JsonRpcNotification, RawJson, RawObject, code, method};

use super::tasks::TaskMethod;
use super::{ClientRequest, MethodReply};
use crate::level;
use crate::notification_filter::LogFilter;
use crate::response::RequestFault;
use crate::session::McpSession;

/// Answers a request of a session.
pub(crate) async fn dispatch(
    gateway: &Gateway,
    session: &Arc<McpSession>,
    mut question: Box<ClientRequest>,
) -> MethodReply {
    tracing::debug!(
        method = &*question.method,
        session = session.client().key,
        "A request"
    );
    if let Some(kind) = super::call_kind(gateway, &session.client().endpoint, &question.method) {
        let client = client(session, &mut question);
        let logs = LogFilter::Session(Arc::clone(session));
        let inputs = Some(session.asks().clone());
        return super::call(gateway, client, kind, *question, logs, inputs);
    }
    if let Some(errand) = TaskMethod::of(&question.method, McpEra::Legacy) {
        let client = client(session, &mut question);
        return errand.run(gateway, client, *question);
    }
    if let Some((which, _)) = super::listed(&question.method) {
        let listed = list(gateway, session, which, &question).await;
        return question.listed(listed, McpEra::Legacy);
    }
    let outcome = simple(gateway, session, &question).await;
    question.answer(&outcome, McpEra::Legacy)
}

/// Handles a notification of a session. Unknown ones are not an error.
pub(crate) async fn notice(
    gateway: &Gateway,
    session: &McpSession,
    notification: &JsonRpcNotification,
) {
    match &*notification.method {
        method::CANCELLED => session.calls().cancel(notification.params.as_ref()),
        method::ROOTS_CHANGED => gateway.roots_changed(session.client().key).await,
        other => {
            let params = notification.params.as_ref();
            gateway
                .client_notification(session.client(), other, params)
                .await;
        }
    }
}

/// The list for the client of a session.
async fn list(
    gateway: &Gateway,
    session: &McpSession,
    which: ListKind,
    question: &ClientRequest,
) -> Result<JsonPieces, RequestFault> {
    gateway.settled(super::patience(which)).await;
    super::check_cursor(&question.params)?;
    let ClientContext {
        endpoint,
        revision,
        identity,
        info,
        ..
    } = &**session.client();
    let catalogue = gateway.catalogue();
    let list = catalogue.list(which, endpoint, *revision, identity.roles, info.as_ref());
    list.map_err(|gone| RequestFault::params(gone.to_string()))
}

/// The methods that are answered immediately.
async fn simple(
    gateway: &Gateway,
    session: &McpSession,
    question: &ClientRequest,
) -> Result<RawJson, RequestFault> {
    match &*question.method {
        method::PING => {}
        method::SET_LEVEL => set_level(gateway, session, &question.params).await?,
        method::RESOURCES_SUBSCRIBE => {
            let uri = uri(&question.params)?;
            session
                .watch(gateway, uri)
                .await
                .map_err(|error| RequestFault::Inside(error.to_json()))?;
        }
        method::RESOURCES_UNSUBSCRIBE => session.unwatch(&uri(&question.params)?),
        method::INITIALIZE => {
            let sentence = "the session has begun already; `initialize` comes once, and alone";
            return Err(ErrorObject::new(code::INVALID_REQUEST, sentence).into());
        }
        other => return Err(RequestFault::no_method(other, McpEra::Legacy)),
    }
    Ok(RawObject::default().to_json())
}

async fn set_level(
    gateway: &Gateway,
    session: &McpSession,
    params: &RawObject,
) -> Result<(), RequestFault> {
    let asked = params.get_string("level").unwrap_or_default();
    let Some(level) = McpLogLevel::parse(&asked) else {
        let shown: String = asked.chars().take(100).collect();
        let names = level::names();
        return Err(RequestFault::params(format!(
            "`{shown}` is not a log level; the levels are {names}"
        )));
    };
    session.set_level(level);
    gateway.set_log_level(session.client().key, level).await;
    Ok(())
}

fn uri(params: &RawObject) -> Result<String, RequestFault> {
    params
        .get_string("uri")
        .ok_or_else(|| RequestFault::params("`uri` is needed, and must be a string"))
}

/// The session's client, with the trace context of this request.
fn client(session: &McpSession, question: &mut ClientRequest) -> Arc<ClientContext> {
    if question.trace.is_empty() {
        return Arc::clone(session.client());
    }
    Arc::new(ClientContext {
        trace: std::mem::take(&mut question.trace),
        ..ClientContext::clone(session.client())
    })
}
