//! Concise operations and APIs for tests.

use std::sync::Arc;

use serde_json::Value;

use crate::api::{
    ApiDescription, ApiParameter, ApiResponse, BodyMedia, OpenApiOperation, OperationBody,
    OperationExtension, OperationMethod, ParameterForm, ParameterPlace, ParameterStyle,
    ResponseStatus,
};

/// `GET /books/{isbn} getBook`: method, path and optionally the id.
pub(super) fn operation(line: &str) -> OpenApiOperation {
    let mut words = line.splitn(3, ' ');
    let method = words
        .next()
        .and_then(OperationMethod::parse)
        .expect("a method");
    let path = words.next().expect("a path").to_owned();
    OpenApiOperation {
        id: words.next().map(str::to_owned),
        pointer: format!("#/paths/{}", path.replace('/', "~1")),
        method,
        path,
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
    }
}

/// A parameter; those in the path are required.
pub(super) fn parameter(place: ParameterPlace, name: &str, schema: Value) -> ApiParameter {
    ApiParameter {
        name: name.to_owned(),
        place,
        description: None,
        required: place == ParameterPlace::Path,
        deprecated: false,
        schema,
        form: ParameterForm::Style {
            style: ParameterStyle::Simple,
            explode: false,
        },
        allow_reserved: false,
    }
}

/// A body in one media type.
pub(super) fn media(media_type: &str, schema: Value) -> BodyMedia {
    BodyMedia {
        media_type: media_type.to_owned(),
        schema,
        encoding: std::collections::BTreeMap::new(),
    }
}

/// A required body.
pub(super) fn body(content: Vec<BodyMedia>) -> OperationBody {
    OperationBody {
        description: None,
        required: true,
        content,
    }
}

/// A response with this content.
pub(super) fn response(status: ResponseStatus, content: Vec<BodyMedia>) -> ApiResponse {
    ApiResponse {
        status,
        description: String::new(),
        content,
    }
}

/// A JSON response with status 200.
pub(super) fn replies(schema: Value) -> Vec<ApiResponse> {
    let content = vec![media("application/json", schema)];
    vec![response(ResponseStatus::Exact(200), content)]
}

/// An API with these operations; `definitions` is an object of schemas.
pub(super) fn api(operations: Vec<OpenApiOperation>, definitions: Value) -> ApiDescription {
    let Value::Object(definitions) = definitions else {
        panic!("definitions are an object");
    };
    ApiDescription {
        title: "Bookshop".to_owned(),
        operations,
        definitions: Arc::new(definitions.into_iter().collect()),
        ..ApiDescription::default()
    }
}
