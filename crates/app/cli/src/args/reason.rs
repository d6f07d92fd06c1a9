//! The reason for a change.

use candor_model::ChangeAuthor;

use crate::actor::CommandActor;
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
    pub(crate) fn author(&self, actor: &CommandActor) -> CommandResult<ChangeAuthor> {
        actor.author_because(self.why.as_deref(), "--why")
    }

    /// The reason only, for a gateway that identifies the user itself.
    pub(crate) fn text(&self) -> Option<&str> {
        self.why.as_deref()
    }
}
