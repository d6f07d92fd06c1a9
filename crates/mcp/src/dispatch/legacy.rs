//! The methods of the revisions with a session.

use std::sync::Arc;

use candor_gateway::{Client, Gateway, Patience};
use candor_model::{Era, Level};
use candor_wire::{ErrorObject, Notification, RawJson, RawObject, code, method};

use super::{Question, Reply};
use crate::level;
use crate::respond::Fault;
use crate::session::Session;
use crate::taste::Logs;

/// Answers a request of a session.
pub(crate) async fn dispatch(
    gateway: &Gateway,
    session: &Arc<Session>,
    mut question: Question,
) -> Reply {
    tracing::debug!(
        method = &*question.method,
        session = session.client().key,
        "A request"
    );
    if let Some(kind) = super::call_kind(&question.method) {
        let client = client(session, &mut question);
        let logs = Logs::Session(Arc::clone(session));
        let asks = Some(session.asks().clone());
        return super::call(gateway, client, kind, question, logs, asks);
    }
    if &*question.method == method::COMPLETE {
        let client = client(session, &mut question);
        return super::complete(gateway, client, question);
    }
    let outcome = simple(gateway, session, &question).await;
    question.answer(&outcome, Era::Legacy)
}

/// Does what a notification of a session says. Unknown ones are no mistake.
pub(crate) async fn notice(gateway: &Gateway, session: &Session, notification: &Notification) {
    match &*notification.method {
        method::CANCELLED => session.calls().cancel(notification.params.as_ref()),
        method::ROOTS_CHANGED => gateway.roots_changed(session.client().key).await,
        other => tracing::debug!(
            method = other,
            session = session.client().key,
            "A notification"
        ),
    }
}

/// The methods that are answered on the spot.
async fn simple(
    gateway: &Gateway,
    session: &Session,
    question: &Question,
) -> Result<RawJson, Fault> {
    if let Some((which, _)) = super::listed(&question.method) {
        gateway.settled(Patience::Request).await;
        super::check_cursor(&question.params)?;
        let Client {
            endpoint,
            revision,
            identity,
            ..
        } = session.client();
        let list = gateway
            .catalogue()
            .list(which, endpoint, *revision, identity.roles);
        return list.map_err(|gone| Fault::params(gone.to_string()));
    }
    match &*question.method {
        method::PING => {}
        method::SET_LEVEL => set_level(gateway, session, &question.params).await?,
        method::RESOURCES_SUBSCRIBE => {
            let uri = uri(&question.params)?;
            session
                .watch(gateway, uri)
                .await
                .map_err(|error| Fault::Inside(error.to_json()))?;
        }
        method::RESOURCES_UNSUBSCRIBE => session.unwatch(&uri(&question.params)?),
        method::INITIALIZE => {
            let sentence = "the session has begun already; `initialize` comes once, and alone";
            return Err(ErrorObject::new(code::INVALID_REQUEST, sentence).into());
        }
        other => return Err(Fault::no_method(other, Era::Legacy)),
    }
    Ok(RawObject::default().to_json())
}

async fn set_level(gateway: &Gateway, session: &Session, params: &RawObject) -> Result<(), Fault> {
    let asked = params.get_string("level").unwrap_or_default();
    let Some(level) = Level::parse(&asked) else {
        let shown: String = asked.chars().take(100).collect();
        let names = level::names();
        return Err(Fault::params(format!(
            "`{shown}` is not a log level; the levels are {names}"
        )));
    };
    session.set_level(level);
    gateway.set_log_level(session.client().key, level).await;
    Ok(())
}

fn uri(params: &RawObject) -> Result<String, Fault> {
    params
        .get_string("uri")
        .ok_or_else(|| Fault::params("`uri` is needed, and must be a string"))
}

/// The session's client, with what came along with this request.
fn client(session: &Session, question: &mut Question) -> Client {
    Client {
        trace: std::mem::take(&mut question.trace),
        ..session.client().clone()
    }
}
