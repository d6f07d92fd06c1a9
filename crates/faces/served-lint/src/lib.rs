//! The lint input for a gateway: its tools, toolsets, notes, pins and instructions.
//!
//! Shared by the command line and the dashboard. Runs only on request, never during a call.

mod origin;
mod pinned;
mod report;
mod subject;
mod toolset;

use candor_gateway::edit::EditError;
use candor_gateway::{Endpoint, Gateway};
use candor_lint::{LintInput, LintSubject, ServerInstructions};

pub use report::served_report;

use crate::origin::SourceOrigins;

/// Collects everything that the gateway serves. `prepare` can modify the tools.
pub async fn served_input(
    gateway: &Gateway,
    prepare: impl FnOnce(&mut Vec<LintSubject>),
) -> Result<LintInput, EditError> {
    let mut tools = served_tools(gateway)?;
    prepare(&mut tools);
    let mut input = LintInput::new(tools);
    input.toolsets = toolset::all(gateway).await?;
    input.instructions = instructions(gateway);
    Ok(input)
}

/// The tools that the gateway knows, served or not.
fn served_tools(gateway: &Gateway) -> Result<Vec<LintSubject>, EditError> {
    let origins = SourceOrigins::of(gateway);
    let explained = gateway.editor().explain_all(&Endpoint::default())?;
    let tools = explained.iter();
    Ok(tools
        .map(|one| subject::of(one, origins.get(one.tool.name.source())))
        .collect())
}

/// The servers' instructions, joined as clients receive them.
fn instructions(gateway: &Gateway) -> Vec<ServerInstructions> {
    let catalogue = gateway.catalogue();
    let text = catalogue.instructions().map(str::to_owned);
    text.map(|text| ServerInstructions { source: None, text })
        .into_iter()
        .collect()
}
