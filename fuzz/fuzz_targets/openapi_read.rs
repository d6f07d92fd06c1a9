//! Whatever bytes come as a document: what cannot be read is told in a sentence, and every tool
//! that comes of it has a good name, schemas that compile and a place for each argument.

#![no_main]

use std::collections::HashSet;

use candor_openapi::{ApiTool, ArgumentTarget, DocumentBundle, ToolOptions, parse, read, tools};
use candor_schema::SchemaValidator;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let api = parse(bytes, "api.yaml").and_then(|root| read(&DocumentBundle::new("api.yaml", root)));
    let api = match api {
        Ok(api) => api,
        Err(error) => {
            assert!(error.to_string().len() < 1_000);
            return;
        }
    };
    let (tools, findings) = tools(&api, &ToolOptions::default());
    assert!(tools.len() <= api.operations.len());
    let mut names = HashSet::new();
    for tool in &tools {
        assert!(names.insert(&tool.name), "{}", tool.name);
        check(tool);
    }
    for finding in api.diagnostics.iter().chain(&findings) {
        assert!(finding.message.chars().count() < 2_000, "{finding}");
    }
});

fn check(tool: &ApiTool) {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    assert!((1..=64).contains(&tool.name.len()) && tool.name.bytes().all(is_plain));
    for schema in std::iter::once(&tool.input).chain(&tool.output) {
        assert_eq!(schema["type"], "object");
        if let Err(error) = SchemaValidator::compile(schema) {
            panic!("{error}: {schema}");
        }
    }
    for slot in &tool.layout.slots {
        let around = slot.group.map_or(&tool.input, |group| &tool.input["properties"][group]);
        assert!(around["properties"].get(&slot.argument).is_some(), "{slot:?}");
        if let ArgumentTarget::Parameter(at) = slot.target {
            assert!(at < tool.operation.parameters.len());
        }
    }
}
