//! Text from elsewhere that would like to be more than text.

use candor_model::SourceTrust;
use candor_pagetest::open_settings;
use serde_json::json;

use crate::source_factory::declared;
use crate::world::{NEW, at, echo_upstream, empty, send, world};

const BAD: [&str; 6] = [
    "<script>alert",
    "<img",
    "\" onclick",
    "\u{202e}",
    "\u{2066}",
    "\0",
];

/// Every field that can be typed into, but the name.
const FIELDS: [&str; 12] = [
    "why",
    "line",
    "cwd",
    "url",
    "document",
    "base-url",
    "path",
    "text",
    "text-name",
    "env-name[]",
    "header-name[]",
    "pick[]",
];

/// Tools whose every text is hostile, and some that cannot be read at all.
fn tools() -> String {
    let script = "</code></textarea><script>alert('x')</script>\u{202e}";
    let deep = (0..60).fold(
        json!({"type": "string"}),
        |inner, _| json!({"type": "object", "properties": {script: inner}}),
    );
    let huge = "<img src=x onerror=alert(1)>".repeat(40_000);
    json!([
        {"name": "a", "title": script, "description": script, "inputSchema": deep},
        {"name": "b", "title": &huge, "description": &huge, "inputSchema": {"type": "object"}},
        {"name": script, "description": "\" onclick=\"alert(1)", "inputSchema": {"type": "object"}},
        {"name": "c", "description": "fine", "inputSchema": 7},
        {"name": "d", "description": "fine", "inputSchema": {"type": "object"},
         "annotations": {"readOnlyHint": script, "title": 5}},
    ])
    .to_string()
}

#[tokio::test]
async fn nothing_from_a_source_becomes_markup() {
    let upstream = echo_upstream(&tools());
    let url = upstream.url().to_owned();
    let setups = vec![declared("wild", &url, SourceTrust::Untrusted)];
    let world = world(open_settings(), vec![upstream], setups).await;
    let mut local = world.browser();
    for path in ["/sources", "/sources/wild"] {
        let page = local.get(path).await;
        page.says(200, &["wild"]);
        page.lacks(&BAD);
        assert!(page.text.len() < 200_000, "{path}: {}", page.text.len());
    }
    let page = local.get("/sources/wild").await;
    page.says(200, &["source::malformed-tool", "skipped or guessed"]);
    let page = send(&mut local, "url", &at("preview", "again", &url, &[])).await;
    page.says(200, &["&lt;script&gt;alert", "U+202E"]);
    page.lacks(&BAD);
    assert!(page.text.len() < 200_000, "{}", page.text.len());
}

#[tokio::test]
async fn nothing_that_is_typed_becomes_markup() {
    let world = empty().await;
    let mut local = world.browser();
    let script = "\"></textarea><script>alert(1)</script>";
    let long = "x".repeat(70_000);
    for kind in ["command", "url", "openapi", "mcp-json", "functions"] {
        for (name, text) in [
            (script, script),
            ("ok", script),
            (&long, &long),
            ("ok", &long),
        ] {
            for step in ["check", "preview"] {
                let mut sent = vec![("do", step), ("name", name)];
                sent.extend(FIELDS.map(|field| (field, text)));
                let page = send(&mut local, kind, &sent).await;
                page.lacks(&["<script>alert"]);
                assert!([200, 422].contains(&page.status), "{}", page.status);
                let most = text.len() * 12 + 100_000;
                assert!(page.text.len() < most, "{kind}: {}", page.text.len());
            }
        }
    }
    let servers = json!({"mcpServers": {
        script: {"command": script, "args": [script, "\u{202e}"], "env": {script: script}},
        "two": {"url": "https://user:s3cret-word@a.example/"},
    }})
    .to_string();
    let page = send(
        &mut local,
        "mcp-json",
        &[("do", "check"), ("text", &servers)],
    )
    .await;
    page.lacks(&["<script>alert"]);
    // Only in the text that was pasted.
    assert!(
        page.text.matches("s3cret-word").count() <= 1,
        "{}",
        page.text
    );
}

#[tokio::test]
async fn a_form_that_is_too_large_is_refused() {
    let world = empty().await;
    let mut local = world.browser();
    let long = "x".repeat(1_100_000);
    let page = local
        .submit(NEW, NEW, &[("do", "check"), ("line", &long)])
        .await;
    page.says(413, &["larger than"]);
}
