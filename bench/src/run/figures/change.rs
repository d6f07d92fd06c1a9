//! One hint changed among many tools, until the list says it.

use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use super::FigureRows;
use crate::annotations;
use crate::args::AnnotationsArgs;

const TOOLS: u32 = 10_000;

/// Times in milliseconds.
#[derive(Debug, Serialize)]
pub(crate) struct ChangeFigure {
    pub(super) tools: u32,
    pub(super) rounds: u16,
    pub(super) median_ms: f64,
    pub(super) slowest_ms: f64,
    /// Lists that did not say what had been confirmed.
    pub(super) wrong: u64,
}

// === impl ChangeFigure ===

impl ChangeFigure {
    /// What `candor-bench annotations` measures, with as many changes as a run has rounds, and two
    /// more.
    pub(super) async fn measure(binary: &Path, rounds: u16) -> Result<Self> {
        let args = AnnotationsArgs {
            candor: None,
            tools: TOOLS,
            rounds: rounds + 2,
        };
        let (samples, _) = annotations::measure(binary, &args).await?;
        let summary = samples.summary(annotations::OVERRIDE);
        Ok(Self {
            tools: TOOLS,
            rounds: args.rounds,
            median_ms: summary.median * 1e3,
            slowest_ms: summary.slowest * 1e3,
            wrong: samples.wrong as u64,
        })
    }

    pub(super) fn rows(&self) -> FigureRows {
        let what = format!(
            "one hint changed among {} tools until the list says it",
            self.tools
        );
        let value = format!(
            "{:.1} ms (slowest {:.1} ms)",
            self.median_ms, self.slowest_ms
        );
        vec![(what, value)]
    }
}
