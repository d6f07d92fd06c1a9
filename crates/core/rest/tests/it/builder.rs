//! Tools, made by hand.

use std::collections::BTreeMap;
use std::sync::Arc;

use candor_openapi::{
    ApiParameter, ApiResponse, ApiTool, ArgumentLayout, ArgumentSlot, ArgumentTarget, BodyMedia,
    MediaKind, OpenApiOperation, OperationBody, OperationExtension, OperationMethod, ParameterForm,
    ParameterPlace, ParameterStyle, PropertyEncoding, ResponseStatus,
};
use candor_rest::{HttpRequestPlan, PlanError, keep_for_calls, plan};
use serde_json::{Map, Value, json};

/// A tool for `GET /things` that takes nothing.
pub(crate) fn tool(method: &str, path: &str) -> ApiTool {
    ApiTool {
        name: "tool".to_owned(),
        title: None,
        description: "A tool.".to_owned(),
        input: json!({ "type": "object" }),
        output: None,
        wraps: false,
        annotations: Map::new(),
        confirm: None,
        selects: false,
        layout: ArgumentLayout::default(),
        media: 0,
        body_kind: None,
        operation: Arc::new(OpenApiOperation {
            id: None,
            method: OperationMethod::parse(method).expect("a method"),
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
            extension: OperationExtension::default(),
            pointer: String::new(),
        }),
    }
}

/// A parameter that may be left out, in the style of its place.
pub(crate) fn parameter(name: &str, place: ParameterPlace) -> ApiParameter {
    let (style, explode) = match place {
        ParameterPlace::Path | ParameterPlace::Header => (ParameterStyle::Simple, false),
        _ => (ParameterStyle::Form, true),
    };
    ApiParameter {
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
pub(crate) fn styled(
    name: &str,
    place: ParameterPlace,
    style: ParameterStyle,
    explode: bool,
) -> ApiParameter {
    ApiParameter {
        form: ParameterForm::Style { style, explode },
        ..parameter(name, place)
    }
}

/// The same as a document.
pub(crate) fn document(name: &str, place: ParameterPlace, media_type: &str) -> ApiParameter {
    ApiParameter {
        form: ParameterForm::Content(media_type.to_owned()),
        ..parameter(name, place)
    }
}

/// One form of a body that may be anything.
pub(crate) fn media(media_type: &str) -> BodyMedia {
    BodyMedia {
        media_type: media_type.to_owned(),
        schema: json!(true),
        encoding: BTreeMap::new(),
    }
}

/// What can be added to a tool.
pub(crate) trait ToolBuild {
    /// A parameter, with an argument of the same name.
    fn with(self, parameter: ApiParameter) -> Self;
    /// A parameter for which there is no argument.
    fn without_slot(self, parameter: ApiParameter) -> Self;
    /// A parameter in a group of arguments.
    fn grouped(self, parameter: ApiParameter) -> Self;
    /// A body in one argument `body`.
    fn body(self, media: BodyMedia) -> Self;
    /// A body whose properties are arguments.
    fn properties(self, media: BodyMedia, names: &[&str]) -> Self;
    /// A body that may be left out.
    fn optional_body(self) -> Self;
    /// What comes back with a status.
    fn responds(self, status: ResponseStatus, media_types: &[&str]) -> Self;
}

impl ToolBuild for ApiTool {
    fn with(self, parameter: ApiParameter) -> Self {
        let name = parameter.name.clone();
        let mut tool = self.without_slot(parameter);
        let at = tool.operation.parameters.len() - 1;
        tool.layout
            .slots
            .push(slot(&name, ArgumentTarget::Parameter(at)));
        tool
    }

    fn without_slot(mut self, parameter: ApiParameter) -> Self {
        Arc::make_mut(&mut self.operation)
            .parameters
            .push(parameter);
        self
    }

    fn grouped(self, parameter: ApiParameter) -> Self {
        let group = parameter.place.as_str();
        let mut tool = self.with(parameter);
        let slot = tool.layout.slots.last_mut().expect("a slot");
        slot.group = Some(group);
        tool
    }

    fn body(mut self, media: BodyMedia) -> Self {
        self = self.properties(media, &[]);
        self.layout.slots.push(slot("body", ArgumentTarget::Body));
        self
    }

    fn properties(mut self, media: BodyMedia, names: &[&str]) -> Self {
        let is_range = media.media_type.contains('*');
        let is_bytes = is_range && candor_openapi::is_bytes(&media.schema);
        self.body_kind = is_bytes.then_some(MediaKind::Bytes);
        Arc::make_mut(&mut self.operation).body = Some(OperationBody {
            description: None,
            required: true,
            content: vec![media],
        });
        for name in names {
            let target = ArgumentTarget::Property((*name).to_owned());
            self.layout.slots.push(slot(name, target));
        }
        self
    }

    fn optional_body(mut self) -> Self {
        let body = &mut Arc::make_mut(&mut self.operation).body;
        body.as_mut().expect("a body").required = false;
        self
    }

    fn responds(mut self, status: ResponseStatus, media_types: &[&str]) -> Self {
        Arc::make_mut(&mut self.operation)
            .responses
            .push(ApiResponse {
                status,
                description: String::new(),
                content: media_types.iter().map(|name| media(name)).collect(),
            });
        self
    }
}

fn slot(argument: &str, target: ArgumentTarget) -> ArgumentSlot {
    ArgumentSlot {
        group: None,
        argument: argument.to_owned(),
        target,
    }
}

/// How a property of a form is written.
pub(crate) fn encoding(style: ParameterStyle, explode: bool) -> PropertyEncoding {
    PropertyEncoding {
        style: Some(style),
        explode: Some(explode),
        ..PropertyEncoding::default()
    }
}

/// Plans a call with these arguments.
pub(crate) fn call(tool: &ApiTool, arguments: &Value) -> Result<HttpRequestPlan, PlanError> {
    planned(tool, arguments.as_object().expect("an object"))
}

/// Plans a call. A tool that forgot what calls do not need must plan the same one.
pub(crate) fn planned(
    tool: &ApiTool,
    arguments: &Map<String, Value>,
) -> Result<HttpRequestPlan, PlanError> {
    let mut lean = tool.clone();
    keep_for_calls(&mut lean);
    let request = plan(tool, arguments);
    assert_eq!(
        plan(&lean, arguments),
        request,
        "{}: {arguments:?}",
        tool.name
    );
    request
}

/// Plans a call that must succeed.
pub(crate) fn request(tool: &ApiTool, arguments: &Value) -> HttpRequestPlan {
    call(tool, arguments).unwrap_or_else(|error| panic!("{arguments}: {error}"))
}

/// The sentence with which a call is refused.
pub(crate) fn refusal(tool: &ApiTool, arguments: &Value) -> String {
    match call(tool, arguments) {
        Ok(plan) => panic!("{arguments} became {plan:?}"),
        Err(error) => error.to_string(),
    }
}
