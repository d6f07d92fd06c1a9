//! The prompts and resources that an endpoint serves, and which source owns each of them.
//!
//! An endpoint that serves every tool serves those of every source. A toolset serves those of the
//! sources that its tools come from, or none. Anything not included here does not exist at the
//! endpoint.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use candor_model::SourceName;
use candor_sources::{Inventory, ServerFacts, SourceState};
use candor_wire::{RawJson, RawObject};
use serde_json::json;

use super::list_bytes::{ContentLists, ListBytes, empty_object};
use super::listed_content::{ContentKind, ListedContent};
use super::server_extensions::{self, ServerExtensions};
use super::source_uris::{SharedUris, SourceUris, used_uris};
use super::uri_template::UriTemplate;
use super::{CataloguePrompt, ListFreshness, ListKind, ServedSource, SourcePart};

/// What an endpoint serves besides tools.
#[derive(Debug, Default)]
pub struct EndpointContent {
    scope: ContentScope,
    prompts: HashMap<Box<str>, Arc<CataloguePrompt>>,
    /// The owner of each resource, by the exposed URI.
    resources: HashMap<Box<str>, KeptResource>,
    templates: Vec<(UriTemplate, KeptTemplate)>,
    /// The only source with resources, if there is exactly one: it also gets requests for URIs that
    /// are not listed.
    only_source: Option<Arc<ServedSource>>,
    /// What sources announce beyond the protocol.
    extensions: Vec<(ServerExtensions, Arc<ServedSource>)>,
    pub(super) lists: ContentLists,
    capabilities: Option<RawJson>,
}

/// A resource at its source.
#[derive(Clone, Debug)]
pub(crate) struct KeptResource {
    pub(crate) server: Arc<ServedSource>,
    /// The source's own URI.
    pub(crate) own: Box<str>,
}

/// A resource template at its source.
#[derive(Debug)]
struct KeptTemplate {
    server: Arc<ServedSource>,
    /// The source's own template.
    own: Box<str>,
    /// Whether the exposed URIs contain the name of the source.
    renamed: bool,
}

/// Whose prompts and resources an endpoint serves.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) enum ContentScope {
    /// Those of every source.
    #[default]
    Every,
    /// Those of some sources.
    Sources(BTreeSet<SourceName>),
    /// None, because the toolset disables them.
    Nothing,
}

/// What one source brings besides tools.
#[derive(Debug)]
pub(super) struct SourceContent {
    server: Arc<ServedSource>,
    inventory: Arc<Inventory>,
    /// One per prompt of the inventory, with the definition that clients get.
    prompts: Vec<(Arc<CataloguePrompt>, RawJson)>,
    /// The resources that it lists and the pages that its tools name.
    used: Vec<String>,
    /// The exposed form of URIs and templates that are renamed.
    renamed: HashMap<String, String>,
    /// Whether the source is still starting and nothing about it is cached.
    is_starting: bool,
}

// === impl ContentScope ===

impl ContentScope {
    fn includes(&self, source: &SourceName) -> bool {
        match self {
            Self::Every => true,
            Self::Sources(names) => names.contains(source),
            Self::Nothing => false,
        }
    }
}

// === impl SourceContent ===

impl SourceContent {
    pub(super) fn new(
        part: &SourcePart,
        prompts: Vec<(Arc<CataloguePrompt>, RawJson)>,
        shared: &SharedUris,
    ) -> Self {
        let state = part.server.source.state();
        let source = part.server.source.name();
        let templates = part.inventory.templates.iter();
        let templates = templates.map(|entry| entry.uri_template.clone());
        let renamed = used_uris(part).chain(templates).filter_map(|own| {
            let exposed = shared.exposed(source, &own)?;
            Some((own, exposed))
        });
        Self {
            renamed: renamed.collect(),
            used: used_uris(part).collect(),
            server: Arc::clone(&part.server),
            inventory: Arc::clone(&part.inventory),
            prompts,
            is_starting: part.remembered.is_none()
                && !matches!(state, SourceState::Ready { .. } | SourceState::Stopped),
        }
    }

    fn name(&self) -> &SourceName {
        self.server.source.name()
    }

    /// The exposed form of a URI or a template.
    fn exposed<'a>(&'a self, own: &'a str) -> &'a str {
        self.renamed.get(own).map_or(own, String::as_str)
    }

    /// A definition with the exposed URI.
    fn definition(&self, definition: &RawObject, key: &str, own: &str) -> RawJson {
        let Some(exposed) = self.renamed.get(own) else {
            return definition.to_json();
        };
        let mut definition = definition.clone();
        definition.set(key, RawJson::string(exposed));
        definition.to_json()
    }

    /// Everything of a kind, for display to people.
    pub(super) fn listed(&self, kind: ContentKind) -> Vec<ListedContent> {
        let one = |own: &str, exposed: &str, definition: RawJson| ListedContent {
            source: self.name().clone(),
            own: own.to_owned(),
            exposed: exposed.to_owned(),
            definition,
        };
        match kind {
            ContentKind::Prompt => {
                let prompts = self.prompts.iter();
                let listed = prompts.map(|(prompt, definition)| {
                    let exposed = prompt.exposed.as_str();
                    one(prompt.name.own(), exposed, definition.clone())
                });
                listed.collect()
            }
            ContentKind::Resource => {
                let resources = self.inventory.resources.iter();
                let listed = resources.map(|entry| {
                    let exposed = self.exposed(&entry.uri);
                    one(&entry.uri, exposed, entry.definition.to_json())
                });
                listed.collect()
            }
            ContentKind::Template => {
                let templates = self.inventory.templates.iter();
                let listed = templates.map(|entry| {
                    let own = &entry.uri_template;
                    one(own, self.exposed(own), entry.definition.to_json())
                });
                listed.collect()
            }
        }
    }

    fn kept(&self, own: &str) -> KeptResource {
        KeptResource {
            server: Arc::clone(&self.server),
            own: own.into(),
        }
    }

    fn kept_template(&self, own: &str) -> (UriTemplate, KeptTemplate) {
        let kept = KeptTemplate {
            server: Arc::clone(&self.server),
            own: own.into(),
            renamed: self.renamed.contains_key(own),
        };
        (UriTemplate::read(self.exposed(own)), kept)
    }
}

// === impl KeptTemplate ===

impl KeptTemplate {
    /// The resource of a matching URI.
    fn resource(&self, uri: &str) -> KeptResource {
        let source = self.server.source.name();
        let own = self.renamed.then(|| SourceUris::own(uri, source)).flatten();
        KeptResource {
            server: Arc::clone(&self.server),
            own: own.map_or_else(|| uri.into(), String::into_boxed_str),
        }
    }
}

// === impl EndpointContent ===

impl EndpointContent {
    /// Merges the content of these sources, in their order. Resources keep their URIs, since
    /// results and other definitions refer to them, unless two sources use the same one.
    pub(super) fn new(all: &[SourceContent], scope: ContentScope, cache: ListFreshness) -> Self {
        let served = || all.iter().filter(|content| scope.includes(content.name()));
        let mut made = Self {
            capabilities: Some(capabilities(all, &scope)),
            ..Self::default()
        };
        let (mut prompts, mut resources, mut templates) = (Vec::new(), Vec::new(), Vec::new());
        for content in served() {
            for (prompt, definition) in &content.prompts {
                let name = prompt.exposed.as_str().into();
                made.prompts.insert(name, Arc::clone(prompt));
                prompts.push(definition.clone());
            }
            for entry in &content.inventory.resources {
                let exposed = content.exposed(&entry.uri);
                if made.resources.contains_key(exposed) {
                    continue;
                }
                let kept = content.kept(&entry.uri);
                made.resources.insert(exposed.into(), kept);
                resources.push(content.definition(&entry.definition, "uri", &entry.uri));
            }
            for own in &content.used {
                let exposed = content.exposed(own).into();
                let kept = || content.kept(own);
                made.resources.entry(exposed).or_insert_with(kept);
            }
            for entry in &content.inventory.templates {
                let own = &entry.uri_template;
                made.templates.push(content.kept_template(own));
                templates.push(content.definition(&entry.definition, "uriTemplate", own));
            }
        }
        made.extensions = served()
            .map(|content| {
                let announced = ServerExtensions::of(&content.inventory.server.capabilities);
                (announced, Arc::clone(&content.server))
            })
            .filter(|(announced, _)| !announced.is_empty())
            .collect();
        let mut keepers = served().filter(|content| content.inventory.server.has_resources());
        if let (Some(sole), None) = (keepers.next(), keepers.next()) {
            made.only_source = Some(Arc::clone(&sole.server));
        }
        made.lists = ContentLists {
            resources: ListBytes::new("resources", &resources, cache),
            templates: ListBytes::new("resourceTemplates", &templates, cache),
            prompts: ListBytes::new("prompts", &prompts, cache),
        };
        made.scope = scope;
        made
    }

    /// Whose prompts and resources these are.
    pub(super) fn scope(&self) -> &ContentScope {
        &self.scope
    }

    /// The `capabilities` that the gateway announces at the endpoint.
    pub(super) fn capabilities(&self) -> RawJson {
        self.capabilities.clone().unwrap_or_else(empty_object)
    }

    /// The sources that announce a method that is not part of the protocol.
    pub(crate) fn announcing(&self, method: &str) -> impl Iterator<Item = &Arc<ServedSource>> {
        let all = self.extensions.iter();
        all.filter(move |(announced, _)| announced.has_method(method))
            .map(|(_, server)| server)
    }

    /// The prompt with this exposed name.
    pub(crate) fn prompt(&self, exposed: &str) -> Option<&Arc<CataloguePrompt>> {
        self.prompts.get(exposed)
    }

    /// The owner of a resource: the source that lists it, otherwise one whose template matches,
    /// otherwise the only one that has resources at all. No other source sees the URI.
    pub(crate) fn keeper(&self, uri: &str) -> Option<KeptResource> {
        if let Some(kept) = self.resources.get(uri) {
            return Some(kept.clone());
        }
        let mut templates = self.templates.iter();
        if let Some((_, kept)) = templates.find(|(template, _)| template.fits(uri)) {
            return Some(kept.resource(uri));
        }
        let sole = self.only_source.as_ref()?;
        Some(KeptResource {
            server: Arc::clone(sole),
            own: uri.into(),
        })
    }

    /// The source that a resource template belongs to.
    pub(crate) fn template_keeper(&self, text: &str) -> Option<KeptResource> {
        let mut templates = self.templates.iter();
        let same = templates.find(|(template, _)| template.text() == text);
        same.map(|(_, kept)| KeptResource {
            server: Arc::clone(&kept.server),
            own: kept.own.clone(),
        })
        .or_else(|| self.keeper(text))
    }

    /// Whether a source has UI pages that a host may show.
    pub(crate) fn has_pages(&self, source: &SourceName) -> bool {
        let mut resources = self.resources.iter();
        resources.any(|(uri, kept)| uri.starts_with("ui://") && kept.server.source.name() == source)
    }

    /// Whether a completion reference exists here.
    pub(crate) fn completes(&self, reference: &RawObject) -> bool {
        let named = |key| reference.get_string(key).unwrap_or_default();
        self.prompt(&named("name")).is_some() || self.template_keeper(&named("uri")).is_some()
    }

    /// Whether this source owns the resource here, so that its notifications about the URI apply to
    /// what clients know.
    pub fn is_kept_by(&self, uri: &str, source: &SourceName) -> bool {
        self.keeper(uri)
            .is_some_and(|kept| kept.server.source.name() == source)
    }

    /// Whether two lists of the same kind look the same to clients.
    pub fn lists_as(&self, other: &Self, which: ListKind) -> bool {
        let (ours, theirs) = (&self.lists, &other.lists);
        match which {
            ListKind::Tools => true,
            ListKind::Resources | ListKind::Templates => {
                ours.resources == theirs.resources && ours.templates == theirs.templates
            }
            ListKind::Prompts => ours.prompts == theirs.prompts,
        }
    }
}

/// What any served, ready source can do. While one is still starting, everything that it could
/// bring is included, because a client asks only once.
fn capabilities(all: &[SourceContent], scope: &ContentScope) -> RawJson {
    let waits = all.iter().any(|content| content.is_starting);
    let can =
        |content: &SourceContent, has: fn(&ServerFacts) -> bool| has(&content.inventory.server);
    let any = |has| {
        let mut served = all.iter().filter(|content| scope.includes(content.name()));
        *scope != ContentScope::Nothing && (waits || served.any(|content| can(content, has)))
    };
    let mut offered = json!({"tools": {"listChanged": true}});
    if any(ServerFacts::has_resources) {
        let subscribe = any(ServerFacts::can_subscribe);
        offered["resources"] = json!({"listChanged": true, "subscribe": subscribe});
    }
    if any(ServerFacts::has_prompts) {
        offered["prompts"] = json!({"listChanged": true});
    }
    if any(ServerFacts::has_completions) {
        offered["completions"] = json!({});
    }
    // Only if it is certain: clients handle a call that becomes a task differently.
    if all
        .iter()
        .any(|content| can(content, ServerFacts::has_tasks))
    {
        let requests = json!({"tools": {"call": {}}});
        offered["tasks"] = json!({"list": {}, "cancel": {}, "requests": requests});
    }
    // Sources without prompts and resources log too, so all count.
    if waits
        || all
            .iter()
            .any(|content| can(content, ServerFacts::has_logging))
    {
        offered["logging"] = json!({});
    }
    let served = all.iter().filter(|content| scope.includes(content.name()));
    let announced = served.map(|content| &content.inventory.server.capabilities);
    server_extensions::union(&RawJson::from_value(&offered), announced)
}
