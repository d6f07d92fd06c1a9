//! References of every kind, to every place.

use serde_json::json;

use super::{api, assert_told, files};

const PARTS: &str = "openapi: 3.1.0
info: {title: t, version: '1'}
paths:
  /a/{id}: {$ref: 'parts/paths.yaml#/one', summary: ignored}
components:
  parameters:
    Limit: {$ref: '#/components/parameters/Real'}
    Real: {name: limit, in: query, description: own, schema: {$ref: '#/components/schemas/N'}}
  schemas:
    N: {type: integer}
    Pet: {type: object}
--- parts/paths.yaml
one:
  get:
    parameters:
      - {$ref: 'more.yml#/id'}
      - {$ref: '../api.yaml#/components/parameters/Limit', description: at most}
    requestBody: {$ref: '#/body'}
    responses:
      200: {$ref: '#/replies/0', description: fine}
body: {content: {application/json: {schema: {$ref: '../pet.json'}}}}
replies: [{description: own, content: {text/plain: {schema: {$ref: '../pet.json#/definitions/Pet'}}}}]
--- parts/more.yml
id: {name: id, in: path, required: true, schema: {$ref: '../pet.json#/properties/id'}}
--- pet.json
{\"properties\": {\"id\": {\"type\": \"string\"}, \"owner\": {\"$ref\": \"#/definitions/Pet\"}},
 \"definitions\": {\"Pet\": {\"title\": \"inner\"}}}
";

#[test]
fn references_of_all_kinds_are_followed_through_files() {
    let api = files(PARTS);
    assert_told(&api, &[]);
    let operation = &api.operations[0];
    assert_eq!(operation.path, "/a/{id}");
    assert_eq!(operation.pointer, "#/paths/~1a~1{id}/get");
    let limit = &operation.parameters[1];
    assert_eq!(limit.description.as_deref(), Some("at most"));
    assert_eq!(limit.schema, json!({"$ref": "#/$defs/N"}));
    let body = operation.body.as_ref().expect("a body");
    assert_eq!(body.content[0].schema, json!({"$ref": "#/$defs/pet"}));
    assert_eq!(operation.responses[0].description, "fine");
    let definitions = serde_json::to_value(&*api.definitions).expect("JSON");
    assert_eq!(
        definitions,
        json!({
            "N": {"type": "integer"},
            "pet": {"properties": {
                "id": {"type": "string"}, "owner": {"$ref": "#/$defs/pet_Pet"}
            }},
            "pet_Pet": {"title": "inner"},
            "pet_properties_id": {"type": "string"},
        })
    );
}

#[test]
fn before_3_1_nothing_counts_beside_a_reference() {
    let api = files(&PARTS.replace("openapi: 3.1.0", "openapi: 3.0.3"));
    let operation = &api.operations[0];
    assert_eq!(operation.parameters[1].description.as_deref(), Some("own"));
    assert_eq!(operation.responses[0].description, "own");
}

#[test]
fn what_stands_beside_the_reference_of_a_path_counts_more() {
    let api = files(
        "openapi: 3.1.0
paths:
  /a: {$ref: '#/components/pathItems/A', get: {operationId: mine}}
components:
  pathItems:
    A: {get: {operationId: theirs}, put: {operationId: put}}
",
    );
    let ids: Vec<_> = api.operations.iter().map(|it| it.id.as_deref()).collect();
    assert_eq!(ids, [Some("mine"), Some("put")]);
    assert_eq!(api.operations[1].pointer, "#/paths/~1a/put");
}

#[test]
fn an_operation_that_needs_what_is_not_there_is_left_out() {
    let api = files(
        "openapi: 3.0.0
paths:
  /good: {get: {responses: {200: {$ref: '#/nope'}}}}
  /missing: {get: {parameters: [{$ref: '#/components/parameters/X'}]}}
  /circle: {get: {parameters: [{$ref: '#/components/parameters/A'}]}}
  /remote: {post: {requestBody: {$ref: 'https://example.com/x.yaml#/b'}}}
  /outside: {post: {requestBody: {$ref: '../x.yaml#/b'}}}
  /lost: {post: {requestBody: {$ref: 'lost.yaml#/b'}}}
  /list: {post: {requestBody: {$ref: '#/components/list'}}}
  /item: {$ref: '#/paths/~1item'}
components:
  list: []
  parameters: {A: {$ref: '#/components/parameters/B'}, B: {$ref: '#/components/parameters/A'}}
",
    );
    let paths: Vec<_> = api.operations.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(paths, ["/good"]);
    assert_told(
        &api,
        &[
            "api.yaml:3:29: warning: the reply `200` is ignored: `#/nope` is not there, at \
             `#/paths/~1good/get/responses/200` [openapi::unresolved-ref]",
            "api.yaml:4:33: error: `GET /missing` is left out: `#/components/parameters/X` is not \
             there, at `#/paths/~1missing/get/parameters/0` [openapi::unresolved-ref]",
            "api.yaml:13:56: error: `GET /circle` is left out: its references lead back to where \
             they began, at `#/components/parameters/B` [openapi::ref-cycle]",
            "api.yaml:6:20: error: `POST /remote` is left out: `https://example.com/x.yaml#/b` is not \
             followed: nothing is fetched to read a document; save it beside the document, at \
             `#/paths/~1remote/post/requestBody` [openapi::refused-ref]",
            "api.yaml:7:21: error: `POST /outside` is left out: `../x.yaml#/b` is not followed: it \
             leaves the document's folder, and nothing outside it is read, at \
             `#/paths/~1outside/post/requestBody` [openapi::refused-ref]",
            "api.yaml:8:18: error: `POST /lost` is left out: `lost.yaml` cannot be read: there is no \
             such file, at `#/paths/~1lost/post/requestBody` [openapi::unresolved-ref]",
            "api.yaml:12:3: error: `POST /list` is left out: it should be an object and is a \
             list, at `#/components/list` [openapi::wrong-type]",
            "api.yaml:10:3: error: the path `/item` is left out: its references lead back to \
             where they began, at `#/paths/~1item` [openapi::ref-cycle]",
        ],
    );
}

#[test]
fn references_lead_into_odd_places() {
    let api = api(json!({
        "openapi": "3.0.0",
        "paths": {"/a/{b}": {
            "parameters": [{"name": "b", "in": "path", "schema": {"type": "integer"}}],
            "get": {"parameters": [
                {"name": "c", "in": "query", "schema": {"$ref": "#/paths/~1a~1%7Bb%7D/parameters/0/schema"}},
                {"name": "d", "in": "query", "schema": {"$ref": "#/components/schemas/Alias/properties/x"}},
                {"name": "e", "in": "query", "schema": {"$ref": "#/components/schemas/a~1b~0c%20d"}},
            ]}
        }},
        "components": {"schemas": {
            "Alias": {"$ref": "#/components/schemas/Real"},
            "Real": {"properties": {"x": {"type": "boolean"}}},
            "a/b~c d": {"title": "odd"},
        }}
    }));
    assert_told(&api, &[]);
    let definitions = serde_json::to_value(&*api.definitions).expect("JSON");
    assert_eq!(
        definitions,
        json!({
            "paths_a_b_parameters_0": {"type": "integer"},
            "Real_properties_x": {"type": "boolean"},
            "a_b_c_d": {"title": "odd"},
        })
    );
}
