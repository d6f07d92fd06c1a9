//! The prelude in the engine, with the test as the host.

mod bundle;
mod console;
mod context;
mod definitions;
mod foreign;
mod resources;
mod servers;
mod spies;

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{MODULES, TYPES};

use crate::protocol::{LoadedProgram, ThrownError};
use crate::worker::worker_thread::{OpAnswer, WorkerThread};

/// A program that imports the usual things.
fn program(text: &str) -> String {
    format!("import {{ Failure, Toolbox, s }} from \"candor\";\n{text}")
}

/// A loaded program of one module.
fn load(text: &str) -> (WorkerThread, LoadedProgram) {
    let (worker, loaded) = WorkerThread::load(&[("hello.ts", &program(text))]);
    (worker, loaded.unwrap_or_else(|error| panic!("{error:?}")))
}

/// Why a program of one module cannot be loaded.
fn refused(text: &str) -> ThrownError {
    let (_, loaded) = WorkerThread::load(&[("hello.ts", &program(text))]);
    loaded.map(|ready| format!("{ready:?}")).unwrap_err()
}

/// The definitions of a program.
fn definitions(ready: &LoadedProgram) -> Vec<Value> {
    let tools = ready.tools.iter();
    tools
        .map(|tool| serde_json::from_str(tool.get()).unwrap())
        .collect()
}

/// What its author should know.
fn remarks(ready: &LoadedProgram) -> Vec<&str> {
    let remarks = ready.remarks.iter();
    remarks.map(|remark| remark.sentence.as_str()).collect()
}

/// A program with one tool that does this, called once with answers to its ops.
fn run(body: &str, answer: fn(&str, &Value) -> OpAnswer) -> (WorkerThread, Value) {
    let text = format!(
        "export default new Toolbox().tool({{ name: \"run\", async execute(ctx) {{\n{body}\n}} }});"
    );
    let (mut worker, _) = load(&text);
    worker.answer = answer;
    let result = call(&mut worker, "run", &serde_json::json!({}));
    (worker, result)
}

/// The result of a call, which must have one.
fn call(worker: &mut WorkerThread, tool: &str, input: &Value) -> Value {
    let (result, _) = worker.call(tool, input);
    result.unwrap_or_else(|error| panic!("{tool}: {error:?}"))
}

/// The one text of a result.
fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

#[test]
fn every_file_is_a_module() {
    fn texts(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("tests") {
                texts(&path, found);
            } else if path.extension().is_some_and(|end| end == "js") {
                found.push(fs::read_to_string(path).unwrap());
            }
        }
    }
    let mut found = Vec::new();
    texts(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src/prelude"),
        &mut found,
    );
    assert!(found.len() > 40, "{}", found.len());
    for text in found {
        let known = MODULES.iter().any(|(_, module)| *module == text);
        assert!(known || text == super::DRIVER, "{text}");
    }
}

#[test]
fn every_global_has_a_type() {
    let texts = MODULES.iter().map(|(_, text)| *text);
    let globals: Vec<&str> = texts
        .flat_map(|text| text.split("expose(globalThis, \"").skip(1))
        .filter_map(|rest| rest.split_once('"').map(|(name, _)| name))
        .collect();
    assert!(globals.len() > 25, "{globals:?}");
    for name in globals {
        let declared = ["const", "function", "class"].iter().any(|kind| {
            let declaration = format!("declare {kind} {name}");
            let mut after = TYPES.split(&declaration).skip(1);
            after.any(|rest| !rest.starts_with(char::is_alphanumeric))
        });
        assert!(declared, "`{name}` has no type");
    }
}
