//! Rules about prompts, resources, completions and subscriptions: each is judged like a tool of
//! its name that is known to read only.

use candor_model::{AnnotationLayer, CallKind, Hint, QualifiedName, SourceTrust, UnsetPolicy};
use candor_policy::{PolicyRuling, RuleDraft, RuleEffect};

use crate::call::{CallCase, compiled, rule};

const ASK: PolicyRuling = PolicyRuling::Ask { first: false };

const READ: [CallKind; 4] = [
    CallKind::Prompt,
    CallKind::Resource,
    CallKind::Completion,
    CallKind::Subscription,
];

/// Something that is read from an untrusted source.
fn case(kind: CallKind, name: &str) -> CallCase {
    let mut case = CallCase {
        kind,
        tool: QualifiedName::parse(name).expect("a name"),
        trust: SourceTrust::Untrusted,
        ..CallCase::default()
    };
    // Asking about unset hints is no ground here: nothing is unset.
    case.preferences.unset = UnsetPolicy::Ask;
    case.says(AnnotationLayer::Inferred, Hint::ReadOnly, true)
}

fn of_tools(effect: RuleEffect, pattern: &str) -> RuleDraft {
    rule(effect, |draft| draft.tools = vec![pattern.to_owned()])
}

fn of_source(effect: RuleEffect, pattern: &str) -> RuleDraft {
    rule(effect, |draft| draft.sources = vec![pattern.to_owned()])
}

fn with_hint(effect: RuleEffect, hint: Hint) -> RuleDraft {
    rule(effect, |draft| draft.hints = vec![(hint, Some(true))])
}

fn when(mut draft: RuleDraft, condition: &str) -> RuleDraft {
    draft.when = Some(condition.to_owned());
    draft
}

#[test]
fn whatever_is_read_is_judged_by_the_rules() {
    use RuleEffect::{Allow, Ask, Deny};
    let table: Vec<(Vec<RuleDraft>, PolicyRuling)> = vec![
        (vec![], PolicyRuling::Allow),
        (vec![of_tools(Deny, "files.*")], PolicyRuling::Deny),
        (vec![of_source(Deny, "files")], PolicyRuling::Deny),
        (vec![of_tools(Deny, "files.note*")], PolicyRuling::Deny),
        (vec![of_tools(Deny, "files.delete_*")], PolicyRuling::Allow),
        (vec![of_tools(Deny, "shop.*")], PolicyRuling::Allow),
        (vec![rule(Deny, |_| {})], PolicyRuling::Deny),
        (
            vec![with_hint(Deny, Hint::Destructive)],
            PolicyRuling::Allow,
        ),
        (vec![with_hint(Deny, Hint::ReadOnly)], PolicyRuling::Deny),
        (vec![of_tools(Ask, "files.*")], ASK),
        (vec![of_source(Ask, "files")], ASK),
        (vec![with_hint(Ask, Hint::Destructive)], PolicyRuling::Allow),
        (
            vec![when(of_tools(Ask, "files.*"), "kind == 'tool'")],
            PolicyRuling::Allow,
        ),
        (
            vec![when(of_tools(Deny, "files.*"), "kind != 'tool'")],
            PolicyRuling::Deny,
        ),
        // What cannot be evaluated counts against the caller, as everywhere.
        (
            vec![when(of_tools(Deny, "files.*"), "args.amount > 100")],
            PolicyRuling::Deny,
        ),
        (
            vec![of_tools(Deny, "files.note*"), of_tools(Allow, "files.*")],
            PolicyRuling::Deny,
        ),
    ];
    for (drafts, expect) in table {
        let policy = compiled(drafts.clone());
        for kind in READ {
            let decision = case(kind, "files.note://one").decide(&policy);
            assert_eq!(decision.ruling, expect, "{kind:?} {drafts:?}: {decision:?}");
        }
    }
}

#[test]
fn a_condition_can_tell_kinds_apart() {
    for kind in READ.into_iter().chain([CallKind::Tool]) {
        let word = kind.as_str();
        let draft = when(
            of_tools(RuleEffect::Deny, "files.*"),
            &format!("kind == '{word}'"),
        );
        let policy = compiled(vec![draft]);
        for other in READ.into_iter().chain([CallKind::Tool]) {
            let denied = case(other, "files.x").decide(&policy).ruling == PolicyRuling::Deny;
            assert_eq!(denied, other == kind, "{word} {other:?}");
        }
    }
}

#[test]
fn the_gateways_own_tools_can_be_named_although_no_source_has_them() {
    let policy = compiled(vec![
        of_tools(RuleEffect::Deny, "candor.delete-toolset"),
        of_source(RuleEffect::Ask, "candor"),
    ]);
    let ruling = |name| case(CallKind::Tool, name).decide(&policy).ruling;
    assert_eq!(ruling("candor.delete-toolset"), PolicyRuling::Deny);
    assert_eq!(ruling("candor.build-toolset"), ASK);
    assert_eq!(ruling("shop.delete-toolset"), PolicyRuling::Allow);
}
