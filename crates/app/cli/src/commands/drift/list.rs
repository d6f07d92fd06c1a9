//! `candor drift list`: what waits for somebody.

use candor_gateway::Gateway;
use candor_model::{DriftRecord, SourceName};
use serde_json::{Value, json};

use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::oneshot;
use crate::output::{CommandOutput, TextStyle};
use crate::table::{TableCell, TextTable};
use crate::text;
use crate::timestamp;
use crate::workspace::CommandWorkspace;

/// Lists the changes; that there are any is a finding.
pub(super) async fn run(
    source: Option<&SourceName>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    oneshot::with_gateway(workspace, output, async |gateway| {
        let mut drifts = gateway.editor().drifts().await?;
        if let Some(source) = source {
            drifts.retain(|drift| drift.name.source() == source);
            if drifts.is_empty() {
                was_seen(&gateway, source).await?;
            }
        }
        tell(&drifts, output)?;
        Ok(CommandExit::with_findings(!drifts.is_empty()))
    })
    .await
}

/// That nothing has changed is no comfort about a source that nobody has ever seen.
async fn was_seen(gateway: &Gateway, source: &SourceName) -> Result<(), CommandFailure> {
    let pins = gateway.records().pins().await?;
    if pins.iter().any(|pin| pin.name.source() == source) {
        return Ok(());
    }
    let sentence = format!("no tool of a source `{source}` was ever seen");
    Err(CommandFailure::new(sentence).hint("`candor tools` looks at all sources"))
}

fn tell(drifts: &[DriftRecord], output: &CommandOutput) -> Result<(), CommandFailure> {
    if output.is_json() {
        let drifts: Vec<Value> = drifts.iter().map(super::json).collect();
        output.json(&json!({ "drifts": drifts }))?;
    } else if drifts.is_empty() {
        output.say("every tool is as it was pinned");
    } else {
        let mut table = TextTable::new(&["TOOL", "SINCE", "WHAT HAS CHANGED"]);
        for drift in drifts {
            table.row([
                text::one_line(&drift.name.to_string()).into(),
                timestamp::text(drift.found.at_micros).into(),
                what(drift),
            ]);
        }
        output.table(table)?;
        output.say("hint: `candor drift show TOOL` tells it all");
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
