//! `candor drift show`: one change, to be judged.

use candor_model::{Drift, Pin, QualifiedName};

use crate::exit::Exit;
use crate::oneshot;
use crate::output::{Output, Paint};
use crate::problems::Failure;
use crate::text;
use crate::when;
use crate::workspace::Workspace;

/// Shows what has become of one tool.
pub(super) async fn run(
    name: &QualifiedName,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    oneshot::with_gateway(workspace, output, async |gateway| {
        let drift = gateway.desk().drift(name).await?;
        let pinned = drift.renamed_from.as_ref().unwrap_or(&drift.name);
        let pin = gateway.store().pin(pinned).await?;
        if output.is_json() {
            output.json(&super::json(&drift))?;
        } else {
            print(&drift, pin.as_ref(), output)?;
        }
        Ok(Exit::Fine)
    })
    .await
}

fn print(drift: &Drift, pin: Option<&Pin>, output: &Output) -> Result<(), Failure> {
    let name = text::one_line(&drift.name.to_string());
    output.line(&output.paint(Paint::Bold, &name))?;
    if let Some(old) = &drift.renamed_from {
        let old = text::one_line(&old.to_string());
        output.line(&format!("  renamed from  {old}"))?;
    }
    let since = pin.map(|pin| format!(" since {}", when::text(pin.at_micros)));
    output.line(&format!(
        "  pinned        {}{}",
        drift.pinned,
        since.unwrap_or_default()
    ))?;
    output.line(&format!(
        "  found         {} since {}",
        drift.found.hash,
        when::text(drift.found.at_micros)
    ))?;
    let state = if drift.quarantined {
        "in quarantine, not served"
    } else {
        "served as it is now"
    };
    output.line(&format!("  state         {state}"))?;
    if drift.loosens {
        let loosens = output.paint(Paint::Bad, "a hint says less danger than before");
        output.line(&format!("  loosens       {loosens}"))?;
    }
    for line in super::differences(drift) {
        output.line(&format!("  - {line}"))?;
    }
    output.say(&format!("hint: {}", super::how_to_accept(drift)));
    Ok(())
}
