//! `candor drift accept`: changed tools are served as they are now.

use candor_gateway::desk::Which;
use candor_model::Drift;
use serde_json::{Value, json};

use crate::args::DriftAccept;
use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::{Output, Paint};
use crate::problems::Failure;
use crate::text;
use crate::workspace::Workspace;

/// Accepts the change of one tool, or of all tools of a source.
pub(super) async fn run(
    args: &DriftAccept,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(args.why.as_deref())?;
    let which = match (&args.tool, &args.source) {
        (Some(tool), _) => Which::Tool(tool.clone(), args.hash),
        (None, Some(source)) => Which::Source(source.clone()),
        (None, None) => return Err(Failure::new("name a tool, or a source with `--source`")),
    };
    oneshot::with_gateway(workspace, output, async |gateway| {
        let accepted = gateway.desk().accept_drift(&author, &which).await?;
        tell(&accepted, output)?;
        Ok(Exit::Fine)
    })
    .await
}

fn tell(accepted: &[Drift], output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        let accepted: Vec<Value> = accepted.iter().map(super::json).collect();
        output.json(&json!({ "accepted": accepted }))?;
        return Ok(());
    }
    for drift in accepted {
        let name = text::one_line(&drift.name.to_string());
        let word = output.paint(Paint::Good, "accepted");
        output.line(&format!("{word}: {name} as {}", drift.found.hash))?;
    }
    Ok(())
}
