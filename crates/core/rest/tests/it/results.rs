//! Replies that are successes.

use candor_openapi::ApiTool;
use candor_rest::{RequestContext, RestReply, TruncatedBody, result, selected};
use serde_json::{Value, json};
use url::Url;

use crate::builder::tool;

/// What comes of a reply with this media type.
fn given(
    tool: &ApiTool,
    status: u16,
    media_type: &str,
    body: &[u8],
    cut: Option<TruncatedBody>,
) -> Value {
    let headers = [("Content-Type".to_owned(), media_type.to_owned())];
    let headers = if media_type.is_empty() {
        &[][..]
    } else {
        &headers[..]
    };
    let url = Url::parse("https://api.example/v1/books?key=secret").expect("a URL");
    let reply = RestReply {
        status,
        headers,
        body,
        cut,
    };
    let asked = RequestContext {
        url: &url,
        repeatable: true,
    };
    result(tool, &reply, &asked)
}

fn get(media_type: &str, body: &[u8]) -> Value {
    given(&tool("GET", "/books"), 200, media_type, body, None)
}

fn promising(wraps: bool) -> ApiTool {
    ApiTool {
        output: Some(json!({ "type": "object" })),
        wraps,
        ..tool("GET", "/books")
    }
}

fn texts(result: &Value) -> Vec<&str> {
    let content = result["content"].as_array().expect("content");
    content
        .iter()
        .filter_map(|item| item["text"].as_str())
        .collect()
}

#[test]
fn json_is_text_and_structure() {
    let body = br#"{ "b": 1.10, "a": [12345678901234567890] }"#;
    let result = get("application/json; charset=utf-8", body);
    assert_eq!(
        result,
        json!({
            "content": [{ "type": "text", "text": "{ \"b\": 1.10, \"a\": [12345678901234567890] }" }],
            "structuredContent": { "b": 1.10, "a": [12_345_678_901_234_567_890_u64] },
            "isError": false,
            "_meta": { "dev.candor/http": {
                "status": 200,
                "headers": { "content-type": "application/json; charset=utf-8" },
            } },
        })
    );
}

#[test]
fn structures_by_tool_and_value() {
    let object = br#"{"a":1}"#;
    let list = b"[1]";
    for (tool, body, expect) in [
        (tool("GET", "/"), &object[..], json!({ "a": 1 })),
        (tool("GET", "/"), &list[..], Value::Null),
        (promising(false), &object[..], json!({ "a": 1 })),
        (
            promising(true),
            &object[..],
            json!({ "result": { "a": 1 } }),
        ),
        (promising(true), &list[..], json!({ "result": [1] })),
        (promising(true), &b"null"[..], json!({ "result": null })),
    ] {
        for media_type in ["application/json", "application/hal+json", ""] {
            if media_type.is_empty() && body == b"null" {
                continue;
            }
            let result = given(&tool, 200, media_type, body, None);
            assert_eq!(result["structuredContent"], expect, "{media_type}");
            assert_eq!(result["isError"], false);
        }
    }
    // An object was promised, and no other structure will do.
    let result = given(&promising(false), 200, "application/json", list, None);
    assert_eq!(result.get("structuredContent"), None);
    assert_eq!(result["isError"], true);
    // Some APIs call JSON bytes, though their documents know better.
    let result = given(
        &promising(false),
        200,
        "application/octet-stream",
        object,
        None,
    );
    assert_eq!(result["structuredContent"], json!({ "a": 1 }));
}

#[test]
fn broken_json_is_told() {
    let note = "The API said that this is JSON, and it is not: EOF while parsing a value at \
                line 1 column 5.";
    let result = get("application/json", br#"{"a":"#);
    assert_eq!(texts(&result), [r#"{"a":"#, note]);
    assert_eq!(result["isError"], false);
    let result = given(
        &promising(false),
        200,
        "application/json",
        br#"{"a":"#,
        None,
    );
    assert_eq!(texts(&result)[..2], [r#"{"a":"#, note]);
    assert_eq!(
        texts(&result)[2],
        "The API answered 200 OK, so the call took effect, but its reply cannot be given in the \
         structure that this tool promises."
    );
    assert_eq!(result["isError"], true);
    assert_eq!(result.get("structuredContent"), None);
    // Deeper than anyone reads: broken, and no harm done.
    let deep = "[".repeat(100_000);
    assert_eq!(get("application/json", deep.as_bytes())["isError"], false);
}

#[test]
fn text_is_text() {
    for (media_type, body, expect) in [
        ("text/plain", "héllo".as_bytes(), "héllo"),
        ("text/html; charset=ISO-8859-1", b"caf\xe9", "café"),
        ("text/csv; charset=utf-16le", b"a\0,\0", "a,"),
        ("application/xml", b"<a/>", "<a/>"),
        ("image/svg+xml", b"<svg/>", "<svg/>"),
        ("application/x-yaml", b"a: 1", "a: 1"),
        ("application/javascript", b"1", "1"),
        ("application/x-www-form-urlencoded", b"a=1", "a=1"),
        ("application/x-ndjson", b"{}\n{}\n", "{}\n{}\n"),
        ("", "text, 文字".as_bytes(), "text, 文字"),
    ] {
        let result = get(media_type, body);
        assert_eq!(texts(&result), [expect], "{media_type}");
        assert_eq!(result.get("structuredContent"), None);
    }
    let lossy = get("text/plain", b"caf\xe9");
    assert_eq!(texts(&lossy)[0], "caf\u{fffd}");
    assert!(texts(&lossy)[1].starts_with("Some bytes of the reply are not text"));
}

#[test]
fn other_things_are_what_they_are() {
    for (media_type, body, expect) in [
        (
            "image/png; x=1",
            &b"\x89PNG"[..],
            json!({ "type": "image", "data": "iVBORw==", "mimeType": "image/png" }),
        ),
        (
            "audio/mpeg",
            b"\0",
            json!({ "type": "audio", "data": "AA==", "mimeType": "audio/mpeg" }),
        ),
        (
            "application/pdf",
            b"%PDF",
            json!({ "type": "resource", "resource": {
                "uri": "https://api.example/v1/books",
                "mimeType": "application/pdf",
                "blob": "JVBERg==",
            } }),
        ),
        (
            "",
            b"\0\xff",
            json!({ "type": "resource", "resource": {
                "uri": "https://api.example/v1/books",
                "mimeType": "application/octet-stream",
                "blob": "AP8=",
            } }),
        ),
        (
            "no media type",
            b"x",
            json!({ "type": "resource", "resource": {
                "uri": "https://api.example/v1/books",
                "mimeType": "application/octet-stream",
                "blob": "eA==",
            } }),
        ),
    ] {
        let result = get(media_type, body);
        assert_eq!(result["content"], json!([expect]), "{media_type}");
        assert_eq!(result["isError"], false);
    }
}

#[test]
fn nothing_is_a_sentence() {
    for (tool, status, expect) in [
        (
            tool("DELETE", "/"),
            204,
            "Done: the API answered 204 No Content, without a body.",
        ),
        (
            promising(false),
            200,
            "Done: the API answered 200 OK, without a body.",
        ),
        (
            tool("GET", "/"),
            304,
            "Not changed: the API answered 304 Not Modified.",
        ),
        (
            tool("GET", "/"),
            299,
            "Done: the API answered 299, without a body.",
        ),
    ] {
        let result = given(&tool, status, "application/json", b"", None);
        assert_eq!(texts(&result), [expect]);
        assert_eq!(result["isError"], false);
        assert_eq!(result.get("structuredContent"), None);
    }
}

#[test]
fn headers_that_help_are_told() {
    let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let headers = [
        header("Location", "/v1/books/7"),
        header("Set-Cookie", "secret=1"),
        header("WWW-Authenticate", "secret"),
        header("X-Internal", "secret"),
        header("Link", "</a>; rel=next"),
        header("link", "</b>; rel=last"),
        header("ETag", "\"1\""),
        header("X-RateLimit-Remaining", "3"),
        header("RateLimit", "limit=1"),
    ];
    let url = Url::parse("https://api.example/v1/books").expect("a URL");
    let reply = RestReply {
        status: 201,
        headers: &headers,
        body: b"",
        cut: None,
    };
    let asked = RequestContext {
        url: &url,
        repeatable: false,
    };
    let created = result(&tool("POST", "/books"), &reply, &asked);
    assert_eq!(
        texts(&created),
        ["Done: the API answered 201 Created, without a body. It points to /v1/books/7"]
    );
    let told = json!({
        "location": "/v1/books/7",
        "link": "</a>; rel=next, </b>; rel=last",
        "etag": "\"1\"",
        "x-ratelimit-remaining": "3",
        "ratelimit": "limit=1",
    });
    assert_eq!(
        created["_meta"]["dev.candor/http"],
        json!({ "status": 201, "headers": told })
    );
    let head = result(
        &tool("HEAD", "/books"),
        &RestReply {
            status: 200,
            ..reply
        },
        &asked,
    );
    assert_eq!(
        texts(&head),
        [
            "The API answered 200 OK.\nlocation: /v1/books/7\nlink: </a>; rel=next, </b>; \
          rel=last\netag: \"1\"\nx-ratelimit-remaining: 3\nratelimit: limit=1"
        ]
    );
}

#[test]
fn a_cut_is_told() {
    let cut = |kept, total| {
        let late = false;
        Some(TruncatedBody { kept, total, late })
    };
    let plain = tool("GET", "/");
    let selecting = ApiTool {
        selects: true,
        ..promising(false)
    };
    let less = "Ask for less: narrow the arguments, or read page by page.";
    let result = given(
        &plain,
        200,
        "text/plain",
        b"caf\xc3",
        cut(1_048_576, Some(2_147_483_648)),
    );
    assert_eq!(
        texts(&result),
        [
            "caf".to_owned(),
            format!("The reply was too long: bytes 0-1048575 of 2147483648 were kept. {less}")
        ]
    );
    let result = given(&plain, 200, "application/json", b"{}", cut(2, None));
    assert_eq!(
        texts(&result)[1],
        format!("The reply was too long: bytes 0-1 of an unknown number were kept. {less}")
    );
    assert_eq!(result.get("structuredContent"), None);
    assert_eq!(result["isError"], false);
    for media_type in ["application/json", ""] {
        let result = given(&selecting, 200, media_type, b"{\"a\"", cut(4, Some(9)));
        assert!(texts(&result)[1].ends_with(
            "Ask for less: choose a part with `_select`, narrow the arguments, or read page by page."
        ));
        assert_eq!(result["isError"], true);
        assert_eq!(result.get("structuredContent"), None);
    }
    let result = given(&plain, 200, "image/png", b"\x89", cut(1, Some(9)));
    assert_eq!(
        texts(&result)[0],
        "The reply is a picture that is not all there, so it is not shown."
    );
    let result = given(&plain, 200, "application/zip", b"PK", cut(2, Some(9)));
    assert_eq!(result["content"][0]["resource"]["blob"], "UEs=");
    assert_eq!(texts(&result).len(), 1);
    let result = given(&plain, 200, "application/zip", b"", cut(0, Some(9)));
    assert_eq!(
        texts(&result),
        ["Done: the API answered 200 OK. The reply was too long: no bytes of 9 were kept."]
    );
}

#[test]
fn a_selection_has_a_place_of_its_own() {
    let reply = RestReply {
        status: 200,
        headers: &[],
        body: b"ignored",
        cut: None,
    };
    let cases: [(&[&str], _, _); 5] = [
        (&[r#"[{"id":1}]"#], r#"[{"id":1}]"#, json!([{ "id": 1 }])),
        (&[r#""plain""#], "plain", json!("plain")),
        (&["null"], "null", json!(null)),
        (&["1", r#""a""#], "1\n\"a\"", json!([1, "a"])),
        (&[], "", json!([])),
    ];
    for (outputs, text, selection) in cases {
        let result = selected(&reply, outputs);
        assert_eq!(
            result,
            json!({
                "content": [{ "type": "text", "text": text }],
                "structuredContent": { "selected": selection },
                "isError": false,
                "_meta": { "dev.candor/http": { "status": 200, "headers": {} } },
            })
        );
    }
}
