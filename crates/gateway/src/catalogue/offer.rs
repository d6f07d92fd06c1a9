//! What one endpoint serves: tools with their effective annotations and notes, and the serialized
//! list.

mod build;
mod list_chunk;
mod note_index;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, OnceLock};

use candor_model::{
    AnnotationLayer, McpRevision, Opinion, OpinionScope, Provenance, Role, Roles, SchemaDetail,
    ToolNote,
};
use candor_resolve::{
    EffectiveAnnotations, MissingMember, OpinionIndex, ToolLayers, estimate_tokens, resolve_layers,
};
use candor_search::{PreparedTool, SearchIndex};
use candor_wire::{ArrayPart, JsonPieces, RawJson};

pub(super) use self::build::OfferInput;
use self::list_chunk::{ListChunk, TOGETHER};
use super::list_bytes::pieced_list_result;
use super::offer_cache::{self, OfferCache, TokenCosts};
use super::render::{self, EndpointStyle};
use super::short_list::{self, ListedScope};
use super::short_schema::shortened;
use super::tool_lists::{ListForm, ToolLists};
use super::{CatalogueTool, ListFreshness};
use crate::catalogue::endpoint::Endpoint;
use crate::management::{self, ManagementTool};

/// The provenance of a read-only hint that a read-only instance enforces.
static READ_ONLY_INSTANCE: LazyLock<Arc<Provenance>> = LazyLock::new(|| {
    let why = "enforced by the read-only instance, which can write nothing but its scratch folder \
               and connects nowhere";
    Arc::new(Provenance::enforced(why))
});

/// One tool as an endpoint serves it.
#[derive(Debug)]
pub struct OfferedTool {
    /// The tool that is served.
    pub tool: Arc<CatalogueTool>,
    /// The effective annotations.
    pub effective: EffectiveAnnotations,
    /// The notes on its use.
    pub notes: Vec<ToolNote>,
    /// The complete definition for clients.
    pub definition: RawJson,
    /// The shorter definition in lists, if there is one.
    short: Option<RawJson>,
    /// The maximum length in characters of the description with its notes.
    budget: usize,
    tokens: OnceLock<usize>,
    words: OnceLock<Arc<PreparedTool>>,
}

/// The tools of one endpoint.
#[derive(Debug, Default)]
pub struct EndpointOffer {
    tools: Vec<Arc<OfferedTool>>,
    /// The serialized tools, in chunks.
    chunks: Vec<Arc<ListChunk>>,
    /// Whether any tool's read-only hint is enforced by a read-only instance.
    is_enforced: bool,
    /// The index of each tool by its exposed name. Shared between offers of the same tools.
    places: Arc<HashMap<Box<str>, usize>>,
    missing: Vec<MissingMember>,
    style: EndpointStyle,
    cache: ListFreshness,
    /// The lists, by the management tools that they include.
    lists: [ToolLists; 3],
    derived: OfferCache,
}

/// The management tools that a list includes.
#[derive(Clone, Copy, Debug)]
enum OwnTools {
    Nothing,
    /// Those that change nothing.
    Reading,
    All,
}

// === impl OwnTools ===

impl OwnTools {
    fn include(self, own: &ManagementTool) -> bool {
        match self {
            Self::Nothing => false,
            Self::Reading => !own.changes,
            Self::All => true,
        }
    }
}

// === impl EndpointOffer ===

impl EndpointOffer {
    /// The serialized `result` of `tools/list`, for a client of this revision.
    pub fn list(&self, revision: McpRevision) -> JsonPieces {
        self.list_with(OwnTools::Nothing, revision)
    }

    /// Like [`Self::list`], with the management tools that these roles may call.
    pub(crate) fn managed_list(&self, revision: McpRevision, roles: Roles) -> JsonPieces {
        let own = if roles.include(Role::Editor) {
            OwnTools::All
        } else {
            OwnTools::Reading
        };
        self.list_with(own, revision)
    }

    fn list_with(&self, own: OwnTools, revision: McpRevision) -> JsonPieces {
        let form = ListForm::of(revision);
        self.lists[own as usize].get(form, || self.write_list(own, form))
    }

    fn write_list(&self, own: OwnTools, form: ListForm) -> JsonPieces {
        let of_candor = management::all().iter().filter(|tool| own.include(tool));
        let of_candor = of_candor.map(|tool| &tool.definition);
        let own = if form == ListForm::Bare {
            let bare: Vec<_> = of_candor.map(render::bare_json).collect();
            ArrayPart::write(&bare)
        } else {
            ArrayPart::write(of_candor)
        };
        let tools = self.chunks.iter().zip(self.tools.chunks(TOGETHER));
        let parts = tools.map(|(chunk, tools)| chunk.part(form, tools).clone());
        let parts: Vec<ArrayPart> = parts.chain([own]).collect();
        pieced_list_result("tools", &parts, form.era(), self.cache)
    }

    /// The short list: the pinned tools, followed by the tools with which all others are found and
    /// called.
    pub(super) fn short_list(&self, revision: McpRevision, pinned: &[Arc<OfferedTool>]) -> RawJson {
        let scope = ListedScope {
            tools: self.tools.len(),
            tokens: self.costs().total,
        };
        let form = ListForm::of(revision);
        let pinned: Vec<RawJson> = match form {
            ListForm::Bare => pinned.iter().map(|one| one.bare()).collect(),
            ListForm::Legacy | ListForm::Modern => {
                pinned.iter().map(|one| one.listed().clone()).collect()
            }
        };
        short_list::list(&pinned, scope, form, self.cache)
    }

    /// All tools, in their stable order.
    pub fn tools(&self) -> &[Arc<OfferedTool>] {
        &self.tools
    }

    /// The tool with this exposed name.
    pub fn tool(&self, exposed: &str) -> Option<&Arc<OfferedTool>> {
        self.tools.get(*self.places.get(exposed)?)
    }

    /// The estimated token costs of the definitions.
    pub(crate) fn costs(&self) -> &TokenCosts {
        self.derived.costs(&self.tools)
    }

    /// The search index; it identifies tools by their position.
    pub(crate) fn index(&self) -> &SearchIndex {
        self.derived.index(&self.tools)
    }

    /// Members of the toolset that match no tool now.
    pub fn missing(&self) -> &[MissingMember] {
        &self.missing
    }

    /// Whether both look the same to clients.
    pub fn is_seen_as(&self, other: &Self) -> bool {
        let mut pairs = self.tools.iter().zip(&other.tools);
        std::ptr::eq(self, other)
            || (self.cache == other.cache
                && self.tools.len() == other.tools.len()
                && pairs.all(|(one, other)| one.is_seen_as(other)))
    }
}

// === impl OfferedTool ===

impl OfferedTool {
    fn new(
        tool: &Arc<CatalogueTool>,
        effective: EffectiveAnnotations,
        notes: Vec<ToolNote>,
        style: EndpointStyle,
    ) -> Self {
        let definition = if notes.is_empty() {
            render::annotated(&tool.base, &effective, style)
        } else {
            let base = render::noted(&tool.base, &notes, style.budget);
            render::annotated(&base, &effective, style)
        };
        let is_short = style.schemas == SchemaDetail::Short;
        let short = is_short.then(|| shortened(&definition));
        Self {
            tool: Arc::clone(tool),
            effective,
            notes,
            definition,
            short,
            budget: style.budget,
            tokens: OnceLock::new(),
            words: OnceLock::new(),
        }
    }

    /// Shares the memory of the definition with the serialized list.
    fn share_listed(&mut self, listed: RawJson) {
        match &mut self.short {
            Some(short) => *short = listed,
            None => self.definition = listed,
        }
    }

    /// The same tool with the annotations of some of its calls.
    pub(crate) fn with_effective(&self, effective: EffectiveAnnotations) -> Self {
        Self {
            tool: Arc::clone(&self.tool),
            effective,
            notes: self.notes.clone(),
            definition: self.definition.clone(),
            short: self.short.clone(),
            budget: self.budget,
            tokens: self.tokens.clone(),
            words: self.words.clone(),
        }
    }

    fn is_of(
        &self,
        tool: &Arc<CatalogueTool>,
        effective: &EffectiveAnnotations,
        notes: &[ToolNote],
    ) -> bool {
        Arc::ptr_eq(&self.tool, tool) && self.effective == *effective && self.notes == notes
    }

    /// Whether both look the same to clients.
    fn is_seen_as(&self, other: &Self) -> bool {
        let has_same_base = || Arc::ptr_eq(&self.tool, &other.tool) && self.notes == other.notes;
        std::ptr::eq(self, other)
            || (self.listed() == other.listed() && (has_same_base() || self.bare() == other.bare()))
    }

    /// What lists show to clients of revisions before annotations. Not cached, because such clients
    /// are rare.
    fn bare(&self) -> RawJson {
        let bare = render::bare(&render::noted(&self.tool.base, &self.notes, self.budget));
        if self.short.is_some() {
            shortened(&bare)
        } else {
            bare
        }
    }

    /// The definition in lists.
    pub fn listed(&self) -> &RawJson {
        self.short.as_ref().unwrap_or(&self.definition)
    }

    /// The estimated number of tokens that listing the tool takes.
    pub fn tokens(&self) -> usize {
        *self
            .tokens
            .get_or_init(|| estimate_tokens(&self.listed().to_string()))
    }

    /// The words for the search index.
    pub(super) fn words(&self) -> &Arc<PreparedTool> {
        self.words
            .get_or_init(|| Arc::new(offer_cache::search_words(self)))
    }
}

fn places(offered: &[Arc<OfferedTool>]) -> HashMap<Box<str>, usize> {
    let names = offered.iter().map(|offered| offered.tool.exposed.as_str());
    names.zip(0..).map(|(name, at)| (name.into(), at)).collect()
}

/// The effective annotations of a tool at an endpoint.
pub(crate) fn effective(
    tool: &CatalogueTool,
    book: &OpinionIndex,
    endpoint: &Endpoint,
) -> EffectiveAnnotations {
    let above = layers_above(tool, book, endpoint);
    let effective = resolve_layers(&ToolLayers {
        inferred: &tool.inferred,
        declared: &tool.declared,
        above: &above.iter().map(|(_, said)| said).collect::<Vec<_>>(),
        trust: tool.server.trust,
    });
    if tool.server.source.enforces_read_only() {
        return effective.enforced_by(&READ_ONLY_INSTANCE);
    }
    effective
}

/// The layers above the source for a tool at an endpoint, lowest first: what was verified, if that
/// is about the current definition, and what people have set.
pub(crate) fn layers_above(
    tool: &CatalogueTool,
    book: &OpinionIndex,
    endpoint: &Endpoint,
) -> Vec<(AnnotationLayer, Opinion)> {
    let scopes = [
        Some(OpinionScope::Everywhere),
        endpoint.environment.clone().map(OpinionScope::Environment),
        endpoint.toolset.clone().map(OpinionScope::Toolset),
    ];
    let verified = book.verified(&tool.name, &tool.hash);
    let verified = verified.map(|said| (AnnotationLayer::Verified, said.clone()));
    let people = scopes.into_iter().flatten();
    let people = people.map(|scope| (scope.layer(), book.about(&scope, &tool.name)));
    verified.into_iter().chain(people).collect()
}
