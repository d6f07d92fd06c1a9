//! Builds an offer. Reuses the previous one as far as possible, and rebuilds the parts that
//! changed.

use std::collections::HashMap;
use std::sync::Arc;

use candor_model::{QualifiedName, ToolNote, ToolNotes};
use candor_resolve::{EffectiveAnnotations, MissingMember, OpinionDifference, OpinionIndex};

use super::list_chunk::{ListChunk, TOGETHER};
use super::note_index::NoteIndex;
use super::{EndpointOffer, OfferedTool, effective, places};
use crate::catalogue::build_work::BuildWork;
use crate::catalogue::endpoint::Endpoint;
use crate::catalogue::offer_cache::OfferCache;
use crate::catalogue::render::EndpointStyle;
use crate::catalogue::{CatalogueTool, ListFreshness};

/// The input of an offer.
pub(in crate::catalogue) struct OfferInput<'a> {
    pub(in crate::catalogue) tools: &'a [Arc<CatalogueTool>],
    /// All tools by name, if `tools` and `notes` have not changed and only opinions can have.
    pub(in crate::catalogue) unchanged: Option<&'a HashMap<QualifiedName, Arc<CatalogueTool>>>,
    /// Members of the toolset that match no tool now.
    pub(in crate::catalogue) missing: Vec<MissingMember>,
    /// Notes on these tools and others: the toolset's, then the global ones.
    pub(in crate::catalogue) notes: [&'a [ToolNotes]; 2],
    pub(in crate::catalogue) style: EndpointStyle,
    pub(in crate::catalogue) cache: ListFreshness,
    /// Offers that may contain the same tools: the previous one of this endpoint, and the one with
    /// all tools.
    pub(in crate::catalogue) like: [Option<&'a Arc<EndpointOffer>>; 2],
    /// The tools whose opinions have changed. The others can be reused; `None` if the previous
    /// opinions are unknown, and nothing can.
    pub(in crate::catalogue) touched: Option<&'a OpinionDifference>,
    /// The opinions of people, and the endpoint they are applied to.
    pub(in crate::catalogue) said: (&'a OpinionIndex, &'a Endpoint),
    /// Counts the work done.
    pub(in crate::catalogue) work: &'a BuildWork,
}

/// A tool of an offer that is being built.
enum OfferedDraft {
    /// Reused from an earlier offer.
    Known(Arc<OfferedTool>),
    New(Box<OfferedTool>),
}

// === impl OfferInput ===

impl<'a> OfferInput<'a> {
    /// The tool in the previous offer, if tool and opinions are unchanged; and whether the style is
    /// the same.
    fn known(&self, at: usize, tool: &Arc<CatalogueTool>) -> Option<(&'a Arc<OfferedTool>, bool)> {
        let before = self.like[0]?;
        let is_said_as_before = self
            .touched
            .is_some_and(|touched| !touched.touches(&tool.name));
        let same = |known: &&'a Arc<OfferedTool>| Arc::ptr_eq(&known.tool, tool);
        let in_place = before.tools.get(at).filter(same);
        let known = in_place.or_else(|| before.tool(tool.exposed.as_str()).filter(same))?;
        // Enforcement by a read-only instance can change without any change of opinions.
        let is_enforced = known.effective.is_enforced() || tool.server.source.enforces_read_only();
        let is_settled = is_said_as_before && !is_enforced;
        is_settled.then_some((known, before.style == self.style))
    }

    /// The effective annotations of a tool at this endpoint.
    fn effective(&self, tool: &CatalogueTool) -> EffectiveAnnotations {
        let (book, endpoint) = self.said;
        self.work.resolve();
        effective(tool, book, endpoint)
    }

    /// A tool as it is shown now. The definition is reused if an unchanged one exists in a similar
    /// offer.
    fn draft(&self, at: usize, tool: &Arc<CatalogueTool>, notes: Vec<ToolNote>) -> OfferedDraft {
        let known = self.known(at, tool);
        if let Some(same) = known.filter(|known| known.1 && known.0.notes == notes) {
            return OfferedDraft::Known(Arc::clone(same.0));
        }
        let effective = known.map_or_else(
            || self.effective(tool),
            |(known, _)| known.effective.clone(),
        );
        self.shown(tool, effective, notes)
    }

    /// A tool with these annotations.
    fn shown(
        &self,
        tool: &Arc<CatalogueTool>,
        effective: EffectiveAnnotations,
        notes: Vec<ToolNote>,
    ) -> OfferedDraft {
        let like = self.like.iter().flatten();
        let like = like.filter(|like| like.style == self.style);
        let mut known = like.filter_map(|like| like.tool(tool.exposed.as_str()));
        if let Some(same) = known.find(|known| known.is_of(tool, &effective, &notes)) {
            return OfferedDraft::Known(Arc::clone(same));
        }
        self.work.render();
        let new = OfferedTool::new(tool, effective, notes, self.style);
        OfferedDraft::New(Box::new(new))
    }

    /// The chunk of a similar offer that contains exactly these tools.
    fn chunk(&self, at: usize, tools: &[Arc<OfferedTool>]) -> Option<Arc<ListChunk>> {
        let has_them = |like: &&&Arc<EndpointOffer>| {
            let there = like.tools.chunks(TOGETHER).nth(at).unwrap_or_default();
            let mut pairs = there.iter().zip(tools);
            there.len() == tools.len() && pairs.all(|(one, other)| Arc::ptr_eq(one, other))
        };
        let like = self.like.iter().flatten().find(has_them)?;
        like.chunks.get(at).cloned()
    }
}

// === impl OfferedDraft ===

impl OfferedDraft {
    fn finish(self) -> Arc<OfferedTool> {
        match self {
            Self::Known(known) => known,
            Self::New(new) => Arc::from(new),
        }
    }

    fn into_new(self) -> Option<OfferedTool> {
        match self {
            Self::Known(_) => None,
            Self::New(new) => Some(*new),
        }
    }
}

// === impl EndpointOffer ===

impl EndpointOffer {
    /// Builds the offer. If no tool has changed, the previous offer is returned.
    pub(in crate::catalogue) fn of(shown: OfferInput<'_>) -> Arc<Self> {
        if let Some(retouched) = Self::retouched(&shown) {
            return retouched;
        }
        let notes = NoteIndex::new(shown.notes);
        let mut tools = Vec::with_capacity(shown.tools.len());
        let mut chunks = Vec::with_capacity(shown.tools.len().div_ceil(TOGETHER));
        for together in shown.tools.chunks(TOGETHER) {
            let start = tools.len();
            let drafts = together.iter().zip(start..);
            let drafts = drafts.map(|(tool, at)| shown.draft(at, tool, notes.on(tool)));
            let drafts: Vec<_> = drafts.collect();
            let are_new = |one: &OfferedDraft| matches!(one, OfferedDraft::New(_));
            if drafts.iter().all(are_new) {
                let new = drafts.into_iter().filter_map(OfferedDraft::into_new);
                let (chunk, new) = ListChunk::of_new(new.collect());
                tools.extend(new);
                chunks.push(chunk);
            } else {
                tools.extend(drafts.into_iter().map(OfferedDraft::finish));
                let known = shown.chunk(chunks.len(), &tools[start..]);
                chunks.push(known.unwrap_or_default());
            }
        }
        match shown.like[0].filter(|before| before.is_made_of(&tools, &shown)) {
            Some(before) => Arc::clone(before),
            None => Arc::new(Self::new(tools, chunks, shown)),
        }
    }

    /// The previous offer with the touched tools updated; `None` if more than opinions about some
    /// tools may have changed.
    fn retouched(shown: &OfferInput<'_>) -> Option<Arc<Self>> {
        let (before, named) = (shown.like[0]?, shown.unchanged?);
        if before.is_enforced || before.style != shown.style || before.cache != shown.cache {
            return None;
        }
        let touched = shown.touched?.tools()?;
        let mut changed = Vec::new();
        for name in touched {
            // Opinions can be about tools that are not served.
            let exposed = named.get(name).map(|tool| tool.exposed.as_str());
            let Some(&at) = exposed.and_then(|exposed| before.places.get(exposed)) else {
                continue;
            };
            let known = &before.tools[at];
            if known.tool.name != *name {
                continue;
            }
            let effective = shown.effective(&known.tool);
            let now = shown.shown(&known.tool, effective, known.notes.clone());
            let now = now.finish();
            if !Arc::ptr_eq(known, &now) {
                changed.push((at, now));
            }
        }
        if changed.is_empty() {
            return Some(Arc::clone(before));
        }
        Some(Arc::new(before.with(changed)))
    }

    /// A copy with some tools replaced.
    fn with(&self, changed: Vec<(usize, Arc<OfferedTool>)>) -> Self {
        let (mut tools, mut chunks) = (self.tools.clone(), self.chunks.clone());
        let mut is_enforced = self.is_enforced;
        for (at, tool) in changed {
            is_enforced |= tool.effective.is_enforced();
            tools[at] = tool;
            chunks[at / TOGETHER] = Arc::default();
        }
        Self {
            places: Arc::clone(&self.places),
            missing: self.missing.clone(),
            is_enforced,
            tools,
            chunks,
            style: self.style,
            cache: self.cache,
            lists: Default::default(),
            derived: OfferCache::default(),
        }
    }

    fn new(
        tools: Vec<Arc<OfferedTool>>,
        chunks: Vec<Arc<ListChunk>>,
        shown: OfferInput<'_>,
    ) -> Self {
        let before = shown.like.iter().flatten();
        let mut before = before.filter(|before| before.names_alike(&tools));
        let places = match before.next() {
            Some(before) => Arc::clone(&before.places),
            None => Arc::new(places(&tools)),
        };
        Self {
            places,
            is_enforced: tools.iter().any(|one| one.effective.is_enforced()),
            tools,
            chunks,
            missing: shown.missing,
            style: shown.style,
            cache: shown.cache,
            lists: Default::default(),
            derived: OfferCache::default(),
        }
    }

    /// Whether these tools have the same names at the same positions.
    fn names_alike(&self, offered: &[Arc<OfferedTool>]) -> bool {
        let is_alike = |(one, other): (&Arc<OfferedTool>, &Arc<OfferedTool>)| {
            Arc::ptr_eq(&one.tool, &other.tool) || one.tool.exposed == other.tool.exposed
        };
        self.tools.len() == offered.len() && self.tools.iter().zip(offered).all(is_alike)
    }

    /// Whether a rebuilt offer would be equal to this one.
    fn is_made_of(&self, offered: &[Arc<OfferedTool>], shown: &OfferInput<'_>) -> bool {
        let mut pairs = self.tools.iter().zip(offered);
        self.style == shown.style
            && self.cache == shown.cache
            && self.missing == shown.missing
            && self.tools.len() == offered.len()
            && pairs.all(|(one, other)| Arc::ptr_eq(one, other))
    }
}
