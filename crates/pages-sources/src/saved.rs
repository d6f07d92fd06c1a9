//! The sources that there are: those that run, and those that were added here.

use candor_frame::{Pages, Wrong};
use candor_gateway::SourceStatus;
use candor_gateway::desk::SavedSource;
use candor_model::{SourceName, Trust};
use candor_sources::State;

use crate::health::Health;
use crate::place;

/// One source.
pub(crate) struct Known {
    pub(crate) name: SourceName,
    /// How it is, if it was started.
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
        let plan = self.saved.as_ref().map(|saved| &saved.plan);
        match &self.status {
            Some(status) => Health::of(&status.state),
            None => Health::absent(plan.is_some_and(Result::is_ok)),
        }
    }

    /// Whether its hints are relied upon.
    pub(crate) fn trust(&self) -> Option<Trust> {
        let planned = || {
            let plan = self.saved.as_ref()?.plan.as_ref().ok()?;
            Some(plan.trust)
        };
        let running = self.status.as_ref().map(|status| status.trust);
        running.or_else(planned)
    }

    /// Of which kind it is, as a plan or a transport says it.
    pub(crate) fn kind(&self) -> Option<&'static str> {
        let planned = || {
            let plan = self.saved.as_ref()?.plan.as_ref().ok()?;
            self.is_ours().then_some(plan.kind)
        };
        let running = self.status.as_ref().and_then(|status| match status.state {
            State::Ready { transport, .. } => Some(transport),
            _ => None,
        });
        running.or_else(planned)
    }
}
