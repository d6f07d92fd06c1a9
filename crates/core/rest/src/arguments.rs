//! Maps the arguments of a call to the parts of the request.

use candor_openapi::{ApiParameter, ApiTool, ArgumentSlot, ArgumentTarget};
use serde_json::{Map, Value};

use crate::error::PlanError;
use crate::idempotency;
use crate::schema;
use crate::shape::{kind, members};

/// The argument that selects a part of the response.
const SELECT: &str = "_select";

/// One argument from the call or from the document.
#[derive(Clone, Debug)]
pub(crate) struct GivenArgument<'a> {
    /// The caller's name for it, such as `limit` or `query.limit`.
    pub(crate) label: String,
    /// The JSON value that was given.
    pub(crate) value: &'a Value,
}

/// The arguments by target.
///
/// An argument that is left out is not sent, whatever its default in the schema: the server knows
/// its defaults. A default is sent only if the parameter is required. `null` for an optional
/// parameter means that it is left out.
#[derive(Debug)]
pub(crate) struct PlacedArguments<'a> {
    /// One entry per parameter of the operation.
    parameters: Vec<Option<GivenArgument<'a>>>,
    /// The properties of the body that were given, in the order of the layout.
    pub(crate) properties: Vec<(&'a str, GivenArgument<'a>)>,
    /// The body, if it is one argument.
    pub(crate) body: Option<GivenArgument<'a>>,
    /// The requested part of the response.
    pub(crate) select: Option<String>,
}

// === impl PlacedArguments ===

impl<'a> PlacedArguments<'a> {
    /// Sorts `given` by the layout of `tool`. What has no place in it is refused.
    pub(crate) fn read(
        tool: &'a ApiTool,
        given: &'a Map<String, Value>,
    ) -> Result<Self, PlanError> {
        refuse_unknown(tool, given)?;
        let mut read = Self {
            parameters: vec![None; tool.operation.parameters.len()],
            properties: Vec::new(),
            body: None,
            select: select(tool, given)?,
        };
        for slot in &tool.layout.slots {
            let Some(value) = find(slot, given) else {
                continue;
            };
            let argument = GivenArgument {
                label: label(slot),
                value,
            };
            match &slot.target {
                ArgumentTarget::Parameter(at) => {
                    if let Some(place) = read.parameters.get_mut(*at) {
                        *place = Some(argument);
                    }
                }
                ArgumentTarget::Property(name) => read.properties.push((name, argument)),
                ArgumentTarget::Body => read.body = Some(argument),
            }
        }
        for (at, parameter) in tool.operation.parameters.iter().enumerate() {
            let argument = read.parameters[at].take();
            read.parameters[at] = settle(tool, at, parameter, argument)?;
        }
        Ok(read)
    }

    /// The parameters that are sent, in the order of the document.
    pub(crate) fn parameters(
        &self,
        tool: &'a ApiTool,
    ) -> impl Iterator<Item = (&'a ApiParameter, &GivenArgument<'a>)> {
        let all = tool.operation.parameters.iter().zip(&self.parameters);
        all.filter_map(|(parameter, argument)| Some((parameter, argument.as_ref()?)))
    }
}

/// The value of a parameter: the argument, the default if it is required, or nothing.
fn settle<'a>(
    tool: &'a ApiTool,
    at: usize,
    parameter: &'a ApiParameter,
    argument: Option<GivenArgument<'a>>,
) -> Result<Option<GivenArgument<'a>>, PlanError> {
    if !parameter.required {
        return Ok(argument.filter(|argument| !argument.value.is_null()));
    }
    if argument.is_some() {
        return Ok(argument);
    }
    let slot = tool
        .layout
        .slots
        .iter()
        .find(|slot| slot.target == ArgumentTarget::Parameter(at));
    // Without a slot it cannot be an argument, and the document's default does not apply: an
    // idempotency key is added later, a credential comes from elsewhere, and other headers are set
    // by the sender.
    let Some(slot) = slot else {
        return Ok(None);
    };
    let label = label(slot);
    if let Some(value) = schema::default(tool, &parameter.schema) {
        return Ok(Some(GivenArgument { label, value }));
    }
    if idempotency::is_key(parameter) {
        return Ok(None);
    }
    Err(PlanError::Missing { argument: label })
}

/// The caller's name for the argument of a slot.
pub(crate) fn label(slot: &ArgumentSlot) -> String {
    match slot.group {
        Some(group) => format!("{group}.{}", slot.argument),
        None => slot.argument.clone(),
    }
}

fn find<'a>(slot: &ArgumentSlot, given: &'a Map<String, Value>) -> Option<&'a Value> {
    match slot.group {
        Some(group) => given.get(group)?.get(&slot.argument),
        None => given.get(&slot.argument),
    }
}

fn select(tool: &ApiTool, given: &Map<String, Value>) -> Result<Option<String>, PlanError> {
    match given.get(SELECT) {
        Some(Value::String(filter)) if tool.selects => Ok(Some(filter.clone())),
        Some(value) if tool.selects && !value.is_null() => Err(PlanError::Kind {
            argument: SELECT.to_owned(),
            found: kind(value),
            wanted: "a filter of jq as text, such as `.items[].name`",
        }),
        _ => Ok(None),
    }
}

fn refuse_unknown(tool: &ApiTool, given: &Map<String, Value>) -> Result<(), PlanError> {
    let slots = &tool.layout.slots;
    let knows = |group: Option<&str>, name: &str| {
        slots
            .iter()
            .any(|slot| slot.group == group && slot.argument == name)
    };
    for (name, value) in given {
        if (tool.selects && name == SELECT) || knows(None, name) {
            continue;
        }
        let is_group = slots.iter().any(|slot| slot.group == Some(name));
        if !is_group {
            return Err(PlanError::Unknown {
                argument: name.clone(),
            });
        }
        if value.is_null() {
            continue;
        }
        let unknown = members(value, name)?
            .keys()
            .find(|inner| !knows(Some(name), inner));
        if let Some(inner) = unknown {
            return Err(PlanError::Unknown {
                argument: format!("{name}.{inner}"),
            });
        }
    }
    Ok(())
}
