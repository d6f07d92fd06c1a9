//! `candor adopt`.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use serde_json::json;

use crate::sandbox::{CommandSandbox, check, has, len};
use crate::upstream::{CannedReplies, CannedUpstream};

const CURSOR: &str = r#"{
  // mine
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "files", "/notes"] },
    "github": {
      "command": "github-server",
      "env": { "GITHUB_TOKEN": "ghp_0123456789abcdef" },
    },
  },
}
"#;

const CODEX: &str = "model = \"x\" # stays\n\n[mcp_servers.notes]\ncommand = \"npx\"\n\
                     args = [\"-y\", \"files\", \"/notes\"]\n";

const UPSTREAM: CannedReplies = CannedReplies {
    tools: r#"{"tools":[{"name":"look","annotations":{"readOnlyHint":true,"openWorldHint":false},"inputSchema":{"type":"object"}},{"name":"send","annotations":{"readOnlyHint":false,"openWorldHint":true},"inputSchema":{"type":"object"}},{"name":"plain","inputSchema":{"type":"object"}}]}"#,
    call: r#"{"content":[]}"#,
};

fn put(sandbox: &CommandSandbox, name: &str, text: &str) -> PathBuf {
    let path = sandbox.path().join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(&path, text).expect("a file");
    path
}

/// A home with two clients.
fn two_clients() -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    put(&sandbox, ".cursor/mcp.json", CURSOR);
    put(&sandbox, ".codex/config.toml", CODEX);
    sandbox
}

/// A home with a server that answers, behind a secret header, in two clients.
fn with_upstream(upstream: &CannedUpstream) -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    let headers = json!({"Authorization": "Bearer sk-geheim-0123456789"});
    let entry = json!({"url": upstream.url(), "headers": headers});
    let text = json!({"mcpServers": {"My API": entry}}).to_string();
    put(&sandbox, ".cursor/mcp.json", &text);
    put(&sandbox, ".lmstudio/mcp.json", &text);
    sandbox
}

#[test]
fn what_was_found_is_listed_and_nothing_changes() {
    let sandbox = two_clients();
    check!(sandbox.run("adopt --list"), @r"
    exit 0
    --- stdout
    Cursor  [DIR]/.cursor/mcp.json
      files   stdio  npx -y files /notes  (also in Codex)
      github  stdio  github-server  (1 secret in plain text)
    Codex  [DIR]/.codex/config.toml
      notes  stdio  npx -y files /notes  (also in Cursor)
    --- stderr
    3 servers in 2 files of 2 clients, 1 secret in plain text; `candor adopt` moves them to Candor
    ");
    assert_eq!(sandbox.entry_count(), 2);
    assert_eq!(sandbox.read(".cursor/mcp.json"), CURSOR);
}

#[test]
fn the_list_as_json() {
    let listed = two_clients().json("adopt --list --json");
    assert_eq!(len(&listed["servers"]), 3);
    let first = &listed["servers"][0];
    assert_eq!(first["client"], "cursor");
    assert_eq!(first["file"], "[DIR]/.cursor/mcp.json");
    assert_eq!(first["transport"], "stdio");
    assert_eq!(first["also_in"][0]["name"], "notes");
    let second = &listed["servers"][1];
    assert_eq!(second["plain_text_secrets"], 1);
    assert!(!listed.to_string().contains("ghp_"), "{listed}");
}

#[test]
fn a_machine_without_clients() {
    check!(CommandSandbox::new().run("adopt --list"), @r"
    exit 0
    --- stderr
    no MCP servers found; 0 files of known clients read
    ");
    let ran = CommandSandbox::new().ok("adopt --yes");
    ran.reports("nothing to move");
}

#[test]
fn files_that_cannot_be_read_are_told_with_their_place() {
    let sandbox = two_clients();
    put(
        &sandbox,
        ".warp/.mcp.json",
        "{\n  \"mcpServers\": {\"a\" 1}\n}",
    );
    let ran = sandbox.exits(1, "adopt --list");
    ran.reports("[DIR]/.warp/.mcp.json:2:");
    ran.reports("this file of Warp was left alone");
    ran.prints("github");
}

#[test]
fn the_difference_is_shown_first_without_secrets() {
    let sandbox = two_clients();
    let ran = sandbox.ok("adopt --dry-run");
    ran.prints("+[sources.files]\n+command = \"npx\"\n");
    ran.prints(
        "-    \"files\": { \"command\": \"npx\", \"args\": [\"-y\", \"files\", \"/notes\"] },",
    );
    ran.prints(
        "+    \"candor\": { \"command\": \"[CANDOR]\", \"args\": [\"stdio\", \"--config\", ",
    );
    ran.prints("-      \"env\": { \"GITHUB_TOKEN\": \"****\" },");
    ran.prints("+[mcp_servers.candor]");
    ran.reports("github: holds secrets, so it is kept encrypted in the data directory");
    ran.reports("files: one source for 2 equal entries");
    assert!(!ran.stdout.contains("ghp_"), "{ran}");
    assert_eq!(sandbox.entry_count(), 2, "nothing is written");
}

#[test]
fn nothing_is_done_without_a_yes() {
    let sandbox = two_clients();
    let ran = sandbox.exits(2, "adopt");
    ran.reports("nothing was changed: confirming it needs a terminal");
    ran.reports("`--yes` does it without asking");
    assert_eq!(sandbox.read(".cursor/mcp.json"), CURSOR);
    assert!(!sandbox.path().join(".config/candor").exists());
}

#[test]
fn servers_are_moved_and_put_back() {
    let sandbox = two_clients();
    let cursor = sandbox.path().join(".cursor/mcp.json");
    fs::set_permissions(&cursor, fs::Permissions::from_mode(0o640)).expect("permissions");
    let ran = sandbox.ok("adopt --yes");
    ran.reports("moved 2 servers, wrote 3 files; restart the clients");
    let config = sandbox.read(".config/candor/candor.toml");
    has(&config, "[sources.files]\ncommand = \"npx\"\n");
    has(&config, "# The source `github` holds secrets");
    assert!(!config.contains("ghp_"), "{config}");
    let moved = sandbox.read(".cursor/mcp.json");
    has(&moved, "  // mine\n");
    has(&moved, ".config/candor/candor.toml");
    assert!(!moved.contains("files"), "{moved}");
    let mode = fs::metadata(&cursor)
        .expect("the file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o640);
    let again = sandbox.ok("adopt --yes");
    again.reports("nothing to move");
    let ran = sandbox.ok("adopt --undo");
    ran.prints("restored: [DIR]/.cursor/mcp.json\n");
    ran.prints("removed: [DIR]/.config/candor/candor.toml\n");
    ran.prints("removed: source github\n");
    assert_eq!(sandbox.read(".cursor/mcp.json"), CURSOR);
    assert_eq!(sandbox.read(".codex/config.toml"), CODEX);
    let mode = fs::metadata(&cursor)
        .expect("the file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o640);
    sandbox.ok("adopt --undo").reports("nothing to undo");
}

#[test]
fn adopted_servers_answer_and_their_secrets_are_in_no_file_but_the_backup() {
    let upstream = CannedUpstream::start(UPSTREAM);
    let sandbox = with_upstream(&upstream);
    let done = sandbox.json("adopt --yes --json");
    assert_eq!(done["sources"][0]["name"], "My-API");
    assert_eq!(done["sources"][0]["encrypted"], true);
    assert_eq!(len(&done["sources"][0]["from"]), 2);
    let tools = sandbox.ok("tools --config .config/candor/candor.toml");
    tools.prints("My-API.look");
    let mut holders = Vec::new();
    holding(sandbox.path().to_owned(), b"sk-geheim", &mut holders);
    assert!(!holders.is_empty());
    for path in holders {
        assert!(path.to_string_lossy().contains("/adopt/0001/"), "{path:?}");
        let mode = fs::metadata(&path).expect("a file").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{path:?}");
    }
    sandbox.ok("adopt --undo");
    let tools = sandbox.run("tools");
    assert!(!tools.stdout.contains("My-API"), "{tools}");
}

/// The files below a folder that hold these bytes.
fn holding(folder: PathBuf, bytes: &[u8], found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            holding(path, bytes, found);
        } else if fs::read(&path)
            .expect("a file")
            .windows(bytes.len())
            .any(|one| one == bytes)
        {
            found.push(path);
        }
    }
}

#[test]
fn what_changed_since_is_not_put_back() {
    let sandbox = two_clients();
    sandbox.ok("adopt --yes --client codex");
    assert_eq!(sandbox.read(".cursor/mcp.json"), CURSOR, "another client");
    put(&sandbox, ".codex/config.toml", "mine = 1\n");
    let ran = sandbox.exits(1, "adopt --undo");
    ran.prints("kept: [DIR]/.codex/config.toml\n");
    ran.reports(
        "`[DIR]/.codex/config.toml` was changed since and was left alone; what it was is in",
    );
    assert_eq!(sandbox.read(".codex/config.toml"), "mine = 1\n");
    sandbox.exits(1, "adopt --undo --json");
    put(&sandbox, ".codex/config.toml", CODEX);
    let undone = sandbox.json("adopt --undo --json");
    assert_eq!(undone["files"][0]["state"], "unchanged");
    sandbox.ok("adopt --undo").reports("nothing to undo");
}

#[test]
fn a_toolset_and_a_configuration_of_ones_own() {
    let sandbox = two_clients();
    sandbox.configure("# mine\n[server]\ndata = \"state\"\n");
    sandbox.ok("adopt --yes --client codex --toolset reading --config candor.toml");
    let codex = sandbox.read(".codex/config.toml");
    has(&codex, "/candor.toml\", \"--toolset\", \"reading\"]");
    has(
        &sandbox.read("candor.toml"),
        "# mine\n[server]\ndata = \"state\"\n\n[sources.notes]\n",
    );
    sandbox.ok("adopt --undo --config candor.toml");
    assert_eq!(
        sandbox.read("candor.toml"),
        "# mine\n[server]\ndata = \"state\"\n"
    );
    let ran = sandbox.exits(2, "adopt --yes --config servers.json");
    ran.reports("is not a candor.toml");
    sandbox
        .exits(2, "adopt --client nope")
        .reports("the clients are: claude-code, ");
}

#[test]
fn servers_that_a_client_signs_in_to_can_stay() {
    let sandbox = CommandSandbox::new();
    let text =
        r#"{"mcpServers": {"notion": {"url": "https://n.example/mcp"}, "x": {"command": "x"}}}"#;
    put(&sandbox, ".cursor/mcp.json", text);
    let ran = sandbox.ok("adopt --dry-run");
    ran.reports("notion: has no credentials in the file; if your client signs in to it");
    let ran = sandbox.ok("adopt --yes --except notion");
    ran.reports("stays in Cursor: notion: it is excepted");
    has(&sandbox.read(".cursor/mcp.json"), "\"notion\": {\"url\"");
    sandbox.ok("adopt --undo");
    assert_eq!(sandbox.read(".cursor/mcp.json"), text);
}

#[test]
fn files_of_a_project_are_moved_only_if_asked_for() {
    let sandbox = CommandSandbox::new();
    let text = r#"{"mcpServers": {"x": {"command": "./x"}}}"#;
    put(&sandbox, ".mcp.json", text);
    let ran = sandbox.ok("adopt --yes");
    ran.reports("stays in Claude Code: x: it is in a file of the project");
    assert_eq!(sandbox.read(".mcp.json"), text);
    sandbox.ok("adopt --yes --project");
    has(&sandbox.read(".config/candor/candor.toml"), "cwd = ");
    sandbox.ok("adopt --undo");
    assert_eq!(sandbox.read(".mcp.json"), text);
}

#[test]
fn a_look_counts_what_tools_can_do() {
    let upstream = CannedUpstream::start(UPSTREAM);
    let sandbox = with_upstream(&upstream);
    let ran = sandbox.exits(2, "adopt --look");
    ran.reports("nothing was started: confirming it needs a terminal");
    let looked = sandbox.json("adopt --look --yes --json");
    let server = &looked["servers"][0];
    assert_eq!(server["name"], "My-API");
    for (key, count) in [
        ("tools", 3),
        ("reads_private_data", 1),
        ("takes_in_outside_text", 1),
        ("can_send_out", 1),
        ("unknown", 1),
    ] {
        assert_eq!(server[key], count, "{key}: {looked}");
    }
    let ran = sandbox.ok("adopt --look --yes");
    ran.reports("text from outside can make a model send private data away");
    assert_eq!(sandbox.entry_count(), 2, "nothing is left behind");
}

#[test]
fn hostile_names_do_not_drive_the_terminal() {
    let sandbox = CommandSandbox::new();
    let text = json!({"mcpServers": {
        "\u{1b}[2J\u{202e}x\n../y": {"command": "\u{1b}]0;x\u{7}", "args": ["\u{202e}"]},
    }});
    put(&sandbox, ".cursor/mcp.json", &text.to_string());
    for line in ["adopt --list", "adopt --dry-run"] {
        let ran = sandbox.ok(line);
        for c in ['\u{1b}', '\u{202e}', '\u{7}'] {
            assert!(!ran.stdout.contains(c) && !ran.stderr.contains(c), "{ran}");
        }
    }
    sandbox.ok("adopt --dry-run").prints("[sources.2J-x----y]");
}
