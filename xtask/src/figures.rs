//! `cargo xtask figures [--root DIR]`: measures the size and readability of the code base.
//!
//! Everything is counted in the files' text, without a compiler, so that two checkouts can be
//! compared whether or not they build.

mod source;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use self::source::{SourceFile, functions};

/// Crates that exist for tests only, by the folder at the root.
const TEST_FOLDERS: [&str; 4] = ["testkit", "gatetest", "pagetest", "e2e"];

/// Parts of the gateway whose job is to write for the faces.
const WRITERS: [&str; 4] = ["edit.rs", "edit/", "approvals.rs", "approvals/"];

/// Runs the chore; the error is what the person is told.
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let root = match arguments {
        [] => Path::new("."),
        ["--root", root] => Path::new(root),
        _ => return Err("usage: cargo xtask figures [--root DIR]".to_owned()),
    };
    let files = read(root).map_err(|error| format!("cannot read the code: {error}"))?;
    let architecture = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap_or_default();
    let report = report(&files, &architecture);
    match io::stdout().write_all(report.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot print the report: {error}"))
        }
        _ => Ok(()),
    }
}

fn read(root: &Path) -> io::Result<Vec<SourceFile>> {
    let mut paths = Vec::new();
    rust_files(root, &mut paths)?;
    let files = paths.into_iter().map(|path| {
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy();
        Ok(SourceFile::read(&name, &fs::read_to_string(&path)?))
    });
    files.collect()
}

fn report(files: &[SourceFile], architecture: &str) -> String {
    let sum = |count: fn(&SourceFile) -> usize| files.iter().map(count).sum::<usize>();
    let mut text = String::new();
    let mut line = |what: &str, value: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{what:<58}{value}");
    };
    line("product lines", sum(|file| file.product_lines).to_string());
    line("test lines", sum(|file| file.test_lines).to_string());
    let product_files = files.iter().filter(|file| file.product_lines > 0).count();
    line("files", files.len().to_string());
    line("files with product code", product_files.to_string());
    let all = || files.iter().flat_map(|file| &file.types);
    line("types whose name is shared, all", shared(all()));
    let product = all().filter(|found| !found.in_test);
    line("types whose name is shared, product", shared(product));
    line(
        "doc comments of under three words",
        sum(|file| file.short_docs).to_string(),
    );
    line("files an ordinary call passes", call_files(architecture));
    let writers = face_writers(files);
    line(
        "public functions of `gateway` that let a face write",
        writers.len().to_string(),
    );
    for writer in writers {
        let _ = writeln!(text, "  {writer}");
    }
    text
}

/// Finds the Rust files of a checkout, without what was built or is hidden.
fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        if entry.file_type()?.is_dir() {
            if name != "target" && !name.starts_with('.') {
                rust_files(&path, found)?;
            }
        } else if is_rust(&path) {
            found.push(path);
        }
    }
    Ok(())
}

fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rs")
}

/// How many definitions share their name with another one, of how many.
fn shared<'a>(types: impl Iterator<Item = &'a source::TypeDefinition>) -> String {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for found in types {
        *names.entry(&found.name).or_default() += 1;
    }
    let all: usize = names.values().sum();
    let shared: usize = names.values().filter(|count| **count > 1).sum();
    format!("{shared} of {all} ({} %)", 100 * shared / all.max(1))
}

/// The files of the walkthrough `A call` in ARCHITECTURE.md: the paths in its list.
fn call_files(architecture: &str) -> String {
    let mut lines = architecture.lines();
    let is_heading = |line: &str| line.starts_with('#');
    let title = |line: &str| line.trim_start_matches('#').trim().to_lowercase();
    if !lines.any(|line| is_heading(line) && title(line) == "a call") {
        return "not listed".to_owned();
    }
    let items = lines.take_while(|line| !is_heading(line)).filter(|line| {
        let line = line.trim_start();
        let item = line.trim_start_matches(|c: char| c.is_ascii_digit());
        line.starts_with("- ") || line.starts_with("* ") || item.starts_with(". ")
    });
    let paths: BTreeSet<&str> = items
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .filter(|path| is_rust(Path::new(path)))
        .collect();
    paths.len().to_string()
}

/// Public functions of the gateway outside its editor and its approvals that call a method of the
/// store which writes. A public way to the store itself counts with all of these methods.
fn face_writers(files: &[SourceFile]) -> Vec<String> {
    let of_store = |file: &&SourceFile| {
        file.path.contains("/store/src/") && !file.in_test && file.product_lines > 0
    };
    let begins = [".write(", ".counted(", ".uncounted(", ".execute("];
    let writes: BTreeSet<&str> = files
        .iter()
        .filter(of_store)
        .flat_map(|file| functions(&file.product))
        .filter(|function| function.is_public && function.signature.contains("&self"))
        .filter(|function| begins.iter().any(|begin| function.body.contains(begin)))
        .map(|function| function.name)
        .collect();
    let mut found = Vec::new();
    for file in files.iter().filter(|file| !file.in_test) {
        let Some((_, path)) = file.path.split_once("crates/gateway/src/") else {
            continue;
        };
        if WRITERS.iter().any(|writer| path.starts_with(writer)) {
            continue;
        }
        for function in functions(&file.product).filter(|function| function.is_public) {
            if function.signature.contains("-> &Store") {
                let through = |name: &&str| format!("{path}: {}().{name}", function.name);
                found.extend(writes.iter().map(through));
            } else if writes
                .iter()
                .any(|name| function.body.contains(&format!(".{name}(")))
            {
                found.push(format!("{path}: {}", function.name));
            }
        }
    }
    found
}
