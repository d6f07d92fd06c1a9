//! The variables of environments, opened for the calls that need them.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use candor_model::{EnvironmentName, Secret, Variable, VariableValue};
use candor_sources::{PlainNames, Variables};
use candor_store::StoreError;

use crate::gateway::Gateway;

/// What was opened, by environment, and at which revision of the store. Anything that is written
/// makes it old, so that a credential that was taken away is not shown once more.
#[derive(Default)]
pub(crate) struct Wallet(Mutex<HashMap<EnvironmentName, (u64, Opened)>>);

/// The variables of one environment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opened {
    pub(crate) variables: Variables,
    /// Those that are no secrets.
    pub(crate) plain: PlainNames,
}

// === impl Wallet ===

impl Wallet {
    /// The variables that count in an environment. What the file declares is the whole of it.
    pub(crate) async fn open(
        &self,
        gateway: &Gateway,
        environment: &EnvironmentName,
    ) -> Result<Opened, StoreError> {
        let known = gateway.known();
        let mut declared = known.declarations().environments.iter();
        if let Some(declared) = declared.find(|one| one.environment.name == *environment) {
            return Ok(Opened::of(declared.variables.clone()));
        }
        let revision = known.revision();
        if let Some((at, opened)) = self.lock().get(environment)
            && *at == revision
        {
            return Ok(opened.clone());
        }
        let store = gateway.store();
        let opened = store.open_variables(environment, gateway.keyring()).await?;
        let opened = Opened::of(opened);
        let kept = (revision, opened.clone());
        self.lock().insert(environment.clone(), kept);
        Ok(opened)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<EnvironmentName, (u64, Opened)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl Opened ===

impl Opened {
    fn of(variables: Vec<Variable>) -> Self {
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
