//! `QuickJS` with limits.
//!
//! The engine is single-threaded and blocking. It runs all ready code; when nothing is left and an
//! operation is pending, it waits for the host's next message.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};

use rquickjs::promise::PromiseState;
use rquickjs::{Context, Ctx, Error, Module, Promise, Runtime, Value};

use candor_workers::ServeError;

use crate::protocol::{ScriptHello, ThrownError, ThrownKind, ToWorker};

use super::budget::CpuBudget;
use super::builtins::{self, BuiltinModules};
use super::driver::{PreludeDriver, PreludeFunction};
use super::fault::{self, ThrownReader};
use super::intrinsics::Intrinsics;
use super::loader::{JsonTexts, ModuleCompiler, ModuleFinder};
use super::modules::WorkerModules;
use super::natives::NativeFunctions;
use super::ops::PendingOps;
use super::port::HostPort;
use super::rejections::UnhandledRejections;

/// Bytes of stack for code of a program. Beyond it, it sees a `RangeError`.
pub(super) const JS_STACK: usize = 4 * 1024 * 1024;

/// The time limit for code that remains after a call.
const LEFTOVERS: Duration = Duration::from_millis(100);

/// The number of jobs between checks of the clock. Each job is short or checks itself.
const JOBS_A_LOOK: u32 = 64;

/// The engine with one program.
pub(super) struct ScriptEngine {
    runtime: Runtime,
    context: Context,
    port: Rc<HostPort>,
    modules: Rc<WorkerModules>,
    intrinsics: Rc<Intrinsics>,
    heap_bytes: u64,
    pub(super) ops: Rc<PendingOps>,
    pub(super) budget: Rc<CpuBudget>,
    pub(super) rejections: Rc<UnhandledRejections>,
}

/// Why execution stopped early.
#[derive(Debug)]
pub(super) enum EngineStop {
    /// The program is to blame.
    Fault(Box<ThrownError>),
    /// The worker must end.
    End(ServeError),
}

// === impl ScriptEngine ===

impl ScriptEngine {
    /// An engine in which nothing has run.
    pub(super) fn new(
        port: Rc<HostPort>,
        hello: &ScriptHello,
        builtins: BuiltinModules,
    ) -> Result<Self, EngineStop> {
        let runtime = Runtime::new().map_err(not_started)?;
        runtime.set_memory_limit(usize::try_from(hello.heap_bytes).unwrap_or(usize::MAX));
        runtime.set_max_stack_size(JS_STACK);
        let context = Context::full(&runtime).map_err(not_started)?;
        let intrinsics = Rc::new(
            context
                .with(|ctx| Intrinsics::take(&ctx))
                .map_err(not_started)?,
        );
        let engine = Self {
            runtime,
            context,
            modules: Rc::new(WorkerModules::new(Rc::clone(&port), builtins, &hello.entry)),
            port,
            intrinsics,
            heap_bytes: hello.heap_bytes,
            ops: Rc::default(),
            budget: Rc::default(),
            rejections: Rc::default(),
        };
        engine.connect().map_err(not_started)?;
        Ok(engine)
    }

    fn connect(&self) -> rquickjs::Result<()> {
        let budget = Rc::clone(&self.budget);
        let interrupt = move || budget.check();
        self.runtime
            .set_interrupt_handler(Some(Box::new(interrupt)));
        let rejections = Rc::clone(&self.rejections);
        self.runtime
            .set_host_promise_rejection_tracker(Some(Box::new(
                move |ctx, promise, reason, is_handled| {
                    rejections.note(&ctx, promise, reason, is_handled);
                },
            )));
        self.runtime.set_loader(
            ModuleFinder(Rc::clone(&self.modules)),
            ModuleCompiler {
                modules: Rc::clone(&self.modules),
                intrinsics: Rc::clone(&self.intrinsics),
            },
        );
        let natives = NativeFunctions {
            port: Rc::clone(&self.port),
            ops: Rc::clone(&self.ops),
            modules: Rc::clone(&self.modules),
            intrinsics: Rc::clone(&self.intrinsics),
            started: Instant::now(),
        };
        self.context.with(|ctx| {
            let texts: JsonTexts = Rc::new(RefCell::new(HashMap::new()));
            // Nothing is stored yet, so this cannot fail.
            let _ = ctx.store_userdata(texts);
            natives.install(&ctx)
        })
    }

    /// Does something with the engine.
    pub(super) fn with<T>(&self, work: impl FnOnce(&Ctx<'_>) -> T) -> T {
        self.context.with(|ctx| work(&ctx))
    }

    /// Loads our own JavaScript. Afterwards a program cannot reach what it holds.
    pub(super) fn start(&self, ctx: &Ctx<'_>) -> Result<PreludeDriver, EngineStop> {
        self.import(ctx, builtins::DRIVER)?;
        PreludeDriver::take(ctx).map_err(|error| self.fault(ctx, error))
    }

    /// Loads a module that the worker itself needs: its namespace.
    pub(super) fn import<'js>(&self, ctx: &Ctx<'js>, name: &str) -> Result<Value<'js>, EngineStop> {
        let promise = self.modules.as_root(|| Module::import(ctx, name));
        self.settle(ctx, promise.map(Promise::into_value), None)
    }

    /// The program is loaded.
    pub(super) fn settle_down(&self) {
        self.modules.settle_down();
    }

    /// Runs until a value is available: immediately, or when its promise is settled.
    pub(super) fn settle<'js>(
        &self,
        ctx: &Ctx<'js>,
        value: rquickjs::Result<Value<'js>>,
        cancel: Option<&PreludeFunction>,
    ) -> Result<Value<'js>, EngineStop> {
        let value = value.map_err(|error| self.fault(ctx, error))?;
        let Some(promise) = value.as_promise() else {
            return Ok(value);
        };
        loop {
            self.run_jobs(ctx, || promise.state() != PromiseState::Pending);
            if let Some(error) = self.port.lost() {
                return Err(lost(error));
            }
            if self.budget.is_spent() {
                return Err(EngineStop::fault(fault::processor()));
            }
            if let Some(result) = promise.result() {
                return result.map_err(|error| self.fault(ctx, error));
            }
            if !self.ops.are_pending() {
                return Err(self.stuck(ctx));
            }
            self.listen(ctx, cancel)?;
        }
    }

    /// Runs what waits to be run, as far as the time allows and until it is enough.
    fn run_jobs(&self, ctx: &Ctx<'_>, is_enough: impl Fn() -> bool) {
        let mut done = 0_u32;
        while !self.budget.is_spent() && !is_enough() && ctx.execute_pending_job() {
            done = done.wrapping_add(1);
            if done.is_multiple_of(JOBS_A_LOOK) {
                self.budget.check();
            }
        }
    }

    /// Waits for the host's next message.
    fn listen(&self, ctx: &Ctx<'_>, cancel: Option<&PreludeFunction>) -> Result<(), EngineStop> {
        let heard = match self.port.next() {
            Ok(Some(ToWorker::Reply(reply))) => self.ops.settle(ctx, reply),
            Ok(Some(ToWorker::Cancel {})) => match cancel {
                Some(cancel) => cancel
                    .get(ctx)
                    .and_then(|cancel| cancel.call(("the call was cancelled",))),
                None => Ok(()),
            },
            Ok(Some(_)) => return Err(lost(unexpected())),
            Ok(None) => return Err(lost(io::ErrorKind::UnexpectedEof.into())),
            // The failure is stored, and reported after the next turn.
            Err(_) => Ok(()),
        };
        heard.map_err(|error| self.fault(ctx, error))
    }

    /// Ends a call: drops its pending operations and runs remaining code for a short time. Returns
    /// whether that did not suffice, so that something would keep running.
    pub(super) fn finish(&self, ctx: &Ctx<'_>) -> bool {
        self.ops.close();
        self.budget.leave(LEFTOVERS);
        self.run_jobs(ctx, || false);
        self.rejections.take(ctx);
        self.budget.is_spent()
    }

    /// Whether the program uses more than half of its memory limit.
    pub(super) fn is_full(&self) -> bool {
        let used = || u64::try_from(self.runtime.memory_usage().malloc_size).unwrap_or_default();
        if used() <= self.heap_bytes / 2 {
            return false;
        }
        self.runtime.run_gc();
        used() > self.heap_bytes / 2
    }

    /// The thrown value, or the bindings' error.
    pub(super) fn fault(&self, ctx: &Ctx<'_>, error: Error) -> EngineStop {
        if self.budget.is_spent() {
            ctx.catch();
            return EngineStop::fault(fault::processor());
        }
        let read = match error {
            Error::Exception => self.read(ctx, &ctx.catch()),
            Error::Allocation => fault::memory(),
            other => ThrownError::new(ThrownKind::Threw, "Error", &other.to_string()),
        };
        if self.budget.is_spent() {
            return EngineStop::fault(fault::processor());
        }
        EngineStop::fault(self.modules.explain(read))
    }

    /// Converts a thrown value.
    pub(super) fn read<'js>(&self, ctx: &Ctx<'js>, thrown: &Value<'js>) -> ThrownError {
        let reader = ThrownReader {
            builtins: &self.modules.builtins,
            columns: &self.modules.columns,
            intrinsics: &self.intrinsics,
        };
        reader.read(ctx, thrown)
    }

    /// The text of a value that our own JavaScript returned.
    pub(super) fn text<'js>(
        &self,
        ctx: &Ctx<'js>,
        value: &Value<'js>,
    ) -> Result<String, EngineStop> {
        let Some(string) = value.as_string() else {
            let detail = format!("the prelude returned `{}`, not a text", value.type_name());
            return Err(EngineStop::End(ServeError::Engine { detail }));
        };
        let text = self.intrinsics.text(ctx, string);
        text.map_err(|error| self.fault(ctx, error))
    }

    /// Nothing can happen any more. Reports an unhandled rejection as the probable cause.
    fn stuck(&self, ctx: &Ctx<'_>) -> EngineStop {
        match self.rejections.take(ctx).first() {
            Some(reason) => EngineStop::fault(self.modules.explain(self.read(ctx, reason))),
            None => EngineStop::fault(fault::stuck()),
        }
    }
}

// === impl EngineStop ===

impl EngineStop {
    pub(super) fn fault(error: ThrownError) -> Self {
        Self::Fault(Box::new(error))
    }
}

/// The error for a message from the host in the wrong state.
pub(super) fn unexpected() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a frame came out of turn")
}

fn lost(error: io::Error) -> EngineStop {
    EngineStop::End(ServeError::Lost(error))
}

/// Creating an engine fails only for lack of memory.
fn not_started(_: Error) -> EngineStop {
    EngineStop::fault(fault::memory())
}
