//! `candor-bench typed`: what it costs, and what it loses, to read a message into types.
//!
//! Three ways to read a message and write it again are compared: rmcp's typed model, a tree of JSON
//! values, and an envelope that keeps the payload as the bytes it came as.

pub(crate) mod codec;
mod cost;
mod lossless;
mod messages;

use std::io::Write;

use anyhow::Result;

use crate::report::MarkdownReport;

/// Measures and prints Markdown.
pub(crate) fn command() -> Result<()> {
    let mut report = MarkdownReport::default();
    if cfg!(debug_assertions) {
        report.line("This is a build without optimisation, so the times mean nothing.\n");
    }
    report.line(format_args!(
        "## Cost\n\nTime relative to parsing and writing the raw envelope; the fastest of {} \
         interleaved batches.\n",
        cost::BATCHES
    ));
    report.table(&cost::table()?);
    report.line("");
    report.section("## What survives a round trip", &lossless::survival()?);
    report.line("## What messages are taken for\n");
    report.table(&lossless::readings());
    std::io::stdout().write_all(report.finish().as_bytes())?;
    Ok(())
}
