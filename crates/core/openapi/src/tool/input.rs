//! The arguments of a tool, and their schema.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::argument::SchemaArgument;
use super::body::SentBody;
use super::credentials::{SchemeCredentials, names_token};
use super::definition_set::{CompleteSchema, DefinitionSet, SchemaTooLong};
use super::layout::{ArgumentLayout, ArgumentSlot};
use crate::api::{MediaKind, OpenApiOperation, ParameterPlace};

/// The argument that selects a part of the response.
pub(super) const SELECT: &str = "_select";

/// The maximum size of an argument schema and of a described body, in bytes of JSON. Models cannot
/// use more.
pub(super) const LONGEST: usize = 1024 * 1024;

/// The arguments of an operation.
#[derive(Debug)]
pub(super) struct OperationInput {
    pub(super) schema: CompleteSchema,
    /// The targets of the arguments.
    pub(super) layout: ArgumentLayout,
    /// The index of the body's media type.
    pub(super) media: usize,
    /// The kind of the body's media type.
    pub(super) kind: Option<MediaKind>,
    /// Whether the body is undescribed because its schema would be too long.
    pub(super) is_cut: bool,
}

/// Why the arguments of an operation cannot be represented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InputError {
    /// Two arguments of one group have the same name.
    Clash { group: &'static str, name: String },
    /// The schema is too long, even with the body undescribed.
    TooLong,
    /// The body has no media type that can be sent.
    Unsendable { media_type: String },
}

/// Lays out the arguments of an operation. `select` is the schema of the `_select` argument, if
/// there is one.
pub(super) fn input(
    operation: &OpenApiOperation,
    credentials: &SchemeCredentials,
    select: Option<&Value>,
    stock: &mut DefinitionSet<'_>,
) -> Result<OperationInput, InputError> {
    let parameters = credentials.arguments(operation, stock);
    let sent = match &operation.body {
        None => None,
        Some(body) => SentBody::of(body, stock.definitions)
            .map_err(|media_type| InputError::Unsendable { media_type })?,
    };
    // Checked first, so that everything copied below has a bounded length.
    let is_cut = sent
        .as_ref()
        .is_some_and(|sent| sent.is_too_long(LONGEST, stock));
    let asks_for_token = credentials.asks_for_token(operation);
    let fills_in =
        |field: &SchemaArgument| asks_for_token && names_token(&field.name, None, &field.schema);
    let (body, is_flat) = body(&parameters, sent.as_ref(), is_cut, fills_in, stock);
    let all = [parameters, body].concat();
    let (layout, root) = assembled(all, is_flat, select)?;
    let schema = stock.complete(root, LONGEST);
    Ok(OperationInput {
        schema: schema.map_err(|SchemaTooLong| InputError::TooLong)?,
        layout,
        media: sent.as_ref().map_or(0, |sent| sent.at),
        kind: sent.as_ref().map(|sent| sent.kind),
        is_cut,
    })
}

/// The arguments for the body, and whether all arguments are flat. Form fields that a security
/// scheme sets are left out.
fn body(
    parameters: &[SchemaArgument],
    sent: Option<&SentBody<'_>>,
    is_cut: bool,
    fills_in: impl Fn(&SchemaArgument) -> bool,
    stock: &DefinitionSet<'_>,
) -> (Vec<SchemaArgument>, bool) {
    let Some(sent) = sent else {
        return (Vec::new(), can_be_flat(parameters));
    };
    let whole = || {
        let schema = if is_cut {
            sent.undescribed()
        } else {
            sent.whole(stock)
        };
        vec![SchemaArgument::body(schema, sent.is_required())]
    };
    let mut spread = if is_cut { None } else { sent.spread(stock) };
    if let (Some(spread), true) = (&mut spread, sent.is_form()) {
        spread.retain(|argument| !fills_in(argument));
    }
    let body = spread.unwrap_or_else(whole);
    if can_be_flat(parameters.iter().chain(&body)) {
        (body, true)
    } else {
        (whole(), false)
    }
}

/// Whether all names are distinct and not reserved.
fn can_be_flat<'a>(arguments: impl IntoIterator<Item = &'a SchemaArgument>) -> bool {
    let mut names = BTreeSet::from([SELECT]);
    let mut all = arguments.into_iter();
    all.all(|argument| names.insert(&argument.name))
}

/// The layout and the combined schema of all arguments.
fn assembled(
    arguments: Vec<SchemaArgument>,
    is_flat: bool,
    select: Option<&Value>,
) -> Result<(ArgumentLayout, Map<String, Value>), InputError> {
    let mut layout = ArgumentLayout::default();
    let mut top = ObjectProperties::default();
    let mut groups: Vec<(&'static str, ObjectProperties)> = Vec::new();
    for argument in arguments {
        let group = argument
            .place
            .filter(|_| !is_flat)
            .map(ParameterPlace::as_str);
        layout.slots.push(ArgumentSlot {
            group,
            argument: argument.name.clone(),
            target: argument.target.clone(),
        });
        let members = match group {
            None => &mut top,
            Some(group) => in_group(&mut groups, group),
        };
        let name = argument.name.clone();
        if !members.add(argument) {
            let group = group.unwrap_or_default();
            return Err(InputError::Clash { group, name });
        }
    }
    // Groups come first, as parameters do.
    let mut all = ObjectProperties::default();
    for (group, members) in groups {
        all.insert(group, !members.required.is_empty(), members.schema().into());
    }
    all.properties.extend(top.properties);
    all.required.extend(top.required);
    if let Some(select) = select {
        all.insert(SELECT, false, select.clone());
    }
    Ok((layout, all.schema()))
}

fn in_group<'a>(
    groups: &'a mut Vec<(&'static str, ObjectProperties)>,
    group: &'static str,
) -> &'a mut ObjectProperties {
    let at = groups.iter().position(|(name, _)| *name == group);
    let at = at.unwrap_or_else(|| {
        groups.push((group, ObjectProperties::default()));
        groups.len() - 1
    });
    &mut groups[at].1
}

/// The properties of an object schema under construction.
#[derive(Default)]
struct ObjectProperties {
    properties: Map<String, Value>,
    required: Vec<Value>,
}

// === impl ObjectProperties ===

impl ObjectProperties {
    /// Adds an argument, unless one with its name exists.
    fn add(&mut self, argument: SchemaArgument) -> bool {
        let is_new = !self.properties.contains_key(&argument.name);
        if is_new {
            self.insert(&argument.name, argument.is_required, argument.schema);
        }
        is_new
    }

    fn insert(&mut self, name: &str, is_required: bool, schema: Value) {
        self.properties.insert(name.to_owned(), schema);
        if is_required {
            self.required.push(name.into());
        }
    }

    /// An object schema without further properties, so that misspelt names are rejected.
    fn schema(self) -> Map<String, Value> {
        let mut schema = Map::new();
        schema.insert("type".to_owned(), "object".into());
        schema.insert("properties".to_owned(), self.properties.into());
        if !self.required.is_empty() {
            schema.insert("required".to_owned(), self.required.into());
        }
        schema.insert("additionalProperties".to_owned(), false.into());
        schema
    }
}

#[cfg(test)]
mod tests;
