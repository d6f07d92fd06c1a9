//! Policy settings: rules, timeouts, and who may decide.

use std::path::PathBuf;
use std::time::Duration;

use candor_model::{Digest, Roles};
use candor_policy::PolicyRules;
use candor_text::shell_word;

/// The settings that apply everywhere and come from the configuration file. Settings that differ
/// between toolsets are preferences, which people can change.
#[derive(Clone, Debug)]
pub struct GatewayPolicySettings {
    /// The rules of the configuration file.
    pub policy: PolicyRules,
    /// How long an approval may be pending, and how long a granted one waits for its call.
    pub approval_timeout: Duration,
    /// How long a standing approval is valid.
    pub standing_expiry: Duration,
    /// Whether a caller may approve its own calls.
    pub self_approval: bool,
    /// Whether every request must present a token.
    pub tokens_needed: bool,
    /// The roles of local callers without a credential, if none is required.
    pub local_roles: Roles,
    /// The owner of the gateway, if a secret proves it.
    pub owner: Option<GatewayOwner>,
    /// The beginning of links, such as `http://127.0.0.1:7333`, without a slash at the end. `None`
    /// if nothing listens.
    pub public_url: Option<String>,
    /// The data directory, for commands that people are told to run.
    pub data: Option<PathBuf>,
}

/// The owner of a gateway: the person who has the secret of its data directory.
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
    /// The page that lists all approvals.
    pub fn approvals_page(&self) -> Option<String> {
        let url = self.public_url.as_ref()?;
        Some(format!("{url}/approvals"))
    }

    /// The page on which an approval is decided.
    pub fn page(&self, id: candor_model::ApprovalId) -> Option<String> {
        let url = self.public_url.as_ref()?;
        Some(format!("{url}/approvals/{id}"))
    }

    /// A command line that works in any terminal of the gateway's machine, such as `candor
    /// approvals watch --data /var/lib/candor`.
    pub fn command(&self, words: &str) -> String {
        format!("candor {words}{}", self.command_options())
    }

    /// The options with which a command finds this gateway's state, with a leading space.
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
