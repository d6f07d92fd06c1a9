//! Filling in what the read-only instance of a program may do beside reading.

use super::SourceFilling;
use crate::read::split;
use crate::settings::SplitSettings;

// === impl SourceFilling ===

impl SourceFilling<'_, '_, '_> {
    /// How the source is split; not, if nothing is said.
    pub(super) fn split(&mut self) -> Option<SplitSettings> {
        let draft = split::read(&mut self.reader)?;
        self.show("split", "true", Some(&draft.span));
        Some(SplitSettings {
            write: self.paths("split.write", &draft.write),
            connect: self.targets("split.connect", &draft.connect),
        })
    }
}
