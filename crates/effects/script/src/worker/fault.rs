//! Converts thrown values to errors.

use rquickjs::convert::Coerced;
use rquickjs::{Ctx, Object, Value};

use crate::protocol::{ThrownError, ThrownKind, WorkerLimit};

use super::builtins::BuiltinModules;
use super::columns::ColumnMap;
use super::intrinsics::Intrinsics;
use super::stack::{StackFrame, cut, frames};

/// The maximum size of a message, in bytes.
const MAX_MESSAGE: usize = 4096;

/// The maximum size of a stack trace, in bytes.
const MAX_STACK: usize = 64 * 1024;

/// The maximum number of error classes considered.
const MAX_CLASSES: usize = 8;

/// The engine's error for a full heap.
const OUT_OF_MEMORY: (&str, &str) = ("InternalError", "out of memory");

/// Converts a thrown value. Always returns an error: reading the value may run program code, which
/// may fail, too.
pub(super) struct ThrownReader<'a> {
    pub(super) builtins: &'a BuiltinModules,
    pub(super) columns: &'a ColumnMap,
    pub(super) intrinsics: &'a Intrinsics,
}

// === impl ThrownReader ===

impl ThrownReader<'_> {
    /// Converts a thrown value to an error.
    pub(super) fn read<'js>(&self, ctx: &Ctx<'js>, thrown: &Value<'js>) -> ThrownError {
        // When the heap is so full that not even an error fits into it, the engine throws `null`.
        if thrown.is_null() {
            return memory();
        }
        let Some(object) = thrown.as_object().filter(|object| object.is_error()) else {
            let text = self.text(ctx, thrown);
            let message = text.unwrap_or_else(|| "something that cannot be shown".to_owned());
            return threw("Error", &format!("`{message}` was thrown"));
        };
        let name = self.property(ctx, object, "name");
        let message = self.property(ctx, object, "message").unwrap_or_default();
        let name = name.unwrap_or_else(|| "Error".to_owned());
        if (name.as_str(), message.as_str()) == OUT_OF_MEMORY {
            return memory();
        }
        let stack = self.property(ctx, object, "stack").unwrap_or_default();
        let mut frames = frames(cut(&stack, MAX_STACK), self.builtins, self.columns);
        let classes = self.classes(ctx, object);
        let is_maker =
            |frame: &StackFrame| frame.function.as_ref().is_some_and(|f| classes.contains(f));
        let makers = frames.iter().take_while(|frame| is_maker(frame)).count();
        if makers < frames.len() {
            frames.drain(..makers);
        }
        ThrownError {
            place: frames.first().map(|frame| frame.place.clone()),
            stack: frames.iter().map(StackFrame::to_text).collect(),
            ..threw(&name, &message)
        }
    }

    /// The names of an error's own class and of those it extends. Their constructors are on the
    /// stack of an error, too, and are not where it was thrown.
    fn classes<'js>(&self, ctx: &Ctx<'js>, error: &Object<'js>) -> Vec<String> {
        let mut names = Vec::new();
        let mut class = error.get_prototype();
        while let Some(prototype) = class
            && names.len() < MAX_CLASSES
        {
            let constructor = prototype.get::<_, Object<'js>>("constructor");
            match constructor {
                Ok(constructor) => names.extend(self.property(ctx, &constructor, "name")),
                Err(_) => drop(ctx.catch()),
            }
            class = prototype.get_prototype();
        }
        names
    }

    fn property<'js>(&self, ctx: &Ctx<'js>, object: &Object<'js>, name: &str) -> Option<String> {
        match object.get::<_, Value<'js>>(name) {
            Ok(value) if value.is_undefined() || value.is_null() => None,
            Ok(value) => self.text(ctx, &value),
            Err(_) => {
                ctx.catch();
                None
            }
        }
    }

    /// A value as a text, if it has one.
    fn text<'js>(&self, ctx: &Ctx<'js>, value: &Value<'js>) -> Option<String> {
        if let Some(string) = value.as_string() {
            return self.intrinsics.text(ctx, string).ok();
        }
        let text = value.get::<Coerced<String>>();
        if text.is_err() {
            ctx.catch();
        }
        text.ok().map(|text| text.0)
    }
}

/// An error that code of the program threw.
fn threw(name: &str, message: &str) -> ThrownError {
    ThrownError::new(ThrownKind::Threw, cut(name, 100), cut(message, MAX_MESSAGE))
}

/// The heap is full.
pub(super) fn memory() -> ThrownError {
    ThrownError {
        limit: Some(WorkerLimit::Memory),
        ..ThrownError::new(
            ThrownKind::Limit,
            "MemoryLimit",
            "the function needs more memory than it may have",
        )
    }
}

/// The processor time is used up.
pub(super) fn processor() -> ThrownError {
    ThrownError {
        limit: Some(WorkerLimit::Processor),
        ..ThrownError::new(
            ThrownKind::Limit,
            "ProcessorLimit",
            "the function used more processor time than it may have",
        )
    }
}

/// The result is too long.
pub(super) fn result(length: usize, max: u64) -> ThrownError {
    let message = format!("the result has {length} bytes, and may have {max}");
    ThrownError {
        limit: Some(WorkerLimit::Result),
        hint: Some("return less, for example one page of it".to_owned()),
        ..ThrownError::new(ThrownKind::Limit, "ResultLimit", &message)
    }
}

/// The awaited event can never happen.
pub(super) fn stuck() -> ThrownError {
    ThrownError::new(
        ThrownKind::Stuck,
        "Error",
        "the function never finished: it waits for something that cannot happen",
    )
}

// === impl ThrownError ===

impl ThrownError {
    /// An error without a place.
    pub(super) fn new(kind: ThrownKind, name: &str, message: &str) -> Self {
        Self {
            kind,
            name: name.to_owned(),
            message: message.to_owned(),
            place: None,
            stack: Vec::new(),
            hint: None,
            limit: None,
        }
    }
}
