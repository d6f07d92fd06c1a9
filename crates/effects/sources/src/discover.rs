//! Reads the lists of a server.
//!
//! The lists are read concurrently. If one fails, there is a diagnostic and the previous list is
//! kept; only a server whose tools cannot be listed is unusable.

mod pages;

use std::collections::HashSet;
use std::sync::Arc;

use candor_model::{Diagnostic, McpEra};
use candor_wire::{RawJson, code, method};

use crate::error::chain;
use crate::inventory::{
    CacheHint, Inventory, PromptEntry, ResourceEntry, ServerFacts, TemplateEntry, ToolEntry,
};
use crate::list_kinds::ListKinds;
use crate::rpc::UpstreamCallError;
use crate::session::ServerSession;
use crate::validate::{self, DefinitionFault};

/// The maximum number of malformed definitions per list that are reported individually.
const TOLD: usize = 100;

/// The four lists of a server, each with its diagnostics.
#[derive(Clone, Debug, Default)]
pub(crate) struct ServerLists {
    tools: ServerList<Arc<ToolEntry>>,
    resources: ServerList<ResourceEntry>,
    templates: ServerList<TemplateEntry>,
    prompts: ServerList<PromptEntry>,
}

#[derive(Clone, Debug)]
struct ServerList<T> {
    entries: Vec<T>,
    diagnostics: Vec<Diagnostic>,
    cache: CacheHint,
    /// Whether the last attempt to read it failed.
    stale: bool,
}

/// How one list is requested and parsed.
struct ListReader<T> {
    method: &'static str,
    /// The member of the result that contains the list.
    member: &'static str,
    /// The name of one entry in messages.
    what: &'static str,
    code: &'static str,
    judge: fn(&RawJson, &ServerSession) -> Result<T, DefinitionFault>,
    key: fn(&T) -> &str,
}

const TOOLS: ListReader<Arc<ToolEntry>> = ListReader {
    method: method::TOOLS_LIST,
    member: "tools",
    what: "tool",
    code: "source::malformed-tool",
    judge: |raw, session| validate::tool(raw, sends_headers(session)).map(Arc::new),
    key: |tool| &tool.name,
};
const RESOURCES: ListReader<ResourceEntry> = ListReader {
    method: method::RESOURCES_LIST,
    member: "resources",
    what: "resource",
    code: "source::malformed-resource",
    judge: |raw, _| validate::resource(raw),
    key: |resource| &resource.uri,
};
const TEMPLATES: ListReader<TemplateEntry> = ListReader {
    method: method::TEMPLATES_LIST,
    member: "resourceTemplates",
    what: "resource template",
    code: "source::malformed-template",
    judge: |raw, _| validate::template(raw),
    key: |template| &template.uri_template,
};
const PROMPTS: ListReader<PromptEntry> = ListReader {
    method: method::PROMPTS_LIST,
    member: "prompts",
    what: "prompt",
    code: "source::malformed-prompt",
    judge: |raw, _| validate::prompt(raw),
    key: |prompt| &prompt.name,
};

/// Arguments are sent as headers over modern HTTP only.
fn sends_headers(session: &ServerSession) -> bool {
    session.era == McpEra::Modern && session.link.kind() == "http"
}

// === impl ServerLists ===

impl ServerLists {
    /// Reads the lists of some kinds again; the others stay. Fails only for the tools.
    pub(crate) async fn read(
        self,
        session: Arc<ServerSession>,
        kinds: ListKinds,
    ) -> Result<Self, UpstreamCallError> {
        let facts = &session.facts;
        let resources = kinds.has(ListKinds::RESOURCES) && facts.has_resources();
        let (tools, resources, templates, prompts) = tokio::join!(
            TOOLS.read(
                &session,
                kinds.has(ListKinds::TOOLS) && facts.has_tools(),
                self.tools
            ),
            RESOURCES.read(&session, resources, self.resources),
            TEMPLATES.read(&session, resources, self.templates),
            PROMPTS.read(
                &session,
                kinds.has(ListKinds::PROMPTS) && facts.has_prompts(),
                self.prompts
            ),
        );
        let (tools, failure) = tools;
        match failure {
            // A server that is merely slow keeps its tools; the next health check tries again.
            Some(UpstreamCallError::Silent { .. }) if !tools.entries.is_empty() => {}
            Some(error) => return Err(error),
            None => {}
        }
        let (resources, templates, prompts) = (resources.0, templates.0, prompts.0);
        Ok(Self {
            tools,
            resources,
            templates,
            prompts,
        })
    }

    /// The kinds whose last read failed.
    pub(crate) fn stale(&self) -> ListKinds {
        let mut kinds = ListKinds::NONE;
        for (stale, kind) in [
            (self.tools.stale, ListKinds::TOOLS),
            (
                self.resources.stale || self.templates.stale,
                ListKinds::RESOURCES,
            ),
            (self.prompts.stale, ListKinds::PROMPTS),
        ] {
            if stale {
                kinds = kinds.and(kind);
            }
        }
        kinds
    }

    /// The strictest cache hint of all lists.
    pub(crate) fn cache(&self) -> CacheHint {
        self.tools
            .cache
            .and(self.resources.cache)
            .and(self.templates.cache)
            .and(self.prompts.cache)
    }

    /// All lists together, as an inventory.
    pub(crate) fn inventory(&self, server: &ServerFacts) -> Inventory {
        Inventory {
            server: server.clone(),
            tools: self.tools.entries.clone(),
            resources: self.resources.entries.clone(),
            templates: self.templates.entries.clone(),
            prompts: self.prompts.entries.clone(),
            diagnostics: [
                &self.tools.diagnostics,
                &self.resources.diagnostics,
                &self.templates.diagnostics,
                &self.prompts.diagnostics,
            ]
            .into_iter()
            .flatten()
            .cloned()
            .collect(),
            cache: self.cache(),
        }
    }
}

// === impl ServerList ===

impl<T> Default for ServerList<T> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            diagnostics: Vec::new(),
            cache: CacheHint::default(),
            stale: false,
        }
    }
}

// === impl ListReader ===

impl<T> ListReader<T> {
    async fn read(
        &self,
        session: &Arc<ServerSession>,
        wanted: bool,
        before: ServerList<T>,
    ) -> (ServerList<T>, Option<UpstreamCallError>) {
        if !wanted {
            return (before, None);
        }
        match pages::read(session, self.method, self.member).await {
            Ok(pages) => (self.sort_out(session, pages), None),
            // Many servers have resources without templates, and do not know the method.
            Err(UpstreamCallError::Declined { error, .. })
                if self.method == method::TEMPLATES_LIST
                    && error.code == code::METHOD_NOT_FOUND =>
            {
                (ServerList::default(), None)
            }
            Err(error) => {
                let told = Diagnostic::warning(
                    "source::list-failed",
                    format!(
                        "the list of {}s could not be read: {}",
                        self.what,
                        chain(&error)
                    ),
                );
                (
                    ServerList {
                        diagnostics: vec![told],
                        stale: true,
                        ..before
                    },
                    Some(error),
                )
            }
        }
    }

    /// Keeps the entries that can be served and reports the others.
    fn sort_out(&self, session: &ServerSession, pages: pages::ListPages) -> ServerList<T> {
        let mut list = ServerList {
            diagnostics: pages.problem.into_iter().collect(),
            cache: pages.cache,
            ..ServerList::default()
        };
        let mut taken: HashSet<String> = HashSet::new();
        let mut left_out = 0;
        for (at, raw) in pages.items.iter().enumerate() {
            let verdict = (self.judge)(raw, session).and_then(|entry| {
                let key = (self.key)(&entry);
                if taken.insert(key.to_owned()) {
                    Ok(entry)
                } else {
                    Err(DefinitionFault::twice(key))
                }
            });
            match verdict {
                Ok(entry) => list.entries.push(entry),
                Err(fault) => {
                    left_out += 1;
                    if left_out <= TOLD {
                        list.diagnostics
                            .push(fault.diagnostic(self.code, self.what, at));
                    }
                }
            }
        }
        if left_out > TOLD {
            let message = format!("{} more {}s are left out", left_out - TOLD, self.what);
            list.diagnostics.push(Diagnostic::error(self.code, message));
        }
        list
    }
}
