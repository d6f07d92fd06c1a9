//! A named set of variables, with opinions of its own about tools.

use crate::{EnvironmentName, HintProfile, Secret, VariableName};

/// An environment without its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment {
    /// The name, unique in its place.
    pub name: EnvironmentName,
    /// What it is for.
    pub description: String,
    /// Which hints its endpoint writes, if not those of the plain endpoint.
    pub profile: Option<HintProfile>,
    /// Whether its endpoint says where each hint comes from, if not as the plain endpoint does.
    pub provenance: Option<bool>,
}

/// One variable of an environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnvironmentVariable {
    /// The name, unique in its place.
    pub name: VariableName,
    /// The value, plain or secret.
    pub value: VariableValue,
}

/// A value that is shown, or one that never is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariableValue {
    /// Shown wherever the environment is shown.
    Plain(String),
    /// Never shown; kept encrypted.
    Secret(Secret<String>),
}
