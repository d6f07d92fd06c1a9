//! `candor drift list`: what waits for somebody.

use candor_gateway::Gateway;
use candor_model::{Drift, SourceName};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::oneshot;
use crate::output::{Output, Paint};
use crate::problems::Failure;
use crate::table::{Entry, Table};
use crate::text;
use crate::when;
use crate::workspace::Workspace;

/// Lists the changes; that there are any is a finding.
pub(super) async fn run(
    source: Option<&SourceName>,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    oneshot::with_gateway(workspace, output, async |gateway| {
        let mut drifts = gateway.desk().drifts().await?;
        if let Some(source) = source {
            drifts.retain(|drift| drift.name.source() == source);
            if drifts.is_empty() {
                was_seen(&gateway, source).await?;
            }
        }
        tell(&drifts, output)?;
        Ok(Exit::with_findings(!drifts.is_empty()))
    })
    .await
}

/// That nothing has changed is no comfort about a source that nobody has ever seen.
async fn was_seen(gateway: &Gateway, source: &SourceName) -> Result<(), Failure> {
    let pins = gateway.store().pins().await?;
    if pins.iter().any(|pin| pin.name.source() == source) {
        return Ok(());
    }
    let sentence = format!("no tool of a source `{source}` was ever seen");
    Err(Failure::new(sentence).hint("`candor tools` looks at all sources"))
}

fn tell(drifts: &[Drift], output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        let drifts: Vec<Value> = drifts.iter().map(super::json).collect();
        output.json(&json!({ "drifts": drifts }))?;
    } else if drifts.is_empty() {
        output.say("every tool is as it was pinned");
    } else {
        let mut table = Table::new(&["TOOL", "SINCE", "WHAT HAS CHANGED"]);
        for drift in drifts {
            table.row([
                text::one_line(&drift.name.to_string()).into(),
                when::text(drift.found.at_micros).into(),
                what(drift),
            ]);
        }
        output.table(table)?;
        output.say("hint: `candor drift show TOOL` tells it all");
    }
    Ok(())
}

fn what(drift: &Drift) -> Entry {
    let lines: Vec<String> = super::differences(drift).collect();
    let text = match lines.as_slice() {
        [] => "the definition".to_owned(),
        [only] => only.clone(),
        [first, rest @ ..] => format!("{first} (and {} more)", rest.len()),
    };
    if drift.loosens {
        Entry::painted(text, Paint::Bad)
    } else {
        text.into()
    }
}
