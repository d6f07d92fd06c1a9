//! Everything that is offered, as one immutable snapshot.
//!
//! A snapshot is built when a source changes and swapped in whole; requests only read. The lists
//! in it are finished bytes.

mod build;
mod list;
mod part;
mod template;

use std::collections::HashMap;
use std::sync::Arc;

use candor_model::{CallKind, Diagnostic, Era, ExposedName, QualifiedName};
use candor_schema::Validator;
use candor_sources::Source;
use candor_wire::header::ParamHeader;
use candor_wire::{RawJson, RawObject};

use crate::limits::CallTimes;

pub(crate) use build::build;
pub use list::server_info;
pub(crate) use part::Part;

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// `tools/list`.
    Tools,
    /// `resources/list`.
    Resources,
    /// `resources/templates/list`.
    Templates,
    /// `prompts/list`.
    Prompts,
}

/// One tool as it is offered.
#[derive(Debug)]
pub struct Tool {
    /// `source.tool`.
    pub name: QualifiedName,
    /// What clients call it.
    pub exposed: ExposedName,
    /// The definition that clients get: the source's, under the exposed name.
    pub definition: RawJson,
    pub(crate) checks: Arc<Checks>,
    pub(crate) server: Arc<Server>,
}

/// One prompt as it is offered.
#[derive(Debug)]
pub struct Prompt {
    /// `source.prompt`.
    pub name: QualifiedName,
    /// What clients call it.
    pub exposed: ExposedName,
    pub(crate) server: Arc<Server>,
}

/// Compiled when the tool was discovered.
#[derive(Debug)]
pub(crate) struct Checks {
    /// Checks arguments; none where the operator turned it off or the schema cannot be compiled.
    pub(crate) input: Option<Validator>,
    /// Checks structured results.
    pub(crate) output: Option<Validator>,
    /// Arguments that travel as headers to a modern HTTP server.
    pub(crate) headers: Vec<ParamHeader>,
    /// Arguments that a modern HTTP client must send as headers too, whatever the server is.
    pub(crate) declared: Vec<ParamHeader>,
}

/// A source and how it is to be treated.
pub(crate) struct Server {
    pub(crate) source: Source,
    pub(crate) times: CallTimes,
    pub(crate) validate: bool,
}

/// The snapshot.
#[derive(Debug, Default)]
pub struct Catalogue {
    tools: Vec<Arc<Tool>>,
    tools_by_name: HashMap<Box<str>, Arc<Tool>>,
    prompts_by_name: HashMap<Box<str>, Arc<Prompt>>,
    resources: HashMap<Box<str>, Arc<Server>>,
    templates: Vec<(template::Template, Arc<Server>)>,
    /// Sources that are not ready, with how the names of their tools would begin.
    away: Vec<(String, Arc<Server>)>,
    /// The only source with resources, if there is exactly one: it also gets what is not listed.
    sole_keeper: Option<Arc<Server>>,
    lists: list::Lists,
    capabilities: Option<RawJson>,
    instructions: Option<String>,
    diagnostics: Vec<Diagnostic>,
}

// === impl Catalogue ===

impl Catalogue {
    /// The finished `result` of a list, for a client of this era.
    pub fn list(&self, which: Listed, era: Era) -> RawJson {
        self.lists.get(which, era)
    }

    /// What the gateway offers, as a server's `capabilities`.
    pub fn capabilities(&self) -> RawJson {
        self.capabilities.clone().unwrap_or_else(list::empty_object)
    }

    /// What the sources have to say about their use.
    pub fn instructions(&self) -> Option<&str> {
        self.instructions.as_deref()
    }

    /// `ttlMs` and `cacheScope` of the merged lists.
    pub fn cache(&self) -> (u64, &'static str) {
        self.lists.cache()
    }

    /// Arguments of a tool that travel as headers.
    pub fn tool_headers(&self, exposed: &str) -> Option<&[ParamHeader]> {
        self.tools_by_name
            .get(exposed)
            .map(|tool| tool.checks.declared.as_slice())
    }

    /// All tools, in their stable order.
    pub fn tools(&self) -> &[Arc<Tool>] {
        &self.tools
    }

    /// The tool that clients know by this name.
    pub fn tool(&self, exposed: &str) -> Option<&Arc<Tool>> {
        self.tools_by_name.get(exposed)
    }

    /// Whatever could not be served, and why.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The source that is not ready and that a tool of this name would belong to.
    pub(crate) fn away(&self, exposed: &str) -> Option<&Arc<Server>> {
        let belongs = |(start, _): &&(String, Arc<Server>)| exposed.starts_with(start.as_str());
        self.away.iter().find(belongs).map(|(_, server)| server)
    }

    /// Whether what a call names is here.
    pub(crate) fn has(&self, kind: CallKind, params: &RawObject) -> bool {
        let named = |key| params.get_string(key).unwrap_or_default();
        match kind {
            CallKind::Tool => self.tool(&named("name")).is_some(),
            CallKind::Prompt => self.prompt(&named("name")).is_some(),
            CallKind::Resource => self.keeper(&named("uri")).is_some(),
        }
    }

    pub(crate) fn prompt(&self, exposed: &str) -> Option<&Arc<Prompt>> {
        self.prompts_by_name.get(exposed)
    }

    /// The source that keeps a resource: the one that lists it, else one whose template fits,
    /// else the only one that has resources at all. Nobody else is told what was asked for.
    pub(crate) fn keeper(&self, uri: &str) -> Option<&Arc<Server>> {
        let fits = || {
            self.templates
                .iter()
                .find(|(template, _)| template.fits(uri))
        };
        self.resources
            .get(uri)
            .or_else(|| fits().map(|(_, server)| server))
            .or(self.sole_keeper.as_ref())
    }

    /// The source that a resource template belongs to.
    pub(crate) fn template_keeper(&self, text: &str) -> Option<&Arc<Server>> {
        let same = self
            .templates
            .iter()
            .find(|(template, _)| template.text() == text);
        same.map(|(_, server)| server).or_else(|| self.keeper(text))
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Server({})", self.source.name())
    }
}
