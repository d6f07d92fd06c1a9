//! Which hints an endpoint writes.

use candor_testkit::ServerEra;
use serde_json::{Value, json};

use super::serve;

const TOOLS: &str = r#"[
    {"name":"reads","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true,"idempotentHint":true,"openWorldHint":false}},
    {"name":"writes","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false}},
    {"name":"silent","inputSchema":{"type":"object"}},
    {"name":"cleared","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true,"destructiveHint":false}}]"#;

/// One gateway, an endpoint for every profile.
const ENDPOINTS: &str = r#"
[inference]
enabled = false
titles = false
[environments.explicit]
profile = "explicit"
[environments.anthropic]
profile = "anthropic"
[environments.openai]
profile = "openai"
[annotations."s.cleared"]
read_only = "unset"
"#;

#[tokio::test(flavor = "multi_thread")]
async fn each_profile_writes_what_it_promises() {
    let (candor, _file) = serve(TOOLS, ENDPOINTS);
    let hints =
        |read: bool, destroy: bool| json!({"readOnlyHint": read, "destructiveHint": destroy});
    let with = |mut hints: Value, more: &[(&str, bool)]| {
        for (hint, value) in more {
            hints[*hint] = json!(value);
        }
        hints
    };
    let lookup = [("idempotentHint", true), ("openWorldHint", false)];
    let unsaid = [("idempotentHint", false), ("openWorldHint", true)];
    let open = [("openWorldHint", true)];
    let cases = [
        (
            "/mcp",
            [
                with(json!({"readOnlyHint": true}), &lookup),
                json!({"readOnlyHint": false}),
                Value::Null,
                json!({"destructiveHint": false}),
            ],
        ),
        (
            "/mcp@explicit",
            [
                with(hints(true, false), &lookup),
                with(hints(false, true), &unsaid),
                with(hints(false, true), &unsaid),
                with(hints(false, false), &unsaid),
            ],
        ),
        (
            "/mcp@anthropic",
            [
                with(hints(true, false), &lookup),
                hints(false, true),
                hints(false, true),
                hints(false, false),
            ],
        ),
        (
            "/mcp@openai",
            [
                with(hints(true, false), &lookup),
                with(hints(false, true), &open),
                with(hints(false, true), &open),
                with(hints(false, false), &open),
            ],
        ),
    ];
    for (endpoint, expected) in cases {
        for era in [ServerEra::Legacy, ServerEra::Modern] {
            let served = candor.client_at(endpoint, era).await.offered().await;
            let tools = ["s_reads", "s_writes", "s_silent", "s_cleared"];
            for (tool, expected) in tools.into_iter().zip(&expected) {
                let annotations = &served[tool]["annotations"];
                assert_eq!(annotations, expected, "{endpoint} {tool} {era:?}");
            }
        }
    }
}

/// The plain endpoint's profile is what environments without one of their own use.
#[tokio::test(flavor = "multi_thread")]
async fn the_plain_profile_is_the_default_of_environments() {
    let more = "[endpoint]\nprofile = \"openai\"\n[environments.prod]\ndescription = \"Live\"\n\
                [environments.lean]\nprofile = \"known\"\n[inference]\nenabled = false\ntitles = false\n";
    let (candor, _file) = serve(TOOLS, more);
    for (endpoint, count) in [("/mcp", 3), ("/mcp@prod", 3), ("/mcp@lean", 1)] {
        let mut client = candor.client_at(endpoint, ServerEra::Legacy).await;
        let served = client.offered().await;
        let written = served["s_writes"]["annotations"].as_object().expect("some");
        assert_eq!(written.len(), count, "{endpoint}: {written:?}");
    }
}
