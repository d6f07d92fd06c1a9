//! Two tools in one program: `cargo run -p candor-functions --example greet -- --list`.

use std::process::ExitCode;

use candor_functions::{Context, Failure, Group, Json, JsonSchema, NoInput, Tool};
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema)]
struct Greeting {
    /// Whom to greet.
    name: String,
    /// How often; once by default.
    #[serde(default = "once")]
    #[schemars(range(min = 1, max = 10))]
    times: u8,
}

#[derive(Serialize, JsonSchema)]
struct Languages {
    /// The languages in which greetings are known, by their code.
    codes: Vec<String>,
}

fn once() -> u8 {
    1
}

async fn greet(ctx: Context, input: Greeting) -> Result<String, Failure> {
    if input.name.trim().is_empty() {
        return Err(ctx.fail("`name` is empty; say whom to greet"));
    }
    let word = ctx.env("GREETING").unwrap_or("Hello");
    let mut lines = Vec::new();
    for done in 1..=input.times {
        lines.push(format!("{word}, {}!", input.name));
        ctx.progress(done.into(), Some(input.times.into()), None);
    }
    Ok(lines.join("\n"))
}

async fn languages(_: Context, _: NoInput) -> Result<Json<Languages>, Failure> {
    let codes = ["de", "en", "fr"].map(str::to_owned).to_vec();
    Ok(Json(Languages { codes }))
}

fn tools() -> Group {
    let greet = Tool::new("greet", "Greets a person by name.", greet)
        .title("Greet")
        .read_only(true)
        .destructive(false)
        .idempotent(true)
        .open_world(false);
    let languages = Tool::new(
        "list_languages",
        "Lists the languages in which greetings are known.",
        languages,
    )
    .title("List Languages")
    .read_only(true)
    .destructive(false)
    .idempotent(true)
    .open_world(false);
    Group::new("greet", "1.0.0")
        .strict()
        .tool(greet)
        .tool(languages)
}

fn main() -> ExitCode {
    candor_functions::main(tools())
}
