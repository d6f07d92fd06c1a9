//! Toolsets and notes: which tools a client gets, which notes they have, and the tools
//! with which a model arranges both.
//!
//! Every answer of a management tool that a test sees is checked against the schema that the
//! tool declares, whether it went well or not.

mod active;
mod concurrency;
mod endpoints;
mod enforced;
mod export_import;
mod gateway;
mod hints;
mod hypertool;
mod listen;
mod management_client;
mod management_tools;
mod names;
mod note_promises;
mod notes;
mod pins;
mod replicas;
mod sdk;
mod search_tools;
mod sessions;
mod short_list;
mod stdout_only_protocol;

use candor_testkit::{PATIENCE, until};

/// A description with notes, as clients get it.
fn noted(description: &str, notes: &[(&str, &str)]) -> String {
    let lines: Vec<String> = notes
        .iter()
        .map(|(name, text)| format!("\u{2022} **{name}**: {text}"))
        .collect();
    format!(
        "{description}\n\n### Additional Tool Notes\n\n{}",
        lines.join("\n")
    )
}
