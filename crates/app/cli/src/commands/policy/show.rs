//! `candor policy show`.

use candor_gateway::Gateway;
use candor_gateway::edit::PreferenceDetails;
use candor_policy::{PolicyRule, PolicyRules};

use super::preferences;
use crate::prelude::*;

/// Shows the rules and the preferences.
pub(super) async fn run(context: &CommandContext) -> CommandResult {
    let workspace = CommandWorkspace::open_store(context)?;
    let (output, origins) = (&workspace.output, &workspace.origins);
    with_gateway(&workspace, async |gateway: Gateway| {
        let views = gateway.editor().preferences().await?;
        let settings = gateway.policy_settings();
        if output.is_json() {
            let places = views.iter().map(|view| preferences::json(view, origins));
            return output.json(&json!({
                "rules": rules(&gateway.policy_rules()),
                "preferences": places.collect::<Value>(),
                "approval_timeout_s": settings.approval_timeout.as_secs(),
                "standing_expiry_s": settings.standing_expiry.as_secs(),
                "self_approval": settings.self_approval,
            }));
        }
        print_rules(&gateway.policy_rules(), output)?;
        for view in &views {
            output.line("")?;
            output.line(&output.paint(TextStyle::Bold, &place(view)))?;
            output.table(preferences::table(view, origins))?;
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

/// Prints the rules in order. When applied, deny rules come first, then ask rules.
fn print_rules(policy: &PolicyRules, output: &CommandOutput) -> CommandResult<()> {
    output.line(&output.paint(TextStyle::Bold, "rules"))?;
    let mut any = false;
    for rule in policy.rules() {
        any = true;
        let (label, sentence) = (one_line(&rule.label()), one_line(&rule.to_string()));
        output.line(&format!("  {label}: {sentence}"))?;
        if let Some(message) = rule.message() {
            output.line(&format!("    message: {}", one_line(message)))?;
        }
        if let Some(sentence) = answerer(rule) {
            output.line(&format!("    {sentence}"))?;
        }
    }
    output.line(if any {
        "  deny rules win over ask rules, ask rules over allow rules"
    } else {
        "  none: `confirm` and the hints of each tool decide"
    })
}

/// Who may approve, if the rule says so.
fn answerer(rule: &PolicyRule) -> Option<&'static str> {
    Some(if rule.draft().out_of_band? {
        "the calling client may not answer"
    } else {
        "the calling client may answer"
    })
}

fn rules(policy: &PolicyRules) -> Vec<Value> {
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
    policy.rules().map(rule).collect()
}
