//! Detects a gateway that runs an older program or configuration.

use std::path::Path;

use candor_model::Digest;
use candor_server::AnnouncedAddress;

/// Why it is not up to date, and what helps.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct StaleGateway {
    pub(crate) reason: String,
    pub(crate) hint: &'static str,
}

// === impl StaleGateway ===

impl StaleGateway {
    /// Checks the gateway on a data directory; `config` is the digest of the current file.
    pub(crate) fn find(data: &Path, config: Option<Digest>) -> Option<Self> {
        let notes = AnnouncedAddress::notes(data)?;
        let version = env!("CARGO_PKG_VERSION");
        if notes.version != version {
            return Some(Self {
                reason: format!(
                    "the gateway runs version {}, and this is {version}",
                    notes.version
                ),
                hint: "restart `candor serve`",
            });
        }
        if let Some(problem) = notes.problem {
            return Some(Self {
                reason: format!(
                    "the gateway still serves the configuration as it was before the last change, \
                     which cannot be used: {problem}"
                ),
                hint: "correct the file; it is read again when it is saved",
            });
        }
        if !notes.after_restart.is_empty() {
            let settings: Vec<_> = notes
                .after_restart
                .iter()
                .map(|key| format!("`{key}`"))
                .collect();
            let settings = settings.join(", ");
            return Some(Self {
                reason: format!("the change of {settings} takes effect after a restart"),
                hint: "restart `candor serve`",
            });
        }
        (notes.config != config).then(|| match notes.config {
            Some(_) => Self {
                reason: "the configuration was changed, and the gateway has not read it yet"
                    .to_owned(),
                hint: "it is read within a few seconds",
            },
            None => Self {
                reason: "the gateway was started without the configuration".to_owned(),
                hint: "restart `candor serve`",
            },
        })
    }
}
