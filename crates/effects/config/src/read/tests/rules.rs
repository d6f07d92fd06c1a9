//! `[[policy.rule]]`.

use std::fmt::Write as _;

use candor_model::{
    CallKind, EnvironmentName, Opinion, PolicyPreferences, QualifiedName, Roles, SourceTrust,
    ToolsetName,
};
use candor_policy::{PolicyQuestion, PolicyRuling};
use candor_resolve::{ToolLayers, resolve_layers};

use super::*;

/// The sources, toolsets and environments that rules may speak of, on three lines.
const HOUSE: &str = "sources = { pay = { command = 'pay' }, shop = { command = 'shop' } }
toolsets = { reading = { tools = ['shop.*'] }, writing = { tools = ['pay.*'] } }
environments = { prod = {}, dev = {} }
";

/// What a file with rules is told, and how many of them count.
#[track_caller]
fn findings(rules: &str) -> String {
    let loaded = toml(&format!("{HOUSE}{rules}"));
    let count = loaded.settings.policy.policy.rules().count();
    report(&format!("rules: {count}"), &loaded)
}

/// What is told of one rule, of which `lines` are given besides an effect.
#[track_caller]
fn of(lines: &str) -> String {
    findings(&format!("[[policy.rule]]\neffect = \"ask\"\n{lines}\n"))
}

/// What the rules of a sound file say to a call of `pay.transfer` at `/mcp/writing@prod`.
#[track_caller]
fn ruling(rules: &str, arguments: &serde_json::Value) -> String {
    let loaded = sound(&format!("{HOUSE}{rules}"));
    let nothing = Opinion::default();
    let effective = resolve_layers(&ToolLayers {
        inferred: &nothing,
        declared: &nothing,
        above: &[],
        trust: SourceTrust::Trusted,
    });
    let decision = loaded.settings.policy.policy.decide(&PolicyQuestion {
        kind: CallKind::Tool,
        tool: &QualifiedName::parse("pay.transfer").expect("a name"),
        toolset: Some(&ToolsetName::parse("writing").expect("a name")),
        environment: Some(&EnvironmentName::parse("prod").expect("a name")),
        roles: Roles::parse("caller").expect("roles"),
        principal: "ada",
        relied: &effective.relied,
        trust: SourceTrust::Trusted,
        confirm: None,
        arguments,
        preferences: &PolicyPreferences::default(),
    });
    let mut said = match decision.ruling {
        PolicyRuling::Allow => "allow",
        PolicyRuling::Ask { .. } => "ask",
        PolicyRuling::Deny => "deny",
    }
    .to_owned();
    if let Some(message) = decision.message {
        write!(said, ": {message}").expect("text");
    }
    if decision.out_of_band {
        said.push_str(", elsewhere");
    }
    match decision.rule {
        Some(rule) => format!("{said} by {rule}"),
        None => said,
    }
}

#[test]
fn every_key_reaches_its_rule() {
    let call = serde_json::json!({ "amount": 150 });
    for (lines, expect) in [
        ("effect = 'ask'", "ask by 0"),
        ("effect = 'deny'", "deny by 0"),
        ("effect = 'allow'\ntool = 'pay.*'", "allow by 0"),
        ("effect = 'deny'\nsource = 'pay'", "deny by 0"),
        ("effect = 'deny'\nsource = ['shop', 'p*']", "deny by 0"),
        ("effect = 'deny'\nsource = 'shop'", "allow"),
        ("effect = 'deny'\ntool = 'pay.trans*'", "deny by 0"),
        ("effect = 'deny'\ntool = ['pay.refund']", "allow"),
        ("effect = 'deny'\ntoolset = 'writing'", "deny by 0"),
        ("effect = 'deny'\ntoolset = ['reading']", "allow"),
        ("effect = 'deny'\nenvironment = 'prod'", "deny by 0"),
        ("effect = 'deny'\nenvironment = 'dev'", "allow"),
        ("effect = 'deny'\nrole = ['viewer', 'caller']", "deny by 0"),
        ("effect = 'deny'\nrole = 'admin'", "allow"),
        ("effect = 'deny'\nhints.destructive = 'unset'", "deny by 0"),
        ("effect = 'deny'\nhints = { destructive = false }", "allow"),
        ("effect = 'deny'\nwhen = 'args.amount > 100'", "deny by 0"),
        ("effect = 'deny'\nwhen = 'args.amount > 200'", "allow"),
        (
            "effect = 'ask'\nmessage = \"A\\n lot.\"\nout_of_band = true",
            "ask: A lot., elsewhere by 0",
        ),
    ] {
        let rule = format!("[[policy.rule]]\n{lines}\n");
        assert_eq!(ruling(&rule, &call), expect, "{lines}");
    }
    let both = "[[policy.rule]]\neffect = \"allow\"\ntool = \"pay.*\"\n[[policy.rule]]\neffect = \"deny\"\ntool = \"pay.transfer\"";
    assert_eq!(ruling(both, &call), "deny by 1");
}

#[test]
fn wrong_values_have_their_places() {
    insta::assert_snapshot!(findings(r#"
[[policy.rule]]
name = 3
source = { a = "b" }
tool = ["pay.*", 3]
toolset = true
environment = []
role = "approver,caller"
hints = "destructive"
when = ["args.x"]
effect = "block"
message = 1.5
out_of_band = "yes"
[[policy.rule]]
name = "  "
source = ""
tool = ["pay.x", ""]
role = ["caler"]
hints = { destrutive = true, readOnlyHint = true, open_world = "maybe" }
when = " "
message = ""
[[policy.rule]]
hints = {}
effect = "alow"
[[policy.rule]]
effect = "deny"
tools = "pay.*"
condition = "true"
colour = "red"
[policy.unknown]
"#), @r#"
    rules: 0, refused: true
    candor.toml:6:8: error: `policy.rule[0].name` is the number `3`, but must be a text [config::bad-value]
    candor.toml:7:10: error: `policy.rule[0].source` is a table, but must be a text or a list of texts [config::bad-value]
    candor.toml:8:8: error: `policy.rule[0].tool` is a list in which an item is the number `3`, but must be a text [config::bad-value]
    candor.toml:9:11: error: `policy.rule[0].toolset` is `true`, but must be a text or a list of texts [config::bad-value]
    candor.toml:10:15: error: `policy.rule[0].environment` is empty [config::bad-value]
      hint: say something, or leave the key out
    candor.toml:11:8: error: `policy.rule[0].role` is `approver,caller`, but must be one of `viewer`, `caller`, `approver`, `editor`, `admin` [config::bad-value]
    candor.toml:12:9: error: `policy.rule[0].hints` is the text `destructive`, but must be a table [config::bad-value]
      hint: write `hints = { destructive = true }`
    candor.toml:13:8: error: `policy.rule[0].when` is a list, but must be a text [config::bad-value]
    candor.toml:14:10: error: `policy.rule[0].effect` is `block`, but must be one of `allow`, `ask`, `deny` [config::bad-value]
    candor.toml:15:11: error: `policy.rule[0].message` is the number `1.5`, but must be a text [config::bad-value]
    candor.toml:16:15: error: `policy.rule[0].out_of_band` is the text `yes`, but must be `true` or `false` [config::bad-value]
    candor.toml:17:1: error: `policy.rule[1]` has no `effect` [config::no-effect]
      hint: write `effect = "ask"`, or `"allow"` or `"deny"`
    candor.toml:18:8: error: `policy.rule[1].name` is empty [config::bad-value]
      hint: say something, or leave the key out
    candor.toml:19:10: error: `policy.rule[1].source` is empty [config::bad-value]
      hint: say something, or leave the key out
    candor.toml:20:8: error: `policy.rule[1].tool` is empty [config::bad-value]
      hint: say something, or leave the key out
    candor.toml:21:8: error: `policy.rule[1].role` is `caler`, but must be one of `viewer`, `caller`, `approver`, `editor`, `admin` [config::bad-value]
      hint: did you mean `caller`?
    candor.toml:22:11: error: unknown key `destrutive` in `policy.rule[1].hints` [config::unknown-key]
      hint: did you mean `destructive`?
    candor.toml:22:30: error: unknown key `readOnlyHint` in `policy.rule[1].hints` [config::unknown-key]
      hint: did you mean `read_only`?
    candor.toml:22:64: error: `policy.rule[1].hints.open_world` is the text `maybe`, but must be `true`, `false` or `"unset"` [config::bad-value]
    candor.toml:23:8: error: `policy.rule[1].when` is empty [config::bad-value]
      hint: say something, or leave the key out
    candor.toml:24:11: error: `policy.rule[1].message` is empty [config::bad-value]
      hint: say something, or leave the key out
    candor.toml:26:9: error: `policy.rule[2].hints` is empty [config::bad-value]
      hint: say something, or leave the key out
    candor.toml:27:10: error: `policy.rule[2].effect` is `alow`, but must be one of `allow`, `ask`, `deny` [config::bad-value]
      hint: did you mean `allow`?
    candor.toml:30:1: error: unknown key `tools` in `policy.rule[3]` [config::unknown-key]
      hint: did you mean `tool`?
    candor.toml:31:1: error: unknown key `condition` in `policy.rule[3]` [config::unknown-key]
      hint: did you mean `when`?
    candor.toml:32:1: error: unknown key `colour` in `policy.rule[3]` [config::unknown-key]
    candor.toml:33:9: error: unknown key `unknown` in `policy` [config::unknown-key]
    "#);
}

#[test]
fn a_rule_that_is_left_out_hides_no_other() {
    insta::assert_snapshot!(findings(r#"
[[policy.rule]]
effect = "dny"
[[policy.rule]]
effect = "deny"
when = "args.amout(1)"
[[policy.rule]]
effect = "deny"
source = "pya"
"#), @"
    rules: 0, refused: true
    candor.toml:6:10: error: `policy.rule[0].effect` is `dny`, but must be one of `allow`, `ask`, `deny` [config::bad-value]
      hint: did you mean `deny`?
    candor.toml:9:8: error: in `policy.rule[1]`, the function `amout` is unknown [config::bad-rule]
      hint: known are `size`, `contains`, `startsWith`, `endsWith`, `matches`, `hasValue`, `value`, `or`, `orValue`, `has`, `all`, `exists`, `exists_one`, `map` and `filter`
    candor.toml:12:10: error: in `policy.rule[2]`, the rule can never match: there is no source `pya` [config::bad-rule]
      hint: did you mean `pay`?
    ");
}

/// That one rule is refused, where, and with which words among others.
#[track_caller]
fn refused(lines: &str, expect: &str) {
    let said = of(lines);
    let mut told = said.lines().skip(1);
    let (place, words) = expect.split_once(' ').expect("a place and words");
    let fits = |line: &str| {
        let start = format!("candor.toml:{place}: error: in `policy.rule[0]`, ");
        line.starts_with(&start) && line.contains(words)
    };
    assert!(said.starts_with("rules: 0, refused: true\n"), "{said}");
    assert!(told.any(fits), "{said}");
}

#[test]
fn conditions_that_cannot_be_used() {
    let long = format!("when = \"args.x == '{}'\"", "x".repeat(1_000));
    let unfinished = "when = \"\"\"\nargs.amount > 100 &&\nargs.amount <\n\"\"\"";
    for (lines, expect) in [
        ("when = \"arg.amount > 100\"", "6:8 `arg`"),
        ("when = \"siz(args.x) > 1\"", "6:8 `siz`"),
        ("when = \"args.amount >\"", "6:8 line 1"),
        (unfinished, "6:8 cannot be read at line"),
        ("when = \"false\"", "6:8 always false"),
        ("name = \"x\"\nwhen = \"1 > 2\"", "7:8 always false"),
        ("when = \"args.x.all(a, a.all(b, b > 1))\"", "6:8 costly"),
        (&long, "6:8 at most 1000"),
    ] {
        refused(lines, expect);
    }
}

#[test]
fn rules_that_can_never_match() {
    let both = "hints = { read_only = true, destructive = true }";
    let of_another = "7:8 no tool `shop.*` belongs to the source `pay`";
    for (lines, expect) in [
        (both, "6:9 can never match"),
        ("source = 'pay'\ntool = 'shop.*'", of_another),
        ("source = \"shp\"", "6:10 there is no source `shp`"),
        ("tool = \"nowhere.x\"", "6:8 there is no source `nowhere`"),
        ("tool = \"transfer\"", "6:8 is no `source.tool`"),
        ("toolset = \"Reading\"", "6:11 fits no name"),
        ("environment = [\"prod\", \"a b\"]", "6:15 fits no name"),
    ] {
        refused(lines, expect);
    }
}

#[test]
fn names_that_the_file_does_not_declare() {
    insta::assert_snapshot!(of("toolset = [\"reading\", \"writng\", \"kitchen-*\"]\nenvironment = [\"d*\", \"prd\"]"), @"
    rules: 1, refused: false
    candor.toml:6:11: warning: `policy.rule[0].toolset` is about the toolset `writng`, which this file does not declare [config::no-such-toolset]
      hint: did you mean `writing`?
    candor.toml:6:11: warning: `policy.rule[0].toolset` is about the toolset `kitchen-*`, which this file does not declare [config::no-such-toolset]
      hint: it applies as soon as such a toolset is created elsewhere
    candor.toml:7:15: warning: `policy.rule[0].environment` is about the environment `prd`, which this file does not declare [config::no-such-environment]
      hint: did you mean `prod`?
    ");
}

#[test]
fn what_is_odd_but_harmless() {
    insta::assert_snapshot!(findings(r#"
[[policy.rule]]
name = "same"
effect = "deny"
tool = ["pay.a", "shp.x"]
out_of_band = true
[[policy.rule]]
name = "same"
effect = "allow"
tool = "pay.b"
message = "Nobody reads this."
when = "true"
[[policy.rule]]
effect = "allow"
tool = "pay.a"
"#), @"
    rules: 3, refused: false
    candor.toml:8:8: warning: in `policy.rule[0]`, the entry fits nothing: there is no source `shp` [config::odd-rule]
      hint: did you mean `shop`?
    candor.toml:9:15: warning: in `policy.rule[0]`, `out_of_band` means nothing in a rule that denies calls [config::odd-rule]
      hint: leave it out
    candor.toml:11:8: warning: `policy.rule[1].name` is `same` again [config::twice]
      hint: a decision is explained with the name of its rule
    candor.toml:14:11: warning: in `policy.rule[1]`, the message of a rule that allows calls is never shown [config::odd-rule]
      hint: leave it out
    candor.toml:15:8: warning: in `policy.rule[1]`, the condition is always true [config::odd-rule]
      hint: leave out `when`
    candor.toml:17:10: warning: in `policy.rule[2]`, the rule never decides: the rule `same` (candor.toml:5) denies all of it, and that comes first [config::odd-rule]
      hint: narrow the other rule: there are no exceptions to it
    ");
}

#[test]
fn rules_that_another_leaves_nothing_to() {
    insta::assert_snapshot!(findings(r#"
[[policy.rule]]
effect = "ask"
tool = "pay.*"
[[policy.rule]]
effect = "ask"
tool = "pay.transfer"
"#), @"
    rules: 0, refused: true
    candor.toml:9:10: error: in `policy.rule[1]`, the rule never decides: the rule at candor.toml:5 already asks about all of it [config::bad-rule]
      hint: remove it, or put it first
    ");
}

#[test]
fn words_have_their_limits() {
    insta::assert_snapshot!(of(&format!("name = \"{}\"", "n".repeat(101))), @"
    rules: 0, refused: true
    candor.toml:6:8: error: in `policy.rule[0]`, the name has 101 characters; at most 100 are allowed [config::bad-rule]
      hint: shorten it
    ");
    insta::assert_snapshot!(of(&format!("message = \"{}\"", "m".repeat(501))), @"
    rules: 0, refused: true
    candor.toml:6:11: error: in `policy.rule[0]`, the message has 501 characters; at most 500 are allowed [config::bad-rule]
      hint: shorten it
    ");
    insta::assert_snapshot!(of("message = \"see \\u202ehere\""), @"
    rules: 0, refused: true
    candor.toml:6:11: error: `policy.rule[0].message` holds the hidden character U+202E at position 5 [config::bad-value]
      hint: remove it
    ");
    insta::assert_snapshot!(of(&format!("tool = [{}]", "\"pay.x\",".repeat(201))), @"
    rules: 0, refused: true
    candor.toml:6:8: error: in `policy.rule[0]`, there are 201 entries; at most 200 are allowed [config::bad-rule]
      hint: use `*`
    ");
}

#[test]
fn a_mistake_in_a_source_does_not_make_it_a_stranger() {
    let text = "[sources.pay]\n[[policy.rule]]\nsource = \"pay\"\neffect = \"deny\"";
    let loaded = toml(text);
    assert_eq!(loaded.diagnostics.len(), 1, "{}", told(&loaded.diagnostics));
    assert!(!loaded.refused);
    assert_eq!(loaded.settings.policy.policy.rules().count(), 1);
}

#[test]
fn too_many_rules_are_refused() {
    let rule = |at: usize| format!("[[policy.rule]]\neffect = \"deny\"\ntool = \"pay.{at}\"\n");
    let said = findings(&(0..1_001).map(rule).collect::<String>());
    insta::assert_snapshot!(said, @"
    rules: 0, refused: true
    candor.toml:4:10: error: `policy.rule` has 1001 entries, but at most 1000 are allowed [config::bad-value]
    ");
}

#[test]
fn files_are_the_same_if_their_rules_are() {
    let settings = |rules: &str| toml(&format!("{HOUSE}{rules}")).settings;
    let rule = "[[policy.rule]]\neffect = \"ask\"\nwhen = \"args.amount > 100\"";
    assert_eq!(settings(rule), settings(rule));
    assert_ne!(settings(rule), settings(&rule.replace("100", "200")));
    assert_ne!(settings(rule), settings(&rule.replace("ask", "deny")));
    let message = format!("{rule}\nmessage = \"A lot.\"");
    assert_ne!(settings(rule), settings(&message));
}
