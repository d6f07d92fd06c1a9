use serde_json::json;

use super::*;

#[track_caller]
fn check(pattern: &str, cases: &[(Value, bool)]) {
    let parsed =
        ArgumentPattern::parse(pattern).unwrap_or_else(|error| panic!("`{pattern}`: {error}"));
    for (arguments, expect) in cases {
        assert_eq!(parsed.fits(arguments), *expect, "`{pattern}` {arguments}");
    }
    let again = ArgumentPattern::parse(&parsed.to_string());
    assert_eq!(again, Ok(parsed), "`{pattern}`");
}

#[test]
fn values_are_compared() {
    check(
        r#"/a = "x""#,
        &[
            (json!({"a": "x"}), true),
            (json!({"a": "y"}), false),
            (json!({"a": ["x"]}), false),
            (json!({}), false),
            (Value::Null, false),
        ],
    );
    check(
        "/a = 1",
        &[
            (json!({"a": 1}), true),
            (json!({"a": 1.0}), true),
            (json!({"a": 1.5}), false),
            (json!({"a": "1"}), false),
            (json!({"a": true}), false),
        ],
    );
    check(
        r#"/a = {"x": [1, null], "y": {}}"#,
        &[
            (json!({"a": {"y": {}, "x": [1.0, null]}}), true),
            (json!({"a": {"y": {}, "x": [1, null], "z": 1}}), false),
            (json!({"a": {"y": {}, "x": [1]}}), false),
        ],
    );
    check(
        r#"/user in ["ann", 7, null]"#,
        &[
            (json!({"user": "ann"}), true),
            (json!({"user": 7.0}), true),
            (json!({"user": null}), true),
            (json!({"user": "bob"}), false),
            (json!({}), false),
        ],
    );
}

#[test]
fn numbers_have_bounds() {
    check(
        "/n <= 100",
        &[
            (json!({"n": 100}), true),
            (json!({"n": 100.0}), true),
            (json!({"n": 100.000_1}), false),
            (json!({"n": -1e300}), true),
            (json!({"n": u64::MAX}), false),
            (json!({"n": "5"}), false),
            (json!({"n": null}), false),
            (json!({}), false),
        ],
    );
    check(
        "/n < 100",
        &[(json!({"n": 100}), false), (json!({"n": 99.99}), true)],
    );
    check(
        "/n > 0.5",
        &[(json!({"n": 1}), true), (json!({"n": 0}), false)],
    );
    check(
        "/n >= -3",
        &[(json!({"n": -3}), true), (json!({"n": -3.1}), false)],
    );
    check(
        "/n in 10..100",
        &[
            (json!({"n": 10}), true),
            (json!({"n": 100}), true),
            (json!({"n": 9.9}), false),
            (json!({"n": 101}), false),
        ],
    );
    check(
        "/n in -0.5 .. 1e2",
        &[(json!({"n": 0}), true), (json!({"n": 101}), false)],
    );
    check(
        "/n >= 10\n/n <= 20",
        &[
            (json!({"n": 15}), true),
            (json!({"n": 25}), false),
            (json!({"n": 5}), false),
        ],
    );
    // Where floats are coarser than whole numbers, nothing is rounded.
    check(
        "/n <= 9007199254740992.0",
        &[
            (json!({"n": 9_007_199_254_740_992_i64}), true),
            (json!({"n": 9_007_199_254_740_993_i64}), false),
        ],
    );
    check(
        "/n < 1e300",
        &[
            (json!({"n": u64::MAX}), true),
            (json!({"n": i64::MIN}), true),
        ],
    );
    check("/n > -1e300", &[(json!({"n": i64::MIN}), true)]);
}

#[test]
fn texts_have_stars_and_stay_below() {
    check(
        r#"/path ~ "reports/*""#,
        &[
            (json!({"path": "reports/2024.csv"}), true),
            (json!({"path": "reports/a/b"}), true),
            (json!({"path": "reports/../secret"}), false),
            (json!({"path": "reports/a\\..\\b"}), false),
            (json!({"path": "reports/..a"}), true),
            (json!({"path": "/reports/a"}), false),
            (json!({"path": 1}), false),
            (json!({"path": ["reports/a"]}), false),
        ],
    );
    check(r#"/path ~ "../*""#, &[(json!({"path": "../x"}), true)]);
    // With `=` a star is a star.
    check(
        r#"/path = "*""#,
        &[(json!({"path": "*"}), true), (json!({"path": "x"}), false)],
    );
}

#[test]
fn every_argument_is_covered() {
    check(
        "",
        &[
            (json!({}), true),
            (Value::Null, true),
            (json!({"a": null}), false),
        ],
    );
    check("", &[(json!([]), false), (json!(""), false)]);
    check(
        "/a = *",
        &[
            (json!({"a": {"b": [1]}}), true),
            (json!({"a": null}), true),
            (json!({}), true),
            (Value::Null, true),
            (json!({"a": 1, "b": 2}), false),
            (json!({"": 1}), false),
        ],
    );
    check(
        "/options/dry_run = true\n/options/depth <= 3",
        &[
            (json!({"options": {"dry_run": true, "depth": 2}}), true),
            (
                json!({"options": {"dry_run": true, "depth": 2, "force": true}}),
                false,
            ),
            (json!({"options": {"dry_run": true}}), false),
            (json!({"options": true}), false),
            (
                json!({"options": {"dry_run": true, "depth": 2}, "x": 1}),
                false,
            ),
        ],
    );
    check(
        "/options = *\n/options/dry_run = true",
        &[
            (json!({"options": {"dry_run": true, "force": true}}), true),
            (json!({"options": {"dry_run": false}}), false),
            (json!({}), false),
        ],
    );
    check(
        "/options/dry_run = *",
        &[
            (json!({"options": {}}), true),
            (json!({}), true),
            (json!({"options": {"dry_run": 1}}), true),
            (json!({"options": {"force": 1}}), false),
            (json!({"options": "x"}), false),
            (json!({"options": null}), false),
        ],
    );
    check(
        "/list/0 = 1\n/list/1 = *",
        &[
            (json!({"list": [1]}), true),
            (json!({"list": [1, 2]}), true),
            (json!({"list": [1, 2, 3]}), false),
            (json!({"list": {"0": 1}}), true),
            (json!({"list": []}), false),
        ],
    );
    check("/list/00 = 1", &[(json!({"list": [1]}), false)]);
    check("/list/+0 = 1", &[(json!({"list": [1]}), false)]);
}

#[test]
fn pointers_are_spelled_as_in_the_standard() {
    check(
        "/a~1b = 1",
        &[(json!({"a/b": 1}), true), (json!({"a": {"b": 1}}), false)],
    );
    check("/a~0b = 1", &[(json!({"a~b": 1}), true)]);
    check("/a~01 = 1", &[(json!({"a~1": 1}), true)]);
    check("/ = 1", &[(json!({"": 1}), true)]);
    check(r#""/my key" = 1"#, &[(json!({"my key": 1}), true)]);
    check(
        r#""" = [1]"#,
        &[(json!([1]), true), (json!([2]), false), (json!({}), false)],
    );
    check("/a=b = 1", &[(json!({"a=b": 1}), true)]);
    check("/\"a\" = 1", &[(json!({"\"a\"": 1}), true)]);
}

#[test]
fn a_suggestion_is_one_line_for_each_argument() {
    let arguments = json!({
        "path": "a/b", "n": 1.5, "list": [1, {"x": null}], "my key": true,
        "sly\u{202e}": "line\nbreak \u{200b}\u{e0041}"
    });
    let pattern = ArgumentPattern::suggest(&arguments);
    let text = pattern.to_string();
    let expect = r#"/path = "a/b"
/n = 1.5
/list = [1,{"x":null}]
"/my key" = true
"/sly\u202e" = "line\nbreak \u200b\udb40\udc41""#;
    assert_eq!(text, expect);
    assert!(pattern.fits(&arguments));
    assert_eq!(ArgumentPattern::parse(&text), Ok(pattern));
    assert_eq!(ArgumentPattern::suggest(&json!({})).to_string(), "");
    assert_eq!(ArgumentPattern::suggest(&Value::Null).to_string(), "");
    assert_eq!(
        ArgumentPattern::suggest(&json!([1])).to_string(),
        r#""" = [1]"#
    );
}

#[test]
fn what_cannot_be_read_is_refused_with_its_line() {
    for (text, expect) in [
        (
            "path = 1",
            "line 1: `path` is no JSON pointer; write `/name`, or `/name/member` for what is inside",
        ),
        (
            "/a = 1\n\n  b",
            "line 3: `b` is no JSON pointer; write `/name`, or `/name/member` for what is inside",
        ),
        (
            "/a~2 = 1",
            "line 1: `/a~2` is no JSON pointer; write `/name`, or `/name/member` for what is inside",
        ),
        (
            "/a~ = 1",
            "line 1: `/a~` is no JSON pointer; write `/name`, or `/name/member` for what is inside",
        ),
        (
            "\"/a = 1",
            "line 1: `\"/a = 1` is no JSON pointer; write `/name`, or `/name/member` for what is inside",
        ),
        (
            "/a",
            "line 1: `` is no operator; write one of `=`, `~`, `<`, `<=`, `>`, `>=`, `in`",
        ),
        (
            "/a == 1",
            "line 1: `==` is no operator; write one of `=`, `~`, `<`, `<=`, `>`, `>=`, `in`",
        ),
        (
            "/a = x",
            "line 1: `x` is no JSON value; write a text as `\"text\"`, or `*` for anything",
        ),
        (
            "/a =",
            "line 1: `` is no JSON value; write a text as `\"text\"`, or `*` for anything",
        ),
        (
            "/a = 1 2",
            "line 1: `1 2` is no JSON value; write a text as `\"text\"`, or `*` for anything",
        ),
        (
            "/a = 1e999",
            "line 1: `1e999` is no JSON value; write a text as `\"text\"`, or `*` for anything",
        ),
        (
            "/a ~ reports/*",
            "line 1: `reports/*` is no text with stars; write it as `\"reports/*\"`",
        ),
        (
            "/a ~ 1",
            "line 1: `1` is no text with stars; write it as `\"reports/*\"`",
        ),
        ("/a <= x", "line 1: `x` is no number"),
        ("/a < \"1\"", "line 1: `\"1\"` is no number"),
        (
            "/a in 1",
            "line 1: `1` is neither a list such as `[\"a\", \"b\"]` nor a range such as `10..100`",
        ),
        (
            "/a in 1..x",
            "line 1: `1..x` is neither a list such as `[\"a\", \"b\"]` nor a range such as `10..100`",
        ),
        (
            "/a in 1...2",
            "line 1: `1...2` is neither a list such as `[\"a\", \"b\"]` nor a range such as `10..100`",
        ),
        (
            "/a in 2..1",
            "line 1: nothing is in `2..1`, so that the line can never fit",
        ),
        (
            "/a in []",
            "line 1: nothing is in `[]`, so that the line can never fit",
        ),
        (
            &"/a = 1\n".repeat(101),
            "the pattern has 101 lines; at most 100 are allowed",
        ),
        (
            &"x".repeat(10_001),
            "the pattern has 10001 characters; at most 10000 are allowed",
        ),
        (
            &format!("/a = {}1{}", "[".repeat(200), "]".repeat(200)),
            "is no JSON value",
        ),
    ] {
        let error = ArgumentPattern::parse(text).expect_err(text).to_string();
        assert!(
            error == expect || expect.starts_with("is ") && error.contains(expect),
            "{error}"
        );
    }
}
