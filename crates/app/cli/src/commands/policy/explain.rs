//! `candor policy explain`: what would happen to a call, and why.

use candor_gateway::edit::{DryRunCall, DryRunError, DryRunOutcome, DryRunResult};
use candor_gateway::{Endpoint, Gateway};
use candor_model::{CallerIdentity, ToolPattern};

use crate::args::PolicyExplainArgs;
use crate::commands::call;
use crate::prelude::*;
use crate::source_startup;

/// Prints what would happen.
pub(super) async fn run(args: &PolicyExplainArgs, context: &CommandContext) -> CommandResult {
    let mut workspace = CommandWorkspace::open(context)?;
    let limit = workspace.settings.limits.request_body;
    let arguments = call::read_arguments(args.arguments.as_deref().unwrap_or("{}"), limit)?;
    let arguments: Value = arguments.decode()?;
    let about = ToolPattern::exactly(&args.tool);
    source_startup::start_for_pattern(&mut workspace, &about).await?;
    with_gateway(&workspace, async |gateway| {
        let supposed = suppose(args, &arguments, &gateway).await?;
        let output = &context.output;
        output.json_or(|| json(&supposed), || print(&supposed, output))
    })
    .await
}

async fn suppose(
    args: &PolicyExplainArgs,
    arguments: &Value,
    gateway: &Gateway,
) -> CommandResult<DryRunResult> {
    let caller = CallerIdentity::local();
    let endpoint = Endpoint {
        toolset: args.toolset.clone(),
        environment: args.environment.clone(),
    };
    let supposition = DryRunCall {
        tool: &args.tool,
        endpoint: &endpoint,
        principal: &caller.name,
        roles: args.as_role.unwrap_or(caller.roles),
        arguments,
    };
    let supposed = gateway.editor().dry_run(&supposition).await;
    supposed.map_err(|error| match error {
        DryRunError::Endpoint(error) => error.into(),
        DryRunError::Edit(error) => status::unknown_tool(error, gateway),
        DryRunError::Outside { tool, endpoint } => {
            call::outside(&tool, args.toolset.is_some(), endpoint.toolset.as_ref())
        }
    })
}

fn print(supposed: &DryRunResult, output: &CommandOutput) -> CommandResult<()> {
    let outcome = supposed.outcome();
    let word = output.paint(paint(outcome), outcome.word());
    output.line(&format!("{word}: {}", outcome.sentence()))?;
    let decision = &supposed.decision;
    let name = &supposed.explained.tool.name;
    let mut rows = vec![
        ("tool", name.to_string()),
        ("endpoint", supposed.endpoint.to_string()),
        ("because", decision.because.clone()),
    ];
    rows.extend(decision.message.clone().map(|message| ("message", message)));
    if supposed.is_asked_elsewhere() {
        let sentence = "must not come from the calling client";
        rows.push(("answer", sentence.to_owned()));
    }
    if let Some(grant) = &supposed.grant {
        let sentence = format!("{} by {}", grant.id, grant.author.name);
        rows.push(("standing", sentence));
    }
    if outcome == DryRunOutcome::Quarantined {
        rows.push(("review", format!("`candor drift show {name}`")));
    }
    for (key, value) in rows {
        output.line(&format!("  {key:<9} {}", one_line(&value)))?;
    }
    Ok(())
}

fn paint(outcome: DryRunOutcome) -> TextStyle {
    match outcome {
        DryRunOutcome::Made | DryRunOutcome::Standing => TextStyle::Success,
        DryRunOutcome::Asked | DryRunOutcome::AskedOnce => TextStyle::Warning,
        DryRunOutcome::Denied | DryRunOutcome::Quarantined => TextStyle::Error,
    }
}

fn json(supposed: &DryRunResult) -> Value {
    let outcome = supposed.outcome();
    let decision = &supposed.decision;
    json!({
        "tool": supposed.explained.tool.name.to_string(),
        "endpoint": supposed.endpoint.to_string(),
        "outcome": outcome.word(),
        "sentence": outcome.sentence(),
        "ruling": decision.ruling.as_str(),
        "because": decision.because,
        "message": decision.message,
        "out_of_band": decision.out_of_band,
        "rule": decision.rule,
        "standing": supposed.grant.as_ref().map(|grant| grant.id.to_string()),
        "quarantined": outcome == DryRunOutcome::Quarantined,
    })
}
