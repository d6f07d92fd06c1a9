//! A name server for one program, over TCP on the loopback interface, limited to allowed names.

use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::names::KnownNames;

/// The idle timeout of a connection.
const SILENCE: Duration = Duration::from_secs(30);
/// The TTL of answers.
const REMEMBERED: u32 = 60;
/// The most addresses of one answer.
const MOST_ADDRESSES: usize = 16;

const TYPE_A: u16 = 1;
const TYPE_AAAA: u16 = 28;
const CLASS_INTERNET: u16 = 1;
/// A response to a recursive query, with recursion available.
const RESPONSE: u16 = 0x8180;
/// There is no such name.
const NO_NAME: u16 = 3;

/// The name server.
pub(super) struct NameResolver {
    listener: TcpListener,
    address: SocketAddr,
    stopped: Arc<AtomicBool>,
}

/// A question to a name server.
#[derive(Debug, PartialEq, Eq)]
struct NameQuestion {
    id: u16,
    name: String,
    kind: u16,
    class: u16,
    /// The original question, to be repeated in the answer.
    bytes: Vec<u8>,
}

// === impl NameResolver ===

impl NameResolver {
    pub(super) fn bind() -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        Ok(Self {
            listener,
            address,
            stopped: Arc::default(),
        })
    }

    /// Its address, in the family of the requested name server.
    pub(super) fn address_for(&self, meant: SocketAddr) -> SocketAddr {
        let IpAddr::V4(own) = self.address.ip() else {
            return self.address;
        };
        if meant.is_ipv4() {
            return self.address;
        }
        SocketAddr::new(own.to_ipv6_mapped().into(), self.address.port())
    }

    /// Answers until it is stopped.
    pub(super) fn serve(&self, names: Arc<KnownNames>) -> io::Result<()> {
        let listener = self.listener.try_clone()?;
        let stopped = self.stopped.clone();
        let thread = thread::Builder::new().name("candor-names".to_owned());
        thread.spawn(move || {
            for connection in listener.incoming() {
                if stopped.load(Ordering::Relaxed) {
                    return;
                }
                let (Ok(connection), names) = (connection, names.clone()) else {
                    continue;
                };
                let thread = thread::Builder::new().name("candor-names".to_owned());
                // If no thread can be started, the connection closes and the program retries.
                let _ = thread.spawn(move || converse(connection, &names));
            }
        })?;
        Ok(())
    }

    /// Ends it by a last connection.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(self.address);
    }
}

/// Answers the questions of one connection. One that makes no sense ends it.
fn converse(mut connection: TcpStream, names: &KnownNames) -> Option<()> {
    connection.set_read_timeout(Some(SILENCE)).ok()?;
    loop {
        let mut length = [0; 2];
        connection.read_exact(&mut length).ok()?;
        let mut bytes = vec![0; usize::from(u16::from_be_bytes(length))];
        connection.read_exact(&mut bytes).ok()?;
        let answer = answer(&NameQuestion::read(&bytes)?, names);
        let length = u16::try_from(answer.len()).ok()?.to_be_bytes();
        connection.write_all(&length).ok()?;
        connection.write_all(&answer).ok()?;
    }
}

fn answer(question: &NameQuestion, names: &KnownNames) -> Vec<u8> {
    if !names.allows_name(&question.name) {
        tracing::debug!(
            name = question.name,
            "a confined program asked for a name that it may not connect to"
        );
        return write_answer(question, NO_NAME, &[]);
    }
    let wanted = |address: &IpAddr| match question.kind {
        TYPE_A => address.is_ipv4(),
        TYPE_AAAA => address.is_ipv6(),
        _ => false,
    };
    let found = (question.name.as_str(), 0).to_socket_addrs();
    let Ok(found) = found else {
        return write_answer(question, NO_NAME, &[]);
    };
    let all: Vec<IpAddr> = found.map(|address| address.ip()).collect();
    names.learn(&question.name, &all);
    let found: Vec<IpAddr> = all
        .into_iter()
        .filter(wanted)
        .take(MOST_ADDRESSES)
        .collect();
    write_answer(question, 0, &found)
}

fn write_answer(question: &NameQuestion, code: u16, found: &[IpAddr]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let count = u16::try_from(found.len()).unwrap_or(0);
    for number in [question.id, RESPONSE | code, 1, count, 0, 0] {
        bytes.extend(number.to_be_bytes());
    }
    bytes.extend(&question.bytes);
    for address in found {
        let octets = match address {
            IpAddr::V4(address) => address.octets().to_vec(),
            IpAddr::V6(address) => address.octets().to_vec(),
        };
        // The name is where the question has it.
        bytes.extend([0xc0, 12]);
        bytes.extend(question.kind.to_be_bytes());
        bytes.extend(CLASS_INTERNET.to_be_bytes());
        bytes.extend(REMEMBERED.to_be_bytes());
        bytes.extend(u16::try_from(octets.len()).unwrap_or(0).to_be_bytes());
        bytes.extend(octets);
    }
    bytes
}

// === impl NameQuestion ===

impl NameQuestion {
    /// Parses a message with one question.
    fn read(bytes: &[u8]) -> Option<Self> {
        let number = |at: usize| -> Option<u16> {
            Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
        };
        let is_query = number(2)? & 0xf800 == 0;
        if !is_query || number(4)? != 1 {
            return None;
        }
        let mut labels = Vec::new();
        let mut place = 12;
        loop {
            let length = usize::from(*bytes.get(place)?);
            place += 1;
            if length == 0 {
                break;
            }
            // Longer ones are references to other names, which a question has no need of.
            if length > 63 {
                return None;
            }
            let label = bytes.get(place..place + length)?;
            labels.push(String::from_utf8(label.to_vec()).ok()?.to_ascii_lowercase());
            place += length;
        }
        Some(Self {
            id: number(0)?,
            name: labels.join("."),
            kind: number(place)?,
            class: number(place + 2)?,
            bytes: bytes.get(12..place + 4)?.to_vec(),
        })
    }
}

#[cfg(test)]
mod tests;
