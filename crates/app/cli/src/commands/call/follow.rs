//! Waiting for the result of a call, and printing progress and logs.

use std::future;
use std::io;
use std::time::Duration;

use candor_gateway::{CallEvent, CallStream};
use candor_text::duration_in_words;
use candor_wire::{ErrorObject, RawJson, code, method};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use super::approval_prompt::ApprovalPrompt;
use crate::prelude::*;
use crate::progress::ProgressSpinner;

/// How a call ended for the user.
pub(super) enum FollowedCall {
    /// With a result or an error object.
    Replied(Result<RawJson, RawJson>),
    /// It is not waited for any longer, for this reason.
    GivenUp(String),
}

/// Waits for the reply of a running gateway, which makes the call.
pub(super) async fn follow_remote(
    mut sending: JoinHandle<io::Result<Result<RawJson, RawJson>>>,
    mut question: ApprovalPrompt<'_>,
    timeout: Option<Duration>,
) -> FollowedCall {
    let end = timeout.map(|timeout| Instant::now() + timeout);
    loop {
        tokio::select! {
            sent = &mut sending => {
                return match sent {
                    Ok(Ok(reply)) => FollowedCall::Replied(reply),
                    Ok(Err(cause)) => lost(&cause),
                    Err(cause) => lost(&cause),
                };
            }
            () = question.goes_on() => {}
            () = over(end) => return FollowedCall::GivenUp(given_up(&question, timeout)),
        }
        if let Some(sentence) = question.hopeless() {
            return FollowedCall::GivenUp(sentence);
        }
    }
}

/// The gateway did not respond.
fn lost(cause: &dyn std::fmt::Display) -> FollowedCall {
    FollowedCall::GivenUp(format!(
        "the running gateway did not answer: {cause}; whether the call took effect is unknown"
    ))
}

/// Ends with the time that was given; never without one.
async fn over(end: Option<Instant>) {
    match end {
        Some(end) => sleep_until(end).await,
        None => future::pending().await,
    }
}

fn given_up(question: &ApprovalPrompt<'_>, timeout: Option<Duration>) -> String {
    let time = duration_in_words(timeout.unwrap_or_default());
    match question.place() {
        Some(place) => format!(
            "the call was not made: no decision within {time}; it can still be approved {place}, \
             and then be made again with the same arguments"
        ),
        None => format!(
            "there was no result within {time}, and the call was cancelled; whether it took effect \
             is unknown"
        ),
    }
}

/// Waits for the result. If the call needs approval, the user is prompted or told where to approve.
pub(super) async fn follow(
    mut call: CallStream,
    mut question: ApprovalPrompt<'_>,
    timeout: Option<Duration>,
    context: &CommandContext,
) -> FollowedCall {
    let output = &context.output;
    let end = timeout.map(|timeout| Instant::now() + timeout);
    let mut progress = Some(ProgressSpinner::begin(output));
    loop {
        let event = {
            // The next event must be awaited to its end; dropping the future would lose it.
            let next = call.next();
            tokio::pin!(next);
            loop {
                if let Some(sentence) = question.hopeless() {
                    return FollowedCall::GivenUp(sentence);
                }
                tokio::select! {
                    event = &mut next => break event,
                    () = over(end) => {
                        return FollowedCall::GivenUp(given_up(&question, timeout));
                    }
                    () = question.goes_on() => {
                        // Progress must not be drawn over a prompt.
                        if question.is_open() && let Some(progress) = progress.take() {
                            progress.end();
                        }
                    }
                }
            }
        };
        match event {
            CallEvent::Notification(notification) => {
                if &*notification.method == method::PROGRESS && question.waits().await {
                    continue;
                }
                let progress = progress.get_or_insert_with(|| ProgressSpinner::begin(output));
                remark(&notification.method, notification.params, progress);
            }
            CallEvent::Input(input) => {
                let sentence = "`candor call` cannot answer questions";
                let error = ErrorObject::new(code::METHOD_NOT_FOUND, sentence);
                input.answer(Err(error)).await;
            }
            CallEvent::Withdrawn | CallEvent::Paused(_) | CallEvent::Remark(_) => {}
            CallEvent::Done(reply) => {
                if let Some(progress) = progress.take() {
                    progress.end();
                }
                return FollowedCall::Replied(reply);
            }
        }
    }
}

fn remark(method: &str, params: Option<RawJson>, progress: &ProgressSpinner<'_>) {
    let params = params.and_then(|params| params.decode().ok());
    let params: Value = params.unwrap_or_default();
    match method {
        method::PROGRESS => {
            let total = params.get("total").map(|total| format!(" of {total}"));
            let (done, total) = (&params["progress"], total.unwrap_or_default());
            let message = params["message"].as_str().unwrap_or_default();
            progress.remark(&format!("progress {done}{total} {message}"), false);
        }
        method::LOG => {
            let level = params["level"].as_str().unwrap_or("log");
            let data = match &params["data"] {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            progress.remark(&format!("{level}: {data}"), true);
        }
        other => progress.remark(other, true),
    }
}
