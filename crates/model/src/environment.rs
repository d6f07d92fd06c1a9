//! A named set of variables, with opinions of its own about tools.

use crate::{EnvironmentName, Profile, Secret, VariableName};

/// An environment without its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment {
    /// Its name.
    pub name: EnvironmentName,
    /// What it is for.
    pub description: String,
    /// Which hints its endpoint writes, if not those of the plain endpoint.
    pub profile: Option<Profile>,
    /// Whether its endpoint says where each hint comes from, if not as the plain endpoint does.
    pub provenance: Option<bool>,
}

/// One variable of an environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: VariableName,
    /// Its value.
    pub value: VariableValue,
}

/// A value that everybody may see, or one that nobody may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariableValue {
    /// Shown wherever the environment is shown.
    Plain(String),
    /// Never shown; kept encrypted.
    Secret(Secret<String>),
}
