//! What rules do.

use candor_model::{
    AnnotationLayer, ConfirmMode, EnvironmentName, Hint, PolicyPreferences, QualifiedName, Roles,
    SourceTrust, ToolsetName, UnsetPolicy,
};
use candor_policy::RuleEffect::{Allow, Ask, Deny};
use candor_policy::{PolicyRules, PolicyRuling, RuleDraft, RuleEffect};
use serde_json::json;

use crate::call::{CallCase, compiled, rule, texts};

const ASK: PolicyRuling = PolicyRuling::Ask { first: false };

/// Whether a rule that denies is about a call, changed as the test wants it.
fn denied(change: impl FnOnce(&mut RuleDraft), call: &CallCase) -> bool {
    let policy = compiled(vec![rule(RuleEffect::Deny, change)]);
    call.decide(&policy).ruling == PolicyRuling::Deny
}

#[test]
fn names_are_matched_by_patterns() {
    let call = CallCase {
        toolset: Some(ToolsetName::parse("reading").expect("a name")),
        environment: Some(EnvironmentName::parse("prod-eu").expect("a name")),
        ..CallCase::default()
    };
    for (tools, expect) in [
        (&["shop.delete_book"][..], true),
        (&["shop.*"], true),
        (&["*"], true),
        (&["*.delete_*"], true),
        (&["files.*", "shop.*_book"], true),
        (&["shop.list_*"], false),
        (&["files.*"], false),
    ] {
        let expected = denied(|draft| draft.tools = texts(tools), &call);
        assert_eq!(expected, expect, "{tools:?}");
    }
    for (sources, expect) in [
        (&["shop"][..], true),
        (&["sh*"], true),
        (&["mail", "shop"], true),
        (&["files", "mail"], false),
    ] {
        let expected = denied(|draft| draft.sources = texts(sources), &call);
        assert_eq!(expected, expect, "{sources:?}");
    }
    for (entry, in_toolset, in_environment) in [
        ("reading", true, false),
        ("prod-*", false, true),
        ("*", true, true),
        ("writing", false, false),
    ] {
        let toolsets = |draft: &mut RuleDraft| draft.toolsets = texts(&[entry]);
        let environments = |draft: &mut RuleDraft| draft.environments = texts(&[entry]);
        assert_eq!(denied(toolsets, &call), in_toolset, "{entry}");
        assert_eq!(denied(environments, &call), in_environment, "{entry}");
        // A call through no toolset, in no environment, fits no pattern.
        assert!(!denied(toolsets, &CallCase::default()));
        assert!(!denied(environments, &CallCase::default()));
    }
    assert!(
        denied(|_| {}, &call),
        "a rule that names nothing is about everything"
    );
}

#[test]
fn all_that_a_rule_names_must_fit() {
    let draft = |draft: &mut RuleDraft| {
        draft.tools = texts(&["shop.*"]);
        draft.hints = vec![(Hint::Destructive, Some(true)), (Hint::OpenWorld, None)];
        draft.roles = vec![candor_model::Role::Caller];
        draft.when = Some("args.count > 3".to_owned());
    };
    let call = || CallCase {
        arguments: json!({"count": 5}),
        ..CallCase::default().says(AnnotationLayer::Override, Hint::Destructive, true)
    };
    assert!(denied(draft, &call()));
    let others = [
        CallCase {
            arguments: json!({"count": 1}),
            ..call()
        },
        CallCase {
            roles: Roles::NONE,
            ..call()
        },
        CallCase {
            tool: QualifiedName::parse("mail.send").expect("a name"),
            ..call()
        },
        call().says(AnnotationLayer::Override, Hint::Destructive, false),
        call().says(AnnotationLayer::Override, Hint::OpenWorld, true),
    ];
    for (at, other) in others.iter().enumerate() {
        assert!(!denied(draft, other), "{at}");
    }
}

#[test]
fn a_role_is_matched_by_those_who_may_act_in_it() {
    for (named, held, expect) in [
        ("caller", "caller", true),
        ("caller", "admin", true),
        ("viewer", "approver", true),
        ("admin", "caller,approver,editor", false),
        ("caller", "", false),
    ] {
        let role = candor_model::Role::parse(named).expect("a role");
        let call = CallCase {
            roles: Roles::parse(held).expect("roles"),
            ..CallCase::default()
        };
        assert_eq!(
            denied(|draft| draft.roles = vec![role], &call),
            expect,
            "{named} {held}"
        );
    }
}

#[test]
fn denying_comes_before_asking_and_asking_before_allowing() {
    let of = |effect: RuleEffect, line: usize| {
        rule(effect, |draft| {
            draft.place = format!("candor.toml:{line}");
            draft.tools = texts(&[["shop.*", "*.delete_book", "*delete*"][line % 3]]);
        })
    };
    let check = |effects: &[RuleEffect], expect: PolicyRuling, named: usize| {
        let drafts = effects
            .iter()
            .enumerate()
            .map(|(line, effect)| of(*effect, line));
        let decision = CallCase::default().decide(&compiled(drafts.collect()));
        assert_eq!(
            (decision.ruling, decision.rule),
            (expect, Some(named)),
            "{effects:?}"
        );
    };
    check(&[Allow, Ask, Deny], PolicyRuling::Deny, 2);
    check(&[Allow, Ask], ASK, 1);
    check(&[Allow], PolicyRuling::Allow, 0);
    check(&[Ask, Ask], ASK, 0);
    check(&[Allow, Deny, Deny], PolicyRuling::Deny, 1);
}

#[test]
fn a_rule_comes_before_what_the_tool_wants() {
    let destructive = || {
        CallCase::default()
            .says(AnnotationLayer::Override, Hint::Destructive, true)
            .confirm(AnnotationLayer::Override, ConfirmMode::Always)
    };
    let allow = compiled(vec![rule(RuleEffect::Allow, |draft| {
        draft.tools = texts(&["shop.*"]);
    })]);
    let decision = destructive().decide(&allow);
    assert_eq!(decision.ruling, PolicyRuling::Allow);
    assert_eq!(decision.because, "the rule at candor.toml:7 allows it");

    let ask = compiled(vec![rule(RuleEffect::Ask, |draft| {
        draft.name = Some("house".to_owned());
        draft.message = Some("Ask Ada first.".to_owned());
    })]);
    let decision = destructive()
        .confirm(AnnotationLayer::Override, ConfirmMode::First)
        .decide(&ask);
    assert_eq!(decision.ruling, ASK);
    assert_eq!(
        decision.because,
        "the rule `house` (candor.toml:7) asks about it"
    );
    assert_eq!(decision.message.as_deref(), Some("Ask Ada first."));
}

#[test]
fn reasons_name_who_said_it() {
    let policy = PolicyRules::default();
    let inferred = |hint, value| CallCase::default().says(AnnotationLayer::Inferred, hint, value);
    for (call, because) in [
        (
            inferred(Hint::Destructive, true),
            "destructive: true, inferred: the HTTP method is DELETE",
        ),
        (
            CallCase::default().says(AnnotationLayer::Declared, Hint::ReadOnly, true),
            "read-only: true, declared by source `shop`",
        ),
        (
            inferred(Hint::Destructive, true)
                .confirm(AnnotationLayer::Override, ConfirmMode::Never),
            "destructive: true, inferred: the HTTP method is DELETE, and what destroys is always asked about, although `confirm` is `never`, says override `shop.*` by ada",
        ),
        (
            CallCase::default().confirm(AnnotationLayer::Declared, ConfirmMode::First),
            "`confirm` is `first`, declared by source `shop`",
        ),
        (
            CallCase::default(),
            "destructive: not set, and `unset` is `evidence`",
        ),
        (
            CallCase {
                trust: SourceTrust::Untrusted,
                ..CallCase::default().says(AnnotationLayer::Declared, Hint::Destructive, false)
            },
            "destructive: not set, ignored (untrusted source): declared by source `shop`, and `unset` is `evidence`",
        ),
        (
            CallCase {
                trust: SourceTrust::Untrusted,
                ..CallCase::default().says(AnnotationLayer::Declared, Hint::ReadOnly, true)
            },
            "destructive: not set; read-only: not set, ignored (untrusted source): declared by source `shop`, and `unset` is `evidence`",
        ),
        (
            CallCase {
                preferences: PolicyPreferences {
                    auto_approve_read_only: true,
                    unset: UnsetPolicy::Ask,
                    ..PolicyPreferences::default()
                },
                ..inferred(Hint::ReadOnly, true)
                    .confirm(AnnotationLayer::Toolset, ConfirmMode::Always)
            },
            "read-only: true, inferred: the HTTP method is DELETE, and read-only tools are approved by themselves",
        ),
    ] {
        assert_eq!(call.decide(&policy).because, because);
    }
}

#[test]
fn what_cannot_be_evaluated_counts_against_the_caller() {
    let conditioned = |effect| {
        compiled(vec![rule(effect, |draft| {
            draft.when = Some("args.amount > 100".to_owned());
        })])
    };
    for (arguments, why) in [
        (json!({}), Some("there is no `amount`")),
        (json!(null), Some("there is no `amount`")),
        (
            json!({"amount": "150"}),
            Some("`>` cannot be applied to string and int"),
        ),
        (
            json!({"amount": 1, "x": "x".repeat(70_000)}),
            Some("the arguments are longer than 65536 bytes"),
        ),
        (json!({"amount": 1}), None),
    ] {
        let call = CallCase {
            arguments,
            ..CallCase::default()
        };
        for (effect, ruling, verb) in [
            (RuleEffect::Deny, PolicyRuling::Deny, "denies"),
            (RuleEffect::Ask, ASK, "asks about"),
        ] {
            let decision = call.decide(&conditioned(effect));
            let Some(why) = why else {
                assert_eq!(decision.rule, None);
                continue;
            };
            assert_eq!((decision.ruling, decision.rule), (ruling, Some(0)));
            let expect = format!(
                "the rule at candor.toml:7 {verb} it, since its condition could not be evaluated: "
            );
            let rest = decision.because.strip_prefix(&expect);
            assert_eq!(rest, Some(why), "{}", decision.because);
        }
        assert_eq!(call.decide(&conditioned(RuleEffect::Allow)).rule, None);
    }
}

#[test]
fn what_a_stranger_claims_neither_exempts_nor_admits() {
    let claims = |hint, value| CallCase {
        trust: SourceTrust::Untrusted,
        ..CallCase::default().says(AnnotationLayer::Declared, hint, value)
    };
    let unset = |effect| {
        compiled(vec![rule(effect, |draft| {
            draft.hints = vec![(Hint::Destructive, None)];
        })])
    };
    let decision = claims(Hint::Destructive, true).decide(&unset(RuleEffect::Deny));
    assert_eq!(decision.ruling, PolicyRuling::Deny);
    assert_eq!(
        decision.because,
        "the rule at candor.toml:7 denies it, and what the untrusted source `shop` says about destructive does not exempt it"
    );
    let destructive = |effect| {
        compiled(vec![rule(effect, |draft| {
            draft.hints = vec![(Hint::Destructive, Some(true))];
        })])
    };
    let decision = claims(Hint::Destructive, true).decide(&destructive(RuleEffect::Deny));
    assert_eq!(decision.because, "the rule at candor.toml:7 denies it");
    let decision = claims(Hint::Destructive, true).decide(&destructive(RuleEffect::Allow));
    assert_eq!((decision.ruling, decision.rule), (ASK, None));
    // A trusted source's word is a word.
    let trusted = || CallCase {
        trust: SourceTrust::Trusted,
        ..claims(Hint::Destructive, true)
    };
    assert_eq!(
        trusted().decide(&destructive(RuleEffect::Allow)).ruling,
        PolicyRuling::Allow
    );
    assert_eq!(trusted().decide(&unset(RuleEffect::Deny)).ruling, ASK);
    // That it is not read-only says nothing about a rule for what destroys.
    let decision = claims(Hint::ReadOnly, false).decide(&destructive(RuleEffect::Deny));
    assert_eq!(decision.rule, None);
}

/// Read-only and destructive exclude each other, so that a claim about one touches the other.
#[test]
fn a_claim_about_one_hint_does_not_hide_the_other() {
    let reads = |hint, value| CallCase {
        trust: SourceTrust::Untrusted,
        ..CallCase::default()
            .says(AnnotationLayer::Inferred, Hint::ReadOnly, true)
            .says(AnnotationLayer::Declared, hint, value)
    };
    let wants = |effect, hint, value| {
        compiled(vec![rule(effect, |draft| {
            draft.hints = vec![(hint, value)];
        })])
    };
    for (claim, claimed, hint, value) in [
        // Without the claim it is read-only, and so not destructive.
        (Hint::ReadOnly, false, Hint::Destructive, Some(false)),
        (Hint::ReadOnly, false, Hint::ReadOnly, Some(true)),
        (Hint::Destructive, true, Hint::ReadOnly, Some(true)),
        (Hint::Destructive, true, Hint::Destructive, Some(false)),
    ] {
        let decision = reads(claim, claimed).decide(&wants(Deny, hint, value));
        assert_eq!(decision.ruling, PolicyRuling::Deny, "{claim:?} {hint:?}");
        let decision = reads(claim, claimed).decide(&wants(Allow, hint, value));
        assert_eq!(decision.rule, None, "{claim:?} {hint:?}");
        let decision = reads(claim, claimed).decide(&wants(Allow, hint, None));
        assert_eq!(decision.rule, None, "{claim:?} {hint:?}");
    }
    // It is certainly not destructive because of what it is not.
    let decision = reads(Hint::ReadOnly, false).decide(&wants(Deny, Hint::Destructive, Some(true)));
    assert_eq!(decision.rule, None);
}

#[test]
fn whoever_demands_another_answerer_gets_one() {
    let asks = |demands: [Option<bool>; 2], preference: bool| {
        let drafts = demands.into_iter().enumerate().map(|(at, out_of_band)| {
            rule(RuleEffect::Ask, |draft| {
                draft.tools = texts(&[["shop.*", "*.delete_book"][at]]);
                draft.out_of_band = out_of_band;
            })
        });
        let call = CallCase {
            preferences: PolicyPreferences {
                out_of_band: preference,
                ..PolicyPreferences::default()
            },
            ..CallCase::default()
        };
        call.decide(&compiled(drafts.collect())).out_of_band
    };
    for (demands, preference, expect) in [
        ([None, None], false, false),
        ([None, None], true, true),
        ([Some(true), None], false, true),
        ([None, Some(true)], false, true),
        ([Some(false), Some(true)], false, true),
        ([Some(false), Some(false)], true, false),
        ([Some(false), None], true, true),
    ] {
        assert_eq!(
            asks(demands, preference),
            expect,
            "{demands:?} {preference}"
        );
    }
    let quiet = CallCase {
        preferences: PolicyPreferences {
            out_of_band: true,
            ..PolicyPreferences::default()
        },
        ..CallCase::default().confirm(AnnotationLayer::Override, ConfirmMode::Always)
    };
    assert!(quiet.decide(&PolicyRules::default()).out_of_band);
}

#[test]
fn rules_are_told_in_words() {
    let policy = compiled(vec![
        rule(RuleEffect::Deny, |draft| {
            draft.tools = texts(&["shop.delete_*", "files.*"]);
            draft.environments = texts(&["prod"]);
            draft.hints = vec![(Hint::Destructive, Some(true)), (Hint::OpenWorld, None)];
            draft.when = Some("args.amount > 100".to_owned());
        }),
        rule(RuleEffect::Allow, |draft| {
            draft.sources = texts(&["mail"]);
            draft.toolsets = texts(&["reading"]);
            draft.roles = vec![candor_model::Role::Admin];
        }),
        rule(RuleEffect::Ask, |_| {}),
    ]);
    let told: Vec<String> = policy.rules().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "denies calls of the tool `shop.delete_*` or `files.*` in the environment `prod`, where destructive is true and open-world is unset, when `args.amount > 100`",
            "allows calls of the source `mail` through the toolset `reading` by a caller with the role `admin`",
            "asks about every call",
        ]
    );
}

#[test]
fn rules_are_shared_between_threads() {
    fn shared<T: Send + Sync + Clone + 'static>(_: &T) {}
    shared(&PolicyRules::default());
}
