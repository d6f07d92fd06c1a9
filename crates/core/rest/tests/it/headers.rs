//! Arguments in headers.

use candor_openapi::{ApiParameter, ApiTool, ParameterPlace, ParameterStyle};
use serde_json::{Value, json};

use crate::builder::{ToolBuild, document, parameter, refusal, request, styled, tool};

fn taking(parameter: ApiParameter) -> ApiTool {
    tool("GET", "/paint").with(parameter)
}

fn color(explode: bool) -> ApiTool {
    taking(styled(
        "X-Color",
        ParameterPlace::Header,
        ParameterStyle::Simple,
        explode,
    ))
}

fn check(tool: &ApiTool, value: &Value, expect: Option<&str>) {
    let plan = request(tool, &json!({ "X-Color": value }));
    let expect: Vec<_> = expect
        .map(|value| ("X-Color".to_owned(), value.to_owned()))
        .into_iter()
        .collect();
    assert_eq!(plan.headers, expect, "{value}");
}

#[test]
fn every_kind_of_value() {
    for (value, flat, exploded) in [
        (json!("blue"), Some("blue"), Some("blue")),
        (json!(""), Some(""), Some("")),
        (json!("a, b%20c"), Some("a, b%20c"), Some("a, b%20c")),
        (json!(7), Some("7"), Some("7")),
        (json!(null), None, None),
        (json!([]), None, None),
        (json!({}), None, None),
        (
            json!(["blue", "black", "brown"]),
            Some("blue,black,brown"),
            Some("blue,black,brown"),
        ),
        (
            json!({ "R": 100, "G": 200, "B": 150 }),
            Some("R,100,G,200,B,150"),
            Some("R=100,G=200,B=150"),
        ),
        (json!("50% é"), Some("50%25 %C3%A9"), Some("50%25 %C3%A9")),
    ] {
        check(&color(false), &value, flat);
        check(&color(true), &value, exploded);
    }
}

#[test]
fn documents_in_headers() {
    let json = taking(document(
        "X-Color",
        ParameterPlace::Header,
        "application/json",
    ));
    check(
        &json,
        &json!({ "é": ["\r\n", ","] }),
        Some(r#"{"\u00e9":["\r\n",","]}"#),
    );
    let text = taking(document("X-Color", ParameterPlace::Header, "text/plain"));
    check(&text, &json!("a b"), Some("a b"));
}

#[test]
fn what_would_end_a_header_is_refused() {
    for value in ["a\r\nX-Evil: 1", "a\nb", "a\0b", "a\tb", "\u{7f}", "\u{85}"] {
        let sentence = refusal(&color(false), &json!({ "X-Color": value }));
        assert!(
            sentence.starts_with("the argument `X-Color` is `")
                && sentence.ends_with(
                    "and a header cannot hold that: it holds a line break or another control \
                     character; leave it out"
                ),
            "{sentence}"
        );
        refusal(&color(true), &json!({ "X-Color": [value] }));
        refusal(&color(true), &json!({ "X-Color": { value: 1 } }));
    }
}

#[test]
fn what_would_not_arrive_is_refused() {
    for (value, expect) in [
        (json!(" a"), "would be lost"),
        (json!("a "), "would be lost"),
        (json!(["a", " b"]), "would be lost"),
        (json!(["a,b"]), "there a comma parts the elements"),
        (json!({ "a=b": 1 }), "`=` ends a name there"),
    ] {
        let sentence = refusal(&color(true), &json!({ "X-Color": value }));
        assert!(sentence.contains(expect), "{sentence}");
    }
}

#[test]
fn some_headers_are_not_for_callers() {
    for name in [
        "Host",
        "content-length",
        "Content-Type",
        "Transfer-Encoding",
        "CONNECTION",
        "Authorization",
        "Cookie",
        "Set-Cookie",
        "Proxy-Authorization",
        "proxy-anything",
        "TE",
        "Upgrade",
        "X-HTTP-Method-Override",
    ] {
        let tool = taking(parameter(name, ParameterPlace::Header));
        assert_eq!(
            refusal(&tool, &json!({ name: "x" })),
            format!(
                "the argument `{name}` would set the header `{name}`, which callers cannot set; \
                 leave it out"
            )
        );
        assert!(request(&tool, &json!({})).headers.is_empty());
    }
    for name in ["", "X Y", "X:Y", "X\r\nY", "É"] {
        let tool = taking(parameter(name, ParameterPlace::Header));
        assert!(refusal(&tool, &json!({ name: "x" })).contains("no name of HTTP"));
    }
}

#[test]
fn accept_is_set_and_not_repeated() {
    let tool = taking(parameter("Accept", ParameterPlace::Header));
    let plan = request(&tool, &json!({ "Accept": "text/csv" }));
    assert_eq!((plan.accept.as_str(), plan.headers.len()), ("text/csv", 0));
}
