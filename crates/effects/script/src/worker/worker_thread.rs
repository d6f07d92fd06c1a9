//! An unconfined worker in a thread, for tests: the test acts as the host.

use std::collections::BTreeMap;
use std::io::{PipeReader, PipeWriter, Write as _, pipe};
use std::thread::{self, JoinHandle};

use candor_workers::ServeError;
use candor_workers::framing::{encode, read};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use crate::protocol::{
    FromWorker, HostOp, LoadedProgram, ModuleKind, ModuleRequest, ModuleText, OpOutcome, OpReply,
    ScriptHello, ThrownError, ToWorker, WorkerCall, WorkerMode, WorkerTask,
};

use super::STACK;
use super::builtins::{BUILTINS, BuiltinModules};
use super::session::ProgramSession;

/// The host's answer to an operation: JSON, an error's name and message, or none.
pub(crate) type OpAnswer = Option<Result<Value, (&'static str, &'static str)>>;

/// A worker and its host.
pub(crate) struct WorkerThread {
    files: BTreeMap<String, String>,
    to_worker: PipeWriter,
    from_worker: PipeReader,
    thread: JoinHandle<Result<(), ServeError>>,
    /// Answers operations, by kind and arguments.
    pub(crate) answer: fn(&str, &Value) -> OpAnswer,
    /// The requested modules, in order.
    pub(crate) needs: Vec<ModuleRequest>,
    /// The messages, in order: kind and body.
    pub(crate) said: Vec<(String, Value)>,
    /// Every op, in order: kind and arguments.
    pub(crate) ops: Vec<(String, Value)>,
    /// Cancels the call when an op of this kind comes.
    pub(crate) cancel_at: Option<&'static str>,
}

/// How a call ended: result or error, and whether the worker must be retired.
pub(crate) type EndedCall = (Result<Value, ThrownError>, bool);

/// A greeting with bounds that are wide enough for most tests.
pub(crate) fn hello(entry: &str) -> ScriptHello {
    ScriptHello {
        heap_bytes: 64 * 1024 * 1024,
        address_space_bytes: 1 << 40,
        cpu_seconds: 600,
        load_cpu_ms: 60_000,
        entry: entry.to_owned(),
        mode: WorkerMode::Functions,
        test_entry: None,
    }
}

// === impl WorkerThread ===

impl WorkerThread {
    /// A worker with the real prelude that has loaded `hello.ts` of these files.
    pub(crate) fn load(files: &[(&str, &str)]) -> (Self, Result<LoadedProgram, ThrownError>) {
        Self::start(&hello("hello.ts"), BUILTINS, files)
    }

    /// A worker that has loaded a program, or failed to.
    pub(super) fn start(
        hello: &ScriptHello,
        builtins: BuiltinModules,
        files: &[(&str, &str)],
    ) -> (Self, Result<LoadedProgram, ThrownError>) {
        let (input, to_worker) = pipe().unwrap();
        let (from_worker, output) = pipe().unwrap();
        let work = move || ProgramSession::run(input, output, builtins, |_| Ok(()));
        let thread = thread::Builder::new()
            .stack_size(STACK)
            .spawn(work)
            .unwrap();
        let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
        let mut worker = Self {
            files: files.iter().map(owned).collect(),
            to_worker,
            from_worker,
            thread,
            answer: |_, _| Some(Ok(Value::Null)),
            needs: Vec::new(),
            said: Vec::new(),
            ops: Vec::new(),
            cancel_at: None,
        };
        worker.send(&ToWorker::Hello(hello.clone()));
        let loaded = match worker.hear() {
            FromWorker::Ready(ready) => Ok(ready),
            FromWorker::Failed { error } => Err(error),
            other => panic!("{other:?}"),
        };
        (worker, loaded)
    }

    /// Calls a tool with time and room enough.
    pub(crate) fn call(&mut self, tool: &str, input: &Value) -> EndedCall {
        self.call_within(
            tool,
            input,
            &json!({ "env": {}, "caller": {} }),
            60_000,
            1 << 20,
        )
    }

    /// Calls a tool.
    pub(crate) fn call_within(
        &mut self,
        tool: &str,
        input: &Value,
        context: &Value,
        cpu_ms: u64,
        max_result: u64,
    ) -> EndedCall {
        self.perform(WorkerCall {
            task: WorkerTask::Tool {
                name: tool.to_owned(),
                input: raw(input),
            },
            context: raw(context),
            cpu_ms,
            max_result,
        })
    }

    /// Reads a resource with generous limits.
    pub(crate) fn read(&mut self, uri: &str, context: &Value) -> EndedCall {
        self.perform(WorkerCall {
            task: WorkerTask::Resource {
                uri: uri.to_owned(),
            },
            context: raw(context),
            cpu_ms: 60_000,
            max_result: 1 << 20,
        })
    }

    fn perform(&mut self, call: WorkerCall) -> EndedCall {
        self.send(&ToWorker::Call(call));
        match self.hear() {
            FromWorker::Done { result, retire } => {
                (Ok(serde_json::from_str(result.get()).unwrap()), retire)
            }
            FromWorker::Threw { error, retire } => (Err(error), retire),
            other => panic!("{other:?}"),
        }
    }

    /// Sends a frame.
    pub(crate) fn send(&mut self, frame: &ToWorker) {
        self.to_worker.write_all(&encode(frame).unwrap()).unwrap();
    }

    /// The next frame that ends something; what comes before is answered and noted.
    pub(crate) fn hear(&mut self) -> FromWorker {
        loop {
            let frame: Option<FromWorker> = read(&mut self.from_worker).unwrap();
            match frame.expect("the worker has ended") {
                FromWorker::Need(need) => {
                    let found = self.find(&need);
                    self.needs.push(need);
                    self.send(&found);
                }
                FromWorker::Say(say) => {
                    let body = serde_json::from_str(say.body.get()).unwrap();
                    self.said.push((say.kind, body));
                }
                FromWorker::Op(op) => self.answer_op(op),
                other => return other,
            }
        }
    }

    /// Ends the worker by ending its input.
    pub(crate) fn end(self) -> Result<(), ServeError> {
        drop(self.to_worker);
        drop(self.from_worker);
        self.thread.join().unwrap()
    }

    fn answer_op(&mut self, op: HostOp) {
        let args: Value = serde_json::from_str(op.args.get()).unwrap();
        if self.cancel_at == Some(op.kind.as_str()) {
            self.send(&ToWorker::Cancel {});
        }
        let outcome = match (self.answer)(&op.kind, &args) {
            Some(Ok(value)) => Some(OpOutcome::Ok(raw(&value))),
            Some(Err((name, message))) => Some(OpOutcome::Error {
                name: name.to_owned(),
                message: message.to_owned(),
            }),
            None => None,
        };
        self.ops.push((op.kind, args));
        if let Some(outcome) = outcome {
            self.send(&ToWorker::Reply(OpReply { op: op.op, outcome }));
        }
    }

    /// Finds a file, beside the one that imports it or by its name.
    fn find(&self, need: &ModuleRequest) -> ToWorker {
        let folder = need.from.as_deref().and_then(|from| from.rsplit_once('/'));
        let folder = folder.map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let name = match need.specifier.strip_prefix("./") {
            Some(rest) => format!("{folder}{rest}"),
            None => need.specifier.clone(),
        };
        let Some(text) = self.files.get(&name) else {
            let sentence = format!("there is no `{name}`");
            return ToWorker::NoModule { sentence };
        };
        let kind = match name.rsplit_once('.') {
            Some((_, "json")) => ModuleKind::Json,
            Some((_, "ts" | "mts" | "tsx")) => ModuleKind::Ts,
            _ => ModuleKind::Js,
        };
        ToWorker::Module(ModuleText {
            name,
            text: text.clone(),
            kind,
        })
    }
}

fn raw(value: &Value) -> Box<RawValue> {
    to_raw_value(value).unwrap()
}
