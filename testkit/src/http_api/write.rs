//! Writes replies to a socket.

use std::fmt::Write as _;
use std::io;

use bytes::Bytes;
use http::StatusCode;
use tokio::io::AsyncWriteExt as _;

use super::body::ReplyBody;
use super::echo;
use super::read::HttpPeer;
use super::reply::{ReplyManner, ScriptedReply};
use super::request::ReceivedRequest;

/// Whether a connection continues after a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AfterReply {
    KeepOpen,
    Close,
}

/// Writes a reply in its manner.
pub(super) async fn send(
    peer: &mut HttpPeer,
    request: &ReceivedRequest,
    reply: ScriptedReply,
) -> io::Result<AfterReply> {
    if !reply.delay.is_zero() {
        tokio::time::sleep(reply.delay).await;
    }
    match &reply.manner {
        ReplyManner::Close => return Ok(AfterReply::Close),
        ReplyManner::Hang => {
            peer.gone().await;
            return Ok(AfterReply::Close);
        }
        ReplyManner::Raw(bytes) => {
            peer.socket.write_all(bytes).await?;
            return Ok(AfterReply::Close);
        }
        ReplyManner::Whole | ReplyManner::Cut(_) | ReplyManner::Stall(_) => {}
    }
    let body = match reply.body.clone() {
        ReplyBody::Echo => ReplyBody::Whole(echo::of(request).to_string().into()),
        other => other,
    };
    let framing = ReplyFraming::of(&reply, &body);
    peer.socket
        .write_all(head(&reply, framing).as_bytes())
        .await?;
    if request.method == "HEAD" || has_no_body(reply.status) {
        return Ok(AfterReply::KeepOpen);
    }
    let whole = write_body(peer, body, &reply, framing).await?;
    if matches!(reply.manner, ReplyManner::Stall(_)) && !whole {
        peer.gone().await;
    }
    // A length that the script made up may not be the true one.
    Ok(if whole && framing != ReplyFraming::Scripted {
        AfterReply::KeepOpen
    } else {
        AfterReply::Close
    })
}

/// How the end of the body is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReplyFraming {
    Length(u64),
    Chunked,
    /// According to the script's headers.
    Scripted,
}

impl ReplyFraming {
    fn of(reply: &ScriptedReply, body: &ReplyBody) -> Self {
        if reply.names("content-length") || reply.names("transfer-encoding") {
            return Self::Scripted;
        }
        body.length().map_or(Self::Chunked, Self::Length)
    }
}

fn has_no_body(status: u16) -> bool {
    matches!(status, 100..=199 | 204 | 304)
}

fn head(reply: &ScriptedReply, framing: ReplyFraming) -> String {
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
        ReplyFraming::Length(length) => line("content-length", &length),
        ReplyFraming::Chunked => line("transfer-encoding", &"chunked"),
        ReplyFraming::Scripted => {}
    }
    head + "\r\n"
}

/// Writes the pieces; false if the reply's manner ended them early.
async fn write_body(
    peer: &mut HttpPeer,
    body: ReplyBody,
    reply: &ScriptedReply,
    framing: ReplyFraming,
) -> io::Result<bool> {
    let mut left = match reply.manner {
        ReplyManner::Cut(bytes) | ReplyManner::Stall(bytes) => Some(bytes),
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
    if framing == ReplyFraming::Chunked {
        peer.socket.write_all(b"0\r\n\r\n").await?;
    }
    Ok(true)
}

async fn write_piece(peer: &mut HttpPeer, piece: &Bytes, framing: ReplyFraming) -> io::Result<()> {
    // An empty chunk would be the last one.
    if piece.is_empty() {
        return Ok(());
    }
    if framing == ReplyFraming::Chunked {
        let size = format!("{:x}\r\n", piece.len());
        peer.socket.write_all(size.as_bytes()).await?;
        peer.socket.write_all(piece).await?;
        return peer.socket.write_all(b"\r\n").await;
    }
    peer.socket.write_all(piece).await
}
