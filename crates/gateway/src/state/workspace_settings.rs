//! The stored and declared settings that the catalogue needs.

use std::collections::BTreeMap;
use std::sync::Arc;

use candor_model::{
    EnvironmentName, PolicyPreferences, PreferenceEdits, ToolNotes, Toolset, ToolsetName,
    UnsetPolicy,
};
use candor_resolve::OpinionIndex;

use crate::catalogue::endpoint::{Endpoint, UnknownEndpoint};
use crate::catalogue::{EndpointStyle, ListSettings};

/// The settings that the catalogue needs: the store with the file on top.
#[derive(Clone, Debug, Default)]
pub(crate) struct WorkspaceSettings {
    /// Opinions about tools. The same index as long as no opinion changes.
    pub(crate) opinions: Arc<OpinionIndex>,
    /// All toolsets by name.
    pub(crate) toolsets: BTreeMap<ToolsetName, Arc<Toolset>>,
    /// The toolset that the plain endpoint serves; everything if `None`.
    pub(crate) equipped: Option<ToolsetName>,
    /// Notes that apply in every toolset.
    pub(crate) notes: Arc<[ToolNotes]>,
    /// Whether the plain endpoint and those of environments have the management tools.
    pub(crate) management: bool,
    /// How the plain endpoint writes definitions.
    pub(crate) style: EndpointStyle,
    /// Which tools endpoints list.
    pub(crate) listing: ListSettings,
    /// How each environment's endpoint writes definitions.
    pub(crate) environments: BTreeMap<EnvironmentName, EndpointStyle>,
    /// The default preferences, and those of single toolsets.
    pub(crate) preferences: BTreeMap<Option<ToolsetName>, PreferenceEdits>,
}

// === impl WorkspaceSettings ===

impl WorkspaceSettings {
    /// The toolset of an endpoint, if it has one; an error if the endpoint does not exist.
    pub(crate) fn toolset(
        &self,
        endpoint: &Endpoint,
    ) -> Result<Option<&Arc<Toolset>>, UnknownEndpoint> {
        if let Some(name) = &endpoint.environment
            && !self.environments.contains_key(name)
        {
            return Err(UnknownEndpoint::Environment(name.clone()));
        }
        let Some(name) = &endpoint.toolset else {
            return Ok(None);
        };
        let toolset = self.toolsets.get(name);
        toolset
            .map(Some)
            .ok_or_else(|| UnknownEndpoint::Toolset(name.clone()))
    }

    /// The endpoint with the equipped toolset filled in, unless it names a toolset.
    pub(crate) fn effective_endpoint(&self, endpoint: &Endpoint) -> Endpoint {
        let equipped = self.equipped.as_ref();
        let equipped = equipped.filter(|name| self.toolsets.contains_key(*name));
        Endpoint {
            toolset: endpoint.toolset.clone().or_else(|| equipped.cloned()),
            environment: endpoint.environment.clone(),
        }
    }

    /// The preferences at an endpoint that exists: the defaults, then the source's own setting for
    /// unset hints, then those of the toolset.
    pub(crate) fn preferences_at(
        &self,
        endpoint: &Endpoint,
        unset: Option<UnsetPolicy>,
    ) -> PolicyPreferences {
        let stated = |place: &Option<ToolsetName>| self.preferences.get(place);
        let mut found = PolicyPreferences::default();
        if let Some(default_policy) = stated(&None) {
            found = found.with(default_policy);
        }
        found.unset = unset.unwrap_or(found.unset);
        match stated(&endpoint.toolset).filter(|_| endpoint.toolset.is_some()) {
            Some(toolset) => found.with(toolset),
            None => found,
        }
    }

    /// Whether result caching is enabled anywhere.
    pub(crate) fn caches_results(&self) -> bool {
        let mut all = self.preferences.values();
        all.any(|edits| edits.cache.is_some_and(|time| !time.is_zero()))
    }

    /// Whether the settings at an endpoint are the same in both.
    pub(crate) fn is_same_at(&self, endpoint: &Endpoint, there: &Self) -> bool {
        Arc::ptr_eq(&self.opinions, &there.opinions)
            && self.notes == there.notes
            && self.style_at(endpoint) == there.style_at(endpoint)
            && self.toolset(endpoint) == there.toolset(endpoint)
    }

    /// How an endpoint writes definitions: by its toolset, otherwise its environment, otherwise the
    /// default.
    pub(crate) fn style_at(&self, endpoint: &Endpoint) -> EndpointStyle {
        let environment = endpoint.environment.as_ref();
        let environment = environment.and_then(|name| self.environments.get(name));
        let below = environment.copied().unwrap_or(self.style);
        let toolset = endpoint.toolset.as_ref();
        match toolset.and_then(|name| self.toolsets.get(name)) {
            None => below,
            Some(toolset) => EndpointStyle {
                profile: toolset.profile.unwrap_or(below.profile),
                provenance: toolset.provenance.unwrap_or(below.provenance),
                budget: toolset.budget.unwrap_or(below.budget),
                ..below
            },
        }
    }
}
