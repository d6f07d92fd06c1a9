//! Frames on a stream: blocking for a worker, asynchronous for the host.

use std::io::{self, Read};

use bytes::{Buf, BytesMut};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncRead, AsyncReadExt};

/// Bytes that the JSON of a frame may have.
const MAX_FRAME: usize = 64 * 1024 * 1024;

/// Bytes of the length in front of it.
const HEAD: usize = 4;

/// The frames that arrive on an asynchronous stream.
pub(crate) struct Frames<R> {
    input: R,
    /// Bytes that have come and belong to no frame that was handed out.
    buffer: BytesMut,
}

/// A frame, ready to be written.
pub(crate) fn to_bytes<T: Serialize>(frame: &T) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; HEAD];
    serde_json::to_writer(&mut bytes, frame)?;
    let length = bytes.len() - HEAD;
    if length > MAX_FRAME {
        return Err(too_long(length));
    }
    let head = u32::try_from(length).map_err(|_| too_long(length))?;
    bytes[..HEAD].copy_from_slice(&head.to_le_bytes());
    Ok(bytes)
}

/// The next frame; nothing if the input ended before it began.
pub(crate) fn read<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<Option<T>> {
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
    let mut json = Vec::with_capacity(length.min(64 * 1024));
    input.take(length as u64).read_to_end(&mut json)?;
    if json.len() != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(serde_json::from_slice(&json)?))
}

// === impl Frames ===

impl<R: AsyncRead + Unpin> Frames<R> {
    /// The frames of this stream.
    pub(crate) fn new(input: R) -> Self {
        Self {
            input,
            buffer: BytesMut::new(),
        }
    }

    /// The next frame; nothing if the input ended before it began.
    ///
    /// Dropping the future loses nothing: what has come stays for the next.
    pub(crate) async fn next<T: DeserializeOwned>(&mut self) -> io::Result<Option<T>> {
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

    /// A frame that has come whole.
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
