//! Runs a call to its end.

use std::sync::Arc;

use candor_gateway::{CallEvent, CallStream};
use candor_wire::{ErrorObject, RawJson, code, method};
use serde_json::Value;

use super::{TryItCall, TryItEnd};
use crate::result::ResultPanel;
use crate::shorten::shorten;

/// The maximum length of a remark, in characters.
const REMARK: usize = 500;

/// Runs a call until it is answered or cancelled.
pub(super) async fn run(call: Arc<TryItCall>, mut exchange: CallStream) {
    let end = tokio::select! {
        () = call.stopped() => TryItEnd::Cancelled,
        reply = follow(&call, &mut exchange) => TryItEnd::Answered(Box::new(ResultPanel::of(&reply))),
    };
    // Dropping it cancels the call at its source, before the page shows the end.
    drop(exchange);
    call.finish(end);
}

async fn follow(call: &TryItCall, exchange: &mut CallStream) -> Result<RawJson, RawJson> {
    loop {
        match exchange.next().await {
            CallEvent::Notification(notification) => {
                if let Some(text) = remark(&notification.method, notification.params) {
                    call.remark(shorten(&text, REMARK));
                }
            }
            CallEvent::Input(input) => {
                call.remark(format!(
                    "the tool sent `{}`, which this page does not support",
                    shorten(&input.method, 60)
                ));
                let sentence = "the try-it page does not support requests from tools";
                let error = ErrorObject::new(code::METHOD_NOT_FOUND, sentence);
                input.answer(Err(error)).await;
            }
            CallEvent::Withdrawn | CallEvent::Paused(_) | CallEvent::Remark(_) => {}
            CallEvent::Done(reply) => return reply,
        }
    }
}

/// The progress message of a notification, if it has one.
fn remark(name: &str, params: Option<RawJson>) -> Option<String> {
    let params: Value = params?.decode().ok()?;
    match name {
        method::PROGRESS => {
            let message = params.get("message").and_then(Value::as_str);
            let total = params.get("total").filter(|total| total.is_number());
            let progress = params.get("progress").filter(|number| number.is_number());
            Some(match (message, progress, total) {
                (message, Some(progress), Some(total)) => {
                    let message = message.map(|text| format!(": {text}"));
                    format!("{progress} of {total}{}", message.unwrap_or_default())
                }
                (Some(message), _, _) => message.to_owned(),
                (None, Some(progress), None) => format!("{progress} done"),
                (None, None, _) => return None,
            })
        }
        method::LOG => {
            let level = params.get("level").and_then(Value::as_str);
            let data = match params.get("data")? {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            Some(format!("{}: {data}", level.unwrap_or("log")))
        }
        _ => None,
    }
}
