//! Tools, made by hand.

use std::collections::BTreeMap;
use std::sync::Arc;

use candor_openapi::{
    Body, Encoding, Extension, Layout, Media, Method, Operation, Parameter, ParameterForm,
    ParameterPlace, Response, Slot, Status, Style, Target, Tool,
};
use candor_rest::{Plan, PlanError, plan};
use serde_json::{Map, Value, json};

/// A tool for `GET /things` that takes nothing.
pub(crate) fn tool(method: &str, path: &str) -> Tool {
    Tool {
        name: "tool".to_owned(),
        title: None,
        description: "A tool.".to_owned(),
        input: json!({ "type": "object" }),
        output: None,
        wraps: false,
        annotations: Map::new(),
        confirm: None,
        selects: false,
        layout: Layout::default(),
        media: 0,
        operation: Arc::new(Operation {
            id: None,
            method: Method::parse(method).expect("a method"),
            path: path.to_owned(),
            summary: None,
            description: None,
            tags: Vec::new(),
            deprecated: false,
            parameters: Vec::new(),
            body: None,
            responses: Vec::new(),
            security: Vec::new(),
            servers: Vec::new(),
            extension: Extension::default(),
            pointer: String::new(),
        }),
    }
}

/// A parameter that may be left out, in the style of its place.
pub(crate) fn parameter(name: &str, place: ParameterPlace) -> Parameter {
    let (style, explode) = match place {
        ParameterPlace::Path | ParameterPlace::Header => (Style::Simple, false),
        _ => (Style::Form, true),
    };
    Parameter {
        name: name.to_owned(),
        place,
        description: None,
        required: place == ParameterPlace::Path,
        deprecated: false,
        schema: json!(true),
        form: ParameterForm::Style { style, explode },
        allow_reserved: false,
    }
}

/// The same in another style.
pub(crate) fn styled(name: &str, place: ParameterPlace, style: Style, explode: bool) -> Parameter {
    Parameter {
        form: ParameterForm::Style { style, explode },
        ..parameter(name, place)
    }
}

/// The same as a document.
pub(crate) fn document(name: &str, place: ParameterPlace, media_type: &str) -> Parameter {
    Parameter {
        form: ParameterForm::Content(media_type.to_owned()),
        ..parameter(name, place)
    }
}

/// One form of a body that may be anything.
pub(crate) fn media(media_type: &str) -> Media {
    Media {
        media_type: media_type.to_owned(),
        schema: json!(true),
        encoding: BTreeMap::new(),
    }
}

/// What can be added to a tool.
pub(crate) trait Build {
    /// A parameter, with an argument of the same name.
    fn with(self, parameter: Parameter) -> Self;
    /// A parameter for which there is no argument.
    fn without_slot(self, parameter: Parameter) -> Self;
    /// A parameter in a group of arguments.
    fn grouped(self, parameter: Parameter) -> Self;
    /// A body in one argument `body`.
    fn body(self, media: Media) -> Self;
    /// A body whose properties are arguments.
    fn properties(self, media: Media, names: &[&str]) -> Self;
    /// A body that may be left out.
    fn optional_body(self) -> Self;
    /// What comes back with a status.
    fn responds(self, status: Status, media_types: &[&str]) -> Self;
}

impl Build for Tool {
    fn with(self, parameter: Parameter) -> Self {
        let name = parameter.name.clone();
        let mut tool = self.without_slot(parameter);
        let at = tool.operation.parameters.len() - 1;
        tool.layout.slots.push(slot(&name, Target::Parameter(at)));
        tool
    }

    fn without_slot(mut self, parameter: Parameter) -> Self {
        Arc::make_mut(&mut self.operation)
            .parameters
            .push(parameter);
        self
    }

    fn grouped(self, parameter: Parameter) -> Self {
        let group = parameter.place.as_str();
        let mut tool = self.with(parameter);
        let slot = tool.layout.slots.last_mut().expect("a slot");
        slot.group = Some(group);
        tool
    }

    fn body(mut self, media: Media) -> Self {
        self = self.properties(media, &[]);
        self.layout.slots.push(slot("body", Target::Body));
        self
    }

    fn properties(mut self, media: Media, names: &[&str]) -> Self {
        Arc::make_mut(&mut self.operation).body = Some(Body {
            description: None,
            required: true,
            content: vec![media],
        });
        for name in names {
            let target = Target::Property((*name).to_owned());
            self.layout.slots.push(slot(name, target));
        }
        self
    }

    fn optional_body(mut self) -> Self {
        let body = &mut Arc::make_mut(&mut self.operation).body;
        body.as_mut().expect("a body").required = false;
        self
    }

    fn responds(mut self, status: Status, media_types: &[&str]) -> Self {
        Arc::make_mut(&mut self.operation).responses.push(Response {
            status,
            description: String::new(),
            content: media_types.iter().map(|name| media(name)).collect(),
        });
        self
    }
}

fn slot(argument: &str, target: Target) -> Slot {
    Slot {
        group: None,
        argument: argument.to_owned(),
        target,
    }
}

/// How a property of a form is written.
pub(crate) fn encoding(style: Style, explode: bool) -> Encoding {
    Encoding {
        style: Some(style),
        explode: Some(explode),
        ..Encoding::default()
    }
}

/// Plans a call with these arguments.
pub(crate) fn call(tool: &Tool, arguments: &Value) -> Result<Plan, PlanError> {
    plan(tool, arguments.as_object().expect("an object"))
}

/// Plans a call that must succeed.
pub(crate) fn request(tool: &Tool, arguments: &Value) -> Plan {
    call(tool, arguments).unwrap_or_else(|error| panic!("{arguments}: {error}"))
}

/// The sentence with which a call is refused.
pub(crate) fn refusal(tool: &Tool, arguments: &Value) -> String {
    match call(tool, arguments) {
        Ok(plan) => panic!("{arguments} became {plan:?}"),
        Err(error) => error.to_string(),
    }
}
