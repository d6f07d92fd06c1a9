//! The configuration of a functions program.

use candor_script::ScriptSpec;

use crate::request::VariableValues;

/// One program, as configured.
#[derive(Clone, Debug)]
pub struct FunctionsSpec {
    /// Its location, and what it may use.
    pub script: ScriptSpec,
    /// The values in `ctx.env` that the environment does not override.
    pub variables: VariableValues,
    /// Whether it is reloaded when one of its files changes.
    pub watch: bool,
}
