//! Pictures of numbers, drawn as SVG here, readable without colour and without a picture.
//!
//! Widths are percentages and heights are pixels, so that a picture fits every screen and its
//! words stay as large as they are. Every part has a hatching of its own, and the numbers are
//! there as text.

mod hatch;
mod shares;
#[cfg(test)]
mod tests;
mod timeline;

use std::fmt;

use askama::filters::HtmlSafe;

/// One part of a whole, such as the tools that only read.
#[derive(Clone, Debug)]
pub struct Share {
    /// What it is called.
    pub label: String,
    /// How many.
    pub count: u64,
    /// The class that colours and hatches it: `share-1` to `share-4`.
    pub class: &'static str,
    /// Where its name leads, if anywhere: a path of ours.
    pub to: Option<String>,
}

/// How a whole is divided, as one bar with its parts named beside it. It prints as HTML. No two
/// pictures of a page have the same title.
#[derive(Clone, Debug)]
pub struct Shares {
    /// What the picture is called.
    pub title: String,
    /// The parts.
    pub shares: Vec<Share>,
}

/// One step of time.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// What it is called, such as `14:00`.
    pub label: String,
    /// One number for each series.
    pub counts: Vec<u64>,
}

/// Numbers over time, as stacked bars with a table for those who cannot see them. It prints as
/// HTML. No two pictures of a page have the same title.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// What the picture is called.
    pub title: String,
    /// What the series are called, the lowest first; at most four.
    pub series: Vec<&'static str>,
    /// The steps, the oldest first; at most 200 are drawn, the newest.
    pub steps: Vec<Step>,
}

impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        shares::draw(self, f)
    }
}

impl HtmlSafe for Shares {}

impl fmt::Display for Timeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        timeline::draw(self, f)
    }
}

impl HtmlSafe for Timeline {}

/// A number as a part of another one. Pictures need no more digits than a float has.
#[expect(
    clippy::cast_precision_loss,
    reason = "a picture is no more exact than its pixels"
)]
fn part_of(count: u64, whole: u128) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    count as f64 / whole as f64
}
