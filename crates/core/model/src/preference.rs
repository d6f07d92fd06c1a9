//! Policy preferences: when approval is required and what Candor may do on its own.

use std::time::Duration;

/// The preferences that apply at an endpoint.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own that a person turns"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PolicyPreferences {
    /// Whether tools relied upon to be read-only need no approval although their `confirm` is
    /// `always` or `first`.
    pub auto_approve_read_only: bool,
    /// Whether a destructive tool needs approval even if its `confirm` is `never`.
    pub always_confirm_destructive: bool,
    /// Whether approval cards warn about destructive, unset or untrusted hints.
    pub show_warnings: bool,
    /// Whether an idempotent call is retried after its source was lost.
    pub trust_idempotent_retries: bool,
    /// What happens if the destructive hint is unset.
    pub unset: UnsetPolicy,
    /// Whether approvals must come through another channel than the calling client.
    pub out_of_band: bool,
    /// How long results of closed-world read-only tools are cached; `None` turns the cache off.
    pub cache: Option<Duration>,
    /// Whether identical read-only calls that run at the same time are coalesced.
    pub collapse: bool,
}

/// What happens if the destructive hint is unset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UnsetPolicy {
    /// The call is made: most hosts ask the user themselves.
    Allow,
    /// Approval is required if the source is untrusted and there is evidence that the tool writes;
    /// otherwise the call is made.
    #[default]
    Evidence,
    /// Approval is required, following the protocol's pessimistic default.
    Ask,
}

/// A set of overrides; unset preferences are inherited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PreferenceEdits {
    /// Overrides [`PolicyPreferences::auto_approve_read_only`] if set.
    pub auto_approve_read_only: Option<bool>,
    /// Overrides [`PolicyPreferences::always_confirm_destructive`] if set.
    pub always_confirm_destructive: Option<bool>,
    /// Overrides [`PolicyPreferences::show_warnings`] if set.
    pub show_warnings: Option<bool>,
    /// Overrides [`PolicyPreferences::trust_idempotent_retries`] if set.
    pub trust_idempotent_retries: Option<bool>,
    /// Overrides [`PolicyPreferences::unset`] if set.
    pub unset: Option<UnsetPolicy>,
    /// Overrides [`PolicyPreferences::out_of_band`] if set.
    pub out_of_band: Option<bool>,
    /// Overrides [`PolicyPreferences::cache`] if set; zero turns the cache off.
    pub cache: Option<Duration>,
    /// Overrides [`PolicyPreferences::collapse`] if set.
    pub collapse: Option<bool>,
}

// === impl PolicyPreferences ===

impl Default for PolicyPreferences {
    fn default() -> Self {
        Self {
            auto_approve_read_only: false,
            always_confirm_destructive: true,
            show_warnings: true,
            trust_idempotent_retries: true,
            unset: UnsetPolicy::default(),
            out_of_band: false,
            cache: None,
            collapse: true,
        }
    }
}

impl PolicyPreferences {
    /// Applies overrides to the preferences.
    #[must_use]
    pub fn with(self, edits: &PreferenceEdits) -> Self {
        Self {
            auto_approve_read_only: edits
                .auto_approve_read_only
                .unwrap_or(self.auto_approve_read_only),
            always_confirm_destructive: edits
                .always_confirm_destructive
                .unwrap_or(self.always_confirm_destructive),
            show_warnings: edits.show_warnings.unwrap_or(self.show_warnings),
            trust_idempotent_retries: edits
                .trust_idempotent_retries
                .unwrap_or(self.trust_idempotent_retries),
            unset: edits.unset.unwrap_or(self.unset),
            out_of_band: edits.out_of_band.unwrap_or(self.out_of_band),
            cache: match edits.cache {
                Some(time) => Some(time).filter(|time| !time.is_zero()),
                None => self.cache,
            },
            collapse: edits.collapse.unwrap_or(self.collapse),
        }
    }
}

// === impl PreferenceEdits ===

impl PreferenceEdits {
    /// Whether nothing is overridden.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Merges two sets of overrides; `higher` wins where both set a preference.
    #[must_use]
    pub fn under(self, higher: &Self) -> Self {
        Self {
            auto_approve_read_only: higher
                .auto_approve_read_only
                .or(self.auto_approve_read_only),
            always_confirm_destructive: higher
                .always_confirm_destructive
                .or(self.always_confirm_destructive),
            show_warnings: higher.show_warnings.or(self.show_warnings),
            trust_idempotent_retries: higher
                .trust_idempotent_retries
                .or(self.trust_idempotent_retries),
            unset: higher.unset.or(self.unset),
            out_of_band: higher.out_of_band.or(self.out_of_band),
            cache: higher.cache.or(self.cache),
            collapse: higher.collapse.or(self.collapse),
        }
    }
}

// === impl UnsetPolicy ===

candor_text::string_enum! {
    /// The value used in configuration files and in the API.
    UnsetPolicy {
        Allow => "allow",
        Evidence => "evidence",
        Ask => "ask",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stated_higher_is_heard_and_the_rest_is_left() {
        let default_policy = PreferenceEdits {
            unset: Some(UnsetPolicy::Ask),
            cache: Some(Duration::from_secs(5)),
            ..PreferenceEdits::default()
        };
        let toolset = PreferenceEdits {
            cache: Some(Duration::ZERO),
            out_of_band: Some(true),
            ..PreferenceEdits::default()
        };
        let both = PolicyPreferences::default().with(&default_policy.under(&toolset));
        assert_eq!(
            both,
            PolicyPreferences::default()
                .with(&default_policy)
                .with(&toolset)
        );
        assert_eq!(both.unset, UnsetPolicy::Ask);
        assert_eq!(both.cache, None);
        assert!(both.out_of_band && both.always_confirm_destructive);
    }
}
