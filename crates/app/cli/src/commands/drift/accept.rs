//! `candor drift accept`: changed tools are served as they are now.

use candor_gateway::edit::DriftSelection;
use candor_model::DriftRecord;
use serde_json::{Value, json};

use crate::args::DriftAcceptArgs;
use crate::author::author;
use crate::output::TextStyle;
use crate::prelude::{
    CommandFailure, CommandOutput, CommandResult, CommandWorkspace, with_gateway,
};
use crate::text;

/// Accepts the change of one tool, or of all tools of a source.
pub(super) async fn run(
    args: &DriftAcceptArgs,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(args.why.as_deref())?;
    let which = match (&args.tool, &args.source) {
        (Some(tool), _) => DriftSelection::Tool(tool.clone(), args.hash),
        (None, Some(source)) => DriftSelection::Source(source.clone()),
        (None, None) => {
            return Err(CommandFailure::new(
                "name a tool, or a source with `--source`",
            ));
        }
    };
    with_gateway(workspace, output, async |gateway| {
        let accepted = gateway.editor().accept_drift(&author, &which).await?;
        print(&accepted, output)
    })
    .await
}

fn print(accepted: &[DriftRecord], output: &CommandOutput) -> CommandResult<()> {
    if output.is_json() {
        let accepted: Vec<Value> = accepted.iter().map(super::json).collect();
        output.json(&json!({ "accepted": accepted }))?;
        return Ok(());
    }
    for drift in accepted {
        let name = text::one_line(&drift.name.to_string());
        let word = output.paint(TextStyle::Success, "accepted");
        output.line(&format!("{word}: {name} as {}", drift.found.hash))?;
    }
    Ok(())
}
