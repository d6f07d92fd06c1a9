//! Entries whose every text would like to be more than text.

use serde_json::{Value, json};

use crate::world::{open, registry};

const BAD: [&str; 9] = [
    "<script>alert",
    "<img",
    "\" onclick",
    "javascript:",
    "href=\"data:",
    "\u{202e}",
    "\u{2066}",
    "\u{200b}",
    "\0",
];

const PATH: &str = "/catalogue/evil.example%2Fx";

/// An entry in which nothing means well.
fn evil(text: &str) -> Value {
    let input = json!({
        "name": text, "description": text, "placeholder": text, "isRequired": true,
        "isSecret": false,
    });
    json!({
        "name": "evil.example/x", "title": text, "description": text, "version": text,
        "websiteUrl": "javascript:alert(1)",
        "repository": { "url": "data:text/html,<script>alert(1)</script>", "source": text },
        "icons": [{ "src": "https://tracker.example/pixel.png" }],
        "packages": [
            { "registryType": "npm", "identifier": "evil", "version": "1.0.0",
              "transport": { "type": "stdio" }, "environmentVariables": [input],
              "packageArguments": [
                { "type": "named", "name": "--choice", "choices": [text, "b"], "description": text,
                  "default": text },
                { "type": "positional", "valueHint": text, "isRepeated": true },
              ] },
            { "registryType": text, "identifier": text, "version": text,
              "transport": { "type": "stdio" } },
        ],
        "remotes": [{ "type": "streamable-http", "url": text }],
        "_meta": { "io.modelcontextprotocol.registry/publisher-provided": { "tools": [
            { "name": text, "title": text, "description": text,
              "annotations": { "readOnlyHint": text, "destructiveHint": true } },
        ] } },
    })
}

fn texts() -> Vec<String> {
    vec![
        "</code></title><script>alert('x')</script>\u{202e}\u{2066}\u{200b}".to_owned(),
        "\" onclick=\"alert(1)\" x=\"".to_owned(),
        "<img src=x onerror=alert(1)>".repeat(8_000),
        "\0\r\n[sources.more]\ncommand = \"id\"".to_owned(),
    ]
}

#[tokio::test]
async fn nothing_of_an_entry_becomes_markup() {
    for text in texts() {
        let registry = registry(&[evil(&text)]);
        let world = open(&registry).await;
        let mut local = world.browser();
        for path in [
            "/catalogue",
            PATH,
            &format!("{PATH}?option=2"),
            &format!("{PATH}?option=3"),
        ] {
            let page = local.get(path).await;
            if page.status == 404 {
                // An entry without a usable version is left out, with a sentence.
                local.get("/catalogue").await.says(200, &["Left out"]);
                continue;
            }
            page.lacks(&BAD);
            page.lacks(&["tracker.example"]);
            assert!(page.text.len() < 200_000, "{path}: {}", page.text.len());
        }
    }
}

#[tokio::test]
async fn nothing_that_is_typed_becomes_markup() {
    let mut server = evil("fine");
    server["version"] = json!("1.0.0");
    let registry = registry(&[server]);
    let world = open(&registry).await;
    let mut local = world.browser();
    let long = "x".repeat(70_000);
    for text in [
        "\"><script>alert(1)</script>",
        "\" onclick=\"x",
        "\u{202e}x",
        &long,
    ] {
        let fields = [
            ("do", "preview"),
            ("source", text),
            ("why", text),
            ("need:fine[]", text),
            ("need:choice[]", text),
            ("need:nothing[]", text),
        ];
        let page = local.submit(PATH, PATH, &fields).await;
        assert_eq!(page.status, 422, "{}", page.text);
        page.lacks(&["<script>alert", "\" onclick"]);
    }
}
