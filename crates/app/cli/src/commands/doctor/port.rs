//! Whether the address can be listened on.

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use super::check::DoctorCheck;

const SUBJECT: &str = "port";
/// How long the other program has to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// Free, used by Candor, or used by another program.
pub(super) fn check(address: SocketAddr) -> DoctorCheck {
    match TcpListener::bind(address) {
        Ok(_) => DoctorCheck::ok(SUBJECT, format!("`{address}` is free")),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => match ask(address) {
            Ok(true) => {
                DoctorCheck::ok(SUBJECT, format!("Candor is already running on `{address}`"))
            }
            _ => DoctorCheck::fail(SUBJECT, format!("another program listens on `{address}`"))
                .hint("stop it, or choose another address: `candor serve --listen 127.0.0.1:0`"),
        },
        Err(error) => DoctorCheck::fail(SUBJECT, format!("cannot listen on `{address}`: {error}"))
            .hint("choose another address: `candor serve --listen 127.0.0.1:0`"),
    }
}

/// Whether the program that listens there answers like Candor.
fn ask(address: SocketAddr) -> io::Result<bool> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(4096).read_to_end(&mut answer)?;
    Ok(answer.starts_with(b"HTTP/1.1 200") && answer.ends_with(b"\r\n\r\nok\n"))
}
