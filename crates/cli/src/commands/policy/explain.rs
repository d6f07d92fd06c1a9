//! `candor policy explain`: what would happen to a call, and why.

use candor_config::Flags;
use candor_gateway::desk::{Outcome, SupposeError, Supposed, Supposition};
use candor_gateway::{Endpoint, Gateway};
use candor_model::{Identity, ToolPattern};
use serde_json::{Value, json};

use crate::args::PolicyExplain;
use crate::commands::call;
use crate::exit::Exit;
use crate::output::{Output, Paint};
use crate::problems::Failure;
use crate::seen::Seen;
use crate::text::one_line;
use crate::workspace::Workspace;
use crate::{oneshot, status};

/// Tells what would happen.
pub(super) async fn run(
    args: &PolicyExplain,
    flags: &Flags,
    output: &Output,
) -> Result<Exit, Failure> {
    let mut workspace = Workspace::open(flags)?;
    workspace.tell(output);
    let limit = workspace.settings.limits.request_body;
    let arguments = call::read_arguments(args.arguments.as_deref().unwrap_or("{}"), limit)?;
    let arguments: Value = arguments.decode().map_err(anyhow::Error::new)?;
    let source = args.tool.source().clone();
    let about = ToolPattern::exactly(&args.tool);
    if workspace.starts(&source) && !Seen::read(&workspace.settings).await?.fits(&about) {
        workspace.start_only(&source);
    } else {
        workspace.let_sleep(&source);
    }
    oneshot::with_gateway(&workspace, output, async |gateway| {
        let supposed = suppose(args, &arguments, &gateway).await?;
        if output.is_json() {
            output.json(&json(&supposed))?;
        } else {
            print(&supposed, output)?;
        }
        Ok(Exit::Fine)
    })
    .await
}

async fn suppose(
    args: &PolicyExplain,
    arguments: &Value,
    gateway: &Gateway,
) -> Result<Supposed, Failure> {
    let caller = Identity::local();
    let endpoint = Endpoint {
        toolset: args.toolset.clone(),
        environment: args.environment.clone(),
    };
    let supposition = Supposition {
        tool: &args.tool,
        endpoint: &endpoint,
        principal: &caller.name,
        roles: args.as_role.unwrap_or(caller.roles),
        arguments,
    };
    let supposed = gateway.desk().suppose(&supposition).await;
    supposed.map_err(|error| match error {
        SupposeError::Endpoint(error) => error.into(),
        SupposeError::Desk(error) => status::unknown(error, gateway),
        SupposeError::Outside { tool, endpoint } => {
            call::outside(&tool, args.toolset.is_some(), endpoint.toolset.as_ref())
        }
    })
}

fn print(supposed: &Supposed, output: &Output) -> Result<(), Failure> {
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
        let sentence = "must come from outside the client that calls";
        rows.push(("answer", sentence.to_owned()));
    }
    if let Some(grant) = &supposed.grant {
        let sentence = format!("{} by {}", grant.id, grant.author.name);
        rows.push(("standing", sentence));
    }
    if outcome == Outcome::Quarantined {
        rows.push(("way out", format!("`candor drift show {name}`")));
    }
    for (key, value) in rows {
        output.line(&format!("  {key:<9} {}", one_line(&value)))?;
    }
    Ok(())
}

fn paint(outcome: Outcome) -> Paint {
    match outcome {
        Outcome::Made | Outcome::Standing => Paint::Good,
        Outcome::Asked | Outcome::AskedOnce => Paint::Careful,
        Outcome::Denied | Outcome::Quarantined => Paint::Bad,
    }
}

fn json(supposed: &Supposed) -> Value {
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
        "quarantined": outcome == Outcome::Quarantined,
    })
}
