//! A home with five clients, each with a file of its own, and eight servers among them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use candor_testkit::peers::{folder, node};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::calls;

/// What stands in a file in plain text.
pub(super) const SECRET: &str = "ghp_0123456789abcdefABCDEF0123456789abcd";

/// The servers by the names of their sources, in the order of names.
pub(super) const SERVERS: [&str; 8] = [
    "charts",
    "clock",
    "curl",
    "everything",
    "files",
    "git",
    "memory",
    "thinking",
];

/// What a user had in Candor's configuration before: no call needs approval.
const CONFIGURATION: &str = "# Mine.\n[policy]\nalways_confirm_destructive = false\n\
                             unset = \"allow\"\n";

/// A client, by its file.
#[derive(Clone, Copy, Debug)]
pub(super) enum ClientFile {
    ClaudeCode,
    ClaudeDesktop,
    VsCode,
    Cursor,
    Codex,
}

/// The entry of a client's file that starts Candor.
pub(super) struct CandorEntry {
    pub(super) name: String,
    pub(super) line: Vec<String>,
}

/// The home of one test.
pub(super) struct ClientHome {
    folder: TempDir,
}

// === impl ClientFile ===

impl ClientFile {
    const ALL: [Self; 5] = [
        Self::ClaudeCode,
        Self::ClaudeDesktop,
        Self::VsCode,
        Self::Cursor,
        Self::Codex,
    ];

    /// Where it is, from the home.
    pub(super) const fn path(self) -> &'static str {
        match self {
            Self::ClaudeCode => ".claude.json",
            Self::ClaudeDesktop => "config/Claude/claude_desktop_config.json",
            Self::VsCode => "config/Code/User/mcp.json",
            Self::Cursor => ".cursor/mcp.json",
            Self::Codex => ".codex/config.toml",
        }
    }

    /// The only server that is left in the file.
    pub(super) fn candor_entry(self, home: &Path) -> CandorEntry {
        let text = std::fs::read_to_string(home.join(self.path())).expect("a file");
        let servers = match self {
            Self::ClaudeCode | Self::ClaudeDesktop | Self::Cursor => {
                json_file(&text)["mcpServers"].clone()
            }
            Self::VsCode => json_file(&without_comments(&text))["servers"].clone(),
            Self::Codex => {
                let file: toml::Table = text.parse().expect("TOML");
                serde_json::to_value(&file["mcp_servers"]).expect("JSON")
            }
        };
        let servers = servers.as_object().expect("servers");
        assert_eq!(servers.len(), 1, "{self:?}: {text}");
        let (name, entry) = servers.iter().next().expect("an entry");
        let args = entry["args"].as_array().expect("arguments");
        let words = std::iter::once(&entry["command"]).chain(args);
        CandorEntry {
            name: name.clone(),
            line: words
                .map(|word| word.as_str().expect("a word").to_owned())
                .collect(),
        }
    }

    fn text(self, home: &ClientHome) -> String {
        let commented = |text: &str| format!("// Mine, and it stays.\n{text}\n");
        match self {
            // Claude Code keeps much more in this file.
            Self::ClaudeCode => pretty(&json!({
                "numStartups": 7,
                "mcpServers": { "everything": ClientHome::everything(), "files": home.files() },
                "projects": { "/somewhere": { "allowedTools": [] } },
            })),
            Self::ClaudeDesktop => pretty(&json!({
                "mcpServers": { "files": home.files(), "memory": home.memory() },
                "globalShortcut": "Ctrl+Space",
            }))
            .replace("  ", "\t"),
            Self::VsCode => commented(&pretty(&json!({
                "servers": { "clock": ClientHome::clock(), "git": ClientHome::git() },
                "inputs": [],
            }))),
            Self::Cursor => pretty(&json!({
                "mcpServers": {
                    "thinking": ClientHome::thinking(),
                    "everything": ClientHome::everything(),
                    "curl": ClientHome::curl(),
                },
            }))
            .replace('\n', "\r\n"),
            Self::Codex => ClientHome::codex(),
        }
    }
}

// === impl ClientHome ===

impl ClientHome {
    pub(super) fn new() -> Self {
        let home = Self::of(tempfile::tempdir().expect("a folder"));
        home.put("notes/shopping.txt", "milk");
        home.put("repository/shelf.txt", "books");
        home.put("candor.toml", CONFIGURATION);
        let git = Command::new("git")
            .args(["init", "--quiet"])
            .arg(home.path().join("repository"))
            .status();
        assert!(git.expect("git runs").success());
        for file in ClientFile::ALL {
            home.put(file.path(), &file.text(&home));
        }
        home
    }

    pub(super) fn of(folder: TempDir) -> Self {
        Self { folder }
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A path below the home, as text.
    pub(super) fn text(&self, below: &str) -> String {
        self.path().join(below).display().to_string()
    }

    /// A command with the configuration and the data of this home.
    pub(super) fn args<'a>(command: &[&'a str]) -> Vec<&'a str> {
        [command, &["--config", "candor.toml", "--data", "data"]].concat()
    }

    /// What stands in the files of the clients and in Candor's own.
    pub(super) fn contents(&self) -> BTreeMap<PathBuf, String> {
        let files = ClientFile::ALL.map(ClientFile::path);
        let files = files.into_iter().chain(["candor.toml"]);
        files
            .map(|file| {
                let text = std::fs::read_to_string(self.path().join(file));
                (PathBuf::from(file), text.expect("a file"))
            })
            .collect()
    }

    /// The folder, and what its clients are about to do.
    pub(super) fn into_folder(
        self,
    ) -> (
        TempDir,
        [(ClientFile, &'static str, Value, &'static str); 5],
    ) {
        let calls = calls(&self);
        (self.folder, calls)
    }

    fn put(&self, below: &str, text: &str) {
        let path = self.path().join(below);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    fn everything() -> Value {
        npm(
            "node_modules/@modelcontextprotocol/server-everything/dist/index.js",
            &[],
        )
    }

    fn files(&self) -> Value {
        let notes = self.text("notes");
        npm(
            "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js",
            &[&notes],
        )
    }

    fn memory(&self) -> Value {
        let mut entry = npm(
            "node_modules/@modelcontextprotocol/server-memory/dist/index.js",
            &[],
        );
        entry["env"] = json!({ "MEMORY_FILE_PATH": self.text("memory.json") });
        entry
    }

    fn thinking() -> Value {
        npm(
            "servers/node_modules/@modelcontextprotocol/server-sequential-thinking/dist/index.js",
            &[],
        )
    }

    fn curl() -> Value {
        let path = "servers/node_modules/@mcp-get-community/server-curl/dist/index.js";
        let mut entry = npm(path, &[]);
        entry["env"] = json!({ "GITHUB_TOKEN": SECRET });
        entry
    }

    fn clock() -> Value {
        let args = ["--local-timezone", "UTC"];
        json!({ "type": "stdio", "command": python("mcp-server-time"), "args": args })
    }

    fn git() -> Value {
        json!({ "type": "stdio", "command": python("mcp-server-git"), "args": [] })
    }

    fn codex() -> String {
        let path = "servers/node_modules/@antv/mcp-server-chart/build/index.js";
        let charts = npm(path, &[]);
        let clock = Self::clock();
        format!(
            "model = \"x\" # It stays.\n\n[mcp_servers.charts]\ncommand = {}\nargs = {}\n\n\
             [mcp_servers.clock]\ncommand = {}\nargs = {} # The same as in VS Code.\n\n\
             [tui]\ntheme = \"dark\"\n",
            charts["command"], charts["args"], clock["command"], clock["args"]
        )
    }
}

/// A server from npm, by its file below the folder of the peers.
fn npm(path: &str, args: &[&str]) -> Value {
    let program = installed(&folder().expect("a folder").join(path));
    let args: Vec<&str> = std::iter::once(&*program)
        .chain(args.iter().copied())
        .collect();
    let node = node().expect("Node is installed").display().to_string();
    json!({ "command": node, "args": args })
}

/// A server from the index of Python packages.
fn python(name: &str) -> String {
    let programs = folder().expect("a folder").join("servers/venv/bin");
    installed(&programs.join(name))
}

fn installed(path: &Path) -> String {
    assert!(
        path.exists(),
        "`{}` is not installed: run `./scripts/test` once",
        path.display()
    );
    path.display().to_string()
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("JSON")
}

fn json_file(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The file of VS Code may have comments; ours stands on a line of its own.
fn without_comments(text: &str) -> String {
    let lines = text.lines();
    let kept: Vec<&str> = lines.filter(|line| !line.starts_with("//")).collect();
    kept.join("\n")
}
