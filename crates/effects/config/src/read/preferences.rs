//! Reads the preferences in `[policy]`, the defaults or those of a toolset.

use std::time::Duration;

use candor_model::{PolicyPreferences, PreferenceEdits};

use super::setting_type::{SettingType, WrittenValue, flag, time_within, word};
use super::table::TableReader;
use crate::declare::SettingKey;
use crate::problem::ValueProblem;

/// The keys, which `[policy]` and every `[policy.toolsets.NAME]` have.
pub(crate) const KEYS: [SettingKey; 8] = [
    SettingKey::new(
        "auto_approve_read_only",
        &[" Whether tools with a trusted read-only hint skip the questions of `confirm`."],
    ),
    SettingKey::new(
        "always_confirm_destructive",
        &[
            " Whether a tool with a trusted destructive hint needs an approval, even where `confirm` says",
            " \"never\".",
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
        &[
            " What happens where the destructive hint is not set: \"allow\", \"ask\", or \"evidence\", which asks",
            " about tools of untrusted sources that seem to change something.",
        ],
    ),
    SettingKey::new(
        "out_of_band",
        &[" Whether an approval must come from elsewhere, and the calling client is not asked."],
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

/// The maximum age of a cached result.
const LONGEST_CACHE: Duration = Duration::from_hours(24);

/// A preference, and what is shown of it where it is not stated.
struct Preference<S: SettingType>(S, Option<S::Value>);

/// Reads the preferences that are set. An invalid one counts as unset; `shows_defaults` says
/// whether unchanged defaults are displayed.
pub(super) fn read(reader: &mut TableReader<'_, '_, '_>, shows_defaults: bool) -> PreferenceEdits {
    let usual = PolicyPreferences::default();
    let unset = Preference(word(), shows_defaults.then_some(usual.unset));
    let cache = usual.cache.unwrap_or_default();
    let cache = Preference(
        time_within(Duration::ZERO..=LONGEST_CACHE),
        shows_defaults.then_some(cache),
    );
    let yes = |usual: bool| Preference(flag(), shows_defaults.then_some(usual));
    let mut stated = |key, usual| reader.setting(key, &yes(usual), None);
    PreferenceEdits {
        auto_approve_read_only: stated("auto_approve_read_only", usual.auto_approve_read_only),
        always_confirm_destructive: stated(
            "always_confirm_destructive",
            usual.always_confirm_destructive,
        ),
        show_warnings: stated("show_warnings", usual.show_warnings),
        trust_idempotent_retries: stated(
            "trust_idempotent_retries",
            usual.trust_idempotent_retries,
        ),
        unset: reader.setting("unset", &unset, None),
        out_of_band: reader.setting("out_of_band", &yes(usual.out_of_band), None),
        cache: reader.setting("cache", &cache, None),
        collapse: reader.setting("collapse", &yes(usual.collapse), None),
    }
}

// === impl Preference ===

impl<S: SettingType> SettingType for Preference<S> {
    type Value = Option<S::Value>;

    fn read(&self, written: &WrittenValue<'_>) -> Result<Self::Value, ValueProblem> {
        self.0.read(written).map(Some)
    }

    fn show(&self, value: &Self::Value, written: Option<&WrittenValue<'_>>) -> Option<String> {
        let value = value.as_ref().or(self.1.as_ref());
        self.0.show(value?, written)
    }
}
