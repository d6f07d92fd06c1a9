//! `candor drift show`: one change in full.

use candor_model::{DefinitionPin, DriftRecord, QualifiedName};

use crate::output::TextStyle;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::text;
use crate::timestamp;

/// Shows the change of one tool.
pub(super) async fn run(
    name: &QualifiedName,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    with_gateway(workspace, output, async |gateway| {
        let drift = gateway.editor().drift(name).await?;
        let pinned = drift.renamed_from.as_ref().unwrap_or(&drift.name);
        let pin = gateway.records().pin(pinned).await?;
        if output.is_json() {
            output.json(&super::json(&drift))?;
        } else {
            print(&drift, pin.as_ref(), output)?;
        }
        Ok(())
    })
    .await
}

fn print(
    drift: &DriftRecord,
    pin: Option<&DefinitionPin>,
    output: &CommandOutput,
) -> CommandResult<()> {
    let name = text::one_line(&drift.name.to_string());
    output.line(&output.paint(TextStyle::Bold, &name))?;
    if let Some(old) = &drift.renamed_from {
        let old = text::one_line(&old.to_string());
        output.line(&format!("  renamed from  {old}"))?;
    }
    let since = pin.map(|pin| format!(" since {}", timestamp::text(pin.at_micros)));
    output.line(&format!(
        "  pinned        {}{}",
        drift.pinned,
        since.unwrap_or_default()
    ))?;
    output.line(&format!(
        "  found         {} since {}",
        drift.found.hash,
        timestamp::text(drift.found.at_micros)
    ))?;
    let state = if drift.quarantined {
        "quarantined: not listed, calls are refused"
    } else {
        "served"
    };
    output.line(&format!("  state         {state}"))?;
    if drift.loosens {
        let loosens = output.paint(TextStyle::Error, "a hint became less strict");
        output.line(&format!("  loosens       {loosens}"))?;
    }
    for line in super::differences(drift) {
        output.line(&format!("  - {line}"))?;
    }
    output.say(&format!("hint: {}", super::how_to_accept(drift)));
    Ok(())
}
