//! The prelude's functions that the worker calls.

use rquickjs::{Ctx, Function, Object, Persistent, Result};

use super::natives::NATIVE;

/// Name of the global that our JavaScript sets.
const DRIVER: &str = "__driver";

/// The prelude's functions, taken before any program code is loaded.
#[derive(Clone)]
pub(super) struct PreludeDriver {
    /// Of a module's namespace: its tools and resources.
    pub(super) describe: PreludeFunction,
    /// Of a tool's name, its input and its context: a result.
    pub(super) call: PreludeFunction,
    /// Of a resource's address and a context: what is in it.
    pub(super) read: PreludeFunction,
    /// Of a reason: the call shall end.
    pub(super) cancel: PreludeFunction,
    /// The names of the tests.
    pub(super) tests: PreludeFunction,
    /// Of a test's name: nothing, or it throws.
    pub(super) run_test: PreludeFunction,
}

/// One function of the prelude.
#[derive(Clone)]
pub(super) struct PreludeFunction(Persistent<Function<'static>>);

// === impl PreludeDriver ===

impl PreludeDriver {
    /// Takes the functions and removes the globals.
    pub(super) fn take(ctx: &Ctx<'_>) -> Result<Self> {
        let globals = ctx.globals();
        let driver: Object<'_> = globals.get(DRIVER)?;
        let entry = |name: &str| -> Result<PreludeFunction> {
            let function: Function<'_> = driver.get(name)?;
            Ok(PreludeFunction(Persistent::save(ctx, function)))
        };
        let taken = Self {
            describe: entry("describe")?,
            call: entry("call")?,
            read: entry("read")?,
            cancel: entry("cancel")?,
            tests: entry("tests")?,
            run_test: entry("runTest")?,
        };
        globals.remove(DRIVER)?;
        globals.remove(NATIVE)?;
        Ok(taken)
    }
}

// === impl PreludeFunction ===

impl PreludeFunction {
    pub(super) fn get<'js>(&self, ctx: &Ctx<'js>) -> Result<Function<'js>> {
        self.0.clone().restore(ctx)
    }
}
