//! The main loop of a worker: greeting, program, calls.

use std::io::{self, Read, Write};
use std::mem::ManuallyDrop;
use std::rc::Rc;
use std::time::Duration;

use candor_sandbox::{SandboxError, cpu_time};
use candor_workers::ServeError;
use rquickjs::Ctx;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::protocol::{
    FromWorker, LoadedProgram, ProgramMessage, ProgramRemark, ScriptHello, ThrownError, ThrownKind,
    ToWorker, WorkerCall, WorkerLimit, WorkerMode, WorkerTask,
};

use super::builtins::BuiltinModules;
use super::driver::PreludeDriver;
use super::engine::{EngineStop, ScriptEngine, unexpected};
use super::fault;
use super::port::{HostPort, PortError};

/// The number of calls between checks of memory use.
const CALLS_A_LOOK: u64 = 32;

/// After a call that took this long the memory is looked at, too.
const LONG: Duration = Duration::from_millis(5);

/// A loaded program that answers calls.
pub(super) struct ProgramSession {
    /// Never freed: the process ends anyway, and a heap that was once full cannot be freed safely.
    engine: ManuallyDrop<ScriptEngine>,
    port: Rc<HostPort>,
    driver: PreludeDriver,
    hello: ScriptHello,
    calls: u64,
}

/// The prelude's description of a program.
#[derive(Deserialize)]
struct ProgramDescription {
    tools: Vec<Box<RawValue>>,
    #[serde(default)]
    resources: Vec<Box<RawValue>>,
    #[serde(default)]
    remarks: Vec<ProgramRemark>,
}

// === impl ProgramSession ===

impl ProgramSession {
    /// Hears the greeting, confines the process, loads the program and answers calls until the
    /// input ends.
    pub(super) fn run(
        input: impl Read + 'static,
        output: impl Write + 'static,
        builtins: BuiltinModules,
        confine: impl FnOnce(&ScriptHello) -> Result<(), SandboxError>,
    ) -> Result<(), ServeError> {
        let port = Rc::new(HostPort::new(input, output));
        let hello = match port.next() {
            Ok(Some(ToWorker::Hello(hello))) => hello,
            Ok(None) => return Ok(()),
            Ok(Some(_)) => return Err(ServeError::Lost(unexpected())),
            Err(_) => return Err(lost(&port)),
        };
        if let Err(error) = confine(&hello) {
            let sentence = sentence(&error);
            tell(&port, &FromWorker::Unconfined { sentence })?;
            return Err(ServeError::Unconfined(error));
        }
        match Self::load(&port, hello, builtins) {
            Ok((mut session, ready)) => {
                tell(&port, &FromWorker::Ready(ready))?;
                session.answer_all()
            }
            Err(EngineStop::Fault(error)) => tell(&port, &FromWorker::Failed { error: *error }),
            Err(EngineStop::End(error)) => Err(error),
        }
    }

    fn load(
        port: &Rc<HostPort>,
        hello: ScriptHello,
        builtins: BuiltinModules,
    ) -> Result<(Self, LoadedProgram), EngineStop> {
        let engine = ManuallyDrop::new(ScriptEngine::new(Rc::clone(port), &hello, builtins)?);
        engine.budget.give(Duration::from_millis(hello.load_cpu_ms));
        let loaded = engine.with(|ctx| {
            let loaded = load(&engine, ctx, &hello);
            engine.finish(ctx);
            loaded
        });
        let (driver, ready) = loaded?;
        engine.settle_down();
        let session = Self {
            engine,
            port: Rc::clone(port),
            driver,
            hello,
            calls: 0,
        };
        Ok((session, ready))
    }

    fn answer_all(&mut self) -> Result<(), ServeError> {
        loop {
            match self.port.next() {
                Ok(Some(ToWorker::Call(call))) => self.call(call)?,
                Ok(Some(ToWorker::RunTests { filter })) if self.hello.mode == WorkerMode::Test => {
                    self.run_tests(filter.as_deref())?;
                }
                // They belong to a call that had already ended.
                Ok(Some(ToWorker::Reply(_) | ToWorker::Cancel {})) => {}
                Ok(Some(_)) => return Err(ServeError::Lost(unexpected())),
                Ok(None) => return Ok(()),
                Err(_) => return Err(lost(&self.port)),
            }
        }
    }

    fn call(&mut self, call: WorkerCall) -> Result<(), ServeError> {
        let start = cpu_time();
        self.begin(Duration::from_millis(call.cpu_ms));
        let max_result = call.max_result;
        let (answer, goes_on) = self.engine.with(|ctx| {
            let answer = self.answer(ctx, call);
            if answer.is_ok() {
                self.warn_of_rejections(ctx);
            }
            (answer, self.engine.finish(ctx))
        });
        self.calls += 1;
        let answer = answer.and_then(|text| checked(text, max_result));
        let is_plain = matches!(&answer, Ok(result) if !result.get().contains("\"isError\":true"));
        let look = !is_plain || self.calls.is_multiple_of(CALLS_A_LOOK);
        let look = look || cpu_time().saturating_sub(start) > LONG;
        let retire = goes_on || (look && self.engine.is_full());
        let frame = match answer {
            Ok(result) => FromWorker::Done { result, retire },
            Err(EngineStop::Fault(error)) => FromWorker::Threw {
                retire: retire || wears_out(&error),
                error: *error,
            },
            Err(EngineStop::End(error)) => return Err(error),
        };
        tell(&self.port, &frame)
    }

    fn begin(&self, time: Duration) {
        self.engine.budget.give(time);
        self.engine.ops.open();
    }

    fn answer(&self, ctx: &Ctx<'_>, call: WorkerCall) -> Result<String, EngineStop> {
        let WorkerCall { task, context, .. } = call;
        let started = match task {
            WorkerTask::Tool { name, input } => {
                let function = self.driver.call.get(ctx);
                function.and_then(|call| call.call((name, input.get(), context.get())))
            }
            WorkerTask::Resource { uri } => {
                let function = self.driver.read.get(ctx);
                function.and_then(|read| read.call((uri, context.get())))
            }
        };
        let value = self
            .engine
            .settle(ctx, started, Some(&self.driver.cancel))?;
        self.engine.text(ctx, &value)
    }

    /// Reports unhandled rejections: the call succeeded anyway, but the author should know.
    fn warn_of_rejections(&self, ctx: &Ctx<'_>) {
        for reason in self.engine.rejections.take(ctx) {
            let error = self.engine.read(ctx, &reason);
            let place = error.place.as_ref();
            let place =
                place.map(|place| format!(" ({}:{}:{})", place.file, place.line, place.column));
            let text = format!(
                "a promise failed and nothing awaited it: {}: {}{}",
                error.name,
                error.message,
                place.unwrap_or_default()
            );
            let body = serde_json::json!({ "level": "warning", "text": text });
            if let Ok(body) = serde_json::value::to_raw_value(&body) {
                let kind = "log".to_owned();
                // If sending fails here, it also fails for the answer, and is reported then.
                let _ = self
                    .port
                    .say(&FromWorker::Say(ProgramMessage { kind, body }));
            }
        }
    }

    fn run_tests(&mut self, filter: Option<&str>) -> Result<(), ServeError> {
        let names = self
            .engine
            .with(|ctx| test_names(&self.engine, ctx, &self.driver));
        let names = match names {
            Ok(names) => names,
            Err(EngineStop::Fault(error)) => {
                return Err(ServeError::Engine {
                    detail: error.message,
                });
            }
            Err(EngineStop::End(error)) => return Err(error),
        };
        for name in names {
            if filter.is_some_and(|filter| !name.contains(filter)) {
                continue;
            }
            self.begin(Duration::from_millis(self.hello.load_cpu_ms));
            let outcome = self.engine.with(|ctx| {
                let function = self.driver.run_test.get(ctx);
                let started = function.and_then(|run| run.call((name.as_str(),)));
                let outcome = self.engine.settle(ctx, started, None).map(drop);
                self.engine.finish(ctx);
                outcome
            });
            let error = match outcome {
                Ok(()) => None,
                Err(EngineStop::Fault(error)) => Some(*error),
                Err(EngineStop::End(error)) => return Err(error),
            };
            tell(&self.port, &FromWorker::Test { name, error })?;
        }
        tell(&self.port, &FromWorker::Tested {})
    }
}

/// Loads the prelude and the program, and describes it.
fn load(
    engine: &ScriptEngine,
    ctx: &Ctx<'_>,
    hello: &ScriptHello,
) -> Result<(PreludeDriver, LoadedProgram), EngineStop> {
    let driver = engine.start(ctx)?;
    let namespace = engine.import(ctx, &hello.entry)?;
    let describe = driver.describe.get(ctx);
    let started = describe.and_then(|describe| describe.call((namespace,)));
    let described = engine.settle(ctx, started, None).map_err(unsuited)?;
    let ProgramDescription {
        tools,
        resources,
        remarks,
    } = parse(&engine.text(ctx, &described)?)?;
    let mut names = Vec::new();
    if let Some(test_entry) = &hello.test_entry {
        engine.import(ctx, test_entry)?;
        names = test_names(engine, ctx, &driver)?;
    }
    let ready = LoadedProgram {
        tools,
        resources,
        tests: names,
        remarks,
    };
    Ok((driver, ready))
}

fn test_names(
    engine: &ScriptEngine,
    ctx: &Ctx<'_>,
    driver: &PreludeDriver,
) -> Result<Vec<String>, EngineStop> {
    let function = driver.tests.get(ctx);
    let names = engine.settle(ctx, function.and_then(|tests| tests.call(())), None)?;
    parse(&engine.text(ctx, &names)?)
}

/// An error while describing a program is about its exports.
fn unsuited(stop: EngineStop) -> EngineStop {
    match stop {
        EngineStop::Fault(mut error) if error.kind == ThrownKind::Threw => {
            error.kind = ThrownKind::Export;
            EngineStop::Fault(error)
        }
        other => other,
    }
}

/// JSON that our own JavaScript wrote.
fn parse<T: serde::de::DeserializeOwned>(json: &str) -> Result<T, EngineStop> {
    serde_json::from_str(json).map_err(|error| {
        EngineStop::End(ServeError::Engine {
            detail: format!("the prelude returned something else than expected: {error}"),
        })
    })
}

/// A result that may be sent.
fn checked(text: String, max_result: u64) -> Result<Box<RawValue>, EngineStop> {
    if text.len() as u64 > max_result {
        return Err(EngineStop::fault(fault::result(text.len(), max_result)));
    }
    RawValue::from_string(text).map_err(|error| {
        EngineStop::End(ServeError::Engine {
            detail: format!("the prelude returned a result that is no JSON: {error}"),
        })
    })
}

/// After such an end things may lie about half done.
fn wears_out(error: &ThrownError) -> bool {
    matches!(
        error.limit,
        Some(WorkerLimit::Processor | WorkerLimit::Memory)
    )
}

fn tell(port: &HostPort, frame: &FromWorker) -> Result<(), ServeError> {
    port.say(frame).map_err(|unsaid| match unsaid {
        PortError::TooLong(sentence) => {
            ServeError::Lost(io::Error::new(io::ErrorKind::InvalidData, sentence))
        }
        PortError::Lost => lost(port),
    })
}

fn lost(port: &HostPort) -> ServeError {
    let error = port.lost();
    ServeError::Lost(error.unwrap_or_else(|| io::ErrorKind::BrokenPipe.into()))
}

/// An error and its cause in one line.
fn sentence(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests;
