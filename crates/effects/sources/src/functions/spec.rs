//! What the operator says about a program of functions.

use candor_script::ScriptSpec;

use crate::request::VariableValues;

/// One program, as configured.
#[derive(Clone, Debug)]
pub struct FunctionsSpec {
    /// Where it is, and what it may use.
    pub script: ScriptSpec,
    /// What it finds in `ctx.env` where the environment says nothing else.
    pub variables: VariableValues,
    /// Whether it is loaded anew when a file of it changes.
    pub watch: bool,
}
