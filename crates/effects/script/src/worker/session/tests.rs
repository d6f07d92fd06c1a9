//! The engine with a small prelude: programs loaded, called, stopped. With the real one, whether
//! the two fit together.

mod attacks;
mod calls;
mod limits;
mod loading;
mod natives;
mod whole;

use serde_json::{Value, json};

use crate::protocol::{LoadedProgram, ScriptHello, ThrownError};
use crate::worker::builtins::BuiltinModules;
use crate::worker::worker_thread::{WorkerThread, hello};

/// A prelude that hands its natives to every tool.
const BUILTINS: BuiltinModules = BuiltinModules {
    driver: include_str!("tests/driver.js"),
    modules: &[
        (
            "candor",
            "export const ours = 1; export { secret } from 'candor:inner'",
        ),
        ("candor:inner", "export const secret = 'kept'"),
    ],
};

/// A worker that has loaded `hello.ts` with this text.
fn program(text: &str) -> WorkerThread {
    let (worker, loaded) = load(&[("hello.ts", text)]);
    loaded.unwrap();
    worker
}

fn load(files: &[(&str, &str)]) -> (WorkerThread, Result<LoadedProgram, ThrownError>) {
    load_with(&hello("hello.ts"), files)
}

fn load_with(
    hello: &ScriptHello,
    files: &[(&str, &str)],
) -> (WorkerThread, Result<LoadedProgram, ThrownError>) {
    WorkerThread::start(hello, BUILTINS, files)
}

/// The error of a program that does not load.
fn failed(files: &[(&str, &str)]) -> ThrownError {
    let (worker, loaded) = load(files);
    let error = loaded.expect_err("it loaded");
    worker.end().unwrap();
    error
}

/// What the tool `run` of a program returns.
fn run(worker: &mut WorkerThread) -> Value {
    let (result, _) = worker.call("run", &json!({}));
    match result {
        Ok(mut result) => result["result"].take(),
        Err(error) => panic!("{error:?}"),
    }
}

/// What the tool `run` of a program throws.
fn thrown(worker: &mut WorkerThread) -> ThrownError {
    let (result, _) = worker.call("run", &json!({}));
    result.expect_err("it returned")
}

/// Where an error says it happened; nothing if it does not say.
fn place_of(error: &ThrownError) -> String {
    let place = error.place.as_ref();
    place.map_or(String::new(), |place| {
        format!("{}:{}:{}", place.file, place.line, place.column)
    })
}
