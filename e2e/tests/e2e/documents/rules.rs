//! What a document takes for granted about its commands, and what cannot be run here.
//!
//! `rules.toml` has one table for each command that needs more than to be typed, and
//! `skipped.toml` the reason for each that is not run. Both are kept by document and by the line as
//! it is printed, and an entry for a line that is no longer there is a failure.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::Deserialize;

/// How one command is run.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct CommandRule {
    /// What the reader has done before, as the text around the command says.
    pub(super) before: Vec<String>,
    /// Parts of the line that are different here.
    pub(super) with: BTreeMap<String, String>,
    /// Parts of the line that a command prints first, such as the id of a waiting call.
    pub(super) with_output: BTreeMap<String, String>,
    /// How it ends.
    pub(super) exit: i32,
    /// It is typed again until it ends so: what it tells about takes a moment.
    pub(super) again: bool,
    /// What it says, on a terminal, before the reader types.
    pub(super) sees: Option<String>,
    /// What the reader types then. Without it, what was seen is ended with Ctrl-C.
    pub(super) types: Option<String>,
    /// It is a gateway, which runs until another one is started.
    pub(super) serves: bool,
    /// It is run in a new home and a new folder, in which nothing runs.
    pub(super) fresh: bool,
    /// For a snippet: what stands beside it in the file.
    pub(super) beside: String,
    /// For a snippet: the commands that take it.
    pub(super) check: Option<Vec<String>>,
}

/// The rules of one document, and which of them were used.
#[derive(Debug)]
pub(super) struct DocumentRules {
    document: String,
    rules: BTreeMap<String, CommandRule>,
    skipped: BTreeMap<String, String>,
    used: BTreeSet<String>,
}

type ByDocument<T> = BTreeMap<String, BTreeMap<String, T>>;

// === impl DocumentRules ===

impl DocumentRules {
    pub(super) fn of(document: &str) -> Self {
        let mut rules: ByDocument<CommandRule> = file("rules.toml");
        let mut skipped = skipped();
        Self {
            document: document.to_owned(),
            rules: rules.remove(document).unwrap_or_default(),
            skipped: skipped.remove(document).unwrap_or_default(),
            used: BTreeSet::new(),
        }
    }

    /// How to run this; nothing if it is not run.
    pub(super) fn rule(&mut self, line: &str) -> Option<CommandRule> {
        self.used.insert(line.to_owned());
        if self.skipped.contains_key(line) {
            return None;
        }
        Some(self.rules.get(line).cloned().unwrap_or_default())
    }

    /// Entries for what the document does not say.
    pub(super) fn stale(&self) -> Vec<String> {
        let entries = self.rules.keys().chain(self.skipped.keys());
        let stale = entries.filter(|line| !self.used.contains(*line));
        stale
            .map(|line| format!("`{}` does not say `{line}`", self.document))
            .collect()
    }
}

/// Every line that is not run, with its reason, by document.
pub(super) fn skipped() -> ByDocument<String> {
    file("skipped.toml")
}

/// The documents that have rules.
pub(super) fn ruled() -> Vec<String> {
    let rules: ByDocument<CommandRule> = file("rules.toml");
    rules.into_keys().chain(skipped().into_keys()).collect()
}

/// The folder of the rules, and of the files that a reader has.
pub(super) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/e2e/documents")
}

fn file<T: serde::de::DeserializeOwned>(name: &str) -> T {
    let text = std::fs::read_to_string(folder().join(name)).expect("a file of rules");
    toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}
