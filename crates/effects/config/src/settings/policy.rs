//! Policy settings in the file.

use std::time::Duration;

use candor_model::{FilePosition, PreferenceEdits, ToolsetName};
use candor_policy::{PolicyRule, PolicyRules};

use super::WebhookSettings;

/// The `[policy]` table.
#[derive(Clone, Debug)]
pub struct PolicyFileSettings {
    /// The preferences that the file states; the rest is left to edits elsewhere,
    /// and then to the defaults.
    pub preferences: PreferenceEdits,
    /// The preferences of single toolsets, in the order of the file, and where each table
    /// begins; names unique. A toolset need not be one of the file.
    pub toolsets: Vec<(ToolsetName, PreferenceEdits, FilePosition)>,
    /// The rules. There is none where one of them could not be used.
    pub policy: PolicyRules,
    /// How long a call waits for approval.
    pub approval_timeout: Duration,
    /// How long a standing approval is valid.
    pub standing_expiry: Duration,
    /// Whether a caller may approve its own call.
    pub self_approval: bool,
    /// The webhooks for pending approvals, in the order of the file.
    pub webhooks: Vec<WebhookSettings>,
    /// The place of the table, if there is one.
    pub place: Option<FilePosition>,
}

// === impl PolicyFileSettings ===

/// Compiled rules are the same if they were written the same.
impl PartialEq for PolicyFileSettings {
    fn eq(&self, other: &Self) -> bool {
        let rules = self.policy.rules().map(PolicyRule::draft);
        self.preferences == other.preferences
            && self.toolsets == other.toolsets
            && rules.eq(other.policy.rules().map(PolicyRule::draft))
            && self.approval_timeout == other.approval_timeout
            && self.standing_expiry == other.standing_expiry
            && self.self_approval == other.self_approval
            && self.webhooks == other.webhooks
            && self.place == other.place
    }
}
