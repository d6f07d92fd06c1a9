//! Sources added at run time, to match them with catalogue entries.

use candor_gateway::Gateway;
use candor_model::SourceName;
use candor_registry::{LaunchOption, RegistryEntry};

/// The commands and URLs of added sources.
pub(crate) struct UsedSources(Vec<UsedSource>);

struct UsedSource {
    name: SourceName,
    /// The words of its command.
    words: Vec<String>,
    reaches: Option<String>,
}

// === impl UsedSources ===

impl UsedSources {
    pub(crate) fn of(gateway: &Gateway) -> Self {
        let saved = gateway.editor().saved_sources().into_iter();
        let used = saved.filter_map(|saved| {
            let plan = saved.plan.ok()?;
            let line = plan.runs.unwrap_or_default();
            let words = line.split_whitespace().map(|word| word.trim_matches('\''));
            Some(UsedSource {
                name: saved.name,
                words: words.map(str::to_owned).collect(),
                reaches: plan.reaches,
            })
        });
        Self(used.collect())
    }

    /// The words of all commands, which include the packages in use.
    pub(crate) fn words(&self) -> impl Iterator<Item = String> {
        self.0.iter().flat_map(|used| used.words.iter().cloned())
    }

    /// The source that runs this server: by its package in this version, or by its address.
    pub(crate) fn running(&self, entry: &RegistryEntry) -> Option<SourceName> {
        let runs = |used: &&UsedSource| entry.options.iter().any(|option| used.runs(option));
        self.0.iter().find(runs).map(|used| used.name.clone())
    }
}

// === impl UsedSource ===

impl UsedSource {
    fn runs(&self, option: &LaunchOption) -> bool {
        match option {
            LaunchOption::Package(package) => {
                let version = package.version.as_deref().unwrap_or_default();
                let pins = ["@", "==", ":"];
                let pins = pins.map(|sign| format!("{}{sign}{version}", package.identifier));
                self.words.iter().any(|word| pins.contains(word))
            }
            LaunchOption::Remote(remote) => self.reaches.as_deref().is_some_and(|reached| {
                reached.trim_end_matches('/') == remote.url.trim_end_matches('/')
            }),
        }
    }
}
