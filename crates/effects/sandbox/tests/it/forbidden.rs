//! What a confined process may not do.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::process::id;

use candor_sandbox::TerminationCause;

use crate::actions;
use crate::victim::run;

/// A folder of this test alone. It goes with what is in it.
struct VictimFolder(PathBuf);

// === impl VictimFolder ===

impl VictimFolder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("candor-sandbox-{name}-{}", id()));
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for VictimFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn check_refused(action: &str, aim: &str) {
    let end = run(action, aim);
    assert!(
        end.said
            .ends_with("refused: Operation not permitted (os error 1)"),
        "{action} {aim}: {end:?}"
    );
    assert_eq!(end.status.code(), Some(0), "{action} {aim}: {end:?}");
}

fn check_ended(action: &str, aim: &str) {
    let end = run(action, aim);
    assert_eq!(
        end.termination_cause(),
        Some(TerminationCause::ForbiddenCall),
        "{action}: {end:?}"
    );
    let is_silent = !end.said.contains("granted") && !end.said.contains("refused");
    assert!(is_silent, "{action}: {end:?}");
}

/// Victims of all tests begin here.
#[test]
fn refused_actions_are_not_done() {
    actions::do_if_asked();
    let folder = VictimFolder::new("refused");
    let old = folder.path("old");
    fs::write(&old, "kept").unwrap();
    fs::set_permissions(&old, fs::Permissions::from_mode(0o600)).unwrap();
    let new = folder.path("new");
    let own = env::current_exe().unwrap();
    for (action, aim) in [
        ("read a file", "/etc/passwd"),
        ("read a file", "/proc/self/environ"),
        ("read a file", "/proc/self/maps"),
        ("read a file", "/dev/urandom"),
        ("read a file", own.to_str().unwrap()),
        ("read a file", &old),
        ("append to a file", &old),
        ("create a file", &new),
        ("create a folder", &new),
        ("remove a file", &old),
        ("rename a file", &old),
        ("link a file", &old),
        ("change who may read", &old),
        ("look at a file", &old),
        ("list a folder", "/"),
        ("go to a folder", "/"),
        ("follow a link", "/proc/self/exe"),
        ("duplicate a stream", ""),
        ("kill the parent", ""),
        ("get hold of the parent", ""),
        ("read the parent's memory", ""),
        ("raise a limit", ""),
        ("hide from debuggers", ""),
    ] {
        check_refused(action, aim);
    }
    assert_eq!(fs::read_to_string(&old).unwrap(), "kept");
    let mode = fs::metadata(&old).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let left = fs::read_dir(&folder.0).unwrap().count();
    assert_eq!(left, 1, "nothing came, nothing went");
}

#[test]
fn whoever_speaks_to_the_network_is_ended_unheard() {
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    tcp.set_nonblocking(true).unwrap();
    let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
    udp.set_nonblocking(true).unwrap();
    let folder = VictimFolder::new("network");
    let path = folder.path("socket");
    let unix = UnixListener::bind(&path).unwrap();
    unix.set_nonblocking(true).unwrap();
    for (action, aim) in [
        ("connect over TCP", tcp.local_addr().unwrap().to_string()),
        ("listen", String::new()),
        ("open a UDP socket", String::new()),
        ("send over UDP", udp.local_addr().unwrap().to_string()),
        ("receive over UDP", String::new()),
        ("accept", String::new()),
        ("connect to a Unix socket", path),
        ("make a pair of Unix sockets", String::new()),
    ] {
        check_ended(action, &aim);
    }
    let heard = [
        tcp.accept().map(drop),
        udp.recv(&mut [0]).map(drop),
        unix.accept().map(drop),
    ];
    for heard in heard {
        assert_eq!(heard.unwrap_err().kind(), ErrorKind::WouldBlock);
    }
}

#[test]
fn whoever_starts_something_is_ended() {
    for action in ["run a program", "become a program", "start a thread"] {
        check_ended(action, "");
    }
}
