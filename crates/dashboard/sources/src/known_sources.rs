//! All sources: those that run, and those added in the dashboard.

use candor_dashboard_kit::{DashboardState, PageError};
use candor_gateway::SourceStatus;
use candor_gateway::edit::{SavedSource, SourcePlan};
use candor_model::{Diagnostic, InstructionPin, SourceName, SourceTrust};
use candor_sources::SourceState;

use crate::health::SourceHealthView;
use crate::paths;

pub(crate) struct KnownSource {
    pub(crate) name: SourceName,
    /// Its status, if it runs.
    pub(crate) status: Option<SourceStatus>,
    /// The definition added in the dashboard under its name.
    pub(crate) saved: Option<SavedSource>,
    /// Its instructions, if they have changed and wait to be accepted.
    pub(crate) instructions: Option<InstructionPin>,
}

/// All sources by name.
pub(crate) fn all(pages: &DashboardState) -> Vec<KnownSource> {
    let catalogue = pages.gateway.catalogue();
    let mut saved = pages.gateway.editor().saved_sources();
    let running = pages.gateway.sources().into_iter().map(|status| {
        let at = saved.iter().position(|one| one.name == status.name);
        KnownSource {
            name: status.name.clone(),
            saved: at.map(|at| saved.swap_remove(at)),
            instructions: catalogue.changed_instructions(&status.name).cloned(),
            status: Some(status),
        }
    });
    let mut all: Vec<_> = running.collect();
    all.extend(saved.into_iter().map(|one| KnownSource {
        name: one.name.clone(),
        status: None,
        saved: Some(one),
        instructions: None,
    }));
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

pub(crate) fn one(pages: &DashboardState, name: &SourceName) -> Result<KnownSource, PageError> {
    let mut all = all(pages).into_iter();
    let found = all.find(|known| known.name == *name);
    found.ok_or_else(|| paths::unknown(name.as_str()))
}

// === impl KnownSource ===

impl KnownSource {
    /// Whether it was added in the dashboard, and the configuration file does not override it.
    pub(crate) fn is_ours(&self) -> bool {
        self.saved.as_ref().is_some_and(|saved| !saved.hidden)
    }

    pub(crate) fn health(&self) -> SourceHealthView {
        let state = self.status.as_ref().map(|status| &status.state);
        state.map_or_else(SourceHealthView::absent, SourceHealthView::of)
    }

    /// The findings that make it unusable, if any.
    pub(crate) fn unusable(&self) -> Option<&[Diagnostic]> {
        let status = self.status.as_ref()?;
        matches!(status.state, SourceState::Unusable { .. }).then_some(&*status.findings)
    }

    /// The plan of the definition added in the dashboard, if it is readable.
    pub(crate) fn plan(&self) -> Option<&SourcePlan> {
        self.saved.as_ref()?.plan.as_ref().ok()
    }

    pub(crate) fn trust(&self) -> Option<SourceTrust> {
        let running = self.status.as_ref().filter(|_| self.unusable().is_none());
        let running = running.map(|status| status.trust);
        running.or_else(|| Some(self.plan()?.trust))
    }

    /// Its kind or transport.
    pub(crate) fn kind(&self) -> Option<&'static str> {
        let planned = || self.plan().filter(|_| self.is_ours()).map(|plan| plan.kind);
        let running = self.status.as_ref().and_then(|status| match status.state {
            SourceState::Ready { transport, .. } => Some(transport),
            _ => None,
        });
        running.or_else(planned)
    }
}
