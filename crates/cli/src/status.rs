//! How a source is doing, as a row of a table and as JSON.

use std::time::{SystemTime, UNIX_EPOCH};

use candor_gateway::SourceStatus;
use candor_sources::State;
use serde_json::{Value, json};

use crate::output::Paint;
use crate::table::{Entry, Table};
use crate::text;

/// All sources as a table.
pub(crate) fn table(sources: &[SourceStatus]) -> Table {
    let mut table = Table::new(&["SOURCE", "STATE", "DETAILS"]);
    for source in sources {
        let (word, paint) = word(&source.state);
        table.row([
            source.name.as_str().into(),
            Entry::painted(word, paint),
            details(source).into(),
        ]);
    }
    table
}

/// The state in one word.
fn word(state: &State) -> (&'static str, Paint) {
    match state {
        State::Starting => ("starting", Paint::Careful),
        State::Ready { .. } => ("ready", Paint::Good),
        State::Failing { .. } => ("failing", Paint::Bad),
        State::Stopped => ("stopped", Paint::Bad),
    }
}

/// The rest in a few.
pub(crate) fn details(source: &SourceStatus) -> String {
    match &source.state {
        State::Starting => "has neither started nor failed yet".to_owned(),
        State::Ready { era, revision, transport, .. } => {
            let tools = text::counted(source.tools, "tool");
            format!("{tools} ({transport}, {era} revision {revision})")
        }
        State::Failing { since, attempts, last_error, .. } => {
            let seconds = since.elapsed().unwrap_or_default().as_secs();
            let attempts = text::counted(*attempts as usize, "attempt");
            format!("for {seconds} s, {attempts}: {}", text::one_line(last_error))
        }
        State::Stopped => "will not come back by itself".to_owned(),
    }
}

/// A source as JSON, with the fields that `/readyz` has.
pub(crate) fn json(source: &SourceStatus) -> Value {
    let name = source.name.as_str();
    let word = word(&source.state).0;
    match &source.state {
        State::Starting | State::Stopped => json!({"name": name, "state": word}),
        State::Ready { since, era, revision, transport } => json!({
            "name": name,
            "state": word,
            "since": seconds(*since),
            "era": era.as_str(),
            "revision": revision.as_str(),
            "transport": transport,
            "tools": source.tools,
        }),
        State::Failing { since, attempts, last_error, retry_at } => json!({
            "name": name,
            "state": word,
            "since": seconds(*since),
            "attempts": attempts,
            "last_error": last_error,
            "retry_at": seconds(*retry_at),
        }),
    }
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
