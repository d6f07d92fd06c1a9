//! What almost every command uses.

pub(crate) use crate::exit::CommandExit;
pub(crate) use crate::failure::{CommandFailure, CommandResult};
pub(crate) use crate::oneshot::with_gateway;
pub(crate) use crate::output::CommandOutput;
pub(crate) use crate::workspace::CommandWorkspace;
