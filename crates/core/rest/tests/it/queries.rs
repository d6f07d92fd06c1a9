//! Arguments in the query.

use candor_openapi::{ApiParameter, ApiTool, ParameterPlace, ParameterStyle};
use serde_json::{Value, json};

use crate::builder::{ToolBuild, document, parameter, refusal, request, styled, tool};

fn taking(parameter: ApiParameter) -> ApiTool {
    tool("GET", "/paint").with(parameter)
}

fn color(style: ParameterStyle, explode: bool) -> ApiTool {
    taking(styled("color", ParameterPlace::Query, style, explode))
}

fn check(tool: &ApiTool, value: &Value, expect: &str) {
    let name = &tool.layout.slots[0].argument;
    let plan = request(tool, &json!({ name: value }));
    assert_eq!(plan.query, expect, "{value}");
}

#[test]
fn every_style() {
    let values = [
        json!(""),
        json!("blue"),
        json!(["blue", "black", "brown"]),
        json!({ "R": 100, "G": 200, "B": 150 }),
    ];
    let exploded = [
        "color=",
        "color=blue",
        "color=blue&color=black&color=brown",
        "R=100&G=200&B=150",
    ];
    for (style, explode, expect) in [
        (ParameterStyle::Form, true, exploded),
        (ParameterStyle::SpaceDelimited, true, exploded),
        (ParameterStyle::PipeDelimited, true, exploded),
        (ParameterStyle::TabDelimited, true, exploded),
        (
            ParameterStyle::Form,
            false,
            [
                "color=",
                "color=blue",
                "color=blue,black,brown",
                "color=R,100,G,200,B,150",
            ],
        ),
        (
            ParameterStyle::SpaceDelimited,
            false,
            [
                "color=",
                "color=blue",
                "color=blue%20black%20brown",
                "color=R%20100%20G%20200%20B%20150",
            ],
        ),
        (
            ParameterStyle::PipeDelimited,
            false,
            [
                "color=",
                "color=blue",
                "color=blue%7Cblack%7Cbrown",
                "color=R%7C100%7CG%7C200%7CB%7C150",
            ],
        ),
        (
            ParameterStyle::TabDelimited,
            false,
            [
                "color=",
                "color=blue",
                "color=blue%09black%09brown",
                "color=R%09100%09G%09200%09B%09150",
            ],
        ),
        (
            ParameterStyle::DeepObject,
            true,
            [
                "color=",
                "color=blue",
                "color=blue&color=black&color=brown",
                "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
            ],
        ),
    ] {
        let tool = color(style, explode);
        for (value, expect) in values.iter().zip(expect) {
            check(&tool, value, expect);
        }
    }
}

#[test]
fn every_kind_of_value() {
    let form = color(ParameterStyle::Form, true);
    for (value, expect) in [
        (json!(null), ""),
        (json!([]), ""),
        (json!({}), ""),
        (json!(false), "color=false"),
        (json!(0.5), "color=0.5"),
        (json!("a b+c&d=e#f"), "color=a%20b%2Bc%26d%3De%23f"),
        (json!("é"), "color=%C3%A9"),
        (json!([null, ""]), "color=null&color="),
        (json!([[1, 2]]), "color=%5B1%2C2%5D"),
        (json!({ "a&b": { "c": 1 } }), "a%26b=%7B%22c%22%3A1%7D"),
    ] {
        check(&form, &value, expect);
    }
    check(
        &color(ParameterStyle::Form, false),
        &json!(["a,b", "c"]),
        "color=a%2Cb,c",
    );
    check(&color(ParameterStyle::Form, false), &json!([""]), "color=");
}

#[test]
fn deep_objects() {
    let tool = color(ParameterStyle::DeepObject, true);
    for (value, expect) in [
        (json!({ "a": { "b": { "c": 1 } } }), "color[a][b][c]=1"),
        (json!({ "a": [1, 2] }), "color[a]=1&color[a]=2"),
        (
            json!({ "a": [{ "b": 1 }, 2, [3]] }),
            "color[a][0][b]=1&color[a][1]=2&color[a][2]=3",
        ),
        (json!({ "a": [], "b": {}, "c": null }), "color[c]=null"),
        (json!({ "a&b": "c d" }), "color[a%26b]=c%20d"),
    ] {
        let encoded = expect.replace('[', "%5B").replace(']', "%5D");
        check(&tool, &value, &encoded);
    }
    for key in ["", "a]", "[", "a][b"] {
        assert_eq!(
            refusal(&tool, &json!({ "color": { key: 1 } })),
            format!(
                "the argument `color` has a member named `{key}`, which cannot be written there: \
                 names stand in brackets, so they are not empty and hold none; leave it out"
            )
        );
    }
}

#[test]
fn what_parts_elements_cannot_be_in_them() {
    for (style, element, words) in [
        (ParameterStyle::SpaceDelimited, "a b", "a space"),
        (ParameterStyle::PipeDelimited, "a|b", "`|`"),
    ] {
        assert_eq!(
            refusal(&color(style, false), &json!({ "color": ["x", element] })),
            format!(
                "the argument `color` holds `{element}` in one element, and there {words} parts \
                 the elements; give elements without it"
            )
        );
        check(&color(style, true), &json!(["x"]), "color=x");
    }
    let tab = color(ParameterStyle::TabDelimited, false);
    assert!(refusal(&tab, &json!({ "color": { "a\tb": 1 } })).contains("there a tab parts"));
}

#[test]
fn reserved_characters_where_they_do_no_harm() {
    let reserved = |style, explode| ApiParameter {
        allow_reserved: true,
        ..styled("q", ParameterPlace::Query, style, explode)
    };
    check(
        &taking(reserved(ParameterStyle::Form, true)),
        &json!(":/?#[]@!$&'()*+,;=% \r\n"),
        "q=:/?%23[]@!$%26%27()*%2B,%3B=%25%20%0D%0A",
    );
    check(
        &taking(reserved(ParameterStyle::Form, false)),
        &json!(["a,b", "c:d"]),
        "q=a%2Cb,c:d",
    );
    check(
        &taking(reserved(ParameterStyle::DeepObject, true)),
        &json!({ "a": "b:c" }),
        "q%5Ba%5D=b:c",
    );
}

#[test]
fn documents_in_the_query() {
    for (media_type, value, expect) in [
        ("application/json", json!({ "a": 1 }), "q=%7B%22a%22%3A1%7D"),
        ("application/json", json!("a"), "q=%22a%22"),
        ("text/plain", json!("a&b"), "q=a%26b"),
        ("text/plain", json!(7), "q=7"),
        (
            "application/x-www-form-urlencoded",
            json!({ "a": [1, 2] }),
            "q=a%3D1%26a%3D2",
        ),
    ] {
        let parameter = document("q", ParameterPlace::Query, media_type);
        check(&taking(parameter), &value, expect);
    }
}

#[test]
fn one_parameter_can_be_the_whole_query() {
    for (media_type, value, expect) in [
        (
            "application/x-www-form-urlencoded",
            json!({ "a": "x y", "b": [1, 2], "c": { "d": 1 }, "e": null }),
            "a=x%20y&b=1&b=2&c=%7B%22d%22%3A1%7D",
        ),
        (
            "application/json",
            json!({ "a": "&" }),
            "%7B%22a%22%3A%22%26%22%7D",
        ),
        ("text/plain", json!("a=b&c"), "a%3Db%26c"),
    ] {
        let parameter = document("all", ParameterPlace::QueryString, media_type);
        check(&taking(parameter), &value, expect);
    }
    let styled = parameter("all", ParameterPlace::QueryString);
    check(&taking(styled), &json!({ "a": 1 }), "a=1");
    let form = document(
        "all",
        ParameterPlace::QueryString,
        "application/x-www-form-urlencoded",
    );
    assert_eq!(
        refusal(&taking(form), &json!({ "all": "a=1" })),
        "the argument `all` is a text; give an object"
    );
}

#[test]
fn the_order_is_the_documents() {
    let tool = tool("GET", "/")
        .with(parameter("b", ParameterPlace::Query))
        .with(parameter("a", ParameterPlace::Query))
        .with(parameter("$top", ParameterPlace::Query))
        .with(parameter("filter[x]", ParameterPlace::Query));
    let plan = request(&tool, &json!({ "filter[x]": 4, "$top": 3, "a": 2, "b": 1 }));
    assert_eq!(plan.query, "b=1&a=2&%24top=3&filter%5Bx%5D=4");
}

#[test]
fn an_exploded_object_cannot_be_another_parameter() {
    let tool = tool("GET", "/")
        .with(parameter("filter", ParameterPlace::Query))
        .with(parameter("admin", ParameterPlace::Query));
    assert_eq!(
        refusal(&tool, &json!({ "filter": { "admin": true } })),
        "the argument `filter` has a member named `admin`, which cannot be written there: another \
         parameter has that name; leave it out"
    );
    let plan = request(&tool, &json!({ "filter": { "filter": 1 } }));
    assert_eq!(plan.query, "filter=1");
}
