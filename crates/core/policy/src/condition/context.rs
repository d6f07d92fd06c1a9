//! A call as a condition sees it.
//!
//! A condition is evaluated for every call, so its names are given their values when they are asked
//! for, and texts are borrowed.

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

/// The names that a condition may use.
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

/// The longest arguments that a condition is asked about, as JSON, in bytes.
const BYTES_MAX: usize = 64 * 1024;

/// How deep arguments may be nested.
const DEPTH_MAX: usize = 100;

/// A call as a condition sees it. Its arguments are read when the first condition looks.
pub(crate) struct ConditionContext<'a> {
    question: &'a PolicyQuestion<'a>,
    /// The call for conditions that need no interpreter, if its arguments are short.
    plain: OnceLock<Option<PlainCall<'a>>>,
    arguments: OnceLock<Result<ReadArguments<'a>, String>>,
}

struct ReadArguments<'a> {
    value: Box<dyn Val + 'a>,
    /// How many values they hold, at any depth.
    count: usize,
}

/// Counts bytes and refuses those that are too many.
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

    /// The call for conditions that need no interpreter; none where its arguments may be too much to
    /// be looked at.
    pub(super) fn plain(&self) -> Option<PlainCall<'a>> {
        let within = || PlainCall::within(self.question, BYTES_MAX, DEPTH_MAX);
        *self.plain.get_or_init(within)
    }

    /// The names and their values, or why there are none.
    pub(crate) fn context(&self) -> Result<Context<'_, '_>, String> {
        self.arguments().as_ref().map_err(Clone::clone)?;
        let mut context = Context::with_env(Arc::clone(&ENV));
        context.set_variable_resolver(self);
        Ok(context)
    }

    /// How many values the arguments hold, at any depth.
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
        // A call without arguments has none, which is not the same as an unknown thing.
        Json::Null => Box::new(CelMap::default()),
        given => convert(given),
    };
    Ok(ReadArguments { value, count })
}

/// How many values there are, unless they are nested too deep.
fn count(json: &Json, depth: usize) -> Option<usize> {
    let depth = depth.checked_sub(1)?;
    let add = |sum: usize, value| Some(sum + count(value, depth)?);
    match json {
        Json::Array(list) => list.iter().try_fold(1, add),
        Json::Object(members) => members.values().try_fold(1, add),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => Some(1),
    }
}

/// A whole number becomes a signed one where it fits, because that is what a number in a
/// condition is, and only equal kinds can be added.
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
            // Without a fraction or with one: a JSON number that is not whole is always a float.
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
