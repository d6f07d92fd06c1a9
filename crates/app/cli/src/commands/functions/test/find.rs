//! Finding test files and their programs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::super::ENDINGS;

use crate::prelude::*;

/// The suffix before the extension of test files.
const MARK: &str = ".test";
/// The maximum depth of the search.
const DEEPEST: usize = 16;
/// The maximum number of files and folders visited.
const MOST: usize = 20_000;

/// A program and the files that test it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TestSuite {
    /// The file or the folder of the program.
    pub(super) program: PathBuf,
    /// In the order of their names; there is at least one.
    pub(super) tests: Vec<PathBuf>,
}

/// Finds the tests of a program, or the program of a file of tests.
pub(super) fn find(path: &Path) -> CommandResult<TestSuite> {
    let shown = path.display();
    let about = fs::metadata(path).map_err(|cause| {
        CommandFailure::io(format!("cannot read `{shown}`"), cause)
            .hint("give the file or folder of the functions, or a test file")
    })?;
    if about.is_dir() {
        let mut tests = Vec::new();
        gather(path, DEEPEST, &mut MOST.clone(), &mut tests)
            .map_err(|cause| CommandFailure::io(format!("cannot search `{shown}`"), cause))?;
        return suite(path.to_owned(), tests);
    }
    match tested(path) {
        Some(stem) => Ok(TestSuite {
            program: program_of(path, &stem),
            tests: vec![path.to_owned()],
        }),
        None => suite(path.to_owned(), beside(path)?),
    }
}

fn suite(program: PathBuf, mut tests: Vec<PathBuf>) -> CommandResult<TestSuite> {
    if tests.is_empty() {
        let shown = program.display();
        let stem = program.file_stem().filter(|_| program.is_file());
        let name = stem.map_or("hello".into(), |stem| stem.to_string_lossy());
        let failure = CommandFailure::new(format!("no tests found for `{shown}`"));
        return Err(failure.hint(format!(
            "write one in `{name}{MARK}.ts`; `candor functions new` creates an example"
        )));
    }
    tests.sort();
    Ok(TestSuite { program, tests })
}

/// The test file for a program, or else all tests in its folder.
fn beside(path: &Path) -> CommandResult<Vec<PathBuf>> {
    let folder = folder_of(path);
    let shown = folder.display();
    let read = || -> io::Result<Vec<PathBuf>> {
        let entries = fs::read_dir(&folder)?.take(MOST);
        entries.map(|entry| Ok(entry?.path())).collect()
    };
    let files =
        read().map_err(|cause| CommandFailure::io(format!("cannot search `{shown}`"), cause))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let (named, others): (Vec<_>, Vec<_>) = files
        .into_iter()
        .filter(|file| file.is_file())
        .filter_map(|file| Some((tested(&file)?, in_words(&folder, path, file))))
        .partition(|(of, _)| *of == stem || of.starts_with(&format!("{stem}.")));
    let chosen = if named.is_empty() { others } else { named };
    Ok(chosen.into_iter().map(|(_, file)| file).collect())
}

/// The path of a file as the user would write it.
fn in_words(folder: &Path, given: &Path, file: PathBuf) -> PathBuf {
    let is_bare = given
        .parent()
        .is_some_and(|parent| parent.as_os_str().is_empty());
    match file.strip_prefix(folder) {
        Ok(name) if is_bare => name.to_owned(),
        _ => file,
    }
}

fn folder_of(path: &Path) -> PathBuf {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).to_owned()
}

/// All tests in a folder, except in hidden folders and `node_modules`.
fn gather(
    folder: &Path,
    depth: usize,
    left: &mut usize,
    found: &mut Vec<PathBuf>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        *left = left.checked_sub(1).ok_or_else(|| {
            io::Error::other(format!(
                "there are more than {MOST} files and folders in it"
            ))
        })?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // Symbolic links to folders are skipped: they may form a cycle.
        let is_folder = entry.file_type()?.is_dir();
        if is_folder && depth > 0 && name != "node_modules" && !name.starts_with('.') {
            gather(&entry.path(), depth - 1, left, found)?;
        } else if !is_folder && tested(&entry.path()).is_some() {
            found.push(entry.path());
        }
    }
    Ok(())
}

/// The program that a test file is named after: `hello` for `hello.test.ts`. `None` for other
/// files.
fn tested(path: &Path) -> Option<String> {
    let ending = path.extension()?.to_str()?;
    let stem = path.file_stem()?.to_str()?.strip_suffix(MARK)?;
    (ENDINGS.contains(&ending) && !stem.is_empty()).then(|| stem.to_owned())
}

/// The program of a test file: the file it is named after, otherwise its folder.
fn program_of(test: &Path, stem: &str) -> PathBuf {
    let folder = folder_of(test);
    let first = stem.split('.').next().unwrap_or(stem);
    let names = [stem, first].into_iter().flat_map(|stem| {
        ENDINGS
            .into_iter()
            .map(move |ending| format!("{stem}.{ending}"))
    });
    let mut files = names.map(|name| test.with_file_name(name));
    files.find(|file| file.is_file()).unwrap_or(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The program and the tests that are found in a folder with these files.
    fn found(files: &[&str], path: &str) -> Result<(String, Vec<String>), String> {
        let folder = tempfile::tempdir().expect("a folder");
        for file in files {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
            fs::write(file, "").expect("a file");
        }
        let inside = |path: &Path| {
            let path = path.strip_prefix(folder.path()).expect("inside");
            path.display().to_string()
        };
        match find(&folder.path().join(path)) {
            Ok(suite) => Ok((
                inside(&suite.program),
                suite.tests.iter().map(|test| inside(test)).collect(),
            )),
            Err(failure) => Err(failure.to_string()),
        }
    }

    #[test]
    fn tests_belong_to_what_they_are_named_after() {
        let files = [
            "a.ts",
            "a.test.ts",
            "a.more.test.js",
            "b.ts",
            "b.test.mts",
            "c.ts",
            "sub/d.test.mjs",
            "node_modules/x/e.test.ts",
            ".cache/f.test.ts",
            "a.test.json",
            ".test.ts",
        ];
        for (path, program, tests) in [
            ("a.ts", "a.ts", &["a.more.test.js", "a.test.ts"][..]),
            ("b.ts", "b.ts", &["b.test.mts"]),
            (
                "c.ts",
                "c.ts",
                &["a.more.test.js", "a.test.ts", "b.test.mts"],
            ),
            ("a.more.test.js", "a.ts", &["a.more.test.js"]),
            ("b.test.mts", "b.ts", &["b.test.mts"]),
            ("sub/d.test.mjs", "sub", &["sub/d.test.mjs"]),
            (
                "",
                "",
                &[
                    "a.more.test.js",
                    "a.test.ts",
                    "b.test.mts",
                    "sub/d.test.mjs",
                ],
            ),
        ] {
            let (of, found) = found(&files, path).expect("tests");
            assert_eq!(
                (of.as_str(), found.as_slice()),
                (program, &*own(tests)),
                "{path}"
            );
        }
    }

    fn own(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn where_there_is_none_it_is_said() {
        for (files, path, expect) in [
            (&["a.ts"][..], "a.ts", "no tests found for"),
            (&["a.ts"], "", "no tests found for"),
            (&[], "a.ts", "cannot read"),
        ] {
            let error = found(files, path).expect_err("no test");
            assert!(error.starts_with(expect), "{error}");
        }
    }
}
