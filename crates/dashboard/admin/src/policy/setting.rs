//! The policy settings: their labels, and their values as text.

use std::time::Duration;

use candor_dashboard_kit::wording::brief;
use candor_model::{PolicyPreferences, PreferenceEdits, UnsetPolicy};

use crate::duration_text;

/// The longest that results may be cached.
const CACHE_MAX: Duration = Duration::from_hours(24);

/// A policy setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PolicySetting {
    AutoApproveReadOnly,
    AlwaysConfirmDestructive,
    ShowWarnings,
    TrustIdempotentRetries,
    Unset,
    OutOfBand,
    Cache,
    Collapse,
}

// === impl PolicySetting ===

impl PolicySetting {
    /// All settings, the most used first.
    pub(crate) const ALL: [Self; 8] = [
        Self::AutoApproveReadOnly,
        Self::AlwaysConfirmDestructive,
        Self::ShowWarnings,
        Self::Unset,
        Self::OutOfBand,
        Self::TrustIdempotentRetries,
        Self::Collapse,
        Self::Cache,
    ];

    /// The key in the configuration file, and the name of the field.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::AutoApproveReadOnly => "auto_approve_read_only",
            Self::AlwaysConfirmDestructive => "always_confirm_destructive",
            Self::ShowWarnings => "show_warnings",
            Self::TrustIdempotentRetries => "trust_idempotent_retries",
            Self::Unset => "unset",
            Self::OutOfBand => "out_of_band",
            Self::Cache => "cache",
            Self::Collapse => "collapse",
        }
    }

    pub(crate) const fn heading(self) -> &'static str {
        match self {
            Self::AutoApproveReadOnly => "Auto-approve read-only tools",
            Self::AlwaysConfirmDestructive => "Always confirm destructive tools",
            Self::ShowWarnings => "Show warnings",
            Self::TrustIdempotentRetries => "Retry idempotent tools",
            Self::Unset => "If the destructive hint is not set",
            Self::OutOfBand => "Require approval outside the calling client",
            Self::Cache => "Cache results of read-only tools",
            Self::Collapse => "Coalesce identical calls",
        }
    }

    /// The help text.
    pub(crate) const fn meaning(self) -> &'static str {
        match self {
            Self::AutoApproveReadOnly => {
                "Tools with a trusted read-only hint skip the approval that their confirm setting \
                 asks for."
            }
            Self::AlwaysConfirmDestructive => {
                "Destructive tools need approval, even if their confirm setting is never."
            }
            Self::ShowWarnings => {
                "Approvers see a warning about destructive tools, hints that are not set and \
                 untrusted sources."
            }
            Self::TrustIdempotentRetries => {
                "A call that failed on the way is retried if the tool is idempotent."
            }
            Self::Unset => {
                "Allow leaves confirmation to the client. Ask is the strictest choice, recommended \
                 for shared gateways."
            }
            Self::OutOfBand => {
                "Prevents agents from approving their own calls: approval is possible only in the \
                 dashboard, in a terminal or through a link."
            }
            Self::Cache => {
                "Results of read-only tools that are not open world are cached per caller for \
                 this long."
            }
            Self::Collapse => {
                "Identical read-only calls by the same caller at the same time reach the source \
                 once."
            }
        }
    }

    /// The values and labels of a setting that takes one of a few.
    pub(crate) const fn values(self) -> Option<&'static [(&'static str, &'static str)]> {
        match self {
            Self::Cache => None,
            Self::Unset => Some(&[
                ("ask", "Ask"),
                (
                    "evidence",
                    "Ask about untrusted tools that change something",
                ),
                ("allow", "Allow"),
            ]),
            _ => Some(&[("true", "Yes"), ("false", "No")]),
        }
    }

    /// The value that is set, as text.
    pub(crate) fn read(self, edits: &PreferenceEdits) -> Option<String> {
        match self {
            Self::Unset => edits.unset.map(|unset| unset.as_str().to_owned()),
            Self::Cache => edits.cache.map(duration_text::write),
            _ => {
                // `flag` needs a mutable value, so it gets a copy.
                let mut copy = *edits;
                self.flag(&mut copy)?.map(|flag| flag.to_string())
            }
        }
    }

    /// The effective value, as text.
    pub(crate) fn held(self, held: &PolicyPreferences) -> String {
        let stated = PreferenceEdits {
            auto_approve_read_only: Some(held.auto_approve_read_only),
            always_confirm_destructive: Some(held.always_confirm_destructive),
            show_warnings: Some(held.show_warnings),
            trust_idempotent_retries: Some(held.trust_idempotent_retries),
            unset: Some(held.unset),
            out_of_band: Some(held.out_of_band),
            cache: Some(held.cache.unwrap_or_default()),
            collapse: Some(held.collapse),
        };
        self.read(&stated).unwrap_or_default()
    }

    /// Sets the value; empty text clears it. The error is a fragment of a sentence.
    pub(crate) fn write(
        self,
        edits: &mut PreferenceEdits,
        text: Option<&str>,
    ) -> Result<(), String> {
        let text = text.map(str::trim).filter(|text| !text.is_empty());
        match self {
            Self::Unset => {
                let read = |text| UnsetPolicy::parse(text).ok_or_else(|| self.invalid_value(text));
                edits.unset = text.map(read).transpose()?;
            }
            Self::Cache => {
                let fits = |time: &Duration| *time <= CACHE_MAX;
                let read = |text| {
                    let time = duration_text::read(text).filter(fits);
                    time.ok_or_else(|| self.invalid_value(text))
                };
                edits.cache = text.map(read).transpose()?;
            }
            _ => {
                let read = |text: &str| text.parse().map_err(|_| self.invalid_value(text));
                let read = text.map(read).transpose()?;
                if let Some(flag) = self.flag(edits) {
                    *flag = read;
                }
            }
        }
        Ok(())
    }

    fn flag(self, edits: &mut PreferenceEdits) -> Option<&mut Option<bool>> {
        Some(match self {
            Self::AutoApproveReadOnly => &mut edits.auto_approve_read_only,
            Self::AlwaysConfirmDestructive => &mut edits.always_confirm_destructive,
            Self::ShowWarnings => &mut edits.show_warnings,
            Self::TrustIdempotentRetries => &mut edits.trust_idempotent_retries,
            Self::OutOfBand => &mut edits.out_of_band,
            Self::Collapse => &mut edits.collapse,
            Self::Unset | Self::Cache => return None,
        })
    }

    fn invalid_value(self, text: &str) -> String {
        let text = brief(text);
        let takes = match self {
            Self::Unset => "`ask`, `evidence`, `allow` or leave it empty",
            Self::Cache => {
                "a whole number and `ms`, `s`, `m` or `h`, such as `30s`, up to `24h`, or `0` to \
                 turn it off"
            }
            _ => "`true`, `false` or leave it empty",
        };
        format!("`{}` is `{text}`; use {takes}", self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for key in PolicySetting::ALL {
            let values = key.values();
            let values = values.map_or(vec!["0s", "30s", "1d"], |values| {
                values.iter().map(|(value, _)| *value).collect()
            });
            for value in values {
                let mut edits = PreferenceEdits::default();
                key.write(&mut edits, Some(value)).expect(value);
                assert_eq!(key.read(&edits).as_deref(), Some(value));
                assert_eq!(key.held(&PolicyPreferences::default().with(&edits)), value);
                let others = PolicySetting::ALL.into_iter().filter(|other| *other != key);
                assert!(
                    others
                        .map(|other| other.read(&edits))
                        .all(|said| said.is_none())
                );
                key.write(&mut edits, Some(" ")).expect("nothing");
                assert!(edits.is_empty());
            }
        }
    }

    #[test]
    fn what_cannot_be_meant_is_told() {
        let long = "x".repeat(1_000);
        for (key, text, expect) in [
            (
                PolicySetting::Collapse,
                "maybe",
                "`collapse` is `maybe`; use `true`",
            ),
            (PolicySetting::Unset, "true", "`unset` is `true`; use `ask`"),
            (
                PolicySetting::Cache,
                "25h",
                "`cache` is `25h`; use a whole number",
            ),
            (PolicySetting::Cache, "soon", "`cache` is `soon`"),
            (
                PolicySetting::Cache,
                &long,
                "`cache` is `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`;",
            ),
        ] {
            let mut edits = PreferenceEdits::default();
            let sentence = key.write(&mut edits, Some(text)).expect_err(text);
            assert!(sentence.starts_with(expect), "{sentence}");
            assert!(edits.is_empty());
        }
    }
}
