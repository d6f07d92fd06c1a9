//! Policy settings: rules, timeouts, and who may decide.

use std::path::PathBuf;
use std::time::Duration;

use candor_model::{Digest, Roles};
use candor_policy::PolicyRules;
use candor_text::shell_word;

/// What holds everywhere. What differs from toolset to toolset are preferences, which people can
/// change; this comes from the configuration file.
#[derive(Clone, Debug)]
pub struct GatewayPolicySettings {
    /// The rules of the configuration file.
    pub policy: PolicyRules,
    /// How long a question may wait for its answer, and a yes for its call.
    pub approval_timeout: Duration,
    /// How long a yes counts that was given for more than one call.
    pub standing_expiry: Duration,
    /// Whether a caller may approve its own calls.
    pub self_approval: bool,
    /// Whether everybody must present a token.
    pub tokens_needed: bool,
    /// What whoever presents nothing may do, where nothing is needed.
    pub local_roles: Roles,
    /// Who owns the gateway, if a secret proves it.
    pub owner: Option<GatewayOwner>,
    /// What links begin with, such as `http://127.0.0.1:7333`; no slash at the end. None where
    /// nothing listens.
    pub public_url: Option<String>,
    /// The data directory, for commands that people are told to run.
    pub data: Option<PathBuf>,
}

/// The owner of a gateway: whoever has the secret of its data directory.
#[derive(Clone, Debug)]
pub struct GatewayOwner {
    /// The operating system's user that runs it.
    pub user: String,
    /// The digest of the secret.
    pub digest: Digest,
}

// === impl GatewayPolicySettings ===

impl Default for GatewayPolicySettings {
    fn default() -> Self {
        Self {
            policy: PolicyRules::default(),
            approval_timeout: Duration::from_mins(5),
            standing_expiry: Duration::from_hours(30 * 24),
            self_approval: false,
            tokens_needed: false,
            local_roles: Roles::LOOKING,
            owner: None,
            public_url: None,
            data: None,
        }
    }
}

impl GatewayPolicySettings {
    /// The page on which all questions are.
    pub fn approvals_page(&self) -> Option<String> {
        let url = self.public_url.as_ref()?;
        Some(format!("{url}/approvals"))
    }

    /// The page on which a question is answered.
    pub fn page(&self, id: candor_model::ApprovalId) -> Option<String> {
        let url = self.public_url.as_ref()?;
        Some(format!("{url}/approvals/{id}"))
    }

    /// A command line as it works when it is pasted into any terminal of the gateway's machine,
    /// such as `candor approvals watch --data /var/lib/candor`.
    pub fn command(&self, words: &str) -> String {
        format!("candor {words}{}", self.command_options())
    }

    /// What a command needs to find this gateway's state, with a space before it.
    pub(crate) fn command_options(&self) -> String {
        let data = self.data.as_ref().map(|data| data.to_string_lossy());
        data.map_or_else(String::new, |data| format!(" --data {}", shell_word(&data)))
    }

    /// Where a person answers questions, in words that follow "the user can answer".
    pub(crate) fn where_to_answer(&self) -> String {
        let watch = format!("with `{}`", self.command("approvals watch"));
        match self.approvals_page() {
            Some(page) => format!("at {page} or {watch}"),
            None => watch,
        }
    }
}
