//! The variables of environments, opened for the calls that need them.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use candor_model::{EnvironmentName, Secret, Variable, VariableValue};
use candor_sources::Variables;
use candor_store::StoreError;

use crate::gateway::Gateway;

/// What was opened, by environment, and at which revision of the store. Anything that is written
/// makes it old, so that a credential that was taken away is not shown once more.
#[derive(Default)]
pub(crate) struct Wallet(Mutex<HashMap<EnvironmentName, (u64, Variables)>>);

// === impl Wallet ===

impl Wallet {
    /// The variables that count in an environment. What the file declares is the whole of it.
    pub(crate) async fn open(
        &self,
        gateway: &Gateway,
        environment: &EnvironmentName,
    ) -> Result<Variables, StoreError> {
        let known = gateway.known();
        let mut declared = known.declarations().environments.iter();
        if let Some(declared) = declared.find(|one| one.environment.name == *environment) {
            return Ok(by_name(declared.variables.clone()));
        }
        let revision = known.revision();
        if let Some((at, variables)) = self.lock().get(environment)
            && *at == revision
        {
            return Ok(Arc::clone(variables));
        }
        let store = gateway.store();
        let opened = store.open_variables(environment, gateway.keyring()).await?;
        let opened = by_name(opened);
        let kept = (revision, Arc::clone(&opened));
        self.lock().insert(environment.clone(), kept);
        Ok(opened)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<EnvironmentName, (u64, Variables)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn by_name(variables: Vec<Variable>) -> Variables {
    let variables = variables.into_iter().map(|variable| {
        let value = match variable.value {
            VariableValue::Plain(value) => Secret::new(value),
            VariableValue::Secret(value) => value,
        };
        (variable.name, value)
    });
    Arc::new(variables.collect::<BTreeMap<_, _>>())
}
