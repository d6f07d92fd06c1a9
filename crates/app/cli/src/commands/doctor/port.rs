//! Checks whether the address can be bound.

use std::io;
use std::net::{SocketAddr, TcpListener};

use candor_config::ServerSettings;
use candor_server::AnnouncedAddress;

use super::check::DoctorCheck;
use crate::probe;

const SUBJECT: &str = "port";

/// Free, used by Candor, or used by another program.
pub(super) fn check(server: &ServerSettings) -> DoctorCheck {
    let address = server.listen;
    if let Some(running) = AnnouncedAddress::find(&server.data) {
        let running = running.as_str().trim_end_matches('/');
        let says = format!("the gateway of this folder is running at {running}");
        return DoctorCheck::ok(SUBJECT, says);
    }
    match TcpListener::bind(address) {
        Ok(_) => DoctorCheck::ok(SUBJECT, format!("`{address}` is free")),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            if is_candor(address) {
                let says = format!("a gateway of another folder is running on `{address}`");
                return DoctorCheck::fail(SUBJECT, says).hint(
                    "`candor data list` shows which; choose another address with `listen` in \
                     `[server]`, or `candor serve --listen 127.0.0.1:0`",
                );
            }
            DoctorCheck::fail(SUBJECT, format!("another program listens on `{address}`"))
                .hint("stop it, or choose another address: `candor serve --listen 127.0.0.1:0`")
        }
        Err(error) => DoctorCheck::fail(SUBJECT, format!("cannot listen on `{address}`: {error}"))
            .hint("choose another address: `candor serve --listen 127.0.0.1:0`"),
    }
}

/// Whether the program that listens there answers like Candor.
fn is_candor(address: SocketAddr) -> bool {
    probe::get(address, "/healthz")
        .is_ok_and(|answer| answer.status == 200 && answer.body == "ok\n")
}
