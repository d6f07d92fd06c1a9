//! The shapes in which APIs complain.

use serde_json::json;

use super::*;

fn check(value: &Value, text: &str, fields: &[&str]) {
    let complaint = of(value);
    assert_eq!(complaint.text, text, "{value}");
    assert_eq!(complaint.fields, fields, "{value}");
}

#[test]
fn problem_details() {
    check(
        &json!({
            "type": "https://example.com/probs/out-of-credit",
            "title": "You do not have enough credit",
            "detail": "Your balance is 30, and it costs 50.",
            "status": 403,
        }),
        "You do not have enough credit. Your balance is 30, and it costs 50.",
        &[],
    );
    check(
        &json!({
            "title": "Not valid",
            "errors": [
                { "detail": "must be positive", "pointer": "#/age" },
                { "detail": "must be green", "pointer": "#/profile/color" },
            ],
        }),
        "Not valid.\n- `#/age`: must be positive\n- `#/profile/color`: must be green",
        &["#/age", "#/profile/color"],
    );
    check(
        &json!({ "title": "Bad", "invalid-params": [{ "name": "age", "reason": "too small" }] }),
        "Bad.\n- `age`: too small",
        &["age"],
    );
}

#[test]
fn one_sentence() {
    for value in [
        json!({ "message": "No such book." }),
        json!({ "error": "No such book." }),
        json!({ "error": { "message": "No such book." } }),
        json!({ "error": { "error": { "message": "No such book." } } }),
        json!({ "detail": "No such book." }),
        json!({ "error_description": "No such book." }),
        json!({ "msg": "No such book", "status": 404 }),
        json!({ "message": "No such book", "error": "No such book" }),
        json!({ "fault": { "faultstring": "No such book" } }),
        json!("No such book"),
    ] {
        check(&value, "No such book.", &[]);
    }
}

#[test]
fn codes_and_fields() {
    check(
        &json!({ "error": { "message": "Must be a number", "code": "bad_type", "param": "limit" } }),
        "Must be a number. (code `bad_type`)",
        &["limit"],
    );
    check(
        &json!({ "error": "invalid_grant", "error_description": "It has expired" }),
        "It has expired. invalid_grant.",
        &[],
    );
    check(
        &json!({ "status": 404, "error": "Not Found", "path": "/books/7", "name": "NotFound" }),
        "Not Found.",
        &[],
    );
}

#[test]
fn lists_of_complaints() {
    check(
        &json!({ "detail": [{ "loc": ["body", "age"], "msg": "not a number", "type": "int" }] }),
        "\n- `body.age`: not a number",
        &["body.age"],
    );
    check(
        &json!({ "errors": [{ "title": "Bad", "source": { "pointer": "/data/name" } }] }),
        "\n- `/data/name`: Bad",
        &["/data/name"],
    );
    check(
        &json!({ "message": "Invalid", "errors": { "age": ["too small", "odd"], "name": "short" } }),
        "Invalid.\n- `age`: too small odd\n- `name`: short",
        &["age", "name"],
    );
    check(
        &json!({ "age": ["This field is required."] }),
        "\n- `age`: This field is required.",
        &["age"],
    );
    check(&json!(["one", "two"]), "\n- one\n- two", &[]);
    check(
        &json!({ "errors": (0..12).map(|n| n.to_string()).collect::<Vec<_>>() }),
        "\n- 0\n- 1\n- 2\n- 3\n- 4\n- 5\n- 6\n- 7\n- 8\n- 9\n- and 2 more",
        &[],
    );
}

#[test]
fn what_is_not_understood_is_told_as_it_is() {
    for value in [
        json!({ "ok": false, "n": 3 }),
        json!({}),
        json!([]),
        json!(7),
    ] {
        check(&value, &value.to_string(), &[]);
    }
}
