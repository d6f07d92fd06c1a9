//! Environments declared in the file.

use std::fmt;

use candor_model::{Environment, EnvironmentVariable, FilePosition};

/// One `[environments.NAME]` table, without its opinions: those are with all others.
#[derive(Clone, PartialEq)]
pub struct EnvironmentSettings {
    /// Its name and what its endpoint writes.
    pub environment: Environment,
    /// Its variables and secrets, filled in; names unique.
    pub variables: Vec<EnvironmentVariable>,
    /// The place of the table.
    pub place: FilePosition,
}

/// Without values, also of variables that are not secret: they may have been filled in from
/// the environment of the process.
impl fmt::Debug for EnvironmentSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.variables.iter().map(|one| one.name.as_str()).collect();
        f.debug_struct("EnvironmentSettings")
            .field("environment", &self.environment)
            .field("variables", &names)
            .field("place", &self.place)
            .finish()
    }
}
