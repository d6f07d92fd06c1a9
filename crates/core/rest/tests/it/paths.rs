//! Arguments in the path.

use candor_openapi::{ApiTool, ParameterPlace, ParameterStyle};
use serde_json::{Value, json};
use url::Url;

use crate::builder::{ToolBuild, call, document, parameter, refusal, request, styled, tool};

fn styled_tool(style: ParameterStyle, explode: bool) -> ApiTool {
    let color = styled("color", ParameterPlace::Path, style, explode);
    tool("GET", "/paint/{color}").with(color)
}

/// The values of the tables in the OpenAPI specification.
fn values() -> [Value; 3] {
    [
        json!("blue"),
        json!(["blue", "black", "brown"]),
        json!({ "R": 100, "G": 200, "B": 150 }),
    ]
}

#[test]
fn every_style() {
    for (style, explode, expect) in [
        (
            ParameterStyle::Simple,
            false,
            ["blue", "blue,black,brown", "R,100,G,200,B,150"],
        ),
        (
            ParameterStyle::Simple,
            true,
            ["blue", "blue,black,brown", "R=100,G=200,B=150"],
        ),
        (
            ParameterStyle::Label,
            false,
            [".blue", ".blue,black,brown", ".R,100,G,200,B,150"],
        ),
        (
            ParameterStyle::Label,
            true,
            [".blue", ".blue.black.brown", ".R=100.G=200.B=150"],
        ),
        (
            ParameterStyle::Matrix,
            false,
            [
                ";color=blue",
                ";color=blue,black,brown",
                ";color=R,100,G,200,B,150",
            ],
        ),
        (
            ParameterStyle::Matrix,
            true,
            [
                ";color=blue",
                ";color=blue;color=black;color=brown",
                ";R=100;G=200;B=150",
            ],
        ),
    ] {
        let tool = styled_tool(style, explode);
        for (value, expect) in values().iter().zip(expect) {
            let plan = request(&tool, &json!({ "color": value }));
            assert_eq!(plan.path, format!("/paint/{expect}"), "{style:?} {explode}");
        }
    }
    let matrix = styled_tool(ParameterStyle::Matrix, true);
    assert_eq!(
        request(&matrix, &json!({ "color": "" })).path,
        "/paint/;color"
    );
}

#[test]
fn every_kind_of_value() {
    let tool = styled_tool(ParameterStyle::Simple, false);
    for (value, expect) in [
        (json!(7), "7"),
        (json!(-1.5), "-1.5"),
        (json!(u64::MAX), "18446744073709551615"),
        (json!(true), "true"),
        (json!("a b"), "a%20b"),
        (json!("/?#%\\\r\n\0&="), "%2F%3F%23%25%5C%0D%0A%00%26%3D"),
        (json!("é😀"), "%C3%A9%F0%9F%98%80"),
        (json!("-._~"), "-._~"),
        (json!("..."), "..."),
        (json!("a,b"), "a%2Cb"),
        (json!(["a,b", "c"]), "a%2Cb,c"),
        (
            json!([null, [1], { "k": "v" }]),
            "null,%5B1%5D,%7B%22k%22%3A%22v%22%7D",
        ),
        (json!({ "k=": "a=b" }), "k%3D,a%3Db"),
    ] {
        let plan = request(&tool, &json!({ "color": value }));
        assert_eq!(plan.path, format!("/paint/{expect}"), "{value}");
    }
    let label = styled_tool(ParameterStyle::Label, true);
    let plan = request(&label, &json!({ "color": ["1.5", "a.b"] }));
    assert_eq!(plan.path, "/paint/.1%2E5.a%2Eb");
}

#[test]
fn what_would_lead_elsewhere_is_refused() {
    let tool = styled_tool(ParameterStyle::Simple, false);
    for value in [
        ".",
        "..",
        "%2e",
        "%2E%2e",
        ".%2e",
        "%252e%252e",
        "../admin",
        "a/../b",
        "a\\..\\b",
        "..%2fadmin",
        "./a",
        "a/..",
    ] {
        let sentence = refusal(&tool, &json!({ "color": value }));
        assert!(
            sentence.starts_with("the argument `color` makes `")
                && sentence.ends_with(
                    "of a part of the path, which would lead to another path; give a value without \
                     `.` and `..` between slashes"
                ),
            "{sentence}"
        );
    }
    let plan = request(&tool, &json!({ "color": ["..", ".."] }));
    assert_eq!(plan.path, "/paint/..,..");
}

#[test]
fn dots_of_two_arguments_are_refused() {
    let tool = tool("GET", "/a/{x}{y}")
        .with(parameter("x", ParameterPlace::Path))
        .with(parameter("y", ParameterPlace::Path));
    assert!(refusal(&tool, &json!({ "x": ".", "y": "." })).contains("`y`"));
    assert_eq!(request(&tool, &json!({ "x": "a", "y": "." })).path, "/a/a.");
    let label = styled_tool(ParameterStyle::Label, false);
    assert!(refusal(&label, &json!({ "color": "." })).contains("`..`"));
    assert!(refusal(&label, &json!({ "color": "" })).contains("`.`"));
}

#[test]
fn nothing_in_the_path_is_refused() {
    for style in [
        ParameterStyle::Simple,
        ParameterStyle::Label,
        ParameterStyle::Matrix,
    ] {
        let tool = styled_tool(style, false);
        for value in [json!(null), json!([]), json!({})] {
            assert_eq!(
                refusal(&tool, &json!({ "color": value })),
                "the argument `color` is empty, and it is a part of the path; give it a value"
            );
        }
    }
    let simple = styled_tool(ParameterStyle::Simple, false);
    for value in [json!(""), json!([""])] {
        assert!(refusal(&simple, &json!({ "color": value })).contains("is empty"));
    }
    assert_eq!(
        refusal(&simple, &json!({})),
        "the argument `color` is missing; give it"
    );
}

#[test]
fn documents_in_the_path() {
    let json = tool("GET", "/by/{filter}").with(document(
        "filter",
        ParameterPlace::Path,
        "application/json",
    ));
    let plan = request(&json, &json!({ "filter": { "a": [1, "/"] } }));
    assert_eq!(plan.path, "/by/%7B%22a%22%3A%5B1%2C%22%2F%22%5D%7D");
    let text =
        tool("GET", "/by/{filter}").with(document("filter", ParameterPlace::Path, "text/plain"));
    assert_eq!(
        request(&text, &json!({ "filter": "a/b" })).path,
        "/by/a%2Fb"
    );
    assert_eq!(
        refusal(&text, &json!({ "filter": [1] })),
        "the argument `filter` is a list; give the finished text"
    );
}

#[test]
fn the_literal_parts_are_kept() {
    for (template, expect) in [
        ("/books/{id}:cancel", "/books/7:cancel"),
        ("/books/{id}.json", "/books/7.json"),
        ("/a b/{id}", "/a%20b/7"),
        ("/a%2Fb/{id}/", "/a%2Fb/7/"),
        ("/é/{id}/$value", "/%C3%A9/7/$value"),
        ("/f(id='{id}')", "/f(id='7')"),
        ("//{id}", "//7"),
        ("/#Action=Get/{id}", "/"),
        ("/{id}#tags", "/7"),
    ] {
        let tool = tool("GET", template).with(parameter("id", ParameterPlace::Path));
        let plan = request(&tool, &json!({ "id": 7 }));
        assert_eq!(
            (plan.path.as_str(), plan.query.as_str()),
            (expect, ""),
            "{template}"
        );
        let url = plan
            .url(&Url::parse("https://api.example/v1/").expect("a URL"))
            .unwrap_or_else(|error| panic!("{template}: {error}"));
        assert_eq!(url.path(), format!("/v1{expect}"));
    }
}

#[test]
fn a_query_in_the_path_is_a_query() {
    let tool = tool("GET", "/{id}?acl&who='{id}'")
        .with(parameter("id", ParameterPlace::Path))
        .with(parameter("limit", ParameterPlace::Query));
    let plan = request(&tool, &json!({ "id": "a&b", "limit": 5 }));
    assert_eq!(plan.path, "/a%26b");
    assert_eq!(plan.query, "acl&who=%27a%26b%27&limit=5");
    let url = plan.url(&Url::parse("https://api.example").expect("a URL"));
    assert_eq!(
        url.expect("an address").as_str(),
        "https://api.example/a%26b?acl&who=%27a%26b%27&limit=5"
    );
}

#[test]
fn paths_that_no_address_can_have_are_refused() {
    for template in ["/a/../b", "/a/./b", "/%2e%2E/b", "/{unknown}"] {
        let error = call(&tool("GET", template), &json!({})).expect_err("a refusal");
        assert_eq!(
            error.to_string(),
            format!(
                "the path `{template}` of the operation cannot be sent as it is written; its \
                 document must be corrected"
            )
        );
    }
}
