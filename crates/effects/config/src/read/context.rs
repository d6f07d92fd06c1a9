//! State shared by all readers.

use std::path::Path;

use candor_text::printable;

use crate::env::EnvLookup;
use crate::flags::SettingFlags;
use crate::origin::{SettingOrigin, ShownSetting};
use crate::report::ConfigReport;
use crate::state_scope::StateScope;
use crate::tree::{ByteSpan, ConfigEntry};

/// The report, what overrides the file, and what was settled so far.
pub(crate) struct ReadContext<'a> {
    pub(crate) report: ConfigReport<'a>,
    pub(crate) flags: &'a SettingFlags,
    pub(crate) env: EnvLookup<'a>,
    /// The base directory of relative paths in the file.
    pub(crate) directory: &'a Path,
    /// The scope of the state directory.
    pub(crate) scope: StateScope<'a>,
    pub(crate) origins: Vec<ShownSetting>,
    pub(crate) refused: bool,
    /// Whether the file is of a kind whose other readers know no `$$`.
    pub(crate) notes_dollars: bool,
}

// === impl ReadContext ===

impl<'a> ReadContext<'a> {
    /// Creates an empty context.
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
            scope: StateScope::User,
            origins: Vec::new(),
            refused: false,
            notes_dollars: false,
        }
    }

    /// The entries of the table at `path`. A value of another type refuses the whole file.
    pub(crate) fn table<'e>(
        &mut self,
        found: &'e ConfigEntry,
        path: &str,
        hint: Option<&str>,
    ) -> Option<&'e [ConfigEntry]> {
        let table = found.node.as_table().map_err(|mut problem| {
            self.refused = true;
            problem.hint = hint.map(str::to_owned);
            self.report.bad_value(&found.key_span, path, problem);
        });
        table.ok()
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
