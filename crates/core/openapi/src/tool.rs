//! From operations to tools.

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

/// One tool and the operation behind it.
#[derive(Clone, Debug)]
pub struct ApiTool {
    /// Its name: unique in the document, at most 64 characters of `[A-Za-z0-9_-]`.
    pub name: String,
    /// Its title, where the document gives one.
    pub title: Option<String>,
    /// What it does.
    pub description: String,
    /// The schema of its arguments: an object, JSON Schema 2020-12, complete in itself.
    pub input: Value,
    /// The schema of its structured results: an object, complete in itself. Where
    /// [`ApiTool::selects`], it also allows `{"selected": …}`.
    pub output: Option<Value>,
    /// Whether a result is wrapped as `{"result": …}`, since it may be no object.
    pub wraps: bool,
    /// What the document itself says of its nature, by the names on the wire.
    pub annotations: Map<String, Value>,
    /// When a person is asked before a call, if the document says so.
    pub confirm: Option<ConfirmMode>,
    /// Whether the argument `_select` is offered.
    pub selects: bool,
    /// Where each argument goes.
    pub layout: ArgumentLayout,
    /// Which of the forms of the body is sent: an index into its content.
    pub media: usize,
    /// How that form is written, if there is a body. The schema of the arguments was made for it.
    pub body_kind: Option<MediaKind>,
    /// The operation behind the tool.
    pub operation: Arc<OpenApiOperation>,
}

/// What is wanted of a document.
#[derive(Clone, Debug)]
pub struct ToolOptions {
    /// Which operations become tools.
    pub selection: OperationSelection,
    /// Whether tools offer the argument `_select`, unless the document says otherwise.
    pub select: bool,
    /// The longest schema of results that is kept, in bytes of JSON.
    pub max_output_schema: usize,
}

/// Makes one tool of each operation that is wanted, in the order of the document. What cannot
/// become a tool, or loses something on the way, is told.
pub fn tools(api: &ApiDescription, options: &ToolOptions) -> (Vec<ApiTool>, Vec<Diagnostic>) {
    let mut tools = Vec::new();
    let findings = each_tool(api, options, &mut |tool| tools.push(tool));
    (tools, findings)
}

/// As [`tools`], but hands over each tool when it is made. Every tool has its own copy of the
/// definitions that it refers to, so all of them at once can be many times the document.
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
