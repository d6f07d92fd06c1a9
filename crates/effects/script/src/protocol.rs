//! What the host and a worker say to each other.
//!
//! They talk in frames of JSON ([`candor_workers::framing`]). The host greets with a
//! [`ScriptHello`]; the worker asks for the modules it needs and says [`FromWorker::Ready`] or
//! [`FromWorker::Failed`]. Then there is one call at a time. Whatever waits is an *op* that the
//! host does: the worker goes on with other things until the reply comes.
//!
//! What merely passes through stays the JSON that it was.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What the host says. It has no `Debug`: a call carries the values of secrets.
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

/// What a worker says.
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
    /// Something is to be done, and answered with [`ToWorker::Reply`].
    Op(HostOp),
    /// Something is to be told.
    Say(ProgramMessage),
    /// The call has a result.
    Done {
        /// A `CallToolResult` or a `ReadResourceResult`, as JSON.
        result: Box<RawValue>,
        /// The worker shall do no other call: it holds too much.
        retire: bool,
    },
    /// The call has none.
    Threw {
        error: ThrownError,
        /// The worker shall do no other call.
        retire: bool,
    },
    /// One test is over.
    Test {
        name: String,
        /// Why it failed; nothing if it passed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<ThrownError>,
    },
    /// All tests are over.
    Tested {},
}

/// How a worker begins.
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
    /// What it is for.
    pub(crate) mode: WorkerMode,
    /// Name of the module with the tests. Only in [`WorkerMode::Test`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) test_entry: Option<String>,
}

/// What a worker is for.
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
    /// What the text is.
    pub(crate) kind: ModuleKind,
}

/// What the text of a module is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ModuleKind {
    Ts,
    /// An ES module.
    Js,
    /// JSON, which becomes the default export.
    Json,
}

/// A module that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ModuleRequest {
    /// Name of the module that imports it; nothing for an entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<String>,
    /// What stands in the import, or the name of an entry.
    pub(crate) specifier: String,
}

/// A loaded program.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct LoadedProgram {
    /// Its tools as their author wrote them, schemas turned into JSON Schema.
    pub(crate) tools: Vec<Box<RawValue>>,
    /// Its resources, in the words of `resources/list`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) resources: Vec<Box<RawValue>>,
    /// Names of its tests.
    #[serde(default)]
    pub(crate) tests: Vec<String>,
    /// What its author should know: objects with a `sentence`.
    #[serde(default)]
    pub(crate) remarks: Vec<ProgramRemark>,
}

/// Something that the author of a program should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ProgramRemark {
    pub(crate) sentence: String,
    /// Name of the tool it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tool: Option<String>,
}

/// What a worker does.
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

/// One call of a tool, or one reading of a resource.
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

/// What a call knows beside its arguments. It has no `Debug`: it carries the values of secrets.
#[derive(Serialize)]
pub(crate) struct CallContext<'a> {
    /// Variables by name.
    pub(crate) env: BTreeMap<&'a str, &'a str>,
    pub(crate) caller: CallerContext<'a>,
    /// What the client sent along.
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

/// How an op went.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct OpReply {
    pub(crate) op: u64,
    /// What came of it.
    pub(crate) outcome: OpOutcome,
}

/// What came of an op.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OpOutcome {
    /// It was done; with this.
    Ok(Box<RawValue>),
    /// It was not, and the program sees an error.
    Error {
        /// The error's name, such as `TypeError`.
        name: String,
        /// What it says.
        message: String,
    },
}

/// Something that the host shall do.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct HostOp {
    /// Its number, new for every op of a worker.
    pub(crate) op: u64,
    /// `fetch`, `sleep` or `elicit`.
    pub(crate) kind: String,
    /// What it needs to know.
    pub(crate) args: Box<RawValue>,
}

/// Something that the host shall tell.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ProgramMessage {
    /// `log` or `progress`.
    pub(crate) kind: String,
    /// For a log `level` and `text`; for progress `done`, `total` and `message`.
    pub(crate) body: Box<RawValue>,
}

/// What went wrong in a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ThrownError {
    /// Which sort of wrong it is.
    pub(crate) kind: ThrownKind,
    /// Name of the error, such as `TypeError`.
    pub(crate) name: String,
    /// What it says.
    pub(crate) message: String,
    /// Where in the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<ModulePlace>,
    /// The calls that led there, the innermost first; only those of the program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) stack: Vec<String>,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<String>,
    /// The limit that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<WorkerLimit>,
}

/// Which sort of wrong.
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
    /// Code of the program never came to an end and cannot.
    Stuck,
    /// A limit was reached; `limit` says which.
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
