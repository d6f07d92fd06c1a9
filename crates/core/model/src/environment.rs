//! Environments: named sets of variables with their own annotation overrides.

use crate::{EnvironmentName, HintProfile, Secret, VariableName};

/// An environment without its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment {
    /// The name, unique among environments.
    pub name: EnvironmentName,
    /// What the environment is for.
    pub description: String,
    /// The hint profile of its endpoint; `None` uses the plain endpoint's.
    pub profile: Option<HintProfile>,
    /// Whether its endpoint shows where each hint comes from; `None` uses the plain endpoint's
    /// setting.
    pub provenance: Option<bool>,
}

/// One variable of an environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnvironmentVariable {
    /// The name, unique in its environment.
    pub name: VariableName,
    /// The value, plain or secret.
    pub value: VariableValue,
}

/// The value of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariableValue {
    /// A plain value, shown with the environment.
    Plain(String),
    /// A secret value, stored encrypted and never shown.
    Secret(Secret<String>),
}
