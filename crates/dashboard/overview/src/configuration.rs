//! Problems of the configuration file, and changes that are not in effect.

use candor_gateway::Gateway;

/// The most problems that are listed.
const PROBLEMS: usize = 5;

/// Why the served configuration is not that of the file.
pub(crate) struct ConfigurationPanel {
    /// The place, the problem and a hint of each.
    pub(crate) problems: Vec<(String, String, Option<String>)>,
    /// The number of further problems.
    pub(crate) more: usize,
    /// The settings that wait for a restart.
    pub(crate) after_restart: Vec<String>,
}

// === impl ConfigurationPanel ===

impl ConfigurationPanel {
    /// `None` where the file is served as it is.
    pub(crate) fn of(gateway: &Gateway) -> Option<Self> {
        let status = gateway.configuration_status();
        if status.problems.is_empty() && status.after_restart.is_empty() {
            return None;
        }
        let problems = status.problems.iter().take(PROBLEMS).map(|found| {
            let place = found.place.as_ref().map(ToString::to_string);
            let message = found.message.clone();
            (place.unwrap_or_default(), message, found.hint.clone())
        });
        Some(Self {
            problems: problems.collect(),
            more: status.problems.len().saturating_sub(PROBLEMS),
            after_restart: status.after_restart.clone(),
        })
    }
}
