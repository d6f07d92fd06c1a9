//! What the configuration file says, read again while the gateway runs.

use std::sync::Arc;
use std::time::Duration;

use candor_model::{Diagnostic, SourceName};
use candor_policy::PolicyRules;

use crate::sources::spec::{SourceSetup, SourceTreatment};
use crate::state::snapshot::FileDeclarations;

/// What a changed configuration file says. Sources that it neither starts nor treats differently
/// go on as they are; those that it does not name any more end.
pub struct ConfigurationChange {
    /// The names of all sources of the file, in its order.
    pub order: Vec<SourceName>,
    /// Those that are new, or must be started again to be what the file says.
    pub started: Vec<SourceSetup>,
    /// Those that go on running and are treated differently.
    pub treated: Vec<(SourceName, SourceTreatment)>,
    /// Whether sources that people added depend on what has changed, too.
    pub treats_added: bool,
    /// What the file says about tools and environments.
    pub declarations: FileDeclarations,
    /// The rules and preferences of the new file.
    pub policy: PolicyRules,
    /// How long a question may wait for its answer.
    pub approval_timeout: Duration,
    /// How long a yes counts that was given for more than one call.
    pub standing_expiry: Duration,
    /// Whether a caller may approve its own calls.
    pub self_approval: bool,
}

/// How the configuration that is served differs from the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConfigurationStatus {
    /// Why the file as it is now cannot be used, so that the one before it is served.
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

/// What becomes of the sources of the file.
pub(crate) struct DeclaredSources {
    pub(crate) order: Vec<SourceName>,
    pub(crate) removed: Vec<SourceName>,
    pub(crate) started: Vec<SourceSetup>,
    pub(crate) treated: Vec<(SourceName, SourceTreatment)>,
}
