//! Environments and their variables.

use std::collections::BTreeMap;

use candor_boxed::boxed;
use candor_model::{
    ChangeAuthor, Environment, EnvironmentName, EnvironmentVariable, HintProfile, VariableName,
    VariableValue,
};
use candor_store::{StoredEnvironment, StoredValue};
use serde_json::{Value, json};

use super::record::{check_author, environment_json, record};
use super::{EditError, Editor, text};
use crate::state::snapshot::DeclaredEnvironment;

/// The maximum length of a description, in characters.
const DESCRIPTION_MAX: usize = 1_000;
/// The maximum size of a variable's value, in bytes.
const VALUE_MAX: usize = 32 * 1024;

/// An environment for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnvironmentDetails {
    /// The environment without its variables.
    pub environment: Environment,
    /// Its variables, by name.
    pub variables: Vec<VariableDetails>,
    /// The version of the environment; `None` if the file declares it.
    pub version: Option<u64>,
}

/// A variable for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableDetails {
    /// The name of the variable.
    pub name: VariableName,
    /// Its value; `None` if it is secret.
    pub value: Option<String>,
}

/// A change of an environment; fields that are `None` stay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnvironmentEdit {
    /// The new description.
    pub description: Option<String>,
    /// Which hints its endpoint writes; `Some(None)`: those of the plain endpoint.
    pub profile: Option<Option<HintProfile>>,
    /// Whether the origin of each hint is written; `Some(None)`: as the plain endpoint.
    pub provenance: Option<Option<bool>>,
}

impl Editor<'_> {
    /// All environments, by name. For one that the file declares, the file's version.
    #[boxed]
    pub async fn environments(&self) -> Result<Vec<EnvironmentDetails>, EditError> {
        let mut views: BTreeMap<EnvironmentName, EnvironmentDetails> = self
            .store()
            .environments()
            .await?
            .into_iter()
            .map(stored_view)
            .map(|view| (view.environment.name.clone(), view))
            .collect();
        for declared in &self.gateway.snapshot().declarations().environments {
            let view = declared_view(declared);
            views.insert(declared.environment.name.clone(), view);
        }
        Ok(views.into_values().collect())
    }

    /// Reads one environment.
    #[boxed]
    pub async fn environment(
        &self,
        name: &EnvironmentName,
    ) -> Result<EnvironmentDetails, EditError> {
        let all = self.environments().await?;
        let found = all.into_iter().find(|view| view.environment.name == *name);
        found.ok_or_else(|| unknown(name))
    }

    /// Creates an environment.
    #[boxed]
    pub async fn create_environment(
        &self,
        author: &ChangeAuthor,
        environment: &Environment,
    ) -> Result<EnvironmentDetails, EditError> {
        let name = &environment.name;
        check_author(author)?;
        self.check_editable(name)?;
        check_description(&environment.description)?;
        let new = Some(environment_json(environment));
        let change = record(author, "environment.create", subject(name), None, new);
        self.store()
            .create_environment(environment, &change)
            .await?;
        self.gateway.catch_up().await;
        self.environment(name).await
    }

    /// Changes an environment. With `expected`, only if it is still at that version.
    #[boxed]
    pub async fn edit_environment(
        &self,
        author: &ChangeAuthor,
        name: &EnvironmentName,
        edit: EnvironmentEdit,
        expected: Option<u64>,
    ) -> Result<EnvironmentDetails, EditError> {
        check_author(author)?;
        self.check_editable(name)?;
        let before = self.stored_environment(name, expected).await?;
        let mut environment = before.environment.clone();
        if let Some(description) = edit.description {
            check_description(&description)?;
            environment.description = description;
        }
        environment.profile = edit.profile.unwrap_or(environment.profile);
        environment.provenance = edit.provenance.unwrap_or(environment.provenance);
        let old = Some(environment_json(&before.environment));
        let new = Some(environment_json(&environment));
        if old != new {
            let change = record(author, "environment.edit", subject(name), old, new);
            self.store()
                .update_environment(&environment, before.version, &change)
                .await?;
            self.gateway.catch_up().await;
        }
        self.environment(name).await
    }

    /// Removes an environment with its variables and its opinions about tools.
    #[boxed]
    pub async fn delete_environment(
        &self,
        author: &ChangeAuthor,
        name: &EnvironmentName,
        expected: Option<u64>,
    ) -> Result<(), EditError> {
        check_author(author)?;
        self.check_editable(name)?;
        let before = self.stored_environment(name, expected).await?;
        let old = Some(environment_json(&before.environment));
        let change = record(author, "environment.delete", subject(name), old, None);
        self.store()
            .delete_environment(name, before.version, &change)
            .await?;
        self.gateway.catch_up().await;
        Ok(())
    }

    /// Sets a variable, secret or not.
    #[boxed]
    pub async fn set_variable(
        &self,
        author: &ChangeAuthor,
        name: &EnvironmentName,
        variable: &EnvironmentVariable,
    ) -> Result<EnvironmentDetails, EditError> {
        check_author(author)?;
        self.check_editable(name)?;
        check_value(variable)?;
        let before = self.stored_environment(name, None).await?;
        let old = shown(&before, &variable.name);
        let new = Some(match &variable.value {
            VariableValue::Plain(value) => json!(value),
            VariableValue::Secret(_) => json!({"secret": true}),
        });
        let subject = format!("{} variable {}", subject(name), variable.name);
        let change = record(author, "environment.set-variable", subject, old, new);
        self.store()
            .set_variable(name, variable, self.gateway.keyring(), &change)
            .await?;
        self.gateway.catch_up().await;
        self.environment(name).await
    }

    /// Removes a variable.
    #[boxed]
    pub async fn remove_variable(
        &self,
        author: &ChangeAuthor,
        name: &EnvironmentName,
        variable: &VariableName,
    ) -> Result<EnvironmentDetails, EditError> {
        check_author(author)?;
        self.check_editable(name)?;
        let before = self.stored_environment(name, None).await?;
        let Some(old) = shown(&before, variable) else {
            return Err(EditError::Unknown(format!(
                "the environment `{name}` has no variable `{variable}`"
            )));
        };
        let subject = format!("{} variable {variable}", subject(name));
        let action = "environment.remove-variable";
        let change = record(author, action, subject, Some(old), None);
        self.store()
            .remove_variable(name, variable, &change)
            .await?;
        self.gateway.catch_up().await;
        self.environment(name).await
    }

    /// Re-encrypts all secrets with the newest key; returns their number.
    #[boxed]
    pub async fn reseal(&self, author: &ChangeAuthor) -> Result<usize, EditError> {
        let keyring = self.gateway.keyring();
        let new = Some(json!({"key": keyring.first_id()}));
        let change = record(author, "environment.reseal", "secrets", None, new);
        let resealed = self.store().reseal(keyring, &change).await?;
        Ok(resealed + self.reseal_sources(author).await?)
    }

    /// The place where the file declares an environment, if it does.
    pub fn environment_place(&self, name: &EnvironmentName) -> Option<String> {
        let snapshot = self.gateway.snapshot();
        let mut declared = snapshot.declarations().environments.iter();
        let declared = declared.find(|declared| declared.environment.name == *name);
        declared.map(|declared| declared.place.clone())
    }

    pub(super) fn check_environment(&self, name: &EnvironmentName) -> Result<(), EditError> {
        let snapshot = self.gateway.snapshot();
        let exists = snapshot.settings.environments.contains_key(name);
        exists.then_some(()).ok_or_else(|| unknown(name))
    }

    fn check_editable(&self, name: &EnvironmentName) -> Result<(), EditError> {
        let snapshot = self.gateway.snapshot();
        let mut declared = snapshot.declarations().environments.iter();
        if let Some(declared) = declared.find(|declared| declared.environment.name == *name) {
            return Err(EditError::Declared {
                what: format!("the environment `{name}`"),
                place: declared.place.clone(),
            });
        }
        Ok(())
    }

    async fn stored_environment(
        &self,
        name: &EnvironmentName,
        expected: Option<u64>,
    ) -> Result<StoredEnvironment, EditError> {
        let stored = self.store().environment(name).await?;
        let stored = stored.ok_or_else(|| unknown(name))?;
        if expected.is_some_and(|expected| expected != stored.version) {
            return Err(EditError::Stale {
                what: format!("the environment `{name}`"),
                found: stored.version,
            });
        }
        Ok(stored)
    }
}

fn unknown(name: &EnvironmentName) -> EditError {
    EditError::Unknown(format!(
        "there is no environment `{name}`; `candor environment list` shows those that exist"
    ))
}

fn subject(name: &EnvironmentName) -> String {
    format!("environment {name}")
}

fn stored_view(stored: StoredEnvironment) -> EnvironmentDetails {
    let variables = stored
        .variables
        .into_iter()
        .map(|variable| VariableDetails {
            name: variable.name,
            value: match variable.value {
                StoredValue::Plain(value) => Some(value),
                StoredValue::Sealed => None,
            },
        });
    EnvironmentDetails {
        environment: stored.environment,
        variables: variables.collect(),
        version: Some(stored.version),
    }
}

fn declared_view(declared: &DeclaredEnvironment) -> EnvironmentDetails {
    let mut variables: Vec<_> = declared
        .variables
        .iter()
        .map(|variable| VariableDetails {
            name: variable.name.clone(),
            value: match &variable.value {
                VariableValue::Plain(value) => Some(value.clone()),
                VariableValue::Secret(_) => None,
            },
        })
        .collect();
    variables.sort_by(|a, b| a.name.cmp(&b.name));
    EnvironmentDetails {
        environment: declared.environment.clone(),
        variables,
        version: None,
    }
}

/// A variable's value for the history; never a secret.
fn shown(environment: &StoredEnvironment, name: &VariableName) -> Option<Value> {
    let mut variables = environment.variables.iter();
    let variable = variables.find(|variable| variable.name == *name)?;
    Some(match &variable.value {
        StoredValue::Plain(value) => json!(value),
        StoredValue::Sealed => json!({"secret": true}),
    })
}

fn check_description(description: &str) -> Result<(), EditError> {
    // Only a description may have several lines.
    let lines = description.replace('\n', " ");
    text::check("the description", &lines, DESCRIPTION_MAX)
}

fn check_value(variable: &EnvironmentVariable) -> Result<(), EditError> {
    let value = match &variable.value {
        VariableValue::Plain(value) => value,
        VariableValue::Secret(secret) => secret.expose(),
    };
    let name = &variable.name;
    if value.len() > VALUE_MAX {
        return Err(EditError::Invalid(format!(
            "the value of `{name}` is larger than {VALUE_MAX} bytes"
        )));
    }
    if value.contains('\0') {
        return Err(EditError::Invalid(format!(
            "the value of `{name}` holds a NUL character, which no variable can"
        )));
    }
    Ok(())
}
