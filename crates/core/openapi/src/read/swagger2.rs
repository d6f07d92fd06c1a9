//! Special features of Swagger 2.0: bodies among the parameters, and separate lists of media types.

use std::collections::BTreeMap;

use candor_text::quote;
use serde_json::{Map, Value};

use super::budget::VALUE;
use super::findings::code;
use super::follow::ReferenceTarget;
use super::parameter::{FoundParameter, WrittenPlace};
use super::position::DocumentNode;
use super::reader::DocumentReader;
use crate::api::{
    BodyMedia, OperationBody, ParameterForm, ParameterPlace, ParameterStyle, PropertyEncoding,
};

const MULTIPART: &str = "multipart/form-data";
const URL_ENCODED: &str = "application/x-www-form-urlencoded";

// === impl DocumentReader ===

impl<'a> DocumentReader<'a> {
    /// The body among the parameters.
    pub(super) fn body_2(
        &mut self,
        found: &[FoundParameter<'a>],
        root: &DocumentNode<'a>,
        operation: &DocumentNode<'a>,
    ) -> Option<OperationBody> {
        let types = self.media_types("consumes", root, operation);
        let form: Vec<_> = found
            .iter()
            .filter(|it| it.place == WrittenPlace::Form)
            .collect();
        let whole = found.iter().find(|it| it.place == WrittenPlace::Body);
        let Some(whole) = whole else {
            return (!form.is_empty()).then(|| self.form_2(&form, types));
        };
        let ReferenceTarget { node, shared, .. } = &whole.followed;
        if let Some(field) = form.first() {
            let message = format!(
                "an operation has a body or the form field {}, not both; the body counts",
                quote(&field.name)
            );
            self.warn(code::PARAMETER, &node.spot, message);
        }
        let schema = node.get("schema");
        let schema = schema.map_or(Value::Bool(true), |it| self.schema(&it, *shared));
        Some(OperationBody {
            description: self.text(node, "description"),
            required: self.flag(node, "required").unwrap_or(false),
            content: self.media_of(types, "application/json", &schema),
        })
    }

    /// A form with one field per parameter.
    fn form_2(&mut self, fields: &[&FoundParameter<'a>], types: Vec<String>) -> OperationBody {
        let mut properties = Map::new();
        let mut required = Vec::new();
        let mut encoding = BTreeMap::new();
        let mut has_file = false;
        for field in fields {
            let node = &field.followed.node;
            has_file |= node.value.get("type").and_then(Value::as_str) == Some("file");
            let mut schema = self.parameter_schema_2(node);
            if let (Value::Object(schema), Some(text)) =
                (&mut schema, self.text(node, "description"))
            {
                schema.insert("description".to_owned(), text.into());
            }
            properties.insert(field.name.clone(), schema);
            if self.flag(node, "required") == Some(true) {
                required.push(Value::from(field.name.clone()));
            }
            if let ParameterForm::Style { style, explode } = self.collection_format(node, None) {
                let rule = PropertyEncoding {
                    style: Some(style),
                    explode: Some(explode),
                    ..PropertyEncoding::default()
                };
                encoding.insert(field.name.clone(), rule);
            }
        }
        let mut schema = Map::new();
        schema.insert("type".to_owned(), "object".into());
        schema.insert("properties".to_owned(), properties.into());
        let is_required = !required.is_empty();
        if is_required {
            schema.insert("required".to_owned(), required.into());
        }
        let usable = |it: &String| it == MULTIPART || (it == URL_ENCODED && !has_file);
        let types = types.into_iter().filter(usable).collect();
        let default = if has_file { MULTIPART } else { URL_ENCODED };
        let mut content = self.media_of(types, default, &schema.into());
        for media in &mut content {
            media.encoding.clone_from(&encoding);
        }
        OperationBody {
            description: None,
            required: is_required,
            content,
        }
    }

    /// The response body in each media type that the operation produces.
    pub(super) fn content_2(
        &mut self,
        response: &DocumentNode<'a>,
        shared: bool,
        root: &DocumentNode<'a>,
        operation: &DocumentNode<'a>,
    ) -> Vec<BodyMedia> {
        let Some(node) = response.get("schema") else {
            return Vec::new();
        };
        let types = self.media_types("produces", root, operation);
        let is_file = node.value.get("type").and_then(Value::as_str) == Some("file");
        let default = if is_file {
            "application/octet-stream"
        } else {
            "application/json"
        };
        let schema = self.schema(&node, shared);
        self.media_of(types, default, &schema)
    }

    /// The schema of a parameter, which is mixed with its other members.
    pub(super) fn parameter_schema_2(&mut self, node: &DocumentNode<'a>) -> Value {
        let is_schema = |key: &str| {
            !matches!(
                key,
                "name"
                    | "in"
                    | "description"
                    | "required"
                    | "deprecated"
                    | "collectionFormat"
                    | "allowEmptyValue"
                    | "allowReserved"
                    | "style"
                    | "explode"
            )
        };
        match node.value.as_object() {
            Some(members) => self.schema_of(members, is_schema, &node.spot),
            None => Value::Bool(true),
        }
    }

    /// How a list is serialized. `None` stands for a form field.
    pub(super) fn collection_format(
        &mut self,
        node: &DocumentNode<'a>,
        place: Option<ParameterPlace>,
    ) -> ParameterForm {
        let said = self.text(node, "collectionFormat");
        let in_query = matches!(place, None | Some(ParameterPlace::Query));
        let plain = match place {
            Some(ParameterPlace::Path | ParameterPlace::Header) => ParameterStyle::Simple,
            _ => ParameterStyle::Form,
        };
        let style = match said.as_deref() {
            None | Some("csv") => Some(plain),
            Some("multi") if in_query => {
                return ParameterForm::Style {
                    style: ParameterStyle::Form,
                    explode: true,
                };
            }
            Some("ssv") if in_query => Some(ParameterStyle::SpaceDelimited),
            Some("tsv") if in_query => Some(ParameterStyle::TabDelimited),
            Some("pipes") if in_query => Some(ParameterStyle::PipeDelimited),
            Some(_) => None,
        };
        let style = style.unwrap_or_else(|| {
            let said = quote(said.as_deref().unwrap_or_default());
            let message = format!("the collectionFormat {said} is not used here; it is `csv`");
            self.warn(code::PARAMETER, &node.spot, message);
            plain
        });
        ParameterForm::Style {
            style,
            explode: false,
        }
    }

    /// The media types of an operation or, without any, of the document.
    fn media_types(
        &mut self,
        key: &str,
        root: &DocumentNode<'a>,
        operation: &DocumentNode<'a>,
    ) -> Vec<String> {
        let own = operation.get(key).is_some();
        self.texts(if own { operation } else { root }, key)
    }

    fn media_of(&mut self, types: Vec<String>, default: &str, schema: &Value) -> Vec<BodyMedia> {
        let mut content: Vec<BodyMedia> = Vec::new();
        let types = if types.is_empty() {
            vec![default.to_owned()]
        } else {
            types
        };
        for media_type in types {
            let media_type = media_type.trim().to_owned();
            // Each media type gets its own copy of the schema.
            let paid = self.allowance.pay(VALUE + super::budget::size(schema));
            if paid && content.iter().all(|known| known.media_type != media_type) {
                content.push(BodyMedia {
                    media_type,
                    schema: schema.clone(),
                    encoding: BTreeMap::new(),
                });
            }
        }
        content
    }
}
