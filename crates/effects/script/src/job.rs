//! A call and what comes of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use candor_functions::{FunctionCaller, ToolHost};
use candor_model::{Hints, Secret};
use serde_json::value::RawValue;

use crate::ScriptCallError;

/// What is wanted of a program.
#[derive(Clone, Debug)]
pub enum JobSubject {
    /// A tool is called.
    Tool {
        /// The name of the tool.
        name: String,
        /// Its arguments, an object.
        input: Box<RawValue>,
    },
    /// A resource is read.
    Resource {
        /// The URI of the resource.
        uri: String,
    },
}

/// One call of a tool, or one reading of a resource.
#[derive(Clone)]
pub struct ScriptJob {
    /// What is called or read.
    pub subject: JobSubject,
    /// The environment it is called in. Environments never share a worker, and neither do two
    /// sets of variables.
    pub environment: Option<String>,
    /// What the tool finds in `ctx.env`.
    pub variables: Arc<BTreeMap<String, Secret<String>>>,
    /// Those of them that are no secrets, and may be seen in what the tool says.
    pub plain: BTreeSet<String>,
    /// What the client sent along as `_meta`.
    pub meta: Option<Box<RawValue>>,
    /// Whom it is called for.
    pub caller: FunctionCaller,
    /// What else is known of the tool; it is held to the stricter word.
    pub known: Hints,
    /// Whom it can talk to.
    pub host: Arc<dyn ToolHost>,
}

/// What came of a call.
#[derive(Debug)]
pub enum ScriptOutcome {
    /// A `CallToolResult`, which may speak of an error, or a `ReadResourceResult`.
    Result(Box<RawValue>),
    /// There is none.
    Failed(ScriptCallError),
}
