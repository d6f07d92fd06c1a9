//! Reports in Markdown, and how every command of this program prints one.

mod table;

use std::fmt::{Display, Write as _};
use std::future::Future;
use std::io::Write as _;

use anyhow::{Result, bail};
use tokio::signal::unix::{SignalKind, signal};

pub(crate) use table::MarkdownTable;

use crate::time_samples::TimeSummary;

/// A report in the making: a heading, sentences and tables.
#[derive(Debug, Default)]
pub(crate) struct MarkdownReport(String);

// === impl MarkdownReport ===

impl MarkdownReport {
    /// A report with a heading; a build without optimisation says that it is one.
    pub(crate) fn new(title: &str) -> Self {
        let mut report = Self(format!("## {title}\n\n"));
        if cfg!(debug_assertions) {
            report.line("This is a build without optimisation, so the times mean nothing.\n");
        }
        report
    }

    pub(crate) fn line(&mut self, text: impl Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{text}");
    }

    pub(crate) fn table(&mut self, table: &MarkdownTable) {
        self.0.push_str(&table.render());
    }

    /// A table under a heading.
    pub(crate) fn section(&mut self, heading: impl Display, table: &MarkdownTable) {
        self.line(format_args!("{heading}\n\n{}", table.render()));
    }

    /// Says how many answers were not what they should be, unless all were.
    pub(crate) fn wrong(&mut self, count: usize, what: &str) {
        if count > 0 {
            self.line(format_args!("\nWrong: {count} {what}"));
        }
    }

    /// Says whether an aim is reached.
    pub(crate) fn aim(&mut self, aim: impl Display, is_reached: bool) {
        let verdict = if is_reached { "reached" } else { "missed" };
        self.line(format_args!("Aim: {aim}: {verdict}."));
    }

    pub(crate) fn finish(self) -> String {
        self.0
    }
}

/// Measures, unless that is interrupted, and prints the report; `false` when answers were wrong.
pub(crate) async fn print(work: impl Future<Output = Result<(String, bool)>>) -> Result<bool> {
    let mut terminated = signal(SignalKind::terminate())?;
    // The processes are owned by the future, so leaving it early ends them.
    let (report, is_right) = tokio::select! {
        measured = work => measured?,
        _ = tokio::signal::ctrl_c() => bail!("interrupted; nothing was kept"),
        _ = terminated.recv() => bail!("terminated; nothing was kept"),
    };
    std::io::stdout().lock().write_all(report.as_bytes())?;
    Ok(is_right)
}

/// Tells on stderr what is going on; the report on stdout stays clean.
pub(crate) fn progress(text: impl Display) {
    // Progress that cannot be shown is no reason to stop.
    let _ = writeln!(std::io::stderr(), "{text}");
}

pub(crate) fn millis(seconds: f64) -> String {
    format!("{:.2}", seconds * 1e3)
}

pub(crate) fn mib(kib: u64) -> u64 {
    kib.div_ceil(1024)
}

/// A number with so many digits, or a dash.
pub(crate) fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}"))
}

/// The cells of a median and of the slowest time, in milliseconds.
pub(crate) fn spread(summary: TimeSummary) -> [String; 2] {
    [millis(summary.median), millis(summary.slowest)]
}

/// Expects that a report says some things and does not say others.
#[cfg(test)]
pub(crate) fn check_text(text: &str, says: &[&str], lacks: &[&str]) {
    for part in says {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    for part in lacks {
        assert!(!text.contains(part), "`{part}` in {text}");
    }
}
