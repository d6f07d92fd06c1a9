//! `candor functions new`: a folder to begin with.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde_json::json;

use super::template::{self, File};
use crate::args::FunctionsNew;
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::Failure;
use crate::text::one_line;

/// The package that a program in Rust is built on, and where it is in a checkout.
const FRAMEWORK: (&str, &str) = ("candor-functions", "crates/functions");

/// Names that cargo refuses, or that stand in the way of a library.
const TAKEN: [&str; 22] = [
    "alloc",
    "as",
    "break",
    "const",
    "core",
    "crate",
    "dyn",
    "else",
    "enum",
    "fn",
    "for",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "mod",
    "proc_macro",
    "self",
    "std",
    "test",
    "use",
];

/// Writes all files of the template, or none.
pub(super) fn run(args: &FunctionsNew, output: &Output) -> Result<Exit, Failure> {
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
    tell(args, &folder, &files, output)?;
    Ok(Exit::Fine)
}

fn check_package(name: &str) -> Result<(), Failure> {
    let taken = TAKEN.contains(&name) || name == FRAMEWORK.0;
    if !taken {
        return Ok(());
    }
    let sentence = format!("a program in Rust cannot be called `{name}`");
    Err(Failure::new(sentence).hint(format!("choose another name, such as `{name}-tools`")))
}

/// The folder of the framework, in full: the new folder may be moved.
fn find_framework(given: Option<&Path>) -> Result<PathBuf, Failure> {
    let (package, inside) = FRAMEWORK;
    let hint = format!("`--framework PATH` gives the path of `{inside}` in a checkout of Candor");
    let Some(given) = given else {
        let sentence = format!(
            "a program in Rust is built on the package `{package}`, and nobody says where it is"
        );
        return Err(Failure::new(sentence).hint(hint));
    };
    let shown = given.display();
    for folder in [given.to_owned(), given.join(inside)] {
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else {
            continue;
        };
        let named = format!("name = \"{package}\"");
        if manifest.lines().any(|line| line.trim() == named) {
            let found = fs::canonicalize(&folder);
            return found.map_err(|cause| Failure::io(format!("cannot read `{shown}`"), cause));
        }
    }
    Err(Failure::new(format!("`{shown}` is not the package `{package}`")).hint(hint))
}

/// Looks before anything is written, so that nothing is half done.
fn refuse_to_overwrite(folder: &Path, files: &[File]) -> Result<(), Failure> {
    let shown = folder.display();
    let is_there = |path: &Path| path.symlink_metadata().is_ok();
    if is_there(folder) && !folder.is_dir() {
        let failure = Failure::new(format!("`{shown}` is there already and is not a folder"));
        return Err(failure.hint("`--dir DIR` makes another one"));
    }
    let there: Vec<String> = files
        .iter()
        .filter(|file| is_there(&folder.join(&file.path)))
        .map(|file| format!("`{}`", folder.join(&file.path).display()))
        .collect();
    if there.is_empty() {
        return Ok(());
    }
    let (are, were) = match there.len() {
        1 => ("is", "was"),
        _ => ("are", "were"),
    };
    let sentence = format!(
        "{} {are} there already and {were} not changed",
        there.join(", ")
    );
    Err(Failure::new(sentence).hint("`--dir DIR` makes another folder"))
}

/// Writes the files. If one cannot be written, those before it are taken back.
fn write_all(folder: &Path, files: &[File]) -> Result<(), Failure> {
    let mut written: Vec<PathBuf> = Vec::new();
    for file in files {
        let path = folder.join(&file.path);
        if let Err(cause) = write(&path, &file.text) {
            if cause.kind() != io::ErrorKind::AlreadyExists {
                written.push(path.clone());
            }
            // What cannot be removed was told of by the failure, too.
            for path in &written {
                let _ = fs::remove_file(path);
            }
            return Err(Failure::io(
                format!("cannot write `{}`", path.display()),
                cause,
            ));
        }
        written.push(path);
    }
    Ok(())
}

/// Never overwrites, whoever has been faster.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}

fn tell(
    args: &FunctionsNew,
    folder: &Path,
    files: &[File],
    output: &Output,
) -> Result<(), Failure> {
    let shown = one_line(&folder.display().to_string());
    let next = next(args, &shown);
    let names: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    if output.is_json() {
        output.json(&json!({"folder": shown, "files": names, "next": next}))?;
        return Ok(());
    }
    output.line(&format!("made `{shown}`: {}", names.join(", ")))?;
    output.say("next:");
    for command in next {
        output.say(&format!("  {command}"));
    }
    Ok(())
}

/// What to type now: the tests, and the gateway.
fn next(args: &FunctionsNew, folder: &str) -> [String; 2] {
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

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./~".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
