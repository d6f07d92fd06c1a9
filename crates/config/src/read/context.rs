//! What every part of reading has at hand.

use std::path::Path;

use crate::env::Environment;
use crate::flags::Flags;
use crate::origin::{Origin, Shown};
use crate::quote::printable;
use crate::report::Report;
use crate::tree::Span;

/// The report, what overrides the file, and what was settled so far.
pub(crate) struct Context<'a> {
    pub(crate) report: Report<'a>,
    pub(crate) flags: &'a Flags,
    pub(crate) env: Environment<'a>,
    /// Where relative paths of the file start.
    pub(crate) directory: &'a Path,
    pub(crate) origins: Vec<Shown>,
    pub(crate) refused: bool,
}

// === impl Context ===

impl<'a> Context<'a> {
    /// Nothing settled yet.
    pub(crate) fn new(report: Report<'a>, flags: &'a Flags, env: Environment<'a>) -> Self {
        Self {
            report,
            flags,
            env,
            directory: Path::new(""),
            origins: Vec::new(),
            refused: false,
        }
    }

    /// Records a settled value.
    pub(crate) fn show(&mut self, key: &str, value: &str, origin: Origin) {
        let (key, value) = (printable(key), printable(value));
        self.origins.push(Shown { key, value, origin });
    }

    /// The file as an origin, or the default where nothing was written.
    pub(crate) fn origin_of(&self, span: Option<&Span>) -> Origin {
        span.map_or(Origin::Default, |span| Origin::File {
            place: self.report.place(span),
        })
    }
}
