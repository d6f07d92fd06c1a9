//! Clients that others wrote: each lists and calls a function and a tool of a pack.

mod rust;

use serde_json::{Value, json};

use crate::peers::{PeerProgram, inspect, javascript, python};

use super::kit::{FunctionGateway, source};

const WEATHER: &str = include_str!("clients/weather.ts");

async fn stage() -> FunctionGateway {
    let text = source("f", "weather.ts", "") + "[sources.gs1]\nkind = \"pack\"\nsample = true\n";
    FunctionGateway::open(&[("weather.ts", WEATHER)], &text).await
}

/// How a client reaches the gateway: at its address, or by starting one on data of its own.
fn doors(stage: &FunctionGateway) -> [Vec<String>; 2] {
    let gateway = &stage.gateway;
    [
        vec![gateway.url().to_owned()],
        gateway.stdio_line("child-data"),
    ]
}

/// What a client printed.
fn parsed(text: &str, who: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{who}: {error}: {text}"))
}

/// What a client must have been told.
fn check(said: &Value, who: &str) {
    check_tools(&said["tools"], who);
    let sky = json!({"city": "Graz", "days": 3, "sky": "clear"});
    assert_eq!(said["function"]["structuredContent"], sky, "{who}: {said}");
    check_steps(&said["steps"], who);
    let checked = &said["pack"]["structuredContent"];
    assert_eq!(checked["valid"], true, "{who}: {said}");
    assert_eq!(checked["format"], "GTIN-13", "{who}: {said}");
    let content = said["picture"]["content"].as_array().expect("content");
    let picture = content.iter().find(|part| part["type"] == "image");
    let picture = picture.unwrap_or_else(|| panic!("{who}: no picture: {said}"));
    assert_eq!(picture["mimeType"], "image/png", "{who}");
    check_refusal(&said["refused"], who);
}

/// Progress is handled beside the answer, by some clients in any order, and what is heard together
/// with the answer by some not at all.
fn check_steps(steps: &Value, who: &str) {
    let steps = steps.as_array().expect("steps").iter();
    let steps: Vec<f64> = steps.map(|step| step.as_f64().expect("a number")).collect();
    assert!(steps.contains(&1.0), "{who}: {steps:?}");
    assert!(
        steps.iter().all(|step| [1.0, 2.0, 3.0].contains(step)),
        "{who}: {steps:?}"
    );
}

/// What a client must see of the two in a list.
fn check_tools(tools: &Value, who: &str) {
    let tools = tools.as_array().unwrap_or_else(|| panic!("{who}: no list"));
    let find = |name: &str| {
        let tool = tools.iter().find(|tool| tool["name"] == name);
        tool.unwrap_or_else(|| panic!("{who}: no `{name}`: {tools:?}"))
    };
    let forecast = find("f_forecast");
    assert_eq!(forecast["title"], "Tomorrow's weather", "{who}: {forecast}");
    let hints = json!({
        "title": "Tomorrow's weather",
        "readOnlyHint": true,
        "idempotentHint": true,
        "openWorldHint": false,
    });
    assert_eq!(forecast["annotations"], hints, "{who}: {forecast}");
    let days = &forecast["inputSchema"]["properties"]["days"];
    assert_eq!(days["maximum"], 7, "{who}: {forecast}");
    assert_eq!(days["description"], "How many days", "{who}: {forecast}");
    let gtin = find("gs1_validate_gtin");
    assert_eq!(gtin["annotations"]["title"], "Validate GTIN", "{who}");
    assert_eq!(gtin["annotations"]["readOnlyHint"], true, "{who}");
    assert_eq!(gtin["annotations"]["destructiveHint"], false, "{who}");
}

fn check_refusal(result: &Value, who: &str) {
    assert_eq!(result["isError"], true, "{who}: {result}");
    let words = result["content"][0]["text"].as_str().unwrap_or_default();
    assert!(words.contains("/days: 9 is greater than"), "{who}: {words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_typescript_sdk() {
    let stage = stage().await;
    for door in doors(&stage) {
        for (sdk, era) in [("v1", "legacy"), ("v2", "legacy"), ("v2", "modern")] {
            let who = format!("{sdk} {era} {}", door[0]);
            let args = [&[sdk.to_owned(), era.to_owned()], &door[..]].concat();
            let said = javascript(PeerProgram::File("functions/clients/client.mjs"), &args).await;
            check(&parsed(&said, &who), &who);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_python_sdk() {
    let stage = stage().await;
    for door in doors(&stage) {
        for era in ["legacy", "auto", "2026-07-28"] {
            let who = format!("Python {era} {}", door[0]);
            let args = [&[era.to_owned()], &door[..]].concat();
            let said = python(PeerProgram::File("functions/clients/client.py"), &args).await;
            check(&parsed(&said, &who), &who);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_inspector() {
    let stage = stage().await;
    for era in ["legacy", "modern"] {
        let inspect = async |args: &[&str]| inspect(&stage.gateway, era, args).await;
        let call = async |tool: &str, arguments: Value| {
            let arguments = arguments.to_string();
            let method = ["--method", "tools/call", "--tool-name", tool];
            inspect(&[&method[..], &["--tool-args-json", &arguments]].concat()).await
        };
        let list = inspect(&["--method", "tools/list"]).await;
        check_tools(&list["tools"], era);
        let said = call("f_forecast", json!({"city": "Linz", "days": 2})).await;
        let sky = json!({"city": "Linz", "days": 2, "sky": "clear"});
        assert_eq!(said["structuredContent"], sky, "{era}: {said}");
        let said = call("gs1_validate_gtin", json!({"gtin": "9506000134352"})).await;
        assert_eq!(said["structuredContent"]["valid"], true, "{era}: {said}");
        let said = call("f_forecast", json!({"city": "Graz", "days": 9})).await;
        check_refusal(&said, era);
    }
}
