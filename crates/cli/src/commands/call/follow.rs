//! Waiting for the answer of a call, and telling what is said on the way.

use candor_gateway::{CallEvent, Exchange, Gateway};
use candor_wire::{ErrorObject, RawJson, code, method};
use serde_json::Value;

use super::question::{Question, Sought};
use crate::output::Output;
use crate::progress::Progress;

/// Waits for the answer. If somebody has to approve the call first, they are asked or told where.
pub(super) async fn follow(
    mut call: Exchange,
    sought: Sought,
    gateway: &Gateway,
    output: &Output,
) -> Result<RawJson, RawJson> {
    let mut progress = Some(Progress::begin(output));
    let mut question = Question::new(sought, gateway, output);
    loop {
        let event = {
            // What happens next must be waited for to its end, whatever happens beside it.
            let next = call.next();
            tokio::pin!(next);
            loop {
                tokio::select! {
                    event = &mut next => break event,
                    () = question.goes_on() => {
                        // Nothing may move where somebody types.
                        if question.is_open() && let Some(progress) = progress.take() {
                            progress.end();
                        }
                    }
                }
            }
        };
        match event {
            CallEvent::Notification { method, params } => {
                if &*method == method::PROGRESS && question.waits().await {
                    continue;
                }
                let progress = progress.get_or_insert_with(|| Progress::begin(output));
                remark(&method, params, progress);
            }
            CallEvent::Ask(ask) => {
                let sentence = "`candor call` cannot answer questions";
                let error = ErrorObject::new(code::METHOD_NOT_FOUND, sentence);
                ask.answer(Err(error)).await;
            }
            CallEvent::Withdrawn => {}
            CallEvent::Done(reply) => {
                if let Some(progress) = progress.take() {
                    progress.end();
                }
                return reply;
            }
        }
    }
}

fn remark(method: &str, params: Option<RawJson>, progress: &Progress<'_>) {
    let params: Value = params
        .and_then(|params| params.decode().ok())
        .unwrap_or_default();
    match method {
        method::PROGRESS => {
            let total = params
                .get("total")
                .map(|total| format!(" of {total}"))
                .unwrap_or_default();
            let message = params
                .get("message")
                .and_then(Value::as_str)
                .unwrap_or_default();
            progress.remark(
                &format!("progress {}{total} {message}", params["progress"]),
                false,
            );
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
