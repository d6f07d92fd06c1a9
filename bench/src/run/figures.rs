//! Figures beside the calls: memory, start, a change, and how it is told to many.

mod change;
mod fan_out;
mod listener;
mod memory;
mod start;

use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;

use crate::report::{MarkdownReport, MarkdownTable, progress};
use change::ChangeFigure;
use fan_out::FanOutFigure;
use memory::MemoryFigure;
use start::StartFigure;

/// What was measured; nothing without Candor.
#[derive(Debug, Default, Serialize)]
pub(crate) struct RunFigures {
    memory: Option<MemoryFigure>,
    start: Option<StartFigure>,
    change: Option<ChangeFigure>,
    fan_out: Option<FanOutFigure>,
}

// === impl RunFigures ===

impl RunFigures {
    /// Measures one figure after the other.
    pub(crate) async fn measure(binary: &Path, rounds: u16) -> Result<Self> {
        let measuring = |what: &str| progress(format_args!("measuring {what}"));
        measuring("memory with many tools and sessions");
        let memory = MemoryFigure::measure(binary).await;
        measuring("the start with many sources");
        let start = StartFigure::measure(binary, rounds).await;
        measuring("one hint changed among many tools");
        let change = ChangeFigure::measure(binary, rounds).await;
        measuring("a change told to many listeners");
        let fan_out = FanOutFigure::measure(binary, rounds).await;
        Ok(Self {
            memory: Some(memory.context("cannot measure memory")?),
            start: Some(start.context("cannot measure the start")?),
            change: Some(change.context("cannot measure a change")?),
            fan_out: Some(fan_out.context("cannot measure listeners")?),
        })
    }

    /// Answers that were not what they should be.
    pub(crate) fn wrong(&self) -> u64 {
        let change = self.change.as_ref().map_or(0, |figure| figure.wrong);
        let fan_out = self.fan_out.as_ref().map_or(0, |figure| figure.unheard);
        change + fan_out
    }

    /// Resident memory with many tools and sessions, in millions of bytes.
    pub(crate) fn memory_mb(&self) -> Option<f64> {
        Some(self.memory.as_ref()?.resident_mb())
    }

    /// How long one change took until the list said it, in milliseconds.
    pub(crate) fn change_ms(&self) -> Option<f64> {
        Some(self.change.as_ref()?.median_ms)
    }

    /// Adds a table to the report, if anything was measured.
    pub(crate) fn render(&self, report: &mut MarkdownReport) {
        let rows = [
            self.memory.as_ref().map(MemoryFigure::rows),
            self.start.as_ref().map(StartFigure::rows),
            self.change.as_ref().map(ChangeFigure::rows),
            self.fan_out.as_ref().map(FanOutFigure::rows),
        ];
        let rows: Vec<_> = rows.into_iter().flatten().flatten().collect();
        if rows.is_empty() {
            return;
        }
        let mut table = MarkdownTable::new("figure | measured");
        for (what, value) in rows {
            table.row([what, value]);
        }
        report.section("## Figures", &table);
        if self.wrong() > 0 {
            report.line(format_args!("Wrong: {} answers of these\n", self.wrong()));
        }
    }
}

/// Rows of the table: what it is, and what it came to.
type FigureRows = Vec<(String, String)>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::check_text;

    #[test]
    fn what_was_measured_is_told_and_what_was_wrong_counts() {
        let figures = RunFigures {
            memory: Some(MemoryFigure {
                tools: 10_000,
                sessions: 1_000,
                resident_kib: 200_000,
                peak_kib: 300_000,
            }),
            start: None,
            change: Some(ChangeFigure {
                tools: 10_000,
                rounds: 3,
                median_ms: 12.5,
                slowest_ms: 15.0,
                wrong: 1,
            }),
            fan_out: Some(FanOutFigure {
                listeners: 1_000,
                rounds: 3,
                median_ms: 30.0,
                slowest_ms: 45.0,
                unheard: 2,
            }),
        };
        assert_eq!(figures.wrong(), 3);
        let mut report = MarkdownReport::default();
        figures.render(&mut report);
        let says = [
            "204.8 MB",
            "12.5 ms",
            "30.0 ms",
            "1000 listeners",
            "Wrong: 3",
        ];
        check_text(&report.finish(), &says, &["start"]);
        let mut report = MarkdownReport::default();
        RunFigures::default().render(&mut report);
        assert_eq!(report.finish(), "");
    }
}
