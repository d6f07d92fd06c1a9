//! What every tool must be, whatever document it comes from.

use std::collections::BTreeSet;

use candor_openapi::ApiTool;
use candor_schema::SchemaValidator;
use serde_json::{Value, json};

/// A tool has a good name, schemas that compile, and a place for each argument.
pub(crate) fn check_tool(tool: &ApiTool) {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    assert!((1..=64).contains(&tool.name.len()), "{}", tool.name);
    assert!(tool.name.bytes().all(is_plain), "{}", tool.name);
    assert!(!tool.description.trim().is_empty(), "{}", tool.name);
    check_schema(tool, &tool.input);
    assert_eq!(arguments(tool), slots(tool), "{}", tool.name);
    if let Some(output) = &tool.output {
        let validator = check_schema(tool, output);
        if tool.selects {
            let selected = json!({"selected": [{"any": "thing"}]});
            assert!(validator.violations(&selected).is_empty(), "{}", tool.name);
        }
    }
}

fn check_schema(tool: &ApiTool, schema: &Value) -> SchemaValidator {
    assert_eq!(schema["type"], "object", "{}", tool.name);
    match SchemaValidator::compile(schema) {
        Ok(validator) => validator,
        Err(error) => panic!("{}: {error} in {schema}", tool.name),
    }
}

type NamePair = (Option<String>, String);

fn slots(tool: &ApiTool) -> BTreeSet<NamePair> {
    let slots = tool.layout.slots.iter();
    let own = slots.map(|slot| (slot.group.map(str::to_owned), slot.argument.clone()));
    own.chain(tool.selects.then(|| (None, "_select".to_owned())))
        .collect()
}

/// The arguments that the schema has, with their groups.
fn arguments(tool: &ApiTool) -> BTreeSet<NamePair> {
    let groups: BTreeSet<&str> = tool.layout.slots.iter().filter_map(|it| it.group).collect();
    let mut found = BTreeSet::new();
    for (name, schema) in tool.input["properties"].as_object().expect("properties") {
        if groups.contains(name.as_str()) {
            let inner = schema["properties"].as_object().expect("properties");
            found.extend(inner.keys().map(|it| (Some(name.clone()), it.clone())));
        } else {
            found.insert((None, name.clone()));
        }
    }
    found
}
