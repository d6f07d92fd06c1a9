//! What one endpoint serves: some tools with their effective annotations and notes, and the
//! finished list.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, OnceLock};

use candor_model::{
    AnnotationLayer, Digest, McpRevision, Opinion, OpinionScope, Provenance, QualifiedName, Role,
    Roles, SchemaDetail, ToolNote, ToolNotes,
};
use candor_resolve::{
    EffectiveAnnotations, MissingMember, OpinionDifference, OpinionIndex, ToolLayers,
    estimate_tokens, resolve_layers,
};
use candor_search::{PreparedTool, SearchIndex};
use candor_wire::RawJson;

use super::list_bytes::list_result;
use super::offer_cache::{self, OfferCache, TokenCosts};
use super::render::{self, EndpointStyle};
use super::short_list::{self, ListedScope};
use super::short_schema::shortened;
use super::tool_lists::{ListForm, ToolLists};
use super::{CatalogueTool, ListFreshness};
use crate::catalogue::endpoint::Endpoint;
use crate::management::{self, ManagementTool};

/// Why a read-only hint is relied upon that a read-only instance enforces.
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
    /// What it does, as far as anybody says.
    pub effective: EffectiveAnnotations,
    /// The notes on its use.
    pub notes: Vec<ToolNote>,
    /// The definition that clients get, whole.
    pub definition: RawJson,
    /// What lists show of it, where that is less.
    short: Option<RawJson>,
    /// How many characters its description may have with its notes.
    budget: usize,
    tokens: OnceLock<usize>,
    words: OnceLock<Arc<PreparedTool>>,
}

/// The tools of one endpoint.
#[derive(Debug, Default)]
pub struct EndpointOffer {
    tools: Vec<Arc<OfferedTool>>,
    /// Where each tool stands, by the name that clients know. Offers of the same tools share it.
    places: Arc<HashMap<Box<str>, usize>>,
    missing: Vec<MissingMember>,
    style: EndpointStyle,
    cache: ListFreshness,
    /// The lists, by the management tools that are in them.
    lists: [ToolLists; 3],
    derived: OfferCache,
}

/// Which management tools a list has.
#[derive(Clone, Copy, Debug)]
enum OwnTools {
    Nothing,
    /// Those that change nothing.
    Reading,
    All,
}

/// What is shown, and how.
pub(super) struct OfferInput<'a> {
    pub(super) tools: &'a [Arc<CatalogueTool>],
    /// Members of the toolset that name nothing now.
    pub(super) missing: Vec<MissingMember>,
    /// Notes on these tools and others: the toolset's, then the global ones.
    pub(super) notes: [&'a [ToolNotes]; 2],
    pub(super) style: EndpointStyle,
    pub(super) cache: ListFreshness,
    /// Offers that may hold the same tools in the same words: what was shown here before, and
    /// what is shown where all tools are.
    pub(super) like: [Option<&'a Arc<EndpointOffer>>; 2],
    /// The tools about which something else is said than before. What is known of the others
    /// counts; of none where it is not known what was said before.
    pub(super) touched: Option<&'a OpinionDifference>,
}

/// Notes, by the tool that they are on.
#[derive(Default)]
struct NoteIndex<'a> {
    by_name: HashMap<&'a QualifiedName, Vec<&'a ToolNote>>,
    by_ref: HashMap<&'a Digest, Vec<&'a ToolNote>>,
}

// === impl OwnTools ===

impl OwnTools {
    const EACH: [Self; 3] = [Self::Nothing, Self::Reading, Self::All];

    fn include(self, own: &ManagementTool) -> bool {
        match self {
            Self::Nothing => false,
            Self::Reading => !own.changes,
            Self::All => true,
        }
    }
}

// === impl OfferInput ===

impl<'a> OfferInput<'a> {
    /// The tool as it was shown here before, if it is the same and nobody says anything else
    /// about it now; and whether it would be shown in the same style.
    fn known(&self, at: usize, tool: &Arc<CatalogueTool>) -> Option<(&'a Arc<OfferedTool>, bool)> {
        let before = self.like[0]?;
        let is_said_as_before = self
            .touched
            .is_some_and(|touched| !touched.touches(&tool.name));
        let same = |known: &&'a Arc<OfferedTool>| Arc::ptr_eq(&known.tool, tool);
        let in_place = before.tools.get(at).filter(same);
        let known = in_place.or_else(|| before.tool(tool.exposed.as_str()).filter(same))?;
        // Whether a read-only instance enforces something can change without a word.
        let is_enforced = known.effective.is_enforced() || tool.server.source.enforces_read_only();
        let is_settled = is_said_as_before && !is_enforced;
        is_settled.then_some((known, before.style == self.style))
    }
}

// === impl EndpointOffer ===

impl EndpointOffer {
    /// Settles what each tool does here. A tool that is the same and does the same in an offer
    /// like this one keeps the definition that was written then; and if that is so for all of
    /// them, the offer is the one that was here before.
    pub(super) fn of(shown: OfferInput<'_>, book: &OpinionIndex, endpoint: &Endpoint) -> Arc<Self> {
        let like = shown.like.iter().copied().flatten();
        let like: Vec<_> = like.filter(|like| like.style == shown.style).collect();
        let notes = NoteIndex::new(shown.notes);
        let offered = shown.tools.iter().enumerate().map(|(at, tool)| {
            let notes = notes.on(tool);
            let known = shown.known(at, tool);
            if let Some(same) = known.filter(|known| known.1 && known.0.notes == notes) {
                return Arc::clone(same.0);
            }
            let effective = known.map_or_else(
                || effective(tool, book, endpoint),
                |(known, _)| known.effective.clone(),
            );
            let known = like
                .iter()
                .filter_map(|like| like.tool(tool.exposed.as_str()));
            let mut same = known.filter(|known| known.is_of(tool, &effective, &notes));
            let same = same.next().cloned();
            same.unwrap_or_else(|| Arc::new(OfferedTool::new(tool, effective, notes, shown.style)))
        });
        let offered: Vec<_> = offered.collect();
        match shown.like[0].filter(|before| before.is_made_of(&offered, &shown)) {
            Some(before) => Arc::clone(before),
            None => Arc::new(Self::new(offered, shown)),
        }
    }

    fn new(offered: Vec<Arc<OfferedTool>>, shown: OfferInput<'_>) -> Self {
        let before = shown.like.iter().flatten();
        let mut before = before.filter(|before| before.names_alike(&offered));
        let places = match before.next() {
            Some(before) => Arc::clone(&before.places),
            None => Arc::new(places(&offered)),
        };
        Self {
            places,
            tools: offered,
            missing: shown.missing,
            style: shown.style,
            cache: shown.cache,
            lists: Default::default(),
            derived: OfferCache::default(),
        }
    }

    /// Whether these tools stand in the same places under the same names.
    fn names_alike(&self, offered: &[Arc<OfferedTool>]) -> bool {
        let is_alike = |(one, other): (&Arc<OfferedTool>, &Arc<OfferedTool>)| {
            Arc::ptr_eq(&one.tool, &other.tool) || one.tool.exposed == other.tool.exposed
        };
        self.tools.len() == offered.len() && self.tools.iter().zip(offered).all(is_alike)
    }

    /// Whether it would come out as it is.
    fn is_made_of(&self, offered: &[Arc<OfferedTool>], shown: &OfferInput<'_>) -> bool {
        let mut pairs = self.tools.iter().zip(offered);
        self.style == shown.style
            && self.cache == shown.cache
            && self.missing == shown.missing
            && self.tools.len() == offered.len()
            && pairs.all(|(one, other)| Arc::ptr_eq(one, other))
    }

    /// The finished `result` of `tools/list`, for a client of this revision.
    pub fn list(&self, revision: McpRevision) -> RawJson {
        self.list_with(OwnTools::Nothing, revision)
    }

    /// The same with the management tools that these roles may call.
    pub(crate) fn managed_list(&self, revision: McpRevision, roles: Roles) -> RawJson {
        let own = if roles.include(Role::Editor) {
            OwnTools::All
        } else {
            OwnTools::Reading
        };
        self.list_with(own, revision)
    }

    fn list_with(&self, own: OwnTools, revision: McpRevision) -> RawJson {
        let form = ListForm::of(revision);
        self.lists[own as usize].get(form, || self.write_list(own, form))
    }

    /// Writes the lists that clients have asked for `before`, now that something has changed.
    pub(super) fn prepare(&self, before: &Self) {
        for own in OwnTools::EACH {
            let (lists, before) = (&self.lists[own as usize], &before.lists[own as usize]);
            lists.prepare(before, |form| self.write_list(own, form));
        }
    }

    fn write_list(&self, own: OwnTools, form: ListForm) -> RawJson {
        let of_candor = || management::all().iter().filter(|tool| own.include(tool));
        let of_candor = || of_candor().map(|tool| &tool.definition);
        let array = if form == ListForm::Bare {
            let tools = self.tools.iter().map(|offered| offered.bare());
            let tools = tools.chain(of_candor().map(render::bare_json));
            RawJson::array(&tools.collect::<Vec<_>>())
        } else {
            let tools = self.tools.iter().map(|offered| offered.listed());
            RawJson::array(tools.chain(of_candor()))
        };
        list_result("tools", array, form.era(), self.cache, None)
    }

    /// The list of the tools with which all others are found and called, after those that are
    /// always listed.
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

    /// The tool that clients know by this name.
    pub fn tool(&self, exposed: &str) -> Option<&Arc<OfferedTool>> {
        self.tools.get(*self.places.get(exposed)?)
    }

    /// What the definitions cost in a model's context, about.
    pub(crate) fn costs(&self) -> &TokenCosts {
        self.derived.costs(&self.tools)
    }

    /// For searching; the tools are known by their place.
    pub(crate) fn index(&self) -> &SearchIndex {
        self.derived.index(&self.tools)
    }

    /// Members of the toolset that name nothing now.
    pub fn missing(&self) -> &[MissingMember] {
        &self.missing
    }

    /// Whether clients would see no difference.
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

    /// The same tool as some calls of it are.
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

    /// Whether clients would see no difference.
    fn is_seen_as(&self, other: &Self) -> bool {
        let has_same_base = || Arc::ptr_eq(&self.tool, &other.tool) && self.notes == other.notes;
        std::ptr::eq(self, other)
            || (self.listed() == other.listed() && (has_same_base() || self.bare() == other.bare()))
    }

    /// What lists show of it to clients that are older than annotations. It is not kept, because
    /// hardly any client is.
    fn bare(&self) -> RawJson {
        let bare = render::bare(&render::noted(&self.tool.base, &self.notes, self.budget));
        if self.short.is_some() {
            shortened(&bare)
        } else {
            bare
        }
    }

    /// What lists show of it.
    pub fn listed(&self) -> &RawJson {
        self.short.as_ref().unwrap_or(&self.definition)
    }

    /// What it costs in a model's context to list it, about.
    pub fn tokens(&self) -> usize {
        *self
            .tokens
            .get_or_init(|| estimate_tokens(&self.listed().to_string()))
    }

    /// Its words, for searching.
    pub(super) fn words(&self) -> &Arc<PreparedTool> {
        self.words
            .get_or_init(|| Arc::new(offer_cache::search_words(self)))
    }
}

// === impl NoteIndex ===

impl<'a> NoteIndex<'a> {
    /// The toolset's notes come before the global ones.
    fn new(places: [&'a [ToolNotes]; 2]) -> Self {
        let mut notes = Self::default();
        for entry in places.into_iter().flatten() {
            let tool = &entry.tool;
            let about = match (tool.name(), tool.ref_id()) {
                (Some(name), _) => notes.by_name.entry(name).or_default(),
                (None, Some(ref_id)) => notes.by_ref.entry(ref_id).or_default(),
                (None, None) => continue,
            };
            about.extend(&entry.notes);
        }
        notes
    }

    /// The notes on a tool; of two with the same name the first. A tool is meant if its name
    /// fits, or, where only its id is given, its id: notes outlive a changed schema.
    fn on(&self, tool: &CatalogueTool) -> Vec<ToolNote> {
        let named = self.by_name.get(&tool.name).into_iter();
        let all = named.chain(self.by_ref.get(&tool.ref_id)).flatten();
        let mut found: Vec<ToolNote> = Vec::new();
        for note in all {
            if !found.iter().any(|known| known.name() == note.name()) {
                found.push((*note).clone());
            }
        }
        found
    }
}

fn places(offered: &[Arc<OfferedTool>]) -> HashMap<Box<str>, usize> {
    let names = offered.iter().map(|offered| offered.tool.exposed.as_str());
    names.zip(0..).map(|(name, at)| (name.into(), at)).collect()
}

/// What a tool does at an endpoint, as far as anybody says.
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

/// What is said above the source about a tool at an endpoint, lowest layer first: what was
/// observed, if it was verified as it is now, and what people say.
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
