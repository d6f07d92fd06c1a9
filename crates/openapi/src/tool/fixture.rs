//! Operations and APIs for tests, in few words.

use std::sync::Arc;

use serde_json::Value;

use crate::api::{
    Api, Body, Extension, Media, Method, Operation, Parameter, ParameterForm, ParameterPlace,
    Response, Status, Style,
};

/// `GET /books/{isbn} getBook`: method, path and perhaps the id.
pub(super) fn operation(line: &str) -> Operation {
    let mut words = line.splitn(3, ' ');
    let method = words.next().and_then(Method::parse).expect("a method");
    let path = words.next().expect("a path").to_owned();
    Operation {
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
        extension: Extension::default(),
    }
}

/// A parameter; those in the path are required.
pub(super) fn parameter(place: ParameterPlace, name: &str, schema: Value) -> Parameter {
    Parameter {
        name: name.to_owned(),
        place,
        description: None,
        required: place == ParameterPlace::Path,
        deprecated: false,
        schema,
        form: ParameterForm::Style {
            style: Style::Simple,
            explode: false,
        },
        allow_reserved: false,
    }
}

/// One form of a body.
pub(super) fn media(media_type: &str, schema: Value) -> Media {
    Media {
        media_type: media_type.to_owned(),
        schema,
        encoding: std::collections::BTreeMap::new(),
    }
}

/// A body that must be sent.
pub(super) fn body(content: Vec<Media>) -> Body {
    Body {
        description: None,
        required: true,
        content,
    }
}

/// A reply.
pub(super) fn response(status: Status, content: Vec<Media>) -> Response {
    Response {
        status,
        description: String::new(),
        content,
    }
}

/// A reply of JSON with status 200.
pub(super) fn replies(schema: Value) -> Vec<Response> {
    let content = vec![media("application/json", schema)];
    vec![response(Status::Exact(200), content)]
}

/// An API with these operations; `definitions` is an object of schemas.
pub(super) fn api(operations: Vec<Operation>, definitions: Value) -> Api {
    let Value::Object(definitions) = definitions else {
        panic!("definitions are an object");
    };
    Api {
        title: "Bookshop".to_owned(),
        operations,
        definitions: Arc::new(definitions.into_iter().collect()),
        ..Api::default()
    }
}
