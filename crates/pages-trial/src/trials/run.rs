//! Follows a call to its end.

use std::sync::Arc;

use candor_gateway::{CallEvent, Exchange};
use candor_wire::{ErrorObject, RawJson, code, method};
use serde_json::Value;

use super::{End, Trial};
use crate::answer::Answer;
use crate::cut::cut;

/// The most characters of a remark.
const REMARK: usize = 500;

/// Follows a call until it is answered, or until it is taken back.
pub(super) async fn run(trial: Arc<Trial>, mut exchange: Exchange) {
    let end = tokio::select! {
        () = trial.stopped() => End::Cancelled,
        reply = follow(&trial, &mut exchange) => End::Answered(Answer::of(&reply)),
    };
    // What is dropped is cancelled at its source, and that comes before anybody is told.
    drop(exchange);
    trial.finish(end);
}

async fn follow(trial: &Trial, exchange: &mut Exchange) -> Result<RawJson, RawJson> {
    loop {
        match exchange.next().await {
            CallEvent::Notification { method, params } => {
                if let Some(text) = remark(&method, params) {
                    trial.remark(cut(&text, REMARK));
                }
            }
            CallEvent::Ask(ask) => {
                trial.remark(format!(
                    "the tool asked something (`{}`), which cannot be answered here",
                    cut(&ask.method, 60)
                ));
                let sentence = "the page on which tools are tried cannot answer questions";
                let error = ErrorObject::new(code::METHOD_NOT_FOUND, sentence);
                ask.answer(Err(error)).await;
            }
            CallEvent::Withdrawn => {}
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
