//! Everything that is offered, as one immutable snapshot.
//!
//! A snapshot is built when a source or somebody's opinion changes and swapped in whole; requests
//! only read. The lists in it are finished bytes, one form per endpoint.

mod build;
mod list;
pub(crate) mod nature;
pub(crate) mod offer;
mod part;
pub(crate) mod render;
pub(crate) mod shelf;
mod template;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use candor_infer::Finding;
use candor_model::{
    CallKind, Diagnostic, Digest, Drift, EnvironmentName, ExposedName, Opinion, QualifiedName,
    Revision, Roles, Trust, Unset,
};
use candor_resolve::Pool;
use candor_schema::Validator;
use candor_sources::Source;
use candor_wire::header::ParamHeader;
use candor_wire::{RawJson, RawObject};

use crate::endpoint::{Endpoint, NoEndpoint};
use crate::limits::CallTimes;
use crate::management;
use crate::said::Said;

pub(crate) use build::{offer, stock};
pub(crate) use list::Cache;
pub use list::server_info;
pub use nature::Reading;
pub use offer::{Offer, Offered};
pub(crate) use part::Part;
pub use render::Style;

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

/// One tool of one source: the same at every endpoint.
#[derive(Debug)]
pub struct Tool {
    /// `source.tool`.
    pub name: QualifiedName,
    /// What clients call it.
    pub exposed: ExposedName,
    /// The source's definition under the exposed name, described.
    pub(crate) base: RawObject,
    /// The same for clients that are older than annotations.
    pub(crate) bare: RawJson,
    /// What the source says about it. Hints that it merely omits now are as they were.
    pub declared: Opinion,
    /// What Candor says about it by itself.
    pub inferred: Opinion,
    /// What Candor would say if a person agreed.
    pub suggestions: Vec<Finding>,
    /// The hash of the definition as it is now.
    pub hash: Digest,
    /// The id that hypertool would give it.
    pub ref_id: Digest,
    /// Why it is not served, if it is not: its definition has changed and waits for somebody.
    pub quarantine: Option<Arc<Drift>>,
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
    /// What is done where nobody says whether its tools destroy, if not as everywhere.
    pub(crate) unset: Option<Unset>,
    pub(crate) validate: bool,
    /// Whether its hints are relied upon.
    pub(crate) trust: Trust,
    /// How evidence about its tools is read.
    pub(crate) reading: Reading,
    /// Whether changed definitions of an untrusted source wait for somebody.
    pub(crate) quarantines: bool,
    /// Under what its era is remembered.
    pub(crate) fingerprint: Digest,
    /// What it is told when it asks for roots outside any call.
    pub(crate) roots: Vec<String>,
}

/// The snapshot: what the sources bring, and how each endpoint shows it.
#[derive(Debug, Default)]
pub struct Catalogue {
    stock: Arc<Stock>,
    said: Arc<Said>,
    plain: Arc<Offer>,
    by_environment: HashMap<EnvironmentName, Arc<Offer>>,
    /// What toolsets show, as far as anybody has looked.
    narrowed: Mutex<HashMap<Endpoint, Arc<Offer>>>,
}

/// What the sources bring, the same at every endpoint.
#[derive(Debug, Default)]
pub(crate) struct Stock {
    /// Every tool, served or not.
    tools: Vec<Arc<Tool>>,
    /// Those that are served.
    served: Vec<Arc<Tool>>,
    /// Those that are served, to choose from.
    pool: Pool,
    /// Every tool, by name.
    by_qualified: HashMap<QualifiedName, Arc<Tool>>,
    /// Those that are not served, by the name they would have.
    withheld: HashMap<Box<str>, Arc<Tool>>,
    prompts_by_name: HashMap<Box<str>, Arc<Prompt>>,
    resources: HashMap<Box<str>, Arc<Server>>,
    templates: Vec<(template::Template, Arc<Server>)>,
    /// Sources that are not ready, with how the names of their tools would begin.
    away: Vec<(String, Arc<Server>)>,
    /// The only source with resources, if there is exactly one: it also gets what is not listed.
    sole_keeper: Option<Arc<Server>>,
    lists: list::Lists,
    cache: Cache,
    capabilities: Option<RawJson>,
    instructions: Option<String>,
    diagnostics: Vec<Diagnostic>,
}

// === impl Stock ===

impl Stock {
    /// Whether the same tools are served, in the same order and as fresh.
    fn serves_as(&self, other: &Self) -> bool {
        let mut pairs = self.served.iter().zip(&other.served);
        self.cache == other.cache
            && self.served.len() == other.served.len()
            && pairs.all(|(one, other)| Arc::ptr_eq(one, other))
    }
}

// === impl Catalogue ===

impl Catalogue {
    /// The finished `result` of a list, for a client of this revision and these roles at this
    /// endpoint.
    pub fn list(
        &self,
        which: Listed,
        endpoint: &Endpoint,
        revision: Revision,
        roles: Roles,
    ) -> Result<RawJson, NoEndpoint> {
        let era = revision.era();
        let offer = self.offer(endpoint)?;
        Ok(match which {
            Listed::Tools if self.is_managed(endpoint) => offer.managed_list(revision, roles),
            Listed::Tools => offer.list(revision),
            Listed::Resources => self.stock.lists.resources.of(era),
            Listed::Templates => self.stock.lists.templates.of(era),
            Listed::Prompts => self.stock.lists.prompts.of(era),
        })
    }

    /// What a client gets at an endpoint: at the plain one, the equipped toolset.
    pub fn offer(&self, endpoint: &Endpoint) -> Result<Arc<Offer>, NoEndpoint> {
        self.view(&self.said.behind(endpoint))
    }

    /// What an endpoint shows, whatever is equipped.
    pub fn view(&self, endpoint: &Endpoint) -> Result<Arc<Offer>, NoEndpoint> {
        let toolset = self.said.toolset(endpoint)?;
        Ok(match (toolset, self.everything_in(endpoint)) {
            (None, Some(plain)) => Arc::clone(plain),
            _ => self.narrowed(endpoint),
        })
    }

    /// The same for somebody who looks once: nothing is kept for the next time.
    pub(crate) fn glance(&self, endpoint: &Endpoint) -> Result<Arc<Offer>, NoEndpoint> {
        let toolset = self.said.toolset(endpoint)?;
        let kept = self.made().get(endpoint).cloned();
        match (toolset, kept) {
            (None, _) => self.view(endpoint),
            (Some(_), Some(kept)) => Ok(kept),
            (Some(_), None) => Ok(build::narrowed(self, endpoint, None, false)),
        }
    }

    /// What is shown where all tools are, in the environment of an endpoint.
    fn everything_in(&self, endpoint: &Endpoint) -> Option<&Arc<Offer>> {
        match &endpoint.environment {
            None => Some(&self.plain),
            Some(name) => self.by_environment.get(name),
        }
    }

    /// What a toolset's endpoint shows. Made when somebody first looks, and then again whenever
    /// something changes.
    fn narrowed(&self, endpoint: &Endpoint) -> Arc<Offer> {
        if let Some(made) = self.made().get(endpoint) {
            return Arc::clone(made);
        }
        let offer = build::narrowed(self, endpoint, None, false);
        let mut made = self.made();
        Arc::clone(made.entry(endpoint.clone()).or_insert(offer))
    }

    /// Writes the lists that clients will ask for, now that something has changed.
    fn prepare(&self) {
        for offer in self.managed() {
            offer.managed();
        }
    }

    /// Makes everything ready that can be searched. It takes a while where there are many tools
    /// and most of them are new; whoever searches earlier waits.
    pub(crate) fn index(&self) {
        for offer in self.managed() {
            offer.index();
        }
    }

    /// What is shown at the endpoints that have the management tools.
    fn managed(&self) -> Vec<Arc<Offer>> {
        if !self.said.management {
            return Vec::new();
        }
        let environments = self.by_environment.keys().cloned().map(Some);
        let endpoints = environments.chain([None]).map(Endpoint::of_environment);
        endpoints
            .filter_map(|endpoint| self.offer(&endpoint).ok())
            .collect()
    }

    fn made(&self) -> MutexGuard<'_, HashMap<Endpoint, Arc<Offer>>> {
        self.narrowed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether an endpoint has the management tools: those that can change with what a client
    /// does.
    pub(crate) fn is_managed(&self, endpoint: &Endpoint) -> bool {
        self.said.management && endpoint.toolset.is_none()
    }

    /// Every tool that is served, as the plain endpoint shows it while nothing is equipped.
    pub fn everything(&self) -> &Offer {
        &self.plain
    }

    /// What the gateway offers, as a server's `capabilities`.
    pub fn capabilities(&self) -> RawJson {
        self.stock
            .capabilities
            .clone()
            .unwrap_or_else(list::empty_object)
    }

    /// What the sources have to say about their use.
    pub fn instructions(&self) -> Option<&str> {
        self.stock.instructions.as_deref()
    }

    /// `ttlMs` and `cacheScope` of the merged lists.
    pub fn cache(&self) -> (u64, &'static str) {
        (self.stock.cache.ttl_ms, self.stock.cache.scope)
    }

    /// Arguments of a tool that travel as headers.
    pub fn tool_headers(&self, exposed: &str) -> Option<&[ParamHeader]> {
        self.plain
            .tool(exposed)
            .map(|offered| offered.tool.checks.declared.as_slice())
    }

    /// Every tool, served or not, in their stable order.
    pub fn tools(&self) -> &[Arc<Tool>] {
        &self.stock.tools
    }

    /// The tool of this name, served or not.
    pub fn named(&self, name: &QualifiedName) -> Option<&Arc<Tool>> {
        self.stock.by_qualified.get(name)
    }

    /// The tool that clients would know by this name if it were served.
    pub(crate) fn withheld(&self, exposed: &str) -> Option<&Arc<Tool>> {
        self.stock.withheld.get(exposed)
    }

    /// Whatever could not be served, and why.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.stock.diagnostics
    }

    /// Whether clients would see no difference between the tools of the two, at any endpoint.
    pub(crate) fn is_seen_as(&self, other: &Self) -> bool {
        let same = |(name, offer): (&EnvironmentName, &Arc<Offer>)| {
            let there = other.by_environment.get(name);
            there.is_some_and(|there| offer.is_seen_as(there))
        };
        let mut narrowed = self.made().clone().into_iter();
        let there = other.made().clone();
        self.plain.is_seen_as(&other.plain)
            && self.said.equipped == other.said.equipped
            && self.by_environment.len() == other.by_environment.len()
            && self.by_environment.iter().all(same)
            && narrowed.all(|(endpoint, offer)| {
                let there = there.get(&endpoint);
                there.is_some_and(|there| offer.is_seen_as(there))
            })
    }

    /// The source that is not ready and that a tool of this name would belong to.
    pub(crate) fn away(&self, exposed: &str) -> Option<&Arc<Server>> {
        let belongs = |(start, _): &&(String, Arc<Server>)| exposed.starts_with(start.as_str());
        self.stock
            .away
            .iter()
            .find(belongs)
            .map(|(_, server)| server)
    }

    /// Whether what a call names is here.
    pub(crate) fn has(&self, kind: CallKind, params: &RawObject) -> bool {
        let named = |key| params.get_string(key).unwrap_or_default();
        match kind {
            CallKind::Tool => {
                let name = named("name");
                self.plain.tool(&name).is_some()
                    || self.stock.withheld.contains_key(&*name)
                    || (self.said.management && management::named(&name).is_some())
            }
            CallKind::Prompt => self.prompt(&named("name")).is_some(),
            CallKind::Resource => self.keeper(&named("uri")).is_some(),
        }
    }

    pub(crate) fn prompt(&self, exposed: &str) -> Option<&Arc<Prompt>> {
        self.stock.prompts_by_name.get(exposed)
    }

    /// The source that keeps a resource: the one that lists it, else one whose template fits,
    /// else the only one that has resources at all. Nobody else is told what was asked for.
    pub(crate) fn keeper(&self, uri: &str) -> Option<&Arc<Server>> {
        let fits = || {
            self.stock
                .templates
                .iter()
                .find(|(template, _)| template.fits(uri))
        };
        self.stock
            .resources
            .get(uri)
            .or_else(|| fits().map(|(_, server)| server))
            .or(self.stock.sole_keeper.as_ref())
    }

    /// The source that a resource template belongs to.
    pub(crate) fn template_keeper(&self, text: &str) -> Option<&Arc<Server>> {
        let same = self
            .stock
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
