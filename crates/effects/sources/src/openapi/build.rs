//! From a document to what is offered and served.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use candor_openapi::{
    ApiDescription, ApiServer, ApiTool, DocumentBundle, OpenApiError, SecurityScheme,
};
use candor_wire::RawJson;
use serde_json::{Value, json};
use url::Url;

use super::definition::definition;
use super::spec::OpenApiSpec;
use crate::inventory::{Inventory, ServerFacts};
use crate::validate;

/// What calls need to know of a document.
#[derive(Debug, Default)]
pub(super) struct ServedApi {
    pub(super) tools: HashMap<String, Arc<ApiTool>>,
    pub(super) schemes: BTreeMap<String, SecurityScheme>,
    /// Where the API is, for all operations: the servers that credentials belong to.
    pub(super) servers: Vec<ApiServer>,
    /// Where the document came from, if from the network.
    pub(super) document: Option<Url>,
}

/// Reads a document and makes its tools. This takes as long as the document is large.
pub(super) fn build(
    bundle: &DocumentBundle,
    document: Option<Url>,
    spec: &OpenApiSpec,
) -> Result<(Inventory, ServedApi), OpenApiError> {
    let mut api = candor_openapi::read(bundle)?;
    let mut options = spec.options.clone();
    options.select &= spec.selecting.is_some();
    let (tools, found) = candor_openapi::tools(&api, &options);
    let mut inventory = Inventory {
        server: facts(&api),
        diagnostics: std::mem::take(&mut api.diagnostics),
        ..Inventory::default()
    };
    inventory.diagnostics.extend(found);
    let mut served = HashMap::with_capacity(tools.len());
    for (at, mut tool) in tools.into_iter().enumerate() {
        let written = definition(&tool, &spec.wish, document.as_ref());
        // The definition has it now, and a call only has to know that there is one.
        tool.output = tool.output.map(|_| Value::Bool(true));
        match validate::tool(&written, false) {
            Ok(entry) => {
                inventory.tools.push(entry);
                served.insert(tool.name.clone(), Arc::new(tool));
            }
            Err(fault) => {
                let diagnostic = fault.diagnostic("openapi::unusable-tool", "tool", at);
                inventory.diagnostics.push(diagnostic);
            }
        }
    }
    let served = ServedApi {
        tools: served,
        schemes: api.schemes,
        servers: api.servers,
        document,
    };
    Ok((inventory, served))
}

/// The longest introduction, in characters. Many documents hold a whole manual.
const INTRODUCTION: usize = 600;

/// The first paragraph of a description, unless it is long.
fn introduction(description: &str) -> Option<String> {
    let paragraph = description.trim().split("\n\n").next()?.trim();
    let fits = !paragraph.is_empty() && paragraph.chars().count() <= INTRODUCTION;
    fits.then(|| paragraph.to_owned())
}

/// The API as a server would introduce itself.
fn facts(api: &ApiDescription) -> ServerFacts {
    ServerFacts {
        name: api.title.clone(),
        version: api.version.clone(),
        instructions: api.description.as_deref().and_then(introduction),
        capabilities: RawJson::from_value(&json!({"tools": {"listChanged": true}})),
        ..ServerFacts::default()
    }
}
