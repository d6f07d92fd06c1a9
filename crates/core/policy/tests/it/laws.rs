//! Laws that hold for all rules, all tools and all calls.

use candor_model::{
    AnnotationLayer, ConfirmMode, EnvironmentName, FieldValue, Hint, Opinion, OpinionField,
    PolicyPreferences, QualifiedName, Role, Roles, SourceTrust, ToolsetName, UnsetPolicy,
};
use candor_policy::{ArgumentPattern, PolicyRules, PolicyRuling, RuleDraft, RuleEffect};
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::{select, subsequence};
use proptest::{prop_assert, prop_assert_eq, proptest};
use serde_json::{Map, Value, json};

use crate::call::{CallCase, provenance, sources, texts};

const CONDITIONS: [&str; 6] = [
    "args.amount > 100",
    "args.missing == 1",
    "principal == 'ann'",
    "has(args.amount) && args.amount < 0",
    "environment == 'prod' || tool.startsWith('mail.')",
    "args.list.exists(x, x == 1)",
];

fn some(of: &'static [&'static str]) -> impl Strategy<Value = Vec<String>> {
    let any = subsequence(of, 0..=2).prop_map(|list| texts(&list));
    prop_oneof![2 => Just(Vec::new()), 1 => any]
}

fn draft() -> impl Strategy<Value = RuleDraft> {
    let hint = (
        select(&Hint::ALL[..]),
        select(&[None, Some(true), Some(false)][..]),
    );
    let matchers = (
        some(&["shop", "m*", "files"]),
        some(&["shop.*", "*.delete_*", "shop.delete_book", "mail.send"]),
        some(&["reading", "*"]),
        some(&["prod", "dev*"]),
        vec(hint, 0..3),
        prop_oneof![2 => Just(Vec::new()), 1 => vec(select(&Role::ALL[..]), 1..3)],
    );
    let rest = (
        weighted(0.4, select(&CONDITIONS[..])),
        select(&RuleEffect::ALL[..]),
        any::<Option<bool>>(),
    );
    (matchers, rest).prop_map(|(matchers, (when, effect, out_of_band))| {
        let (sources, tools, toolsets, environments, hints, roles) = matchers;
        RuleDraft {
            sources,
            tools,
            toolsets,
            environments,
            hints,
            roles,
            when: when.map(str::to_owned),
            out_of_band,
            ..RuleDraft::new(effect, "candor.toml:1")
        }
    })
}

/// Rules that make sense: those that are refused are left out.
fn drafts() -> impl Strategy<Value = Vec<RuleDraft>> {
    vec(draft(), 0..7).prop_map(|mut drafts| {
        while let Err(problems) = PolicyRules::compile(drafts.clone(), &sources()) {
            let refused = problems.iter().filter(|one| one.fatal).map(|one| one.rule);
            drafts.remove(refused.max().expect("something fatal"));
        }
        drafts
    })
}

fn say<T: Clone + std::fmt::Debug + 'static>(
    value: impl Strategy<Value = T> + 'static,
    layer: AnnotationLayer,
) -> impl Strategy<Value = Option<OpinionField<T>>> {
    let say = prop_oneof![4 => value.prop_map(FieldValue::Set), 1 => Just(FieldValue::Clear)];
    weighted(0.4, say).prop_map(move |say| {
        say.map(|say| OpinionField {
            value: say,
            provenance: provenance(layer),
        })
    })
}

fn opinion(layer: AnnotationLayer) -> impl Strategy<Value = Opinion> {
    let hints = [(); 4].map(|()| say(any::<bool>(), layer));
    (hints, say(select(&ConfirmMode::ALL[..]), layer)).prop_map(|(hints, confirm)| {
        let mut opinion = Opinion::default();
        for (hint, statement) in Hint::ALL.into_iter().zip(hints) {
            opinion.set_hint(hint, statement);
        }
        opinion.confirm = confirm;
        opinion
    })
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,5}|[a-c ~/\\u{202e}\n]{0,4}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            members(inner).prop_map(Value::Object),
        ]
    })
}

fn members(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Map<String, Value>> {
    let key = prop_oneof![
        select(&["amount", "list", "a", "b"][..]).prop_map(str::to_owned),
        "[a-c ~/\\u{200b}\"*=.]{0,4}",
    ];
    vec((key, value), 0..4).prop_map(|members| members.into_iter().collect())
}

fn arguments() -> impl Strategy<Value = Value> {
    prop_oneof![
        3 => members(json()).prop_map(Value::Object),
        1 => json(),
        1 => any::<i64>().prop_map(|amount| json!({ "amount": amount, "list": [1] })),
    ]
}

fn preferences() -> impl Strategy<Value = PolicyPreferences> {
    (any::<[bool; 3]>(), select(&UnsetPolicy::ALL[..])).prop_map(|([auto, always, out], unset)| {
        PolicyPreferences {
            auto_approve_read_only: auto,
            always_confirm_destructive: always,
            out_of_band: out,
            unset,
            ..PolicyPreferences::default()
        }
    })
}

fn call() -> impl Strategy<Value = CallCase> {
    let tool = select(&["shop.delete_book", "shop.list", "mail.send", "files.a.b"][..]);
    let places = (any::<Option<bool>>(), any::<Option<bool>>());
    let roles = vec(select(&Role::ALL[..]), 0..3);
    let said = AnnotationLayer::ALL.map(opinion);
    (
        tool,
        places,
        roles,
        said,
        any::<bool>(),
        arguments(),
        preferences(),
    )
        .prop_map(
            |(tool, (toolset, environment), roles, said, trusted, arguments, preferences)| {
                let name = |one: bool, names: [&'static str; 2]| names[usize::from(one)];
                CallCase {
                    kind: candor_model::CallKind::Tool,
                    tool: QualifiedName::parse(tool).expect("a name"),
                    toolset: toolset.map(|one| {
                        ToolsetName::parse(name(one, ["reading", "writing"])).expect("a name")
                    }),
                    environment: environment.map(|one| {
                        EnvironmentName::parse(name(one, ["prod", "dev-1"])).expect("a name")
                    }),
                    roles: roles.into_iter().collect::<Roles>(),
                    said,
                    trust: if trusted {
                        SourceTrust::Trusted
                    } else {
                        SourceTrust::Untrusted
                    },
                    arguments,
                    preferences,
                }
            },
        )
}

/// How much stands between the caller and the call.
fn strictness(ruling: PolicyRuling) -> u8 {
    match ruling {
        PolicyRuling::Allow => 0,
        PolicyRuling::Ask { first: true } => 1,
        PolicyRuling::Ask { first: false } => 2,
        PolicyRuling::Deny => 3,
    }
}

fn compile(drafts: &[RuleDraft]) -> Option<PolicyRules> {
    PolicyRules::compile(drafts.to_vec(), &sources()).ok()
}

/// The pointer of a line, bare or as a JSON string.
fn pointer(line: &str) -> &str {
    if !line.starts_with('"') {
        return line.split(' ').next().expect("a pointer");
    }
    let mut strings = serde_json::Deserializer::from_str(line).into_iter::<String>();
    strings.next().expect("a string").expect("a string");
    &line[..strings.byte_offset()]
}

proptest! {
    #[test]
    fn every_question_has_an_answer_with_a_reason(drafts in drafts(), call in call()) {
        let policy = compile(&drafts).expect("rules that make sense");
        let decision = call.decide(&policy);
        prop_assert!(!decision.because.is_empty());
        prop_assert!(!decision.because.ends_with('.'), "{}", decision.because);
        if let Some(at) = decision.rule {
            let label = policy.rules().nth(at).expect("a rule").label();
            prop_assert!(decision.because.starts_with(&label));
        } else {
            prop_assert!(decision.ruling != PolicyRuling::Deny);
            prop_assert_eq!(decision.out_of_band, call.preferences.out_of_band);
        }
        // The same question has the same answer.
        prop_assert_eq!(call.decide(&policy), decision);
    }

    #[test]
    fn denying_or_asking_more_never_grants(
        drafts in drafts(),
        more in draft(),
        deny in any::<bool>(),
        at in any::<proptest::sample::Index>(),
        call in call(),
    ) {
        let effect = if deny { RuleEffect::Deny } else { RuleEffect::Ask };
        let more = RuleDraft { effect, ..more };
        let mut longer = drafts.clone();
        longer.insert(at.index(drafts.len() + 1), more);
        // A rule that is refused, or that leaves another one nothing, changes nothing.
        let Some(after) = compile(&longer) else { return Ok(()) };
        let before = compile(&drafts).expect("rules that make sense");
        let (before, after) = (call.decide(&before), call.decide(&after));
        prop_assert!(
            strictness(after.ruling) >= strictness(before.ruling),
            "{} became {}", before.because, after.because
        );
    }

    #[test]
    fn allowing_more_never_overrules(drafts in drafts(), more in draft(), call in call()) {
        let mut longer = drafts.clone();
        longer.push(RuleDraft { effect: RuleEffect::Allow, ..more });
        let Some(after) = compile(&longer) else { return Ok(()) };
        let before = call.decide(&compile(&drafts).expect("rules that make sense"));
        let after = call.decide(&after);
        if before.rule.is_some() {
            prop_assert_eq!(after.ruling, before.ruling);
        }
    }

    #[test]
    fn the_order_of_rules_changes_no_ruling(
        (drafts, shuffled) in drafts().prop_flat_map(|drafts| {
            let shuffled = Just(drafts.clone()).prop_shuffle();
            (Just(drafts), shuffled)
        }),
        call in call(),
    ) {
        let one = compile(&drafts).expect("rules that make sense");
        let Some(other) = compile(&shuffled) else { return Ok(()) };
        prop_assert_eq!(one.version(&call.preferences), other.version(&call.preferences));
        let (one, other) = (call.decide(&one), call.decide(&other));
        prop_assert_eq!(one.ruling, other.ruling);
        if one.ruling == (PolicyRuling::Ask { first: false }) {
            prop_assert_eq!(one.out_of_band, other.out_of_band);
        }
    }

    #[test]
    fn what_a_stranger_claims_never_loosens(drafts in drafts(), call in call()) {
        let policy = compile(&drafts).expect("rules that make sense");
        let mut call = call;
        call.trust = SourceTrust::Untrusted;
        let with = call.decide(&policy);
        call.said[AnnotationLayer::Declared as usize] = Opinion::default();
        let without = call.decide(&policy);
        prop_assert!(
            strictness(with.ruling) >= strictness(without.ruling),
            "{} became {}", without.because, with.because
        );
    }

    #[test]
    fn no_condition_breaks_the_reader(
        words in vec(select(&[
            "args", "tool", ".", "a", "(", ")", "[", "]", "{", "}", ",", "?", ":", "'x'", "1", "1u",
            "0x", "1e9", "'", "\"", "`", "!", "-", "+", "*", "/", "%", "==", "<", "&&", "||", "in",
            "exists(x, x)", "has(", "matches('[')", "\\", "\n", "null", "true", "\u{e9}", "b'\\xff'",
        ][..]), 0..40),
        space in select(&["", " "][..]),
        arguments in arguments(),
    ) {
        let when = Some(words.join(space));
        let draft = RuleDraft { when, ..RuleDraft::new(RuleEffect::Deny, "candor.toml:1") };
        if let Some(policy) = compile(&[draft]) {
            let decision = CallCase { arguments, ..CallCase::default() }.decide(&policy);
            prop_assert!(!decision.because.is_empty());
        }
    }

    #[test]
    fn a_suggestion_fits_what_it_was_made_of(arguments in arguments()) {
        let pattern = ArgumentPattern::suggest(&arguments);
        prop_assert!(pattern.fits(&arguments), "{}", pattern);
        let text = pattern.to_string();
        let again = ArgumentPattern::parse(&text);
        prop_assert_eq!(again.as_ref(), Ok(&pattern), "{}", text);
        prop_assert!(again.is_ok_and(|again| again.fits(&arguments)));
        prop_assert!(text.lines().all(|line| candor_model::hidden_character(line).is_none()));
    }

    #[test]
    fn a_pattern_never_fits_one_argument_more(
        given in members(json()),
        extra in "[x-z]{1,3}",
        value in json(),
        loose in any::<bool>(),
    ) {
        let arguments = Value::Object(given.clone());
        let exact = ArgumentPattern::suggest(&arguments).to_string();
        // Each line may also say nothing about its argument but that it may be there.
        let lines = exact.lines().map(|line| if loose { format!("{} = *", pointer(line)) } else { line.to_owned() });
        let pattern = lines.collect::<Vec<_>>().join("\n");
        let pattern = ArgumentPattern::parse(&pattern).expect("a pattern");
        prop_assert!(pattern.fits(&arguments));
        let mut more = given;
        more.insert(extra, value);
        prop_assert!(!pattern.fits(&Value::Object(more)));
    }

    #[test]
    fn any_text_is_a_pattern_or_is_refused(text in "(/[a-c~ ]{0,3} (=|~|<|<=|in|x) [\\[\\]0-9.\"a*]{0,6}\n?){0,4}") {
        if let Ok(pattern) = ArgumentPattern::parse(&text) {
            let again = ArgumentPattern::parse(&pattern.to_string());
            prop_assert_eq!(again, Ok(pattern));
        }
    }
}
