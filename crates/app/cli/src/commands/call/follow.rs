//! Waiting for the result of a call, and printing progress and logs.

use candor_gateway::{CallEvent, CallStream, Gateway};
use candor_wire::{ErrorObject, RawJson, code, method};

use super::approval_prompt::{ApprovalMatcher, ApprovalPrompt};
use crate::prelude::*;
use crate::progress::ProgressSpinner;

/// Waits for the result. If the call needs approval, the user is asked or told where to approve.
pub(super) async fn follow(
    mut call: CallStream,
    sought: ApprovalMatcher,
    gateway: &Gateway,
    context: &CommandContext,
) -> Result<RawJson, RawJson> {
    let output = &context.output;
    let mut progress = Some(ProgressSpinner::begin(output));
    let mut question = ApprovalPrompt::new(sought, gateway, output, &context.actor);
    loop {
        let event = {
            // The next event must be awaited to its end; dropping the future would lose it.
            let next = call.next();
            tokio::pin!(next);
            loop {
                tokio::select! {
                    event = &mut next => break event,
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
            CallEvent::Withdrawn | CallEvent::Remark(_) => {}
            CallEvent::Done(reply) => {
                if let Some(progress) = progress.take() {
                    progress.end();
                }
                return reply;
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
