//! What tools answer with, on the page of the call.

use candor_pagetest::assert_page;
use candor_testkit::script::ServerScript;
use serde_json::{Value, json};

use crate::world::{answers, lab, over};

const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

async fn page(script: ServerScript, fields: &[(&str, &str)]) -> candor_pagetest::FetchedHtml {
    let world = lab(script).await;
    over(&mut world.browser(), "lab.probe", fields).await
}

#[tokio::test]
async fn an_answer_is_shown() {
    let structured = json!({"city": "Oslo <i>", "at": {"lat": 59.9, "lon": [10, 11]}});
    let text = json!({"type": "text", "text": structured.to_string()});
    let result = json!({"content": [text], "structuredContent": structured});
    let page = page(answers(&result), &[]).await;
    page.says(200, &["Tool result</h2>", "Structured result as text"]);
    assert_page!("trial_answered", page);
}

#[tokio::test]
async fn every_kind_of_content_is_shown_safely() {
    let hostile = "</pre><script>alert(1)</script>\u{202e}";
    let result = json!({
        "content": [
            {"type": "text", "text": hostile},
            {"type": "image", "mimeType": "image/png", "data": PNG},
            {"type": "image", "mimeType": "image/svg+xml", "data": "PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+"},
            {"type": "image", "mimeType": "text/html", "data": "\"><script>alert(1)</script>"},
            {"type": "audio", "mimeType": hostile, "data": "AAAA"},
            {"type": "resource_link", "uri": "javascript:alert(1)", "name": hostile, "description": hostile},
            {"type": "resource", "resource": {"uri": "https://example.com/\"><script>", "mimeType": "text/html", "text": hostile}},
            {"type": hostile, "x": hostile},
            {"type": "text", "text": 7},
            7
        ],
        "structuredContent": {"books": [{"title": hostile, "n": 1}], hostile: {hostile: [hostile]}},
        "_meta": {"x": hostile}
    });
    let page = page(answers(&result), &[]).await;
    page.says(200, &[&format!("<img src=\"data:image/png;base64,{PNG}\"")]);
    page.lacks(&[
        "<script>alert",
        "href=\"javascript",
        "\u{202e}",
        "data:image/svg",
        "data:text",
    ]);
    assert_page!("trial_contents", page);
}

#[tokio::test]
async fn an_error_of_the_tool_is_told() {
    let result = json!({"content": [{"type": "text", "text": "no such book"}], "isError": true});
    let page = page(answers(&result), &[]).await;
    page.says(200, &["The tool returned an error", "no such book"]);
    assert_page!("trial_error", page);
}

#[tokio::test]
async fn an_error_of_the_protocol_is_told() {
    let tool = r#"[{"name": "probe", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}]"#;
    let error = r#"{"error": {"code": -32000, "message": "out of <order>"}}"#;
    let page = page(ServerScript::new().tools(tool).call("*", error), &[]).await;
    page.says(200, &["out of &lt;order&gt;"]);
}

#[tokio::test]
async fn a_huge_answer_is_cut() {
    let tool = r#"[{"name": "probe", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}]"#;
    let page = page(
        ServerScript::new()
            .tools(tool)
            .call("*", r#"{"big": 10000000}"#),
        &[],
    )
    .await;
    page.says(200, &["9,980,000 more characters not shown."]);
    assert!(page.text.len() < 200_000, "{}", page.text.len());
}

#[tokio::test]
async fn an_answer_without_content_says_so() {
    for result in [json!({"content": []}), json!({})] {
        let page = page(answers(&result), &[]).await;
        page.says(200, &["The result is empty."]);
    }
}

#[tokio::test]
async fn many_pieces_and_deep_ones_are_bounded() {
    let mut deep = json!("end");
    for _ in 0..60 {
        deep = json!({"in": deep});
    }
    let content: Vec<Value> = (0..500)
        .map(|at| json!({"type": "text", "text": at.to_string()}))
        .collect();
    let page = page(
        answers(&json!({"content": content, "structuredContent": deep})),
        &[],
    )
    .await;
    page.says(200, &["450 more content blocks are not shown.", "deep-6"]);
}

#[tokio::test]
async fn what_is_remarked_on_the_way_is_listed() {
    let tool = r#"[{"name": "probe", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}]"#;
    let behaviour = json!({
        "log": {"level": "warning", "data": "mind the <gap>"},
        "progress": [{"progress": 1, "total": 2, "message": "half \u{202e}"}, {"progress": 2, "total": 2}],
        "result": {"resultType": "complete", "content": [{"type": "text", "text": "done"}]}
    });
    let page = page(
        ServerScript::new()
            .tools(tool)
            .call("*", behaviour.to_string()),
        &[],
    )
    .await;
    page.says(
        200,
        &[
            "1 of 2: half ⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩",
            "2 of 2",
            "done",
        ],
    );
}
