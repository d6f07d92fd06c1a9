//! Settings of user-defined functions.

use std::path::PathBuf;
use std::time::Duration;

use candor_model::{Secret, VariableName};

/// The settings of a source of kind `functions`. Sizes are in bytes; no value is zero.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionsSettings {
    /// The file or the folder they are in; a relative path starts from the current directory.
    /// It may not exist.
    pub path: PathBuf,
    /// The variables in `ctx.env`, with distinct names.
    pub variables: Vec<(VariableName, Secret<String>)>,
    /// Whether they may fetch from private and loopback addresses.
    pub allow_private: bool,
    /// The memory limit of one worker's program.
    pub memory: usize,
    /// The CPU time limit of one call.
    pub cpu_time: Duration,
    /// The number of concurrent calls; further ones wait.
    pub workers: usize,
    /// The longest result of one call.
    pub max_reply: usize,
    /// The longest body of one fetch.
    pub max_fetch: usize,
    /// Whether they are read again when their files change.
    pub watch: bool,
}

// === impl FunctionsSettings ===

impl FunctionsSettings {
    /// The defaults of everything but the path.
    pub fn new(path: PathBuf) -> Self {
        Self {
            path,
            variables: Vec::new(),
            allow_private: false,
            memory: 64 << 20,
            cpu_time: Duration::from_secs(5),
            workers: 16,
            max_reply: 1 << 20,
            max_fetch: 8 << 20,
            watch: true,
        }
    }

    /// Passes everything that identifies the functions to `add`. Other settings only affect how
    /// they run.
    pub(super) fn fingerprint(&self, add: &mut impl FnMut(&str)) {
        add(&self.path.to_string_lossy());
    }
}

#[cfg(test)]
mod tests {
    use candor_model::{SourceName, SourceTrust};

    use super::*;
    use crate::settings::{SourceSettings, TransportSettings};

    fn source(settings: FunctionsSettings) -> SourceSettings {
        let name = SourceName::parse("sums").expect("a name");
        SourceSettings::new(name, TransportSettings::Functions(settings))
    }

    #[test]
    fn the_path_alone_changes_the_fingerprint() {
        let usual = || FunctionsSettings::new("sums.ts".into());
        let name = VariableName::parse("KEY").expect("a name");
        let tuned = FunctionsSettings {
            variables: vec![(name, Secret::new("k".to_owned()))],
            allow_private: true,
            memory: 8 << 20,
            cpu_time: Duration::from_millis(10),
            workers: 1,
            max_reply: 1 << 10,
            max_fetch: 1 << 10,
            watch: false,
            ..usual()
        };
        let fingerprint = source(usual()).fingerprint();
        assert_eq!(fingerprint, source(tuned).fingerprint());
        let other = FunctionsSettings::new("other.ts".into());
        assert_ne!(fingerprint, source(other).fingerprint());
        insta::assert_snapshot!(fingerprint, @"eed6c64ac33d2399548a62ded1caeaa2f62778c83ba5fb009351bc579ee96144");
    }

    #[test]
    fn what_the_operator_wrote_is_trusted_and_many_calls_may_wait() {
        let source = source(FunctionsSettings::new("sums.ts".into()));
        assert_eq!(source.trust, SourceTrust::Trusted);
        assert_eq!(source.concurrent_calls, Some(1024));
        assert_eq!(source.transport.kind(), "functions");
    }
}
