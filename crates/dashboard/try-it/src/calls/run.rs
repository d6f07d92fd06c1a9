//! Follows a call to its end.

use std::sync::Arc;

use candor_gateway::{CallEvent, CallStream};
use candor_wire::{ErrorObject, RawJson, code, method};
use serde_json::Value;

use super::{TryItCall, TryItEnd};
use crate::result::ResultPanel;
use crate::shorten::shorten;

/// The most characters of a remark.
const REMARK: usize = 500;

/// Follows a call until it is answered, or until it is taken back.
pub(super) async fn run(trial: Arc<TryItCall>, mut exchange: CallStream) {
    let end = tokio::select! {
        () = trial.stopped() => TryItEnd::Cancelled,
        reply = follow(&trial, &mut exchange) => TryItEnd::Answered(ResultPanel::of(&reply)),
    };
    // What is dropped is cancelled at its source, and that comes before anybody is told.
    drop(exchange);
    trial.finish(end);
}

async fn follow(trial: &TryItCall, exchange: &mut CallStream) -> Result<RawJson, RawJson> {
    loop {
        match exchange.next().await {
            CallEvent::Notification(notification) => {
                if let Some(text) = remark(&notification.method, notification.params) {
                    trial.remark(shorten(&text, REMARK));
                }
            }
            CallEvent::Input(input) => {
                trial.remark(format!(
                    "the tool asked something (`{}`), which cannot be answered here",
                    shorten(&input.method, 60)
                ));
                let sentence = "the page on which tools are tried cannot answer questions";
                let error = ErrorObject::new(code::METHOD_NOT_FOUND, sentence);
                input.answer(Err(error)).await;
            }
            CallEvent::Withdrawn | CallEvent::Remark(_) => {}
            CallEvent::Done(reply) => return reply,
        }
    }
}

/// What a notification says, if it says something to a person.
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
