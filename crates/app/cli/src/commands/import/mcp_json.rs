//! `candor import mcp-json`: converts another program's servers to a `candor.toml`.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use candor_config::import;
use candor_model::Diagnostic;

use crate::args::McpJsonImportArgs;
use crate::prelude::*;

/// The most bytes that the importer accepts. It gets one more, and reports a file that is too
/// large.
const LARGEST: u64 = 8 << 20;

/// Converts the file.
pub(in crate::commands) fn run(args: &McpJsonImportArgs, output: &CommandOutput) -> CommandResult {
    let text = read(&args.path)?;
    let imported = import::mcp_json(&args.path.display().to_string(), &text).map_err(|error| {
        let sentence = format!("`{}` cannot be imported", args.path.display());
        CommandFailure::new(sentence).because(error.diagnostics)
    })?;
    let mut imported = imported;
    imported.diagnostics.extend(plain_secrets(&imported.toml));
    imported.diagnostics.extend(editor_inputs(&imported.toml));
    if let Some(file) = &args.output {
        write(file, &imported.toml, args.force)?;
    }
    print(args, &imported, output)?;
    Ok(failure::exit(&imported.diagnostics))
}

/// Warns about plain-text secrets copied from the old file.
fn plain_secrets(toml: &str) -> Vec<Diagnostic> {
    let names = candor_adopt::servers_with_secrets(toml, true).into_iter();
    let warning = |name: String| {
        let message = format!("source `{name}` holds what looks like a secret in plain text");
        Diagnostic::warning("import::plain-secret", message).with_hint(
            "write `${NAME}` instead and set the variable; `candor adopt` keeps secrets encrypted",
        )
    };
    names.map(warning).collect()
}

/// Warns about values that an editor would prompt for.
fn editor_inputs(toml: &str) -> Vec<Diagnostic> {
    let inputs = toml.match_indices("${input:");
    let names = inputs.filter_map(|(at, mark)| toml.get(at + mark.len()..)?.split('}').next());
    let warning = |name: &str| {
        let name = one_line(name);
        let message = format!("`${{input:{name}}}` is filled in by an editor only");
        Diagnostic::warning("import::editor-input", message)
            .with_hint("write the name of a variable instead, such as `${API_KEY}`, and set it")
    };
    names.map(warning).collect()
}

fn print(
    args: &McpJsonImportArgs,
    imported: &import::ImportedFile,
    output: &CommandOutput,
) -> CommandResult<()> {
    if output.is_json() {
        return output.json(&json!({
            "toml": imported.toml,
            "output": args.output.as_ref().map(|file| file.display().to_string()),
            "diagnostics": failure::json_all(&imported.diagnostics),
        }));
    }
    failure::print_diagnostics(output, &imported.diagnostics);
    match &args.output {
        Some(file) => output.say(&format!(
            "wrote `{}`; `candor doctor` checks it",
            file.display()
        )),
        None => output.print(&imported.toml)?,
    }
    Ok(())
}

fn read(path: &Path) -> CommandResult<String> {
    let shown = format!("`{}`", path.display());
    let bytes = fs::File::open(path).and_then(|file| file::bounded(file, LARGEST));
    let bytes = bytes.map_err(|cause| CommandFailure::io(format!("cannot read {shown}"), cause))?;
    file::text(bytes, &shown)
}

/// Only the owner may read it: headers and variables are often credentials.
fn write(file: &Path, text: &str, force: bool) -> CommandResult<()> {
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
            CommandFailure::new(format!("`{shown}` already exists and was not changed"))
                .hint("`--force` overwrites it")
        }
        _ => CommandFailure::io(format!("cannot write `{shown}`"), cause),
    })
}
