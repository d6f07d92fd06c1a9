//! The published entries: everything, each toolset and each source, with their tools.

use std::sync::Arc;

use candor_gateway::{EditError, Endpoint, Gateway, OfferedTool};
use candor_model::Hint;
use candor_registry::ENTRY_TOOLS_META;
use candor_text::{clip, collapse_whitespace, printable};
use candor_wire::RawObject;
use serde_json::{Map, Value, json};

/// The form of an entry.
const SCHEMA: &str = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/// The longest title and description that the form allows, less one for the sign of a cut.
const TEXT_MAX: usize = 99;

/// An entry without its version.
#[derive(Clone, Debug)]
pub(crate) struct EntryContent {
    pub(crate) name: String,
    pub(crate) description: String,
    title: String,
    /// The endpoint of this gateway.
    url: String,
    /// Whether the endpoint takes a token.
    needs_token: bool,
    tools: Vec<Value>,
}

/// Every entry that there is now.
pub(crate) async fn entries(
    gateway: &Gateway,
    namespace: &str,
) -> Result<Vec<EntryContent>, EditError> {
    let settings = gateway.policy_settings();
    let base = settings.public_url.clone().unwrap_or_default();
    let entry = |own: String, title: &str, description: String, path: &str, tools| EntryContent {
        name: format!("{namespace}/{own}"),
        title: short(title),
        description: short(&description),
        url: format!("{base}/mcp{path}"),
        needs_token: settings.tokens_needed,
        tools,
    };
    let mut entries = Vec::new();
    let offer = gateway.catalogue().view(&Endpoint::default());
    let all: Vec<Arc<OfferedTool>> = offer
        .map(|offer| offer.tools().to_vec())
        .unwrap_or_default();
    let sentence = "Every tool that this gateway serves".to_owned();
    entries.push(entry(
        "all".to_owned(),
        "All tools",
        sentence,
        "",
        tools(&all),
    ));
    for details in gateway.editor().toolsets().await? {
        let toolset = &details.toolset;
        let said = Some(toolset.description.clone()).filter(|text| !text.trim().is_empty());
        let sentence = said.unwrap_or_else(|| format!("The toolset {}", toolset.name));
        let (own, path) = (
            format!("toolset.{}", toolset.name),
            format!("/{}", toolset.name),
        );
        let title = toolset.name.as_str();
        entries.push(entry(own, title, sentence, &path, tools(&details.tools)));
    }
    for source in gateway.sources() {
        let name = &source.name;
        let own = all
            .iter()
            .filter(|offered| offered.tool.name.source() == name);
        let own: Vec<Arc<OfferedTool>> = own.cloned().collect();
        let sentence = format!("The source {name}, served together with the others");
        let listed = format!("source.{name}");
        entries.push(entry(listed, name.as_str(), sentence, "", tools(&own)));
    }
    Ok(entries)
}

/// Text within the format's limits, on one line, with everything visible.
fn short(text: &str) -> String {
    clip(&printable(&collapse_whitespace(text)), TEXT_MAX)
}

fn tools(offered: &[Arc<OfferedTool>]) -> Vec<Value> {
    offered.iter().map(|offered| tool(offered)).collect()
}

/// A tool with its hints and their layers.
fn tool(offered: &OfferedTool) -> Value {
    let shown = &offered.effective.shown;
    let (mut annotations, mut origins) = (Map::new(), Map::new());
    for hint in Hint::ALL {
        if let Some(fact) = shown.hint(hint) {
            let layer = fact.origin.provenance().layer.as_str();
            annotations.insert(hint.wire().to_owned(), fact.value.into());
            origins.insert(hint.wire().to_owned(), layer.into());
        }
    }
    let description = RawObject::parse(&offered.definition).ok();
    let description = description.and_then(|members| members.get_string("description"));
    json!({
        "name": offered.tool.exposed.to_string(),
        "title": shown.title().map(|fact| short(fact.value.as_ref())),
        "description": description.map(|text| short(&text)),
        "annotations": annotations,
        "origins": origins,
    })
}

// === impl EntryContent ===

impl EntryContent {
    /// The entry as a `server.json`.
    pub(crate) fn server_json(&self, version: &str) -> Value {
        let mut remote = json!({ "type": "streamable-http", "url": self.url });
        if self.needs_token {
            remote["headers"] = json!([{
                "name": "Authorization",
                "description": "An access token of this gateway",
                "isRequired": true,
                "isSecret": true,
                "value": "Bearer {token}",
                "variables": { "token": {
                    "description": "An access token, made with `candor token create`",
                    "isRequired": true,
                    "isSecret": true,
                }},
            }]);
        }
        json!({
            "$schema": SCHEMA,
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "version": version,
            "remotes": [remote],
        })
    }

    /// The data without a field in the format.
    pub(crate) fn meta(&self) -> Value {
        json!({ (ENTRY_TOOLS_META): self.tools })
    }
}
