//! The call as conditions see it.
//!
//! Conditions are evaluated on every call, so variables are computed on first use and strings are
//! borrowed.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, OnceLock};

use candor_model::{EnvironmentName, Role, ToolsetName};
use cel::Context;
use cel::common::types::{
    CelBool, CelDouble, CelInt, CelList, CelMap, CelMapKey, CelNull, CelString, CelUInt,
};
use cel::common::value::{CowVal, Val};
use cel::context::VariableResolver;
use serde_json::Value as Json;

use super::ENV;
use super::plain::PlainCall;
use crate::PolicyQuestion;

/// The variables that a condition may use.
pub(crate) const VARIABLES: [&str; 8] = [
    "args",
    "kind",
    "tool",
    "source",
    "toolset",
    "environment",
    "principal",
    "roles",
];

/// The maximum size of arguments that conditions are evaluated on, as JSON, in bytes.
const BYTES_MAX: usize = 64 * 1024;

/// The maximum nesting of arguments.
const DEPTH_MAX: usize = 100;

/// The call as conditions see it. Its arguments are converted when a condition first needs them.
pub(crate) struct ConditionContext<'a> {
    question: &'a PolicyQuestion<'a>,
    /// The call for conditions that need no interpreter, if its arguments are small enough.
    plain: OnceLock<Option<PlainCall<'a>>>,
    arguments: OnceLock<Result<ReadArguments<'a>, String>>,
}

struct ReadArguments<'a> {
    value: Box<dyn Val + 'a>,
    /// The number of values in the arguments, at any depth.
    count: usize,
}

/// Counts the bytes written and fails once there are too many.
struct ByteMeter(usize);

// === impl ConditionContext ===

impl<'a> ConditionContext<'a> {
    pub(crate) fn new(question: &'a PolicyQuestion<'a>) -> Self {
        Self {
            question,
            plain: OnceLock::new(),
            arguments: OnceLock::new(),
        }
    }

    /// The call for conditions that need no interpreter; `None` if its arguments may exceed the
    /// limits.
    pub(super) fn plain(&self) -> Option<PlainCall<'a>> {
        let within = || PlainCall::within(self.question, BYTES_MAX, DEPTH_MAX);
        *self.plain.get_or_init(within)
    }

    /// The CEL variables, or why they cannot be provided.
    pub(crate) fn context(&self) -> Result<Context<'_, '_>, String> {
        self.arguments().as_ref().map_err(Clone::clone)?;
        let mut context = Context::with_env(Arc::clone(&ENV));
        context.set_variable_resolver(self);
        Ok(context)
    }

    /// The number of values in the arguments, at any depth.
    pub(crate) fn values(&self) -> usize {
        (self.arguments().as_ref()).map_or(usize::MAX, |arguments| arguments.count)
    }

    fn arguments(&self) -> &Result<ReadArguments<'a>, String> {
        (self.arguments).get_or_init(|| read_arguments(self.question.arguments))
    }

    fn roles(&self) -> impl Iterator<Item = &'static str> {
        Role::ALL
            .into_iter()
            .filter(|role| self.question.roles.include(*role))
            .map(Role::as_str)
    }
}

impl VariableResolver for ConditionContext<'_> {
    fn resolve<'b>(&'b self, variable: &str) -> Option<CowVal<'b, 'b>> {
        let question = self.question;
        Some(match variable {
            "args" => CowVal::Borrowed(self.arguments().as_ref().ok()?.value.as_ref()),
            "kind" => text(question.kind.as_str()),
            "tool" => CowVal::owned(CelString::from(question.tool.to_string())),
            "source" => text(question.tool.source().as_str()),
            "toolset" => or_null(question.toolset.map(ToolsetName::as_str)),
            "environment" => or_null(question.environment.map(EnvironmentName::as_str)),
            "principal" => text(question.principal),
            "roles" => CowVal::owned(CelList::from(
                self.roles().map(boxed_text).collect::<Vec<_>>(),
            )),
            _ => return None,
        })
    }
}

fn text(text: &str) -> CowVal<'_, '_> {
    CowVal::owned(CelString::from(text))
}

fn or_null(name: Option<&str>) -> CowVal<'_, '_> {
    name.map_or_else(|| CowVal::owned(CelNull), text)
}

fn boxed_text<'a>(text: &'a str) -> Box<dyn Val + 'a> {
    Box::new(CelString::from(text))
}

fn read_arguments(arguments: &Json) -> Result<ReadArguments<'_>, String> {
    let too_deep = || format!("the arguments are nested more than {DEPTH_MAX} deep");
    let count = count(arguments, DEPTH_MAX).ok_or_else(too_deep)?;
    if serde_json::to_writer(&mut ByteMeter(BYTES_MAX), arguments).is_err() {
        return Err(format!("the arguments are longer than {BYTES_MAX} bytes"));
    }
    let value = match arguments {
        // A call without arguments evaluates as an empty map, not as an unknown value.
        Json::Null => Box::new(CelMap::default()),
        given => convert(given),
    };
    Ok(ReadArguments { value, count })
}

/// The number of values; `None` if they are nested too deeply.
fn count(json: &Json, depth: usize) -> Option<usize> {
    let depth = depth.checked_sub(1)?;
    let add = |sum: usize, value| Some(sum + count(value, depth)?);
    match json {
        Json::Array(list) => list.iter().try_fold(1, add),
        Json::Object(members) => members.values().try_fold(1, add),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => Some(1),
    }
}

/// Converts JSON to CEL. Integers become signed if they fit, because integer literals in a
/// condition are signed and CEL does not mix the two types.
fn convert(json: &Json) -> Box<dyn Val + '_> {
    match json {
        Json::Null => Box::new(CelNull),
        Json::Bool(value) => Box::new(CelBool::from(*value)),
        Json::String(text) => boxed_text(text),
        Json::Array(list) => Box::new(CelList::from(list.iter().map(convert).collect::<Vec<_>>())),
        Json::Object(members) => {
            let members = members
                .iter()
                .map(|(key, value)| (CelMapKey::from(key.as_str()), convert(value)));
            Box::new(CelMap::from(members.collect::<HashMap<_, _>>()))
        }
        Json::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(signed), _) => Box::new(CelInt::from(signed)),
            (None, Some(unsigned)) => Box::new(CelUInt::from(unsigned)),
            // Any other JSON number, with or without a fraction, becomes a float.
            (None, None) => match number.as_f64() {
                Some(float) => Box::new(CelDouble::from(float)),
                None => Box::new(CelNull),
            },
        },
    }
}

// === impl ByteMeter ===

impl io::Write for ByteMeter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.0.checked_sub(bytes.len());
        self.0 = left.ok_or(io::ErrorKind::FileTooLarge)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
