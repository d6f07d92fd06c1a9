use candor_model::{
    CallKind, Opinion, PolicyPreferences, QualifiedName, Roles, SourceTrust, ToolsetName,
};
use candor_resolve::{ToolLayers, resolve_layers};
use serde_json::{Value as Json, json};

use super::*;
use crate::PolicyQuestion;

/// Asks something about a call of `shop.buy` with these arguments, by ann, in a toolset and no
/// environment.
pub(super) fn of_call<T>(arguments: &Json, ask: impl FnOnce(&PolicyQuestion<'_>) -> T) -> T {
    let tool = QualifiedName::parse("shop.buy").expect("a name");
    let toolset = ToolsetName::parse("reading").expect("a name");
    let silent = Opinion::default();
    let effective = resolve_layers(&ToolLayers {
        inferred: &silent,
        declared: &silent,
        above: &[],
        trust: SourceTrust::Untrusted,
    });
    ask(&PolicyQuestion {
        kind: CallKind::Tool,
        tool: &tool,
        toolset: Some(&toolset),
        environment: None,
        roles: Roles::parse("caller,approver").expect("roles"),
        principal: "ann",
        relied: &effective.relied,
        trust: SourceTrust::Untrusted,
        confirm: None,
        arguments,
        preferences: &PolicyPreferences::default(),
    })
}

/// What a condition comes to for that call.
fn holds(when: &str, arguments: &Json) -> Result<bool, String> {
    let read = RuleCondition::read(when).unwrap_or_else(|flaws| panic!("`{when}`: {flaws:?}"));
    of_call(arguments, |question| {
        read.condition.holds(&ConditionContext::new(question))
    })
}

#[test]
fn numbers_are_compared_whatever_their_kind() {
    for (amount, over_a_hundred) in [
        (json!(150), true),
        (json!(100), false),
        (json!(100.0), false),
        (json!(150.5), true),
        (json!(100.000_001), true),
        (json!(1e3), true),
        (json!(99.9), false),
        (json!(-150), false),
        (json!(i64::MAX), true),
        (json!(i64::MIN), false),
        (json!(u64::MAX), true),
        (json!(1e300), true),
        (json!(-1e300), false),
        (json!(0), false),
    ] {
        for when in [
            "args.amount > 100",
            "args['amount'] > 100.0",
            "args.amount > 100u",
            "100 < args.amount",
            "!(args.amount <= 100)",
        ] {
            let result = holds(when, &json!({ "amount": amount }));
            assert_eq!(result, Ok(over_a_hundred), "{when} {amount}");
        }
    }
    // JSON without a limit: what is larger than 64 bits is read as a float.
    let huge: Json =
        serde_json::from_str(r#"{"amount": 123456789012345678901234567890}"#).expect("JSON");
    assert_eq!(holds("args.amount > 100", &huge), Ok(true));
    assert_eq!(holds("has(args.amount)", &Json::Null), Ok(false));
    assert_eq!(
        holds("args.amount == 100", &json!({"amount": 100.0})),
        Ok(true)
    );
    assert_eq!(
        holds("args.amount + 1 == 101", &json!({"amount": 100})),
        Ok(true)
    );
}

#[test]
fn a_condition_sees_the_call() {
    let arguments = json!({
        "path": "/tmp/a.txt", "tags": ["a", "b"], "to": {"name": "bob"}, "none": null,
        "wei\u{df}": 1, "a-b": 2
    });
    for (when, expect) in [
        ("tool == 'shop.buy' && source == 'shop'", true),
        ("toolset == 'reading'", true),
        ("toolset.startsWith('read')", true),
        ("environment == null", true),
        ("environment == 'prod'", false),
        ("principal in ['ann', 'bob']", true),
        ("'caller' in roles", true),
        ("'viewer' in roles", true), // An approver may act as a viewer.
        ("'admin' in roles", false),
        ("has(args.path)", true),
        ("has(args.other)", false),
        ("has(args.other) && args.other > 1", false),
        ("args.?other.orValue(0) > 100", false),
        ("args.path.startsWith('/tmp/')", true),
        ("args.path.matches('^/tmp/[a-z]+[.]txt$')", true),
        ("args.tags.exists(t, t == 'b')", true),
        ("args.tags.all(t, size(t) == 1)", true),
        ("args.tags.filter(t, t != 'a').size() == 1", true),
        ("args.tags[0] == 'a'", true),
        ("args.to.name == 'bob'", true),
        ("args.none == null", true),
        ("type(args.path) == string", true),
        ("args['a-b'] == 2", true),
        ("size(args) == 6", true),
        ("args.tags.exists(args, args == 'b')", true), // Inside, the name is the loop's.
        ("true || args.missing", true),
    ] {
        assert_eq!(holds(when, &arguments), Ok(expect), "{when}");
    }
}

#[test]
fn what_cannot_be_told_is_told_without_the_values() {
    let arguments = json!({"secret": "hunter2", "n": 1, "list": [1]});
    for (when, why) in [
        ("args.amount > 100", "there is no `amount`"),
        (
            "args.secret > 100",
            "`>` cannot be applied to string and int",
        ),
        ("args.n && true", "`&&` cannot be applied to int and bool"),
        ("args.n.x == 1", "int has no members"),
        ("args.secret.size() / 0 == 1", "it divides by zero"),
        ("args.list[7] == 1", "a list has no such element"),
        (
            "9223372036854775807 + args.n > 0",
            "a number grew too large",
        ),
        ("int(args.secret) == 1", "`int` failed"),
        (
            "args.secret",
            "it comes to a value of the type string and not to true or false",
        ),
        (
            "args.n.all(x, x)",
            "`int` stands where `iterable` is needed",
        ),
    ] {
        let error = holds(when, &arguments).expect_err(when);
        assert!(!error.contains("hunter2"), "{error}");
        assert_eq!(error, why, "{when}");
    }
}

#[test]
fn arguments_that_are_too_much_are_not_looked_at() {
    let long = json!({ "amount": 1, "text": "x".repeat(70_000) });
    let error = holds("args.amount > 100", &long).expect_err("too long");
    assert_eq!(error, "the arguments are longer than 65536 bytes");

    let mut deep = json!(1);
    for _ in 0..200 {
        deep = json!([deep]);
    }
    let error = holds("args.amount > 100", &json!({ "amount": deep })).expect_err("too deep");
    assert_eq!(error, "the arguments are nested more than 100 deep");

    let many = json!({ "list": vec![1; 1_500], "amount": 150 });
    let error = holds("args.list.exists(x, x in args.list)", &many).expect_err("too many");
    assert_eq!(
        error,
        "it looks at every element, and the arguments hold more than 1000 values"
    );
    // Without a loop that many are fine.
    assert_eq!(holds("args.amount > 100", &many), Ok(true));
}

/// The sentences about a condition, joined, with their ways out.
fn flaws(when: &str) -> String {
    let flaws = RuleCondition::read(when).map(|_| ()).expect_err(when);
    let told = flaws.iter().map(|flaw| match &flaw.hint {
        Some(hint) => format!("{} ({hint})", flaw.sentence),
        None => flaw.sentence.clone(),
    });
    told.collect::<Vec<_>>().join("; ")
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (when, expect) in [
        (
            " ",
            "the condition is empty (write one, or leave out `when`)",
        ),
        (
            "amount > 100",
            "the name `amount` is unknown (known are `args`, `kind`, `tool`, `source`, `toolset`, `environment`, `principal` and `roles`; an argument is `args.name`)",
        ),
        (
            "arg.amount > 100",
            "the name `arg` is unknown (did you mean `args`?)",
        ),
        (
            "args.x == 1 && tol == 'a' || sorce == 'b'",
            "the name `tol` is unknown (did you mean `tool`?); the name `sorce` is unknown (did you mean `source`?)",
        ),
        (
            "args.x.startswith('a')",
            "the function `startswith` is unknown (did you mean `startsWith`?)",
        ),
        (
            "length(args.x) > 1",
            "the function `length` is unknown (known are `size`, `int`, `uint`, `double`, `string`, `bool`, `bytes`, `type`, `dyn`, `matches`, `has`, `all`, `exists`, `exists_one`, `map` and `filter`)",
        ),
        (
            "size() > 1",
            "the function `size` takes 1 arguments and is given 0",
        ),
        (
            "args.list.exists(x) ",
            "`exists` is not written like this (write it as in `args.list.exists(x, x > 0)`); the name `x` is unknown (known are `args`, `kind`, `tool`, `source`, `toolset`, `environment`, `principal` and `roles`; an argument is `args.name`)",
        ),
        (
            "tool.name == 'x'",
            "`tool` has no members, and so no `name` (members are those of `args`, such as `args.amount`)",
        ),
        (
            "args.a.exists(x, args.b.exists(y, x == y))",
            "the condition is too costly: a loop inside a loop (divide it into several rules, or compare by `in`)",
        ),
        (
            "args.a.map(x, x + x).map(y, y + y) == []",
            "the condition is too costly: a loop inside a loop (divide it into several rules, or compare by `in`)",
        ),
        (
            "args.a.exists(x, x.matches('a'))",
            "the condition is too costly: `matches` inside a loop (use `startsWith`, `endsWith` or `contains`)",
        ),
        (
            "args.a.matches(args.b)",
            "the regular expression of `matches` is not written out (write it into the condition, such as `args.path.matches('^/tmp/')`)",
        ),
        (
            "args.a.matches('(')",
            "`(` is no regular expression, or too costly a one",
        ),
        (
            "matches(args.a, '(\\\\w{100}){100}')",
            "`(\\w{100}){100}` is no regular expression, or too costly a one",
        ),
        (
            "args.amount + 1",
            "the condition comes to a value and not to true or false (compare it with something, such as `args.amount > 100`)",
        ),
        (
            "'yes'",
            "the condition comes to a text and not to true or false (compare it with something, such as `args.amount > 100`)",
        ),
        (
            "args",
            "the condition comes to a value and not to true or false (compare it with something, such as `args.amount > 100`)",
        ),
        ("Foo{a: 1}", "the type `Foo` is unknown"),
        (
            "1 / 0 == 1",
            "the condition can never be evaluated: it divides by zero",
        ),
        (
            "args.a == '\u{202e}'",
            "the condition holds the hidden character U+202E at position 12 (remove it)",
        ),
        (
            "optional.of(1).hasValue()",
            "the function `of` is unknown (known are `size`, `contains`, `startsWith`, `endsWith`, `matches`, `hasValue`, `value`, `or`, `orValue`, `has`, `all`, `exists`, `exists_one`, `map` and `filter`); the name `optional` is unknown (known are `args`, `kind`, `tool`, `source`, `toolset`, `environment`, `principal` and `roles`; an argument is `args.name`)",
        ),
    ] {
        assert_eq!(flaws(when), expect, "{when}");
    }
}

#[test]
fn what_cannot_be_parsed_is_refused_with_its_place() {
    for (when, expect) in [
        (
            "args.amount >",
            "the condition cannot be read at line 1, column 14: ",
        ),
        (
            "args.amount > 1 &&\n  && true",
            "the condition cannot be read at line 2, column 3: ",
        ),
        (
            "args.a = 1",
            "the condition cannot be read at line 1, column 8: ",
        ),
        ("'", "the condition cannot be read at line 1, column 1: "),
        (
            "args.`a` == 1",
            "the condition cannot be read at line 1, column 5: ",
        ),
        (
            "9223372036854775808 > args.a",
            "the condition cannot be read at line 1, column 1: ",
        ),
    ] {
        let told = flaws(when);
        assert!(told.starts_with(expect), "{when}: {told}");
        assert!(told.len() > expect.len() && !told.contains('\n'), "{told}");
    }
}

#[test]
fn what_is_too_much_is_refused_before_it_costs_anything() {
    let nested = |open: &str, close: &str, times: usize| {
        format!("{}1{} == 1", open.repeat(times), close.repeat(times))
    };
    let brackets = "brackets and choices stand more than 16 deep in each other";
    let deep = "its parts stand more than 16 deep in each other";
    let many = "it has more than 200 parts";
    for (text, expect) in [
        (nested("(", ")", 490), brackets),
        (nested("[", "]", 40), brackets),
        (vec!["args.a ? 1"; 80].join(":") + ":1", brackets),
        (vec!["1"; 490].join("+") + "==1", deep),
        ("args".to_owned() + &"[0]".repeat(320) + "==1", deep),
        ("args".to_owned() + &".size()".repeat(100) + "==1", deep),
        ("args".to_owned() + &".a".repeat(490) + "==1", many),
        (vec!["true"; 140].join("||"), many),
    ] {
        assert!(text.len() <= 1_000, "{}", text.len());
        let expect =
            format!("the condition is too costly: {expect} (divide it into several rules)");
        assert_eq!(flaws(&text), expect, "{text}");
    }
    // What is long without being deep is fine, and evaluated with little stack.
    let wide = vec!["args.a == 1"; 30].join(" || ");
    let terms = vec!["args.a"; 14].join(" + ") + " == 14";
    for when in [
        wide,
        terms,
        "args".to_owned() + "[0]".repeat(13).as_str() + " == 1",
    ] {
        let small = std::thread::Builder::new().stack_size(1 << 20);
        let run = move || holds(&when, &json!({"a": 1}));
        let ran = small.spawn(run).expect("a thread").join();
        assert!(ran.is_ok());
    }
    // Signs are counted, and an even number of them is none.
    assert!(RuleCondition::read(&("!".repeat(900) + "true")).is_ok());
    let text = vec!["true"; 300].join(" && ");
    assert_eq!(
        flaws(&text),
        "the condition has 2396 characters; at most 1000 are allowed (divide it into several rules)"
    );
}

#[test]
fn a_condition_that_asks_nothing_is_known_beforehand() {
    for (when, expect) in [
        ("true", Some(true)),
        ("1 > 2", Some(false)),
        ("[1, 2].exists(x, x == 2)", Some(true)),
        ("args.x == 1", None),
        ("size(args) == 0", None),
        ("roles.size() == 0", None),
    ] {
        let read = RuleCondition::read(when).expect(when);
        assert_eq!(read.constant, expect, "{when}");
    }
}

#[test]
fn every_name_has_its_value() {
    let values = [
        (
            "args",
            "args == {'a': [1, 2.5, 'x', null, true], 'b': {'c': 'd'}}",
        ),
        ("kind", "kind == 'tool'"),
        ("tool", "tool == 'shop.buy'"),
        ("source", "source == 'shop'"),
        ("toolset", "toolset == 'reading'"),
        ("environment", "environment == null"),
        ("principal", "principal == 'ann'"),
        ("roles", "roles == ['viewer', 'caller', 'approver']"),
    ];
    let arguments = json!({"a": [1, 2.5, "x", null, true], "b": {"c": "d"}});
    assert_eq!(values.map(|(name, _)| name), context::VARIABLES);
    for (name, when) in values {
        assert_eq!(holds(when, &arguments), Ok(true), "{name}");
        assert_eq!(
            holds(&format!("!({when})"), &arguments),
            Ok(false),
            "{name}"
        );
    }
    assert_eq!(holds("args == {}", &Json::Null), Ok(true));
}
