//! Calls as JSON Lines, with the fields of the API.

use candor_gateway::records::RecordedCall;
use candor_model::{Hint, ResultReuse};
use jiff::Timestamp;
use serde_json::{Map, Value, json};

/// Writes one line.
pub(crate) fn write(call: &RecordedCall, out: &mut String) {
    let hints = Hint::ALL.into_iter();
    let hints = hints.map(|hint| (hint.key().to_owned(), json!(call.hints.get(hint))));
    let reused = call.reused.map(|reused| match reused {
        ResultReuse::Kept { age_ms } => json!({"kept_ms": age_ms, "shared_with": null}),
        ResultReuse::Shared { with } => json!({"kept_ms": null, "shared_with": with.to_string()}),
    });
    let line = json!({
        "id": call.id.to_string(),
        "at": moment(call.at_micros),
        "principal": call.principal,
        "client": call.client,
        "revision": call.revision.as_str(),
        "kind": call.kind.as_str(),
        "source": call.source.as_ref().map(ToString::to_string),
        "target": call.target,
        "arguments": call.arguments,
        "request_bytes": call.request_bytes,
        "hints": Value::Object(hints.collect::<Map<_, _>>()),
        "decision": call.decision,
        "approval": call.approval.map(|id| id.to_string()),
        "outcome": call.outcome.as_str(),
        "duration_micros": call.duration_micros,
        "reply_bytes": call.reply_bytes,
        "detail": call.detail,
        "attempts": call.attempts,
        "reused": reused,
    });
    out.push_str(&line.to_string());
    out.push('\n');
}

/// A time as RFC 3339 in UTC, to the microsecond.
pub(crate) fn moment(micros: i64) -> String {
    let nearest = if micros < 0 {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    };
    Timestamp::from_microsecond(micros)
        .unwrap_or(nearest)
        .to_string()
}
