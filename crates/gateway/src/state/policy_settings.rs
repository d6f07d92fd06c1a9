//! Policy settings: rules, timeouts, and who may decide.

use std::time::Duration;

use candor_policy::PolicyRules;

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
    /// What links begin with, such as `http://127.0.0.1:7333`; no slash at the end. None where
    /// nothing listens.
    pub public_url: Option<String>,
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
            public_url: None,
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
}
