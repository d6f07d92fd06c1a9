//! A gateway for a browser: a scripted shop behind it, of which everything is known.

use candor_e2e::{Candor, Era, config};
use candor_testkit::script::{Script, ScriptFile};

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

    /// What the paths of pages are under.
    pub(super) fn base(&self) -> String {
        self.candor.at("")
    }
}
