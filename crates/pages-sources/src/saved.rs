//! The sources that there are: those that run, and those that were added here.

use candor_frame::{Pages, Wrong};
use candor_gateway::SourceStatus;
use candor_gateway::desk::{SavedSource, SourcePlan};
use candor_model::{Diagnostic, SourceName, Trust};
use candor_sources::State;

use crate::health::Health;
use crate::place;

/// One source.
pub(crate) struct Known {
    pub(crate) name: SourceName,
    /// How it is, if it is looked at at all.
    pub(crate) status: Option<SourceStatus>,
    /// What was added here under its name.
    pub(crate) saved: Option<SavedSource>,
}

/// All of them, by name.
pub(crate) fn all(pages: &Pages) -> Vec<Known> {
    let mut saved = pages.gateway.desk().saved_sources();
    let running = pages.gateway.sources().into_iter().map(|status| {
        let at = saved.iter().position(|one| one.name == status.name);
        Known {
            name: status.name.clone(),
            saved: at.map(|at| saved.swap_remove(at)),
            status: Some(status),
        }
    });
    let mut all: Vec<_> = running.collect();
    all.extend(saved.into_iter().map(|one| Known {
        name: one.name.clone(),
        status: None,
        saved: Some(one),
    }));
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// The one of this name.
pub(crate) fn one(pages: &Pages, name: &SourceName) -> Result<Known, Wrong> {
    let mut all = all(pages).into_iter();
    let found = all.find(|known| known.name == *name);
    found.ok_or_else(|| place::unknown(name.as_str()))
}

// === impl Known ===

impl Known {
    /// Whether it was added here, and nothing of the same name in the file wins over it.
    pub(crate) fn is_ours(&self) -> bool {
        self.saved.as_ref().is_some_and(|saved| !saved.hidden)
    }

    /// How it is.
    pub(crate) fn health(&self) -> Health {
        let state = self.status.as_ref().map(|status| &status.state);
        state.map_or_else(Health::absent, Health::of)
    }

    /// Why it cannot be used, if it cannot.
    pub(crate) fn unusable(&self) -> Option<&[Diagnostic]> {
        let status = self.status.as_ref()?;
        matches!(status.state, State::Unusable { .. }).then_some(&*status.findings)
    }

    /// What was added here would do, as far as that can be read.
    pub(crate) fn plan(&self) -> Option<&SourcePlan> {
        self.saved.as_ref()?.plan.as_ref().ok()
    }

    /// Whether its hints are relied upon.
    pub(crate) fn trust(&self) -> Option<Trust> {
        let running = self.status.as_ref().filter(|_| self.unusable().is_none());
        let running = running.map(|status| status.trust);
        running.or_else(|| Some(self.plan()?.trust))
    }

    /// Of which kind it is, as a plan or a transport says it.
    pub(crate) fn kind(&self) -> Option<&'static str> {
        let planned = || self.plan().filter(|_| self.is_ours()).map(|plan| plan.kind);
        let running = self.status.as_ref().and_then(|status| match status.state {
            State::Ready { transport, .. } => Some(transport),
            _ => None,
        });
        running.or_else(planned)
    }
}
