//! `candor health`: checks whether the gateway responds, for containers and supervisors.

use candor_server::AnnouncedAddress;

use crate::args::HealthArgs;
use crate::prelude::*;
use crate::probe;

/// Queries the gateway of this data directory, or the one at the configured address.
pub(super) fn run(args: &HealthArgs, context: &CommandContext) -> CommandResult {
    let workspace = CommandWorkspace::open_silently(context)?;
    let server = &workspace.settings.server;
    // A gateway that runs may have been started with another address than the settings have.
    let announced = AnnouncedAddress::find_socket(&server.data);
    let address = announced.unwrap_or(server.listen);
    let path = if args.live { "/healthz" } else { "/readyz" };
    let answer = probe::get(address, path).map_err(|cause| {
        CommandFailure::io(format!("no gateway answers on `{address}`"), cause)
            .hint("start it with `candor serve`; `server.listen` sets the address")
    })?;
    let well = answer.status == 200;
    let word = match (well, args.live) {
        (true, true) => "live",
        (true, false) => "ready",
        (false, _) => "not ready",
    };
    let line = format!("the gateway on `{address}` is {word}");
    let report = || json!({"address": address.to_string(), "status": answer.status, "ok": well});
    context.output.json_or_line(report, line)?;
    Ok(CommandExit::with_findings(!well))
}
