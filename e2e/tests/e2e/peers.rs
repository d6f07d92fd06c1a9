//! Real clients and real servers.

mod clients;
mod servers;

use std::path::{Path, PathBuf};
use std::process::Output;

use candor_testkit::peers::{folder, node};

/// Runs a script with Node 22; the first argument is the folder of the peers.
async fn javascript(script: &str, args: &[&str]) -> String {
    let mut command = tokio::process::Command::new(node().expect("Node is installed"));
    command
        .args(["--input-type=module", "-e", script, "--"])
        .arg(folder().expect("a folder"))
        .args(args);
    said(command.output().await.expect("Node runs"))
}

/// Runs a script with the Python that has the SDK.
async fn python(script: &str, args: &[&str]) -> String {
    let python: PathBuf = folder().expect("a folder").join("venv/bin/python");
    assert!(
        python.is_file(),
        "`{}` is not installed: run `./scripts/test` once",
        python.display()
    );
    let mut command = tokio::process::Command::new(python);
    command.args(["-c", script]).args(args);
    said(command.output().await.expect("Python runs"))
}

fn said(output: Output) -> String {
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(
        output.status.success(),
        "{text}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

/// The command of a server from npm, as a source over stdio.
fn npm_source(name: &str, package: &str, args: &[&str]) -> String {
    let entry =
        candor_testkit::peers::npm_bin(package, "dist/index.js").expect("the server is installed");
    let mut all = vec![entry.display().to_string()];
    all.extend(args.iter().map(ToString::to_string));
    let node = node().expect("Node is installed");
    candor_e2e::config::stdio(name, &path(&node), &all, "")
}

fn path(path: &Path) -> String {
    path.display().to_string()
}
