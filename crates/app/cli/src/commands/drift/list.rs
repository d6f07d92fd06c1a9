//! `candor drift list`: changed definitions, and tools that do not behave as they declare.

use candor_gateway::Gateway;
use candor_model::{DriftRecord, InstructionPin, SourceName, Verification};

use super::contradictions;
use crate::prelude::*;

/// The listed changes.
struct FoundChanges {
    drifts: Vec<DriftRecord>,
    instructions: Vec<InstructionPin>,
    contradictions: Vec<Verification>,
}

/// Lists the changes; that there are any is a finding.
pub(super) async fn run(
    source: Option<&SourceName>,
    workspace: &CommandWorkspace,
) -> CommandResult {
    with_gateway(workspace, async |gateway| {
        let mut found = FoundChanges::read(&gateway).await?;
        if let Some(source) = source {
            found.narrow(source);
            if found.is_empty() {
                was_seen(&gateway, source).await?;
            }
        }
        found.print(&workspace.output)?;
        Ok(CommandExit::with_findings(!found.is_empty()))
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

// === impl FoundChanges ===

impl FoundChanges {
    async fn read(gateway: &Gateway) -> CommandResult<Self> {
        let editor = gateway.editor();
        Ok(Self {
            drifts: editor.drifts().await?,
            instructions: editor.changed_instructions().await?,
            contradictions: editor.contradictions().await?,
        })
    }

    /// Leaves what is about one source.
    fn narrow(&mut self, source: &SourceName) {
        self.drifts.retain(|drift| drift.name.source() == source);
        self.instructions.retain(|pin| pin.source == *source);
        self.contradictions
            .retain(|one| one.tool.source() == source);
    }

    fn is_empty(&self) -> bool {
        self.drifts.is_empty() && self.instructions.is_empty() && self.contradictions.is_empty()
    }

    fn print(&self, output: &CommandOutput) -> CommandResult<()> {
        if output.is_json() {
            let instructions = self.instructions.iter().map(super::instructions::json);
            let contradictions = self.contradictions.iter().map(contradictions::json);
            return output.json(&json!({
                "drifts": self.drifts.iter().map(super::json).collect::<Vec<Value>>(),
                "instructions": instructions.collect::<Vec<Value>>(),
                "contradictions": contradictions.collect::<Vec<Value>>(),
            }));
        }
        if self.is_empty() {
            output.say("no changed definitions");
            return Ok(());
        }
        output.table(self.table())?;
        if !self.drifts.is_empty() {
            output.say("hint: `candor drift show TOOL` shows the details");
        }
        if !self.instructions.is_empty() {
            output.say("hint: `candor drift show --source SOURCE` shows changed instructions");
        }
        if !self.contradictions.is_empty() {
            output.say("hint: `candor tools --explain` shows what counts instead");
        }
        Ok(())
    }

    fn table(&self) -> TextTable {
        let tools = self.drifts.iter().map(|drift| {
            [
                one_line(&drift.name.to_string()).into(),
                timestamp::text(drift.found.at_micros).into(),
                what(drift),
            ]
        });
        let sources = self.instructions.iter().map(|pin| {
            [
                format!("{} (instructions)", pin.source).into(),
                timestamp::text(pin.at_micros).into(),
                "the instructions".to_owned().into(),
            ]
        });
        // A tool that is held back for it is a row already.
        let is_held = |one: &&Verification| {
            let mut drifts = self.drifts.iter();
            drifts.any(|drift| drift.name == one.tool && drift.is_contradicted())
        };
        let contradicted = self.contradictions.iter().filter(|one| !is_held(one));
        let contradicted = contradicted.map(contradictions::row);
        let rows = tools.chain(sources).chain(contradicted);
        TextTable::new(&["TOOL", "SINCE", "CHANGES"], rows)
    }
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
