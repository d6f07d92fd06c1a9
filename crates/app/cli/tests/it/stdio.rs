//! `candor stdio`.

use serde_json::Value;

use crate::sandbox::{CommandRun, CommandSandbox};

const HELLO: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
"#;

/// The answers by their ids; every line of standard output must be a message.
fn answers(ran: &CommandRun) -> Vec<Value> {
    let mut answers: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("nothing but the protocol"))
        .collect();
    answers.retain(|message| !message["id"].is_null());
    answers.sort_by_key(|message| message["id"].as_i64());
    answers
}

#[test]
fn the_demo_until_the_input_ends() {
    let ran = CommandSandbox::new().run_with("stdio", HELLO);
    assert_eq!(ran.code, Some(0), "{ran}");
    let answers = answers(&ran);
    assert_eq!(
        answers[0]["result"]["serverInfo"]["name"], "candor",
        "{ran}"
    );
    assert_eq!(
        answers[1]["result"]["tools"][0]["name"], "bookshop_list_books",
        "{ran}"
    );
    ran.reports("the demo is served");
}

#[test]
fn flags_do_not_reach_standard_output() {
    let ran = CommandSandbox::new().run_with("stdio --json --transparent bookshop", HELLO);
    assert_eq!(ran.code, Some(0), "{ran}");
    assert_eq!(
        answers(&ran)[1]["result"]["tools"][0]["name"],
        "list_books",
        "{ran}"
    );
}

#[test]
fn a_configuration_that_cannot_be_read() {
    let sandbox = CommandSandbox::configured("[server\n");
    sandbox.run_with("stdio", HELLO).refused();
}

#[test]
fn an_environment_is_served() {
    let sandbox = CommandSandbox::new();
    sandbox.ok("environment create dev");
    sandbox.ok("annotate bookshop.add_book --environment dev --idempotent true");
    let tools = |line: &str| -> Vec<Value> {
        let tools = answers(&sandbox.run_with(line, HELLO))[1]["result"]["tools"].clone();
        tools.as_array().expect("a list").clone()
    };
    let idempotent = |line: &str| {
        let mut tools = tools(line).into_iter();
        let added = tools.find(|tool| tool["name"] == "bookshop_add_book");
        added.expect("the tool")["annotations"]["idempotentHint"].clone()
    };
    assert_eq!(idempotent("stdio"), false);
    assert_eq!(idempotent("stdio --environment dev"), true);
    sandbox.ok("toolset build adding bookshop.add_book");
    sandbox.ok("toolset build none bookshop.list_*");
    let served = tools("stdio --toolset adding --environment dev");
    let served: Vec<&Value> = served.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(served, ["bookshop_add_book"]);
    let unknown = sandbox.run_with("stdio --toolset other", HELLO);
    unknown.refused();
    unknown.reports("there is no toolset `other`");
    let none = sandbox.run_with("stdio --environment prod", HELLO);
    none.refused();
    none.reports("there is no environment `prod`");
}
