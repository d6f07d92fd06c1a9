//! A gateway for a browser: a scripted shop behind it, of which everything is known.

use std::collections::BTreeMap;

use candor_testkit::script::{ScriptFile, ServerScript};
use candor_testkit::{ApiClient, CandorProcess, RawClient, ServerEra, config};
use serde_json::{Value, json};

use super::browser::RealBrowser;
use crate::approvals::kit::{ConcurrentClient, MODERN};

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

/// The setting with which programs can be added on the pages.
pub(super) const COMMANDS: &str = "[server]\nallow_commands = true\n";

/// A gateway in front of the shop, with what `more` says.
pub(super) struct ShopGateway {
    pub(super) candor: CandorProcess,
    _script: ScriptFile,
}

// === impl ShopGateway ===

impl ShopGateway {
    /// A trusted shop.
    pub(super) async fn shop(more: &str) -> Self {
        Self::of(SHOP, "trust = \"trusted\"\n", more).await
    }

    /// A trusted shop and a browser that shows a page of it.
    pub(super) async fn visited(path: &str) -> (Self, RealBrowser) {
        let gateway = Self::shop("").await;
        let browser = RealBrowser::signed_in(&gateway.candor).await;
        browser.go(path).await;
        (gateway, browser)
    }

    /// A trusted shop, a browser, and a client whose calls wait for an approver.
    pub(super) async fn with_caller(more: &str) -> (Self, RealBrowser, ConcurrentClient) {
        let gateway = Self::shop(more).await;
        let browser = RealBrowser::signed_in(&gateway.candor).await;
        let caller = gateway.caller().await;
        (gateway, browser, caller)
    }

    /// A shop with these tools.
    pub(super) async fn of(tools: &str, source: &str, more: &str) -> Self {
        Self::scripted(&ServerScript::echoing(tools), source, more).await
    }

    /// A shop that plays a script.
    pub(super) async fn scripted(script: &ServerScript, source: &str, more: &str) -> Self {
        let script = script.file();
        let config = format!(
            "{}{more}",
            config::script("shop", &script, ServerEra::Modern, source)
        );
        let candor = CandorProcess::served(&config).await;
        Self {
            candor,
            _script: script,
        }
    }

    /// The approver's view of the API.
    pub(super) fn approver(&self) -> ApiClient {
        self.candor.api()
    }

    /// A client that cannot be asked, so that its calls wait for an approver.
    pub(super) async fn caller(&self) -> ConcurrentClient {
        ConcurrentClient::http(self.candor.url(), MODERN, &json!({}), None).await
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
    let mut client = RawClient::http(url, ServerEra::Modern).await;
    client.offered().await
}
