//! The tools of __NAME__: a server on standard input and output, or with `--http ADDR` over HTTP.

use std::process::ExitCode;

use candor_functions::{Context, Failure, Group, JsonSchema, Tool};
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Greeting {
    /// Whom to greet.
    name: String,
}

async fn greet(ctx: Context, input: Greeting) -> Result<String, Failure> {
    let name = input.name.trim();
    if name.is_empty() {
        return Err(ctx.fail("`name` is empty."));
    }
    Ok(format!("Hello, {name}!"))
}

/// All of them. What a tool says of itself is shown to every client, and its `ctx.http()` and
/// `ctx.files()` hold it to that.
fn tools() -> Group {
    let greet = Tool::new("greet", "Greets a person by name.", greet)
        .title("Greet a person")
        .read_only(true)
        .destructive(false)
        .idempotent(true)
        .open_world(false);
    Group::new("__NAME__", env!("CARGO_PKG_VERSION"))
        .tool(greet)
        .strict()
}

fn main() -> ExitCode {
    candor_functions::main(tools())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_says_what_it_does() {
        let toolbox = tools().build().expect("the tools are sound");
        candor_functions::assert_annotations!(toolbox);
    }
}
