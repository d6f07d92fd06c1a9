//! `candor drift show`: one change in full.

use candor_model::{DefinitionPin, DriftRecord, QualifiedName};

use crate::prelude::*;

/// Shows the change of one tool.
pub(super) async fn run(name: &QualifiedName, workspace: &CommandWorkspace) -> CommandResult {
    with_gateway(workspace, async |gateway| {
        let drift = gateway.editor().drift(name).await?;
        let pinned = drift.renamed_from.as_ref().unwrap_or(&drift.name);
        let pin = gateway.records().pin(pinned).await?;
        let output = &workspace.output;
        output.json_or(
            || super::json(&drift),
            || print(&drift, pin.as_ref(), output),
        )
    })
    .await
}

fn print(
    drift: &DriftRecord,
    pin: Option<&DefinitionPin>,
    output: &CommandOutput,
) -> CommandResult<()> {
    let name = one_line(&drift.name.to_string());
    output.line(&output.paint(TextStyle::Bold, &name))?;
    if let Some(old) = &drift.renamed_from {
        let old = one_line(&old.to_string());
        output.line(&format!("  renamed from  {old}"))?;
    }
    if let Some(hash) = drift.pinned {
        let since = pin.map(|pin| format!(" since {}", timestamp::text(pin.at_micros)));
        let since = since.unwrap_or_default();
        output.line(&format!("  pinned        {hash}{since}"))?;
    }
    let (hash, since) = (drift.found.hash, timestamp::text(drift.found.at_micros));
    output.line(&format!("  found         {hash} since {since}"))?;
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
