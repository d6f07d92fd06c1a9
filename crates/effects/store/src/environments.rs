//! Environments and their versions.

mod read;
mod variables;

use std::slice;

use candor_boxed::boxed;
use candor_model::{
    ChangeRecord, Environment, EnvironmentName, HintProfile, OpinionScope, VariableName,
};

use crate::{
    Store, StoreError, StoreResult, column_text::without_nul, error::check_size, opinions,
    sql::SqlValue, write::WriteTransaction,
};

pub use variables::VALUE_MAX;

/// The maximum length of a description, in characters.
pub const DESCRIPTION_MAX: usize = 1000;

/// An environment with its variables and version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEnvironment {
    /// The environment as it is configured.
    pub environment: Environment,
    /// Its variables, ordered by name.
    pub variables: Vec<StoredVariable>,
    /// The revision at which it or one of its variables was last written.
    pub version: u64,
}

/// A variable, without the value if it is secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredVariable {
    /// The name of the variable.
    pub name: VariableName,
    /// The value, unless it is secret.
    pub value: StoredValue,
}

/// The value of a variable, if it may be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredValue {
    /// A plain value.
    Plain(String),
    /// A secret; [`Store::open_variables`] decrypts it.
    Sealed,
}

impl Store {
    /// Creates an environment; returns its version.
    #[boxed]
    pub async fn create_environment(
        &self,
        environment: &Environment,
        change: &ChangeRecord,
    ) -> StoreResult<u64> {
        check_description(environment)?;
        let mut write = self.write("create an environment").await?;
        let statement = "INSERT INTO environments \
             (name, description, profile, provenance, version) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (name) DO NOTHING";
        let values = columns(environment, write.revision());
        let what = called(&environment.name);
        let exists = || StoreError::Exists { what };
        write.must(statement, &values, exists).await?;
        write.commit_one(change).await
    }

    /// Changes an environment that is at version `expected`; returns its new version. The variables
    /// are unchanged.
    #[boxed]
    pub async fn update_environment(
        &self,
        environment: &Environment,
        expected: u64,
        change: &ChangeRecord,
    ) -> StoreResult<u64> {
        check_description(environment)?;
        let mut write = self.write("change an environment").await?;
        expect(&mut write, &environment.name, expected).await?;
        let statement = "UPDATE environments SET description = $2, profile = $3, \
                         provenance = $4, version = $5 WHERE name = $1";
        let values = columns(environment, write.revision());
        write.execute(statement, &values).await?;
        write.commit_one(change).await
    }

    /// Deletes an environment that is at version `expected`, with its variables and annotation
    /// overrides.
    #[boxed]
    pub async fn delete_environment(
        &self,
        name: &EnvironmentName,
        expected: u64,
        change: &ChangeRecord,
    ) -> StoreResult<()> {
        let mut write = self.write("delete an environment").await?;
        expect(&mut write, name, expected).await?;
        let scope = OpinionScope::Environment(name.clone());
        opinions::remove_scope(&mut write, &scope).await?;
        let named: SqlValue<'_> = name.as_str().into();
        for statement in [
            "DELETE FROM variables WHERE environment = $1",
            "DELETE FROM environments WHERE name = $1",
        ] {
            write.execute(statement, slice::from_ref(&named)).await?;
        }
        write.commit_one(change).await.map(drop)
    }
}

/// Fails unless the environment exists at this version.
async fn expect(
    write: &mut WriteTransaction<'_>,
    name: &EnvironmentName,
    expected: u64,
) -> StoreResult<()> {
    let query = "SELECT version FROM environments WHERE name = $1";
    let what = called(name);
    write
        .check_version(query, name.as_str(), expected, what)
        .await
}

fn check_description(environment: &Environment) -> StoreResult<()> {
    let size = environment.description.chars().count();
    check_size(size, DESCRIPTION_MAX, "characters", || {
        format!("the description of {}", called(&environment.name))
    })
}

fn columns(environment: &Environment, version: u64) -> [SqlValue<'_>; 5] {
    [
        environment.name.as_str().into(),
        without_nul(&environment.description).into(),
        environment.profile.map(HintProfile::as_str).into(),
        environment.provenance.into(),
        version.into(),
    ]
}

fn missing(name: &EnvironmentName) -> StoreError {
    StoreError::Missing { what: called(name) }
}

/// The environment as named in messages.
fn called(name: &EnvironmentName) -> String {
    format!("environment `{name}`")
}
