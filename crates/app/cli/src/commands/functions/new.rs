//! `candor functions new`: creates a project folder.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::template::{self, TemplateFile};
use crate::args::FunctionsNewArgs;
use crate::prelude::*;

/// The framework package of Rust programs, and its path in a checkout.
const FRAMEWORK: (&str, &str) = ("candor-functions", "crates/effects/functions");

/// Names that cargo rejects or that conflict with a library.
const TAKEN: &str = "alloc as break const core crate dyn else enum fn for if impl in let loop mod \
                     proc_macro self std test use";

/// Writes all files of the template, or none.
pub(super) fn run(args: &FunctionsNewArgs, output: &CommandOutput) -> CommandResult {
    let folder = match &args.dir {
        Some(folder) => folder.clone(),
        None => PathBuf::from(args.name.as_str()),
    };
    let files = if args.rust {
        check_package(args.name.as_str())?;
        template::rust(&args.name, &find_framework(args.framework.as_deref())?)
    } else {
        template::typescript(&args.name)
    };
    refuse_to_overwrite(&folder, &files)?;
    write_all(&folder, &files)?;
    print(args, &folder, &files, output)?;
    Ok(CommandExit::Success)
}

fn check_package(name: &str) -> CommandResult<()> {
    if name != FRAMEWORK.0 && !TAKEN.split(' ').any(|taken| taken == name) {
        return Ok(());
    }
    let sentence = format!("a Rust program cannot be named `{name}`");
    Err(CommandFailure::new(sentence).hint(format!("choose another name, such as `{name}-tools`")))
}

/// The folder of the framework, in full: the new folder may be moved.
fn find_framework(given: Option<&Path>) -> CommandResult<PathBuf> {
    let (package, inside) = FRAMEWORK;
    let hint = format!("use `--framework PATH` with `{inside}` in a checkout of Candor");
    let Some(given) = given else {
        let sentence =
            format!("a Rust program needs the package `{package}`, and its path is not given");
        return Err(CommandFailure::new(sentence).hint(hint));
    };
    let shown = given.display();
    for folder in [given.to_owned(), given.join(inside)] {
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else {
            continue;
        };
        let named = format!("name = \"{package}\"");
        if manifest.lines().any(|line| line.trim() == named) {
            let found = fs::canonicalize(&folder);
            return found
                .map_err(|cause| CommandFailure::io(format!("cannot read `{shown}`"), cause));
        }
    }
    Err(CommandFailure::new(format!("`{shown}` is not the package `{package}`")).hint(hint))
}

/// Checks before anything is written, so that nothing is half done.
fn refuse_to_overwrite(folder: &Path, files: &[TemplateFile]) -> CommandResult<()> {
    let shown = folder.display();
    let is_there = |path: &Path| path.symlink_metadata().is_ok();
    if is_there(folder) && !folder.is_dir() {
        let failure = CommandFailure::new(format!("`{shown}` already exists and is not a folder"));
        return Err(failure.hint("`--dir DIR` chooses another folder"));
    }
    let paths = files.iter().map(|file| folder.join(&file.path));
    let there = paths.filter(|path| is_there(path));
    let there: Vec<String> = there.map(|path| format!("`{}`", path.display())).collect();
    if there.is_empty() {
        return Ok(());
    }
    let (exist, were) = match there.len() {
        1 => ("exists", "was"),
        _ => ("exist", "were"),
    };
    let there = there.join(", ");
    let sentence = format!("{there} already {exist} and {were} not changed");
    Err(CommandFailure::new(sentence).hint("`--dir DIR` chooses another folder"))
}

/// Writes the files. If one cannot be written, those before it are removed.
fn write_all(folder: &Path, files: &[TemplateFile]) -> CommandResult<()> {
    let mut written: Vec<PathBuf> = Vec::new();
    for file in files {
        let path = folder.join(&file.path);
        if let Err(cause) = write(&path, &file.text) {
            if cause.kind() != io::ErrorKind::AlreadyExists {
                written.push(path.clone());
            }
            // The failure is reported in any case.
            for path in &written {
                let _ = fs::remove_file(path);
            }
            let sentence = format!("cannot write `{}`", path.display());
            return Err(CommandFailure::io(sentence, cause));
        }
        written.push(path);
    }
    Ok(())
}

/// Never overwrites, even if the file was created in the meantime.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}

fn print(
    args: &FunctionsNewArgs,
    folder: &Path,
    files: &[TemplateFile],
    output: &CommandOutput,
) -> CommandResult<()> {
    let shown = one_line(&folder.display().to_string());
    let next = next(args, &shown);
    let names: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    if output.is_json() {
        return output.json(&json!({"folder": shown, "files": names, "next": next}));
    }
    output.line(&format!("created `{shown}`: {}", names.join(", ")))?;
    output.say("next:");
    for command in next {
        output.say(&format!("  {command}"));
    }
    Ok(())
}

/// The next commands: tests, and the gateway.
fn next(args: &FunctionsNewArgs, folder: &str) -> [String; 2] {
    let tests = if args.rust {
        "cargo test".to_owned()
    } else {
        format!("candor functions test {}.ts", args.name)
    };
    [
        format!("cd {} && {tests}", quoted(folder)),
        "candor serve".to_owned(),
    ]
}

/// A word quoted for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./~".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
