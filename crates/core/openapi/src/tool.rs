//! Tools for operations.

mod argument;
mod body;
mod builder;
mod credentials;
mod definition_set;
mod file;
mod findings;
#[cfg(test)]
mod fixture;
mod glob;
mod input;
mod keyword;
#[cfg(test)]
mod laws;
mod layout;
mod media;
mod name;
mod object;
mod output;
mod select;
mod selection;
mod shape;
mod side;
mod words;

use std::sync::Arc;

use candor_model::{ConfirmMode, Diagnostic};
use serde_json::{Map, Value};

use self::builder::ToolBuilder;
use self::findings::ToolFindings;
use crate::api::{ApiDescription, MediaKind, OpenApiOperation};

pub use self::layout::{ArgumentLayout, ArgumentSlot, ArgumentTarget};
pub use self::media::is_bytes;
pub use self::selection::{OperationFilter, OperationSelection};

/// A tool and the operation behind it.
#[derive(Clone, Debug)]
pub struct ApiTool {
    /// The name: unique in the document, at most 64 characters of `[A-Za-z0-9_-]`.
    pub name: String,
    /// The title, if the document has one.
    pub title: Option<String>,
    /// What the tool does, from the document.
    pub description: String,
    /// The schema of the arguments: an object, self-contained JSON Schema 2020-12.
    pub input: Value,
    /// The schema of structured results: an object, self-contained. If [`ApiTool::selects`], it
    /// also allows `{"selected": …}`.
    pub output: Option<Value>,
    /// Whether results are wrapped as `{"result": …}`, because they may not be objects.
    pub wraps: bool,
    /// The annotations from the document, by their names in MCP.
    pub annotations: Map<String, Value>,
    /// When approval is required before a call, if the document says so.
    pub confirm: Option<ConfirmMode>,
    /// Whether the tool has the argument `_select`.
    pub selects: bool,
    /// The target of each argument.
    pub layout: ArgumentLayout,
    /// The media type of the request body: an index into its content.
    pub media: usize,
    /// How the body is serialized, if there is one. The argument schema depends on it.
    pub body_kind: Option<MediaKind>,
    /// The operation behind the tool.
    pub operation: Arc<OpenApiOperation>,
}

/// Options for creating tools.
#[derive(Clone, Debug)]
pub struct ToolOptions {
    /// Which operations become tools.
    pub selection: OperationSelection,
    /// Whether tools have the argument `_select`, unless the document says otherwise.
    pub select: bool,
    /// The maximum size of a result schema, in bytes of JSON.
    pub max_output_schema: usize,
}

/// Creates a tool for each selected operation, in document order. Reports operations that cannot
/// become a tool and anything that is lost.
pub fn tools(api: &ApiDescription, options: &ToolOptions) -> (Vec<ApiTool>, Vec<Diagnostic>) {
    let mut tools = Vec::new();
    let findings = each_tool(api, options, &mut |tool| tools.push(tool));
    (tools, findings)
}

/// As [`tools`], but passes on each tool when it is created. Every tool has its own copy of the
/// definitions it uses, so all of them together can be many times larger than the document.
pub fn each_tool(
    api: &ApiDescription,
    options: &ToolOptions,
    each: &mut dyn FnMut(ApiTool),
) -> Vec<Diagnostic> {
    let mut findings = ToolFindings::default();
    let names = name::names(&api.operations, &mut findings);
    let chosen = selection::choose(&api.operations, &names, &options.selection, &mut findings);
    let mut maker = ToolBuilder::new(api, options);
    for (done, at) in chosen.iter().enumerate() {
        if maker.is_spent() {
            findings.add(maker.told(chosen.len() - done));
            break;
        }
        let made = maker.tool(&api.operations[*at], &names[*at], &mut findings);
        made.into_iter().for_each(&mut *each);
    }
    findings.finish(api.text.as_ref())
}

// === impl ToolOptions ===

impl Default for ToolOptions {
    fn default() -> Self {
        Self {
            selection: OperationSelection::default(),
            select: true,
            max_output_schema: 64 * 1024,
        }
    }
}

#[cfg(test)]
mod tests;
