//! `candor nextcloud`.

use crate::sandbox::CommandSandbox;

/// The first message of a client with a session, and its list of tools.
const CLIENT: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    "\n",
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
    "\n",
);

#[test]
fn every_tool_says_what_it_does() {
    let sandbox = CommandSandbox::new();
    let printed = sandbox.silent(0, "nextcloud tools --json").json();
    let tools = printed["tools"].as_array().expect("a list");
    assert!(tools.len() >= 100, "{}", tools.len());
    for tool in tools {
        let annotations = &tool["annotations"];
        for hint in [
            "readOnlyHint",
            "destructiveHint",
            "idempotentHint",
            "openWorldHint",
        ] {
            assert!(annotations[hint].is_boolean(), "{hint} of {tool}");
        }
        assert!(tool["title"].is_string(), "{tool}");
    }
    let text = sandbox.silent(0, "nextcloud tools").stdout;
    assert!(text.contains("nc_notes_create_note"), "{text}");
    assert_eq!(sandbox.entry_count(), 0, "nothing is kept");
}

#[test]
fn the_account_must_be_named() {
    let sandbox = CommandSandbox::new();
    let ran = sandbox.exits(2, "nextcloud");
    assert!(ran.stderr.contains("`NEXTCLOUD_HOST` is not set"), "{ran}");
    let ran = sandbox.run_env("nextcloud", ("NEXTCLOUD_HOST", "https://cloud.example"));
    assert!(
        ran.stderr.contains("`NEXTCLOUD_USERNAME` is not set"),
        "{ran}"
    );
}

/// One sentence, and not that the tools are offered all the same.
#[test]
fn an_address_that_is_none_is_refused() {
    let sandbox = CommandSandbox::new();
    let mut command = sandbox.command(&["nextcloud"]);
    command
        .env("NEXTCLOUD_HOST", "cloud")
        .env("NEXTCLOUD_USERNAME", "ada")
        .env("NEXTCLOUD_PASSWORD", "secret");
    let ran = sandbox.finish(command, "").exited(2);
    assert!(ran.stderr.contains("`cloud` is not the address"), "{ran}");
    assert!(!ran.stderr.contains("offered"), "{ran}");
}

#[test]
fn the_pack_is_served_under_its_own_names() {
    let sandbox = CommandSandbox::new();
    let mut command = sandbox.command(&["nextcloud"]);
    command
        .env("NEXTCLOUD_HOST", "http://127.0.0.1:9")
        .env("NEXTCLOUD_USERNAME", "ada")
        .env("NEXTCLOUD_PASSWORD", "secret");
    let ran = sandbox.finish(command, CLIENT);
    assert!(
        ran.stdout.contains(r#""name":"nc_notes_create_note""#),
        "{ran}"
    );
    assert!(!ran.to_string().contains("secret"), "{ran}");
}
