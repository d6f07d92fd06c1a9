//! What one endpoint serves: some tools with their effective annotations and notes, and the
//! finished list.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use candor_model::{
    Digest, Layer, Note, Opinion, QualifiedName, Revision, Role, Roles, Scope, ToolNotes,
};
use candor_resolve::{Book, Effective, Layers, Missing, settle, tokens};
use candor_search::{Index, Prepared};
use candor_wire::{RawJson, RawObject};

use super::list::ListBytes;
use super::render::{self, Style};
use super::shelf::{self, Costs, Shelf};
use super::{Cache, Tool};
use crate::endpoint::Endpoint;
use crate::management::{self, Builtin};

/// One tool as an endpoint serves it.
#[derive(Debug)]
pub struct Offered {
    /// The tool.
    pub tool: Arc<Tool>,
    /// What it does, as far as anybody says.
    pub effective: Effective,
    /// What the house says about its use.
    pub notes: Vec<Note>,
    /// The definition that clients get.
    pub definition: RawJson,
    /// The same for clients that are older than annotations.
    bare: RawJson,
    tokens: OnceLock<usize>,
    words: OnceLock<Arc<Prepared>>,
}

/// The tools of one endpoint.
#[derive(Debug, Default)]
pub struct Offer {
    tools: Vec<Arc<Offered>>,
    by_name: HashMap<Box<str>, Arc<Offered>>,
    list: ListBytes,
    bare: ListBytes,
    missing: Vec<Missing>,
    style: Style,
    cache: Cache,
    /// Both lists with the management tools, for endpoints that have them.
    managed: OnceLock<[ListBytes; 2]>,
    /// The same for those who may change nothing here.
    unedited: OnceLock<[ListBytes; 2]>,
    shelf: Shelf,
}

/// What is shown, and how.
pub(super) struct Shown<'a> {
    pub(super) tools: &'a [Arc<Tool>],
    /// Members of the toolset that name nothing now.
    pub(super) missing: Vec<Missing>,
    /// Notes on these tools and others: the toolset's, then those of the house.
    pub(super) notes: [&'a [ToolNotes]; 2],
    pub(super) style: Style,
    pub(super) cache: Cache,
    /// Offers that may hold the same tools in the same words: what was shown here before, and
    /// what is shown where all tools are.
    pub(super) like: [Option<&'a Arc<Offer>>; 2],
    /// Whether nobody says anything else about tools than before, so that the same tool does here
    /// what it did.
    pub(super) settled: bool,
}

/// Notes, by the tool that they are on.
#[derive(Default)]
struct Notes<'a> {
    by_name: HashMap<&'a QualifiedName, Vec<&'a Note>>,
    by_ref: HashMap<&'a Digest, Vec<&'a Note>>,
}

// === impl Offer ===

impl Offer {
    /// Settles what each tool does here. A tool that is the same and does the same in an offer
    /// like this one keeps the definition that was written then; and if that is so for all of
    /// them, the offer is the one that was here before.
    pub(super) fn of(shown: Shown<'_>, book: &Book, endpoint: &Endpoint) -> Arc<Self> {
        let like = shown.like.iter().copied().flatten();
        let like: Vec<_> = like.filter(|like| like.style == shown.style).collect();
        let notes = Notes::new(shown.notes);
        let before = shown.like[0].filter(|_| shown.settled);
        let settled = |tool: &Arc<Tool>| {
            let known = before.and_then(|before| before.tool(tool.exposed.as_str()));
            let known = known.filter(|known| Arc::ptr_eq(&known.tool, tool));
            known.map_or_else(
                || effective(tool, book, endpoint),
                |known| known.effective.clone(),
            )
        };
        let offered = shown.tools.iter().map(|tool| {
            let effective = settled(tool);
            let notes = notes.on(tool);
            let known = like
                .iter()
                .filter_map(|like| like.tool(tool.exposed.as_str()));
            let mut same = known.filter(|known| known.is_of(tool, &effective, &notes));
            let same = same.next().cloned();
            same.unwrap_or_else(|| Arc::new(Offered::new(tool, effective, notes, shown.style)))
        });
        let offered: Vec<_> = offered.collect();
        match shown.like[0].filter(|before| before.is_made_of(&offered, &shown)) {
            Some(before) => Arc::clone(before),
            None => Arc::new(Self::new(offered, shown)),
        }
    }

    fn new(offered: Vec<Arc<Offered>>, shown: Shown<'_>) -> Self {
        let full = offered.iter().map(|offered| &offered.definition);
        let bare = offered.iter().map(|offered| &offered.bare);
        Self {
            list: ListBytes::new("tools", full, shown.cache),
            bare: ListBytes::new("tools", bare, shown.cache),
            by_name: offered
                .iter()
                .map(|offered| (offered.tool.exposed.as_str().into(), Arc::clone(offered)))
                .collect(),
            tools: offered,
            missing: shown.missing,
            style: shown.style,
            cache: shown.cache,
            managed: OnceLock::new(),
            unedited: OnceLock::new(),
            shelf: Shelf::default(),
        }
    }

    /// Whether it would come out as it is.
    fn is_made_of(&self, offered: &[Arc<Offered>], shown: &Shown<'_>) -> bool {
        let mut pairs = self.tools.iter().zip(offered);
        self.style == shown.style
            && self.cache == shown.cache
            && self.missing == shown.missing
            && self.tools.len() == offered.len()
            && pairs.all(|(one, other)| Arc::ptr_eq(one, other))
    }

    /// The same with the management tools that somebody of these roles may call.
    pub(crate) fn managed_list(&self, revision: Revision, roles: Roles) -> RawJson {
        let [list, bare] = if roles.include(Role::Editor) {
            self.managed()
        } else {
            self.unedited
                .get_or_init(|| self.joined(|own| !own.changes))
        };
        let is_old = revision == Revision::V2024_11_05;
        if is_old { bare } else { list }.of(revision.era())
    }

    /// Both lists with the management tools; made at once for endpoints that have them.
    pub(super) fn managed(&self) -> &[ListBytes; 2] {
        self.managed.get_or_init(|| self.joined(|_| true))
    }

    /// Both lists with some of the management tools.
    fn joined(&self, wanted: impl Fn(&Builtin) -> bool) -> [ListBytes; 2] {
        let own = || management::all().iter().filter(|own| wanted(own));
        let full = self.tools.iter().map(|offered| &offered.definition);
        let full = full.chain(own().map(|builtin| &builtin.definition));
        let old: Vec<RawJson> = own().map(|builtin| bare(&builtin.definition)).collect();
        let bare = self.tools.iter().map(|offered| &offered.bare);
        [
            ListBytes::new("tools", full, self.cache),
            ListBytes::new("tools", bare.chain(&old), self.cache),
        ]
    }

    /// The finished `result` of `tools/list`, for a client of this revision.
    pub fn list(&self, revision: Revision) -> RawJson {
        let list = if revision == Revision::V2024_11_05 {
            &self.bare
        } else {
            &self.list
        };
        list.of(revision.era())
    }

    /// All tools, in their stable order.
    pub fn tools(&self) -> &[Arc<Offered>] {
        &self.tools
    }

    /// The tool that clients know by this name.
    pub fn tool(&self, exposed: &str) -> Option<&Arc<Offered>> {
        self.by_name.get(exposed)
    }

    /// What the definitions cost in a model's context, about.
    pub(crate) fn costs(&self) -> &Costs {
        self.shelf.costs(&self.tools)
    }

    /// For searching; the tools are known by their place.
    pub(crate) fn index(&self) -> &Index {
        self.shelf.index(&self.tools)
    }

    /// Members of the toolset that name nothing now.
    pub fn missing(&self) -> &[Missing] {
        &self.missing
    }

    /// Whether clients would see no difference.
    pub fn is_seen_as(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || (self.list == other.list && self.bare == other.bare)
    }
}

// === impl Offered ===

impl Offered {
    fn new(tool: &Arc<Tool>, effective: Effective, notes: Vec<Note>, style: Style) -> Self {
        let (definition, bare) = if notes.is_empty() {
            let definition = render::annotated(&tool.base, &effective.shown, style);
            (definition, tool.bare.clone())
        } else {
            let base = render::noted(&tool.base, &notes, style.budget);
            let definition = render::annotated(&base, &effective.shown, style);
            (definition, render::bare(&base))
        };
        Self {
            tool: Arc::clone(tool),
            effective,
            notes,
            definition,
            bare,
            tokens: OnceLock::new(),
            words: OnceLock::new(),
        }
    }

    fn is_of(&self, tool: &Arc<Tool>, effective: &Effective, notes: &[Note]) -> bool {
        Arc::ptr_eq(&self.tool, tool) && self.effective == *effective && self.notes == notes
    }

    /// What the definition costs in a model's context, about.
    pub fn tokens(&self) -> usize {
        *self
            .tokens
            .get_or_init(|| tokens(&self.definition.to_string()))
    }

    /// Its words, for searching.
    pub(super) fn words(&self) -> &Arc<Prepared> {
        self.words.get_or_init(|| Arc::new(shelf::words(self)))
    }
}

// === impl Notes ===

impl<'a> Notes<'a> {
    /// The toolset's notes come before those of the house.
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
    fn on(&self, tool: &Tool) -> Vec<Note> {
        let named = self.by_name.get(&tool.name).into_iter();
        let all = named.chain(self.by_ref.get(&tool.ref_id)).flatten();
        let mut found: Vec<Note> = Vec::new();
        for note in all {
            if !found.iter().any(|known| known.name() == note.name()) {
                found.push((*note).clone());
            }
        }
        found
    }
}

/// A management tool for clients that are older than annotations.
fn bare(definition: &RawJson) -> RawJson {
    let members = RawObject::parse(definition).unwrap_or_default();
    render::bare(&members)
}

/// What a tool does at an endpoint, as far as anybody says.
pub(crate) fn effective(tool: &Tool, book: &Book, endpoint: &Endpoint) -> Effective {
    let above = above(tool, book, endpoint);
    settle(&Layers {
        inferred: &tool.inferred,
        declared: &tool.declared,
        above: &above.iter().map(|(_, said)| said).collect::<Vec<_>>(),
        trust: tool.server.trust,
    })
}

/// What people say about a tool at an endpoint, lowest layer first.
pub(crate) fn above(tool: &Tool, book: &Book, endpoint: &Endpoint) -> Vec<(Layer, Opinion)> {
    let scopes = [
        Some(Scope::Everywhere),
        endpoint.environment.clone().map(Scope::Environment),
        endpoint.toolset.clone().map(Scope::Toolset),
    ];
    scopes
        .into_iter()
        .flatten()
        .map(|scope| (scope.layer(), book.about(&scope, &tool.name)))
        .collect()
}
