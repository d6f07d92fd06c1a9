//! Tools, results and errors of a malicious server.

use serde_json::{Map, Value, json};

use crate::dashboard::tour::{TourSources, servers, turning};

/// What must never run, and what must never turn a line around or hide in it.
const EVIL: &str = "</script><script>window.pwned=1</script><img src=x onerror=\"window.pwned=1\">\
    '\" onmouseover='window.pwned=1' javascript:window.pwned=1 \u{202e}desrever \u{2067}more\u{2066} \
    zero\u{200b}width\u{feff} \u{0007}";

/// Markdown that would lead somewhere else, or very deep.
const MARKDOWN: &str = "[here](javascript:window.pwned=1) ![](https://elsewhere.example/a.png) \
    <iframe src=\"javascript:window.pwned=1\"></iframe> <svg onload=\"window.pwned=1\"> \
    [data](data:text/html,<script>window.pwned=1</script>)\n\n# Log in\n\n\
    > > > > > > > > > > > > > > > > > > > > deep\n\n";

/// More than a person reads.
const MUCH: usize = 1_000_000;

/// Sources whose every text tries to break out of a page.
pub(super) fn hostile() -> TourSources {
    let [reads, destroys, fails, drifts] = ["reads", "destroys", "fails", "drifts"]
        .map(|what| format!("{what}<b onclick=pwned=1>\u{202e}x"));
    let tool = |name: &str, hints: Value| {
        json!({
            "name": name, "title": EVIL, "description": MARKDOWN,
            "inputSchema": schema(), "outputSchema": {"type": "object", "description": EVIL},
            "annotations": hints, "icons": [{"src": "javascript:window.pwned=1"}],
            "_meta": {EVIL: EVIL},
        })
    };
    let stall = |description: &str| {
        let mut tool = tool(
            &drifts,
            json!({"readOnlyHint": false, "destructiveHint": false}),
        );
        tool["description"] = json!(description);
        json!([tool, turning()])
    };
    let mut worst = tool(&destroys, json!({"destructiveHint": true}));
    worst["title"] = json!(long(EVIL));
    worst["description"] = json!(long(MARKDOWN));
    worst["inputSchema"]["properties"]["isbn"]["description"] = json!(long(EVIL));
    let fine = json!({"readOnlyHint": true, "title": EVIL, EVIL: EVIL});
    let writes = json!({"readOnlyHint": false, "destructiveHint": false});
    TourSources {
        shop: json!([
            tool(&reads, fine),
            worst,
            tool(&fails, writes),
            {"name": EVIL, "inputSchema": {"type": "object"}},
        ]),
        stall: [stall(EVIL), stall(&long(MARKDOWN))],
        added: stall(MARKDOWN),
        says: vec![
            (
                "serverInfo",
                json!({"name": EVIL, "version": EVIL, "title": EVIL}),
            ),
            ("instructions", json!(long(EVIL))),
        ],
        calls: vec![
            (reads.clone(), json!({"result": result()})),
            (
                fails.clone(),
                json!({"error": {"code": -32000, "message": EVIL, "data": EVIL}}),
            ),
            ("*".to_owned(), json!({"echo": true})),
        ],
        // Larger entries are left out of the catalogue.
        servers: servers(&EVIL.repeat(100)),
        words:
            "<img src=x onerror=\"window.pwned=1\"> '\" </textarea><script>window.pwned=1</script>"
                .to_owned(),
        reads,
        destroys,
        fails,
        drifts,
    }
}

fn long(text: &str) -> String {
    text.repeat(MUCH / text.len() + 1)
}

/// Deep, wide, and with names that would leave an attribute.
fn schema() -> Value {
    let mut deep = json!({"type": "string", "default": EVIL});
    for _ in 0..60 {
        deep = json!({"type": "object", "properties": {EVIL: deep}, "description": EVIL});
    }
    let mut properties = Map::new();
    properties.insert("deep".to_owned(), deep);
    properties.insert("isbn".to_owned(), json!({"type": "string"}));
    properties.insert(
        "title".to_owned(),
        json!({"type": "string", "format": EVIL}),
    );
    properties.insert("which".to_owned(), json!({"enum": vec![EVIL; 500]}));
    for at in 0..300 {
        let says = json!({"type": ["string", "null"], "title": EVIL, "examples": [EVIL]});
        properties.insert(format!("{at} {EVIL}"), says);
    }
    json!({"type": "object", "properties": properties, "$comment": EVIL})
}

/// Everything that a result can hold.
fn result() -> Value {
    let page = "<script>window.pwned=1</script>";
    // The same as SVG, in Base64.
    let picture =
        "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIG9ubG9hZD0id2luZG93LnB3bmVkPTEiLz4=";
    json!({
        "resultType": "complete",
        "content": [
            {"type": "text", "text": long(EVIL)},
            {"type": "image", "mimeType": "image/svg+xml", "data": picture},
            {"type": "image", "mimeType": "image/png", "data": picture},
            {"type": "image", "mimeType": "text/html", "data": picture},
            {"type": "audio", "mimeType": EVIL, "data": EVIL},
            {"type": "resource", "resource": {"uri": "javascript:window.pwned=1", "mimeType": "text/html", "text": page}},
            {"type": "resource_link", "uri": "javascript:window.pwned=1", "name": EVIL, "title": EVIL},
            {"type": EVIL, "text": EVIL},
        ],
        "structuredContent": {EVIL: [EVIL, {EVIL: EVIL}]},
        "_meta": {EVIL: EVIL},
    })
}
