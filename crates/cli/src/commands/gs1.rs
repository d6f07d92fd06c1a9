//! `candor gs1`: the catalogue of the `gs1` pack.

mod import;

use candor_config::Flags;

use crate::args::Gs1Command;
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::Failure;

/// Does what was asked for.
pub(super) async fn run(
    args: &Gs1Command,
    flags: &Flags,
    output: &Output,
) -> Result<Exit, Failure> {
    match args {
        Gs1Command::Import(args) => import::run(args, flags, output).await,
    }
}
