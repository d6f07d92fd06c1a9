//! `cargo xtask infer-report DIR`: how well hints are inferred, measured on tools whose authors
//! declared them.
//!
//! Everything is measured twice: with all declared hints hidden, and with those of a tool's
//! siblings visible, as they are when a source declares hints for some of its tools only. A
//! tool's own are never evidence about itself. Hints are read as if every suggestion had been
//! accepted; where nothing is found, the protocol's default counts.

pub(crate) mod corpus;
mod measure;
mod print;

use std::io::{self, Write};
use std::path::Path;

use self::corpus::ToolCorpus;
use self::measure::{HintVisibility, measure};

/// Runs the chore; the error is what the person is told.
#[expect(
    clippy::print_stderr,
    reason = "a skipped line is told apart from the report"
)]
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let (flags, folders): (Vec<&str>, Vec<&str>) =
        arguments.iter().partition(|one| one.starts_with('-'));
    if let Some(flag) = flags.iter().find(|flag| **flag != "--errors") {
        return Err(format!("there is no flag `{flag}`; try `--errors`"));
    }
    let [folder] = folders.as_slice() else {
        return Err("name one folder: cargo xtask infer-report DIR [--errors]".to_owned());
    };
    let corpus = ToolCorpus::read(Path::new(folder))?;
    for problem in &corpus.problems {
        eprintln!("skipped: {problem}");
    }
    let rows = |sight| -> Vec<_> {
        let servers = corpus.servers.iter();
        servers.map(|server| measure(server, sight)).collect()
    };
    let blind = rows(HintVisibility::Blind);
    let mut report = print::table(HintVisibility::Blind, &blind);
    report.push('\n');
    report.push_str(&print::table(
        HintVisibility::Siblings,
        &rows(HintVisibility::Siblings),
    ));
    if !flags.is_empty() {
        report.push('\n');
        report.push_str(&print::errors(&blind));
    }
    match io::stdout().write_all(report.as_bytes()) {
        // Who reads only the beginning has seen enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot print the report: {error}"))
        }
        _ => Ok(()),
    }
}
