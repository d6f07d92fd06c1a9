//! Tools that would like to be markup, or too much.

use candor_model::SourceTrust;
use candor_pagetest::{PageWorld, world::PageWorldPlan};
use serde_json::{Value, json};

use crate::world::{call, ended};

const SCRIPT: &str = "</textarea></title><script>alert(1)</script>\u{202e}\" onload=\"x";

/// A world with one tool, and the page on which it is tried.
async fn tool(tool: Value) -> (PageWorld, String) {
    let name = tool["name"].as_str().expect("a name").to_owned();
    let plan = PageWorldPlan {
        sources: vec![(
            "evil".to_owned(),
            json!([tool]).to_string(),
            SourceTrust::Untrusted,
        )],
        ..PageWorldPlan::shop(candor_dashboard_try_it::routes())
    };
    let world = PageWorld::planned(plan).await;
    let path = candor_dashboard_kit::query::path(&["tools", &format!("evil.{name}"), "try"]);
    (world, path)
}

#[tokio::test]
async fn nothing_of_a_definition_becomes_markup() {
    let property = json!({
        "type": "string", "title": SCRIPT, "description": SCRIPT, "default": SCRIPT,
        "pattern": SCRIPT, "format": SCRIPT, "examples": [SCRIPT]
    });
    let (world, path) = tool(json!({
        "name": SCRIPT, "title": SCRIPT, "description": SCRIPT,
        "inputSchema": {"type": "object", "properties": {
            SCRIPT: property,
            "pick": {"enum": [SCRIPT, "ok"], "description": SCRIPT},
            "list": {"type": "array", "items": {"enum": [SCRIPT]}},
            "group": {"type": "object", "title": SCRIPT, "description": SCRIPT, "properties": {SCRIPT: {"type": "boolean"}}}
        }, "required": [SCRIPT]},
        "annotations": {"readOnlyHint": true}
    }))
    .await;
    let mut browser = world.browser();
    let page = browser.get(&path).await;
    page.says(200, &["Untrusted"]);
    page.lacks(&["<script>alert", "<bdi>\u{202e}"]);
    let pointer = format!("/{}", SCRIPT.replace('/', "~1"));
    let fields = [("act", "call"), (pointer.as_str(), SCRIPT)];
    let page = browser.submit(&path, &path, &fields).await;
    let page = if page.status == 303 {
        ended(&mut browser, page.leads()).await
    } else {
        page
    };
    page.lacks(&["<script>alert"]);
}

#[tokio::test]
async fn nothing_is_too_large() {
    let million = "x".repeat(1_000_000);
    let mut deep = json!({"type": "string"});
    for _ in 0..40 {
        deep = json!({"type": "object", "properties": {"in": deep}});
    }
    let (world, path) = tool(json!({
        "name": "big", "title": million, "description": million,
        "inputSchema": {"type": "object", "properties": {
            "a": {"type": "string", "title": million, "description": million, "default": million},
            "b": {"enum": [million]},
            "c": {"enum": (0..5000).collect::<Vec<_>>()},
            "d": deep
        }}
    }))
    .await;
    let page = world.browser().get(&path).await;
    page.says(200, &["more characters not shown"]);
    assert!(page.text.len() < 120_000, "{}", page.text.len());
}

#[tokio::test]
async fn a_huge_argument_is_sent_or_refused_whole() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let (world, _) =
        tool(json!({"name": "t", "inputSchema": schema, "annotations": {"readOnlyHint": true}}))
            .await;
    let mut browser = world.browser();
    let fits = "y".repeat(500_000);
    let sent = call(&mut browser, "evil.t", &[("/a", &fits)]).await;
    let page = ended(&mut browser, sent.leads()).await;
    page.says(200, &["more characters not shown"]);
    assert!(page.text.len() < 300_000, "{}", page.text.len());
    let too_much = "z".repeat(1_100_000);
    let page = call(&mut browser, "evil.t", &[("/a", &too_much)]).await;
    page.says(413, &["The form is larger than"]);
}

#[tokio::test]
async fn names_with_every_sign_come_back_as_they_went() {
    let names = [
        "a.b", "a[b]", "a[]", "a/b", "a~1b", "~0", "ключ", "🙂", "form", "act", "once", " ",
    ];
    let properties = names
        .iter()
        .map(|name| ((*name).to_owned(), json!({"type": "string"})));
    let properties: serde_json::Map<_, _> = properties.collect();
    let schema = json!({"type": "object", "properties": properties, "additionalProperties": false});
    let (world, _) =
        tool(json!({"name": "t", "inputSchema": schema, "annotations": {"readOnlyHint": true}}))
            .await;
    let mut browser = world.browser();
    let pointers: Vec<_> = names
        .iter()
        .map(|name| format!("/{}", name.replace('~', "~0").replace('/', "~1")))
        .collect();
    let fields: Vec<_> = pointers
        .iter()
        .zip(names)
        .map(|(pointer, name)| (&**pointer, name))
        .collect();
    let sent = call(&mut browser, "evil.t", &fields).await;
    let page = ended(&mut browser, sent.leads()).await;
    for name in names {
        let pair = format!("&quot;{name}&quot;: &quot;{name}&quot;");
        page.says(200, &["Tool result</h2>", &pair]);
    }
}
