//! Servers from public registries, linted from their commands as their authors would.
//!
//! What is printed is kept in a file for each server; `UPDATE_LINT=1` writes the files again.

use std::path::{Path, PathBuf};
use std::process::Output;

use candor_testkit::peers::{folder, node};

/// A server: what its file is called, where its program is, and its arguments. `DIR` stands for a
/// folder of its own.
struct LintedServer {
    name: &'static str,
    program: ServerProgram,
    args: &'static [&'static str],
}

/// Where a program is, from the folder of the peers.
#[derive(Clone, Copy)]
enum ServerProgram {
    /// A file of an npm package, run with Node.
    Node(&'static str),
    /// An installed Python program.
    Python(&'static str),
}

use ServerProgram::{Node, Python};

const fn server(
    name: &'static str,
    program: ServerProgram,
    args: &'static [&'static str],
) -> LintedServer {
    LintedServer {
        name,
        program,
        args,
    }
}

const SERVERS: [LintedServer; 14] = [
    server(
        "everything",
        Node("node_modules/@modelcontextprotocol/server-everything/dist/index.js"),
        &[],
    ),
    server(
        "filesystem",
        Node("node_modules/@modelcontextprotocol/server-filesystem/dist/index.js"),
        &["DIR"],
    ),
    server(
        "memory",
        Node("node_modules/@modelcontextprotocol/server-memory/dist/index.js"),
        &[],
    ),
    server(
        "sequential-thinking",
        Node("servers/node_modules/@modelcontextprotocol/server-sequential-thinking/dist/index.js"),
        &[],
    ),
    server(
        "playwright",
        Node("servers/node_modules/@playwright/mcp/cli.js"),
        &[],
    ),
    server(
        "context7",
        Node("servers/node_modules/@upstash/context7-mcp/dist/index.js"),
        &[],
    ),
    server(
        "notion",
        Node("servers/node_modules/@notionhq/notion-mcp-server/bin/cli.mjs"),
        &[],
    ),
    server(
        "code-runner",
        Node("servers/node_modules/mcp-server-code-runner/dist/cli.js"),
        &[],
    ),
    server(
        "chart",
        Node("servers/node_modules/@antv/mcp-server-chart/build/index.js"),
        &[],
    ),
    server(
        "chrome-devtools",
        Node("servers/node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js"),
        &[],
    ),
    server(
        "curl",
        Node("servers/node_modules/@mcp-get-community/server-curl/dist/index.js"),
        &[],
    ),
    server(
        "time",
        Python("servers/venv/bin/mcp-server-time"),
        &["--local-timezone", "UTC"],
    ),
    server("git", Python("servers/venv/bin/mcp-server-git"), &[]),
    server(
        "duckduckgo",
        Python("servers/venv/bin/duckduckgo-mcp-server"),
        &[],
    ),
];

#[test]
fn what_is_printed_is_what_was_read_by_a_person() {
    let mut different = Vec::new();
    for server in &SERVERS {
        let home = tempfile::tempdir().expect("a folder");
        let home = home.path().canonicalize().expect("a path");
        let output = lint(server, &home);
        let printed = text(&output, &home);
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{}: {printed}\n{}",
            server.name,
            String::from_utf8_lossy(&output.stderr)
        );
        let file = kept(server.name);
        if std::env::var_os("UPDATE_LINT").is_some_and(|on| on == "1") {
            std::fs::write(&file, &printed).expect("the file is written");
        }
        let expect = std::fs::read_to_string(&file).unwrap_or_default();
        if expect != printed {
            different.push(format!("== {}\n{printed}", server.name));
        }
    }
    assert!(
        different.is_empty(),
        "`UPDATE_LINT=1` writes what is printed now:\n{}",
        different.join("\n")
    );
}

fn lint(server: &LintedServer, home: &Path) -> Output {
    let peers = folder().expect("a folder");
    let (program, first) = match server.program {
        Node(path) => (node().expect("Node is installed"), Some(peers.join(path))),
        Python(path) => (peers.join(path), None),
    };
    for needed in [Some(&program), first.as_ref()].into_iter().flatten() {
        assert!(
            needed.exists(),
            "`{}` is not installed: run `./scripts/test` once",
            needed.display()
        );
    }
    let args = server.args.iter().map(|arg| match *arg {
        "DIR" => home.display().to_string(),
        other => other.to_owned(),
    });
    let mut command = candor_testkit::candor::command(home);
    command.args(["lint", "--"]).arg(program).args(first);
    command.args(args).output().expect("candor runs")
}

/// What was printed, without what differs from run to run.
fn text(output: &Output, home: &Path) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    text.replace(&home.display().to_string(), "[DIR]")
}

fn kept(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/e2e/lint");
    folder.join(format!("{name}.txt"))
}
