//! Rules that are refused, and what is said about the others.

use candor_model::{Hint, Role};
use candor_policy::{PolicyRules, RuleDraft, RuleEffect, RuleProblem};

use crate::call::{rule, sources, texts};

fn problems(drafts: Vec<RuleDraft>) -> Vec<RuleProblem> {
    match PolicyRules::compile(drafts, &sources()) {
        Ok(policy) => policy.remarks().to_vec(),
        Err(problems) => problems,
    }
}

/// What is said about one rule: key, sentence, way out, and `remark` where it is not refused.
fn told(change: impl FnOnce(&mut RuleDraft)) -> Vec<String> {
    problems(vec![rule(RuleEffect::Deny, change)])
        .into_iter()
        .map(|problem| {
            let hint = problem.hint.map(|hint| format!(" ({hint})"));
            let remark = if problem.fatal { "" } else { "remark " };
            format!(
                "{remark}{}: {}{}",
                problem.key,
                problem.sentence,
                hint.unwrap_or_default()
            )
        })
        .collect()
}

#[test]
fn names_that_lead_nowhere() {
    let check = |change: &dyn Fn(&mut RuleDraft), expect: &[&str]| assert_eq!(told(change), expect);
    check(&|draft| draft.sources = texts(&["shop", "sh*"]), &[]);
    check(
        &|draft| draft.sources = texts(&["shpo"]),
        &["sources: the rule can never match: there is no source `shpo` (did you mean `shop`?)"],
    );
    check(
        &|draft| draft.sources = texts(&["warehouse", "shop"]),
        &[
            "remark sources: the entry fits nothing: there is no source `warehouse` (there are `shop`, `files` and `mail`)",
        ],
    );
    check(
        &|draft| draft.sources = texts(&["x*"]),
        &[
            "sources: the rule can never match: `x*` fits no source (there are `shop`, `files` and `mail`)",
        ],
    );
    check(
        &|draft| draft.tools = texts(&["flies.read"]),
        &["tools: the rule can never match: there is no source `flies` (did you mean `files`?)"],
    );
    check(
        &|draft| draft.tools = texts(&["delete_*"]),
        &[
            "tools: the rule can never match: `delete_*` is no `source.tool` (for the tools of every source, write `*.delete_*`)",
        ],
    );
    check(
        &|draft| draft.tools = texts(&["*delete*", "*.x", "s*p.y", "shop.*"]),
        &[],
    );
    check(
        &|draft| {
            draft.sources = texts(&["shop"]);
            draft.tools = texts(&["files.*", "mail.send"]);
        },
        &[
            "tools: the rule can never match: no tool `files.*` or `mail.send` belongs to the source `shop` (leave out `source`: `tool` names them already)",
        ],
    );
    check(
        &|draft| {
            draft.sources = texts(&["shop"]);
            draft.tools = texts(&["*.delete_*"]);
        },
        &[],
    );
    check(
        &|draft| draft.tools = texts(&["", &"x".repeat(500)]),
        &[
            "tools: an entry is empty and fits nothing",
            &format!(
                "tools: the entry `{}…` is longer than 400 bytes",
                "x".repeat(100)
            ),
        ],
    );
    check(
        &|draft| draft.environments = texts(&["Prod", "p", "prod", "eu-*"]),
        &[
            "environments: the entry `Prod` fits no name (names are 2 to 50 lowercase letters, digits and `-`)",
            "environments: the entry `p` fits no name (names are 2 to 50 lowercase letters, digits and `-`)",
        ],
    );
    check(
        &|draft| draft.toolsets = vec!["x".repeat(51)],
        &[&format!(
            "toolsets: the entry `{}` fits no name (names are 2 to 50 lowercase letters, digits and `-`)",
            "x".repeat(51)
        )],
    );
    check(
        &|draft| draft.tools = vec!["shop.*".to_owned(); 201],
        &["tools: there are 201 entries; at most 200 are allowed (use `*`)"],
    );
}

#[test]
fn hints_that_are_never_together() {
    use Hint::{Destructive, Idempotent, ReadOnly};
    let two = "hints: the rule can never match: it wants idempotent to have two values at once (write two rules)";
    for (hints, expect) in [
        (
            vec![(ReadOnly, Some(true)), (Destructive, Some(false))],
            vec![],
        ),
        (vec![(ReadOnly, Some(true)), (ReadOnly, Some(true))], vec![]),
        (vec![(ReadOnly, None), (Destructive, None)], vec![]),
        (
            vec![(ReadOnly, Some(true)), (Destructive, Some(true))],
            vec![
                "hints: the rule can never match: what is read-only is not destructive (leave out one of the two)",
            ],
        ),
        (
            vec![(Destructive, None), (ReadOnly, Some(true))],
            vec![
                "hints: the rule can never match: what is read-only is known not to be destructive (leave out `destructive`)",
            ],
        ),
        (
            vec![(Idempotent, Some(true)), (Idempotent, Some(false))],
            vec![two],
        ),
        (
            vec![(Idempotent, None), (Idempotent, Some(false))],
            vec![two],
        ),
    ] {
        assert_eq!(told(|draft| draft.hints = hints), expect);
    }
}

#[test]
fn texts_that_nobody_can_read() {
    let check = |change: &dyn Fn(&mut RuleDraft), expect: &[&str]| assert_eq!(told(change), expect);
    check(&|draft| draft.message = Some("Ask Ada.".to_owned()), &[]);
    check(
        &|draft| draft.message = Some("x".repeat(501)),
        &["message: the message has 501 characters; at most 500 are allowed (shorten it)"],
    );
    check(
        &|draft| draft.message = Some("fine\u{202e}txt".to_owned()),
        &[
            "message: the message `fine\\u{202e}txt` holds the hidden character U+202E at position 5 (remove it)",
        ],
    );
    check(
        &|draft| draft.message = Some(" ".to_owned()),
        &["message: the message is empty (write something, or leave it out)"],
    );
    check(
        &|draft| draft.name = Some("a\nb".to_owned()),
        &["name: the name `a\\nb` holds the hidden character U+000A at position 2 (remove it)"],
    );
}

#[test]
fn conditions_that_make_no_sense() {
    let when = |text: &str| told(|draft| draft.when = Some(text.to_owned()));
    assert_eq!(
        when("arg.amount > 100"),
        ["when: the name `arg` is unknown (did you mean `args`?)"]
    );
    assert_eq!(
        when("1 > 2"),
        ["when: the rule can never match: its condition is always false"]
    );
    assert_eq!(
        when("1 < 2"),
        ["remark when: the condition is always true (leave out `when`)"]
    );
    assert_eq!(when("args.x == 1"), Vec::<String>::new());
}

#[test]
fn keys_that_mean_nothing() {
    let said = |effect, change: &dyn Fn(&mut RuleDraft)| {
        let problems = problems(vec![rule(effect, change)]);
        let said = problems
            .into_iter()
            .map(|one| (one.key, one.sentence, one.fatal));
        said.collect::<Vec<_>>()
    };
    assert_eq!(
        said(RuleEffect::Allow, &|draft| draft.out_of_band = Some(true)),
        [
            (
                "out_of_band",
                "`out_of_band` means nothing in a rule that allows calls".to_owned(),
                false
            ),
            (
                "effect",
                "the rule allows every call, so that no call needs approval".to_owned(),
                false
            ),
        ]
    );
    assert_eq!(
        said(RuleEffect::Allow, &|draft| {
            draft.roles = vec![Role::Admin];
            draft.message = Some("Go on.".to_owned());
        }),
        [(
            "message",
            "the message of a rule that allows calls is never shown".to_owned(),
            false
        )]
    );
    assert_eq!(
        said(RuleEffect::Ask, &|draft| draft.out_of_band = Some(true)),
        []
    );
}

#[test]
fn rules_that_never_decide() {
    let wide = || rule(RuleEffect::Ask, |draft| draft.tools = texts(&["shop.*"]));
    let narrow = |effect, change: &dyn Fn(&mut RuleDraft)| {
        rule(effect, |draft| {
            draft.place = "candor.toml:20".to_owned();
            draft.tools = texts(&["shop.delete_*", "shop.x"]);
            change(draft);
        })
    };
    let said = |drafts| {
        let said = problems(drafts)
            .into_iter()
            .map(|one| (one.rule, one.sentence, one.fatal));
        said.collect::<Vec<_>>()
    };
    let hidden = "the rule never decides: the rule at candor.toml:7 already asks about all of it";
    let nothing = |_: &mut RuleDraft| {};
    assert_eq!(
        said(vec![wide(), narrow(RuleEffect::Ask, &nothing)]),
        [(1, hidden.to_owned(), true)]
    );
    assert_eq!(
        said(vec![
            wide(),
            narrow(RuleEffect::Ask, &|draft| {
                draft.when = Some("args.x == 1".to_owned());
                draft.hints = vec![(Hint::ReadOnly, None)];
                draft.roles = vec![Role::Caller];
            })
        ]),
        [(1, hidden.to_owned(), true)]
    );
    // The narrow rule first gives its own message; it is not hidden.
    assert_eq!(said(vec![narrow(RuleEffect::Ask, &nothing), wide()]), []);
    // It demands more than the wide one.
    let demanding = |draft: &mut RuleDraft| draft.out_of_band = Some(true);
    assert_eq!(said(vec![wide(), narrow(RuleEffect::Ask, &demanding)]), []);
    // It is about more than the wide one.
    let wider = |draft: &mut RuleDraft| draft.tools.push("mail.*".to_owned());
    assert_eq!(said(vec![wide(), narrow(RuleEffect::Ask, &wider)]), []);
    // A wide rule with a condition leaves something.
    let conditioned = || {
        rule(RuleEffect::Ask, |draft| {
            draft.when = Some("args.x == 1".to_owned());
        })
    };
    assert_eq!(
        said(vec![conditioned(), narrow(RuleEffect::Ask, &nothing)]),
        []
    );
    // The same rule twice.
    assert_eq!(said(vec![conditioned(), conditioned()]).len(), 1);
    // A stronger rule leaves nothing to a weaker one, wherever it stands.
    assert_eq!(
        said(vec![narrow(RuleEffect::Allow, &nothing), wide()]),
        [(0, "the rule never decides: the rule at candor.toml:7 asks about all of it, and that comes first".to_owned(), false)]
    );
    assert_eq!(said(vec![wide(), narrow(RuleEffect::Deny, &nothing)]), []);
}

#[test]
fn all_problems_are_told_at_once_in_order() {
    let bad = |change: &dyn Fn(&mut RuleDraft)| rule(RuleEffect::Ask, change);
    let problems = problems(vec![
        bad(&|draft| {
            draft.when = Some("nope > 1".to_owned());
            draft.message = Some(String::new());
        }),
        bad(&|draft| draft.sources = texts(&["mail"])),
        bad(&|draft| draft.sources = texts(&["mall"])),
    ]);
    let keys: Vec<_> = problems.iter().map(|one| (one.rule, one.key)).collect();
    assert_eq!(keys, [(0, "message"), (0, "when"), (2, "sources")]);
    assert!(problems.iter().all(|one| one.fatal && one.hint.is_some()));

    let many = vec![rule(RuleEffect::Deny, |_| {}); 1_001];
    let problems = PolicyRules::compile(many, &sources()).expect_err("too many");
    assert_eq!(
        problems[0].sentence,
        "there are 1001 rules; at most 1000 are allowed"
    );
}
