//! What documents say to Candor.

use candor_model::ConfirmMode;
use serde_json::{Value, json};

use super::{api, one, paths};
use crate::api::OperationExtension;

#[track_caller]
fn check(operation: &Value, expect: &OperationExtension, tell: &[&str]) {
    let (found, told) = one(operation);
    assert_eq!(&found.expect("an operation").extension, expect);
    assert_eq!(told, tell);
}

fn annotations(value: Value) -> serde_json::Map<String, Value> {
    match value {
        Value::Object(members) => members,
        other => panic!("annotations: {other}"),
    }
}

#[test]
fn everything_can_be_said() {
    check(
        &json!({"x-candor": {
            "name": "n", "title": "t", "description": "d", "confirm": "first", "hidden": true,
            "select": false,
            "annotations": {
                "title": "T", "readOnlyHint": false, "destructive": true, "idempotent": "true",
                "open_world": false
            }
        }}),
        &OperationExtension {
            name: Some("n".to_owned()),
            title: Some("t".to_owned()),
            description: Some("d".to_owned()),
            annotations: annotations(json!({
                "title": "T", "readOnlyHint": false, "destructiveHint": true,
                "idempotentHint": true, "openWorldHint": false
            })),
            confirm: Some(ConfirmMode::First),
            when: Vec::new(),
            hidden: true,
            select: Some(false),
        },
        &[],
    );
}

#[test]
fn some_calls_can_be_spoken_of() {
    check(
        &json!({"x-candor": {"when": [
            {"argument": "action", "is": ["list", "get"], "annotations": {"readOnly": true}},
            {"argument": "dry_run", "is": true, "annotations": {"destructiveHint": false}},
            {"argument": "query", "sql": "sqlite", "annotations": {"read_only": true}},
        ]}}),
        &OperationExtension {
            when: vec![
                json!({"argument": "action", "is": "list", "annotations": {"readOnlyHint": true}}),
                json!({"argument": "action", "is": "get", "annotations": {"readOnlyHint": true}}),
                json!({"argument": "dry_run", "is": true, "annotations": {"destructiveHint": false}}),
                json!({"argument": "query", "sql": "sqlite", "annotations": {"readOnlyHint": true}}),
            ],
            ..OperationExtension::default()
        },
        &[],
    );
    let at = "at `#/paths/~1a/get/x-candor/when/0` [openapi::wrong-value]";
    let expected = "a list of objects with `argument`, `is` or `sql`, and `annotations`";
    check(
        &json!({"x-candor": {"when": [{"argument": "action", "is": 1,
            "annotations": {"readOnly": true}}]}}),
        &OperationExtension::default(),
        &[&format!(
            "api.yaml: warning: `when` should be {expected} and is an object; it is ignored, {at}"
        )],
    );
}

#[test]
fn others_say_it_in_other_words() {
    check(
        &json!({"x-gram": {
            "name": "n", "summary": "s", "description": "d", "confirm": "session",
            "confirmPrompt": "?", "responseFilterType": "jq"
        }}),
        &OperationExtension {
            name: Some("n".to_owned()),
            title: Some("s".to_owned()),
            description: Some("d".to_owned()),
            confirm: Some(ConfirmMode::First),
            select: Some(true),
            ..OperationExtension::default()
        },
        &[],
    );
    check(
        &json!({"x-speakeasy-mcp": {
            "name": "n", "description": "d", "disabled": true, "scopes": ["read"],
            "readOnlyHint": true
        }}),
        &OperationExtension {
            name: Some("n".to_owned()),
            description: Some("d".to_owned()),
            hidden: true,
            annotations: annotations(json!({"readOnlyHint": true})),
            ..OperationExtension::default()
        },
        &[],
    );
    let hidden = OperationExtension {
        hidden: true,
        ..OperationExtension::default()
    };
    check(&json!({"x-speakeasy-mcp": false}), &hidden, &[]);
}

#[test]
fn the_operation_counts_more_than_the_path_and_candor_more_than_others() {
    let api = api(paths(&json!({"/a": {
        "x-candor": {
            "title": "path", "hidden": true, "confirm": "always",
            "annotations": {"readOnly": true, "idempotent": true}
        },
        "get": {
            "x-candor": {"name": "own", "hidden": false, "annotations": {"readOnly": false}},
            "x-gram": {"name": "gram", "summary": "gram", "description": "gram"},
            "x-speakeasy-mcp": {"description": "speakeasy"}
        }
    }})));
    let expect = OperationExtension {
        name: Some("own".to_owned()),
        title: Some("path".to_owned()),
        description: Some("gram".to_owned()),
        annotations: annotations(json!({"readOnlyHint": false, "idempotentHint": true})),
        confirm: Some(ConfirmMode::Always),
        when: Vec::new(),
        hidden: false,
        select: None,
    };
    assert_eq!(api.operations[0].extension, expect);
}

#[test]
fn what_is_not_understood_is_told() {
    let at = ", at `#/paths/~1a/get/x-candor";
    check(
        &json!({"x-candor": {
            "nmae": "n", "colour": {"a": 1}, "confirm": "session", "hidden": "maybe", "name": [],
            "annotations": {"readOnlyHint": "perhaps", "destructve": true},
            "title": null, "x-mine": 1
        }}),
        &OperationExtension::default(),
        &[
            &format!(
                "api.yaml: warning: `nmae` is not known in `x-candor`; its value, `n`, is ignored{at}/nmae` [openapi::unknown-key]\n  hint: did you mean `name`?"
            ),
            &format!(
                "api.yaml: warning: `colour` is not known in `x-candor`; its value, an object, is ignored{at}/colour` [openapi::unknown-key]\n  hint: known are `name`, `title`, `description`, `annotations`, `confirm`, `when`, `hidden`, `select`"
            ),
            &format!(
                "api.yaml: warning: `confirm` should be `always`, `first` or `never` and is `session`; it is ignored{at}/confirm` [openapi::wrong-value]"
            ),
            &format!(
                "api.yaml: warning: `hidden` should be `true` or `false` and is `maybe`; it is ignored{at}/hidden` [openapi::wrong-value]"
            ),
            &format!(
                "api.yaml: warning: `name` should be a text and is a list; it is ignored{at}/name` [openapi::wrong-value]"
            ),
            &format!(
                "api.yaml: warning: `readOnlyHint` should be `true` or `false` and is `perhaps`; it is ignored{at}/annotations/readOnlyHint` [openapi::wrong-value]"
            ),
            &format!(
                "api.yaml: warning: `destructve` is not known in `annotations`; its value, `true`, is ignored{at}/annotations/destructve` [openapi::unknown-key]\n  hint: did you mean `destructiveHint`?"
            ),
        ],
    );
    check(
        &json!({"x-candor": "hidden"}),
        &OperationExtension::default(),
        &[
            "api.yaml: warning: `x-candor` should be an object and is a text; it is ignored, at \
           `#/paths/~1a/get/x-candor` [openapi::wrong-type]",
        ],
    );
}
