//! `candor import mcp-json`: another program's servers as a `candor.toml`.

use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use candor_config::import;
use serde_json::json;

use crate::args::McpJson;
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::{self, Failure};

/// One byte more than the importer takes, so that it can say that a file is too large.
const LARGEST: u64 = (8 << 20) + 1;

/// Imports.
pub(in crate::commands) fn run(args: &McpJson, output: &Output) -> Result<Exit, Failure> {
    let text = read(&args.path)?;
    let imported = import::mcp_json(&args.path.display().to_string(), &text).map_err(|error| {
        let sentence = format!("`{}` cannot be imported", args.path.display());
        Failure::new(sentence).because(error.diagnostics)
    })?;
    if let Some(file) = &args.output {
        write(file, &imported.toml, args.force)?;
    }
    tell(args, &imported, output)?;
    Ok(Exit::with_findings(problems::has_errors(
        &imported.diagnostics,
    )))
}

fn tell(args: &McpJson, imported: &import::Imported, output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        output.json(&json!({
            "toml": imported.toml,
            "output": args.output.as_ref().map(|file| file.display().to_string()),
            "diagnostics": problems::json_all(&imported.diagnostics),
        }))?;
        return Ok(());
    }
    problems::tell_all(output, &imported.diagnostics);
    match &args.output {
        Some(file) => output.say(&format!(
            "wrote `{}`; `candor doctor` checks it",
            file.display()
        )),
        None => output.print(&imported.toml)?,
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, Failure> {
    let shown = path.display();
    let mut bytes = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(LARGEST).read_to_end(&mut bytes))
        .map_err(|cause| Failure::io(format!("cannot read `{shown}`"), cause))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::new(format!("`{shown}` is not UTF-8 text: byte {at} is wrong"))
    })
}

/// Only the owner may read it: headers and variables are often credentials.
fn write(file: &Path, text: &str, force: bool) -> Result<(), Failure> {
    let shown = file.display();
    let mut options = OpenOptions::new();
    options.write(true).mode(0o600);
    if force {
        options.create(true).truncate(true);
    } else {
        options.create_new(true);
    }
    let written = options
        .open(file)
        .and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|cause| match cause.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::new(format!("`{shown}` is there already and was not changed"))
                .hint("`--force` overwrites it")
        }
        _ => Failure::io(format!("cannot write `{shown}`"), cause),
    })
}
