//! The variables of an environment. Secrets are sealed before they reach the database.

use std::slice;

use candor_model::{
    ChangeRecord, EnvironmentName, EnvironmentVariable, Secret, VariableName, VariableValue,
};

use super::{called, missing};
use crate::{
    Keyring, Store, StoreError,
    column_text::{escaped, unescaped},
    keyring::SealedValue,
    sql::SqlValue,
    write::WriteTransaction,
};

/// The most bytes of a value.
pub const VALUE_MAX: usize = 64 << 10;

#[derive(sqlx::FromRow)]
struct VariableColumns {
    environment: String,
    name: String,
    is_secret: bool,
    value: String,
    key_id: Option<String>,
}

impl Store {
    /// Sets a variable, whether it was there or not; returns the new version of its environment.
    pub async fn set_variable(
        &self,
        environment: &EnvironmentName,
        variable: &EnvironmentVariable,
        keyring: &Keyring,
        change: &ChangeRecord,
    ) -> Result<u64, StoreError> {
        let columns = SealedVariable::of(environment, variable, keyring)?;
        let mut write = self.write("set a variable").await?;
        let version = touch(&mut write, environment).await?;
        write
            .execute(
                "INSERT INTO variables (environment, name, is_secret, value, key_id) \
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT (environment, name) DO UPDATE SET \
                 is_secret = excluded.is_secret, value = excluded.value, key_id = excluded.key_id",
                &[
                    environment.as_str().into(),
                    variable.name.as_str().into(),
                    columns.key_id.is_some().into(),
                    columns.value.into(),
                    columns.key_id.as_deref().into(),
                ],
            )
            .await?;
        write.commit(slice::from_ref(change)).await?;
        Ok(version)
    }

    /// Removes a variable; returns the new version of its environment.
    pub async fn remove_variable(
        &self,
        environment: &EnvironmentName,
        name: &VariableName,
        change: &ChangeRecord,
    ) -> Result<u64, StoreError> {
        let mut write = self.write("remove a variable").await?;
        let version = touch(&mut write, environment).await?;
        let removed = write
            .execute(
                "DELETE FROM variables WHERE environment = $1 AND name = $2",
                &[environment.as_str().into(), name.as_str().into()],
            )
            .await?;
        if removed == 0 {
            let what = format!("variable {}", of(environment, name));
            return Err(StoreError::Missing { what });
        }
        write.commit(slice::from_ref(change)).await?;
        Ok(version)
    }

    /// The variables of an environment, by name, with their secrets opened. If one cannot be
    /// opened, it is the error.
    pub async fn open_variables(
        &self,
        environment: &EnvironmentName,
        keyring: &Keyring,
    ) -> Result<Vec<EnvironmentVariable>, StoreError> {
        let rows: Vec<VariableColumns> = self
            .rows(
                "read the variables",
                "SELECT environment, name, is_secret, value, key_id FROM variables \
                 WHERE environment = $1 ORDER BY name",
                &[environment.as_str().into()],
            )
            .await?;
        if rows.is_empty() && self.environment(environment).await?.is_none() {
            return Err(missing(environment));
        }
        rows.into_iter().map(|row| row.open(keyring)).collect()
    }

    /// Encrypts every secret anew under the first key of the ring, all or none; returns how many.
    /// Versions stay, since no value has changed.
    pub async fn reseal(
        &self,
        keyring: &Keyring,
        change: &ChangeRecord,
    ) -> Result<usize, StoreError> {
        let mut write = self.write("seal the secrets anew").await?;
        let rows: Vec<VariableColumns> = write
            .rows(
                "SELECT environment, name, is_secret, value, key_id FROM variables \
                 WHERE is_secret ORDER BY environment, name",
                &[],
            )
            .await?;
        let count = rows.len();
        for row in rows {
            let environment = row.environment()?;
            let columns = SealedVariable::of(&environment, &row.open(keyring)?, keyring)?;
            write
                .execute(
                    "UPDATE variables SET value = $3, key_id = $4 \
                     WHERE environment = $1 AND name = $2",
                    &[
                        environment.as_str().into(),
                        columns.name.as_str().into(),
                        columns.value.into(),
                        columns.key_id.as_deref().into(),
                    ],
                )
                .await?;
        }
        write.commit(slice::from_ref(change)).await?;
        Ok(count)
    }
}

/// Gives the environment the version of this change, or says that it is not there.
async fn touch(
    write: &mut WriteTransaction<'_>,
    name: &EnvironmentName,
) -> Result<u64, StoreError> {
    let version = write.revision();
    let values: [SqlValue<'_>; 2] = [name.as_str().into(), version.into()];
    let touched = write
        .execute(
            "UPDATE environments SET version = $2 WHERE name = $1",
            &values,
        )
        .await?;
    if touched == 0 {
        return Err(missing(name));
    }
    Ok(version)
}

/// How a variable is called in a sentence.
fn of(environment: &EnvironmentName, name: &VariableName) -> String {
    format!("`{name}` of {}", called(environment))
}

/// What of a variable goes into the database; a `key_id` says that it is sealed.
struct SealedVariable {
    name: VariableName,
    value: String,
    key_id: Option<String>,
}

// === impl SealedVariable ===

impl SealedVariable {
    fn of(
        environment: &EnvironmentName,
        variable: &EnvironmentVariable,
        keyring: &Keyring,
    ) -> Result<Self, StoreError> {
        let EnvironmentVariable { name, value } = variable;
        let size = match value {
            VariableValue::Plain(plain) => plain.len(),
            VariableValue::Secret(secret) => secret.expose().len(),
        };
        if size > VALUE_MAX {
            return Err(StoreError::TooLarge {
                what: format!("the value of {}", of(environment, name)),
                size,
                limit: VALUE_MAX,
                unit: "bytes",
            });
        }
        let (value, key_id) = match value {
            VariableValue::Plain(plain) => (escaped(plain).into_owned(), None),
            VariableValue::Secret(secret) => {
                let sealed = keyring.seal(environment, name, secret).map_err(|cause| {
                    StoreError::Unsealed {
                        variable: of(environment, name),
                        cause,
                    }
                })?;
                (sealed.value, Some(sealed.key_id))
            }
        };
        Ok(Self {
            name: name.clone(),
            value,
            key_id,
        })
    }
}

// === impl VariableColumns ===

impl VariableColumns {
    fn environment(&self) -> Result<EnvironmentName, StoreError> {
        EnvironmentName::parse(&self.environment)
            .map_err(|_| self.unknown("environment", &self.environment))
    }

    fn open(self, keyring: &Keyring) -> Result<EnvironmentVariable, StoreError> {
        let environment = self.environment()?;
        let name = VariableName::parse(&self.name).map_err(|_| self.unknown("name", &self.name))?;
        if !self.is_secret {
            let value = VariableValue::Plain(unescaped(self.value));
            return Ok(EnvironmentVariable { name, value });
        }
        let sealed = SealedValue {
            value: self.value,
            key_id: self.key_id.unwrap_or_default(),
        };
        let opened: Result<Secret<String>, _> = keyring.open(&environment, &name, &sealed);
        match opened {
            Ok(secret) => Ok(EnvironmentVariable {
                name,
                value: VariableValue::Secret(secret),
            }),
            Err(cause) => Err(StoreError::Sealed {
                variable: of(&environment, &name),
                key_id: sealed.key_id,
                cause,
            }),
        }
    }

    fn unknown(&self, column: &'static str, value: &str) -> StoreError {
        StoreError::Row {
            kind: "variable",
            id: self.name.clone(),
            column,
            value: value.to_owned(),
        }
    }
}
