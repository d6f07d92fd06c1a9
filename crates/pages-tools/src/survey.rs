//! What lists know of all tools, kept as long as the catalogue is the same.
//!
//! Reading five thousand definitions takes longer than drawing a page of them. So every tool is
//! looked at once, and again when it has changed: a tool that is as it was in the survey before
//! is taken over from there.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use candor_gateway::desk::Suggestion;
use candor_gateway::{Catalogue, DeskError, Endpoint, Gateway, NoEndpoint};
use candor_model::{SourceName, Trust};

use crate::row::Row;

/// How many endpoints are kept at once.
const KEPT: usize = 8;

/// Every tool at one endpoint.
#[derive(Debug)]
pub(crate) struct Survey {
    /// Held weakly: what was served before is not kept alive, and yet nothing else can be where
    /// it was.
    catalogue: Weak<Catalogue>,
    /// By their names.
    pub(crate) rows: Vec<Arc<Row>>,
}

/// What there is besides tools.
#[derive(Debug)]
pub(crate) struct Around {
    catalogue: Weak<Catalogue>,
    /// The names of all toolsets.
    pub(crate) toolsets: Vec<String>,
    /// The names of all environments.
    pub(crate) environments: Vec<String>,
    /// What waits for a yes, by tool.
    pub(crate) suggestions: Vec<Suggestion>,
}

/// The surveys that were made last.
#[derive(Debug, Default)]
pub(crate) struct Surveys {
    kept: Mutex<Vec<(Endpoint, Arc<Survey>)>>,
    around: Mutex<Option<Arc<Around>>>,
}

// === impl Surveys ===

impl Surveys {
    /// Every tool as an endpoint shows it: served or in quarantine; in a toolset, those that are
    /// in it.
    pub(crate) fn of(
        &self,
        gateway: &Gateway,
        endpoint: &Endpoint,
    ) -> Result<Arc<Survey>, NoEndpoint> {
        let catalogue = gateway.catalogue();
        catalogue.view(endpoint)?;
        let before = self.before(endpoint);
        if let Some(fresh) = before.as_ref().filter(|one| is(&one.catalogue, &catalogue)) {
            return Ok(Arc::clone(fresh));
        }
        let rows = rows(gateway, &catalogue, endpoint, before.as_deref())?;
        let survey = Arc::new(Survey {
            catalogue: Arc::downgrade(&catalogue),
            rows,
        });
        let mut kept = lock(&self.kept);
        kept.retain(|(known, _)| known != endpoint);
        kept.insert(0, (endpoint.clone(), Arc::clone(&survey)));
        kept.truncate(KEPT);
        Ok(survey)
    }

    /// What there is besides tools.
    pub(crate) async fn around(&self, gateway: &Gateway) -> Result<Arc<Around>, DeskError> {
        let catalogue = gateway.catalogue();
        let before = lock(&self.around).clone();
        if let Some(fresh) = before.filter(|one| is(&one.catalogue, &catalogue)) {
            return Ok(fresh);
        }
        let desk = gateway.desk();
        let environments = desk.environments().await?;
        let mut suggestions = desk.suggestions();
        suggestions.sort_by_cached_key(|one| (one.tool.name.to_string(), one.finding.hint.index()));
        let around = Arc::new(Around {
            catalogue: Arc::downgrade(&catalogue),
            toolsets: desk
                .toolset_names()
                .iter()
                .map(ToString::to_string)
                .collect(),
            environments: environments
                .iter()
                .map(|one| one.environment.name.to_string())
                .collect(),
            suggestions,
        });
        *lock(&self.around) = Some(Arc::clone(&around));
        Ok(around)
    }

    /// What was known of an endpoint, or of the one where all tools are.
    fn before(&self, endpoint: &Endpoint) -> Option<Arc<Survey>> {
        let kept = lock(&self.kept);
        let of = |wanted: &Endpoint| kept.iter().find(|(known, _)| known == wanted);
        let found = of(endpoint).or_else(|| of(&Endpoint::default()));
        found.map(|(_, survey)| Arc::clone(survey))
    }
}

fn rows(
    gateway: &Gateway,
    catalogue: &Catalogue,
    endpoint: &Endpoint,
    before: Option<&Survey>,
) -> Result<Vec<Arc<Row>>, NoEndpoint> {
    let trust: HashMap<SourceName, Trust> = gateway
        .sources()
        .into_iter()
        .map(|source| (source.name, source.trust))
        .collect();
    let known = before.into_iter().flat_map(|before| &before.rows);
    let known: HashMap<&str, &Arc<Row>> = known.map(|row| (&*row.name, row)).collect();
    let offer = catalogue.view(endpoint)?;
    let served = offer.tools().iter().map(|offered| {
        let name = offered.tool.name.to_string();
        let trust = trust.get(offered.tool.name.source()).copied();
        let trust = trust.unwrap_or(Trust::Untrusted);
        let same = known.get(&*name).filter(|row| row.is_of(offered, trust));
        same.map_or_else(
            || Arc::new(Row::served(offered, trust)),
            |row| Arc::clone(row),
        )
    });
    let mut rows: Vec<_> = served.collect();
    let holds = endpoint.toolset.is_none();
    if holds
        && catalogue
            .tools()
            .iter()
            .any(|tool| tool.quarantine.is_some())
    {
        // Asked for all at once: one by one, each would be looked for among all.
        let all = gateway.desk().explain_all(endpoint).unwrap_or_default();
        let held = all.into_iter().filter(|one| one.tool.quarantine.is_some());
        rows.extend(held.map(|explained| Arc::new(Row::held(explained))));
    }
    rows.sort_by(|one, other| one.name.cmp(&other.name));
    // Between two looks at the catalogue a tool may have been accepted.
    rows.dedup_by(|one, other| one.name == other.name);
    Ok(rows)
}

fn is(known: &Weak<Catalogue>, catalogue: &Arc<Catalogue>) -> bool {
    std::ptr::eq(known.as_ptr(), Arc::as_ptr(catalogue))
}

/// Nothing is left half-done by whoever held it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
