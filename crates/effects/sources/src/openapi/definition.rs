//! The MCP definitions of an API's tools.

use candor_model::ConfirmMode;
use candor_openapi::ApiTool;
use candor_rest::BaseUrlSettings;
use candor_wire::{RawJson, RawObject};
use serde_json::{Map, Value, json};
use url::Url;

/// The member of `_meta` that describes the HTTP request of a tool.
pub const HTTP_META: &str = "dev.candor/http";

/// The member of `_meta` with hints that apply to some calls only.
pub const WHEN_META: &str = "dev.candor/when";

/// The HTTP request of a tool, as its definition describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HttpFacts {
    /// The method in upper case. If a header overrides the method, the effective one.
    pub method: String,
    /// The path with its parameters in braces.
    pub path: String,
    /// The tags in the document.
    pub tags: Vec<String>,
    /// The scopes that a caller needs.
    pub scopes: Vec<String>,
    /// When the document requires a person's approval.
    pub confirm: Option<ConfirmMode>,
}

// === impl HttpFacts ===

impl HttpFacts {
    /// Reads what [`definition`] wrote. Only to be trusted for sources whose definitions Candor
    /// generates.
    pub fn read(definition: &RawObject) -> Option<Self> {
        let meta = RawObject::parse(definition.get("_meta")?).ok()?;
        let facts: Value = meta.get(HTTP_META)?.decode().ok()?;
        let text = |key: &str| facts.get(key)?.as_str().map(str::to_owned);
        let list = |key: &str| -> Vec<String> {
            let list = facts.get(key).and_then(Value::as_array);
            let texts = list.into_iter().flatten().filter_map(Value::as_str);
            texts.map(str::to_owned).collect()
        };
        Some(Self {
            method: text("method")?,
            path: text("path")?,
            tags: list("tags"),
            scopes: list("scopes"),
            confirm: text("confirm").as_deref().and_then(ConfirmMode::parse),
        })
    }
}

/// The definition of a tool. It includes the method and the path, and the server if the document
/// decides it: a document that sends requests elsewhere has then changed its tools.
pub(super) fn definition(
    tool: &ApiTool,
    base_url: &BaseUrlSettings,
    document: Option<&Url>,
) -> RawJson {
    let operation = &tool.operation;
    let mut http = Map::new();
    http.insert("method".into(), operation.meant_method().into());
    http.insert("path".into(), operation.path.as_str().into());
    if base_url.base_url.is_none()
        && let Ok(base) = candor_rest::base(&operation.servers, document, base_url)
    {
        http.insert("server".into(), base.as_str().into());
    }
    if !operation.tags.is_empty() {
        http.insert("tags".into(), json!(operation.tags));
    }
    let needs = operation.security.iter().flatten();
    let mut scopes: Vec<&str> = needs
        .flat_map(|need| need.scopes.iter().map(String::as_str))
        .collect();
    scopes.sort_unstable();
    scopes.dedup();
    if !scopes.is_empty() {
        http.insert("scopes".into(), json!(scopes));
    }
    if let Some(confirm) = tool.confirm {
        http.insert("confirm".into(), confirm.as_str().into());
    }
    let mut definition = Map::new();
    definition.insert("name".into(), tool.name.as_str().into());
    if let Some(title) = &tool.title {
        definition.insert("title".into(), title.as_str().into());
    }
    definition.insert("description".into(), tool.description.as_str().into());
    definition.insert("inputSchema".into(), tool.input.clone());
    if let Some(output) = &tool.output {
        definition.insert("outputSchema".into(), output.clone());
    }
    if !tool.annotations.is_empty() {
        definition.insert(
            "annotations".into(),
            Value::Object(tool.annotations.clone()),
        );
    }
    let mut meta = json!({ HTTP_META: http });
    let when = &operation.extension.when;
    if !when.is_empty() {
        meta[WHEN_META] = json!(when);
    }
    definition.insert("_meta".into(), meta);
    RawJson::from_value(&Value::Object(definition))
}
