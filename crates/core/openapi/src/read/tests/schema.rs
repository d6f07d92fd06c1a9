//! Schemas in their places. What becomes of single keywords is in `upgrade` and `shape`.

use serde_json::{Value, json};

use super::super::{DocumentBundle, read};
use super::{paths, told};

/// Reads a schema of a body, with these components beside it.
#[track_caller]
fn check(version: &str, schema: &Value, components: &Value, expect: &Value, tell: &[&str]) {
    let mut root = paths(&json!({"/a": {"post": {
        "requestBody": {"content": {"application/json": {"schema": schema}}}
    }}}));
    root["openapi"] = version.into();
    root["components"] = json!({ "schemas": components });
    let api = read(&DocumentBundle::new("api.yaml", root)).expect("a document");
    let body = api.operations[0].body.as_ref().expect("a body");
    let found = json!({"schema": body.content[0].schema, "defs": *api.definitions});
    assert_eq!(found, *expect);
    assert_eq!(told(&api), tell);
}

/// One without components.
#[track_caller]
fn check_alone(schema: &Value, expect: &Value, tell: &[&str]) {
    let expect = json!({"schema": expect, "defs": {}});
    check("3.1.0", schema, &json!({}), &expect, tell);
}

#[test]
fn keywords_within_keywords_are_upgraded() {
    let before = json!({"type": "string", "nullable": true});
    let after = json!({"type": ["string", "null"]});
    for key in [
        "items",
        "additionalProperties",
        "unevaluatedProperties",
        "unevaluatedItems",
        "not",
        "if",
        "then",
        "else",
        "contains",
        "propertyNames",
        "contentSchema",
    ] {
        check_alone(&json!({key: before}), &json!({key: after}), &[]);
    }
    for key in ["properties", "patternProperties", "dependentSchemas"] {
        check_alone(
            &json!({key: {"$ref": before}}),
            &json!({key: {"$ref": after}}),
            &[],
        );
    }
    for key in ["allOf", "anyOf", "oneOf", "prefixItems"] {
        check_alone(
            &json!({key: [before, true]}),
            &json!({key: [after, true]}),
            &[],
        );
    }
    for key in ["default", "const", "x-anything", "unheard-of"] {
        check_alone(&json!({key: before}), &json!({key: before}), &[]);
    }
    check_alone(&json!({"enum": [before]}), &json!({"enum": [before]}), &[]);
    check_alone(
        &json!({"example": before}),
        &json!({"examples": [before]}),
        &[],
    );
}

#[test]
fn tuples_and_dependencies_have_new_names() {
    check_alone(
        &json!({"items": [{"type": "string"}, true], "additionalItems": {"type": "integer"}}),
        &json!({"prefixItems": [{"type": "string"}, true], "items": {"type": "integer"}}),
        &[],
    );
    check_alone(
        &json!({"items": {}, "additionalItems": false}),
        &json!({"items": {}}),
        &[],
    );
    check_alone(
        &json!({"dependencies": {"a": ["b"], "c": {"required": ["d"]}}}),
        &json!({"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"required": ["d"]}}}),
        &[],
    );
}

#[test]
fn what_is_no_schema_accepts_anything() {
    let place = "`#/paths/~1a/post/requestBody/content/application~1json/schema";
    check_alone(
        &json!({"properties": {"a": "string", "b": null}, "items": 5, "allOf": 7, "anyOf": []}),
        &json!({"properties": {"a": true, "b": true}, "items": true}),
        &[
            &format!(
                "api.yaml: warning: a schema belongs here, not a text; anything is accepted, at {place}/properties/a` [openapi::schema]"
            ),
            &format!(
                "api.yaml: warning: a schema belongs here, not a number; anything is accepted, at {place}/items` [openapi::schema]"
            ),
            &format!(
                "api.yaml: warning: `allOf` should be a list and is a number; it is ignored, at {place}/allOf` [openapi::schema]"
            ),
        ],
    );
    check_alone(
        &json!({"type": "object", "required": true, "properties": null, "minLength": "x"}),
        &json!({"type": "object"}),
        &[
            &format!(
                "api.yaml: warning: `required` should be a list of texts and is a truth value; it is ignored, at {place}/required` [openapi::schema]"
            ),
            &format!(
                "api.yaml: warning: `minLength` should be a whole number from zero and is a text; it is ignored, at {place}/minLength` [openapi::schema]"
            ),
        ],
    );
}

#[test]
fn recursion_and_sharing_stay_references() {
    check(
        "3.0.3",
        &json!({"$ref": "#/components/schemas/Node"}),
        &json!({
            "Node": {"properties": {
                "next": {"$ref": "#/components/schemas/Node", "nullable": true, "description": "d"},
                "all": {"items": {"$ref": "#/components/schemas/Leaf"}},
            }},
            "Leaf": {"type": "string"},
            "Unused": {"$ref": "#/components/schemas/Nowhere"},
        }),
        &json!({
            "schema": {"$ref": "#/$defs/Node"},
            "defs": {
                "Leaf": {"type": "string"},
                "Node": {"properties": {
                    "next": {"description": "d", "anyOf": [
                        {"$ref": "#/$defs/Node"}, {"type": "null"}
                    ]},
                    "all": {"items": {"$ref": "#/$defs/Leaf"}},
                }},
            },
        }),
        &[],
    );
}

#[test]
fn what_stands_beside_a_reference_depends_on_the_version() {
    let schema = json!({"$ref": "#/components/schemas/A", "minLength": 1, "description": "d"});
    let components = json!({"A": {"type": "string"}});
    let defs = json!({"A": {"type": "string"}});
    check(
        "3.1.0",
        &schema,
        &components,
        &json!({"schema": {"$ref": "#/$defs/A", "minLength": 1, "description": "d"}, "defs": defs}),
        &[],
    );
    check(
        "3.0.0",
        &schema,
        &components,
        &json!({"schema": {"$ref": "#/$defs/A", "description": "d"}, "defs": defs}),
        &[
            "api.yaml: note: `minLength` beside a `$ref` counts only since OpenAPI 3.1; it is \
           ignored, at `#/paths/~1a/post/requestBody/content/application~1json/schema` \
           [openapi::schema]",
        ],
    );
}

#[test]
fn schemas_may_have_names_and_definitions_of_their_own() {
    check(
        "3.1.0",
        &json!({"$ref": "#/components/schemas/Own"}),
        &json!({
            "Own": {
                "$id": "https://example.com/own", "$schema": "https://example.com/dialect",
                "$defs": {"x": {"$anchor": "ex", "type": "string"}},
                "properties": {
                    "a": {"$ref": "#/$defs/x"},
                    "b": {"$ref": "#ex"},
                    "c": {"$ref": "https://example.com/own#/$defs/x"},
                    "d": {"$dynamicRef": "#ex"},
                    "e": {"$ref": "https://example.com/own"},
                },
            },
        }),
        &json!({
            "schema": {"$ref": "#/$defs/Own"},
            "defs": {
                "Own": {"properties": {
                    "a": {"$ref": "#/$defs/Own_x"},
                    "b": {"$ref": "#/$defs/Own_x"},
                    "c": {"$ref": "#/$defs/Own_x"},
                    "d": {"$ref": "#/$defs/Own_x"},
                    "e": {"$ref": "#/$defs/Own"},
                }},
                "Own_x": {"type": "string"},
            },
        }),
        &[],
    );
    check(
        "3.1.0",
        &json!({"$defs": {"x": {"type": "string"}}, "items": {"$ref": "#/$defs/x"}}),
        &json!({}),
        &json!({
            "schema": {"items": {"$ref": "#/$defs/paths_a_post_requestBody_application_json_x"}},
            "defs": {"paths_a_post_requestBody_application_json_x": {"type": "string"}},
        }),
        &[],
    );
}

#[test]
fn discriminators_are_kept_and_called_as_in_the_result() {
    let cat = json!({"allOf": [{"$ref": "#/components/schemas/Pet"}, {"required": ["claws"]}]});
    check(
        "3.0.0",
        &json!({"$ref": "#/components/schemas/Pet"}),
        &json!({
            "Pet": {
                "oneOf": [{"$ref": "#/components/schemas/Cat"}],
                "discriminator": {
                    "propertyName": "kind",
                    "mapping": {"c": "#/components/schemas/Cat", "d": "Dog"}
                },
            },
            "Cat": cat,
            "Dog": {"type": "object"},
        }),
        &json!({
            "schema": {"$ref": "#/$defs/Pet"},
            "defs": {
                "Pet": {
                    "oneOf": [{"$ref": "#/$defs/Cat"}],
                    "discriminator": {
                        "propertyName": "kind",
                        "mapping": {"c": "#/$defs/Cat", "d": "#/$defs/Dog"}
                    },
                },
                "Cat": {"allOf": [{}, {"required": ["claws"]}]},
                "Dog": {"type": "object"},
            },
        }),
        &[
            "api.yaml: warning: the schema `Cat` refers to `Pet`, which leads back to it without \
           end; the reference is ignored, at `#` [openapi::ref-cycle]",
        ],
    );
}

#[test]
fn references_that_lead_nowhere_accept_anything() {
    check(
        "3.1.0",
        &json!({"properties": {
            "a": {"$ref": "#/components/schemas/No", "title": "t"},
            "b": {"$ref": "http://example.com/x.json"},
            "c": {"$ref": 5},
            "d": {"$ref": "#/info/title"},
        }}),
        &json!({}),
        &json!({
            "schema": {"properties": {"a": {"title": "t"}, "b": {}, "c": {}, "d": {}}},
            "defs": {},
        }),
        &[
            "api.yaml: warning: `#/components/schemas/No` is not there; anything is accepted, at `#/paths/~1a/post/requestBody/content/application~1json/schema/properties/a/$ref` [openapi::unresolved-ref]",
            "api.yaml: warning: `http://example.com/x.json` is not followed: nothing is fetched to read a document; save it beside the document; anything is accepted, at `#/paths/~1a/post/requestBody/content/application~1json/schema/properties/b/$ref` [openapi::refused-ref]",
            "api.yaml: warning: `$ref` should be a text; it is ignored, at `#/paths/~1a/post/requestBody/content/application~1json/schema/properties/c/$ref` [openapi::schema]",
            "api.yaml: warning: `#/info/title` leads to a text, not to a schema; anything is accepted, at `#/paths/~1a/post/requestBody/content/application~1json/schema/properties/d/$ref` [openapi::unresolved-ref]",
        ],
    );
}
