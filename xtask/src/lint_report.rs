//! `cargo xtask lint-report DIR`: how often each lint rule fires on real tools.
//!
//! Two profiles are counted: the default one and `strict`. A rule that fires on many tools whose
//! authors took care of their hints is more likely wrong than they are, so that share stands
//! beside each count. Every finding of severity error in the default profile is listed, so that a
//! person can judge it; what that person writes under `## Verdicts` is kept by the next report.

mod count;
mod print;
mod read;

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use candor_lint::{LintPolicy, LintProfile, LintReport};

use self::count::ProfileCount;

/// The heading of the part that a person writes.
const VERDICTS: &str = "\n## Verdicts\n";

/// Runs the chore; the error is what the person is told.
#[expect(
    clippy::print_stderr,
    reason = "a skipped line is told apart from the report"
)]
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let (folder, out) = match arguments {
        [folder] => (*folder, None),
        [folder, "--out", out] | ["--out", out, folder] => (*folder, Some(*out)),
        _ => return Err("name one folder: cargo xtask lint-report DIR [--out FILE]".to_owned()),
    };
    let (input, problems) = read::corpus(Path::new(folder))?;
    for problem in &problems {
        eprintln!("skipped: {problem}");
    }
    let count = |profile| {
        let start = Instant::now();
        let report = LintReport::new(&input, &LintPolicy::of(profile), Vec::new());
        ProfileCount::of(&input, &report, start.elapsed())
    };
    let clients = count(LintProfile::default());
    let strict = count(LintProfile::Strict);
    let text = print::report(&input, &clients, &strict);
    match out {
        Some(out) => {
            let text = text + &verdicts(&fs::read_to_string(out).unwrap_or_default());
            fs::write(out, text).map_err(|error| format!("cannot write `{out}`: {error}"))
        }
        None => match io::stdout().write_all(text.as_bytes()) {
            // Who reads only the beginning has seen enough.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(format!("cannot print the report: {error}"))
            }
            _ => Ok(()),
        },
    }
}

/// What a person has written about the findings, which a new report keeps.
fn verdicts(before: &str) -> String {
    let at = before.find(VERDICTS);
    at.and_then(|at| before.get(at..))
        .unwrap_or_default()
        .to_owned()
}
