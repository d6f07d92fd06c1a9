//! A call as a condition sees it.

use std::cell::OnceCell;
use std::io;
use std::sync::Arc;

use candor_model::{EnvironmentName, Role, ToolsetName};
use cel::objects::Map;
use cel::{Context, Value};
use serde_json::Value as Json;

use super::ENV;
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

/// A call as a condition sees it. It is prepared when the first condition looks.
pub(crate) struct ConditionContext<'a> {
    question: &'a PolicyQuestion<'a>,
    prepared: OnceCell<Result<PreparedContext, String>>,
}

struct PreparedContext {
    context: Context<'static, 'static>,
    values: usize,
}

/// Counts bytes and refuses those that are too many.
struct ByteMeter(usize);

// === impl ConditionContext ===

impl<'a> ConditionContext<'a> {
    pub(crate) fn new(question: &'a PolicyQuestion<'a>) -> Self {
        Self {
            question,
            prepared: OnceCell::new(),
        }
    }

    /// The names and their values, or why there are none.
    pub(crate) fn context(&self) -> Result<&Context<'static, 'static>, String> {
        match self.prepared() {
            Ok(prepared) => Ok(&prepared.context),
            Err(why) => Err(why.clone()),
        }
    }

    /// How many values the arguments hold, at any depth.
    pub(crate) fn values(&self) -> usize {
        self.prepared()
            .as_ref()
            .map_or(usize::MAX, |prepared| prepared.values)
    }

    fn prepared(&self) -> &Result<PreparedContext, String> {
        self.prepared.get_or_init(|| prepare(self.question))
    }
}

fn prepare(question: &PolicyQuestion<'_>) -> Result<PreparedContext, String> {
    let too_deep = || format!("the arguments are nested more than {DEPTH_MAX} deep");
    let values = count(question.arguments, DEPTH_MAX).ok_or_else(too_deep)?;
    if serde_json::to_writer(&mut ByteMeter(BYTES_MAX), question.arguments).is_err() {
        return Err(format!("the arguments are longer than {BYTES_MAX} bytes"));
    }
    // A call without arguments has none, which is not the same as an unknown thing.
    let arguments = match question.arguments {
        Json::Null => convert(&Json::Object(serde_json::Map::new())),
        given => convert(given),
    };
    let text = |text: &str| Value::from(text);
    let or_null = |name: Option<&str>| name.map_or(Value::Null, text);
    let roles = Role::ALL
        .into_iter()
        .filter(|role| question.roles.include(*role))
        .map(Role::as_str);
    let mut context = Context::with_env(Arc::clone(&ENV));
    for (name, value) in VARIABLES.into_iter().zip([
        arguments,
        text(question.kind.as_str()),
        text(&question.tool.to_string()),
        text(question.tool.source().as_str()),
        or_null(question.toolset.map(ToolsetName::as_str)),
        or_null(question.environment.map(EnvironmentName::as_str)),
        text(question.principal),
        Value::from(roles.collect::<Vec<_>>()),
    ]) {
        context.add_variable_from_value(name, value);
    }
    Ok(PreparedContext { context, values })
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
fn convert(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(list) => Value::List(Arc::new(list.iter().map(convert).collect())),
        Json::Object(members) => Value::Map(Map {
            map: Arc::new(
                members
                    .iter()
                    .map(|(key, value)| (key.as_str().into(), convert(value)))
                    .collect(),
            ),
        }),
        Json::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(signed), _) => Value::Int(signed),
            (None, Some(unsigned)) => Value::UInt(unsigned),
            // Without a fraction or with one: a JSON number that is not whole is always a float.
            (None, None) => number.as_f64().map_or(Value::Null, Value::Float),
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
