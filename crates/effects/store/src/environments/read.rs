//! Reading environments without decrypting their secrets.

use std::collections::BTreeMap;

use candor_boxed::boxed;
use candor_model::{Environment, EnvironmentName, HintProfile, VariableName};

use super::{StoredEnvironment, StoredValue, StoredVariable};
use crate::{
    Store, StoreResult,
    column_text::unescaped,
    row_label::{ReadError, RowLabel, readable},
    sql::{from_row, number},
};

struct EnvironmentColumns {
    name: String,
    description: String,
    profile: Option<String>,
    provenance: Option<bool>,
    version: i64,
}

from_row!(EnvironmentColumns: name, description, profile, provenance, version);

/// A row of `variables`. Secret values are not selected.
struct VisibleVariableColumns {
    environment: String,
    name: String,
    plain: Option<String>,
}

from_row!(VisibleVariableColumns: environment, name, plain);

/// The queries, as literals so that they stay constant.
macro_rules! select {
    ($conditions:literal) => {
        concat!(
            "SELECT name, description, profile, provenance, version FROM environments ",
            $conditions
        )
    };
    (variables $conditions:literal) => {
        concat!(
            "SELECT environment, name, CASE WHEN is_secret THEN NULL ELSE value END AS plain \
             FROM variables ",
            $conditions
        )
    };
}

const READ_VARIABLES: &str = "read the variables";

impl Store {
    /// All environments, ordered by name. Unreadable rows are skipped with a warning.
    #[boxed]
    pub async fn environments(&self) -> StoreResult<Vec<StoredEnvironment>> {
        let query = select!("ORDER BY name");
        let rows: Vec<EnvironmentColumns> = self.rows("read the environments", query, &[]).await?;
        // Read after the versions: a version is never newer than the variables read with it, so a
        // change based on it detects that they have changed.
        let query = select!(variables "ORDER BY environment, name");
        let variables: Vec<VisibleVariableColumns> = self.rows(READ_VARIABLES, query, &[]).await?;
        let mut by_environment: BTreeMap<String, Vec<StoredVariable>> = BTreeMap::new();
        for row in variables {
            let of = row.environment.clone();
            by_environment.entry(of).or_default().extend(row.read());
        }
        let read = |row: EnvironmentColumns| {
            let variables = by_environment.get(&row.name).cloned();
            row.read(variables.unwrap_or_default())
        };
        Ok(readable("an environment", rows, read))
    }

    /// Returns an environment by name.
    #[boxed]
    pub async fn environment(
        &self,
        name: &EnvironmentName,
    ) -> StoreResult<Option<StoredEnvironment>> {
        let values = [name.as_str().into()];
        let query = select!("WHERE name = $1");
        let row: Option<EnvironmentColumns> =
            self.one("read an environment", query, &values).await?;
        let Some(row) = row else {
            return Ok(None);
        };
        let query = select!(variables "WHERE environment = $1 ORDER BY name");
        let variables: Vec<VisibleVariableColumns> =
            self.rows(READ_VARIABLES, query, &values).await?;
        let variables = variables.into_iter();
        row.read(variables.filter_map(VisibleVariableColumns::read).collect())
            .map(Some)
    }
}

// === impl EnvironmentColumns ===

impl EnvironmentColumns {
    fn read(self, variables: Vec<StoredVariable>) -> StoreResult<StoredEnvironment> {
        let label = RowLabel::new("environment", &self.name);
        let unread = |column, value: &str| label.unread(ReadError(column, value.to_owned()));
        let profile = self.profile.as_deref();
        let profile =
            profile.map(|word| HintProfile::parse(word).ok_or_else(|| unread("profile", word)));
        let environment = Environment {
            name: EnvironmentName::parse(&self.name).map_err(|_| unread("name", &self.name))?,
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
