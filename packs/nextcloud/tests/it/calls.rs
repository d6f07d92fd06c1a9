//! Every tool is called: with success, and with each of its refusals.

use std::collections::BTreeSet;

use crate::case::PackWorld;
use crate::cases;

#[tokio::test]
async fn every_tool_has_a_success_and_a_refusal() {
    let world = PackWorld::start().await;
    let tools: BTreeSet<&str> = world
        .toolbox
        .definitions()
        .map(|tool| tool.name.as_str())
        .collect();
    let cases = cases::all();
    let called: BTreeSet<&str> = cases.iter().map(|case| case.tool).collect();
    assert_eq!(called, tools, "the cases are those of the tools");
    assert_eq!(called.len(), cases.len(), "no tool has two entries");
    for case in &cases {
        assert!(!case.refused.is_empty(), "{} has no refusal", case.tool);
    }
}

#[tokio::test]
async fn every_tool_succeeds() {
    let world = PackWorld::start().await;
    for case in cases::all() {
        world.server.reset();
        let answer = world.ask(case.tool, &case.arguments).await;
        for (pointer, expect) in &case.gives {
            let found = answer.pointer(pointer);
            let expect = world.resolved(expect.clone());
            assert_eq!(found, Some(&expect), "{} {pointer}: {answer:#}", case.tool);
        }
        for arguments in &case.also {
            world.server.reset();
            world.ask(case.tool, arguments).await;
        }
    }
}

#[tokio::test]
async fn answers_fit_their_schemas() {
    let world = PackWorld::start().await;
    for case in cases::all() {
        world.server.reset();
        let definition = world.toolbox.definition(case.tool).unwrap();
        let schema = definition.output_schema.clone().expect(case.tool);
        let validator = jsonschema::validator_for(&schema).expect(case.tool);
        let answer = world.ask(case.tool, &case.arguments).await;
        let wrong: Vec<String> = validator
            .iter_errors(&answer)
            .map(|error| error.to_string())
            .collect();
        assert!(wrong.is_empty(), "{}: {wrong:#?}\n{answer:#}", case.tool);
    }
}

#[tokio::test]
async fn every_refusal_is_explained_and_changes_nothing() {
    let world = PackWorld::start().await;
    for case in cases::all() {
        for (arguments, told) in &case.refused {
            world.server.reset();
            let before = world.server.snapshot();
            let sentence = world.fail(case.tool, arguments).await;
            assert!(
                sentence.contains(told),
                "{} {arguments}: {sentence}",
                case.tool
            );
            assert_eq!(world.server.snapshot(), before, "{} {arguments}", case.tool);
        }
    }
}
