//! Frames on a stream: blocking for a worker, asynchronous for the host.
//!
//! A frame is a length (four bytes, little-endian) and that many bytes, usually JSON. Both ends are
//! the same program, so no version is negotiated.

use std::io::{self, Read};

use bytes::{Buf, Bytes, BytesMut};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncRead, AsyncReadExt};

/// The most bytes in a frame.
pub const MAX_FRAME: usize = 64 * 1024 * 1024;

/// Bytes of the length in front of it.
const HEAD: usize = 4;

/// The frames that arrive on an asynchronous stream.
#[derive(Debug)]
pub struct FrameStream<R> {
    input: R,
    /// Received bytes of a frame that was not returned yet.
    buffer: BytesMut,
}

/// A value as a frame of JSON.
pub fn encode(value: &impl Serialize) -> io::Result<Bytes> {
    let mut frame = vec![0; HEAD];
    serde_json::to_writer(&mut frame, value)?;
    let head = head(frame.len() - HEAD)?;
    frame[..HEAD].copy_from_slice(&head);
    Ok(frame.into())
}

/// The header of a frame of this length.
pub fn head(length: usize) -> io::Result<[u8; HEAD]> {
    match u32::try_from(length) {
        Ok(head) if length <= MAX_FRAME => Ok(head.to_le_bytes()),
        _ => Err(too_long(length)),
    }
}

/// The value of the next frame; nothing if the input ended before it began.
pub fn read<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<Option<T>> {
    let Some(frame) = read_bytes(input)? else {
        return Ok(None);
    };
    Ok(Some(serde_json::from_slice(&frame)?))
}

/// The bytes of the next frame; nothing if the input ended before it began.
pub fn read_bytes(input: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut head = [0; HEAD];
    let mut filled = 0;
    while filled < HEAD {
        match input.read(&mut head[filled..]) {
            Ok(0) if filled == 0 => return Ok(None),
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let length = length_of(head)?;
    let mut frame = Vec::with_capacity(length.min(64 * 1024));
    input.take(length as u64).read_to_end(&mut frame)?;
    if frame.len() != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(frame))
}

// === impl FrameStream ===

impl<R: AsyncRead + Unpin> FrameStream<R> {
    /// The frames of this stream.
    pub fn new(input: R) -> Self {
        Self {
            input,
            buffer: BytesMut::new(),
        }
    }

    /// The value of the next frame; nothing if the input ended before it began.
    ///
    /// Dropping the future loses nothing: what has arrived stays for the next one.
    pub async fn next<T: DeserializeOwned>(&mut self) -> io::Result<Option<T>> {
        loop {
            if let Some(frame) = self.take()? {
                return Ok(Some(frame));
            }
            if self.input.read_buf(&mut self.buffer).await? > 0 {
                continue;
            }
            return if self.buffer.is_empty() {
                Ok(None)
            } else {
                Err(io::ErrorKind::UnexpectedEof.into())
            };
        }
    }

    /// A frame that has arrived whole.
    fn take<T: DeserializeOwned>(&mut self) -> io::Result<Option<T>> {
        let Some(head) = self.buffer.first_chunk::<HEAD>() else {
            return Ok(None);
        };
        let length = length_of(*head)?;
        let Some(json) = self.buffer.get(HEAD..HEAD + length) else {
            return Ok(None);
        };
        let frame = serde_json::from_slice(json)?;
        self.buffer.advance(HEAD + length);
        Ok(Some(frame))
    }
}

fn length_of(head: [u8; HEAD]) -> io::Result<usize> {
    let length = u32::from_le_bytes(head) as usize;
    if length > MAX_FRAME {
        return Err(too_long(length));
    }
    Ok(length)
}

fn too_long(length: usize) -> io::Error {
    let text = format!("a frame has `{length}` bytes, and may have {MAX_FRAME}");
    io::Error::new(io::ErrorKind::InvalidData, text)
}

#[cfg(test)]
mod tests;
