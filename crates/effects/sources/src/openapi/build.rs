//! Builds the inventory and the served API from a document.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use candor_model::Diagnostic;
use candor_openapi::{
    ApiDescription, ApiServer, ApiTool, DocumentBundle, OpenApiError, SecurityScheme,
};
use candor_rest::BaseUrlSettings;
use candor_wire::RawJson;
use serde_json::json;
use url::Url;

use super::definition::definition;
use super::spec::OpenApiSpec;
use crate::inventory::{Inventory, ServerFacts, ToolEntry};
use crate::validate;

/// The parts of a document that calls need.
#[derive(Debug, Default)]
pub(super) struct ServedApi {
    pub(super) tools: HashMap<String, Arc<ApiTool>>,
    pub(super) schemes: BTreeMap<String, SecurityScheme>,
    /// The servers of all operations, which credentials belong to.
    pub(super) servers: Vec<ApiServer>,
    /// The URL of the document, if it came from the network.
    pub(super) document: Option<Url>,
}

/// Parses a document and creates its tools. The time is proportional to the size of the document.
/// Only what is served stays in memory: of the document, and of each tool once it was created.
pub(super) fn build(
    bundle: DocumentBundle,
    document: Option<Url>,
    spec: &OpenApiSpec,
) -> Result<(Inventory, ServedApi), OpenApiError> {
    let mut api = candor_openapi::read(&bundle)?;
    drop(bundle);
    let mut options = spec.options.clone();
    options.select &= spec.selecting.is_some();
    let mut made = MadeTools::default();
    let found = candor_openapi::each_tool(&api, &options, &mut |tool| {
        made.add(tool, &spec.base_url, document.as_ref());
    });
    let mut diagnostics = std::mem::take(&mut api.diagnostics);
    diagnostics.extend(found);
    diagnostics.append(&mut made.diagnostics);
    let inventory = Inventory {
        server: facts(&api),
        tools: made.entries,
        diagnostics,
        ..Inventory::default()
    };
    let served = ServedApi {
        tools: made.served,
        schemes: api.schemes,
        servers: api.servers,
        document,
    };
    Ok((inventory, served))
}

/// The tools created so far.
#[derive(Default)]
struct MadeTools {
    entries: Vec<Arc<ToolEntry>>,
    served: HashMap<String, Arc<ApiTool>>,
    diagnostics: Vec<Diagnostic>,
    count: usize,
}

// === impl MadeTools ===

impl MadeTools {
    fn add(&mut self, mut tool: ApiTool, base_url: &BaseUrlSettings, document: Option<&Url>) {
        let at = self.count;
        self.count += 1;
        let written = definition(&tool, base_url, document);
        match validate::tool(&written, false) {
            Ok(entry) => {
                self.entries.push(Arc::new(entry));
                candor_rest::keep_for_calls(&mut tool);
                self.served.insert(tool.name.clone(), Arc::new(tool));
            }
            Err(fault) => {
                let diagnostic = fault.diagnostic("openapi::unusable-tool", "tool", at);
                self.diagnostics.push(diagnostic);
            }
        }
    }
}

/// The maximum length of an introduction, in characters. Many documents contain a whole manual.
const INTRODUCTION: usize = 600;

/// The first paragraph of a description, unless it is too long.
fn introduction(description: &str) -> Option<String> {
    let paragraph = description.trim().split("\n\n").next()?.trim();
    let fits = !paragraph.is_empty() && paragraph.chars().count() <= INTRODUCTION;
    fits.then(|| paragraph.to_owned())
}

/// The API's facts, as those of a server.
fn facts(api: &ApiDescription) -> ServerFacts {
    ServerFacts {
        name: api.title.clone(),
        version: api.version.clone(),
        instructions: api.description.as_deref().and_then(introduction),
        capabilities: RawJson::from_value(&json!({"tools": {"listChanged": true}})),
        ..ServerFacts::default()
    }
}
