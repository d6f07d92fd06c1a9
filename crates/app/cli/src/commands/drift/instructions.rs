//! `candor drift show --source`: changed instructions of a source.

use candor_model::{InstructionPin, SourceName};

use crate::prelude::*;

/// Shows what the instructions of a source were, and what they are now.
pub(super) async fn show(source: &SourceName, workspace: &CommandWorkspace) -> CommandResult {
    with_gateway(workspace, async |gateway| {
        let changed = gateway.editor().changed_instructions_of(source).await?;
        let Some(pin) = changed else {
            let sentence = format!("the instructions of `{source}` have not changed");
            return Err(CommandFailure::new(sentence)
                .hint("`candor drift list` shows which definitions have"));
        };
        let output = &workspace.output;
        output.json_or(|| json(&pin), || print(&pin, output))
    })
    .await
}

fn print(pin: &InstructionPin, output: &CommandOutput) -> CommandResult<()> {
    let title = format!("{} (instructions)", pin.source);
    output.line(&output.paint(TextStyle::Bold, &title))?;
    let since = timestamp::text(pin.at_micros);
    output.line(&format!("  found         {since}"))?;
    output.line("  state         withheld: clients get the accepted text")?;
    for line in differences(pin) {
        output.line(&format!("  {line}"))?;
    }
    let source = &pin.source;
    output.say(&format!(
        "hint: accept with `candor drift accept --source {source}`"
    ));
    Ok(())
}

/// The removed lines, then the added ones.
fn differences(pin: &InstructionPin) -> Vec<String> {
    let found = pin.found.as_deref().unwrap_or_default();
    let (old, new): (Vec<&str>, Vec<&str>) =
        (pin.accepted.lines().collect(), found.lines().collect());
    let gone = old.iter().filter(|line| !new.contains(line));
    let added = new.iter().filter(|line| !old.contains(line));
    let gone = gone.map(|line| format!("- {}", one_line(line)));
    let added = added.map(|line| format!("+ {}", one_line(line)));
    gone.chain(added).collect()
}

/// Changed instructions as JSON.
pub(super) fn json(pin: &InstructionPin) -> Value {
    json!({
        "source": pin.source.as_str(),
        "accepted": pin.accepted,
        "found": pin.found,
        "found_at": timestamp::text(pin.at_micros),
    })
}
