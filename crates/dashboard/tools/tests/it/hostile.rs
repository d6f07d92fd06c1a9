//! Text from sources that would like to be more than text, and less than a megabyte of it.

use candor_model::SourceTrust;
use candor_pagetest::{PageWorld, PageWorldPlan};
use serde_json::json;

use crate::kit::{names, plan};

const BAD: [&str; 7] = [
    "<script>",
    "<img",
    "onerror=a\"",
    "\" onclick",
    "\u{202e}",
    "\u{2066}",
    "\0",
];

#[tokio::test]
async fn nothing_from_elsewhere_becomes_markup_or_fills_the_page() {
    let script = "</code></ul><script>alert('x')</script>";
    let deep = (0..60).fold(
        json!({"type": "string"}),
        |inner, _| json!({"type": "object", "properties": {"<i>": inner}}),
    );
    let tools = json!([
        {"name": "get_\u{202e}evil", "title": script, "description": script,
         "inputSchema": {"type": "object"}},
        {"name": "list <img src=x onerror=alert(1)>/\"' &", "title": "\u{202e}\" onclick=\"x",
         "description": "\0\r\n\u{1b}[2J\u{2066}", "inputSchema": deep},
        {"name": "get_huge", "title": "<b>".repeat(350_000), "description": "<b>".repeat(350_000),
         "inputSchema": {"type": "object"}},
        {"name": "get_*", "description": "Speaks for all.", "inputSchema": {"type": "object"}},
        {"name": "get_other", "description": "Innocent.", "inputSchema": {"type": "object"}},
    ]);
    let world = PageWorld::planned(PageWorldPlan {
        sources: vec![("wild".to_owned(), tools.to_string(), SourceTrust::Untrusted)],
        ..plan()
    })
    .await;
    let mut local = world.browser();
    for path in [
        "/tools",
        "/tools?group=none&sort=title",
        "/tools?q=evil",
        "/tools/suggestions",
    ] {
        let page = local.get(path).await;
        assert_eq!(page.status, 200);
        page.lacks(&BAD);
        assert!(page.text.len() < 100_000, "{path}: {}", page.text.len());
    }
    let page = local.get("/tools?group=none").await;
    let found = names(&page);
    assert!(
        found.contains(&"wild.get_%E2%80%AEevil".to_owned()),
        "{found:?}"
    );

    // Everything that is found, whatever it is called, and then by its box.
    let fields = [
        ("act", "set"),
        ("hint", "idempotent"),
        ("value", "true"),
        ("which", "found"),
    ];
    let asked = local.submit("/tools", "/tools/bulk", &fields).await;
    asked.lacks(&BAD);
    asked.says(200, &["Set Idempotent to Yes for"]);
    for key in found.iter().filter(|key| !key.contains("%2A")) {
        let fields = [
            ("act", "set"),
            ("hint", "idempotent"),
            ("value", "true"),
            ("tool[]", key),
        ];
        let done = local.submit("/tools", "/tools/bulk", &fields).await;
        assert_eq!(done.leads(), "/tools?done=set&n=1", "{key}");
    }
    // A star in a name would speak about others.
    let fields = [
        ("act", "set"),
        ("hint", "idempotent"),
        ("value", "false"),
        ("tool[]", "wild.get_%2A"),
    ];
    let page = local.submit("/tools", "/tools/bulk", &fields).await;
    assert_eq!(page.status, 422);
    page.lacks(&BAD);
}

#[tokio::test]
async fn what_is_asked_for_is_escaped_in_what_is_answered() {
    let world = crate::kit::zoo().await;
    let mut local = world.browser();
    for path in [
        "/tools?q=%22%3E%3Cscript%3E",
        "/tools?source=%22%3E%3Cscript%3E",
        "/tools?sort=%22%3E%3Cscript%3E",
        "/tools/suggestions?least=%3Cscript%3E",
    ] {
        local.get(path).await.lacks(&["<script>", "\"><script"]);
    }
    let hostile = "\"><script>\u{202e}";
    let fields = [
        ("act", "set"),
        ("hint", hostile),
        ("why", hostile),
        ("tool[]", hostile),
    ];
    let page = local.submit("/tools", "/tools/bulk", &fields).await;
    page.says(422, &[]);
    page.lacks(&["<script>"]);
    // Thousands of boxes are more than a page has.
    let mut fields: Vec<(&str, &str)> = vec![("form", "x"), ("act", "set")];
    fields.extend((0..3_000).map(|_| ("tool[]", "zoo.feed")));
    local
        .post("/tools/bulk", &fields)
        .await
        .says(400, &["more than 2048 fields"]);
}
