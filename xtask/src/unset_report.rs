//! `cargo xtask unset-report DIR`: how many tools of real servers people are asked about, for each
//! value of the setting `unset`.
//!
//! Every server counts as untrusted and declares the hints that its author gave. No rule, no
//! `confirm` and no other preference plays a part, so that the difference between the columns is
//! the setting's alone.

mod count;
mod print;

use std::io::{self, Write};
use std::path::Path;

use self::count::count;
use crate::infer_report::corpus::ToolCorpus;

/// Runs the chore; the error is what the person is told.
#[expect(
    clippy::print_stderr,
    reason = "a skipped line is told apart from the report"
)]
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let (flags, folders): (Vec<&str>, Vec<&str>) =
        arguments.iter().partition(|one| one.starts_with('-'));
    if let Some(flag) = flags.iter().find(|flag| **flag != "--tools") {
        return Err(format!("there is no flag `{flag}`; try `--tools`"));
    }
    let [folder] = folders.as_slice() else {
        return Err("name one folder: cargo xtask unset-report DIR [--tools]".to_owned());
    };
    let corpus = ToolCorpus::read(Path::new(folder))?;
    for problem in &corpus.problems {
        eprintln!("skipped: {problem}");
    }
    let rows: Vec<_> = corpus.servers.iter().map(count).collect();
    let mut report = print::table(&rows);
    if !flags.is_empty() {
        report.push('\n');
        report.push_str(&print::tools(&rows));
    }
    match io::stdout().write_all(report.as_bytes()) {
        // Who reads only the beginning has seen enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot print the report: {error}"))
        }
        _ => Ok(()),
    }
}
