//! What Candor concludes about tools by itself.

use candor_model::DestructivePolicy;

/// The `[inference]` table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InferenceSettings {
    /// Whether evidence that raises risk applies by itself.
    pub enabled: bool,
    /// What counts as destructive.
    pub destructive: DestructivePolicy,
    /// Whether tools reach the open world; none is left unsaid.
    pub open_world: Option<bool>,
    /// Whether tools without a title are given one.
    pub titles: bool,
}
