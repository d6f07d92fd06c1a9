//! A cache of what the list shows of every tool, valid as long as the catalogue is the same.
//!
//! Parsing five thousand definitions takes longer than rendering a page of them. So every tool is
//! parsed once, and again when it changes: unchanged rows are taken from the previous snapshot.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use candor_gateway::edit::HintSuggestion;
use candor_gateway::{Catalogue, EditError, Endpoint, Gateway, UnknownEndpoint};
use candor_model::{SourceName, SourceTrust};

use crate::row::ToolListRow;

/// The number of endpoints in the cache.
const KEPT: usize = 8;

/// All tools at one endpoint.
#[derive(Debug)]
pub(crate) struct ToolListSnapshot {
    /// Weak, so that an old catalogue is freed while its address is not reused.
    catalogue: Weak<Catalogue>,
    /// Sorted by name.
    pub(crate) rows: Vec<Arc<ToolListRow>>,
}

/// Filter options other than tools.
#[derive(Debug)]
pub(crate) struct ToolListOptions {
    catalogue: Weak<Catalogue>,
    /// The names of all toolsets.
    pub(crate) toolsets: Vec<String>,
    /// The names of all environments.
    pub(crate) environments: Vec<String>,
    /// The open suggestions, sorted by tool.
    pub(crate) suggestions: Vec<HintSuggestion>,
}

/// The most recent snapshots.
#[derive(Debug, Default)]
pub(crate) struct ToolListCache {
    kept: Mutex<Vec<(Endpoint, Arc<ToolListSnapshot>)>>,
    options: Mutex<Option<Arc<ToolListOptions>>>,
}

// === impl ToolListCache ===

impl ToolListCache {
    /// All tools of an endpoint: served or quarantined; in a toolset, its members.
    pub(crate) fn of(
        &self,
        gateway: &Gateway,
        endpoint: &Endpoint,
    ) -> Result<Arc<ToolListSnapshot>, UnknownEndpoint> {
        let catalogue = gateway.catalogue();
        catalogue.view(endpoint)?;
        let before = self.before(endpoint);
        if let Some(fresh) = before.as_ref().filter(|one| is(&one.catalogue, &catalogue)) {
            return Ok(Arc::clone(fresh));
        }
        let rows = rows(gateway, &catalogue, endpoint, before.as_deref())?;
        let snapshot = Arc::new(ToolListSnapshot {
            catalogue: Arc::downgrade(&catalogue),
            rows,
        });
        let mut kept = lock(&self.kept);
        kept.retain(|(known, _)| known != endpoint);
        kept.insert(0, (endpoint.clone(), Arc::clone(&snapshot)));
        kept.truncate(KEPT);
        Ok(snapshot)
    }

    /// Computes the filter options.
    pub(crate) async fn options(
        &self,
        gateway: &Gateway,
    ) -> Result<Arc<ToolListOptions>, EditError> {
        let catalogue = gateway.catalogue();
        let before = lock(&self.options).clone();
        if let Some(fresh) = before.filter(|one| is(&one.catalogue, &catalogue)) {
            return Ok(fresh);
        }
        let editor = gateway.editor();
        let environments = editor.environments().await?;
        let mut suggestions = editor.suggestions();
        suggestions.sort_by_cached_key(|one| (one.tool.name.to_string(), one.finding.hint.index()));
        let options = Arc::new(ToolListOptions {
            catalogue: Arc::downgrade(&catalogue),
            toolsets: editor
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
        *lock(&self.options) = Some(Arc::clone(&options));
        Ok(options)
    }

    /// The previous snapshot of an endpoint, or of the default one.
    fn before(&self, endpoint: &Endpoint) -> Option<Arc<ToolListSnapshot>> {
        let kept = lock(&self.kept);
        let of = |wanted: &Endpoint| kept.iter().find(|(known, _)| known == wanted);
        let found = of(endpoint).or_else(|| of(&Endpoint::default()));
        found.map(|(_, snapshot)| Arc::clone(snapshot))
    }
}

fn rows(
    gateway: &Gateway,
    catalogue: &Catalogue,
    endpoint: &Endpoint,
    before: Option<&ToolListSnapshot>,
) -> Result<Vec<Arc<ToolListRow>>, UnknownEndpoint> {
    let trust: HashMap<SourceName, SourceTrust> = gateway
        .sources()
        .into_iter()
        .map(|source| (source.name, source.trust))
        .collect();
    let known = before.into_iter().flat_map(|before| &before.rows);
    let known: HashMap<&str, &Arc<ToolListRow>> = known.map(|row| (&*row.name, row)).collect();
    let offer = catalogue.view(endpoint)?;
    let served = offer.tools().iter().map(|offered| {
        let name = offered.tool.name.to_string();
        let trust = trust.get(offered.tool.name.source()).copied();
        let trust = trust.unwrap_or(SourceTrust::Untrusted);
        let same = known.get(&*name).filter(|row| row.is_of(offered, trust));
        same.map_or_else(
            || Arc::new(ToolListRow::served(offered, trust)),
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
        // All at once, because each single lookup would search all tools.
        let all = gateway.editor().explain_all(endpoint).unwrap_or_default();
        let held = all.into_iter().filter(|one| one.tool.quarantine.is_some());
        rows.extend(held.map(|explained| Arc::new(ToolListRow::held(explained))));
    }
    rows.sort_by(|one, other| one.name.cmp(&other.name));
    // A tool may have been accepted between two reads of the catalogue.
    rows.dedup_by(|one, other| one.name == other.name);
    Ok(rows)
}

fn is(known: &Weak<Catalogue>, catalogue: &Arc<Catalogue>) -> bool {
    std::ptr::eq(known.as_ptr(), Arc::as_ptr(catalogue))
}

/// A panic cannot leave the data half-written.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
