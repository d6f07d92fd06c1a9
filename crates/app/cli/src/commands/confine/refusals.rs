//! `candor confine refusals`: operations that confined programs were denied.

use candor_model::{ProgramRefusal, SourceName};

use crate::prelude::*;

/// Lists the refusals, the newest first; that there are any is a finding.
pub(super) async fn run(source: Option<&SourceName>, context: &CommandContext) -> CommandResult {
    let mut workspace = CommandWorkspace::open(context)?;
    let is_configured = source.is_none_or(|name| workspace.source(name).is_some());
    workspace.start_nothing();
    with_gateway(&workspace, async |gateway| {
        let editor = gateway.editor();
        let refusals = editor.refusals(source).await?;
        let is_added =
            |name: &SourceName| editor.saved_sources().iter().any(|one| one.name == *name);
        // Denials of a removed source are still listed.
        if let Some(source) = source
            && refusals.is_empty()
            && !is_configured
            && !is_added(source)
        {
            let sentence = format!("there is no source `{source}`");
            return Err(CommandFailure::new(sentence).hint("`candor status` lists the sources"));
        }
        print(&refusals, &workspace.output)?;
        Ok(CommandExit::with_findings(!refusals.is_empty()))
    })
    .await
}

fn print(refusals: &[ProgramRefusal], output: &CommandOutput) -> CommandResult<()> {
    if output.is_json() {
        let refusals: Vec<Value> = refusals.iter().map(json).collect();
        return output.json(&json!({ "refusals": refusals }));
    }
    if refusals.is_empty() {
        output.say("nothing was refused");
        return Ok(());
    }
    let rows = refusals.iter().map(|refusal| {
        [
            timestamp::text(refusal.at_micros).into(),
            instance(refusal).into(),
            one_line(&format!("{} {}", refusal.action, refusal.target)).into(),
            one_line(&calls(refusal)).into(),
        ]
    });
    output.table(TextTable::new(
        &["AT", "SOURCE", "REFUSED TO", "CALLS"],
        rows,
    ))
}

fn instance(refusal: &ProgramRefusal) -> String {
    match refusal.instance {
        candor_model::ProgramInstance::Ordinary => refusal.source.to_string(),
        candor_model::ProgramInstance::ReadOnly => format!("{} (read-only)", refusal.source),
    }
}

/// The calls in words, and the number of omitted ones.
fn calls(refusal: &ProgramRefusal) -> String {
    let words = match refusal.calls_in_words() {
        none if none.is_empty() => "outside of any call".to_owned(),
        words => words,
    };
    match refusal.left_out {
        0 => words,
        more => format!("{words} ({more} more before are left out)"),
    }
}

fn json(refusal: &ProgramRefusal) -> Value {
    let calls = refusal.calls.iter();
    let calls = calls.map(|call| json!({"id": call.id.to_string(), "name": call.name}));
    json!({
        "at": timestamp::text(refusal.at_micros),
        "source": refusal.source.as_str(),
        "instance": refusal.instance.as_str(),
        "action": refusal.action,
        "target": refusal.target,
        "program": refusal.program,
        "timing": refusal.timing.as_str(),
        "calls": calls.collect::<Vec<Value>>(),
        "left_out": refusal.left_out,
    })
}
