//! GitHub's document, from npm: 13 MB with a very large number of operations.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use candor_model::Severity;
use candor_openapi::{ApiDescription, ApiTool, DocumentBundle, ToolOptions, parse, read, tools};
use candor_testkit::peers::npm_bin;
use serde_json::Value;

use crate::usable::check_tool;

/// How many operations the version that is installed has.
const OPERATIONS: usize = 1_223;

const PACKAGE: &str = "@octokit/openapi";
const FILE: &str = "generated/api.github.com.json";

/// The document, if it is installed.
fn document() -> Option<PathBuf> {
    match npm_bin(PACKAGE, FILE) {
        Ok(path) => Some(path),
        Err(error) => {
            let required = ["CI", "CANDOR_REQUIRE_PEERS"];
            let required = required.iter().any(|name| std::env::var_os(name).is_some());
            assert!(!required, "{error}");
            let _ = writeln!(std::io::stderr(), "skipped: {error}");
            None
        }
    }
}

fn load(bytes: &[u8]) -> (Value, ApiDescription, Vec<ApiTool>) {
    let root = parse(bytes, "api.github.com.json").expect("JSON").value;
    let api = read(&DocumentBundle::new("api.github.com.json", root.clone())).expect("an API");
    let mut options = ToolOptions::default();
    options.selection.deprecated = true;
    let (tools, findings) = tools(&api, &options);
    // Vendor extensions and examples refer to places that are not there.
    let notes = api
        .diagnostics
        .iter()
        .filter(|one| one.severity == Severity::Note);
    assert_eq!(
        notes.count(),
        api.diagnostics.len(),
        "{:#?}",
        api.diagnostics
    );
    let codes: BTreeSet<&str> = findings.iter().map(|it| it.code).collect();
    // Nothing is left out; some schemas of results are too long or cannot be promised.
    let expected = ["openapi::output-too-long", "openapi::output-uncertain"];
    assert_eq!(codes, BTreeSet::from(expected));
    (root, api, tools)
}

/// The methods and paths that stand in the document, read by other means.
fn operations(root: &Value) -> BTreeSet<(String, String)> {
    let methods = ["get", "put", "post", "delete", "patch", "head", "options"];
    let paths = root["paths"].as_object().expect("paths");
    let all = paths.iter().flat_map(|(path, item)| {
        let own = methods.iter().filter(|method| item.get(**method).is_some());
        own.map(|method| (method.to_uppercase(), path.clone()))
    });
    all.collect()
}

#[test]
fn every_operation_is_a_tool() {
    let Some(path) = document() else { return };
    let bytes = std::fs::read(path).expect("the document");
    let (root, api, tools) = load(&bytes);
    assert_eq!(api.operations.len(), OPERATIONS);
    let behind = |tool: &ApiTool| {
        let operation = &tool.operation;
        (operation.method.to_string(), operation.path.clone())
    };
    let found: BTreeSet<_> = tools.iter().map(behind).collect();
    assert_eq!(found, operations(&root));
    assert_eq!(tools.len(), OPERATIONS);
    let names: BTreeSet<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names.len(), OPERATIONS);
    check_all(&tools);

    let (_, _, again) = load(&bytes);
    for (one, other) in tools.iter().zip(&again) {
        assert_eq!(format!("{one:?}"), format!("{other:?}"));
    }
}

/// Compiling two thousand schemas takes a while, so every core helps.
fn check_all(tools: &[ApiTool]) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for part in tools.chunks(tools.len().div_ceil(cores)) {
            scope.spawn(|| part.iter().for_each(check_tool));
        }
    });
}
