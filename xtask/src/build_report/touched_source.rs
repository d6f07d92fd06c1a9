//! A source file that gets one line more for a while.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

/// The line that is added.
const LINE: &str = "// One line more, for a measurement.\n";

/// A source file without edits.
#[derive(Debug)]
pub(super) struct TouchedSource {
    path: PathBuf,
}

/// A line that was added. It is taken back when this is dropped, whatever has failed meanwhile.
#[derive(Debug)]
pub(super) struct AddedLine<'a> {
    path: &'a Path,
    text: String,
    modified: SystemTime,
    is_there: bool,
}

// === impl TouchedSource ===

impl TouchedSource {
    /// A file of the checkout, unless it has edits that are not committed: they would be measured
    /// with the line, and lost if this were killed.
    pub(super) fn clean(root: &Path, file: &str) -> Result<Self, String> {
        let path = root.join(file);
        if !path.is_file() {
            return Err(format!("there is no file `{file}` to add a line to"));
        }
        let mut status = Command::new("git");
        status
            .current_dir(root)
            .args(["status", "--porcelain", "--", file])
            .stdin(Stdio::null());
        let output = status
            .output()
            .map_err(|error| format!("cannot start `git status`: {error}"))?;
        if !output.status.success() {
            return Err(format!(
                "`git status` cannot say whether `{file}` has edits; run this in a checkout"
            ));
        }
        if !output.stdout.is_empty() {
            return Err(format!(
                "`{file}` has edits that are not committed; commit them, or undo what an interrupted report has left with `git checkout {file}`"
            ));
        }
        Ok(Self { path })
    }

    /// Adds the line.
    pub(super) fn add_line(&self) -> Result<AddedLine<'_>, String> {
        let cannot = |error| format!("cannot change `{}`: {error}", self.path.display());
        let text = fs::read_to_string(&self.path).map_err(cannot)?;
        let about = fs::metadata(&self.path).map_err(cannot)?;
        let line = AddedLine {
            path: &self.path,
            text,
            modified: about.modified().map_err(cannot)?,
            is_there: true,
        };
        fs::write(&self.path, format!("{}{LINE}", line.text)).map_err(cannot)?;
        Ok(line)
    }
}

// === impl AddedLine ===

impl AddedLine<'_> {
    /// Puts the file back as it was.
    pub(super) fn take_back(mut self) -> Result<(), String> {
        self.restore()
    }

    fn restore(&mut self) -> Result<(), String> {
        if !std::mem::take(&mut self.is_there) {
            return Ok(());
        }
        let written = fs::write(self.path, &self.text)
            .and_then(|()| File::options().write(true).open(self.path))
            // Other target folders take the file for changed otherwise.
            .and_then(|file| file.set_modified(self.modified));
        let shown = self.path.display();
        written.map_err(|error| {
            format!("cannot take the last line of `{shown}` back, so remove it: {error}")
        })
    }
}

impl Drop for AddedLine<'_> {
    fn drop(&mut self) {
        if let Err(problem) = self.restore() {
            super::tell(&problem);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn git(folder: &Path, arguments: &[&str]) {
        let identity = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
        let mut git = Command::new("git");
        git.current_dir(folder).args(identity).args(arguments);
        let output = git.output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }

    /// A checkout with one committed file.
    fn checkout() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("lib.rs"), "//! A crate.\n").unwrap();
        git(folder.path(), &["init", "--quiet"]);
        git(folder.path(), &["add", "."]);
        git(folder.path(), &["commit", "--quiet", "-m", "Begin"]);
        folder
    }

    #[test]
    fn the_line_is_there_until_it_is_taken_back() {
        let folder = checkout();
        let path = folder.path().join("lib.rs");
        let modified = || fs::metadata(&path).unwrap().modified().unwrap();
        let read = || fs::read_to_string(&path).unwrap();
        let (text, then) = (read(), modified());
        let source = TouchedSource::clean(folder.path(), "lib.rs").unwrap();
        let line = source.add_line().unwrap();
        assert_eq!(read(), format!("{text}{LINE}"));
        line.take_back().unwrap();
        assert_eq!((read(), modified()), (text.clone(), then));
        drop(source.add_line().unwrap());
        assert_eq!((read(), modified()), (text, then));
    }

    #[test]
    fn a_file_with_edits_is_left_alone() {
        let folder = checkout();
        fs::write(folder.path().join("lib.rs"), "//! Edited.\n").unwrap();
        let error = TouchedSource::clean(folder.path(), "lib.rs").unwrap_err();
        assert!(error.contains("`lib.rs` has edits"), "{error}");
        git(folder.path(), &["add", "."]);
        let error = TouchedSource::clean(folder.path(), "lib.rs").unwrap_err();
        assert!(error.contains("`lib.rs` has edits"), "{error}");
        fs::write(folder.path().join("new.rs"), "//! New.\n").unwrap();
        let error = TouchedSource::clean(folder.path(), "new.rs").unwrap_err();
        assert!(error.contains("`new.rs` has edits"), "{error}");
    }

    #[test]
    fn a_missing_file_and_a_missing_checkout_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let error = TouchedSource::clean(folder.path(), "lib.rs").unwrap_err();
        assert!(error.contains("no file `lib.rs`"), "{error}");
        fs::write(folder.path().join("lib.rs"), "//! A crate.\n").unwrap();
        let error = TouchedSource::clean(folder.path(), "lib.rs").unwrap_err();
        assert!(error.contains("in a checkout"), "{error}");
    }
}
