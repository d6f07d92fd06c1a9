//! One environment.

use candor_gateway::edit::EnvironmentDetails as Desked;
use serde::Serialize;
use utoipa::ToSchema;

use crate::enums::ProfileWord;

/// A named set of variables and annotations.
#[derive(Serialize, ToSchema)]
#[schema(as = Environment)]
pub(crate) struct EnvironmentView {
    /// The name of it.
    name: String,
    /// What it is for.
    description: String,
    /// Which hints its endpoint writes; null where it writes those of the plain endpoint.
    profile: Option<ProfileWord>,
    /// Whether its endpoint says where each hint comes from; null where it does as the plain
    /// endpoint.
    provenance: Option<bool>,
    /// Its variables, by name.
    variables: Vec<VariableView>,
    /// Whether the configuration file declares it. Then it cannot be changed here.
    declared: bool,
    /// Which state of it this is; null where the file declares it.
    version: Option<u64>,
}

/// A variable of an environment.
#[derive(Serialize, ToSchema)]
#[schema(as = Variable)]
pub(crate) struct VariableView {
    /// The name of it.
    name: String,
    /// Its value; null where it is secret.
    value: Option<String>,
    /// Whether it is secret. Then it is never shown.
    secret: bool,
}

// === impl EnvironmentView ===

impl EnvironmentView {
    pub(super) fn of(view: Desked) -> Self {
        let variables = view.variables.into_iter().map(|variable| VariableView {
            name: variable.name.to_string(),
            secret: variable.value.is_none(),
            value: variable.value,
        });
        Self {
            name: view.environment.name.to_string(),
            description: view.environment.description,
            profile: view.environment.profile.map(Into::into),
            provenance: view.environment.provenance,
            variables: variables.collect(),
            declared: view.version.is_none(),
            version: view.version,
        }
    }
}
