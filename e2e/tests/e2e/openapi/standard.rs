//! The examples of the standard, for each style of parameter.

use candor_testkit::http_api::ReceivedRequest;
use candor_testkit::text::rows;
use serde_json::json;

use super::gateway::ApiGateway;
use super::styles::{ECHO, sent};

/// A tool, and how it writes a text, a list and an object.
const TABLE: &str = r"
    path_simple | blue | blue,black,brown | R,100,G,200,B,150
    path_simple_exploded | blue | blue,black,brown | R=100,G=200,B=150
    path_label | .blue | .blue,black,brown | .R,100,G,200,B,150
    path_label_exploded | .blue | .blue.black.brown | .R=100.G=200.B=150
    path_matrix | ;v=blue | ;v=blue,black,brown | ;v=R,100,G,200,B,150
    path_matrix_exploded | ;v=blue | ;v=blue;v=black;v=brown | ;R=100;G=200;B=150
    query_form | v=blue | v=blue,black,brown | v=R,100,G,200,B,150
    query_form_exploded | v=blue | v=blue&v=black&v=brown | R=100&G=200&B=150
    query_space | v=blue | v=blue%20black%20brown | v=R%20100%20G%20200%20B%20150
    query_pipe | v=blue | v=blue%7Cblack%7Cbrown | v=R%7C100%7CG%7C200%7CB%7C150
    header_simple | blue | blue,black,brown | R,100,G,200,B,150
    header_simple_exploded | blue | blue,black,brown | R=100,G=200,B=150
    cookie_form | v=blue | v=blue,black,brown | v=R,100,G,200,B,150
    cookie_form_exploded | v=blue | v=blue; v=black; v=brown | R=100; G=200; B=150
    cookie_plain | v=blue | v=blue,black,brown | v=R,100,G,200,B,150
";

/// The part of a request in which a tool writes its argument, undecoded.
fn part(tool: &str, request: &ReceivedRequest) -> Option<String> {
    let (place, style) = tool.split_once('_').expect("a place and a style");
    match place {
        "path" => {
            let start = format!("/path/{}/", style.replace('_', "-"));
            let rest = request.target.strip_prefix(&start)?;
            rest.strip_suffix("/end").map(str::to_owned)
        }
        "query" => request.query().map(str::to_owned),
        "header" => request.header("x-value").map(str::to_owned),
        _ => request.header("cookie").map(str::to_owned),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_style_writes_as_the_standard_does() {
    let (stage, mut client) = ApiGateway::with_client(ECHO, "").await;
    let values = [
        json!("blue"),
        json!(["blue", "black", "brown"]),
        json!({"R": 100, "G": 200, "B": 150}),
    ];
    for [tool, expected @ ..] in rows::<4>(TABLE) {
        let name = if tool.starts_with("header") {
            "X-Value"
        } else {
            "v"
        };
        for (value, expect) in values.iter().zip(expected) {
            let request = sent(&stage, &mut client, tool, &json!({ name: value })).await;
            let found = part(tool, &request);
            assert_eq!(found.as_deref(), Some(expect), "{tool}: {}", request.target);
        }
    }
}
