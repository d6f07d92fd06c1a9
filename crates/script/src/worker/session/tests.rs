//! The engine with a small prelude: programs loaded, called, stopped. With the real one, whether
//! the two fit together.

mod attacks;
mod calls;
mod limits;
mod loading;
mod natives;
mod whole;

use serde_json::{Value, json};

use crate::frame::{Hello, Ready, ScriptError};
use crate::worker::builtins::Builtins;
use crate::worker::rig::{Rig, hello};

/// A prelude that hands its natives to every tool.
const BUILTINS: Builtins = Builtins {
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
fn program(text: &str) -> Rig {
    let (rig, loaded) = load(&[("hello.ts", text)]);
    loaded.unwrap();
    rig
}

fn load(files: &[(&str, &str)]) -> (Rig, Result<Ready, ScriptError>) {
    load_with(&hello("hello.ts"), files)
}

fn load_with(hello: &Hello, files: &[(&str, &str)]) -> (Rig, Result<Ready, ScriptError>) {
    Rig::start(hello, BUILTINS, files)
}

/// The error of a program that does not load.
fn failed(files: &[(&str, &str)]) -> ScriptError {
    let (rig, loaded) = load(files);
    let error = loaded.expect_err("it loaded");
    rig.end().unwrap();
    error
}

/// What the tool `run` of a program returns.
fn run(rig: &mut Rig) -> Value {
    let (result, _) = rig.call("run", &json!({}));
    match result {
        Ok(mut result) => result["result"].take(),
        Err(error) => panic!("{error:?}"),
    }
}

/// What the tool `run` of a program throws.
fn thrown(rig: &mut Rig) -> ScriptError {
    let (result, _) = rig.call("run", &json!({}));
    result.expect_err("it returned")
}

/// Where an error says it happened; nothing if it does not say.
fn place_of(error: &ScriptError) -> String {
    let place = error.place.as_ref();
    place.map_or(String::new(), |place| {
        format!("{}:{}:{}", place.file, place.line, place.column)
    })
}
