//! `candor policy show`.

use candor_config::SettingFlags;
use candor_gateway::edit::PreferenceDetails;
use candor_gateway::{Gateway, GatewayPolicySettings};
use candor_policy::PolicyRule;
use serde_json::{Value, json};

use super::preferences;
use crate::output::TextStyle;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::text::one_line;
use crate::workspace;

/// Shows the rules and the preferences.
pub(super) async fn run(flags: &SettingFlags, output: &CommandOutput) -> CommandResult {
    let loaded = workspace::load(flags)?;
    let origins = loaded.origins.clone();
    let mut workspace = CommandWorkspace::of(loaded)?;
    workspace.print_diagnostics(output);
    workspace.start_nothing();
    with_gateway(&workspace, output, async |gateway: Gateway| {
        let views = gateway.editor().preferences().await?;
        if output.is_json() {
            let places = views.iter().map(|view| preferences::json(view, &origins));
            output.json(&json!({
                "rules": rules(gateway.policy_settings()),
                "preferences": places.collect::<Vec<Value>>(),
                "approval_timeout_s": gateway.policy_settings().approval_timeout.as_secs(),
                "standing_expiry_s": gateway.policy_settings().standing_expiry.as_secs(),
                "self_approval": gateway.policy_settings().self_approval,
            }))?;
            return Ok(());
        }
        print_rules(gateway.policy_settings(), output)?;
        for view in &views {
            output.line("")?;
            output.line(&output.paint(TextStyle::Bold, &place(view)))?;
            let all = preferences::all(view, &origins);
            output.table(preferences::table(&all))?;
        }
        Ok(())
    })
    .await
}

fn place(view: &PreferenceDetails) -> String {
    match &view.toolset {
        None => "default policy".to_owned(),
        Some(name) => format!("toolset {name}"),
    }
}

/// The rules in their order. What denies comes first when they are applied, then what asks.
fn print_rules(house: &GatewayPolicySettings, output: &CommandOutput) -> CommandResult<()> {
    output.line(&output.paint(TextStyle::Bold, "rules"))?;
    let mut any = false;
    for rule in house.policy.rules() {
        any = true;
        output.line(&format!(
            "  {}: {}",
            one_line(&rule.label()),
            one_line(&rule.to_string())
        ))?;
        if let Some(message) = rule.message() {
            output.line(&format!("    message: {}", one_line(message)))?;
        }
        if let Some(sentence) = answerer(rule) {
            output.line(&format!("    {sentence}"))?;
        }
    }
    if any {
        output.line("  deny rules win over ask rules, ask rules over allow rules")?;
    } else {
        output.line("  none: `confirm` and the hints of each tool decide")?;
    }
    Ok(())
}

/// Whether the rule says who may answer.
fn answerer(rule: &PolicyRule) -> Option<&'static str> {
    Some(if rule.draft().out_of_band? {
        "the calling client may not answer"
    } else {
        "the calling client may answer"
    })
}

fn rules(house: &GatewayPolicySettings) -> Vec<Value> {
    let rule = |rule: &PolicyRule| {
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
