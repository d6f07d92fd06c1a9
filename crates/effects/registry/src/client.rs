//! The configured registries and their caches.

use std::path::{Path, PathBuf};
use std::time::Duration;

use candor_boxed::boxed;
use candor_clock::now_micros;
use candor_config::{CatalogueSettings, RegistryLocation, RegistrySettings};
use candor_egress::{EgressClient, EgressSettings};
use candor_registry::{EntryHistory, EntryStatus, ReadEntry, RegistryEntry, ServerName};
use http::HeaderMap;

use crate::api::RegistryApi;
use crate::cache::{CachedRegistry, file_of};
use crate::error::RegistryError;
use crate::headers;
use crate::limits::RegistryLimits;
use crate::looks::InspectedServer;
use crate::refresh::{self, RefreshReport};
use crate::view::{CatalogueView, KnownEntry, RegistryState};

/// The connect timeout.
const CONNECT: Duration = Duration::from_secs(10);
/// How long an idle connection is kept.
const IDLE: Duration = Duration::from_secs(30);

/// How recent data must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// Cached data only; nothing is queried.
    Remembered,
    /// Queried again if the cache is older than configured.
    WhenOld,
    /// Queried in any case.
    Now,
}

/// Queries registries and caches the results.
#[derive(Debug)]
pub struct RegistryClient {
    /// The cache folder.
    folder: PathBuf,
    registries: Vec<ConfiguredRegistry>,
    max_age: Duration,
    http: EgressClient,
    limits: RegistryLimits,
}

/// A registry, and what goes with every request to it.
#[derive(Debug)]
struct ConfiguredRegistry {
    location: RegistryLocation,
    headers: HeaderMap,
}

// === impl RegistryClient ===

impl RegistryClient {
    /// A client whose memory is in the data directory.
    pub fn new(data: &Path, settings: &CatalogueSettings) -> Result<Self, RegistryError> {
        Self::with_limits(data, settings, RegistryLimits::default())
    }

    /// A client with other limits.
    pub fn with_limits(
        data: &Path,
        settings: &CatalogueSettings,
        limits: RegistryLimits,
    ) -> Result<Self, RegistryError> {
        let http = EgressClient::new(EgressSettings {
            private: settings.allow_private,
            connect_timeout: CONNECT,
            user_agent: concat!("candor/", env!("CARGO_PKG_VERSION")).to_owned(),
            idle: IDLE,
            per_host: 4,
        });
        let registries = settings.registries.iter().map(ConfiguredRegistry::of);
        let registries: Result<Vec<_>, _> = registries.collect();
        Ok(Self {
            folder: data.join("catalogue"),
            registries: registries?,
            max_age: settings.refresh,
            http: http.map_err(RegistryError::Exchange)?,
            limits,
        })
    }

    /// Whether any registry is configured.
    pub fn is_on(&self) -> bool {
        !self.registries.is_empty()
    }

    /// All known entries. A registry that is unavailable is shown from the cache, with the reason.
    #[boxed]
    pub async fn view(&self, freshness: Freshness) -> CatalogueView {
        let mut registries = Vec::new();
        let mut entries: Vec<KnownEntry> = Vec::new();
        let mut names = std::collections::BTreeSet::new();
        for (at, registry) in self.registries.iter().enumerate() {
            let (cached, state) = self.one(registry, freshness).await;
            registries.push(state);
            for (name, server) in cached.servers {
                if names.insert(name) {
                    entries.push(KnownEntry {
                        history: EntryHistory {
                            has_changed: server.has_changed(&server.entry),
                        },
                        entry: server.entry,
                        registry: at,
                    });
                }
            }
        }
        // Processing thousands of entries must not block other tasks.
        let fallback = registries.clone();
        let built = tokio::task::spawn_blocking(|| CatalogueView::new(registries, entries)).await;
        built.unwrap_or_else(|_| CatalogueView::new(fallback, Vec::new()))
    }

    /// All versions of a server, newest first, from its registry. A file registry has one.
    #[boxed]
    pub async fn versions(&self, known: &KnownEntry) -> Result<Vec<RegistryEntry>, RegistryError> {
        let Some((api, _)) = self.api_of(known) else {
            return Ok(vec![known.entry.clone()]);
        };
        let page = api.versions(&known.entry.name).await?;
        Ok(page.entries.into_iter().filter_map(Result::ok).collect())
    }

    /// One version of a server. A cached one is not queried again.
    #[boxed]
    pub async fn version(
        &self,
        known: &KnownEntry,
        version: &str,
    ) -> Result<KnownEntry, RegistryError> {
        if known.entry.version == version {
            return Ok(known.clone());
        }
        let name = &known.entry.name;
        let Some((api, base)) = self.api_of(known) else {
            return Err(RegistryError::Unknown(name.clone()));
        };
        let read: ReadEntry = api.version(name, version).await?;
        let entry = read.ok().filter(|entry| entry.name == *name);
        let entry = entry.ok_or_else(|| RegistryError::Garbage { host: api.host() })?;
        Ok(KnownEntry {
            history: self.history(base, &entry),
            entry,
            registry: known.registry,
        })
    }

    /// The inspection result of this version of a server.
    pub fn inspected(&self, name: &ServerName, version: &str) -> Option<InspectedServer> {
        InspectedServer::read(&self.folder, name, version)
    }

    /// Remembers what a server listed.
    pub fn remember(&self, name: &ServerName, look: &InspectedServer) -> std::io::Result<()> {
        look.write(&self.folder, name)
    }

    /// The registry of an entry, if it is on the network, and its address.
    fn api_of(&self, known: &KnownEntry) -> Option<(RegistryApi<'_>, &url::Url)> {
        let registry = self.registries.get(known.registry)?;
        match &registry.location {
            RegistryLocation::Url(base) => Some((self.api(base, &registry.headers), base)),
            RegistryLocation::Path(_) => None,
        }
    }

    fn api<'c>(&'c self, base: &'c url::Url, headers: &'c HeaderMap) -> RegistryApi<'c> {
        RegistryApi {
            base,
            headers,
            client: &self.http,
            limits: &self.limits,
        }
    }

    fn history(&self, base: &url::Url, entry: &RegistryEntry) -> EntryHistory {
        let shown = RegistryLocation::Url(base.clone()).shown();
        let cached = CachedRegistry::read(&file_of(&self.folder, &shown), self.limits.file_bytes);
        let server = cached.servers.get(&entry.name);
        EntryHistory {
            has_changed: server.is_some_and(|server| server.has_changed(entry)),
        }
    }

    /// One registry: its cache, refreshed if requested and possible.
    async fn one(
        &self,
        configured: &ConfiguredRegistry,
        freshness: Freshness,
    ) -> (CachedRegistry, RegistryState) {
        let location = &configured.location;
        let registry = location.shown();
        let file = file_of(&self.folder, &registry);
        let mut cached = read_cache(file.clone(), self.limits.file_bytes).await;
        let mut state = RegistryState {
            registry,
            asked_at: None,
            outage: None,
            problems: Vec::new(),
            servers: 0,
        };
        if self.is_wanted(&cached, location, freshness) {
            match self.refresh(configured, &mut cached).await {
                Ok(report) => {
                    state.problems = report.problems;
                    let written = write_cache(&mut cached, &file, &state.registry).await;
                    if let Err(cause) = written {
                        let path = file.display();
                        state
                            .problems
                            .push(format!("cannot write `{path}`: {cause}"));
                    }
                }
                Err(error) => state.outage = Some(error.to_string()),
            }
        }
        let here = cached.servers.values();
        let here = here.filter(|server| server.entry.status != EntryStatus::Deleted);
        state.servers = here.count();
        state.asked_at = cached.asked_at;
        (cached, state)
    }

    /// Files are near, so they are always read again.
    fn is_wanted(
        &self,
        cached: &CachedRegistry,
        location: &RegistryLocation,
        freshness: Freshness,
    ) -> bool {
        let is_file = matches!(location, RegistryLocation::Path(_));
        match freshness {
            Freshness::Now => true,
            Freshness::Remembered => is_file,
            Freshness::WhenOld => is_file || cached.asked_at.is_none_or(|asked| self.is_old(asked)),
        }
    }

    fn is_old(&self, asked: i64) -> bool {
        let oldest = candor_clock::micros_ago(self.max_age);
        // A time that has not come yet is a clock that was wrong.
        asked < oldest || asked > now_micros()
    }

    async fn refresh(
        &self,
        registry: &ConfiguredRegistry,
        cached: &mut CachedRegistry,
    ) -> Result<RefreshReport, RegistryError> {
        let now = now_micros();
        match &registry.location {
            RegistryLocation::Url(base) => {
                let api = self.api(base, &registry.headers);
                refresh::from_network(&api, cached, now).await
            }
            RegistryLocation::Path(path) => refresh::from_files(path, &self.limits, cached, now),
        }
    }
}

// === impl ConfiguredRegistry ===

impl ConfiguredRegistry {
    fn of(settings: &RegistrySettings) -> Result<Self, RegistryError> {
        Ok(Self {
            location: settings.location.clone(),
            headers: headers::of(&settings.headers)?,
        })
    }
}

/// Reads the file on a blocking thread.
async fn read_cache(file: PathBuf, most: u64) -> CachedRegistry {
    let read = tokio::task::spawn_blocking(move || CachedRegistry::read(&file, most));
    read.await.unwrap_or_default()
}

/// Writes the file in the same way. What is written comes back.
async fn write_cache(
    cached: &mut CachedRegistry,
    file: &Path,
    registry: &str,
) -> std::io::Result<()> {
    let (taken, file, registry) = (std::mem::take(cached), file.to_owned(), registry.to_owned());
    let written = tokio::task::spawn_blocking(move || {
        let written = taken.write(&file, &registry);
        (taken, written)
    });
    let (taken, written) = written.await.map_err(std::io::Error::other)?;
    *cached = taken;
    written
}
