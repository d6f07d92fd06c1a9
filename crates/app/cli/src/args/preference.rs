//! `KEY=VALUE` of a preference.

use std::time::Duration;

use candor_model::{PreferenceEdits, UnsetPolicy};

use super::values;
use crate::suggest::did_you_mean;

/// The longest time that results can be cached, as in the configuration file.
const LONGEST_CACHE: Duration = Duration::from_hours(24);

/// A policy setting that is set or reset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PreferenceAssignment {
    pub(crate) key: &'static str,
    value: Option<AssignedValue>,
}

/// The assigned value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AssignedValue {
    Flag(bool),
    Unset(UnsetPolicy),
    Time(Duration),
}

/// The type of a preference.
#[derive(Clone, Copy)]
enum PreferenceType {
    Flag,
    Unset,
    Time,
}

/// All of them, in the order in which they are shown.
const KEYS: [(&str, PreferenceType); 8] = [
    ("auto_approve_read_only", PreferenceType::Flag),
    ("always_confirm_destructive", PreferenceType::Flag),
    ("show_warnings", PreferenceType::Flag),
    ("trust_idempotent_retries", PreferenceType::Flag),
    ("unset", PreferenceType::Unset),
    ("out_of_band", PreferenceType::Flag),
    ("cache", PreferenceType::Time),
    ("collapse", PreferenceType::Flag),
];

/// Parses `KEY=VALUE`, or `KEY=` to reset a setting.
pub(super) fn read(text: &str) -> Result<PreferenceAssignment, String> {
    let Some((key, value)) = text.split_once('=') else {
        return Err("use KEY=VALUE, such as `unset=ask`".to_owned());
    };
    let Some((key, kind)) = KEYS.into_iter().find(|(known, _)| *known == key) else {
        let known = KEYS.iter().map(|(known, _)| (*known).to_owned().into());
        let hint = did_you_mean(key, known).unwrap_or_else(|| {
            let known = KEYS.map(|(known, _)| known);
            format!("the settings are {}", known.join(", "))
        });
        return Err(format!("there is no setting `{key}`; {hint}"));
    };
    let value = match value {
        "" => None,
        value => Some(kind.read(value)?),
    };
    Ok(PreferenceAssignment { key, value })
}

// === impl PreferenceType ===

impl PreferenceType {
    fn read(self, value: &str) -> Result<AssignedValue, String> {
        match self {
            Self::Flag => match value.parse() {
                Ok(flag) => Ok(AssignedValue::Flag(flag)),
                Err(_) => Err(format!("`{value}` is neither `true` nor `false`")),
            },
            Self::Unset => UnsetPolicy::parse(value)
                .map(AssignedValue::Unset)
                .ok_or_else(|| format!("`{value}` is none of `allow`, `evidence` and `ask`")),
            Self::Time => match values::time(value)? {
                time if time <= LONGEST_CACHE => Ok(AssignedValue::Time(time)),
                _ => Err(format!("`{value}` is longer than a day")),
            },
        }
    }
}

// === impl PreferenceAssignment ===

impl PreferenceAssignment {
    /// Applies the setting to the edits.
    pub(crate) fn apply(&self, edits: &mut PreferenceEdits) {
        let (mut flag, mut unset, mut cache) = (None, None, None);
        match self.value {
            None => {}
            Some(AssignedValue::Flag(value)) => flag = Some(value),
            Some(AssignedValue::Unset(value)) => unset = Some(value),
            Some(AssignedValue::Time(value)) => cache = Some(value),
        }
        match self.key {
            "auto_approve_read_only" => edits.auto_approve_read_only = flag,
            "always_confirm_destructive" => edits.always_confirm_destructive = flag,
            "show_warnings" => edits.show_warnings = flag,
            "trust_idempotent_retries" => edits.trust_idempotent_retries = flag,
            "out_of_band" => edits.out_of_band = flag,
            "collapse" => edits.collapse = flag,
            "unset" => edits.unset = unset,
            _ => edits.cache = cache,
        }
    }
}

#[cfg(test)]
mod tests {
    use candor_gateway::edit::preference_words;

    use super::*;

    #[test]
    fn what_is_stated_gets_into_its_place_and_out_of_it() {
        for (text, expect) in [
            (
                "auto_approve_read_only=true",
                r#"{"auto_approve_read_only":true}"#,
            ),
            (
                "always_confirm_destructive=false",
                r#"{"always_confirm_destructive":false}"#,
            ),
            ("show_warnings=true", r#"{"show_warnings":true}"#),
            (
                "trust_idempotent_retries=true",
                r#"{"trust_idempotent_retries":true}"#,
            ),
            ("unset=ask", r#"{"unset":"ask"}"#),
            ("out_of_band=true", r#"{"out_of_band":true}"#),
            ("cache=30s", r#"{"cache_ms":30000}"#),
            ("cache=0s", r#"{"cache_ms":0}"#),
            ("collapse=false", r#"{"collapse":false}"#),
        ] {
            let mut edits = PreferenceEdits::default();
            let stated = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            stated.apply(&mut edits);
            let words = serde_json::Value::Object(preference_words(&edits));
            assert_eq!(words.to_string(), expect, "{text}");
            let left = format!("{}=", stated.key);
            let left = read(&left).unwrap_or_else(|error| panic!("{left}: {error}"));
            left.apply(&mut edits);
            assert!(edits.is_empty(), "{text}");
        }
    }

    #[test]
    fn what_is_none_is_said() {
        for (text, expect) in [
            ("unset", "use KEY=VALUE, such as `unset=ask`"),
            ("unset=no", "`no` is none of `allow`, `evidence` and `ask`"),
            ("collapse=yes", "`yes` is neither `true` nor `false`"),
            ("cache=2d", "`2d` is longer than a day"),
            (
                "show_warning=true",
                "there is no setting `show_warning`; did you mean `show_warnings`?",
            ),
        ] {
            assert_eq!(read(text).err().as_deref(), Some(expect));
        }
    }
}
