//! Reading parameters in path, query, headers and cookies.

use std::collections::{HashMap, HashSet};

use candor_text::quote;
use serde_json::{Value, json};

use super::budget::VALUE;
use super::findings::code;
use super::follow::ReferenceTarget;
use super::position::DocumentNode;
use super::reader::{DocumentReader, UnreadablePart};
use super::style::{default_style, is_used_in, style_named};
use super::template::PathTemplate;
use super::version::DocumentVersion;
use crate::api::{ApiParameter, ParameterForm, ParameterPlace, ParameterStyle};

/// The location of a parameter as declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum WrittenPlace {
    /// A regular parameter.
    Parameter(ParameterPlace),
    /// The body, in Swagger 2.0.
    Body,
    /// A form field of the body, in Swagger 2.0.
    Form,
}

/// A parameter that was found but not read yet.
#[derive(Clone, Debug)]
pub(super) struct FoundParameter<'a> {
    pub(super) name: String,
    pub(super) place: WrittenPlace,
    pub(super) followed: ReferenceTarget<'a>,
}

// === impl DocumentReader ===

impl<'a> DocumentReader<'a> {
    /// The parameters of a path and one of its operations. The operation's take precedence.
    pub(super) fn find_parameters(
        &mut self,
        path: Option<&DocumentNode<'a>>,
        operation: &DocumentNode<'a>,
    ) -> Result<Vec<FoundParameter<'a>>, UnreadablePart> {
        let mut all: Vec<FoundParameter<'a>> = Vec::new();
        let mut known: HashMap<(String, WrittenPlace), (usize, bool)> = HashMap::new();
        let levels = path.into_iter().map(|node| (node, false));
        for (level, is_own) in levels.chain([(operation, true)]) {
            for node in self.list(level, "parameters") {
                self.pay(4 * VALUE, &node.spot)?;
                let Some(found) = self.find_parameter(node)? else {
                    continue;
                };
                match known.get_mut(&found.key()) {
                    None => {
                        known.insert(found.key(), (all.len(), is_own));
                        all.push(found);
                    }
                    Some((at, owned)) if is_own && !*owned => {
                        *owned = true;
                        all[*at] = found;
                    }
                    Some(_) => {
                        let message = format!(
                            "the parameter {} is there twice; the first counts",
                            quote(&found.name)
                        );
                        self.warn(code::PARAMETER, &found.followed.node.spot, message);
                    }
                }
            }
        }
        Ok(all)
    }

    /// One parameter. An invalid one is skipped, unless the operation needs it.
    fn find_parameter(
        &mut self,
        node: DocumentNode<'a>,
    ) -> Result<Option<FoundParameter<'a>>, UnreadablePart> {
        let followed = self.follow(node)?;
        let node = &followed.node;
        let name = self.text(node, "name").filter(|name| !name.is_empty());
        let said = self.text(node, "in").unwrap_or_default();
        let place = place_named(&said, self.version);
        let (Some(mut name), Some(place)) = (name.clone(), place) else {
            let name = name.map_or("without a name".to_owned(), |name| quote(&name));
            let reason = format!(
                "the parameter {name} goes into {}, which is nowhere",
                quote(&said)
            );
            let trouble = UnreadablePart::new(code::PARAMETER, &node.spot, reason);
            if self.flag(node, "required") == Some(true) {
                return Err(trouble);
            }
            self.ignore("a parameter", &trouble);
            return Ok(None);
        };
        if place == WrittenPlace::Body {
            // There is only one body, whatever its name.
            "body".clone_into(&mut name);
        }
        if matches!(place, WrittenPlace::Parameter(ParameterPlace::Header)) {
            name = name.trim().trim_end_matches(':').to_owned();
            if !is_header_name(&name) {
                let reason = format!("{} is no name of a header", quote(&name));
                let trouble = UnreadablePart::new(code::PARAMETER, &node.spot, reason);
                if self.flag(node, "required") == Some(true) {
                    return Err(trouble);
                }
                self.ignore("a parameter", &trouble);
                return Ok(None);
            }
        }
        let ignored = ["accept", "content-type", "authorization"];
        if place == WrittenPlace::Parameter(ParameterPlace::Header)
            && ignored.contains(&name.to_ascii_lowercase().as_str())
        {
            let message = format!(
                "the header {} is not a parameter: it follows from the rest; it is ignored",
                quote(&name)
            );
            self.note(code::PARAMETER, &node.spot, message);
            return Ok(None);
        }
        Ok(Some(FoundParameter {
            name,
            place,
            followed,
        }))
    }

    /// Reads the parameters and reconciles path parameters with the path.
    pub(super) fn parameters(
        &mut self,
        found: &[FoundParameter<'a>],
        template: &PathTemplate,
        operation: &DocumentNode<'a>,
    ) -> Vec<ApiParameter> {
        let mut parameters = Vec::new();
        let mut described = HashSet::new();
        for found in found {
            let WrittenPlace::Parameter(place) = found.place else {
                continue;
            };
            if place == ParameterPlace::Query && template.fixed.contains(&found.name) {
                let message = format!(
                    "the parameter {} is fixed by the path {}; it is no argument",
                    quote(&found.name),
                    quote(&template.path)
                );
                self.note(code::PARAMETER, &found.followed.node.spot, message);
                continue;
            }
            // A name in braces after the question mark is a query parameter, whatever its
            // declaration.
            let opened = template.open.iter().find(|(_, name)| *name == found.name);
            let is_opened = place == ParameterPlace::Path && !template.names.contains(&found.name);
            if let (Some((key, _)), true) = (opened, is_opened) {
                let mut parameter = self.parameter(found, ParameterPlace::Query);
                parameter.name.clone_from(key);
                parameters.push(parameter);
                continue;
            }
            if place == ParameterPlace::Path && !template.names.contains(&found.name) {
                let name = quote(&found.name);
                let path = quote(&template.path);
                let message =
                    format!("the parameter {name} has no place in the path {path}; it is ignored");
                self.warn(code::PARAMETER, &found.followed.node.spot, message);
                continue;
            }
            if place == ParameterPlace::Path {
                described.insert(&found.name);
            }
            parameters.push(self.parameter(found, place));
        }
        for (key, _) in &template.open {
            let is_query = |one: &ApiParameter| one.place == ParameterPlace::Query;
            if !parameters
                .iter()
                .any(|one| is_query(one) && one.name == *key)
            {
                parameters.push(made_up(key, ParameterPlace::Query));
            }
        }
        for name in &template.names {
            if !described.contains(name) {
                let message = format!(
                    "{} in the path {} is not declared; it is treated as a string",
                    quote(name),
                    quote(&template.path)
                );
                self.warn(code::PARAMETER, &operation.spot, message);
                parameters.push(made_up(name, ParameterPlace::Path));
            }
        }
        parameters
    }

    fn parameter(&mut self, found: &FoundParameter<'a>, place: ParameterPlace) -> ApiParameter {
        let ReferenceTarget { node, shared, .. } = &found.followed;
        let (schema, form) = if self.version == DocumentVersion::V2 {
            let schema = self.parameter_schema_2(node);
            (schema, self.collection_format(node, Some(place)))
        } else {
            self.parameter_schema(node, *shared, place)
        };
        let own = self.text(node, "description");
        let required = self.flag(node, "required").unwrap_or(false);
        ApiParameter {
            name: found.name.clone(),
            place,
            description: found.followed.description.clone().or(own),
            required: required || place == ParameterPlace::Path,
            deprecated: self.flag(node, "deprecated").unwrap_or(false),
            schema,
            form,
            allow_reserved: self.flag(node, "allowReserved").unwrap_or(false),
        }
    }

    /// The schema and serialization of a parameter, since OpenAPI 3.0.
    fn parameter_schema(
        &mut self,
        node: &DocumentNode<'a>,
        shared: bool,
        place: ParameterPlace,
    ) -> (Value, ParameterForm) {
        if let Some(schema) = node.get("schema") {
            let form = self.parameter_form(node, place);
            return (self.schema(&schema, shared), form);
        }
        let mut content = self.content(node, shared);
        if content.len() > 1 {
            let message = "a parameter has one form; of several, the first counts";
            self.warn(code::PARAMETER, &node.spot, message);
        }
        let in_2_0 = ["type", "enum", "items"].map(|key| node.value.get(key).is_some());
        if content.is_empty() && in_2_0.contains(&true) {
            let message = "the schema of a parameter belongs into `schema`; it is read as in 2.0";
            self.warn(code::PARAMETER, &node.spot, message);
            return (
                self.parameter_schema_2(node),
                self.parameter_form(node, place),
            );
        }
        if content.is_empty() {
            return (Value::Bool(true), self.parameter_form(node, place));
        }
        let media = content.swap_remove(0);
        (media.schema, ParameterForm::Content(media.media_type))
    }

    fn parameter_form(&mut self, node: &DocumentNode<'a>, place: ParameterPlace) -> ParameterForm {
        let default = default_style(place);
        let style = match self.text(node, "style") {
            None => default,
            Some(said) => {
                let named = style_named(&said).filter(|style| is_used_in(*style, place));
                named.unwrap_or_else(|| {
                    let message = format!(
                        "the style {} is not used in a {}; it is ignored",
                        quote(&said),
                        place.as_str()
                    );
                    self.warn(code::PARAMETER, &node.spot, message);
                    default
                })
            }
        };
        let explode = self.flag(node, "explode");
        ParameterForm::Style {
            style,
            explode: explode.unwrap_or(matches!(
                style,
                ParameterStyle::Form | ParameterStyle::Cookie
            )),
        }
    }
}

// === impl FoundParameter ===

impl FoundParameter<'_> {
    /// The key by which parameters of an operation must be distinct.
    fn key(&self) -> (String, WrittenPlace) {
        let name = match self.place {
            WrittenPlace::Parameter(ParameterPlace::Header) => self.name.to_ascii_lowercase(),
            // It is the whole query string, whatever its name.
            WrittenPlace::Parameter(ParameterPlace::QueryString) => String::new(),
            _ => self.name.clone(),
        };
        (name, self.place)
    }
}

/// A path parameter without a declaration.
fn made_up(name: &str, place: ParameterPlace) -> ApiParameter {
    ApiParameter {
        name: name.to_owned(),
        place,
        description: None,
        required: place == ParameterPlace::Path,
        deprecated: false,
        schema: json!({"type": "string"}),
        form: ParameterForm::Style {
            style: default_style(place),
            explode: place != ParameterPlace::Path,
        },
        allow_reserved: false,
    }
}

/// Whether a text is a valid header name.
fn is_header_name(name: &str) -> bool {
    let is_token = |c: u8| c.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&c);
    !name.is_empty() && name.bytes().all(is_token)
}

fn place_named(text: &str, version: DocumentVersion) -> Option<WrittenPlace> {
    let is_2 = version == DocumentVersion::V2;
    Some(match text.to_ascii_lowercase().as_str() {
        "path" => WrittenPlace::Parameter(ParameterPlace::Path),
        "query" => WrittenPlace::Parameter(ParameterPlace::Query),
        "header" => WrittenPlace::Parameter(ParameterPlace::Header),
        "cookie" => WrittenPlace::Parameter(ParameterPlace::Cookie),
        "querystring" if !is_2 => WrittenPlace::Parameter(ParameterPlace::QueryString),
        "body" if is_2 => WrittenPlace::Body,
        "formdata" if is_2 => WrittenPlace::Form,
        _ => return None,
    })
}
