//! `candor policy`: what is allowed, asked about or denied.

mod explain;
mod preferences;
mod set;
mod show;

use candor_config::Flags;

use crate::args::PolicyCommand;
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::Failure;

/// Does what was asked for.
pub(super) async fn run(
    args: &PolicyCommand,
    flags: &Flags,
    output: &Output,
) -> Result<Exit, Failure> {
    match args {
        PolicyCommand::Show => show::run(flags, output).await,
        PolicyCommand::Set(args) => set::run(args, flags, output).await,
        PolicyCommand::Explain(args) => explain::run(args, flags, output).await,
    }
}
