//! Completes the permissions of the read-only instance.

use super::SourceFilling;
use crate::read::split;
use crate::settings::SplitSettings;

// === impl SourceFilling ===

impl SourceFilling<'_, '_, '_> {
    /// The split settings; `None` if unset.
    pub(super) fn split(&mut self) -> Option<SplitSettings> {
        let draft = split::read(&mut self.reader)?;
        self.show("split", "true", Some(&draft.span));
        Some(SplitSettings {
            write: self.paths("split.write", &draft.write),
            connect: self.targets("split.connect", &draft.connect),
        })
    }
}
