//! `candor-bench typed`: what it costs, and what it loses, to read a message into types.
//!
//! Three ways to read a message and write it again are compared: rmcp's typed model, a tree of JSON
//! values, and an envelope that keeps the payload as the bytes it came as.

mod codec;
mod cost;
mod lossless;
mod messages;

use std::io::Write;

use anyhow::Result;

/// Measures and prints Markdown.
pub(crate) fn command() -> Result<()> {
    let mut out = std::io::stdout().lock();
    if cfg!(debug_assertions) {
        writeln!(
            out,
            "This is a build without optimisation, so the times mean nothing.\n"
        )?;
    }
    out.write_all(cost::report()?.as_bytes())?;
    writeln!(out)?;
    out.write_all(lossless::report()?.as_bytes())?;
    Ok(())
}
