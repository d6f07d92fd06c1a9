//! Environments, with the version of each.

mod read;
mod variables;

use std::slice;

use candor_model::{ChangeRecord, Environment, EnvironmentName, HintProfile, VariableName};

use crate::{
    Store, StoreError,
    column_text::without_nul,
    opinions,
    sql::{SqlValue, number},
    write::WriteTransaction,
};

pub use variables::VALUE_MAX;

/// The most characters of a description.
pub const DESCRIPTION_MAX: usize = 1000;

/// An environment with its variables, and the version it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEnvironment {
    /// The environment as it is configured.
    pub environment: Environment,
    /// Its variables, by name.
    pub variables: Vec<StoredVariable>,
    /// The revision at which it, or one of its variables, was last written.
    pub version: u64,
}

/// A variable without the value of a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredVariable {
    /// The name it goes by.
    pub name: VariableName,
    /// Its value, unless it is a secret.
    pub value: StoredValue,
}

/// A value that may be shown; of a secret only that it is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredValue {
    /// Not a secret.
    Plain(String),
    /// A secret; [`Store::open_variables`] opens it.
    Sealed,
}

impl Store {
    /// Makes an environment; returns its version.
    pub async fn create_environment(
        &self,
        environment: &Environment,
        change: &ChangeRecord,
    ) -> Result<u64, StoreError> {
        let description = description(environment)?;
        let mut write = self.write("create an environment").await?;
        let version = write.revision();
        let created = write
            .execute(
                "INSERT INTO environments (name, description, profile, provenance, version) \
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT (name) DO NOTHING",
                &[
                    environment.name.as_str().into(),
                    description,
                    environment.profile.map(HintProfile::as_str).into(),
                    environment.provenance.into(),
                    version.into(),
                ],
            )
            .await?;
        if created == 0 {
            let what = called(&environment.name);
            return Err(StoreError::Exists { what });
        }
        write.commit(slice::from_ref(change)).await?;
        Ok(version)
    }

    /// Changes an environment that is at version `expected`; returns its new version. Its
    /// variables stay as they are.
    pub async fn update_environment(
        &self,
        environment: &Environment,
        expected: u64,
        change: &ChangeRecord,
    ) -> Result<u64, StoreError> {
        let description = description(environment)?;
        let mut write = self.write("change an environment").await?;
        expect(&mut write, &environment.name, expected).await?;
        let version = write.revision();
        write
            .execute(
                "UPDATE environments SET description = $2, profile = $3, provenance = $4, \
                 version = $5 WHERE name = $1",
                &[
                    environment.name.as_str().into(),
                    description,
                    environment.profile.map(HintProfile::as_str).into(),
                    environment.provenance.into(),
                    version.into(),
                ],
            )
            .await?;
        write.commit(slice::from_ref(change)).await?;
        Ok(version)
    }

    /// Removes an environment that is at version `expected`, with its variables and with what is
    /// said about tools in it.
    pub async fn delete_environment(
        &self,
        name: &EnvironmentName,
        expected: u64,
        change: &ChangeRecord,
    ) -> Result<(), StoreError> {
        let mut write = self.write("delete an environment").await?;
        expect(&mut write, name, expected).await?;
        opinions::remove_environment(&mut write, name).await?;
        let named: SqlValue<'_> = name.as_str().into();
        for statement in [
            "DELETE FROM variables WHERE environment = $1",
            "DELETE FROM environments WHERE name = $1",
        ] {
            write.execute(statement, slice::from_ref(&named)).await?;
        }
        write.commit(slice::from_ref(change)).await
    }
}

/// Refuses to go on unless the environment is there at this version.
async fn expect(
    write: &mut WriteTransaction<'_>,
    name: &EnvironmentName,
    expected: u64,
) -> Result<(), StoreError> {
    let found: Option<(i64,)> = write
        .one(
            "SELECT version FROM environments WHERE name = $1",
            &[name.as_str().into()],
        )
        .await?;
    let Some((found,)) = found else {
        return Err(missing(name));
    };
    let found = number(found);
    if found == expected {
        return Ok(());
    }
    let subject = called(name);
    Err(StoreError::Stale { subject, found })
}

fn description(environment: &Environment) -> Result<SqlValue<'_>, StoreError> {
    let size = environment.description.chars().count();
    if size > DESCRIPTION_MAX {
        return Err(StoreError::TooLarge {
            what: format!("the description of {}", called(&environment.name)),
            size,
            limit: DESCRIPTION_MAX,
            unit: "characters",
        });
    }
    Ok(without_nul(&environment.description).into())
}

fn missing(name: &EnvironmentName) -> StoreError {
    StoreError::Missing { what: called(name) }
}

/// How an environment is called in a sentence.
fn called(name: &EnvironmentName) -> String {
    format!("environment `{name}`")
}
