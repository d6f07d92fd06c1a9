//! What the version of a policy depends on.

use candor_model::{Hint, PolicyPreferences, Role, UnsetPolicy};
use candor_policy::{PolicyRules, RuleDraft, RuleEffect};

use crate::call::{compiled, rule, texts};

#[test]
fn the_version_is_of_what_decides() {
    let a = || {
        rule(RuleEffect::Deny, |draft| {
            draft.tools = texts(&["shop.*", "files.*"]);
        })
    };
    let b = || {
        rule(RuleEffect::Ask, |draft| {
            draft.when = Some("args.n > 1".to_owned());
        })
    };
    let preferences = PolicyPreferences::default();
    let version = |drafts, preferences: &PolicyPreferences| compiled(drafts).version(preferences);
    let base = version(vec![a(), b()], &preferences);
    // What decides nothing: order, names, places, messages, some preferences.
    assert_eq!(version(vec![b(), a()], &preferences), base);
    let mut told = a();
    told.name = Some("x".to_owned());
    told.place = "candor.toml:99".to_owned();
    told.message = Some("No.".to_owned());
    told.tools.reverse();
    assert_eq!(version(vec![told, b()], &preferences), base);
    for same in [
        PolicyPreferences {
            show_warnings: false,
            ..preferences
        },
        PolicyPreferences {
            collapse: false,
            ..preferences
        },
        PolicyPreferences {
            trust_idempotent_retries: false,
            ..preferences
        },
        PolicyPreferences {
            cache: Some(std::time::Duration::from_secs(1)),
            ..preferences
        },
    ] {
        assert_eq!(version(vec![a(), b()], &same), base);
    }
    // What decides.
    let change = |change: &dyn Fn(&mut RuleDraft)| {
        let mut draft = b();
        change(&mut draft);
        version(vec![a(), draft], &preferences)
    };
    let mut versions = vec![
        base,
        PolicyRules::default().version(&preferences),
        change(&|draft| draft.effect = RuleEffect::Allow),
        change(&|draft| draft.when = Some("args.n > 2".to_owned())),
        change(&|draft| draft.out_of_band = Some(true)),
        change(&|draft| draft.hints = vec![(Hint::ReadOnly, None)]),
        change(&|draft| draft.hints = vec![(Hint::ReadOnly, Some(false))]),
        change(&|draft| draft.roles = vec![Role::Caller]),
        change(&|draft| draft.sources = texts(&["mail"])),
        change(&|draft| draft.toolsets = texts(&["mail"])),
        change(&|draft| draft.environments = texts(&["mail"])),
    ];
    for other in [
        PolicyPreferences {
            auto_approve_read_only: true,
            ..preferences
        },
        PolicyPreferences {
            always_confirm_destructive: false,
            ..preferences
        },
        PolicyPreferences {
            unset: UnsetPolicy::Ask,
            ..preferences
        },
        PolicyPreferences {
            out_of_band: true,
            ..preferences
        },
    ] {
        versions.push(version(vec![a(), b()], &other));
    }
    let count = versions.len();
    versions.sort_unstable();
    versions.dedup();
    assert_eq!(versions.len(), count);
}
