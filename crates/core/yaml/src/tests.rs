use std::fmt::Write;

use serde_json::{Value, json};

use super::*;

const LIMITS: YamlLimits = YamlLimits {
    nodes: 20_000,
    aliased: 5_000,
    depth: 128,
};

#[track_caller]
fn check(text: &str, expect: &Value) {
    assert_eq!(parse(text, &LIMITS).as_ref(), Ok(expect), "{text:?}");
}

#[track_caller]
fn check_error(text: &str, expect: &str) {
    let error = parse(text, &LIMITS).expect_err("refused");
    let place = |n: Option<usize>| n.map_or("?".to_owned(), |n| n.to_string());
    let told = format!("{}:{} {error}", place(error.line), place(error.column));
    assert!(told.starts_with(expect), "{told}");
    assert!(told.len() < 300 && !told.contains('\n'), "{told}");
}

#[test]
fn words_stay_words() {
    check("on: yes\nno: off", &json!({"on": "yes", "no": "off"}));
    check("[y, N, True, false]", &json!(["y", "N", true, false]));
    check("a: 2024-01-31", &json!({"a": "2024-01-31"}));
    check("a: '200'\nb: \"true\"", &json!({"a": "200", "b": "true"}));
    check(
        "a:\nb: ~\nc: null",
        &json!({"a": null, "b": null, "c": null}),
    );
}

#[test]
fn numbers_are_what_json_has_words_for() {
    check("version: 1.0", &json!({"version": 1.0}));
    check("200: ok\n1.5: x", &json!({"200": "ok", "1.5": "x"}));
    check("[.nan, .inf, -.inf]", &json!([".nan", ".inf", "-.inf"]));
    check(
        "[18446744073709551615, -9223372036854775808]",
        &json!([u64::MAX, i64::MIN]),
    );
    // A number and a text are two keys of YAML, and one of JSON.
    check("200: x\n'200': y", &json!({"200": "y"}));
    check("99999999999999999999", &json!(1e20));
    check("[0x1F, 1e3]", &json!([31, 1000.0]));
}

#[test]
fn editors_leave_their_marks() {
    check("\u{feff}a: 1\r\nb: 2\r\n", &json!({"a": 1, "b": 2}));
    check("---\na: 1\n...\n", &json!({"a": 1}));
    check("%YAML 1.2\n---\na: 1 # so\n", &json!({"a": 1}));
    check("{\t\"a\":\t[1,\t2] }", &json!({"a": [1, 2]}));
    check("a: |\n  b\n   c\n", &json!({"a": "b\n c\n"}));
    check("!thing\na: !!str 1", &json!({"a": "1"}));
}

#[test]
fn aliases_and_merges_are_followed() {
    let text = "base: &b {x: 1, y: 2}\nmore: {<<: *b, y: 3}\nsame: *b";
    let expect = json!({
        "base": {"x": 1, "y": 2}, "more": {"x": 1, "y": 3}, "same": {"x": 1, "y": 2}
    });
    let value = parse(text, &LIMITS).expect("YAML");
    assert_eq!(value, expect);
    let uses = "\n- *a".repeat(1_000);
    let value = parse(&format!("- &a x{uses}"), &LIMITS).expect("many uses of one anchor");
    assert_eq!(value.as_array().map(Vec::len), Some(1_001));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    check_error("a: 1\nb: 2\na: 3", "3:1 the key `a` is there twice");
    check_error("a: 1\n---\nb: 2", "3:1 it holds more than one document");
    check_error("a: [1, 2", "1:");
    check_error("a: b: c", "1:");
    check_error("a:\n\tb: 1", "2:");
    check_error("a: *nobody", "1:");
    check_error("<<: 5", "1:");
}

#[test]
fn attacks_are_stopped() {
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..12 {
        let list = vec![format!("*a{}", level - 1); 9].join(", ");
        writeln!(bomb, "a{level}: &a{level} [{list}]").expect("written");
    }
    check_error(&bomb, "5:10 its aliases bring more than 5000 values");
    let mut merges = "a0: &a0 {k0: 0}\n".to_owned();
    for level in 1..40 {
        let before = level - 1;
        writeln!(
            merges,
            "a{level}: &a{level} {{<<: [*a{before}, *a{before}]}}"
        )
        .expect("written");
    }
    check_error(&merges, "11:17 its aliases bring more than 5000 values");
    check_error(&"[".repeat(100_000), "1:");
    check_error(&"- ".repeat(100_000), "1:");
    check_error(&"{a: ".repeat(200), "1:");
    check_error(
        &"- x\n".repeat(20_001),
        "20000:3 it holds more than 20000 values",
    );
    check_error("a: &a [*a]", "1:");
}

#[test]
fn depth_is_counted_exactly() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(parse(&nested(128), &LIMITS).is_ok());
    let error = parse(&nested(129), &LIMITS).expect_err("too deep");
    assert!(
        error.reason.contains("128") || error.line.is_some(),
        "{error}"
    );
}
