//! `candor infer --accept`: turns suggestions into overrides.

use candor_gateway::edit::{AcceptedHint, HintSuggestion, SuggestedTool, SuggestionChoice};
use candor_infer::Confidence;

use crate::args::InferArgs;
use crate::prelude::*;

/// Accepts suggestions. Only the source in question is started.
pub(super) async fn run(args: &InferArgs, context: &CommandContext) -> CommandResult {
    let author = context.actor.author_because(args.why.as_deref(), "--why")?;
    let choice = choice(args)?;
    let mut workspace = CommandWorkspace::open(context)?;
    let meant = match &choice {
        SuggestionChoice::Tool(name, _) => name.source(),
        SuggestionChoice::Source(source, _) => source,
    };
    workspace.narrow(meant)?;
    with_gateway(&workspace, async |gateway| {
        // An offline source has no suggestions; report that it is offline instead.
        let sources = gateway.sources();
        let mut down = sources.iter().filter(|one| !one.state.is_ready());
        if let Some(down) = down.find(|one| one.name == *meant) {
            return Err(CommandFailure::new(format!(
                "source `{}` {}",
                down.name, down.state
            )));
        }
        let editor = gateway.editor();
        if args.dry_run {
            let ranked =
                SuggestedTool::ranked(editor.chosen(&choice)?, &editor.tool_demand().await?);
            return print_plan(&ranked, &context.output);
        }
        let accepted = editor.accept(&author, &choice).await?;
        print(&accepted, &context.output)
    })
    .await
}

fn choice(args: &InferArgs) -> CommandResult<SuggestionChoice> {
    match (&args.accept, &args.source, args.min_confidence) {
        (Some(tool), _, _) => Ok(SuggestionChoice::Tool(tool.clone(), args.hint)),
        (None, Some(source), Some(least)) => Ok(SuggestionChoice::Source(
            source.clone(),
            Confidence::new(least),
        )),
        _ => Err(CommandFailure::new(
            "`--accept-all` needs `--source SOURCE` and `--min-confidence PERCENT`",
        )),
    }
}

/// The suggestions to accept, by tool, most valuable first.
fn print_plan(ranked: &[SuggestedTool], output: &CommandOutput) -> CommandResult<()> {
    let chosen = || ranked.iter().flat_map(|one| &one.suggestions);
    if output.is_json() {
        let chosen: Vec<Value> = chosen()
            .map(|one| {
                json!({
                    "tool": one.tool.name.to_string(),
                    "hint": one.finding.hint.key(),
                    "value": one.finding.value,
                })
            })
            .collect();
        return output.json(&json!({ "dry_run": true, "accepted": chosen }));
    }
    for HintSuggestion { tool, finding } in chosen() {
        let name = one_line(&tool.name.to_string());
        let because = one_line(&finding.because());
        output.line(&format!(
            "would be accepted: {name} {}: {} ({}: {because})",
            finding.hint.word(),
            finding.value,
            finding.confidence
        ))?;
    }
    Ok(())
}

fn print(accepted: &[AcceptedHint], output: &CommandOutput) -> CommandResult<()> {
    if output.is_json() {
        let accepted: Vec<Value> = accepted
            .iter()
            .map(|one| {
                json!({"tool": one.name.to_string(), "hint": one.hint.key(), "value": one.value})
            })
            .collect();
        return output.json(&json!({ "accepted": accepted }));
    }
    for AcceptedHint { name, hint, value } in accepted {
        let name = one_line(&name.to_string());
        let word = output.paint(TextStyle::Success, "accepted");
        output.line(&format!("{word}: {name} {}: {value}", hint.word()))?;
    }
    Ok(())
}
