//! Preferences and their origins.

use candor_config::{SettingOrigin, ShownSetting};
use candor_gateway::edit::{PreferenceDetails, preference_words};
use candor_model::{PolicyPreferences, PreferenceEdits, ToolsetName};
use serde_json::{Map, Value, json};

use crate::table::TextTable;
use crate::text::one_line;

/// One setting, default or of a toolset.
struct PreferenceRow {
    key: String,
    value: Value,
    from: String,
}

/// All settings of the default policy or of a toolset. A toolset shows those that it inherits, too.
fn all(view: &PreferenceDetails, origins: &[ShownSetting]) -> Vec<PreferenceRow> {
    let effective = words(&stated(&view.effective));
    let declared = words(&view.declared);
    let said = words(&view.stated);
    let from = |key: &str| {
        if declared.contains_key(key) {
            in_file(view.toolset.as_ref(), key, origins)
        } else if said.contains_key(key) {
            "`candor policy set`, the API or the dashboard".to_owned()
        } else if view.toolset.is_some() {
            "the default policy".to_owned()
        } else {
            "default".to_owned()
        }
    };
    let all = effective.into_iter();
    all.map(|(key, value)| PreferenceRow {
        from: from(&key),
        key,
        value,
    })
    .collect()
}

/// The preferences as a table.
pub(super) fn table(view: &PreferenceDetails, origins: &[ShownSetting]) -> TextTable {
    let rows = all(view, origins).into_iter();
    let rows = rows.map(|PreferenceRow { key, value, from }| {
        let value = match value {
            Value::String(text) => text,
            other => other.to_string(),
        };
        [key.into(), value.into(), one_line(&from).into()]
    });
    TextTable::new(&["PREFERENCE", "VALUE", "FROM"], rows)
}

/// The preferences as JSON.
pub(super) fn json(view: &PreferenceDetails, origins: &[ShownSetting]) -> Value {
    let all = all(view, origins).into_iter();
    let preferences: Map<String, Value> = all
        .map(|PreferenceRow { key, value, from }| (key, json!({"value": value, "from": from})))
        .collect();
    json!({
        "toolset": view.toolset.as_ref().map(ToolsetName::as_str),
        "version": view.version,
        "preferences": preferences,
    })
}

/// The values as written in the configuration file.
fn words(edits: &PreferenceEdits) -> Map<String, Value> {
    let words = preference_words(edits).into_iter();
    words
        .map(|(key, value)| match (key.as_str(), value.as_u64()) {
            ("cache_ms", Some(millis)) => ("cache".to_owned(), Value::String(time(millis))),
            _ => (key, value),
        })
        .collect()
}

/// The effective settings, as if all of them had been set.
fn stated(effective: &PolicyPreferences) -> PreferenceEdits {
    PreferenceEdits {
        auto_approve_read_only: Some(effective.auto_approve_read_only),
        always_confirm_destructive: Some(effective.always_confirm_destructive),
        show_warnings: Some(effective.show_warnings),
        trust_idempotent_retries: Some(effective.trust_idempotent_retries),
        unset: Some(effective.unset),
        out_of_band: Some(effective.out_of_band),
        cache: Some(effective.cache.unwrap_or_default()),
        collapse: Some(effective.collapse),
    }
}

/// In the largest unit that divides it.
fn time(millis: u64) -> String {
    let units = [("h", 3_600_000), ("m", 60_000), ("s", 1_000)];
    let divides = |(_, unit): &(&str, u64)| millis.is_multiple_of(*unit) && millis >= *unit;
    match units.into_iter().find(divides) {
        Some((unit, size)) => format!("{}{unit}", millis / size),
        None if millis == 0 => "0s".to_owned(),
        None => format!("{millis}ms"),
    }
}

/// The line of the file, if it is known.
fn in_file(toolset: Option<&ToolsetName>, key: &str, origins: &[ShownSetting]) -> String {
    let wanted = match toolset {
        None => format!("policy.{key}"),
        Some(name) => format!("policy.toolsets.{name}.{key}"),
    };
    let mut origins = origins.iter();
    let found = origins.find(|shown| shown.key == wanted);
    match found.map(|shown| &shown.origin) {
        None | Some(SettingOrigin::Default) => "the configuration file".to_owned(),
        Some(origin) => origin.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::time;

    #[test]
    fn times_are_as_in_the_file() {
        for (millis, expect) in [
            (0, "0s"),
            (1, "1ms"),
            (1_500, "1500ms"),
            (30_000, "30s"),
            (300_000, "5m"),
            (86_400_000, "24h"),
        ] {
            assert_eq!(time(millis), expect);
        }
    }
}
