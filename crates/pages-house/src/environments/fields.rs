//! What a person fills in about an environment.

use candor_frame::Form;
use candor_model::{Environment, Profile};

use crate::problem::Problem;

/// As typed, right or wrong.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    /// What it is for.
    pub(crate) description: String,
    /// The word of a profile; nothing for that of the plain endpoint.
    pub(crate) profile: String,
    /// `true`, `false`, or nothing for as at the plain endpoint.
    pub(crate) provenance: String,
    /// Why, for the history.
    pub(crate) why: String,
}

/// A choice among some.
pub(crate) struct Choice {
    pub(crate) value: &'static str,
    pub(crate) words: &'static str,
    pub(crate) chosen: bool,
}

// === impl Fields ===

impl Fields {
    /// Of an environment that is there.
    pub(crate) fn of(environment: &Environment) -> Self {
        let provenance = environment.provenance.map(|value| value.to_string());
        Self {
            description: environment.description.clone(),
            profile: environment.profile.map_or("", Profile::as_str).to_owned(),
            provenance: provenance.unwrap_or_default(),
            why: String::new(),
        }
    }

    /// As somebody filled them in.
    pub(crate) fn typed(form: &Form) -> Self {
        let get = |name| form.get(name).unwrap_or_default();
        Self {
            description: get("description"),
            profile: get("profile"),
            provenance: get("provenance"),
            why: get("why"),
        }
    }

    /// The profile that was chosen.
    pub(crate) fn profile(&self) -> Result<Option<Profile>, Problem> {
        if self.profile.is_empty() {
            return Ok(None);
        }
        let found = Profile::parse(&self.profile);
        found
            .map(Some)
            .ok_or_else(|| stranger("profile", &self.profile))
    }

    /// Whether hints say where they come from.
    pub(crate) fn provenance(&self) -> Result<Option<bool>, Problem> {
        match self.provenance.as_str() {
            "" => Ok(None),
            "true" => Ok(Some(true)),
            "false" => Ok(Some(false)),
            other => Err(stranger("provenance", other)),
        }
    }

    /// The profiles to choose from.
    pub(crate) fn profiles(&self) -> Vec<Choice> {
        choices(
            &self.profile,
            &[
                ("", "As the plain endpoint"),
                ("known", "Known: what somebody says, nothing for the rest"),
                (
                    "explicit",
                    "Explicit: all four, unset ones as the protocol reads them",
                ),
                ("anthropic", "Anthropic: what its directory demands"),
                ("openai", "OpenAI: what its directory demands"),
            ],
        )
    }

    /// Whether hints say where they come from, to choose from.
    pub(crate) fn provenances(&self) -> Vec<Choice> {
        choices(
            &self.provenance,
            &[
                ("true", "Yes"),
                ("false", "No"),
                ("", "As the plain endpoint"),
            ],
        )
    }
}

fn choices(chosen: &str, all: &[(&'static str, &'static str)]) -> Vec<Choice> {
    let all = all.iter();
    all.map(|(value, words)| Choice {
        value,
        words,
        chosen: *value == chosen,
    })
    .collect()
}

fn stranger(field: &str, given: &str) -> Problem {
    let given: String = given.chars().take(40).collect();
    Problem::invalid(format!("`{given}` is nothing to choose as `{field}`"))
}
