use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::{Map, json};

use super::golden::TestMachine;
use super::*;
use crate::scan::LARGEST;

fn cursor(machine: &TestMachine, text: &str) -> PathBuf {
    let path = machine.path(ClientKind::Cursor, "json");
    TestMachine::write(&path, text);
    path
}

#[test]
fn the_same_server_in_several_clients_is_one_source() {
    let machine = TestMachine::new();
    let text = json!({"mcpServers": {
        "files": {"command": "npx", "args": ["files", "/a"]},
        "other": {"command": "npx", "args": ["files", "/b"]},
    }});
    cursor(&machine, &text.to_string());
    let desktop = machine.path(ClientKind::ClaudeDesktop, "json");
    TestMachine::write(
        &desktop,
        r#"{"mcpServers": {"My files": {"command": "npx", "args": ["files", "/a"]}}}"#,
    );
    let plan = machine.plan(&machine.scan());
    let names: Vec<(&str, usize)> = plan
        .sources
        .iter()
        .map(|source| (source.name.as_str(), source.origins.len()))
        .collect();
    assert_eq!(names, [("My-files", 2), ("other", 1)]);
    assert_eq!(plan.changes.len(), 3);
}

#[test]
fn servers_of_a_project_start_in_its_folder() {
    let machine = TestMachine::new();
    let path = machine.home().join(".claude.json");
    let text = r#"{"projects": {"/home/ada/shop": {"mcpServers": {
        "x": {"command": "./x"}, "y": {"command": "y", "cwd": "sub"}}}}}"#;
    TestMachine::write(&path, text);
    let plan = machine.plan(&machine.scan());
    let folders = plan.sources.iter().map(|source| match &source.transport {
        ServerTransport::Program { cwd, .. } => cwd.clone().unwrap_or_default(),
        ServerTransport::Remote { .. } => String::new(),
    });
    assert_eq!(
        folders.collect::<Vec<_>>(),
        ["/home/ada/shop", "/home/ada/shop/sub"]
    );
}

#[test]
fn a_file_of_the_project_stays_unless_it_is_asked_for() {
    let machine = TestMachine::new();
    let path = machine.home().join("project/.mcp.json");
    TestMachine::write(&path, r#"{"mcpServers": {"x": {"command": "x"}}}"#);
    let plan = machine.plan(&machine.scan());
    assert!(plan.changes.is_empty());
    assert!(plan.left[0].reason.contains("--project"), "{:?}", plan.left);
}

#[test]
fn a_read_only_file_is_left_alone() {
    let machine = TestMachine::new();
    let path = cursor(&machine, r#"{"mcpServers": {"x": {"command": "x"}}}"#);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("read-only");
    let plan = machine.plan(&machine.scan());
    assert!(plan.changes.is_empty());
    assert_eq!(plan.left[0].reason, "its file is read-only");
}

#[test]
fn what_cannot_be_read_is_told_with_its_place() {
    let machine = TestMachine::new();
    cursor(&machine, "{\n  \"mcpServers\": {,}\n}");
    let codex = machine.path(ClientKind::Codex, "toml");
    TestMachine::write(&codex, "a = 1\nb = = 2\n");
    let goose = machine.path(ClientKind::Goose, "yaml");
    TestMachine::write(&goose, "extensions:\n  a: [\n");
    let warp = machine.path(ClientKind::Warp, "json");
    TestMachine::write(&warp, "");
    fs::write(&warp, b"{\"\xe9\": 1}").expect("a file");
    let huge = machine.path(ClientKind::LmStudio, "json");
    TestMachine::write(&huge, "");
    let file = fs::File::create(&huge).expect("a file");
    file.set_len(LARGEST + 1).expect("a size");
    let folder = machine.path(ClientKind::Junie, "json");
    fs::create_dir_all(&folder).expect("a folder");
    let found = machine.scan();
    assert!(found.files.is_empty());
    let told: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
    for (told, expect) in told.iter().zip([
        "mcp.json:2:18: warning: this file of Cursor was left alone: ",
        "config.toml:2:",
        "config.yaml:2:6: warning: this file of goose",
        "mcp.json: warning: this is not a file",
        "mcp.json: warning: this file is larger than 16MiB",
        ".mcp.json: warning: this file is not UTF-8 text: byte 2 is wrong",
    ]) {
        assert!(told.contains(expect), "{told}");
    }
    assert_eq!(told.len(), 6);
}

#[test]
fn ten_thousand_servers_with_hostile_names() {
    let machine = TestMachine::new();
    let hostile = [
        "../../etc/passwd",
        "a\u{202e}b",
        "\u{1b}[2J",
        "a\nb",
        "[x]",
        "a.b",
        "\u{0}",
    ];
    let mut servers = Map::new();
    for number in 0..10_000 {
        let name = hostile[number % hostile.len()];
        servers.insert(
            format!("{name}{number}"),
            json!({"command": "x", "args": [number.to_string()]}),
        );
    }
    let text = format!("{:#}", json!({ "mcpServers": servers }));
    let path = cursor(&machine, &text);
    let plan = machine.plan(&machine.scan());
    assert_eq!(plan.sources.len(), 10_000);
    for source in &plan.sources {
        assert!(candor_model::SourceName::parse(&source.name).is_ok());
    }
    let backups = machine.apply(&plan);
    let after = fs::read_to_string(&path).expect("the file");
    assert!(after.len() < 300, "{after}");
    TestMachine::undo(&backups);
    assert_eq!(fs::read_to_string(&path).expect("the file"), text);
}

#[test]
fn an_existing_configuration_is_extended_and_its_names_are_taken() {
    let machine = TestMachine::new();
    cursor(&machine, r#"{"mcpServers": {"files": {"command": "x"}}}"#);
    let found = machine.scan();
    let text = "# mine\r\n[sources.files]\r\ncommand = \"y\"";
    let options = |text| AdoptOptions {
        with_project: false,
        except: &[],
        project: Path::new("/work"),
        command: "candor",
        args: &[],
        config: Path::new("/c/candor.toml"),
        config_text: Some(text),
        taken: vec!["files-2".to_owned()],
    };
    let plan = super::plan(&found.files, &options(text)).expect("a plan");
    let added = "\r\n\r\n[sources.files-3]\r\ncommand = \"x\"\r\n";
    assert_eq!(plan.changes[0].after, format!("{text}{added}"));
    for bad in ["[sources", "sources = { a = { command = \"x\" } }"] {
        let refused = super::plan(&found.files, &options(bad)).expect_err("refused");
        assert!(refused.to_string().contains("cannot be extended"));
    }
}
