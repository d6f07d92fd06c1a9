//! Cache of results of read-only, closed-world tools, for endpoints that enable it.
//!
//! A result is cached for its caller only. Any write through a source, in this process or another,
//! makes everything that was read from it stale: each source has a write count that is part of the
//! key, so the result of a read that was in flight during a write is never found either.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use candor_model::{Digest, EnvironmentName, QualifiedName, SourceName};
use candor_wire::RawJson;
use moka::sync::Cache;

use crate::gateway::Gateway;

/// The total size of the cached results in bytes.
const MOST: u64 = 64 << 20;
/// The maximum size in bytes of a cached result.
const LARGEST: usize = 4 << 20;
/// The maximum time in the cache, regardless of preferences.
const LONGEST: Duration = Duration::from_hours(24);

/// The identity of a read. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReadKey(Arc<ReadIdentity>);

/// What two reads must have in common to have the same answer.
#[derive(Debug, PartialEq, Eq)]
struct ReadIdentity {
    principal: Box<str>,
    environment: Option<EnvironmentName>,
    tool: QualifiedName,
    definition: Digest,
    arguments: Digest,
    /// The number of writes through the source when the read began.
    writes: u64,
}

/// The `BuildHasher` for maps keyed by read.
pub(crate) type ReadKeyHash = BuildHasherDefault<ReadKeyHasher>;

/// Passes on the only word that a [`ReadKey`] is hashed to: it is taken from digests, and no other
/// hash would distribute better.
#[derive(Default)]
pub(crate) struct ReadKeyHasher(u64);

/// Results of calls that only read.
pub(crate) struct ResultCache {
    results: Cache<ReadKey, CachedResult>,
    writes: Mutex<HashMap<SourceName, u64>>,
}

/// A write in progress. Results that were read before or during it are stale, here and in other
/// processes, even if it is dropped unfinished: it may have taken effect nevertheless.
pub(crate) struct OngoingWrite(Option<(Gateway, SourceName)>);

#[derive(Clone)]
struct CachedResult {
    answer: RawJson,
    at: Instant,
}

// === impl ReadKey ===

/// Prefixes of the digests distribute well enough; equality compares the rest.
impl Hash for ReadKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.definition.prefix() ^ self.0.arguments.prefix().rotate_left(32));
    }
}

// === impl ReadKeyHasher ===

impl Hasher for ReadKeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

// === impl ResultCache ===

impl Default for ResultCache {
    fn default() -> Self {
        let weigh = |_: &ReadKey, result: &CachedResult| {
            u32::try_from(result.answer.len()).unwrap_or(u32::MAX)
        };
        Self {
            results: Cache::builder()
                .max_capacity(MOST)
                .weigher(weigh)
                .time_to_live(LONGEST)
                .build(),
            writes: Mutex::default(),
        }
    }
}

impl ResultCache {
    /// The key of a read that begins now.
    pub(crate) fn read(
        &self,
        principal: &str,
        environment: Option<&EnvironmentName>,
        tool: &QualifiedName,
        definition: Digest,
        arguments: Digest,
    ) -> ReadKey {
        let writes = self.lock().get(tool.source()).copied();
        ReadKey(Arc::new(ReadIdentity {
            principal: principal.into(),
            environment: environment.cloned(),
            tool: tool.clone(),
            definition,
            arguments,
            writes: writes.unwrap_or_default(),
        }))
    }

    /// A cached result younger than the limit, and its age.
    pub(crate) fn find(&self, read: &ReadKey, limit: Duration) -> Option<(RawJson, Duration)> {
        let found = self.results.get(read)?;
        let age = found.at.elapsed();
        (age < limit).then_some((found.answer, age))
    }

    /// Caches a result, unless it is too large. If there was a write since the read began, the key
    /// is stale and the result is never found.
    pub(crate) fn keep(&self, read: ReadKey, answer: &RawJson) {
        if answer.len() <= LARGEST {
            let result = CachedResult {
                answer: answer.clone(),
                at: Instant::now(),
            };
            self.results.insert(read, result);
        }
    }

    /// Invalidates everything that was read from this source, because something is written through
    /// it.
    pub(crate) fn forget(&self, source: &SourceName) {
        *self.lock().entry(source.clone()).or_default() += 1;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<SourceName, u64>> {
        self.writes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl OngoingWrite ===

impl OngoingWrite {
    /// Invalidates earlier reads.
    pub(crate) async fn begin(gateway: &Gateway, source: &SourceName) -> Self {
        written(gateway, source).await;
        Self(Some((gateway.clone(), source.clone())))
    }

    /// Also invalidates reads made during the write.
    pub(crate) async fn end(mut self) {
        if let Some((gateway, source)) = self.0.take() {
            written(&gateway, &source).await;
        }
    }
}

impl Drop for OngoingWrite {
    fn drop(&mut self) {
        if let Some((gateway, source)) = self.0.take() {
            gateway.result_cache().forget(&source);
            let told = gateway.clone();
            gateway.spawn(async move { tell(&told, &source).await });
        }
    }
}

async fn written(gateway: &Gateway, source: &SourceName) {
    gateway.result_cache().forget(source);
    tell(gateway, source).await;
}

/// Notifies other processes of the write, if any endpoint caches results.
async fn tell(gateway: &Gateway, source: &SourceName) {
    if !gateway.snapshot().settings.caches_results() {
        return;
    }
    // Boxed to keep the future small; this is rare.
    let told = Box::pin(gateway.store().note_write(source));
    if let Err(error) = told.await {
        tracing::warn!(%error, "Other processes were not told that something is written, and may show what was before until it is too old");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_before_a_write_counts_no_more() {
        let kept = ResultCache::default();
        let tool = QualifiedName::new(SourceName::parse("shop").expect("a name"), "list");
        let read = |who| kept.read(who, None, &tool, Digest::UNKNOWN, Digest::UNKNOWN);
        let hour = Duration::from_hours(1);
        let answer = RawJson::string("books");
        let before = read("ann");
        kept.keep(before.clone(), &answer);
        assert!(kept.find(&read("ann"), hour).is_some());
        assert!(kept.find(&read("ann"), Duration::ZERO).is_none(), "too old");
        assert!(kept.find(&read("bob"), hour).is_none(), "another caller");

        kept.forget(tool.source());
        assert!(kept.find(&read("ann"), hour).is_none());
        // A read that was in flight during a write.
        kept.keep(before, &answer);
        assert!(kept.find(&read("ann"), hour).is_none());
        kept.keep(read("ann"), &answer);
        assert!(kept.find(&read("ann"), hour).is_some());
    }
}
