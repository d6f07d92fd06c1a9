//! Property tests for any document: every tool has a valid name and usable schemas, and its
//! arguments are exactly those with a slot.

use std::collections::BTreeSet;

use candor_schema::SchemaValidator;
use proptest::prelude::*;
use serde_json::{Map, json};

use super::fixture::{api, media, operation, parameter, response};
use super::input::SELECT;
use super::*;
use crate::api::{BodyMedia, OperationBody, ParameterPlace, ResponseStatus};

/// Few names, so that collisions occur; some are reserved.
const NAMES: [&str; 8] = [
    "id",
    "body",
    "_select",
    "a",
    "$ref",
    "filter[x]",
    "selected",
    "path",
];

fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(NAMES.to_vec())
}

fn schema() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(json!(true)),
        Just(json!({"type": "string", "description": "Text."})),
        Just(json!({"type": "string", "format": "binary"})),
        Just(json!({"type": ["integer", "null"], "readOnly": true})),
        Just(json!({"type": "boolean", "writeOnly": true})),
        (0..4).prop_map(|at| json!({"$ref": format!("#/$defs/D{at}")})),
    ];
    let grown = leaf.prop_recursive(3, 24, 4, |inner| {
        let members = prop::collection::vec((name(), inner.clone()), 0..4);
        let object = (members, prop::collection::vec(name(), 0..2), 0..4).prop_map(
            |(members, required, kind)| {
                let members: Map<String, Value> = members
                    .into_iter()
                    .map(|(name, one)| (name.to_owned(), one))
                    .collect();
                let required: BTreeSet<&str> = required.into_iter().collect();
                let mut made = json!({"type": "object", "properties": members});
                if kind > 0 {
                    made["required"] = json!(required);
                }
                if kind > 1 {
                    made["additionalProperties"] = json!(kind > 2);
                }
                made
            },
        );
        let list = prop::collection::vec(inner.clone(), 1..3);
        let joined = (list, prop::sample::select(vec!["allOf", "anyOf", "oneOf"])).prop_map(
            |(list, keyword)| Value::Object(Map::from_iter([(keyword.to_owned(), list.into())])),
        );
        prop_oneof![
            3 => object,
            1 => joined,
            1 => inner.prop_map(|one| json!({"type": "array", "items": one})),
        ]
    });
    grown.boxed()
}

fn content() -> impl Strategy<Value = Vec<BodyMedia>> {
    let kinds = vec![
        "application/json",
        "multipart/form-data",
        "application/x-www-form-urlencoded",
        "text/plain",
        "application/xml",
        "image/png",
        "*/*",
    ];
    let one = (prop::sample::select(kinds), schema());
    prop::collection::vec(one.prop_map(|(kind, schema)| media(kind, schema)), 1..3)
}

fn operations() -> impl Strategy<Value = OpenApiOperation> {
    let places = vec![
        ParameterPlace::Path,
        ParameterPlace::Query,
        ParameterPlace::Header,
        ParameterPlace::Cookie,
    ];
    let parameters = prop::collection::vec((prop::sample::select(places), name(), schema()), 0..4);
    let body = prop::option::of((any::<bool>(), content()));
    let replies = prop::collection::vec((200u16..206, content()), 0..3);
    ("[a-c.]{0,2}", parameters, body, replies).prop_map(|(id, parameters, body, replies)| {
        let mut one = operation("POST /x");
        one.id = Some(id);
        let mut seen = BTreeSet::new();
        let parameters = parameters.into_iter();
        one.parameters = parameters
            .filter(|(place, name, _)| seen.insert((*place, *name)))
            .map(|(place, name, schema)| parameter(place, name, schema))
            .collect();
        one.body = body.map(|(required, content)| OperationBody {
            description: None,
            required,
            content,
        });
        let replies = replies.into_iter();
        one.responses = replies
            .map(|(status, content)| response(ResponseStatus::Exact(status), content))
            .collect();
        one
    })
}

fn document() -> impl Strategy<Value = ApiDescription> {
    let definitions = prop::collection::vec(schema(), 4);
    (prop::collection::vec(operations(), 1..5), definitions).prop_map(|(mut all, definitions)| {
        for (at, operation) in all.iter_mut().enumerate() {
            operation.path = format!("/x{at}");
        }
        let definitions = definitions.into_iter().enumerate();
        let definitions: Map<String, Value> = definitions
            .map(|(at, one)| (format!("D{at}"), one))
            .collect();
        api(all, Value::Object(definitions))
    })
}

/// The arguments that a schema has, with their groups.
fn arguments(tool: &ApiTool) -> BTreeSet<(Option<String>, String)> {
    let is_grouped = tool.layout.slots.iter().any(|slot| slot.group.is_some());
    let names = |schema: &Value| -> Vec<String> {
        let members = schema["properties"].as_object().expect("properties");
        members.keys().cloned().collect()
    };
    let mut found = BTreeSet::new();
    for name in names(&tool.input) {
        let is_group = is_grouped && name != "body" && name != SELECT;
        if is_group {
            let members = names(&tool.input["properties"][&name]);
            found.extend(members.into_iter().map(|one| (Some(name.clone()), one)));
        } else {
            found.insert((None, name));
        }
    }
    found
}

fn check(tool: &ApiTool) {
    assert!((1..=64).contains(&tool.name.len()));
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    assert!(tool.name.bytes().all(is_plain), "{}", tool.name);
    for schema in std::iter::once(&tool.input).chain(&tool.output) {
        assert_eq!(schema["type"], "object");
        let validator = SchemaValidator::compile(schema);
        assert!(validator.is_ok(), "{schema}");
    }
    let mut slots: BTreeSet<_> = tool
        .layout
        .slots
        .iter()
        .map(|slot| (slot.group.map(str::to_owned), slot.argument.clone()))
        .collect();
    assert_eq!(slots.len(), tool.layout.slots.len(), "a slot twice");
    if tool.selects {
        assert!(slots.insert((None, SELECT.to_owned())));
    }
    assert_eq!(arguments(tool), slots);
    if let Some(output) = tool.output.as_ref().filter(|_| tool.selects) {
        let validator = SchemaValidator::compile(output).expect("a schema");
        let selected = json!({"selected": {"any": "thing"}});
        assert!(validator.violations(&selected).is_empty(), "{output}");
    }
}

proptest! {
    #[test]
    fn every_tool_can_be_used(document in document()) {
        let (tools, findings) = tools(&document, &ToolOptions::default());
        let left = findings.iter().filter(|it| it.severity == candor_model::Severity::Error);
        prop_assert_eq!(tools.len() + left.count(), document.operations.len());
        tools.iter().for_each(check);
        let names: BTreeSet<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        prop_assert_eq!(names.len(), tools.len());
    }
}
