//! A gateway in front of a server that has prompts and resources.

use candor_dashboard_content::routes;
use candor_gatetest::{TestDatabase, gateway_spec, http_source};
use candor_gateway::GatewaySpec;
use candor_model::SourceTrust;
use candor_pagetest::{PageWorld, open_settings};
use candor_testkit::ServerEra;
use candor_testkit::script::{self, ServerScript};
use serde_json::{Value, json};

/// What a server lists.
pub(crate) struct Listed {
    pub(crate) prompts: Value,
    pub(crate) resources: Value,
    pub(crate) templates: Value,
}

// === impl Listed ===

impl Listed {
    /// One of everything.
    pub(crate) fn few() -> Self {
        Self {
            prompts: json!([{
                "name": "greet", "title": "Greet somebody",
                "description": "Writes a **greeting**.\nIn any language.",
                "arguments": [
                    {"name": "who", "description": "Whom to greet", "required": true},
                    {"name": "language"},
                ],
            }]),
            resources: json!([{
                "uri": "file:///notes/one.md", "name": "one.md", "title": "The first note",
                "description": "What was written first.", "mimeType": "text/markdown",
                "size": 12_345,
                "annotations": {"audience": ["user"], "lastModified": "2026-01-02T03:04:05Z"},
            }]),
            templates: json!([{
                "uriTemplate": "file:///notes/{name}", "name": "note",
                "description": "Any note.", "mimeType": "text/markdown",
            }]),
        }
    }

    /// These pages in front of a server that lists this.
    pub(crate) async fn world(&self) -> PageWorld {
        let listed = |key: &str, value: &Value| json!({"result": {key: value}}).to_string();
        let script = ServerScript::simple(&[("plain", "{}")])
            .field(
                "capabilities",
                r#"{"tools":{},"prompts":{},"resources":{}}"#,
            )
            .method("prompts/list", listed("prompts", &self.prompts))
            .method("resources/list", listed("resources", &self.resources))
            .method(
                "resources/templates/list",
                listed("resourceTemplates", &self.templates),
            );
        let upstream = script::serve_http(&script, ServerEra::Legacy);
        let folder = tempfile::tempdir().expect("a folder");
        let sources = vec![http_source("shop", SourceTrust::Untrusted, &upstream)];
        let spec = GatewaySpec {
            policy_settings: open_settings(),
            ..gateway_spec(TestDatabase::of(folder.path()).await, sources)
        };
        PageWorld::of(spec, routes(), vec![upstream], folder).await
    }
}
