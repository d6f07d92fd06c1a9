//! Holds questions back until it is clear which client they are for, and then asks it.
//!
//! One task per connection watches them, and only while there are any.

use std::sync::Arc;

use candor_wire::{ErrorObject, JsonRpcNotification, JsonRpcRequest, RawObject, RequestId, code};
use tokio::time::{Instant, sleep_until};

use crate::active_calls::QuestionStay;
use crate::input_request;
use crate::router;
use crate::session::ServerSession;

/// Queues a question that calls of several clients may have caused.
pub(crate) fn keep(session: &Arc<ServerSession>, request: JsonRpcRequest) {
    let calls = &session.active_calls;
    let has_client = calls.has_client(|able| input_request::can_answer(able, &request));
    // Over HTTP a question arrives on the stream of its call; here it came outside any, so it may
    // belong to none, and the remaining calls prove nothing.
    if !has_client || session.link.kind() == "http" {
        return refuse(session, &request);
    }
    match calls.keep_question(request) {
        QuestionStay::NoRoom(request) => refuse(session, &request),
        QuestionStay::Watched => {}
        QuestionStay::Unwatched => {
            session.tasks.spawn(watch(Arc::clone(session)));
        }
    }
}

/// Handles the cancellation of a question by its server, which then needs no answer.
pub(crate) fn withdraw(session: &ServerSession, notification: &JsonRpcNotification) {
    let params = notification.params.as_ref();
    let params = params.and_then(|params| RawObject::parse(params).ok());
    let id = params.and_then(|params| RequestId::from_json(params.get("requestId")?.clone()));
    if let Some(id) = id {
        session.active_calls.withdraw_question(&id);
    }
}

/// Asks or refuses until no question waits, or the connection ends, and all questions with it.
async fn watch(session: Arc<ServerSession>) {
    let (calls, limit) = (
        &session.active_calls,
        session.shared.spec.limits.question_wait,
    );
    loop {
        let questions = calls.settle_questions(limit);
        for (request, call) in questions.settled {
            match call {
                Some(call) => router::to_client(&session, &call, request),
                None => refuse(&session, &request),
            }
        }
        let Some(deadline) = questions.deadline else {
            return;
        };
        tokio::select! {
            () = session.ended.cancelled() => return,
            () = calls.question_moved() => {}
            () = sleep_until(Instant::from_std(deadline)) => {}
        }
    }
}

fn refuse(session: &Arc<ServerSession>, request: &JsonRpcRequest) {
    let answer = if input_request::is_ask(&request.method) {
        let sentence = format!(
            "Candor cannot tell which client is meant by `{}`: calls of several clients were open \
             on this connection, and the request names none of them",
            request.method
        );
        ErrorObject::new(code::INTERNAL_ERROR, sentence).response(Some(&request.id))
    } else {
        let why = "calls of several clients were open on this connection";
        router::not_passed_on(request, why)
    };
    session.reply(answer);
}
