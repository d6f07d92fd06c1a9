//! The form for an environment.

use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{FormOption, PROFILE_OPTIONS, SubmittedForm, form_options};
use candor_model::{Environment, HintProfile};

use crate::form_error::FormError;

/// The fields as submitted, valid or not.
#[derive(Debug, Default)]
pub(crate) struct EnvironmentForm {
    pub(crate) description: String,
    /// Empty for the profile of the default endpoint.
    pub(crate) profile: String,
    /// `true`, `false`, or empty for the setting of the default endpoint.
    pub(crate) provenance: String,
    pub(crate) why: String,
}

// === impl EnvironmentForm ===

impl EnvironmentForm {
    /// The fields of an existing environment.
    pub(crate) fn of(environment: &Environment) -> Self {
        let provenance = environment.provenance.map(|value| value.to_string());
        Self {
            description: environment.description.clone(),
            profile: environment
                .profile
                .map_or("", HintProfile::as_str)
                .to_owned(),
            provenance: provenance.unwrap_or_default(),
            why: String::new(),
        }
    }

    /// The submitted fields.
    pub(crate) fn typed(form: &SubmittedForm) -> Self {
        let get = |name| form.get(name).unwrap_or_default();
        Self {
            description: get("description"),
            profile: get("profile"),
            provenance: get("provenance"),
            why: get("why"),
        }
    }

    /// Parses the profile.
    pub(crate) fn profile(&self) -> Result<Option<HintProfile>, FormError> {
        if self.profile.is_empty() {
            return Ok(None);
        }
        let found = HintProfile::parse(&self.profile);
        found
            .map(Some)
            .ok_or_else(|| unknown_choice("profile", &self.profile))
    }

    /// Parses the setting for showing provenance.
    pub(crate) fn provenance(&self) -> Result<Option<bool>, FormError> {
        match self.provenance.as_str() {
            "" => Ok(None),
            "true" => Ok(Some(true)),
            "false" => Ok(Some(false)),
            other => Err(unknown_choice("provenance", other)),
        }
    }

    /// The annotation profiles as options.
    pub(crate) fn profiles(&self) -> Vec<FormOption> {
        form_options(PROFILE_OPTIONS, &self.profile)
    }

    /// The options of the setting for showing provenance.
    pub(crate) fn provenances(&self) -> Vec<FormOption> {
        let all = [
            ("true", "Yes"),
            ("false", "No"),
            ("", "Same as the default endpoint"),
        ];
        form_options(all, &self.provenance)
    }
}

fn unknown_choice(field: &str, given: &str) -> FormError {
    let given = brief(given);
    FormError::invalid(format!("`{given}` is not a valid `{field}`"))
}
