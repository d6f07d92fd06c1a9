//! `candor data`: every folder has its own state, which can be seen and moved.

use serde_json::Value;

use crate::sandbox::{CommandSandbox, check, text};
use crate::serve::ServeProcess;

/// Runs a line in a folder of the sandbox.
#[track_caller]
fn run_in(sandbox: &CommandSandbox, folder: &str, line: &str) -> crate::sandbox::CommandRun {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut command = sandbox.command(&words);
    command.current_dir(sandbox.path().join(folder));
    sandbox.finish(command, "")
}

#[track_caller]
fn data_of(sandbox: &CommandSandbox, folder: &str) -> Value {
    run_in(sandbox, folder, "data show --json").exited(0).json()
}

/// The names of the tokens that a folder knows.
#[track_caller]
fn tokens(sandbox: &CommandSandbox, folder: &str, flags: &str) -> Vec<String> {
    let listed = run_in(sandbox, folder, &format!("token list --json {flags}"));
    let listed = listed.exited(0).json();
    let listed = listed["tokens"].as_array().expect("a list");
    listed.iter().map(|token| text(&token["name"])).collect()
}

/// Two projects and a folder without a configuration.
fn projects() -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    for folder in ["one", "two", "none"] {
        sandbox.folder(folder);
    }
    sandbox.file("one/candor.toml", "[audit]\nretention = \"7d\"\n");
    sandbox.file("two/.mcp.json", "{\"mcpServers\": {}}");
    sandbox
}

#[test]
fn one_project_does_not_see_the_state_of_another() {
    let sandbox = projects();
    for (folder, token) in [("one", "first"), ("two", "second"), ("none", "demo")] {
        let line = format!("token create {token} --role viewer");
        run_in(&sandbox, folder, &line).exited(0);
    }
    for (folder, token) in [("one", "first"), ("two", "second"), ("none", "demo")] {
        assert_eq!(tokens(&sandbox, folder, ""), [token]);
    }
    let listed = run_in(&sandbox, "one", "data list --json").exited(0).json();
    let listed = listed["data"].as_array().expect("a list");
    assert_eq!(listed.len(), 3, "{listed:?}");
    let current = listed.iter().filter(|one| one["current"] == true);
    let current: Vec<String> = current.map(|one| text(&one["folder"])).collect();
    assert_eq!(current, ["[DIR]/one"]);
}

#[test]
fn state_is_shared_on_purpose() {
    let sandbox = projects();
    let shared = "[server]\ndata = \"../shared\"\n";
    for folder in ["one", "two"] {
        sandbox.file(&format!("{folder}/candor.toml"), shared);
    }
    run_in(&sandbox, "one", "token create first --role viewer").exited(0);
    assert_eq!(tokens(&sandbox, "two", ""), ["first"]);
    let shown = run_in(&sandbox, "one", "data show").exited(0);
    shown.prints("all folders that set this directory; set by candor.toml:2:8");
}

#[test]
fn state_is_moved_whole_or_not_at_all() {
    let sandbox = projects();
    run_in(&sandbox, "one", "token create first --role viewer").exited(0);
    let from = text(&data_of(&sandbox, "one")["data"]);
    let from = from.replace("[DIR]", &sandbox.path().display().to_string());
    // Another folder takes it.
    check!(run_in(&sandbox, "two", &format!("data move --from {from}")), @r"
    exit 0
    --- stdout
    moved the state from [DIR]/.local/share/candor/workspaces/[FOLDER] to [DIR]/.local/share/candor/workspaces/[FOLDER]
    ");
    assert_eq!(tokens(&sandbox, "two", ""), ["first"]);
    assert_eq!(data_of(&sandbox, "one")["exists"], false);
    check!(run_in(&sandbox, "two", &format!("data move --from {from}")), @r"
    exit 2
    --- stderr
    error: `[DIR]/.local/share/candor/workspaces/[FOLDER]` holds no state
      hint: `candor data list` shows which directories do
    ");
    // State is never put on top of other state.
    run_in(&sandbox, "one", "token create again --role viewer").exited(0);
    run_in(&sandbox, "two", &format!("data move --from {from}")).reports("holds state already");
    let moved = run_in(&sandbox, "two", "data move --to elsewhere").exited(0);
    moved.reports("set `data = \"[DIR]/two/elsewhere\"` in `[server]`");
    assert_eq!(tokens(&sandbox, "two", "--data elsewhere"), ["first"]);
}

#[test]
fn a_running_gateway_keeps_its_state() {
    let sandbox = CommandSandbox::new();
    let served = ServeProcess::start(&sandbox, &[]);
    let ran = sandbox.run("data move --to elsewhere");
    assert_eq!(ran.code, Some(2), "{ran}");
    ran.reports(format!(
        "a gateway is running on the state, at http://{}",
        served.address()
    ));
    sandbox
        .ok("data show")
        .prints(format!("running at http://{}", served.address()));
}

#[test]
fn the_state_of_an_earlier_version_is_mentioned() {
    let sandbox = CommandSandbox::configured("[audit]\nretention = \"7d\"\n");
    let old = sandbox.path().join(".local/share/candor");
    let data = old.display().to_string();
    sandbox.ok(&format!("token create old --role viewer --data {data}"));
    let served = ServeProcess::start(&sandbox, &[]);
    let (_, _, logged) = served.end("-TERM");
    assert!(
        logged.contains(&format!("`candor data move --from {data}`")),
        "{logged}"
    );
}
