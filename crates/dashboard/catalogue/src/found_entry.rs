//! The server of a page.

use std::sync::Arc;
use std::time::Duration;

use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{ExternalText, PageError, to_sentence};
use candor_registry_client::{
    CatalogueView, KnownEntry, PromptView, RegistryState, SharedCatalogue,
};
use http::StatusCode;

use crate::PageCatalogue;
use crate::paths;

/// How long a page waits for a registry.
const PATIENCE: Duration = Duration::from_secs(3);

/// The most versions that are listed.
const VERSIONS: usize = 50;

/// A server in one version, and the catalogue that has it.
pub(crate) struct FoundEntry {
    pub(crate) known: KnownEntry,
    pub(crate) view: Arc<CatalogueView>,
    pub(crate) catalogue: Arc<SharedCatalogue>,
}

/// The versions of a server.
pub(crate) struct VersionList {
    pub(crate) items: Vec<VersionLink>,
    /// Why the others are not known.
    pub(crate) problem: Option<ExternalText>,
}

pub(crate) struct VersionLink {
    pub(crate) to: String,
    pub(crate) version: ExternalText,
    /// The value of `aria-current`.
    pub(crate) current: &'static str,
}

// === impl FoundEntry ===

impl FoundEntry {
    /// Finds a server by name and requested version.
    pub(crate) async fn find(
        PageCatalogue(catalogue): PageCatalogue,
        name: &str,
        version: Option<&str>,
    ) -> Result<Self, PageError> {
        let parsed = paths::read(name)?;
        let catalogue = catalogue.ok_or_else(|| paths::unknown(name))?;
        let PromptView {
            mut view,
            is_asking,
        } = catalogue.prompt_view().await;
        if is_asking && view.find(&parsed).is_none() {
            // It may be in a registry that is being queried for the first time.
            let whole = tokio::time::timeout(PATIENCE, catalogue.view()).await;
            view = whole.unwrap_or(view);
        }
        let known = view.find(&parsed).cloned();
        let known = known.ok_or_else(|| paths::unknown(name))?;
        let known = match version {
            None => known,
            Some(version) => {
                let asked = catalogue.client().version(&known, version).await;
                asked.map_err(|error| {
                    let sentence = format!("Version `{}` cannot be shown.", brief(version));
                    PageError::new(StatusCode::NOT_FOUND, "Version not found", sentence)
                        .and(to_sentence(&error.to_string()))
                        .link(paths::of(&parsed), "Latest version")
                })?
            }
        };
        Ok(Self {
            known,
            view,
            catalogue,
        })
    }

    /// The registry that has it.
    pub(crate) fn registry(&self) -> Option<&RegistryState> {
        self.view.registry_of(&self.known)
    }

    /// Its versions, from its registry. A registry that just failed is not queried again.
    pub(crate) async fn versions(&self) -> VersionList {
        let outage = self.registry().and_then(|state| state.outage.clone());
        let asked = match outage {
            Some(outage) => Err(outage),
            None => self.asked_versions().await,
        };
        match asked {
            Ok(versions) => VersionList {
                items: versions.iter().map(|one| self.link(one)).collect(),
                problem: None,
            },
            Err(problem) => VersionList {
                items: vec![self.link(&self.known.entry.version)],
                problem: Some(ExternalText::sentence(&to_sentence(&problem), 1_000)),
            },
        }
    }

    async fn asked_versions(&self) -> Result<Vec<String>, String> {
        let asked = self.catalogue.client().versions(&self.known);
        let asked = tokio::time::timeout(PATIENCE, asked).await;
        let asked = asked.map_err(|_| "the registry takes long to answer".to_owned())?;
        let entries = asked.map_err(|error| error.to_string())?;
        let versions = entries.into_iter().map(|entry| entry.version);
        Ok(versions.take(VERSIONS).collect())
    }

    fn link(&self, version: &str) -> VersionLink {
        let entry = &self.known.entry;
        VersionLink {
            to: paths::at(&entry.name, Some(version), None),
            version: ExternalText::short(version, 60),
            current: if entry.version == version {
                "page"
            } else {
                "false"
            },
        }
    }
}
