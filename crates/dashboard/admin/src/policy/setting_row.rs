//! A policy setting on the page: its value, where it is set, and the options.

use candor_dashboard_kit::{FormOption, form_options};
use candor_gateway::edit::PreferenceDetails;

use super::save::PolicyForm;
use super::setting::PolicySetting;

/// A policy setting.
pub(crate) struct PolicySettingRow {
    pub(crate) name: &'static str,
    pub(crate) heading: &'static str,
    pub(crate) meaning: &'static str,
    /// The effective value.
    pub(crate) holds: String,
    /// Where it is set.
    pub(crate) from: &'static str,
    /// Whether the configuration file sets it.
    pub(crate) declared: bool,
    /// The options; none for a duration.
    pub(crate) choices: Vec<FormOption>,
    /// The duration as text.
    pub(crate) text: String,
}

/// All settings, with the submitted values if there are any.
pub(crate) fn all(view: &PreferenceDetails, typed: Option<&PolicyForm>) -> Vec<PolicySettingRow> {
    let all = PolicySetting::ALL.into_iter();
    all.map(|key| PolicySettingRow::of(key, view, typed))
        .collect()
}

// === impl PolicySettingRow ===

impl PolicySettingRow {
    fn of(key: PolicySetting, view: &PreferenceDetails, typed: Option<&PolicyForm>) -> Self {
        let is_default = view.toolset.is_none();
        let declared = key.read(&view.declared).is_some();
        let stated = key.read(&view.stated);
        let from = match (declared, &stated) {
            (true, _) => "configuration file",
            (false, Some(_)) if is_default => "default policy",
            (false, Some(_)) => "set for this toolset",
            (false, None) if is_default => "built-in default",
            (false, None) => "default policy",
        };
        let chosen = match typed {
            Some(typed) => typed.get(key).to_owned(),
            None => stated.unwrap_or_default(),
        };
        let left = if is_default {
            "Default"
        } else {
            "Use default policy"
        };
        let values = key.values();
        let values = values.map(|values| values.iter().copied().chain([("", left)]));
        let choices = values.into_iter().flatten();
        Self {
            name: key.word(),
            heading: key.heading(),
            meaning: key.meaning(),
            holds: holds(key, &key.held(&view.effective)),
            from,
            declared,
            choices: form_options(choices, &chosen),
            text: chosen,
        }
    }
}

/// The label of a value.
fn holds(key: PolicySetting, value: &str) -> String {
    let values = key.values();
    let mut values = values.into_iter().flatten();
    match values.find(|(known, _)| *known == value) {
        Some((_, words)) => (*words).to_owned(),
        None if value == "0s" => "Off".to_owned(),
        None => value.to_owned(),
    }
}
