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
    let sandbox = CommandSandbox::new();
    sandbox.file("candor.toml", "[server\n");
    let ran = sandbox.run_with("stdio", HELLO);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran}");
}

#[test]
fn an_environment_is_served() {
    let sandbox = CommandSandbox::new();
    for args in [
        &["environment", "create", "dev"][..],
        &[
            "annotate",
            "bookshop.add_book",
            "--environment",
            "dev",
            "--idempotent",
            "true",
        ],
    ] {
        let ran = sandbox.run_args(args);
        assert_eq!(ran.code, Some(0), "{ran}");
    }
    let idempotent = |args: &[&str]| {
        let ran = sandbox.run_args_with(args, HELLO);
        let tools = answers(&ran)[1]["result"]["tools"].clone();
        let mut tools = tools.as_array().expect("a list").iter();
        let added = tools.find(|tool| tool["name"] == "bookshop_add_book");
        added.expect("the tool")["annotations"]["idempotentHint"].clone()
    };
    assert_eq!(idempotent(&["stdio"]), false);
    assert_eq!(idempotent(&["stdio", "--environment", "dev"]), true);
    for args in [
        &["toolset", "build", "adding", "bookshop.add_book"][..],
        &["toolset", "build", "none", "bookshop.list_*"],
    ] {
        let ran = sandbox.run_args(args);
        assert_eq!(ran.code, Some(0), "{ran}");
    }
    let served = |args: &[&str]| {
        let ran = sandbox.run_args_with(args, HELLO);
        let tools = answers(&ran)[1]["result"]["tools"].clone();
        let tools = tools.as_array().expect("a list").clone();
        tools
            .iter()
            .map(|tool| tool["name"].clone())
            .collect::<Vec<_>>()
    };
    let adding = ["stdio", "--toolset", "adding", "--environment", "dev"];
    assert_eq!(served(&adding), ["bookshop_add_book"]);
    let unknown = sandbox.run_with("stdio --toolset other", HELLO);
    assert_eq!(
        (unknown.code, unknown.stdout.as_str()),
        (Some(2), ""),
        "{unknown}"
    );
    unknown.reports("there is no toolset `other`");
    let none = sandbox.run_with("stdio --environment prod", HELLO);
    assert_eq!((none.code, none.stdout.as_str()), (Some(2), ""), "{none}");
    none.reports("there is no environment `prod`");
}
