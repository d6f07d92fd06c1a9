//! What the tools say of themselves: the policy, and the bytes.

use candor_functions::{FunctionDefinition, Hint, assert_annotations};
use candor_gs1::{Gs1Error, Gs1Options, toolbox};
use candor_lint::{DescribedTool, LintInput, LintPolicy, LintProfile, LintReport};
use serde_json::{Value, json};

use crate::case::PackCase;

#[tokio::test]
async fn the_annotations_are_those_of_the_policy() {
    let toolbox = PackCase::empty().await.toolbox;
    assert_annotations!(toolbox);
    assert_annotations!(toolbox, {
        "ping" => read_only idempotent !destructive !open_world,
        "validate_gtin" => read_only idempotent !destructive !open_world,
        "resolve_gtin" => read_only idempotent !destructive !open_world,
        "lookup_product" => read_only idempotent !destructive !open_world,
        "generate_qr_url" => idempotent !read_only !destructive !open_world,
    });
}

/// The same, without the framework's help.
#[tokio::test]
async fn the_policy_holds_on_the_wire() {
    let toolbox = PackCase::empty().await.toolbox;
    let table = [
        ("ping", "Ping", true),
        ("validate_gtin", "Validate GTIN", true),
        ("resolve_gtin", "Resolve GTIN", true),
        ("lookup_product", "Look Up Product", true),
        ("generate_qr_url", "Generate QR URL", false),
    ];
    let written: Vec<Value> = toolbox
        .definitions()
        .map(FunctionDefinition::to_json)
        .collect();
    let names: Vec<_> = written.iter().map(|tool| tool["name"].clone()).collect();
    assert_eq!(
        names,
        table.map(|(name, ..)| name),
        "every tool is in the table"
    );
    for (tool, (name, title, read_only)) in written.iter().zip(table) {
        let annotations = tool["annotations"].as_object().expect(name);
        assert_eq!(
            tool["annotations"],
            json!({
                "title": title,
                "readOnlyHint": read_only,
                "destructiveHint": false,
                "idempotentHint": true,
                "openWorldHint": false,
            }),
            "{name}"
        );
        assert_eq!(tool["title"], title, "{name}");
        let destroys = annotations["destructiveHint"] == true;
        assert!(!destroys || annotations["readOnlyHint"] == false, "{name}");
        assert!(
            !tool.to_string().contains(":null"),
            "{name}: nothing is null"
        );
    }
    for tool in toolbox.definitions() {
        assert_eq!(
            tool.hints.get(Hint::Destructive),
            Some(false),
            "{}",
            tool.name
        );
    }
}

#[tokio::test]
async fn the_definitions_are_these() {
    let toolbox = PackCase::empty().await.toolbox;
    assert!(toolbox.warnings().is_empty(), "{:?}", toolbox.warnings());
    let written: Vec<Value> = toolbox
        .definitions()
        .map(FunctionDefinition::to_json)
        .collect();
    insta::assert_snapshot!(serde_json::to_string_pretty(&written).unwrap());
}

#[tokio::test]
async fn a_resolver_that_is_none_is_refused() {
    let case = PackCase::empty().await;
    for resolver in ["", "id.example.org", "https://a b", "https://a?x=1"] {
        let options = Gs1Options {
            store: case.store.clone(),
            resolver: resolver.to_owned(),
        };
        let error = toolbox(options).expect_err(resolver);
        assert!(
            matches!(error, Gs1Error::Resolver(_)),
            "{resolver}: {error}"
        );
    }
}

#[tokio::test]
async fn the_strict_profile_finds_nothing() {
    let toolbox = PackCase::empty().await.toolbox;
    let tools = toolbox.definitions().map(FunctionDefinition::to_json);
    let tools: Vec<_> = tools
        .map(|tool| DescribedTool::read(tool).expect("a tool"))
        .collect();
    assert_eq!(tools.len(), 5);
    let policy = LintPolicy::of(LintProfile::Strict);
    let input = LintInput::new(LintInput::subjects("gs1", tools, policy.destructive));
    let report = LintReport::new(&input, &policy, Vec::new());
    let found: Vec<String> = report
        .findings
        .iter()
        .map(|one| format!("{:?} {}: {}", one.tool, one.rule.id, one.message))
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}
