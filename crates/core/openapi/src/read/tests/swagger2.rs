//! Documents of Swagger 2.0.

use serde_json::json;

use super::{assert_told, files, told};
use crate::api::{FlowKind, ParameterForm, ParameterStyle, SchemeKind};

const SHOP: &str = "swagger: '2.0'
info: {title: Shop, version: '1'}
host: shop.example:8080
basePath: v1
schemes: [https, http, ws]
consumes: [application/json, application/xml]
produces: [application/json]
securityDefinitions:
  basic: {type: basic}
  key: {type: apiKey, in: header, name: X-Key}
  oauth: {type: oauth2, flow: accessCode, authorizationUrl: https://a, tokenUrl: https://t, scopes: {r: read}}
  app: {type: oauth2, flow: application, tokenUrl: https://t}
security: [{basic: []}]
paths:
  /books/{id}:
    parameters: [{name: id, in: path, required: true, type: integer, minimum: 1, exclusiveMinimum: true}]
    get:
      schemes: [http]
      parameters:
        - {name: csv, in: query, type: array, items: {type: string}}
        - {name: ssv, in: query, type: array, items: {type: string}, collectionFormat: ssv}
        - {name: tsv, in: query, type: array, items: {type: string}, collectionFormat: tsv}
        - {name: pipes, in: query, type: array, items: {type: string}, collectionFormat: pipes}
        - {name: multi, in: query, type: array, items: {type: string}, collectionFormat: multi}
        - {name: head, in: header, type: string, x-nullable: true, description: d}
        - {name: bad, in: header, type: array, collectionFormat: multi}
      responses:
        200: {description: ok, schema: {$ref: '#/definitions/Book'}}
        204: {description: nothing}
    put:
      consumes: [application/json]
      security: [{oauth: [r], key: []}]
      parameters: [{$ref: '#/parameters/Body'}]
      responses: {default: {$ref: '#/responses/Error'}}
    post:
      consumes: [multipart/form-data, application/x-www-form-urlencoded]
      produces: [image/png]
      parameters:
        - {name: cover, in: formData, type: file, required: true, description: the cover}
        - {name: tags, in: formData, type: array, items: {type: string}, collectionFormat: multi}
      responses: {200: {description: picture, schema: {type: file}}}
    patch:
      consumes: [application/json]
      parameters: [{name: title, in: formData, type: string}]
      responses: {}
definitions:
  Book: {type: object, discriminator: kind, properties: {kind: {type: string, example: b}}}
parameters:
  Body: {name: book, in: body, required: true, description: b, schema: {$ref: '#/definitions/Book'}}
responses:
  Error: {description: wrong, schema: {type: string}}
";

#[test]
fn a_document_of_2_0_says_the_same_as_later_ones() {
    let api = files(SHOP);
    assert_told(
        &api,
        &[
            "api.yaml:26:11: warning: the collectionFormat `multi` is not used here; it is `csv`, at \
           `#/paths/~1books~1{id}/get/parameters/6` [openapi::parameter]",
        ],
    );
    let urls: Vec<_> = api.servers.iter().map(|it| it.url.as_str()).collect();
    assert_eq!(
        urls,
        [
            "https://shop.example:8080/v1",
            "http://shop.example:8080/v1"
        ]
    );
    let [get, put, post, patch] = api.operations.as_slice() else {
        panic!("four operations");
    };
    assert_eq!(get.servers.len(), 1);
    assert_eq!(
        get.parameters[0].schema,
        json!({"type": "integer", "exclusiveMinimum": 1})
    );
    let forms: Vec<_> = get.parameters[1..6].iter().map(|it| &it.form).collect();
    let style = |style, explode| ParameterForm::Style { style, explode };
    assert_eq!(
        forms,
        [
            &style(ParameterStyle::Form, false),
            &style(ParameterStyle::SpaceDelimited, false),
            &style(ParameterStyle::TabDelimited, false),
            &style(ParameterStyle::PipeDelimited, false),
            &style(ParameterStyle::Form, true),
        ]
    );
    assert_eq!(
        get.parameters[6].schema,
        json!({"type": ["string", "null"]})
    );
    assert_eq!(
        get.responses[0].content[0].schema,
        json!({"$ref": "#/$defs/Book"})
    );
    assert_eq!(get.responses[1].content, []);
    assert_eq!(get.security[0][0].scheme, "basic");

    let body = put.body.as_ref().expect("a body");
    assert!(body.required && body.content.len() == 1);
    assert_eq!(body.content[0].schema, json!({"$ref": "#/$defs/Book"}));
    assert_eq!(put.security[0].len(), 2);
    assert_eq!(put.responses[0].description, "wrong");

    let body = post.body.as_ref().expect("a form");
    assert_eq!(body.content.len(), 1);
    assert_eq!(body.content[0].media_type, "multipart/form-data");
    assert_eq!(
        body.content[0].schema,
        json!({
            "type": "object",
            "properties": {
                "cover": {
                    "type": "string", "format": "binary",
                    "contentMediaType": "application/octet-stream", "description": "the cover"
                },
                "tags": {"type": "array", "items": {"type": "string"}},
            },
            "required": ["cover"],
        })
    );
    assert_eq!(body.content[0].encoding["tags"].explode, Some(true));
    assert_eq!(post.responses[0].content[0].media_type, "image/png");

    let body = patch.body.as_ref().expect("a form");
    assert_eq!(
        body.content[0].media_type,
        "application/x-www-form-urlencoded"
    );
    assert!(!body.required);

    assert_eq!(
        api.definitions["Book"],
        json!({
            "type": "object", "discriminator": {"propertyName": "kind"},
            "properties": {"kind": {"type": "string", "examples": ["b"]}},
        })
    );
    let flow = |name: &str| match &api.schemes[name].kind {
        SchemeKind::OAuth2 { flows } => flows[0].kind,
        other => panic!("OAuth: {other:?}"),
    };
    assert_eq!(flow("oauth"), FlowKind::AuthorizationCode);
    assert_eq!(flow("app"), FlowKind::ClientCredentials);
}

#[test]
fn without_host_or_schemes_addresses_are_relative_or_guessed() {
    for (head, expect, notes) in [
        ("basePath: /v2", vec!["/v2"], 0),
        ("tags: []", vec![], 0),
        ("host: a.example", vec!["https://a.example"], 1),
        (
            "host: a.example\nschemes: [http]\nbasePath: /",
            vec!["http://a.example/"],
            0,
        ),
    ] {
        let api = files(&format!(
            "swagger: 2.0\n{head}\npaths: {{/a: {{get: {{}}}}}}"
        ));
        let servers = &api.operations[0].servers;
        let urls: Vec<_> = servers.iter().map(|it| it.url.as_str()).collect();
        assert_eq!(urls, expect);
        assert_eq!(api.diagnostics.len(), notes, "{:?}", told(&api));
    }
}
