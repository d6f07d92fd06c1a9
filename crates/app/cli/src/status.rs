//! The status of sources.

use candor_gateway::{EditError, Gateway, SourceStatus};
use candor_model::SourceName;
use candor_sources::SourceState;

use crate::output::TextStyle;
use crate::prelude::CommandFailure;
use crate::table::{TableCell, TextTable};
use crate::text;

/// All sources as a table. `tokens` returns the token cost of a source.
pub(crate) fn table(sources: &[SourceStatus], tokens: impl Fn(&SourceName) -> usize) -> TextTable {
    let rows = sources.iter().map(|source| {
        [
            source.name.as_str().into(),
            TableCell::painted(source.state.as_str(), paint(&source.state)),
            tokens(&source.name).to_string().into(),
            details(source).into(),
        ]
    });
    TextTable::new(&["SOURCE", "STATE", "TOKENS", "DETAILS"], rows)
}

/// The highlight of a state.
fn paint(state: &SourceState) -> TextStyle {
    match state {
        SourceState::Starting => TextStyle::Warning,
        SourceState::Ready { .. } => TextStyle::Success,
        SourceState::Failing { .. } | SourceState::Stopped | SourceState::Unusable { .. } => {
            TextStyle::Error
        }
    }
}

/// The state in a few words, with that of the read-only instance.
pub(crate) fn details(source: &SourceStatus) -> String {
    match &source.split {
        Some(split) => text::one_line(&format!("{}; {split}", own_details(source))),
        None => own_details(source),
    }
}

fn own_details(source: &SourceStatus) -> String {
    match &source.state {
        SourceState::Starting if source.remembered > 0 => {
            let tools = text::counted(source.remembered, "tool");
            format!("still starting; {tools} remembered")
        }
        SourceState::Starting => "still starting".to_owned(),
        SourceState::Ready {
            revision,
            transport,
            ..
        } => {
            let tools = text::counted(source.tools, "tool");
            match *transport {
                // APIs, functions and packs do not speak MCP.
                "openapi" | "functions" | "pack" => format!("{tools} ({transport})"),
                _ => format!("{tools} ({transport}, MCP {revision})"),
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
            let error = text::one_line(last_error);
            format!("for {seconds} s, {attempts}: {error}")
        }
        SourceState::Stopped => "will not restart by itself".to_owned(),
        SourceState::Unusable { .. } => text::one_line(&source.state.to_string()),
    }
}

/// The sources that are not online, each with its state in a sentence.
pub(crate) fn offline(gateway: &Gateway) -> Vec<String> {
    let sources = gateway.sources().into_iter();
    let offline = sources.filter(|source| !source.state.is_ready());
    offline
        .map(|source| text::one_line(&format!("source `{}` {}", source.name, source.state)))
        .collect()
}

/// The failure of an edit. A tool may be unknown only because its source is offline.
pub(crate) fn unknown_tool(error: EditError, gateway: &Gateway) -> CommandFailure {
    let is_unknown = matches!(error, EditError::Unknown(_));
    let failure = CommandFailure::from(error);
    match offline(gateway) {
        offline if is_unknown && !offline.is_empty() => failure.hint(offline.join("; ")),
        _ => failure,
    }
}
