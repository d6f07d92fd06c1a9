//! The start of a gateway with many sources, until all tools are listed.

use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use http::Uri;
use serde::Serialize;
use serde_json::Value;

use super::FigureRows;
use crate::era::BenchEra;
use crate::gateway::{GatewayFolder, SOURCE, trusted_source, upstream};
use crate::run::candor::RAISED_LIMITS;
use crate::time_samples::TimeSummary;

const SOURCES: usize = 50;
/// How many tools each of them has.
const TOOLS: usize = 20;

/// Times in milliseconds.
#[derive(Debug, Serialize)]
pub(crate) struct StartFigure {
    sources: usize,
    tools: usize,
    rounds: u16,
    median_ms: f64,
    slowest_ms: f64,
}

// === impl StartFigure ===

impl StartFigure {
    /// Each round starts with an empty folder, so the database is made, too.
    pub(super) async fn measure(binary: &Path, rounds: u16) -> Result<Self> {
        let upstream = upstream(BenchEra::Modern, TOOLS).await?;
        let configuration = configuration(upstream.url());
        let mut times = Vec::new();
        for _ in 0..rounds {
            times.push(once(binary, &configuration).await?);
        }
        upstream.stop().await;
        let summary = TimeSummary::of(times);
        Ok(Self {
            sources: SOURCES,
            tools: SOURCES * TOOLS,
            rounds,
            median_ms: summary.median * 1e3,
            slowest_ms: summary.slowest * 1e3,
        })
    }

    pub(super) fn rows(&self) -> FigureRows {
        let what = format!(
            "start with {} sources until all {} tools are listed",
            self.sources, self.tools
        );
        let value = format!(
            "{:.0} ms (slowest {:.0} ms)",
            self.median_ms, self.slowest_ms
        );
        vec![(what, value)]
    }
}

async fn once(binary: &Path, configuration: &str) -> Result<Duration> {
    let folder = GatewayFolder::new(binary, &[])?;
    let started = Instant::now();
    let gateway = folder.serve(configuration, Vec::new()).await?;
    let all = |tools: &[Value]| tools.len() == SOURCES * TOOLS;
    gateway.until_listed("/mcp", all).await?;
    let took = started.elapsed();
    gateway.stop().await;
    Ok(took)
}

/// All sources lead to one server, which costs each of them a connection of its own all the same.
fn configuration(upstream: &Uri) -> String {
    let mut text = String::new();
    for at in 0..SOURCES {
        let source = trusted_source(&format!("{SOURCE}{at:02}"), upstream);
        // Writing to a string cannot fail.
        let _ = write!(text, "{source}");
    }
    text + "[endpoint]\nmanagement = false\nlist = \"all\"\n" + RAISED_LIMITS
}
