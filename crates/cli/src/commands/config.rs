//! `candor config`: what is set, and who said so.

use candor_config::{DEFAULT_TOML, Flags, Loaded, Origin, Shown};
use serde_json::{Value, json};

use crate::args::Config;
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::{self, Failure};
use crate::table::Table;
use crate::text::one_line;
use crate::workspace;

/// Shows settings or prints the default file.
pub(super) fn run(args: &Config, flags: &Flags, output: &Output) -> Result<Exit, Failure> {
    match args {
        Config::Default if output.is_json() => output.json(&json!({"toml": DEFAULT_TOML}))?,
        Config::Default => output.print(DEFAULT_TOML)?,
        Config::Show { origin } => return show(*origin, &workspace::load(flags)?, output),
    }
    Ok(Exit::Fine)
}

/// Shows what there is even where it could not be run, because that is when people look.
fn show(origin: bool, loaded: &Loaded, output: &Output) -> Result<Exit, Failure> {
    if output.is_json() {
        output.json(&json!({
            "file": loaded.file.as_ref().map(|file| file.display().to_string()),
            "settings": loaded.origins.iter().map(json_one).collect::<Value>(),
            "diagnostics": problems::json_all(&loaded.diagnostics),
        }))?;
    } else {
        output.table(if origin {
            with_origin(loaded)
        } else {
            without(loaded)
        })?;
        problems::tell_all(output, &loaded.diagnostics);
    }
    Ok(Exit::with_findings(problems::has_errors(
        &loaded.diagnostics,
    )))
}

fn without(loaded: &Loaded) -> Table {
    let mut table = Table::new(&["KEY", "VALUE"]);
    for Shown { key, value, .. } in &loaded.origins {
        table.row([one_line(key).into(), one_line(value).into()]);
    }
    table
}

fn with_origin(loaded: &Loaded) -> Table {
    let mut table = Table::new(&["KEY", "VALUE", "FROM"]);
    for Shown { key, value, origin } in &loaded.origins {
        table.row([
            one_line(key).into(),
            one_line(value).into(),
            one_line(&origin.to_string()).into(),
        ]);
    }
    table
}

fn json_one(shown: &Shown) -> Value {
    let origin = match &shown.origin {
        Origin::Default => json!({"kind": "default"}),
        Origin::File { place } => json!({
            "kind": "file",
            "file": place.file,
            "line": place.position.map(|(line, _)| line),
            "column": place.position.map(|(_, column)| column),
        }),
        Origin::Env { name } => json!({"kind": "environment", "name": name}),
        Origin::Flag { name } => json!({"kind": "flag", "name": name}),
    };
    json!({"key": shown.key, "value": shown.value, "origin": origin})
}
