//! What every part of reading has at hand.

use std::path::Path;

use candor_text::printable;

use crate::env::EnvLookup;
use crate::flags::SettingFlags;
use crate::origin::{SettingOrigin, ShownSetting};
use crate::report::ConfigReport;
use crate::tree::ByteSpan;

/// The report, what overrides the file, and what was settled so far.
pub(crate) struct ReadContext<'a> {
    pub(crate) report: ConfigReport<'a>,
    pub(crate) flags: &'a SettingFlags,
    pub(crate) env: EnvLookup<'a>,
    /// Where relative paths of the file start.
    pub(crate) directory: &'a Path,
    pub(crate) origins: Vec<ShownSetting>,
    pub(crate) refused: bool,
}

// === impl ReadContext ===

impl<'a> ReadContext<'a> {
    /// Nothing settled yet.
    pub(crate) fn new(
        report: ConfigReport<'a>,
        flags: &'a SettingFlags,
        env: EnvLookup<'a>,
    ) -> Self {
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
    pub(crate) fn show(&mut self, key: &str, value: &str, origin: SettingOrigin) {
        let (key, value) = (printable(key), printable(value));
        self.origins.push(ShownSetting { key, value, origin });
    }

    /// The file as an origin, or the default where nothing was written.
    pub(crate) fn origin_of(&self, span: Option<&ByteSpan>) -> SettingOrigin {
        span.map_or(SettingOrigin::Default, |span| SettingOrigin::File {
            place: self.report.place(span),
        })
    }
}
