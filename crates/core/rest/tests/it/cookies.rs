//! Arguments in cookies.

use candor_openapi::{ApiParameter, ApiTool, ParameterPlace, ParameterStyle};
use serde_json::{Value, json};

use crate::builder::{ToolBuild, document, refusal, request, styled, tool};

fn taking(parameter: ApiParameter) -> ApiTool {
    tool("GET", "/paint").with(parameter)
}

fn color(style: ParameterStyle, explode: bool) -> ApiTool {
    taking(styled("color", ParameterPlace::Cookie, style, explode))
}

fn check(tool: &ApiTool, value: &Value, expect: &str) {
    let plan = request(tool, &json!({ "color": value }));
    let pairs: Vec<_> = plan
        .cookies
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    assert_eq!(pairs.join("; "), expect, "{value}");
}

#[test]
fn every_style() {
    let values = [
        json!(""),
        json!("blue"),
        json!(["blue", "black", "brown"]),
        json!({ "R": 100, "G": 200, "B": 150 }),
        json!(null),
        json!([]),
        json!({}),
    ];
    for style in [ParameterStyle::Form, ParameterStyle::Cookie] {
        for (explode, expect) in [
            (
                true,
                [
                    "color=",
                    "color=blue",
                    "color=blue; color=black; color=brown",
                    "R=100; G=200; B=150",
                    "",
                    "",
                    "",
                ],
            ),
            (
                false,
                [
                    "color=",
                    "color=blue",
                    "color=blue,black,brown",
                    "color=R,100,G,200,B,150",
                    "",
                    "",
                    "",
                ],
            ),
        ] {
            for (value, expect) in values.iter().zip(expect) {
                check(&color(style, explode), value, expect);
            }
        }
    }
}

#[test]
fn a_form_escapes_what_cookies_cannot_hold() {
    check(
        &color(ParameterStyle::Form, true),
        &json!("; , \"\\=\r\né"),
        "color=%3B%20%2C%20%22%5C%3D%0D%0A%C3%A9",
    );
    check(
        &color(ParameterStyle::Form, true),
        &json!({ "a;b": 1 }),
        "a%3Bb=1",
    );
    let json = document("color", ParameterPlace::Cookie, "application/json");
    check(&taking(json), &json!({ "a": 1 }), "color=%7B%22a%22%3A1%7D");
}

#[test]
fn a_plain_cookie_refuses_it() {
    let tool = color(ParameterStyle::Cookie, true);
    check(&tool, &json!("a%20b=c"), "color=a%20b=c");
    for value in ["a;b", "a b", "a,b", "\"", "\\", "\r\n", "é"] {
        for value in [json!(value), json!([value]), json!({ "k": value })] {
            let sentence = refusal(&tool, &json!({ "color": value }));
            assert!(
                sentence.contains("and a cookie cannot hold that"),
                "{sentence}"
            );
        }
    }
    let sentence = refusal(&tool, &json!({ "color": { "a=b": "c" } }));
    assert!(
        sentence.contains("the cookie `a=b`, which is no name of HTTP"),
        "{sentence}"
    );
}
