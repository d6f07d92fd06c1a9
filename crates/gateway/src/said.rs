//! What people say, as a catalogue needs it.

use std::collections::BTreeMap;
use std::sync::Arc;

use candor_model::{
    EnvironmentName, PreferenceEdits, Preferences, ToolNotes, Toolset, ToolsetName, Unset,
};
use candor_resolve::Book;

use crate::catalogue::Style;
use crate::endpoint::{Endpoint, NoEndpoint};

/// See the module. What the file declares is already on top.
#[derive(Debug, Default)]
pub(crate) struct Said {
    /// About tools. The same book as long as nobody says anything else.
    pub(crate) book: Arc<Book>,
    /// Which tools belong together.
    pub(crate) toolsets: BTreeMap<ToolsetName, Arc<Toolset>>,
    /// The toolset that the plain endpoint serves; everything, where there is none.
    pub(crate) equipped: Option<ToolsetName>,
    /// Notes that count in every toolset.
    pub(crate) notes: Arc<[ToolNotes]>,
    /// Whether the plain endpoint and those of environments have the management tools.
    pub(crate) management: bool,
    /// How the plain endpoint writes.
    pub(crate) style: Style,
    /// How each environment's endpoint writes.
    pub(crate) environments: BTreeMap<EnvironmentName, Style>,
    /// What the house prefers, and what it prefers in single toolsets.
    pub(crate) preferences: BTreeMap<Option<ToolsetName>, PreferenceEdits>,
}

// === impl Said ===

impl Said {
    /// The toolset of an endpoint, if it has one; an error if it leads nowhere.
    pub(crate) fn toolset(&self, endpoint: &Endpoint) -> Result<Option<&Arc<Toolset>>, NoEndpoint> {
        if let Some(name) = &endpoint.environment
            && !self.environments.contains_key(name)
        {
            return Err(NoEndpoint::Environment(name.clone()));
        }
        let Some(name) = &endpoint.toolset else {
            return Ok(None);
        };
        let toolset = self.toolsets.get(name);
        toolset
            .map(Some)
            .ok_or_else(|| NoEndpoint::Toolset(name.clone()))
    }

    /// The endpoint that a client gets who asks for this one: with the equipped toolset, unless
    /// it names one of its own.
    pub(crate) fn behind(&self, endpoint: &Endpoint) -> Endpoint {
        let equipped = self.equipped.as_ref();
        let equipped = equipped.filter(|name| self.toolsets.contains_key(*name));
        Endpoint {
            toolset: endpoint.toolset.clone().or_else(|| equipped.cloned()),
            environment: endpoint.environment.clone(),
        }
    }

    /// What is preferred at an endpoint that leads somewhere, for the tools of a source that says
    /// this about what nobody says: the house is heard first, then the source, then the toolset.
    pub(crate) fn preferences_at(&self, endpoint: &Endpoint, unset: Option<Unset>) -> Preferences {
        let stated = |place: &Option<ToolsetName>| self.preferences.get(place);
        let mut found = Preferences::default();
        if let Some(house) = stated(&None) {
            found = found.with(house);
        }
        found.unset = unset.unwrap_or(found.unset);
        match stated(&endpoint.toolset).filter(|_| endpoint.toolset.is_some()) {
            Some(toolset) => found.with(toolset),
            None => found,
        }
    }

    /// Whether results are kept anywhere.
    pub(crate) fn keeps_results(&self) -> bool {
        let mut all = self.preferences.values();
        all.any(|edits| edits.cache.is_some_and(|time| !time.is_zero()))
    }

    /// Whether what people say here comes to the same at an endpoint as what they said there.
    pub(crate) fn is_same_at(&self, endpoint: &Endpoint, there: &Self) -> bool {
        Arc::ptr_eq(&self.book, &there.book)
            && self.notes == there.notes
            && self.style_at(endpoint) == there.style_at(endpoint)
            && self.toolset(endpoint) == there.toolset(endpoint)
    }

    /// How an endpoint writes: as its toolset says, else its environment, else as everywhere.
    pub(crate) fn style_at(&self, endpoint: &Endpoint) -> Style {
        let environment = endpoint.environment.as_ref();
        let environment = environment.and_then(|name| self.environments.get(name));
        let below = environment.copied().unwrap_or(self.style);
        let toolset = endpoint.toolset.as_ref();
        match toolset.and_then(|name| self.toolsets.get(name)) {
            None => below,
            Some(toolset) => Style {
                profile: toolset.profile.unwrap_or(below.profile),
                provenance: toolset.provenance.unwrap_or(below.provenance),
                budget: toolset.budget.unwrap_or(below.budget),
            },
        }
    }
}
