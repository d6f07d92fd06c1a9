//! `candor drift list`: changed definitions.

use candor_gateway::Gateway;
use candor_model::{DriftRecord, InstructionPin, SourceName};

use crate::prelude::*;

/// Lists the changes; that there are any is a finding.
pub(super) async fn run(
    source: Option<&SourceName>,
    workspace: &CommandWorkspace,
) -> CommandResult {
    with_gateway(workspace, async |gateway| {
        let mut drifts = gateway.editor().drifts().await?;
        let mut instructions = gateway.editor().changed_instructions().await?;
        if let Some(source) = source {
            drifts.retain(|drift| drift.name.source() == source);
            instructions.retain(|pin| pin.source == *source);
            if drifts.is_empty() && instructions.is_empty() {
                was_seen(&gateway, source).await?;
            }
        }
        print(&drifts, &instructions, &workspace.output)?;
        let none = drifts.is_empty() && instructions.is_empty();
        Ok(CommandExit::with_findings(!none))
    })
    .await
}

/// An unknown source is an error, rather than one without changes.
async fn was_seen(gateway: &Gateway, source: &SourceName) -> CommandResult<()> {
    let pins = gateway.records().pins().await?;
    if pins.iter().any(|pin| pin.name.source() == source) {
        return Ok(());
    }
    let sentence = format!("no tools of source `{source}` are known");
    Err(CommandFailure::new(sentence).hint("`candor tools` reads all sources"))
}

fn print(
    drifts: &[DriftRecord],
    instructions: &[InstructionPin],
    output: &CommandOutput,
) -> CommandResult<()> {
    if output.is_json() {
        let drifts: Vec<Value> = drifts.iter().map(super::json).collect();
        let instructions: Vec<Value> = instructions.iter().map(super::instructions::json).collect();
        return output.json(&json!({ "drifts": drifts, "instructions": instructions }));
    }
    if drifts.is_empty() && instructions.is_empty() {
        output.say("no changed definitions");
        return Ok(());
    }
    let tools = drifts.iter().map(|drift| {
        [
            one_line(&drift.name.to_string()).into(),
            timestamp::text(drift.found.at_micros).into(),
            what(drift),
        ]
    });
    let sources = instructions.iter().map(|pin| {
        [
            format!("{} (instructions)", pin.source).into(),
            timestamp::text(pin.at_micros).into(),
            "the instructions".to_owned().into(),
        ]
    });
    let rows = tools.chain(sources);
    output.table(TextTable::new(&["TOOL", "SINCE", "CHANGES"], rows))?;
    if !drifts.is_empty() {
        output.say("hint: `candor drift show TOOL` shows the details");
    }
    if !instructions.is_empty() {
        output.say("hint: `candor drift show --source SOURCE` shows changed instructions");
    }
    Ok(())
}

fn what(drift: &DriftRecord) -> TableCell {
    let lines: Vec<String> = super::differences(drift).collect();
    let text = match lines.as_slice() {
        [] => "the definition".to_owned(),
        [only] => only.clone(),
        [first, rest @ ..] => format!("{first} (and {} more)", rest.len()),
    };
    if drift.loosens {
        TableCell::painted(text, TextStyle::Error)
    } else {
        text.into()
    }
}
