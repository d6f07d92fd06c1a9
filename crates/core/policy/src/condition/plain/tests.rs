use proptest::collection::{btree_map, vec};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof};
use proptest::sample::select;
use proptest::{prop_assert_eq, prop_assume, proptest};
use serde_json::{Value as Json, json};

use crate::condition::tests::of_call;
use crate::condition::{ConditionContext, RuleCondition};

/// The answer without the interpreter, and that of the interpreter.
fn answers(when: &str, arguments: &Json) -> Option<(Option<bool>, Result<bool, String>)> {
    let condition = RuleCondition::read(when).ok()?.condition;
    Some(of_call(arguments, |question| {
        let scene = ConditionContext::new(question);
        (condition.answer(&scene), condition.interpret(&scene))
    }))
}

fn check(when: &str, arguments: &Json, expect: Option<bool>) {
    let (plain, interpreted) = answers(when, arguments).expect(when);
    assert_eq!(plain, expect, "{when}");
    if let Some(plain) = plain {
        assert_eq!(interpreted, Ok(plain), "{when}");
    }
}

#[test]
fn common_conditions_need_no_interpreter() {
    let arguments = json!({
        "path": "/tmp/a.txt", "tags": ["a", 7], "to": {"name": "bob"}, "none": null,
        "n": 5, "loud": true, "wei\u{df}": "stra\u{df}e"
    });
    for (when, expect) in [
        ("args.path == '/tmp/a.txt'", true),
        ("args.path != '/tmp/a.txt'", false),
        ("args['path'].startsWith('/tmp/')", true),
        (
            "args.path.endsWith('.txt') && args.path.contains('/a')",
            true,
        ),
        ("size(args.path) < 300 && args.path.size() > 2", true),
        ("args['wei\u{df}'].size() == 6", true),
        ("size(args.tags) == 2 || size(args.to) == 7", true),
        ("args.to.name in ['ann', 'bob']", true),
        ("!(args.to['name'] in ['ann'])", true),
        ("'a' in args.tags", true),
        ("'b' in args.tags", false),
        ("'name' in args.to", true),
        ("has(args.to.name) && !has(args.other)", true),
        ("args.loud", true),
        ("!args.loud", false),
        ("args.loud == true && args.none == null", true),
        ("args.n == '5'", false),
        (
            "args.n >= 5 && args.n <= 5 && !(args.n > 5 || args.n < 5)",
            true,
        ),
        (
            "tool == 'shop.buy' && source == 'shop' && kind == 'tool'",
            true,
        ),
        (
            "principal == 'ann' && toolset == 'reading' && environment == null",
            true,
        ),
        (
            "'caller' in roles && !('admin' in roles) && !('x' in roles)",
            true,
        ),
        ("size(args) == 7", true),
    ] {
        check(when, &arguments, Some(expect));
    }
    check(
        "has(args.x) || 'x' in args || size(args) > 0",
        &Json::Null,
        Some(false),
    );
}

#[test]
fn what_is_not_certain_is_left_to_the_interpreter() {
    let arguments = json!({"half": 0.5, "large": u64::MAX, "text": "x", "list": [1]});
    for when in [
        "args.missing == 1",
        "args.missing.name == 1",
        "has(args.missing.name)",
        "args.text > 1",
        "args.half > 0",
        "args.large > 0",
        "args.text == 1.0",
        "args.text && true",
        "args.list == [1]",
        "args.list[0] == 1",
        "1 in args.list",
        "args.text.matches('x')",
        "args.list.exists(one, one == 1)",
        "args.half + 1.0 > 1.0",
        "args.text == (args.half > 0.0 ? 'x' : 'y')",
    ] {
        check(when, &arguments, None);
    }
    // What was decided before that counts.
    check("args.text == 'x' || args.missing", &arguments, Some(true));
    check("args.text == 'y' && args.missing", &arguments, Some(false));
    // Arguments of which the interpreter might say that they are too much.
    check(
        "args.text == 'x'",
        &json!({"text": "x", "long": "x".repeat(20_000)}),
        None,
    );
    let mut deep = json!(1);
    for _ in 0..100 {
        deep = json!([deep]);
    }
    check(
        "args.text == 'x'",
        &json!({"text": "x", "deep": deep}),
        None,
    );
}

fn whole() -> impl Strategy<Value = i64> {
    prop_oneof![-2_i64..3, any::<i64>()]
}

fn word() -> impl Strategy<Value = String> {
    select(vec![
        "", "a", "b", "ab", "ann", "caller", "\u{df}", "A", "a b",
    ])
    .prop_map(str::to_owned)
}

fn value() -> impl Strategy<Value = Json> {
    let single = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        whole().prop_map(Json::from),
        any::<u64>().prop_map(Json::from),
        select(vec![0.0, -0.0, 0.5, 1.0, 1e300]).prop_map(Json::from),
        word().prop_map(Json::from),
    ];
    single.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Json::from),
            btree_map(select(vec!["a", "b", "ab"]), inner, 0..3).prop_map(|members| json!(members)),
        ]
    })
}

fn arguments() -> impl Strategy<Value = Json> {
    let members = btree_map(select(vec!["a", "b", "c"]), value(), 0..4);
    prop_oneof![1 => Just(Json::Null), 20 => members.prop_map(|members| json!(members))]
}

fn operand() -> impl Strategy<Value = String> {
    let text = || word().prop_map(|word| format!("'{word}'"));
    let path = || {
        select(vec![
            "args.a",
            "args.b",
            "args['c']",
            "args.a.b",
            "args.a['ab']",
            "args",
        ])
        .prop_map(str::to_owned)
    };
    let name = select(vec![
        "tool",
        "source",
        "kind",
        "toolset",
        "environment",
        "principal",
        "roles",
    ]);
    prop_oneof![
        6 => path(),
        2 => text(),
        2 => whole().prop_map(|whole| whole.to_string()),
        1 => select(vec!["true", "false", "null", "1.0", "1u"]).prop_map(str::to_owned),
        1 => name.prop_map(str::to_owned),
        1 => path().prop_map(|path| format!("size({path})")),
        1 => path().prop_map(|path| format!("{path}.size()")),
        1 => vec(text(), 0..3).prop_map(|texts| format!("[{}]", texts.join(", "))),
    ]
}

fn condition() -> impl Strategy<Value = String> {
    let operator = select(vec!["==", "!=", "<", "<=", ">", ">=", "in"]);
    let method = select(vec!["contains", "startsWith", "endsWith"]);
    let single = prop_oneof![
        6 => (operand(), operator, operand()).prop_map(|(a, by, b)| format!("{a} {by} {b}")),
        2 => (operand(), method, operand()).prop_map(|(a, by, b)| format!("{a}.{by}({b})")),
        1 => select(vec!["has(args.a)", "has(args.a.b)", "has(args.a.b.c)", "args.a", "args['b']"])
            .prop_map(str::to_owned),
    ];
    single.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) && ({b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) || ({b})")),
            inner.prop_map(|a| format!("!({a})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    /// Whatever is answered without the interpreter, the interpreter answers alike.
    #[test]
    fn answers_are_those_of_the_interpreter(when in condition(), arguments in arguments()) {
        let answered = answers(&when, &arguments);
        prop_assume!(answered.is_some());
        if let Some((Some(plain), interpreted)) = answered {
            prop_assert_eq!(interpreted, Ok(plain));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Arguments that are surely short are never too much for the interpreter.
    #[test]
    fn what_is_looked_at_is_never_too_much(
        text in vec(select(vec!['a', '"', '\u{1}', '\u{df}']), 0..12_000),
    ) {
        let text: String = text.into_iter().collect();
        let arguments = json!({"a": text});
        let answered = answers("has(args.a)", &arguments);
        if let Some((Some(plain), interpreted)) = answered {
            prop_assert_eq!(interpreted, Ok(plain));
        }
    }
}
