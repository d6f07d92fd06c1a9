//! Reading environments without opening their secrets.

use std::collections::BTreeMap;

use candor_model::{Environment, EnvironmentName, HintProfile, VariableName};

use super::{StoredEnvironment, StoredValue, StoredVariable};
use crate::{Store, StoreError, column_text::unescaped, sql::number};

#[derive(sqlx::FromRow)]
struct EnvironmentColumns {
    name: String,
    description: String,
    profile: Option<String>,
    provenance: Option<bool>,
    version: i64,
}

/// A row of `variables`. The value of a secret stays in the database.
#[derive(sqlx::FromRow)]
struct VisibleVariableColumns {
    environment: String,
    name: String,
    plain: Option<String>,
}

impl Store {
    /// Every environment, by name. A row that cannot be read is left out, with a warning.
    pub async fn environments(&self) -> Result<Vec<StoredEnvironment>, StoreError> {
        let rows: Vec<EnvironmentColumns> = self
            .rows(
                "read the environments",
                "SELECT name, description, profile, provenance, version FROM environments \
                 ORDER BY name",
                &[],
            )
            .await?;
        // Read after the versions: a version is never newer than the variables beside it, so
        // a change based on it finds out that they have changed.
        let variables: Vec<VisibleVariableColumns> = self
            .rows(
                "read the variables",
                "SELECT environment, name, CASE WHEN is_secret THEN NULL ELSE value END AS plain \
                 FROM variables ORDER BY environment, name",
                &[],
            )
            .await?;
        let mut by_environment: BTreeMap<String, Vec<StoredVariable>> = BTreeMap::new();
        for row in variables {
            let of = row.environment.clone();
            by_environment.entry(of).or_default().extend(row.read());
        }
        let environments = rows.into_iter().filter_map(|row| {
            let variables = by_environment.remove(&row.name).unwrap_or_default();
            row.read(variables)
                .inspect_err(|error| tracing::warn!("left out an environment: {error}"))
                .ok()
        });
        Ok(environments.collect())
    }

    /// The environment with this name.
    pub async fn environment(
        &self,
        name: &EnvironmentName,
    ) -> Result<Option<StoredEnvironment>, StoreError> {
        let rows: Vec<EnvironmentColumns> = self
            .rows(
                "read an environment",
                "SELECT name, description, profile, provenance, version FROM environments \
                 WHERE name = $1",
                &[name.as_str().into()],
            )
            .await?;
        let Some(row) = rows.into_iter().next() else {
            return Ok(None);
        };
        let variables: Vec<VisibleVariableColumns> = self
            .rows(
                "read the variables",
                "SELECT environment, name, CASE WHEN is_secret THEN NULL ELSE value END AS plain \
                 FROM variables WHERE environment = $1 ORDER BY name",
                &[name.as_str().into()],
            )
            .await?;
        let variables = variables
            .into_iter()
            .filter_map(VisibleVariableColumns::read)
            .collect();
        row.read(variables).map(Some)
    }
}

// === impl EnvironmentColumns ===

impl EnvironmentColumns {
    fn read(self, variables: Vec<StoredVariable>) -> Result<StoredEnvironment, StoreError> {
        let unknown = |column, value: &str| StoreError::Row {
            kind: "environment",
            id: self.name.clone(),
            column,
            value: value.to_owned(),
        };
        let profile = self
            .profile
            .as_deref()
            .map(|word| HintProfile::parse(word).ok_or_else(|| unknown("profile", word)));
        let environment = Environment {
            name: EnvironmentName::parse(&self.name).map_err(|_| unknown("name", &self.name))?,
            profile: profile.transpose()?,
            provenance: self.provenance,
            description: self.description,
        };
        Ok(StoredEnvironment {
            environment,
            variables,
            version: number(self.version),
        })
    }
}

// === impl VisibleVariableColumns ===

impl VisibleVariableColumns {
    fn read(self) -> Option<StoredVariable> {
        let Ok(name) = VariableName::parse(&self.name) else {
            tracing::warn!(
                environment = self.environment,
                variable = self.name,
                "left out a variable whose name cannot be read"
            );
            return None;
        };
        let value = match self.plain {
            Some(plain) => StoredValue::Plain(unescaped(plain)),
            None => StoredValue::Sealed,
        };
        Some(StoredVariable { name, value })
    }
}
