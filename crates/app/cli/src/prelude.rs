//! Common imports of commands.

pub(crate) use serde_json::{Value, json};

pub(crate) use crate::exit::CommandExit;
pub(crate) use crate::failure::{CommandFailure, CommandResult};
pub(crate) use crate::oneshot::with_gateway;
pub(crate) use crate::output::{CommandOutput, TextStyle};
pub(crate) use crate::table::{TableCell, TextTable};
pub(crate) use crate::text::{counted, one_line};
pub(crate) use crate::workspace::{CommandContext, CommandWorkspace};
pub(crate) use crate::{failure, file, hints, status, timestamp};
