//! `candor functions new`: what it makes works at once.

use std::path::Path;

use crate::sandbox::{CommandSandbox, check, check_as, has};

/// Everything in a folder, by its path there.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let path = path.strip_prefix(folder).expect("inside");
                found.push(path.display().to_string());
            }
        }
    }
    found.sort();
    found
}

#[test]
fn what_it_makes_works_at_once() {
    let sandbox = CommandSandbox::new();
    check!(sandbox.run("functions new hello"), @"
    exit 0
    --- stdout
    created `hello`: hello.ts, hello.test.ts, candor.d.ts, candor.toml, tsconfig.json, .gitignore
    --- stderr
    next:
      cd hello && candor functions test hello.ts
      candor serve
    ");
    // The folder can be checked strictly, tested and served as it is.
    let inside = |args: &[&str]| {
        let mut command = sandbox.command(args);
        command.current_dir(sandbox.path().join("hello"));
        sandbox.finish(command, "")
    };
    check!(inside(&["functions", "check", "hello.ts", "--strict"]), @"
    exit 0
    --- stdout
    TOOL         TITLE           HINTS      HOSTS
    greet        Greet a person  read-only  none
    count_words  Count words     read-only  none
    no problems in 2 tools
    ");
    check!(inside(&["functions", "test", "hello.ts"]), @"
    exit 0
    --- stdout
    hello.test.ts
      ok      greets in the language that was asked for
      ok      greets in English otherwise
      ok      counts words
      ok      says so where there is nothing to count

    4 tests, all passed
    ");
    check!(inside(&["call", "hello.count_words", r#"{"text": "one three two"}"#]), @r#"
    exit 0
    --- stdout
    {"words":3,"longest":"three"}
    --- stderr
    starting 1 source: hello
    "#);
    let ran = inside(&["doctor", "--json"]);
    let checks = ran.json()["checks"].clone();
    let source = checks
        .as_array()
        .expect("a list")
        .iter()
        .find(|one| one["check"] == "source `hello`");
    let source = source.expect("the source");
    assert_eq!(source["status"], "ok", "{checks}");
    let says = source["message"].as_str().unwrap_or_default();
    assert!(says.ends_with("2 tools (functions)"), "{says}");
}

#[test]
fn as_json_and_elsewhere() {
    let sandbox = CommandSandbox::new();
    let ran = sandbox.silent(0, "functions new hello --dir 'a b/c' --json");
    let made = ran.json();
    assert_eq!(made["folder"], "a b/c");
    assert_eq!(
        made["next"][0],
        "cd 'a b/c' && candor functions test hello.ts"
    );
    let there = files(&sandbox.path().join("a b/c"));
    assert_eq!(
        made["files"].as_array().map(Vec::len),
        Some(there.len()),
        "{made}"
    );
}

#[test]
fn nothing_is_overwritten() {
    let sandbox = CommandSandbox::new();
    sandbox.folder("hello");
    sandbox.file("hello/candor.toml", "# mine\n");
    sandbox.file("hello/notes.txt", "mine\n");
    check!(sandbox.run("functions new hello"), @"
    exit 2
    --- stderr
    error: `hello/candor.toml` already exists and was not changed
      hint: `--dir DIR` chooses another folder
    ");
    assert_eq!(
        files(sandbox.path()),
        ["hello/candor.toml", "hello/notes.txt"]
    );
    std::fs::remove_file(sandbox.path().join("hello/candor.toml")).expect("a file");
    // What is not in the way stays beside it.
    sandbox.ok("functions new hello");
    assert_eq!(files(&sandbox.path().join("hello")).len(), 7);
    sandbox.exits(2, "functions new hello");
    sandbox.file("file", "");
    check!(sandbox.run("functions new hello --dir file"), @"
    exit 2
    --- stderr
    error: `file` already exists and is not a folder
      hint: `--dir DIR` chooses another folder
    ");
}

#[test]
fn in_rust_it_stands_on_the_framework() {
    let sandbox = CommandSandbox::new();
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let checkout = checkout.canonicalize().expect("the checkout");
    for (name, given) in [
        ("one", checkout.clone()),
        ("two", checkout.join("crates/effects/functions")),
    ] {
        let given = given.display().to_string();
        let ran = sandbox.run_args(&["functions", "new", name, "--rust", "--framework", &given]);
        let ran = ran.exited(0);
        ran.reports("cargo test\n  candor serve");
        let folder = sandbox.path().join(name);
        let expect = [".gitignore", "Cargo.toml", "candor.toml", "src/main.rs"];
        assert_eq!(files(&folder), expect);
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let framework = checkout.join("crates/effects/functions");
        let line = format!(
            "candor-functions = {{ path = \"{}\" }}",
            framework.display()
        );
        assert!(manifest.contains(&line), "{manifest}");
        has(&manifest, &format!("name = \"{name}\""));
    }
}

#[test]
fn what_cannot_be_made() {
    let sandbox = CommandSandbox::new();
    for (name, args) in [
        ("no-name", ""),
        ("bad-name", "'Hello World'"),
        ("path", "../hello"),
        ("no-framework", "hello --rust"),
        ("no-rust", "hello --framework ."),
        ("wrong-framework", "hello --rust --framework ."),
        ("keyword", "test --rust --framework ."),
    ] {
        let ran = sandbox.run(&format!("functions new {args}"));
        check_as!(format!("no-new-{name}"), ran.refused());
    }
    assert!(files(sandbox.path()).is_empty());
}
