//! Replies written to a socket.

use std::fmt::Write as _;
use std::io;

use bytes::Bytes;
use http::StatusCode;
use tokio::io::AsyncWriteExt as _;

use super::body::Body;
use super::echo;
use super::read::Peer;
use super::reply::{Manner, Reply};
use super::request::Request;

/// Whether a connection goes on after a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    KeepOpen,
    Close,
}

/// Writes a reply in its manner.
pub(super) async fn send(peer: &mut Peer, request: &Request, reply: Reply) -> io::Result<After> {
    if !reply.delay.is_zero() {
        tokio::time::sleep(reply.delay).await;
    }
    match &reply.manner {
        Manner::Close => return Ok(After::Close),
        Manner::Hang => {
            peer.gone().await;
            return Ok(After::Close);
        }
        Manner::Raw(bytes) => {
            peer.socket.write_all(bytes).await?;
            return Ok(After::Close);
        }
        Manner::Whole | Manner::Cut(_) | Manner::Stall(_) => {}
    }
    let body = match reply.body.clone() {
        Body::Echo => Body::Whole(echo::of(request).to_string().into()),
        other => other,
    };
    let framing = Framing::of(&reply, &body);
    peer.socket
        .write_all(head(&reply, framing).as_bytes())
        .await?;
    if request.method == "HEAD" || has_no_body(reply.status) {
        return Ok(After::KeepOpen);
    }
    let whole = write_body(peer, body, &reply, framing).await?;
    if matches!(reply.manner, Manner::Stall(_)) && !whole {
        peer.gone().await;
    }
    // A length that the script made up may not be the true one.
    Ok(if whole && framing != Framing::Scripted {
        After::KeepOpen
    } else {
        After::Close
    })
}

/// How the client learns where the body ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Framing {
    Length(u64),
    Chunked,
    /// As the script's own headers say.
    Scripted,
}

impl Framing {
    fn of(reply: &Reply, body: &Body) -> Self {
        if reply.names("content-length") || reply.names("transfer-encoding") {
            return Self::Scripted;
        }
        body.length().map_or(Self::Chunked, Self::Length)
    }
}

fn has_no_body(status: u16) -> bool {
    matches!(status, 100..=199 | 204 | 304)
}

fn head(reply: &Reply, framing: Framing) -> String {
    let status = reply.status;
    let phrase = StatusCode::from_u16(status)
        .ok()
        .and_then(|status| status.canonical_reason())
        .unwrap_or("Scripted");
    let mut head = format!("HTTP/1.1 {status} {phrase}\r\n");
    let mut line = |name: &str, value: &dyn std::fmt::Display| {
        write!(head, "{name}: {value}\r\n").expect("a string takes every write");
    };
    for (name, value) in &reply.headers {
        line(name, value);
    }
    match framing {
        _ if has_no_body(status) => {}
        Framing::Length(length) => line("content-length", &length),
        Framing::Chunked => line("transfer-encoding", &"chunked"),
        Framing::Scripted => {}
    }
    head + "\r\n"
}

/// Writes the pieces; false if the reply's manner ended them early.
async fn write_body(
    peer: &mut Peer,
    body: Body,
    reply: &Reply,
    framing: Framing,
) -> io::Result<bool> {
    let mut left = match reply.manner {
        Manner::Cut(bytes) | Manner::Stall(bytes) => Some(bytes),
        _ => None,
    };
    let mut supply = body.supply();
    while let Some(mut piece) = supply.next() {
        if !reply.pause.is_zero() {
            tokio::time::sleep(reply.pause).await;
        }
        if let Some(left) = &mut left {
            let taken = usize::try_from(*left).map_or(piece.len(), |left| left.min(piece.len()));
            piece.truncate(taken);
            *left -= taken as u64;
        }
        write_piece(peer, &piece, framing).await?;
        if left == Some(0) {
            return Ok(false);
        }
    }
    if left.is_some() {
        return Ok(false);
    }
    if framing == Framing::Chunked {
        peer.socket.write_all(b"0\r\n\r\n").await?;
    }
    Ok(true)
}

async fn write_piece(peer: &mut Peer, piece: &Bytes, framing: Framing) -> io::Result<()> {
    // An empty chunk would be the last one.
    if piece.is_empty() {
        return Ok(());
    }
    if framing == Framing::Chunked {
        let size = format!("{:x}\r\n", piece.len());
        peer.socket.write_all(size.as_bytes()).await?;
        peer.socket.write_all(piece).await?;
        return peer.socket.write_all(b"\r\n").await;
    }
    peer.socket.write_all(piece).await
}
