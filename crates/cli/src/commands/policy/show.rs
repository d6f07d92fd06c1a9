//! `candor policy show`.

use candor_config::Flags;
use candor_gateway::desk::PreferenceView;
use candor_gateway::{Gateway, House};
use candor_policy::Rule;
use serde_json::{Value, json};

use super::preferences;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::{Output, Paint};
use crate::problems::Failure;
use crate::text::one_line;
use crate::workspace::{self, Workspace};

/// Shows the rules and the preferences.
pub(super) async fn run(flags: &Flags, output: &Output) -> Result<Exit, Failure> {
    let loaded = workspace::load(flags)?;
    let origins = loaded.origins.clone();
    let mut workspace = Workspace::of(loaded)?;
    workspace.tell(output);
    workspace.start_nothing();
    oneshot::with_gateway(&workspace, output, async |gateway: Gateway| {
        let views = gateway.desk().preferences().await?;
        if output.is_json() {
            let places = views.iter().map(|view| preferences::json(view, &origins));
            output.json(&json!({
                "rules": rules(gateway.house()),
                "preferences": places.collect::<Vec<Value>>(),
                "approval_timeout_s": gateway.house().approval_timeout.as_secs(),
                "standing_expiry_s": gateway.house().standing_expiry.as_secs(),
                "self_approval": gateway.house().self_approval,
            }))?;
            return Ok(Exit::Fine);
        }
        print_rules(gateway.house(), output)?;
        for view in &views {
            output.line("")?;
            output.line(&output.paint(Paint::Bold, &place(view)))?;
            let all = preferences::all(view, &origins);
            output.table(preferences::table(&all))?;
        }
        Ok(Exit::Fine)
    })
    .await
}

fn place(view: &PreferenceView) -> String {
    match &view.toolset {
        None => "the house".to_owned(),
        Some(name) => format!("toolset {name}"),
    }
}

/// The rules in their order. What denies comes first when they are applied, then what asks.
fn print_rules(house: &House, output: &Output) -> Result<(), Failure> {
    output.line(&output.paint(Paint::Bold, "rules"))?;
    let mut any = false;
    for rule in house.policy.rules() {
        any = true;
        output.line(&format!(
            "  {}: {}",
            one_line(&rule.label()),
            one_line(&rule.to_string())
        ))?;
        if let Some(message) = rule.message() {
            output.line(&format!("    says: {}", one_line(message)))?;
        }
        if let Some(sentence) = answerer(rule) {
            output.line(&format!("    {sentence}"))?;
        }
    }
    if any {
        output.line("  what denies counts first, then what asks, then what allows")?;
    } else {
        output.line("  none: it is decided by `confirm` and by what each tool does")?;
    }
    Ok(())
}

/// Whether the rule says who may answer.
fn answerer(rule: &Rule) -> Option<&'static str> {
    Some(if rule.draft().out_of_band? {
        "the client that calls may not answer"
    } else {
        "the client that calls may answer"
    })
}

fn rules(house: &House) -> Vec<Value> {
    let rule = |rule: &Rule| {
        json!({
            "name": rule.name(),
            "place": rule.place(),
            "effect": rule.effect().as_str(),
            "sentence": rule.to_string(),
            "when": rule.when(),
            "message": rule.message(),
            "out_of_band": rule.draft().out_of_band,
        })
    };
    house.policy.rules().map(rule).collect()
}
