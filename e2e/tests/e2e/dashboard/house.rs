//! A gateway for a browser: a scripted shop behind it, of which everything is known.

use std::collections::BTreeMap;

use candor_e2e::{Candor, Client, Era, config};
use candor_testkit::script::{Script, ScriptFile};
use serde_json::{Value, json};

use crate::approvals::kit::{Desk, MODERN, Wire};

/// The tools of the shop.
pub(super) const SHOP: &str = r#"[
    {"name": "list_books", "title": "List books", "description": "Lists **books** of the shop.",
     "inputSchema": {"type": "object", "properties": {
        "author": {"type": "string", "description": "Whose books"},
        "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20}}},
     "annotations": {"readOnlyHint": true, "openWorldHint": false}},
    {"name": "add_book", "title": "Add a book", "description": "Adds a book.",
     "inputSchema": {"type": "object", "required": ["title"], "properties": {
        "title": {"type": "string"}, "price": {"type": "number"}}},
     "annotations": {"readOnlyHint": false, "destructiveHint": false}},
    {"name": "delete_book", "title": "Delete a book", "description": "Deletes a book for good.",
     "inputSchema": {"type": "object", "required": ["isbn"], "properties": {
        "isbn": {"type": "string", "description": "Which book"}}},
     "annotations": {"destructiveHint": true, "readOnlyHint": false}},
    {"name": "mail_author", "description": "Writes to an author.",
     "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}
]"#;

/// A gateway in front of the shop, with what `more` says.
pub(super) struct House {
    pub(super) candor: Candor,
    _script: ScriptFile,
}

// === impl House ===

impl House {
    /// A trusted shop.
    pub(super) async fn shop(more: &str) -> Self {
        Self::of(SHOP, "trust = \"trusted\"\n", more).await
    }

    /// A shop with these tools.
    pub(super) async fn of(tools: &str, source: &str, more: &str) -> Self {
        let script = Script::new().tools(tools).call("*", r#"{"echo": true}"#);
        Self::scripted(&script, source, more).await
    }

    /// A shop that plays a script.
    pub(super) async fn scripted(script: &Script, source: &str, more: &str) -> Self {
        let script = script.write().expect("a script");
        let config = format!(
            "{}{more}",
            config::script("shop", &script, Era::Modern, source)
        );
        let candor = Candor::serve(&config, &[]);
        candor.all_ready().await;
        Self {
            candor,
            _script: script,
        }
    }

    /// Whoever decides elsewhere.
    pub(super) fn desk(&self) -> Desk {
        Desk::at(self.candor.at("/api/v1"), None)
    }

    /// A client that can ask nobody, so that its calls wait for whoever is asked elsewhere.
    pub(super) async fn caller(&self) -> Wire {
        Wire::http(self.candor.url(), MODERN, &json!({}), None).await
    }

    /// What clients are told at the plain endpoint.
    pub(super) async fn told(&self) -> BTreeMap<String, Value> {
        told(self.candor.url()).await
    }

    /// What the paths of pages are under.
    pub(super) fn base(&self) -> String {
        self.candor.at("")
    }
}

/// What clients are told of tools at an endpoint, by the names that they call them.
pub(super) async fn told(url: &str) -> BTreeMap<String, Value> {
    let mut client = Client::http(url, Era::Modern).await;
    let tools = client.tools().await.into_iter();
    tools
        .map(|tool| {
            let tool: Value = serde_json::from_str(&tool).expect("a tool");
            (tool["name"].as_str().expect("a name").to_owned(), tool)
        })
        .collect()
}
