//! The path of an operation with its arguments filled in.
//!
//! An argument stays inside the segment that it is written in: everything but letters, digits and
//! `-._~` is encoded, and a segment that would be read as `.` or `..` is refused, also if it is
//! hidden behind encoded slashes, because some servers decode before they look.
//!
//! | style | list | list, exploded | object | object, exploded |
//! |---|---|---|---|---|
//! | simple | `a,b` | `a,b` | `k,v` | `k=v` |
//! | label | `.a,b` | `.a.b` | `.k,v` | `.k=v` |
//! | matrix | `;name=a,b` | `;name=a;name=b` | `;name=k,v` | `;k=v` |
//!
//! Dots inside the elements of an exploded label are encoded. What would be written as nothing
//! (an empty text, list or object, or null) is refused, because the path would be another one.

use candor_openapi::{ApiParameter, ApiTool, ParameterForm, ParameterPlace, ParameterStyle};
use candor_text::at_any_decoding;
use percent_encoding::percent_decode_str;

use crate::arguments::{GivenArgument, PlacedArguments};
use crate::content;
use crate::error::PlanError;
use crate::escape::{self, EscapeSet};
use crate::shape::ValueShape;

/// Expands the path of a tool's operation.
///
/// Some documents distinguish operations on one path by a query or a fragment in it. Such a query
/// is the second result, and such a fragment is not sent.
pub(crate) fn fill(
    tool: &ApiTool,
    arguments: &PlacedArguments<'_>,
) -> Result<(String, Vec<String>), PlanError> {
    let template = tool.operation.path.as_str();
    let sent = template.split('#').next().unwrap_or_default();
    let (path, query) = match sent.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (sent, None),
    };
    let filling = PathFilling { tool, arguments };
    let segments = path
        .split('/')
        .map(|segment| filling.segment(segment))
        .collect::<Result<Vec<_>, _>>()?;
    let mut path = segments.join("/");
    if !path.starts_with('/') {
        path.insert(0, '/');
    }
    let query = query
        .filter(|query| !query.is_empty())
        .map(|query| filling.expand(query))
        .transpose()?;
    // Addresses encode this one in a query, and only there.
    let query = query.map(|(text, _)| text.replace('\'', "%27"));
    Ok((path, query.into_iter().collect()))
}

struct PathFilling<'a> {
    tool: &'a ApiTool,
    arguments: &'a PlacedArguments<'a>,
}

// === impl PathFilling ===

impl PathFilling<'_> {
    /// Expands one segment, rejecting values that would leave it.
    fn segment(&self, template: &str) -> Result<String, PlanError> {
        let (segment, argument) = self.expand(template)?;
        if !leads_elsewhere(&segment) {
            return Ok(segment);
        }
        Err(match argument {
            Some(argument) => PlanError::LeavesPath {
                argument: argument.to_owned(),
                value: percent_decode_str(&segment)
                    .decode_utf8_lossy()
                    .into_owned(),
            },
            None => self.bad_path(),
        })
    }

    /// A piece of the template with its arguments, and the last of these.
    fn expand(&self, template: &str) -> Result<(String, Option<&str>), PlanError> {
        let mut written = String::new();
        let mut last = None;
        let mut rest = template;
        while let Some((before, (name, after))) = rest
            .split_once('{')
            .and_then(|(before, after)| Some((before, after.split_once('}')?)))
        {
            let (parameter, argument) = self.find(name).ok_or_else(|| self.bad_path())?;
            written.push_str(&escape::literal(before));
            written.push_str(&write(parameter, argument)?);
            last = Some(argument.label.as_str());
            rest = after;
        }
        written.push_str(&escape::literal(rest));
        Ok((written, last))
    }

    fn find(&self, name: &str) -> Option<(&ApiParameter, &GivenArgument<'_>)> {
        self.arguments.parameters(self.tool).find(|(parameter, _)| {
            parameter.place == ParameterPlace::Path && parameter.name == name
        })
    }

    fn bad_path(&self) -> PlanError {
        PlanError::BadPath {
            path: self.tool.operation.path.clone(),
        }
    }
}

/// Whether a server might read a segment as a way to another path.
fn leads_elsewhere(segment: &str) -> bool {
    at_any_decoding(segment, |text| {
        text.split(['/', '\\'])
            .any(|part| part == "." || part == "..")
    })
}

/// Serializes one argument in its style.
fn write(parameter: &ApiParameter, argument: &GivenArgument<'_>) -> Result<String, PlanError> {
    let empty = || PlanError::EmptyInPath {
        argument: argument.label.clone(),
    };
    if argument.value.is_null() {
        return Err(empty());
    }
    let written = match &parameter.form {
        ParameterForm::Content(media_type) => escape::all(&content::write(media_type, argument)?),
        ParameterForm::Style { style, explode } => {
            let shape = ValueShape::of(argument.value);
            if shape.is_empty() {
                return Err(empty());
            }
            styled(&parameter.name, &shape, *style, *explode)
        }
    };
    if written.is_empty() {
        return Err(empty());
    }
    Ok(written)
}

fn styled(name: &str, shape: &ValueShape, style: ParameterStyle, explode: bool) -> String {
    match style {
        ParameterStyle::Label => {
            let is_plain = matches!(shape, ValueShape::Plain(_));
            let (separator, escape) = if explode && !is_plain {
                (".", EscapeSet::Dots)
            } else {
                (",", EscapeSet::All)
            };
            format!(".{}", shape.joined(separator, explode, escape))
        }
        ParameterStyle::Matrix => matrix(name, shape, explode),
        _ => shape.joined(",", explode, EscapeSet::All),
    }
}

fn matrix(name: &str, shape: &ValueShape, explode: bool) -> String {
    match shape {
        ValueShape::List(items) if explode => items
            .iter()
            .map(|item| matrix_pair(name, &escape::all(item)))
            .collect(),
        ValueShape::Object(members) if explode => members
            .iter()
            .map(|(key, text)| matrix_pair(key, &escape::all(text)))
            .collect(),
        shape => matrix_pair(name, &shape.joined(",", false, EscapeSet::All)),
    }
}

/// `;name=value`, and `;name` for an empty value.
fn matrix_pair(name: &str, value: &str) -> String {
    let name = escape::all(name);
    if value.is_empty() {
        format!(";{name}")
    } else {
        format!(";{name}={value}")
    }
}
