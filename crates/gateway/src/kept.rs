//! Results of tools that read only, in a closed world, kept for a while where an endpoint wants
//! that.
//!
//! A result is kept for its caller alone. Whatever is written through a source, here or in
//! another process, makes everything that was read from it stale: each source has a count that is
//! part of the key, so that a read which was under way meanwhile is not kept either.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use candor_model::{Digest, EnvironmentName, QualifiedName, SourceName};
use candor_wire::RawJson;
use moka::sync::Cache;

/// How many bytes of results are kept altogether.
const MOST: u64 = 64 << 20;
/// A larger result is not kept.
const LARGEST: usize = 4 << 20;
/// Nothing is kept longer, whatever is preferred.
const LONGEST: Duration = Duration::from_hours(24);

/// Which read it was.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Read {
    pub(crate) principal: String,
    pub(crate) environment: Option<EnvironmentName>,
    pub(crate) tool: QualifiedName,
    pub(crate) definition: Digest,
    pub(crate) arguments: Digest,
    /// How often something had been written through the source.
    writes: u64,
}

/// The results.
pub(crate) struct Kept {
    results: Cache<Read, Result>,
    writes: Mutex<HashMap<SourceName, u64>>,
}

#[derive(Clone)]
struct Result {
    answer: RawJson,
    at: Instant,
}

// === impl Kept ===

impl Default for Kept {
    fn default() -> Self {
        let weigh =
            |_: &Read, result: &Result| u32::try_from(result.answer.len()).unwrap_or(u32::MAX);
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

impl Kept {
    /// Names a read that begins now.
    pub(crate) fn read(
        &self,
        principal: &str,
        environment: Option<&EnvironmentName>,
        tool: &QualifiedName,
        definition: Digest,
        arguments: Digest,
    ) -> Read {
        let writes = self.lock().get(tool.source()).copied();
        Read {
            principal: principal.to_owned(),
            environment: environment.cloned(),
            tool: tool.clone(),
            definition,
            arguments,
            writes: writes.unwrap_or_default(),
        }
    }

    /// The result of an earlier read that is no older than this, and its age.
    pub(crate) fn find(&self, read: &Read, limit: Duration) -> Option<(RawJson, Duration)> {
        let found = self.results.get(read)?;
        let age = found.at.elapsed();
        (age < limit).then_some((found.answer, age))
    }

    /// Keeps a result, unless something was written since the read began.
    pub(crate) fn keep(&self, read: Read, answer: &RawJson) {
        if answer.len() <= LARGEST {
            let result = Result {
                answer: answer.clone(),
                at: Instant::now(),
            };
            self.results.insert(read, result);
        }
    }

    /// Something is written through this source: what was read from it counts no more.
    pub(crate) fn forget(&self, source: &SourceName) {
        *self.lock().entry(source.clone()).or_default() += 1;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<SourceName, u64>> {
        self.writes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_before_a_write_counts_no_more() {
        let kept = Kept::default();
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
        // A read that was under way while something was written.
        kept.keep(before, &answer);
        assert!(kept.find(&read("ann"), hour).is_none());
        kept.keep(read("ann"), &answer);
        assert!(kept.find(&read("ann"), hour).is_some());
    }
}
