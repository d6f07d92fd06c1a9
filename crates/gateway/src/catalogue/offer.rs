//! What one endpoint serves: some tools with their effective annotations and notes, and the
//! finished list.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use candor_model::{Digest, Note, Opinion, QualifiedName, Revision, Scope, ToolNotes};
use candor_resolve::{Book, Effective, Layers, Missing, settle};
use candor_search::Index;
use candor_wire::{RawJson, RawObject};

use super::list::ListBytes;
use super::render::{self, Style};
use super::shelf::{Costs, Shelf};
use super::{Cache, Tool};
use crate::endpoint::Endpoint;
use crate::management;

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
}

/// Notes, by the tool that they are on.
#[derive(Default)]
struct Notes<'a> {
    by_name: HashMap<&'a QualifiedName, Vec<&'a Note>>,
    by_ref: HashMap<&'a Digest, Vec<&'a Note>>,
}

// === impl Offer ===

impl Offer {
    /// Settles what each tool does here. A tool that is the same and does the same as `before`
    /// keeps the definition that was written then.
    pub(super) fn new(
        shown: Shown<'_>,
        book: &Book,
        endpoint: &Endpoint,
        before: Option<&Self>,
    ) -> Self {
        let before = before.filter(|before| before.style == shown.style);
        let notes = Notes::new(shown.notes);
        let offered: Vec<_> = shown
            .tools
            .iter()
            .map(|tool| {
                let effective = effective(tool, book, endpoint);
                let notes = notes.on(tool);
                let kept = before.and_then(|before| before.tool(tool.exposed.as_str()));
                let same = kept.filter(|kept| {
                    Arc::ptr_eq(&kept.tool, tool)
                        && kept.effective == effective
                        && kept.notes == notes
                });
                same.cloned()
                    .unwrap_or_else(|| Arc::new(Offered::new(tool, effective, notes, shown.style)))
            })
            .collect();
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
            shelf: Shelf::default(),
        }
    }

    /// The same with the management tools.
    pub(crate) fn managed_list(&self, revision: Revision) -> RawJson {
        let [list, bare] = self.managed();
        let is_old = revision == Revision::V2024_11_05;
        if is_old { bare } else { list }.of(revision.era())
    }

    /// Both lists with the management tools; made at once for endpoints that have them.
    pub(super) fn managed(&self) -> &[ListBytes; 2] {
        self.managed.get_or_init(|| {
            let own = || management::all().iter();
            let full = self.tools.iter().map(|offered| &offered.definition);
            let full = full.chain(own().map(|builtin| &builtin.definition));
            let old: Vec<RawJson> = own().map(|builtin| bare(&builtin.definition)).collect();
            let bare = self.tools.iter().map(|offered| &offered.bare);
            [
                ListBytes::new("tools", full, self.cache),
                ListBytes::new("tools", bare.chain(&old), self.cache),
            ]
        })
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
    pub(crate) fn is_seen_as(&self, other: &Self) -> bool {
        self.list == other.list && self.bare == other.bare
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
        }
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
        above: &above.iter().collect::<Vec<_>>(),
        trust: tool.server.trust,
    })
}

/// What people say about a tool at an endpoint, lowest layer first.
pub(crate) fn above(tool: &Tool, book: &Book, endpoint: &Endpoint) -> Vec<Opinion> {
    let scopes = [
        Some(Scope::Everywhere),
        endpoint.environment.clone().map(Scope::Environment),
        endpoint.toolset.clone().map(Scope::Toolset),
    ];
    scopes
        .into_iter()
        .flatten()
        .map(|scope| book.about(&scope, &tool.name))
        .collect()
}
