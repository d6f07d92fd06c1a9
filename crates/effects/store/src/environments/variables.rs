//! Variables of environments. Secrets are sealed before they reach the database.

use candor_boxed::boxed;
use candor_model::{
    ChangeRecord, EnvironmentName, EnvironmentVariable, VariableName, VariableValue,
};

use super::{called, missing};
use crate::sql::from_row;
use crate::{
    Keyring, Store, StoreError, StoreResult,
    column_text::{escaped, unescaped},
    error::check_bytes,
    keyring::SealedValue,
    row_label::{ReadError, RowLabel},
    write::WriteTransaction,
};

/// The maximum size of a value, in bytes.
pub const VALUE_MAX: usize = 64 << 10;

struct VariableColumns {
    environment: String,
    name: String,
    is_secret: bool,
    value: String,
    key_id: Option<String>,
}

from_row!(VariableColumns: environment, name, is_secret, value, key_id);

impl Store {
    /// Creates or replaces a variable; returns the new version of its environment.
    #[boxed]
    pub async fn set_variable(
        &self,
        environment: &EnvironmentName,
        variable: &EnvironmentVariable,
        keyring: &Keyring,
        change: &ChangeRecord,
    ) -> StoreResult<u64> {
        let (value, key_id) = sealed_columns(environment, variable, keyring)?;
        let mut write = self.write("set a variable").await?;
        touch(&mut write, environment).await?;
        let statement = "INSERT INTO variables (environment, name, is_secret, value, key_id) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (environment, name) DO UPDATE SET \
             is_secret = excluded.is_secret, value = excluded.value, key_id = excluded.key_id";
        let values = [
            environment.as_str().into(),
            variable.name.as_str().into(),
            key_id.is_some().into(),
            value.into(),
            key_id.into(),
        ];
        write.execute(statement, &values).await?;
        write.commit_one(change).await
    }

    /// Removes a variable; returns the new version of its environment.
    #[boxed]
    pub async fn remove_variable(
        &self,
        environment: &EnvironmentName,
        name: &VariableName,
        change: &ChangeRecord,
    ) -> StoreResult<u64> {
        let mut write = self.write("remove a variable").await?;
        touch(&mut write, environment).await?;
        let statement = "DELETE FROM variables WHERE environment = $1 AND name = $2";
        let values = [environment.as_str().into(), name.as_str().into()];
        let what = format!("variable {}", of(environment, name));
        let missing = || StoreError::Missing { what };
        write.must(statement, &values, missing).await?;
        write.commit_one(change).await
    }

    /// The variables of an environment, ordered by name, with secrets decrypted. Fails if one
    /// cannot be decrypted.
    #[boxed]
    pub async fn open_variables(
        &self,
        environment: &EnvironmentName,
        keyring: &Keyring,
    ) -> StoreResult<Vec<EnvironmentVariable>> {
        let query = "SELECT environment, name, is_secret, value, key_id FROM variables \
                     WHERE environment = $1 ORDER BY name";
        let values = [environment.as_str().into()];
        let rows: Vec<VariableColumns> = self.rows("read the variables", query, &values).await?;
        if rows.is_empty() && self.environment(environment).await?.is_none() {
            return Err(missing(environment));
        }
        rows.into_iter().map(|row| row.open(keyring)).collect()
    }

    /// Re-encrypts all secrets with the first key of the ring, all or none; returns how many.
    /// Versions are unchanged because no value has changed.
    #[boxed]
    pub async fn reseal(&self, keyring: &Keyring, change: &ChangeRecord) -> StoreResult<usize> {
        let mut write = self.write("re-encrypt the secrets").await?;
        let query = "SELECT environment, name, is_secret, value, key_id FROM variables \
                     WHERE is_secret ORDER BY environment, name";
        let rows: Vec<VariableColumns> = write.rows(query, &[]).await?;
        let count = rows.len();
        for row in rows {
            let environment = row.environment()?;
            let variable = row.open(keyring)?;
            let (value, key_id) = sealed_columns(&environment, &variable, keyring)?;
            let statement = "UPDATE variables SET value = $3, key_id = $4 \
                             WHERE environment = $1 AND name = $2";
            let values = [
                environment.as_str().into(),
                variable.name.as_str().into(),
                value.into(),
                key_id.into(),
            ];
            write.execute(statement, &values).await?;
        }
        write.commit_one(change).await?;
        Ok(count)
    }
}

/// Sets the environment's version to that of this change; fails if it does not exist.
async fn touch(write: &mut WriteTransaction<'_>, name: &EnvironmentName) -> StoreResult<()> {
    let statement = "UPDATE environments SET version = $2 WHERE name = $1";
    let values = [name.as_str().into(), write.revision().into()];
    write.must(statement, &values, || missing(name)).await
}

/// The variable as named in messages.
fn of(environment: &EnvironmentName, name: &VariableName) -> String {
    format!("`{name}` of {}", called(environment))
}

/// The stored columns of a variable: its value and, if sealed, the key.
fn sealed_columns(
    environment: &EnvironmentName,
    variable: &EnvironmentVariable,
    keyring: &Keyring,
) -> StoreResult<(String, Option<String>)> {
    let EnvironmentVariable { name, value } = variable;
    let size = match value {
        VariableValue::Plain(plain) => plain.len(),
        VariableValue::Secret(secret) => secret.expose().len(),
    };
    let what = || format!("the value of {}", of(environment, name));
    check_bytes(size, VALUE_MAX, what)?;
    match value {
        VariableValue::Plain(plain) => Ok((escaped(plain).into_owned(), None)),
        VariableValue::Secret(secret) => {
            let variable = of(environment, name);
            let sealed = keyring.seal(environment, name, secret);
            let sealed = sealed.map_err(|cause| StoreError::Unsealed { variable, cause })?;
            Ok((sealed.value, Some(sealed.key_id)))
        }
    }
}

// === impl VariableColumns ===

impl VariableColumns {
    fn environment(&self) -> StoreResult<EnvironmentName> {
        EnvironmentName::parse(&self.environment)
            .map_err(|_| self.unknown("environment", &self.environment))
    }

    fn open(self, keyring: &Keyring) -> StoreResult<EnvironmentVariable> {
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
        match keyring.open(&environment, &name, &sealed) {
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
        let label = RowLabel::new("variable", &self.name);
        label.unread(ReadError(column, value.to_owned()))
    }
}
