//! Bodies of several parts.

use std::collections::BTreeMap;

use candor_openapi::{ApiTool, BodyMedia, PropertyEncoding};
use serde_json::{Value, json};

use crate::builder::{ToolBuild, media, refusal, request, tool};
use crate::decode::{DecodedPart, multipart};

fn sending(properties: &Value, encoding: &[(&str, &str)]) -> ApiTool {
    let encoding: BTreeMap<_, _> = encoding
        .iter()
        .map(|(name, media_type)| {
            let encoding = PropertyEncoding {
                content_type: Some((*media_type).to_owned()),
                ..PropertyEncoding::default()
            };
            ((*name).to_owned(), encoding)
        })
        .collect();
    tool("POST", "/things").body(BodyMedia {
        schema: json!({ "type": "object", "properties": properties }),
        encoding,
        ..media("multipart/form-data")
    })
}

fn parts(tool: &ApiTool, value: &Value) -> Vec<DecodedPart> {
    let body = request(tool, &json!({ "body": value }))
        .body
        .expect("a body");
    multipart(&body.content_type, &body.bytes)
}

fn part(name: &str, file: Option<&str>, content_type: Option<&str>, bytes: &[u8]) -> DecodedPart {
    DecodedPart {
        name: name.to_owned(),
        file_name: file.map(str::to_owned),
        content_type: content_type.map(str::to_owned),
        bytes: bytes.to_vec(),
    }
}

#[test]
fn plain_properties() {
    let tool = sending(&json!({ "a": { "type": "string" } }), &[]);
    let value = json!({
        "a": "data:,no file\r\n",
        "n": 7,
        "b": true,
        "list": ["x", 1],
        "deep": [[1], { "k": 2 }],
        "object": { "k": "é" },
        "nothing": null,
        "none": [],
        "text": "",
    });
    let json = Some("application/json");
    assert_eq!(
        parts(&tool, &value),
        [
            part("a", None, None, b"data:,no file\r\n"),
            part("n", None, None, b"7"),
            part("b", None, None, b"true"),
            part("list", None, None, b"x"),
            part("list", None, None, b"1"),
            part("deep", None, json, b"[1]"),
            part("deep", None, json, br#"{"k":2}"#),
            part("object", None, json, "{\"k\":\"é\"}".as_bytes()),
            part("text", None, None, b""),
        ]
    );
    assert_eq!(parts(&tool, &json!({})), []);
}

#[test]
fn files_by_schema() {
    let bytes = Some("application/octet-stream");
    for schema in [
        json!({ "type": "string", "format": "binary" }),
        json!({ "contentMediaType": "image/png" }),
        json!({ "type": "string", "contentEncoding": "binary" }),
        json!({ "type": "file" }),
        json!({ "type": "array", "items": { "format": "binary" } }),
        json!({ "anyOf": [{ "format": "binary" }, { "type": "null" }] }),
    ] {
        let tool = sending(&json!({ "f": schema }), &[]);
        assert_eq!(
            parts(&tool, &json!({ "f": "AAH/" })),
            [part("f", Some("f"), bytes, &[0, 1, 255])],
            "{schema}"
        );
    }
    for schema in [
        json!({ "type": "string" }),
        json!({ "type": "string", "format": "byte", "contentEncoding": "base64" }),
        json!({ "contentMediaType": "application/json" }),
        json!({ "contentMediaType": "image/png", "contentEncoding": "base64" }),
    ] {
        let tool = sending(&json!({ "f": schema }), &[]);
        let expect = [part("f", None, None, b"AAH/")];
        assert_eq!(parts(&tool, &json!({ "f": "AAH/" })), expect, "{schema}");
    }
}

#[test]
fn the_data_uri_names_the_file() {
    let tool = sending(
        &json!({ "f": { "type": "array", "items": { "format": "binary" } } }),
        &[],
    );
    let value = json!({ "f": [
        "data:image/png;name=a%20%22b%22.png;base64,aGk=",
        "data:text/plain,hi",
    ] });
    assert_eq!(
        parts(&tool, &value),
        [
            part("f", Some("a \"b\".png"), Some("image/png"), b"hi"),
            part("f", Some("f"), Some("text/plain"), b"hi"),
        ]
    );
    // Where nothing is said, a data URI is a file.
    let silent = sending(&json!({ "f": {} }), &[]);
    assert_eq!(
        parts(
            &silent,
            &json!({ "f": "data:a/b,hi", "g": "data:a/b,hi", "h": "hi" })
        ),
        [
            part("f", Some("f"), Some("a/b"), b"hi"),
            part("g", Some("g"), Some("a/b"), b"hi"),
            part("h", None, None, b"hi"),
        ]
    );
}

#[test]
fn the_document_names_the_media_type() {
    for (declared, value, expect) in [
        (
            "image/png, image/jpeg",
            json!("aGk="),
            part("f", Some("f"), Some("image/png"), b"hi"),
        ),
        (
            "image/png, image/jpeg",
            json!("data:image/jpeg,hi"),
            part("f", Some("f"), Some("image/jpeg"), b"hi"),
        ),
        (
            "image/png, image/jpeg",
            json!("data:text/html,hi"),
            part("f", Some("f"), Some("image/png"), b"hi"),
        ),
        (
            "application/json",
            json!([1, 2]),
            part("f", None, Some("application/json"), b"[1,2]"),
        ),
        (
            "application/json",
            json!("a"),
            part("f", None, Some("application/json"), b"\"a\""),
        ),
        (
            "text/csv",
            json!("a,b"),
            part("f", None, Some("text/csv"), b"a,b"),
        ),
        ("text/x\r\nEvil: 1", json!("a"), part("f", None, None, b"a")),
    ] {
        let tool = sending(&json!({ "f": {} }), &[("f", declared)]);
        assert_eq!(parts(&tool, &json!({ "f": value })), [expect], "{declared}");
    }
    let csv = sending(&json!({ "f": {} }), &[("f", "text/csv")]);
    assert_eq!(
        refusal(&csv, &json!({ "body": { "f": [{ "a": 1 }] } })),
        "the argument `body.f` is an object; give the finished text"
    );
    // A schema of a text counts more than a media type of bytes, unless a data URI is given.
    let text = sending(&json!({ "f": { "type": "string" } }), &[("f", "image/png")]);
    let png = Some("image/png");
    let expect = [part("f", None, png, b"aGk=")];
    assert_eq!(parts(&text, &json!({ "f": "aGk=" })), expect);
    let expect = [part("f", Some("f"), png, b"hi")];
    assert_eq!(parts(&text, &json!({ "f": "data:image/png,hi" })), expect);
}

#[test]
fn the_tools_own_schema_is_asked_too() {
    let media = BodyMedia {
        schema: json!({ "$ref": "#/$defs/Unreachable" }),
        ..media("multipart/form-data")
    };
    let tool = ApiTool {
        input: json!({ "properties": { "f": { "contentEncoding": "base64" } } }),
        ..tool("POST", "/").properties(media, &["f"])
    };
    let body = request(&tool, &json!({ "f": "aGk=" }))
        .body
        .expect("a body");
    let bytes = Some("application/octet-stream");
    let expect = [part("f", Some("f"), bytes, b"hi")];
    assert_eq!(multipart(&body.content_type, &body.bytes), expect);
    assert!(refusal(&tool, &json!({ "f": "?" })).starts_with("the argument `f` holds bytes"));
}

#[test]
fn files_behind_alternatives_are_found() {
    let form = json!({ "properties": { "f": { "format": "binary" } } });
    for schema in [
        json!({ "allOf": [{}, form] }),
        json!({ "oneOf": [{ "$ref": "#/$defs/Loop" }, form] }),
    ] {
        let media = BodyMedia {
            schema,
            ..media("multipart/form-data")
        };
        let tool = ApiTool {
            input: json!({ "$defs": { "Loop": { "anyOf": [{ "$ref": "#/$defs/Loop" }] } } }),
            ..tool("POST", "/").body(media)
        };
        let bytes = Some("application/octet-stream");
        let expect = [part("f", Some("f"), bytes, b"hi")];
        assert_eq!(parts(&tool, &json!({ "f": "aGk=" })), expect);
    }
}

#[test]
fn names_cannot_end_their_header() {
    let tool = sending(&json!({}), &[]);
    let name = "a\"\r\nEvil: 1\r\n\r\nx\0";
    let body = request(&tool, &json!({ "body": { name: "v" } }))
        .body
        .expect("a body");
    let text = String::from_utf8(body.bytes.clone()).expect("text");
    assert!(
        text.contains("name=\"a%22%0D%0AEvil: 1%0D%0A%0D%0Ax%00\"\r\n"),
        "{text}"
    );
    assert_eq!(
        parts(&tool, &json!({ name: "v" })),
        [part(name, None, None, b"v")]
    );
}

#[test]
fn equal_calls_are_equal_requests() {
    let tool = sending(&json!({}), &[]);
    let once = request(&tool, &json!({ "body": { "a": "1" } }));
    assert_eq!(once, request(&tool, &json!({ "body": { "a": "1" } })));
    assert_ne!(once, request(&tool, &json!({ "body": { "a": "2" } })));
    // A text that holds the boundary of another request, or looks like one, stays a text.
    let body = once.body.expect("a body");
    let text = String::from_utf8(body.bytes).expect("text");
    let expect = [part("a", None, None, text.as_bytes())];
    assert_eq!(parts(&tool, &json!({ "a": text })), expect);
}

#[test]
fn other_kinds_of_parts() {
    for (media_type, expect) in [
        ("multipart/mixed", "multipart/mixed; boundary="),
        ("multipart/*", "multipart/form-data; boundary="),
        (
            "Multipart/Form-Data; boundary=x",
            "multipart/form-data; boundary=",
        ),
    ] {
        let tool = tool("POST", "/").body(media(media_type));
        let body = request(&tool, &json!({ "body": { "a": 1 } }))
            .body
            .expect("a body");
        assert!(
            body.content_type.starts_with(expect),
            "{}",
            body.content_type
        );
        let expect = [part("a", None, None, b"1")];
        assert_eq!(multipart(&body.content_type, &body.bytes), expect);
    }
}
