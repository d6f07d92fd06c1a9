//! Changes of the configuration file while the gateway runs.

use std::sync::Arc;
use std::time::Duration;

use candor_model::{Diagnostic, SourceName};
use candor_policy::PolicyRules;

use crate::sources::spec::{SourceSetup, SourceTreatment};
use crate::state::snapshot::FileDeclarations;

/// A changed configuration file. Sources that are neither started nor treated differently keep
/// running unchanged; those that it no longer names end.
pub struct ConfigurationChange {
    /// The names of all sources of the file, in its order.
    pub order: Vec<SourceName>,
    /// Sources that are new, or must be restarted for their new settings.
    pub started: Vec<SourceSetup>,
    /// Sources that keep running with other settings.
    pub treated: Vec<(SourceName, SourceTreatment)>,
    /// Whether the settings of added sources may have changed, too.
    pub treats_added: bool,
    /// The declarations about tools and environments in the file.
    pub declarations: FileDeclarations,
    /// The rules and preferences of the new file.
    pub policy: PolicyRules,
    /// How long an approval may be pending.
    pub approval_timeout: Duration,
    /// How long a standing approval is valid.
    pub standing_expiry: Duration,
    /// Whether a caller may approve its own calls.
    pub self_approval: bool,
}

/// How the served configuration differs from the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConfigurationStatus {
    /// Why the current file cannot be used, so that the previous one is served.
    pub problems: Vec<Diagnostic>,
    /// The settings whose new value takes effect after a restart.
    pub after_restart: Vec<String>,
}

/// The part of a change that the catalogue depends on.
pub(crate) struct DeclaredChange {
    pub(crate) declarations: Arc<FileDeclarations>,
    pub(crate) sources: DeclaredSources,
    pub(crate) treats_added: bool,
}

/// The changes of the file's sources.
pub(crate) struct DeclaredSources {
    pub(crate) order: Vec<SourceName>,
    pub(crate) removed: Vec<SourceName>,
    pub(crate) started: Vec<SourceSetup>,
    pub(crate) treated: Vec<(SourceName, SourceTreatment)>,
}
