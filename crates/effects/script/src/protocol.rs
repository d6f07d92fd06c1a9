//! The protocol between host and worker.
//!
//! Messages are JSON frames ([`candor_workers::framing`]). The host starts with a [`ScriptHello`];
//! the worker requests the modules it needs and sends [`FromWorker::Ready`] or
//! [`FromWorker::Failed`]. After that there is one call at a time. Anything asynchronous is an *op*
//! performed by the host: the worker continues with other work until the reply arrives.
//!
//! Values that are only passed through stay unparsed JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A message from the host. Without `Debug`, because a call contains secrets.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToWorker {
    /// The first frame.
    Hello(ScriptHello),
    /// The module that was needed.
    Module(ModuleText),
    /// The module that was needed cannot be had.
    NoModule {
        /// Why, and what to do.
        sentence: String,
    },
    /// A tool is to be called, or a resource to be read.
    Call(WorkerCall),
    /// An op is over.
    Reply(OpReply),
    /// The call was cancelled.
    Cancel {},
    /// The tests of the program are to be run. Only in [`WorkerMode::Test`].
    RunTests {
        /// Only those whose name contains this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        filter: Option<String>,
    },
}

/// A message from a worker.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FromWorker {
    /// It could not confine itself, and ends.
    Unconfined { sentence: String },
    /// It needs a module and waits for [`ToWorker::Module`] or [`ToWorker::NoModule`].
    Need(ModuleRequest),
    /// The program is loaded.
    Ready(LoadedProgram),
    /// The program could not be loaded, and the worker ends.
    Failed { error: ThrownError },
    /// Requests an operation, answered with [`ToWorker::Reply`].
    Op(HostOp),
    /// Passes on a log line or progress.
    Say(ProgramMessage),
    /// The call has a result.
    Done {
        /// A `CallToolResult` or a `ReadResourceResult`, as JSON.
        result: Box<RawValue>,
        /// The worker must not do another call, because it uses too much memory.
        retire: bool,
    },
    /// The call has none.
    Threw {
        error: ThrownError,
        /// The worker shall do no other call.
        retire: bool,
    },
    /// The result of one test.
    Test {
        name: String,
        /// Why it failed; nothing if it passed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<ThrownError>,
    },
    /// All tests are over.
    Tested {},
}

/// The first message to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ScriptHello {
    /// Bytes that the objects of the program may take.
    pub(crate) heap_bytes: u64,
    /// Bytes of address space of the whole process.
    pub(crate) address_space_bytes: u64,
    /// Seconds of processor time over the life of the process.
    pub(crate) cpu_seconds: u64,
    /// Milliseconds of processor time for loading the program.
    pub(crate) load_cpu_ms: u64,
    /// Name of the entry module.
    pub(crate) entry: String,
    /// The purpose of the worker.
    pub(crate) mode: WorkerMode,
    /// Name of the module with the tests. Only in [`WorkerMode::Test`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) test_entry: Option<String>,
}

/// The purpose of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WorkerMode {
    /// Its tools are called.
    Functions,
    /// Its tests are run.
    Test,
}

/// A module as the host found it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ModuleText {
    /// Its path from the root, with `/`. Two modules never share a name.
    pub(crate) name: String,
    pub(crate) text: String,
    /// The kind of module.
    pub(crate) kind: ModuleKind,
}

/// The kind of a module's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ModuleKind {
    Ts,
    /// An ES module.
    Js,
    /// JSON, which becomes the default export.
    Json,
}

/// A request for a module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ModuleRequest {
    /// Name of the module that imports it; nothing for an entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<String>,
    /// The import specifier, or the name of an entry.
    pub(crate) specifier: String,
}

/// A loaded program.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct LoadedProgram {
    /// Its tools as their author wrote them, schemas turned into JSON Schema.
    pub(crate) tools: Vec<Box<RawValue>>,
    /// Its resources, in the format of `resources/list`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) resources: Vec<Box<RawValue>>,
    /// Names of its tests.
    #[serde(default)]
    pub(crate) tests: Vec<String>,
    /// Remarks for its author: objects with a `sentence`.
    #[serde(default)]
    pub(crate) remarks: Vec<ProgramRemark>,
}

/// A remark for the author of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ProgramRemark {
    pub(crate) sentence: String,
    /// Name of the tool it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tool: Option<String>,
}

/// The task of a worker.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WorkerTask {
    /// Calls a tool.
    Tool {
        name: String,
        /// The arguments, an object.
        input: Box<RawValue>,
    },
    /// Reads a resource.
    Resource { uri: String },
}

/// One call of a tool or read of a resource.
#[derive(Serialize, Deserialize)]
pub(crate) struct WorkerCall {
    pub(crate) task: WorkerTask,
    /// A [`CallContext`], as JSON.
    pub(crate) context: Box<RawValue>,
    /// Milliseconds of processor time for this call.
    pub(crate) cpu_ms: u64,
    /// Bytes that the result may have.
    pub(crate) max_result: u64,
}

/// The context of a call. Without `Debug`, because it contains secrets.
#[derive(Serialize)]
pub(crate) struct CallContext<'a> {
    /// Variables by name.
    pub(crate) env: BTreeMap<&'a str, &'a str>,
    pub(crate) caller: CallerContext<'a>,
    /// The client's `_meta`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) meta: Option<&'a RawValue>,
}

/// The caller of a tool, as the program sees it.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct CallerContext<'a> {
    /// On whose behalf.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) principal: Option<&'a str>,
    /// With which client.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) client: Option<&'a str>,
    /// In which environment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) environment: Option<&'a str>,
}

/// The reply to an operation.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct OpReply {
    pub(crate) op: u64,
    /// What came of the operation.
    pub(crate) outcome: OpOutcome,
}

/// The result of an operation.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OpOutcome {
    /// It was done; with this.
    Ok(Box<RawValue>),
    /// It was not, and the program sees an error.
    Error {
        /// The error's name, such as `TypeError`.
        name: String,
        /// The message for the program.
        message: String,
    },
}

/// An operation requested from the host.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct HostOp {
    /// Its number, new for every op of a worker.
    pub(crate) op: u64,
    /// `fetch`, `sleep` or `elicit`.
    pub(crate) kind: String,
    /// The arguments of the operation.
    pub(crate) args: Box<RawValue>,
}

/// A message that the host passes on.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ProgramMessage {
    /// `log` or `progress`.
    pub(crate) kind: String,
    /// For a log `level` and `text`; for progress `done`, `total` and `message`.
    pub(crate) body: Box<RawValue>,
}

/// An error in a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ThrownError {
    /// The kind of error.
    pub(crate) kind: ThrownKind,
    /// Name of the error, such as `TypeError`.
    pub(crate) name: String,
    /// The message of the error.
    pub(crate) message: String,
    /// The place in the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<ModulePlace>,
    /// The calls that led there, the innermost first; only those of the program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) stack: Vec<String>,
    /// A hint on how to fix it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<String>,
    /// The limit that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<WorkerLimit>,
}

/// The kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ThrownKind {
    /// TypeScript whose types cannot be taken away.
    Types,
    /// Text that is no JavaScript or no JSON.
    Syntax,
    /// A module that cannot be had, or that lacks what is imported from it.
    Import,
    /// The entry exports no tools.
    Export,
    /// Code of the program threw.
    Threw,
    /// The program waits for something that can never happen.
    Stuck,
    /// A limit was reached; `limit` names it.
    Limit,
}

/// A place in a module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ModulePlace {
    /// Name of the module.
    pub(crate) file: String,
    /// Line, from 1.
    pub(crate) line: u32,
    /// Column, from 1.
    pub(crate) column: u32,
}

/// A limit that a call or the loading of a program can reach inside the worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WorkerLimit {
    Processor,
    /// Memory of objects.
    Memory,
    /// Length of the result.
    Result,
}

// === impl CallContext ===

impl CallContext<'_> {
    /// The JSON for [`WorkerCall::context`].
    pub(crate) fn to_raw(&self) -> serde_json::Result<Box<RawValue>> {
        serde_json::value::to_raw_value(self)
    }
}

#[cfg(test)]
mod tests;
