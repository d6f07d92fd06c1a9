//! The reason for a change.

use candor_model::ChangeAuthor;

use crate::author::author;
use crate::prelude::CommandResult;

/// Why something is changed.
#[derive(clap::Args, Default)]
#[group(skip)]
pub(crate) struct ReasonArgs {
    /// The reason; it is saved in the history
    #[arg(long, value_name = "TEXT")]
    why: Option<String>,
}

// === impl ReasonArgs ===

impl ReasonArgs {
    /// The user who runs the command, with the reason.
    pub(crate) fn author(&self) -> CommandResult<ChangeAuthor> {
        author(self.why.as_deref())
    }
}
