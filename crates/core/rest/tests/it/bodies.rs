//! What is sent.

use std::collections::BTreeMap;

use candor_openapi::{ApiTool, BodyMedia, ParameterStyle, PropertyEncoding};
use serde_json::{Value, json};

use crate::builder::{ToolBuild, encoding, media, refusal, request, tool};

fn sending(media: BodyMedia) -> ApiTool {
    tool("POST", "/things").body(media)
}

fn check(media: BodyMedia, value: &Value, content_type: &str, text: &str) {
    let plan = request(&sending(media), &json!({ "body": value }));
    let body = plan.body.expect("a body");
    assert_eq!(body.content_type, content_type, "{value}");
    assert_eq!(String::from_utf8_lossy(&body.bytes), text, "{value}");
}

#[test]
fn one_value_in_many_media_types() {
    for (media_type, value, content_type, text) in [
        (
            "application/json",
            json!({ "a": [1, null] }),
            "application/json",
            r#"{"a":[1,null]}"#,
        ),
        ("application/json", json!("a"), "application/json", r#""a""#),
        ("application/json", json!(null), "application/json", "null"),
        (
            "application/vnd.api+json; v=1",
            json!([1]),
            "application/vnd.api+json; v=1",
            "[1]",
        ),
        ("*/*", json!({ "a": 1 }), "application/json", r#"{"a":1}"#),
        ("application/*", json!(1), "application/json", "1"),
        (
            "application/x-ndjson",
            json!([{ "a": 1 }, "x\ny"]),
            "application/x-ndjson",
            "{\"a\":1}\n\"x\\ny\"\n",
        ),
        (
            "application/jsonl",
            json!({ "a": 1 }),
            "application/jsonl",
            "{\"a\":1}\n",
        ),
        (
            "application/json-seq",
            json!([1, 2]),
            "application/json-seq",
            "\u{1e}1\n\u{1e}2\n",
        ),
        ("text/plain", json!("héllo\r\n"), "text/plain", "héllo\r\n"),
        ("text/plain", json!(7), "text/plain", "7"),
        ("text/*", json!("a"), "text/plain", "a"),
        (
            "text/plain; charset=iso-8859-1",
            json!("é"),
            "text/plain; charset=utf-8",
            "é",
        ),
        ("application/xml", json!("<a/>"), "application/xml", "<a/>"),
        (
            "application/yaml",
            json!({ "a": 1 }),
            "application/yaml",
            r#"{"a":1}"#,
        ),
        (
            "application/octet-stream",
            json!("aGk="),
            "application/octet-stream",
            "hi",
        ),
        (
            "image/png",
            json!("data:image/jpeg;base64,aGk="),
            "image/png",
            "hi",
        ),
        (
            "image/*",
            json!("data:image/jpeg;base64,aGk="),
            "image/jpeg",
            "hi",
        ),
        (
            "image/*",
            json!("data:text/html,hi"),
            "application/octet-stream",
            "hi",
        ),
        ("application/pdf", json!("aGk"), "application/pdf", "hi"),
    ] {
        check(media(media_type), &value, content_type, text);
    }
}

#[test]
fn anything_can_be_bytes() {
    let anything = BodyMedia {
        schema: json!({ "type": "string", "format": "binary" }),
        ..media("*/*")
    };
    let value = json!("data:image/png;base64,aGk=");
    check(anything.clone(), &value, "image/png", "hi");
    check(anything, &json!("aGk="), "application/octet-stream", "hi");
}

#[test]
fn what_cannot_be_sent_is_refused() {
    for (media_type, value, expect) in [
        (
            "application/xml",
            json!({ "a": 1 }),
            "the argument `body` is an object; give the finished text",
        ),
        (
            "image/png",
            json!("???"),
            "the argument `body` holds bytes, and `???` is neither base64 nor a data URI; give \
             one, such as `data:text/plain;base64,aGk=`",
        ),
        (
            "application/octet-stream",
            json!({}),
            "the argument `body` is an object; give base64 or a data URI as text",
        ),
        (
            "multipart/form-data",
            json!([1]),
            "the argument `body` is a list; give an object",
        ),
        (
            "text/plain",
            json!(null),
            "the argument `body` is missing; give it",
        ),
        (
            "text/plain\r\nX: y",
            json!("a"),
            "the media type `text/plain\\r\\nX: y` of the body cannot be sent; the document must \
             be corrected",
        ),
    ] {
        let tool = sending(media(media_type));
        assert_eq!(refusal(&tool, &json!({ "body": value })), expect);
    }
    let none = ApiTool {
        media: 3,
        ..sending(media("text/plain"))
    };
    assert!(refusal(&none, &json!({ "body": "a" })).contains("`number 3`"));
}

#[test]
fn a_body_may_be_absent() {
    let whole = sending(media("application/json"));
    assert_eq!(
        refusal(&whole, &json!({})),
        "the argument `body` is missing; give it"
    );
    let optional = whole.optional_body();
    assert_eq!(request(&optional, &json!({})).body, None);
    assert_eq!(request(&optional, &json!({ "body": null })).body, None);
    let spread = tool("POST", "/").properties(media("application/json"), &["a", "b"]);
    let text = |tool: &ApiTool, arguments: Value| {
        let body = request(tool, &arguments).body;
        body.map(|body| String::from_utf8(body.bytes).expect("text"))
    };
    assert_eq!(text(&spread, json!({})).as_deref(), Some("{}"));
    let both = json!({ "b": null, "a": [1] });
    assert_eq!(
        text(&spread, both).as_deref(),
        Some(r#"{"a":[1],"b":null}"#)
    );
    let optional = spread.optional_body();
    assert_eq!(text(&optional, json!({})), None);
    assert_eq!(
        text(&optional, json!({ "b": 1 })).as_deref(),
        Some(r#"{"b":1}"#)
    );
}

#[test]
fn a_body_is_given_once() {
    let mut tool = sending(media("application/json"));
    let spread = tool.clone().properties(media("application/json"), &["a"]);
    tool.layout = spread.layout;
    assert_eq!(
        refusal(&tool, &json!({ "body": {}, "a": 1 })),
        "the body is given twice, by `body` and by `a`; leave one of them out"
    );
}

#[test]
fn defaults_of_properties_that_must_be_there() {
    let names = ["kind", "name", "limit"];
    let mut tool = tool("POST", "/").properties(media("application/json"), &names);
    tool.input = json!({
        "required": ["kind", "name"],
        "properties": {
            "kind": { "$ref": "#/$defs/Kind" },
            "name": {},
            "limit": { "default": 20 },
        },
        "$defs": { "Kind": { "default": "book" } },
    });
    let body = request(&tool, &json!({ "name": "x" }))
        .body
        .expect("a body");
    assert_eq!(body.bytes, br#"{"name":"x","kind":"book"}"#);
}

#[test]
fn forms() {
    let form = |name: &str, encoding: PropertyEncoding| BodyMedia {
        encoding: BTreeMap::from([(name.to_owned(), encoding)]),
        ..media("application/x-www-form-urlencoded")
    };
    let as_json = PropertyEncoding {
        content_type: Some("application/json".to_owned()),
        ..PropertyEncoding::default()
    };
    let reserved = PropertyEncoding {
        allow_reserved: true,
        ..PropertyEncoding::default()
    };
    for (encoding, value, expect) in [
        (
            PropertyEncoding::default(),
            json!("a b&c=é"),
            "x=a%20b%26c%3D%C3%A9",
        ),
        (
            PropertyEncoding::default(),
            json!([1, "a,b"]),
            "x=1&x=a%2Cb",
        ),
        (
            PropertyEncoding::default(),
            json!({ "a": 1 }),
            "x=%7B%22a%22%3A1%7D",
        ),
        (PropertyEncoding::default(), json!(null), ""),
        (PropertyEncoding::default(), json!([]), ""),
        (as_json, json!([1]), "x=%5B1%5D"),
        (reserved.clone(), json!("a/b&c"), "x=a/b%26c"),
        (reserved, json!({ "a": "/" }), "x=%7B%22a%22:%22/%22%7D"),
        (
            encoding(ParameterStyle::DeepObject, true),
            json!({ "a": { "b": 1 } }),
            "x%5Ba%5D%5Bb%5D=1",
        ),
        (
            encoding(ParameterStyle::Form, true),
            json!({ "a": 1 }),
            "a=1",
        ),
        (
            encoding(ParameterStyle::Form, false),
            json!([1, 2]),
            "x=1,2",
        ),
        (
            encoding(ParameterStyle::PipeDelimited, false),
            json!([1, 2]),
            "x=1%7C2",
        ),
        (
            PropertyEncoding {
                explode: Some(false),
                ..PropertyEncoding::default()
            },
            json!([1, 2]),
            "x=1,2",
        ),
    ] {
        let media_type = "application/x-www-form-urlencoded";
        check(
            form("x", encoding),
            &json!({ "x": value }),
            media_type,
            expect,
        );
    }
}

#[test]
fn a_form_names_the_argument() {
    let form = BodyMedia {
        encoding: BTreeMap::from([(
            "x".to_owned(),
            encoding(ParameterStyle::PipeDelimited, false),
        )]),
        ..media("application/x-www-form-urlencoded")
    };
    let spread = tool("POST", "/").properties(form.clone(), &["x"]);
    assert!(refusal(&spread, &json!({ "x": ["a|b"] })).starts_with("the argument `x` holds"));
    let whole = sending(form);
    let sentence = refusal(&whole, &json!({ "body": { "x": ["a|b"] } }));
    assert!(
        sentence.starts_with("the argument `body.x` holds"),
        "{sentence}"
    );
}
