//! Stored preferences: JSON.
//!
//! ```json
//! {"auto_approve_read_only":true,"unset":"ask","cache_ms":30000}
//! ```
//!
//! Unset preferences are left out. An unknown member makes the whole unreadable instead of being
//! ignored, because it may be the one that requires approval.

use std::time::Duration;

use candor_model::{PreferenceEdits, UnsetPolicy};
use serde::{Deserialize, Serialize};

use crate::row_label::ReadError;

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct PreferencesBody {
    #[serde(skip_serializing_if = "Option::is_none")]
    auto_approve_read_only: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    always_confirm_destructive: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    show_warnings: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trust_idempotent_retries: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unset: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    out_of_band: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    collapse: Option<bool>,
}

/// Serializes the preferences that are set.
pub(super) fn write(edits: &PreferenceEdits) -> Result<String, serde_json::Error> {
    serde_json::to_string(&PreferencesBody {
        auto_approve_read_only: edits.auto_approve_read_only,
        always_confirm_destructive: edits.always_confirm_destructive,
        show_warnings: edits.show_warnings,
        trust_idempotent_retries: edits.trust_idempotent_retries,
        unset: edits.unset.map(|unset| unset.as_str().to_owned()),
        out_of_band: edits.out_of_band,
        cache_ms: edits.cache.map(millis),
        collapse: edits.collapse,
    })
}

/// Parses the preferences of a stored row.
pub(super) fn read(text: &str) -> Result<PreferenceEdits, ReadError> {
    // The derived parser would also accept an array of the fields.
    let object = Some(text).filter(|text| text.trim_start().starts_with('{'));
    let body = object.and_then(|text| serde_json::from_str::<PreferencesBody>(text).ok());
    let body = body.ok_or_else(|| ReadError("body", text.to_owned()))?;
    let unset = |word: String| UnsetPolicy::parse(&word).ok_or(ReadError("unset", word));
    Ok(PreferenceEdits {
        auto_approve_read_only: body.auto_approve_read_only,
        always_confirm_destructive: body.always_confirm_destructive,
        show_warnings: body.show_warnings,
        trust_idempotent_retries: body.trust_idempotent_retries,
        unset: body.unset.map(unset).transpose()?,
        out_of_band: body.out_of_band,
        cache: body.cache_ms.map(Duration::from_millis),
        collapse: body.collapse,
    })
}

/// Whole milliseconds, rounded up because zero has a special meaning.
fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferences_have_this_form() {
        let check = |edits: PreferenceEdits, text: &str| {
            assert_eq!(write(&edits).expect("it is JSON"), text);
            assert_eq!(read(text), Ok(edits), "{text}");
        };
        check(PreferenceEdits::default(), "{}");
        check(
            PreferenceEdits {
                auto_approve_read_only: Some(true),
                always_confirm_destructive: Some(false),
                show_warnings: Some(true),
                trust_idempotent_retries: Some(false),
                unset: Some(UnsetPolicy::Ask),
                out_of_band: Some(true),
                cache: Some(Duration::from_millis(1_500)),
                collapse: Some(false),
            },
            "{\"auto_approve_read_only\":true,\"always_confirm_destructive\":false,\
             \"show_warnings\":true,\"trust_idempotent_retries\":false,\"unset\":\"ask\",\
             \"out_of_band\":true,\"cache_ms\":1500,\"collapse\":false}",
        );
    }

    #[test]
    fn times_are_rounded_up_to_milliseconds() {
        for (time, expect) in [
            (Duration::ZERO, 0),
            (Duration::from_nanos(1), 1),
            (Duration::from_micros(999), 1),
            (Duration::from_millis(1), 1),
            (Duration::from_micros(1_001), 2),
            (Duration::MAX, u64::MAX),
        ] {
            let cache = Some(time);
            let text = write(&PreferenceEdits {
                cache,
                ..PreferenceEdits::default()
            });
            let text = text.expect("it is JSON");
            assert_eq!(text, format!("{{\"cache_ms\":{expect}}}"));
            let read = read(&text).expect("it was written");
            assert_eq!(read.cache, Some(Duration::from_millis(expect)));
        }
    }

    #[test]
    fn a_strange_body_is_not_guessed_at() {
        let check = |text: &str, part: &'static str, value: &str| {
            assert_eq!(read(text), Err(ReadError(part, value.to_owned())), "{text}");
        };
        for bad in [
            "",
            "null",
            "[true]",
            "{\"ask_twice\":true}",
            "{\"collapse\":1}",
            "{\"collapse\":\"true\"}",
            "{\"cache_ms\":-1}",
            "{\"cache_ms\":1.5}",
            "{\"cache_ms\":\"1s\"}",
            "{\"collapse\":true,\"collapse\":false}",
        ] {
            check(bad, "body", bad);
        }
        check("{\"unset\":\"deny\"}", "unset", "deny");
        check("{\"unset\":\"\"}", "unset", "");
    }
}
