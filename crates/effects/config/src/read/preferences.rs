//! The preferences of `[policy]`, everywhere or in one toolset.

use std::time::Duration;

use candor_model::{PolicyPreferences, PreferenceEdits, UnsetPolicy};

use super::context::ReadContext;
use super::setting_type::{Flag, SettingType, Time, Word, WrittenValue};
use crate::declare::SettingKey;
use crate::origin::SettingOrigin;
use crate::tree::{ConfigEntry, find};

/// The keys, which `[policy]` and every `[policy.toolsets.NAME]` have.
pub(crate) const KEYS: [SettingKey; 8] = [
    SettingKey::new(
        "auto_approve_read_only",
        &[" Whether tools whose read-only hint is relied upon skip the questions of `confirm`."],
    ),
    SettingKey::new(
        "always_confirm_destructive",
        &[
            " Whether a tool whose destructive hint is relied upon needs an approval, even where `confirm`",
            " says \"never\".",
        ],
    ),
    SettingKey::new(
        "show_warnings",
        &[" Whether people are warned about destructive, unset and untrusted hints."],
    ),
    SettingKey::new(
        "trust_idempotent_retries",
        &[
            " Whether an idempotent call is repeated without a second question, when its source was lost.",
        ],
    ),
    SettingKey::new(
        "unset",
        &[" What is done where the destructive hint is not set: \"allow\" or \"ask\"."],
    ),
    SettingKey::new(
        "out_of_band",
        &[" Whether an approval must come from elsewhere: the client that calls is not asked."],
    ),
    SettingKey::new(
        "cache",
        &[
            " How long results of read-only tools in a closed world are cached, at most \"1d\". \"0s\": not at",
            " all.",
        ],
    ),
    SettingKey::new(
        "collapse",
        &[" Whether identical calls of read-only tools, made at the same time, become one."],
    ),
];

/// The longest that a result is kept: what is older is no answer any more.
const LONGEST_CACHE: Duration = Duration::from_hours(24);

/// A table with preferences in it.
pub(super) struct PreferenceTable<'t, 'c, 'a> {
    pub(super) context: &'c mut ReadContext<'a>,
    pub(super) entries: &'t [ConfigEntry],
    /// The table's path, for messages.
    pub(super) path: &'t str,
    /// Whether a default that was not changed is shown.
    pub(super) shows_defaults: bool,
}

// === impl PreferenceTable ===

impl PreferenceTable<'_, '_, '_> {
    /// Reads what is stated. A preference that cannot be read counts as unstated.
    pub(super) fn read(mut self) -> PreferenceEdits {
        let default = PolicyPreferences::default();
        let unset = Word::<UnsetPolicy>::new();
        let cache = Time(Duration::ZERO..=LONGEST_CACHE);
        let mut flag = |key, default| self.stated(key, &Flag, &default);
        PreferenceEdits {
            auto_approve_read_only: flag("auto_approve_read_only", default.auto_approve_read_only),
            always_confirm_destructive: flag(
                "always_confirm_destructive",
                default.always_confirm_destructive,
            ),
            show_warnings: flag("show_warnings", default.show_warnings),
            trust_idempotent_retries: flag(
                "trust_idempotent_retries",
                default.trust_idempotent_retries,
            ),
            unset: self.stated("unset", &unset, &default.unset),
            out_of_band: self.stated("out_of_band", &Flag, &default.out_of_band),
            cache: self.stated("cache", &cache, &default.cache.unwrap_or_default()),
            collapse: self.stated("collapse", &Flag, &default.collapse),
        }
    }

    fn stated<S: SettingType>(
        &mut self,
        key: &str,
        kind: &S,
        default: &S::Value,
    ) -> Option<S::Value> {
        let path = format!("{}.{key}", self.path);
        let node = find(self.entries, key).map(|entry| &entry.node);
        let origin = self.context.origin_of(node.map(|node| &node.span));
        let stated = node.and_then(|node| {
            let written = WrittenValue {
                node,
                origin: &origin,
                env: self.context.env,
                path: None,
            };
            let report = &mut self.context.report;
            kind.read(&written)
                .map_err(|problem| report.bad_value(&node.span, &path, problem))
                .ok()
        });
        if let Some(value) = &stated {
            self.context.show(&path, &kind.show(value, None), origin);
        } else if self.shows_defaults {
            let shown = kind.show(default, None);
            self.context.show(&path, &shown, SettingOrigin::Default);
        }
        stated
    }
}
