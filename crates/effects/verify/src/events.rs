//! Converts observations of the confinement to events of a run.

use std::net::{IpAddr, SocketAddr};
use std::path::Path;

use candor_confine::{Observation, ObservedAction, ObservedTarget};
use candor_verify::ObservedEvent;

/// The event for an observation; `None` if it says nothing about a tool.
pub(crate) fn event(one: &Observation, world: &Path) -> Option<ObservedEvent> {
    match (&one.action, &one.target) {
        (ObservedAction::Connect | ObservedAction::Send, ObservedTarget::Address(address)) => {
            connection(address)
        }
        (ObservedAction::Run, ObservedTarget::Path(path)) => Some(ObservedEvent::Run {
            program: path.to_string_lossy().into_owned(),
        }),
        (action, ObservedTarget::Path(path) | ObservedTarget::Paths { to: path, .. })
            if action.changes_files() =>
        {
            is_outside_change(*action, path, world).then(|| ObservedEvent::Write {
                path: path.to_string_lossy().into_owned(),
                operation: format!("tried to {action}"),
                is_refused: !one.allowed,
            })
        }
        _ => None,
    }
}

/// Whether an attempt would change something outside of the world.
fn is_outside_change(action: ObservedAction, path: &Path, world: &Path) -> bool {
    let is_device =
        path.starts_with("/dev") || path.starts_with("/proc") || path.starts_with("/sys");
    // Programs open for writing what they only read, and make folders that are there already.
    let is_harmless = action == ObservedAction::Write
        || (action == ObservedAction::MakeFolder && path.is_dir())
        || (action == ObservedAction::Delete && !path.exists());
    !is_device && !is_harmless && !path.starts_with(world)
}

fn connection(address: &str) -> Option<ObservedEvent> {
    let socket: SocketAddr = address.parse().ok()?;
    // A local name server resolves names that are elsewhere.
    let asks_names = socket.port() == 53;
    let shown = if asks_names {
        format!("the name server {socket}")
    } else {
        socket.to_string()
    };
    Some(ObservedEvent::Connect {
        address: shown,
        is_local: is_local(socket.ip()) && !asks_names,
    })
}

fn is_local(address: IpAddr) -> bool {
    address.is_loopback() || address.is_unspecified()
}
