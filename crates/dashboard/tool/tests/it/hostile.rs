//! Text from elsewhere that would like to be more than text, and more of it than fits.

use candor_pagetest::PageWorld;
use serde_json::{Value, json};

use crate::shop;

const BAD: [&str; 8] = [
    "<script>",
    "<img",
    "<svg/",
    "onerror=a\"",
    "\" onclick",
    "\u{202e}",
    "\u{2066}",
    "\0",
];

async fn check(tool: Value, own: &str, most: usize) -> PageWorld {
    let world = shop::with(&tool).await;
    let path = format!("/tools/{own}");
    let page = world.browser().get(&path).await;
    page.says(200, &["Where each hint comes from"]);
    page.lacks(&BAD);
    assert!(page.text.len() < most, "{}", page.text.len());
    world
}

#[tokio::test]
async fn nothing_from_elsewhere_becomes_markup() {
    let script = "</code></pre></textarea><script>alert('x')</script>\" onclick=\"x";
    let deep = (0..60).fold(
        json!({"type": "string"}),
        |inner, _| json!({"type": "object", "properties": {script: inner}}),
    );
    let tool = json!({
        "name": "evil", "title": format!("{script}\u{202e}"),
        "description": format!("{script}\n\n<img src=x onerror=a>\n\u{2066}[x](javascript:alert(1))"),
        "inputSchema": {"type": "object", "properties": {
            script: {"type": script, "description": script, "default": script, "enum": [script],
                     "pattern": script, "format": script},
            "deep": deep, "ref": {"$ref": script}}},
        "outputSchema": {"type": "object", "properties": {"<svg/onload=1>": {"const": "\u{202e}"}}},
        "annotations": {"readOnlyHint": true, "<script>": "\u{202e}<script>", "title": script},
        "icons": [{"src": "javascript:alert(1)"}],
    });
    let world = check(tool, "odd.evil", 400_000).await;
    let path = "/tools/odd.evil";
    let page = world.browser().get(path).await;
    page.lacks(&["href=\"javascript"]);
    // What people say is escaped as well.
    let fields = [
        ("title", "<script>alert(1)</script>"),
        ("why", "\"><script>"),
    ];
    shop::send(&world, path, "annotations", &fields)
        .await
        .leads();
    let page = world.browser().get(path).await;
    page.says(200, &["&lt;script&gt;alert(1)"]);
    page.lacks(&BAD);
    let fields = [
        ("act", "add"),
        ("note", "x\"><script>"),
        ("text", "</textarea><script>"),
    ];
    let page = shop::send(&world, path, "notes", &fields).await;
    page.says(422, &["cannot be the name of a note"]);
    page.lacks(&BAD);
}

#[tokio::test]
async fn a_huge_tool_stays_a_small_page() {
    let tool = json!({
        "name": "huge", "title": "T".repeat(1_000_000),
        "description": "<b>word</b> ".repeat(90_000),
        "inputSchema": {"type": "object", "properties": (0..2_000)
            .map(|at| (format!("m{at}"), json!({"type": "string", "description": "d".repeat(200)})))
            .collect::<serde_json::Map<_, _>>()},
        "annotations": {"x": "y".repeat(100_000)},
    });
    let world = check(tool, "odd.huge", 600_000).await;
    let page = world.browser().get("/tools/odd.huge").await;
    page.says(200, &["more characters not shown", "1,700 more"]);
    let fields = [("open_world", "true")];
    shop::send(&world, "/tools/odd.huge", "annotations", &fields)
        .await
        .leads();
}

#[tokio::test]
async fn odd_names_have_pages_too() {
    for (own, path) in [
        ("a/b c?d#e", "/tools/odd.a%2Fb%20c%3Fd%23e"),
        ("dots.in.it", "/tools/odd.dots.in.it"),
        ("ünïcode", "/tools/odd.%C3%BCn%C3%AFcode"),
        ("<i>", "/tools/odd.%3Ci%3E"),
        ("'\"&", "/tools/odd.%27%22%26"),
    ] {
        let world = shop::with(&json!({"name": own, "inputSchema": {"type": "object"}})).await;
        world
            .browser()
            .get(path)
            .await
            .says(200, &["Where each hint comes from"]);
        let fields = [("idempotent", "true")];
        let page = shop::send(&world, path, "annotations", &fields).await;
        assert_eq!(page.leads(), format!("{path}?done=saved"));
    }
}

#[tokio::test]
async fn a_name_that_is_a_pattern_cannot_be_spoken_about() {
    let world = shop::with(&json!({"name": "all*", "inputSchema": {"type": "object"}})).await;
    let path = "/tools/odd.all%2A";
    let page = world.browser().get(path).await;
    page.says(200, &["it cannot be edited alone"]);
    page.lacks(&["/annotations\"", "/undo\""]);
}

#[tokio::test]
async fn what_is_asked_for_is_escaped_in_what_is_answered() {
    let world = shop::open().await;
    let mut local = world.browser();
    for path in [
        "/tools/%3Cscript%3E",
        "/tools/shop.%3Cscript%3Ealert(1)",
        "/tools/shop.list_books?toolset=%22%3E%3Cscript%3E",
        "/tools/shop.list_books?scope=%22%3E%3Cscript%3E",
        "/tools/%FF.x",
        "/tools/%00.x",
    ] {
        let page = local.get(path).await;
        assert_eq!(page.status, 404, "{path}");
        page.lacks(&["<script>"]);
    }
    let huge = "x".repeat(2_000_000);
    let fields = [("title", huge.as_str())];
    let page = shop::send(&world, shop::LIST, "annotations", &fields).await;
    page.says(413, &["larger than"]);
}
