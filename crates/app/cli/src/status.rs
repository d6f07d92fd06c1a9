//! How a source is doing, as a row of a table.

use candor_gateway::{EditError, Gateway, SourceStatus};
use candor_model::SourceName;
use candor_sources::SourceState;

use crate::failure::CommandFailure;
use crate::output::TextStyle;
use crate::table::{TableCell, TextTable};
use crate::text;

/// All sources as a table. `tokens` says what the tools of one cost.
pub(crate) fn table(sources: &[SourceStatus], tokens: impl Fn(&SourceName) -> usize) -> TextTable {
    let mut table = TextTable::new(&["SOURCE", "STATE", "TOKENS", "DETAILS"]);
    for source in sources {
        table.row([
            source.name.as_str().into(),
            TableCell::painted(source.state.as_str(), paint(&source.state)),
            tokens(&source.name).to_string().into(),
            details(source).into(),
        ]);
    }
    table
}

/// How good the state is.
fn paint(state: &SourceState) -> TextStyle {
    match state {
        SourceState::Starting => TextStyle::Warning,
        SourceState::Ready { .. } => TextStyle::Success,
        SourceState::Failing { .. } | SourceState::Stopped | SourceState::Unusable { .. } => {
            TextStyle::Error
        }
    }
}

/// The rest in a few.
pub(crate) fn details(source: &SourceStatus) -> String {
    match &source.state {
        SourceState::Starting => "has neither started nor failed yet".to_owned(),
        SourceState::Ready {
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
        SourceState::Failing {
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
        SourceState::Stopped => "will not come back by itself".to_owned(),
        SourceState::Unusable { .. } => text::one_line(&source.state.to_string()),
    }
}

/// Why a tool is not known. It may be unknown only because its source does not answer.
pub(crate) fn unknown_tool(error: EditError, gateway: &Gateway) -> CommandFailure {
    let down = gateway.sources().into_iter();
    let down = down.filter(|source| !source.state.is_ready());
    let down: Vec<String> = down
        .map(|source| format!("source `{}` {}", source.name, source.state))
        .collect();
    let is_unknown = matches!(error, EditError::Unknown(_));
    let failure = CommandFailure::from(error);
    if is_unknown && !down.is_empty() {
        return failure.hint(down.join("; "));
    }
    failure
}
