//! Charts as SVG, readable without colour and by screen readers.
//!
//! Widths are percentages and heights are pixels, so that a chart fits every screen and its text
//! keeps its size. Every part has its own hatching, and the numbers are also given as text.

mod hatch;
mod shares;
#[cfg(test)]
mod tests;
mod timeline;

use std::fmt;

use askama::filters::HtmlSafe;

/// One part of a whole, such as the read-only tools.
#[derive(Clone, Debug)]
pub struct ChartShare {
    /// The label of the part.
    pub label: String,
    /// The number of items.
    pub count: u64,
    /// The class that colours and hatches it: `share-1` to `share-4`.
    pub class: &'static str,
    /// The path that its label links to.
    pub to: Option<String>,
}

/// The parts of a whole, as one bar with a labelled list. It prints as HTML. Titles are unique on a
/// page.
#[derive(Clone, Debug)]
pub struct ShareChart {
    /// The title of the chart.
    pub title: String,
    /// The parts, in display order.
    pub shares: Vec<ChartShare>,
}

/// One step on the time axis.
#[derive(Clone, Debug, Default)]
pub struct TimelineStep {
    /// The label, such as `14:00`.
    pub label: String,
    /// One number for each series.
    pub counts: Vec<u64>,
}

/// Numbers over time, as stacked bars with a table for screen readers. It prints as HTML. Titles are
/// unique on a page.
#[derive(Clone, Debug)]
pub struct TimelineChart {
    /// The title of the chart.
    pub title: String,
    /// The labels of the series, the lowest first; at most four.
    pub series: Vec<&'static str>,
    /// The steps, the oldest first; only the newest 200 are drawn.
    pub steps: Vec<TimelineStep>,
}

impl fmt::Display for ShareChart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        shares::draw(self, f)
    }
}

impl HtmlSafe for ShareChart {}

impl fmt::Display for TimelineChart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        timeline::draw(self, f)
    }
}

impl HtmlSafe for TimelineChart {}

/// A number as a share of another one.
#[expect(
    clippy::cast_precision_loss,
    reason = "a chart is no more exact than its pixels"
)]
fn part_of(count: u64, whole: u128) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    count as f64 / whole as f64
}
