//! The decrypted variables of environments, cached for calls.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use candor_model::{EnvironmentName, EnvironmentVariable, Secret, VariableValue};
use candor_sources::{PlainNames, VariableValues};
use candor_store::StoreError;

use crate::gateway::Gateway;

/// The decrypted variables by environment, with the revision of the store. Any write invalidates
/// them, so that a removed credential is never used again.
#[derive(Default)]
pub(crate) struct EnvironmentVariableCache(Mutex<HashMap<EnvironmentName, (u64, OpenedVariables)>>);

/// What every call without an environment has.
static NONE: LazyLock<OpenedVariables> = LazyLock::new(|| OpenedVariables::of(Vec::new()));

/// The variables of one environment.
#[derive(Clone, Debug)]
pub(crate) struct OpenedVariables {
    pub(crate) variables: VariableValues,
    /// The names of variables that are not secret.
    pub(crate) plain: PlainNames,
}

// === impl EnvironmentVariableCache ===

impl EnvironmentVariableCache {
    /// The variables of an environment. An environment that the file declares has only the
    /// variables of the file.
    pub(crate) async fn open(
        &self,
        gateway: &Gateway,
        environment: &EnvironmentName,
    ) -> Result<OpenedVariables, StoreError> {
        let snapshot = gateway.snapshot();
        let mut declared = snapshot.declarations().environments.iter();
        if let Some(declared) = declared.find(|one| one.environment.name == *environment) {
            return Ok(OpenedVariables::of(declared.variables.clone()));
        }
        let revision = snapshot.revision();
        if let Some((at, opened)) = self.lock().get(environment)
            && *at == revision
        {
            return Ok(opened.clone());
        }
        let store = gateway.store();
        let opened = store.open_variables(environment, gateway.keyring()).await?;
        let opened = OpenedVariables::of(opened);
        let kept = (revision, opened.clone());
        self.lock().insert(environment.clone(), kept);
        Ok(opened)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<EnvironmentName, (u64, OpenedVariables)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl OpenedVariables ===

impl OpenedVariables {
    /// No variables at all.
    pub(crate) fn none() -> Self {
        NONE.clone()
    }

    fn of(variables: Vec<EnvironmentVariable>) -> Self {
        let mut plain = BTreeSet::new();
        let variables = variables.into_iter().map(|variable| {
            let value = match variable.value {
                VariableValue::Plain(value) => {
                    plain.insert(variable.name.clone());
                    Secret::new(value)
                }
                VariableValue::Secret(value) => value,
            };
            (variable.name, value)
        });
        Self {
            variables: Arc::new(variables.collect()),
            plain: Arc::new(plain),
        }
    }
}
