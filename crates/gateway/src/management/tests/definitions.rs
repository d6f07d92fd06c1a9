//! The requirements of every definition, and the answers to invalid arguments.

use candor_model::Hint;
use candor_schema::SchemaValidator;
use serde_json::{Value, json};

use super::fixture::{output, world};
use crate::management::{self, CALL_READ_ONLY_TOOL, CALL_TOOL};

fn definition(name: &str) -> Value {
    let builtin = management::named(name).expect("a management tool");
    builtin.definition.decode().expect("JSON")
}

#[test]
fn all_are_there_in_their_order() {
    let names: Vec<_> = management::all().iter().map(|one| one.name).collect();
    assert_eq!(
        names,
        [
            "list-available-tools",
            "build-toolset",
            "list-saved-toolsets",
            "equip-toolset",
            "delete-toolset",
            "unequip-toolset",
            "get-active-toolset",
            "add-tool-annotation",
            "search-tools",
            "describe-tool",
            "call-read-only-tool",
            "call-tool",
        ]
    );
    assert!(management::named("call_tool").is_none());
}

#[test]
fn definitions_are_complete() {
    for builtin in management::all() {
        let name = builtin.name;
        let definition = definition(name);
        assert_eq!(definition["name"], name);
        let title = definition["title"].as_str().expect("a title");
        assert!(!title.is_empty(), "{name}");
        assert_eq!(definition["annotations"]["title"], title, "{name}");
        let description = definition["description"].as_str().expect("a description");
        assert!(
            (40..400).contains(&description.len()),
            "{name}: {description}"
        );
        assert!(!description.contains("  "), "{name}: {description}");
        let input = &definition["inputSchema"];
        SchemaValidator::compile(input).expect(name);
        assert_eq!(input["type"], "object", "{name}");
        assert_eq!(input["additionalProperties"], false, "{name}");
        for hint in Hint::ALL {
            let value = &definition["annotations"][hint.wire()];
            assert!(value.is_boolean(), "{name}: {}", hint.wire());
        }
        let relays = [CALL_TOOL, CALL_READ_ONLY_TOOL].contains(&name);
        assert_eq!(output(builtin).is_none(), relays, "{name}");
    }
}

#[test]
fn hints_say_what_the_tools_do() {
    let hints = |name: &str| {
        let annotations = &definition(name)["annotations"];
        Hint::ALL.map(|hint| annotations[hint.wire()] == true)
    };
    for (name, expect) in [
        ("list-available-tools", [true, false, true, false]),
        ("list-saved-toolsets", [true, false, true, false]),
        ("get-active-toolset", [true, false, true, false]),
        ("search-tools", [true, false, true, false]),
        ("describe-tool", [true, false, true, false]),
        ("build-toolset", [false, false, false, false]),
        ("equip-toolset", [false, false, true, false]),
        ("unequip-toolset", [false, false, true, false]),
        ("add-tool-annotation", [false, false, true, false]),
        ("delete-toolset", [false, true, true, false]),
        ("call-read-only-tool", [true, false, true, true]),
        ("call-tool", [false, true, false, true]),
    ] {
        assert_eq!(hints(name), expect, "{name}");
    }
}

/// Any arguments get an answer of the right form that reports all problems.
#[tokio::test]
async fn bad_arguments_are_told_at_once() {
    let world = world().await;
    for builtin in management::all() {
        for arguments in [json!(null), json!([]), json!("x"), json!({"surprise": 1})] {
            let answer = world.failed(builtin.name, arguments).await.to_string();
            assert!(answer.contains("do not fit its input schema"), "{answer}");
            assert!(answer.contains(builtin.name), "{answer}");
        }
    }
    let answer = world
        .failed(
            "build-toolset",
            json!({"name": "Bad Name", "tools": [{}], "description": "x".repeat(201), "more": 1}),
        )
        .await;
    let error = answer["meta"]["error"].as_str().expect("an error");
    for part in ["/name: ", "/tools/0: ", "/description: ", "'more'"] {
        assert!(error.contains(part), "{part} in {error}");
    }
    let many: Vec<_> = (0..101)
        .map(|at| json!({"namespacedName": format!("a.{at}")}))
        .collect();
    for tools in [json!([]), json!(many)] {
        let arguments = json!({"name": "many", "tools": tools});
        let answer = world.failed("build-toolset", arguments).await;
        assert_eq!(answer["meta"]["success"], false);
        assert!(answer.get("toolset").is_none());
    }
    for (tool, arguments) in [
        ("search-tools", json!({"query": ""})),
        ("search-tools", json!({"query": "x".repeat(501)})),
        ("search-tools", json!({"query": "x", "limit": 0})),
        ("search-tools", json!({"query": "x", "limit": 51})),
        ("search-tools", json!({"query": "x", "limit": 1.5})),
        ("delete-toolset", json!({"name": "x", "confirm": "yes"})),
        ("equip-toolset", json!({"name": 5})),
    ] {
        world.failed(tool, arguments).await;
    }
}

#[test]
fn policy_knows_what_each_of_them_does() {
    for builtin in management::all() {
        let name = builtin.name;
        assert_eq!(builtin.qualified.to_string(), format!("candor.{name}"));
        let definition = definition(name);
        let relied = &builtin.effective.relied;
        for hint in [Hint::ReadOnly, Hint::Destructive] {
            let said = definition["annotations"][hint.wire()].as_bool();
            let found = relied.hint(hint).map(|fact| fact.value);
            assert_eq!(found, said, "{name} {hint:?}");
        }
        // Every tool that is not read-only requires an editor, except those that call another tool.
        let is_relay = [CALL_TOOL, CALL_READ_ONLY_TOOL].contains(&name);
        assert!(
            is_relay || builtin.changes != relied.is_read_only(),
            "{name}"
        );
    }
    let destructive = management::all()
        .iter()
        .filter(|one| one.changes && one.effective.relied.is_destructive());
    let names: Vec<_> = destructive.map(|one| one.name).collect();
    assert_eq!(names, ["delete-toolset"]);
}

#[test]
fn nobody_need_be_asked_about_a_call_that_does_nothing() {
    for (name, arguments, expect) in [
        (
            "delete-toolset",
            json!({"name": "work", "confirm": true}),
            false,
        ),
        (
            "delete-toolset",
            json!({"name": "work", "confirm": false}),
            true,
        ),
        ("delete-toolset", json!({"name": "work"}), true),
        ("delete-toolset", json!({"confirm": true}), true),
        ("equip-toolset", json!({"name": "work"}), false),
        ("equip-toolset", json!({"nme": "work"}), true),
    ] {
        let builtin = management::named(name).expect("a management tool");
        assert_eq!(
            builtin.does_nothing(&arguments),
            expect,
            "{name} {arguments}"
        );
    }
}
