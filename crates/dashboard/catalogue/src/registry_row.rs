//! A registry, and the age of its data.

use candor_dashboard_kit::wording::counted;
use candor_dashboard_kit::{DisplayTime, ExternalText, now_micros, to_sentence};
use candor_registry_client::{CatalogueView, RegistryState};

/// The maximum number of problems shown per registry.
const PROBLEMS: usize = 20;

/// A registry on a page.
pub(crate) struct RegistryRow {
    pub(crate) name: ExternalText,
    pub(crate) servers: String,
    /// The time of the last successful query.
    pub(crate) asked: Option<DisplayTime>,
    /// Why the registry is currently unavailable.
    pub(crate) outage: Option<ExternalText>,
    /// Entries that could not be used.
    pub(crate) problems: Vec<ExternalText>,
}

// === impl RegistryRow ===

impl RegistryRow {
    pub(crate) fn of(state: &RegistryState) -> Self {
        let sentence = |text: &String| ExternalText::sentence(&to_sentence(text), 1_000);
        let problems = state.problems.iter().take(PROBLEMS);
        Self {
            name: ExternalText::short(&state.registry, 300),
            servers: counted(state.servers, "server"),
            asked: asked(state),
            outage: state.outage.as_ref().map(sentence),
            problems: problems.map(sentence).collect(),
        }
    }

    /// All registries, in the order of the settings.
    pub(crate) fn all(view: &CatalogueView) -> Vec<Self> {
        view.registries.iter().map(Self::of).collect()
    }
}

/// The time of a registry's last successful query.
pub(crate) fn asked(state: &RegistryState) -> Option<DisplayTime> {
    let asked = state.asked_at?;
    Some(DisplayTime::seen(asked, now_micros()))
}
