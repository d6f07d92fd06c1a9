//! How a source is doing, as a row of a table.

use candor_gateway::{DeskError, Gateway, SourceStatus};
use candor_model::SourceName;
use candor_sources::State;

use crate::output::Paint;
use crate::problems::Failure;
use crate::table::{Entry, Table};
use crate::text;

/// All sources as a table. `tokens` says what the tools of one cost.
pub(crate) fn table(sources: &[SourceStatus], tokens: impl Fn(&SourceName) -> usize) -> Table {
    let mut table = Table::new(&["SOURCE", "STATE", "TOKENS", "DETAILS"]);
    for source in sources {
        table.row([
            source.name.as_str().into(),
            Entry::painted(source.state.as_str(), paint(&source.state)),
            tokens(&source.name).to_string().into(),
            details(source).into(),
        ]);
    }
    table
}

/// How good the state is.
fn paint(state: &State) -> Paint {
    match state {
        State::Starting => Paint::Careful,
        State::Ready { .. } => Paint::Good,
        State::Failing { .. } | State::Stopped | State::Unusable { .. } => Paint::Bad,
    }
}

/// The rest in a few.
pub(crate) fn details(source: &SourceStatus) -> String {
    match &source.state {
        State::Starting => "has neither started nor failed yet".to_owned(),
        State::Ready {
            era,
            revision,
            transport,
            ..
        } => {
            let tools = text::counted(source.tools, "tool");
            match *transport {
                // Neither an API nor what runs here speaks a revision of the protocol.
                "openapi" | "functions" | "pack" => format!("{tools} ({transport})"),
                _ => format!("{tools} ({transport}, {era} revision {revision})"),
            }
        }
        State::Failing {
            since,
            attempts,
            last_error,
            ..
        } => {
            let seconds = since.elapsed().unwrap_or_default().as_secs();
            let attempts = text::counted(*attempts as usize, "attempt");
            format!(
                "for {seconds} s, {attempts}: {}",
                text::one_line(last_error)
            )
        }
        State::Stopped => "will not come back by itself".to_owned(),
        State::Unusable { .. } => text::one_line(&source.state.to_string()),
    }
}

/// Why a tool is not known. It may be unknown only because its source does not answer.
pub(crate) fn unknown(error: DeskError, gateway: &Gateway) -> Failure {
    let down = gateway.sources().into_iter();
    let down = down.filter(|source| !source.state.is_ready());
    let down: Vec<String> = down
        .map(|source| format!("source `{}` {}", source.name, source.state))
        .collect();
    let is_unknown = matches!(error, DeskError::Unknown(_));
    let failure = Failure::from(error);
    if is_unknown && !down.is_empty() {
        return failure.hint(down.join("; "));
    }
    failure
}
