//! Everything that is offered, as one immutable snapshot.
//!
//! A snapshot is built when a source or an opinion changes, and replaced as a whole; requests only
//! read it. Its lists are serialized in advance, one form per endpoint.

mod build;
mod build_work;
pub(crate) mod case_json;
pub(crate) mod discovered;
pub(crate) mod endpoint;
mod endpoint_content;
pub(crate) mod instruction_pins;
mod list_bytes;
mod listed_content;
pub(crate) mod offer;
pub(crate) mod offer_cache;
pub(crate) mod pin_writer;
pub(crate) mod pins;
pub(crate) mod refresh;
pub(crate) mod refusal_writer;
pub(crate) mod remembered;
pub(crate) mod render;
mod server_extensions;
mod short_list;
mod short_schema;
mod source_part;
pub(crate) mod source_uris;
pub(crate) mod tool_check;
mod tool_lists;
mod uri_template;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use candor_infer::HintFinding;
use candor_model::{
    CallKind, Diagnostic, Digest, DriftRecord, EnvironmentName, ExposedName, InstructionPin,
    McpRevision, Opinion, QualifiedName, Roles, SourceName, SourceTrust, ToolListing, UnsetPolicy,
};
use candor_resolve::ToolPool;
use candor_sources::SourceHandle;
use candor_wire::header::ParamHeader;
use candor_wire::{JsonPieces, RawJson, RawObject, extension};

use crate::catalogue::endpoint::{Endpoint, UnknownEndpoint};
use crate::catalogue::tool_check::ToolCheck;
use crate::limits::CallTimeouts;
use crate::management::{self, ManagementTool};
use crate::metrics::ToolMetrics;
use crate::state::workspace_settings::WorkspaceSettings;

pub(crate) use build::{build_base, build_catalogue};
pub(crate) use build_work::BuildCounts;
use build_work::BuildWork;
pub use discovered::EvidenceSettings;
pub use endpoint_content::EndpointContent;
pub(crate) use list_bytes::ListFreshness;
pub use list_bytes::server_info;
pub use listed_content::{ContentKind, ListedContent};
pub use offer::{EndpointOffer, OfferedTool};
pub use render::EndpointStyle;
pub use short_list::ListSettings;
pub(crate) use source_part::SourcePart;
pub(crate) use source_uris::SharedUris;

/// The kinds of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListKind {
    /// What `tools/list` lists.
    Tools,
    /// What `resources/list` lists.
    Resources,
    /// What `resources/templates/list` lists.
    Templates,
    /// What `prompts/list` lists.
    Prompts,
}

/// One tool of one source: the same at every endpoint.
#[derive(Debug)]
pub struct CatalogueTool {
    /// The namespaced name, `source.tool`.
    pub name: QualifiedName,
    /// The exposed name.
    pub exposed: ExposedName,
    /// The source's own name for it, as it is sent with every call.
    pub(crate) own_name: RawJson,
    /// The source's definition with the exposed name and a description.
    pub(crate) base: RawObject,
    /// The hints that the source declares. Hints that it merely omits now keep their earlier
    /// values.
    pub declared: Arc<Opinion>,
    /// What Candor infers by itself.
    pub inferred: Arc<Opinion>,
    /// What Candor would infer if a person confirmed it.
    pub suggestions: Arc<[HintFinding]>,
    /// The hash of the current definition.
    pub hash: Digest,
    /// The id that hypertool would assign.
    pub ref_id: Digest,
    /// The drift that keeps the tool in quarantine; `None` while it is served.
    pub quarantine: Option<Arc<DriftRecord>>,
    /// Whether the tool is listed from the cache, because its source is still starting.
    pub remembered: bool,
    pub(crate) checks: Arc<ToolChecks>,
    /// The metrics of its calls.
    pub(crate) metrics: ToolMetrics,
    pub(crate) server: Arc<ServedSource>,
}

/// A prompt as it is offered.
#[derive(Debug)]
pub struct CataloguePrompt {
    /// The namespaced name, `source.prompt`.
    pub name: QualifiedName,
    /// The exposed name.
    pub exposed: ExposedName,
    pub(crate) server: Arc<ServedSource>,
}

/// The checks for calls and results.
#[derive(Debug)]
pub(crate) struct ToolChecks {
    /// Validates arguments; `None` if the operator disabled it or the schema does not compile.
    pub(crate) input: Option<ToolCheck>,
    /// Validates structured results.
    pub(crate) output: Option<ToolCheck>,
    /// Arguments that are sent as headers to a modern HTTP server.
    pub(crate) headers: Vec<ParamHeader>,
    /// Arguments that a modern HTTP client must also send as headers, whatever the server is.
    pub(crate) declared: Vec<ParamHeader>,
}

/// A source and how it is treated.
pub(crate) struct ServedSource {
    pub(crate) source: SourceHandle,
    pub(crate) times: CallTimeouts,
    /// How unset hints of its tools are treated, if not by the default.
    pub(crate) unset: Option<UnsetPolicy>,
    pub(crate) validate: bool,
    /// Whether its hints are relied on.
    pub(crate) trust: SourceTrust,
    /// How evidence about its tools is read.
    pub(crate) reading: EvidenceSettings,
    /// Whether changed definitions of an untrusted source are quarantined.
    pub(crate) quarantines: bool,
    /// The key under which its era is cached.
    pub(crate) fingerprint: Digest,
    /// The roots that it is told when it asks outside a call.
    pub(crate) roots: Vec<String>,
    /// Whether its tools have been in the catalogue since it was first ready.
    pub(crate) offered: AtomicBool,
}

/// The snapshot: what the sources bring, and how each endpoint shows it.
#[derive(Debug, Default)]
pub struct Catalogue {
    base: Arc<CatalogueBase>,
    settings: Arc<WorkspaceSettings>,
    plain: Arc<EndpointOffer>,
    by_environment: BTreeMap<EnvironmentName, Arc<EndpointOffer>>,
    /// The offers of toolset endpoints that have been requested.
    narrowed: Mutex<BTreeMap<Endpoint, Arc<EndpointOffer>>>,
    /// The prompts and resources of toolset endpoints that have been requested.
    contents: Mutex<BTreeMap<Endpoint, Arc<EndpointContent>>>,
    /// The work done for this catalogue and its predecessors.
    work: BuildCounts,
}

/// What the sources bring, the same at every endpoint.
#[derive(Debug, Default)]
pub(crate) struct CatalogueBase {
    /// All tools, served or not.
    tools: Vec<Arc<CatalogueTool>>,
    /// The tools that are served.
    served: Vec<Arc<CatalogueTool>>,
    /// The sources as they are served.
    servers: Vec<Arc<ServedSource>>,
    /// The served tools, for toolset selection.
    pool: ToolPool,
    /// All tools by name.
    by_qualified: HashMap<QualifiedName, Arc<CatalogueTool>>,
    /// Tools that are not served, by the exposed name they would have.
    withheld: HashMap<Box<str>, Arc<CatalogueTool>>,
    /// What each source brings besides tools.
    source_contents: Vec<endpoint_content::SourceContent>,
    /// All of that together, for endpoints that serve every tool.
    content: Arc<EndpointContent>,
    /// The URIs that clients know by another name than their source does.
    shared_uris: SharedUris,
    /// Sources that are not ready, with the prefix of their tools' names.
    away: Vec<(String, Arc<ServedSource>)>,
    /// Sources that are listed from the cache, with the number of their tools.
    remembered: HashMap<SourceName, usize>,
    cache: ListFreshness,
    instructions: Option<String>,
    /// Sources whose instructions have changed and are not accepted yet.
    changed_instructions: HashMap<SourceName, InstructionPin>,
    diagnostics: Vec<Diagnostic>,
}

// === impl CatalogueBase ===

impl CatalogueBase {
    /// Whether any source has a read-only instance that enforces read-only hints.
    fn is_enforced(&self) -> bool {
        let mut servers = self.servers.iter();
        servers.any(|server| server.source.enforces_read_only())
    }

    /// Whether the same tools are served, in the same order and with the same freshness.
    fn serves_as(&self, other: &Self) -> bool {
        let mut pairs = self.served.iter().zip(&other.served);
        std::ptr::eq(self, other)
            || (self.cache == other.cache
                && self.served.len() == other.served.len()
                && pairs.all(|(one, other)| Arc::ptr_eq(one, other)))
    }
}

// === impl Catalogue ===

impl Catalogue {
    /// The serialized `result` of a list, for a client of this revision with these roles at this
    /// endpoint. `client` is its `clientInfo`.
    pub fn list(
        &self,
        which: ListKind,
        endpoint: &Endpoint,
        revision: McpRevision,
        roles: Roles,
        client: Option<&RawJson>,
    ) -> Result<JsonPieces, UnknownEndpoint> {
        let era = revision.era();
        Ok(match which {
            ListKind::Tools if self.is_short_for(endpoint, client)? => {
                let offer = self.offer(endpoint)?;
                let pinned = self.pinned(endpoint, &offer);
                offer.short_list(revision, &pinned).into()
            }
            ListKind::Tools if self.is_managed(endpoint) => {
                self.offer(endpoint)?.managed_list(revision, roles)
            }
            ListKind::Tools => self.offer(endpoint)?.list(revision),
            ListKind::Resources => self.content(endpoint)?.lists.resources.of(era).into(),
            ListKind::Templates => self.content(endpoint)?.lists.templates.of(era).into(),
            ListKind::Prompts => self.content(endpoint)?.lists.prompts.of(era).into(),
        })
    }

    /// What an endpoint serves to clients besides tools.
    pub fn content(&self, endpoint: &Endpoint) -> Result<Arc<EndpointContent>, UnknownEndpoint> {
        let behind = self.settings.effective_endpoint(endpoint);
        let Some(toolset) = self.settings.toolset(&behind)? else {
            return Ok(Arc::clone(&self.base.content));
        };
        if let Some(made) = self.made_contents().get(&behind) {
            return Ok(Arc::clone(made));
        }
        let offer = self.view(&behind)?;
        let content = build::narrowed_content(&self.base, toolset, &offer);
        let mut made = self.made_contents();
        Ok(Arc::clone(made.entry(behind).or_insert(content)))
    }

    /// What an endpoint serves to clients; the plain endpoint serves the equipped toolset.
    pub fn offer(&self, endpoint: &Endpoint) -> Result<Arc<EndpointOffer>, UnknownEndpoint> {
        self.view(&self.settings.effective_endpoint(endpoint))
    }

    /// What an endpoint serves, regardless of the equipped toolset.
    pub fn view(&self, endpoint: &Endpoint) -> Result<Arc<EndpointOffer>, UnknownEndpoint> {
        let toolset = self.settings.toolset(endpoint)?;
        Ok(match (toolset, self.everything_in(endpoint)) {
            (None, Some(plain)) => Arc::clone(plain),
            _ => self.narrowed(endpoint),
        })
    }

    /// Like [`Self::view`], but without caching the result.
    pub(crate) fn peek(&self, endpoint: &Endpoint) -> Result<Arc<EndpointOffer>, UnknownEndpoint> {
        let toolset = self.settings.toolset(endpoint)?;
        let kept = self.made().get(endpoint).cloned();
        match (toolset, kept) {
            (None, _) => self.view(endpoint),
            (Some(_), Some(kept)) => Ok(kept),
            (Some(_), None) => Ok(build::narrowed(
                self,
                endpoint,
                (None, None),
                &BuildWork::default(),
            )),
        }
    }

    /// The offer with all tools in the endpoint's environment.
    fn everything_in(&self, endpoint: &Endpoint) -> Option<&Arc<EndpointOffer>> {
        match &endpoint.environment {
            None => Some(&self.plain),
            Some(name) => self.by_environment.get(name),
        }
    }

    /// The offer of a toolset's endpoint. Built on first use, and from then on rebuilt on every
    /// change.
    fn narrowed(&self, endpoint: &Endpoint) -> Arc<EndpointOffer> {
        if let Some(made) = self.made().get(endpoint) {
            return Arc::clone(made);
        }
        let offer = build::narrowed(self, endpoint, (None, None), &BuildWork::default());
        let mut made = self.made();
        Arc::clone(made.entry(endpoint.clone()).or_insert(offer))
    }

    /// The work done for this catalogue and its predecessors.
    pub(crate) fn work(&self) -> BuildCounts {
        self.work
    }

    /// Builds the search indexes in advance. This takes a while if there are many new tools; a
    /// search that comes earlier waits for it.
    pub(crate) fn index(&self) {
        for offer in self.managed() {
            offer.index();
        }
    }

    /// The offers of the endpoints that have the management tools.
    fn managed(&self) -> Vec<Arc<EndpointOffer>> {
        if !self.settings.management {
            return Vec::new();
        }
        let environments = self.by_environment.keys().cloned().map(Some);
        let endpoints = environments.chain([None]).map(Endpoint::of_environment);
        endpoints
            .filter_map(|endpoint| self.offer(&endpoint).ok())
            .collect()
    }

    fn made(&self) -> MutexGuard<'_, BTreeMap<Endpoint, Arc<EndpointOffer>>> {
        self.narrowed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn made_contents(&self) -> MutexGuard<'_, BTreeMap<Endpoint, Arc<EndpointContent>>> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether an endpoint has all management tools, whose use can change what it serves.
    pub(crate) fn is_managed(&self, endpoint: &Endpoint) -> bool {
        self.settings.management && endpoint.toolset.is_none()
    }

    /// Whether a client gets a short list at an endpoint.
    fn is_short_for(
        &self,
        endpoint: &Endpoint,
        client: Option<&RawJson>,
    ) -> Result<bool, UnknownEndpoint> {
        let is_short = self.settings.listing.is_short_for(client);
        Ok(is_short && self.is_searched(&*self.offer(endpoint)?))
    }

    /// Whether an endpoint has too many tools to list, so that they are searched. If the management
    /// tools are disabled, only if a short list is configured.
    fn is_searched(&self, offer: &EndpointOffer) -> bool {
        let listing = &self.settings.listing;
        let is_wanted = self.settings.management || listing.listing == ToolListing::Search;
        is_wanted && listing.searches(|| offer.costs().total)
    }

    /// The tools of an endpoint that are listed even in a short list.
    fn pinned(&self, endpoint: &Endpoint, offer: &EndpointOffer) -> Vec<Arc<OfferedTool>> {
        let Some(toolset) = &self.settings.listing.pinned else {
            return Vec::new();
        };
        let own = Endpoint {
            toolset: Some(toolset.clone()),
            environment: endpoint.environment.clone(),
        };
        // A toolset that was deleted pins nothing.
        let Ok(pinned) = self.view(&own) else {
            return Vec::new();
        };
        let names = pinned.tools().iter().map(|one| one.tool.exposed.as_str());
        names.filter_map(|name| offer.tool(name).cloned()).collect()
    }

    /// The management tool that clients of an endpoint call by this name: any of them if the
    /// endpoint has them all, otherwise those of the short list if there is one.
    pub(crate) fn management_tool(
        &self,
        endpoint: &Endpoint,
        offer: &EndpointOffer,
        name: &str,
    ) -> Option<&'static ManagementTool> {
        let tool = management::named(name)?;
        let is_own = offer.tool(name).is_some();
        let is_short = || short_list::has(name) && !is_own && self.is_searched(offer);
        (self.is_managed(endpoint) || is_short()).then_some(tool)
    }

    /// All served tools, as the plain endpoint shows them while nothing is equipped.
    pub fn everything(&self) -> &EndpointOffer {
        &self.plain
    }

    /// The `capabilities` that the gateway announces at an endpoint.
    pub fn capabilities(&self, endpoint: &Endpoint) -> RawJson {
        let content = self.content(endpoint);
        content.map_or_else(|_| list_bytes::empty_object(), |all| all.capabilities())
    }

    /// Whether a source at an endpoint announces a method that is not part of the protocol.
    pub fn announces(&self, endpoint: &Endpoint, method: &str) -> bool {
        if extension::is_of_the_protocol(method) {
            return false;
        }
        self.is_announced(endpoint, method)
    }

    /// Whether a source at an endpoint announces the extension of a notification that is not part
    /// of the protocol.
    pub(crate) fn announces_notification(&self, endpoint: &Endpoint, method: &str) -> bool {
        self.is_announced(endpoint, method)
    }

    fn is_announced(&self, endpoint: &Endpoint, method: &str) -> bool {
        let content = self.content(endpoint);
        content.is_ok_and(|all| all.announcing(method).next().is_some())
    }

    /// The URIs that clients know by another name than their source does.
    pub(crate) fn shared_uris(&self) -> &SharedUris {
        &self.base.shared_uris
    }

    /// The merged instructions of the sources.
    pub fn instructions(&self) -> Option<&str> {
        self.base.instructions.as_deref()
    }

    /// The instructions of a source, if they have changed and are not accepted yet.
    pub fn changed_instructions(&self, source: &SourceName) -> Option<&InstructionPin> {
        self.base.changed_instructions.get(source)
    }

    /// `ttlMs` and `cacheScope` of the merged lists.
    pub fn cache(&self) -> (u64, &'static str) {
        (self.base.cache.ttl_ms, self.base.cache.scope)
    }

    /// Arguments of a tool that are sent as headers.
    pub fn tool_headers(&self, exposed: &str) -> Option<&[ParamHeader]> {
        self.plain
            .tool(exposed)
            .map(|offered| offered.tool.checks.declared.as_slice())
    }

    /// All tools, served or not, in their stable order.
    pub fn tools(&self) -> &[Arc<CatalogueTool>] {
        &self.base.tools
    }

    /// The tool of this name, served or not.
    pub fn named(&self, name: &QualifiedName) -> Option<&Arc<CatalogueTool>> {
        self.base.by_qualified.get(name)
    }

    /// The tool that would have this exposed name if it were served.
    pub(crate) fn withheld(&self, exposed: &str) -> Option<&Arc<CatalogueTool>> {
        self.base.withheld.get(exposed)
    }

    /// Diagnostics about everything that could not be served.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.base.diagnostics
    }

    /// Whether lists of this kind look the same to clients at every endpoint.
    pub(crate) fn lists_as(&self, other: &Self, which: ListKind) -> bool {
        let there = other.made_contents().clone();
        let mut made = self.made_contents().clone().into_iter();
        self.settings.equipped == other.settings.equipped
            && self.base.content.lists_as(&other.base.content, which)
            && made.all(|(endpoint, content)| {
                let there = there.get(&endpoint);
                there.is_some_and(|there| content.lists_as(there, which))
            })
    }

    /// Whether the tools of both look the same to clients at every endpoint.
    pub(crate) fn is_seen_as(&self, other: &Self) -> bool {
        let same = |(name, offer): (&EnvironmentName, &Arc<EndpointOffer>)| {
            let there = other.by_environment.get(name);
            there.is_some_and(|there| offer.is_seen_as(there))
        };
        let mut narrowed = self.made().clone().into_iter();
        let there = other.made().clone();
        self.plain.is_seen_as(&other.plain)
            && self.settings.equipped == other.settings.equipped
            && self.by_environment.len() == other.by_environment.len()
            && self.by_environment.iter().all(same)
            && narrowed.all(|(endpoint, offer)| {
                let there = there.get(&endpoint);
                there.is_some_and(|there| offer.is_seen_as(there))
            })
    }

    /// The source that is not ready and that a tool of this name would belong to.
    pub(crate) fn away(&self, exposed: &str) -> Option<&Arc<ServedSource>> {
        let belongs =
            |(start, _): &&(String, Arc<ServedSource>)| exposed.starts_with(start.as_str());
        self.base
            .away
            .iter()
            .find(belongs)
            .map(|(_, server)| server)
    }

    /// Whether a source is only known from the cache.
    pub(crate) fn remembers(&self, source: &SourceName) -> bool {
        self.base.remembered.contains_key(source)
    }

    /// How many tools of a source are listed from the cache.
    pub fn remembered_tools(&self, source: &SourceName) -> usize {
        self.base
            .remembered
            .get(source)
            .copied()
            .unwrap_or_default()
    }

    /// The source of a tool that is listed from the cache, by either of the tool's names.
    pub(crate) fn remembered_source(&self, name: &str) -> Option<&SourceName> {
        let offered = self.plain.tool(name).map(|offered| &offered.tool);
        let withheld = || self.base.withheld.get(name);
        let qualified = || self.base.by_qualified.get(&QualifiedName::parse(name)?);
        let tool = offered.or_else(withheld).or_else(qualified)?;
        tool.remembered.then(|| tool.name.source())
    }

    /// Whether the target of a call exists.
    pub(crate) fn has(&self, kind: CallKind, params: &RawObject) -> bool {
        let named = |key| params.get_string(key).unwrap_or_default();
        let all = &self.base.content;
        match kind {
            CallKind::Tool => {
                let name = named("name");
                self.plain.tool(&name).is_some()
                    || self.base.withheld.contains_key(&*name)
                    || ((self.settings.management || short_list::has(&name))
                        && management::named(&name).is_some())
            }
            CallKind::Prompt => all.prompt(&named("name")).is_some(),
            // The owner of an unknown URI is uncertain until every source has sent its lists.
            _ if !self.base.remembered.is_empty() => false,
            CallKind::Resource | CallKind::Subscription => all.keeper(&named("uri")).is_some(),
            CallKind::Completion => params
                .get("ref")
                .and_then(|reference| RawObject::parse(reference).ok())
                .is_some_and(|reference| all.completes(&reference)),
            // The source that announces it may still be starting.
            CallKind::Extension => false,
        }
    }
}

impl std::fmt::Debug for ServedSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Server({})", self.source.name())
    }
}
