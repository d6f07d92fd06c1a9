//! The body of a response, taken from the read buffer in pieces.

use bytes::{Bytes, BytesMut};

use super::super::failure::HttpFailure;
use super::chunks::ChunkReader;

/// How the end of a body is determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyFraming {
    /// By the number of its bytes.
    Length(u64),
    /// By its last chunk.
    Chunked,
    /// By the end of the connection.
    UntilClose,
}

/// The progress of reading a body.
#[derive(Debug)]
pub(super) enum BodyReader {
    /// The number of remaining bytes.
    Length(u64),
    Chunks(ChunkReader),
    /// Everything until the connection ends.
    UntilClose {
        over: bool,
    },
}

// === impl BodyReader ===

impl BodyReader {
    pub(super) fn new(framing: BodyFraming) -> Self {
        match framing {
            BodyFraming::Length(length) => Self::Length(length),
            BodyFraming::Chunked => Self::Chunks(ChunkReader::default()),
            BodyFraming::UntilClose => Self::UntilClose { over: false },
        }
    }

    /// The next piece, if any of it was read.
    pub(super) fn take(&mut self, unread: &mut BytesMut) -> Result<Option<Bytes>, HttpFailure> {
        match self {
            Self::Length(left) => Ok(take_some(unread, left)),
            Self::Chunks(chunks) => chunks.take(unread),
            Self::UntilClose { .. } => {
                let mut endless = u64::MAX;
                Ok(take_some(unread, &mut endless))
            }
        }
    }

    /// Whether the whole body was taken.
    pub(super) fn is_over(&self) -> bool {
        match self {
            Self::Length(left) => *left == 0,
            Self::Chunks(chunks) => chunks.is_over(),
            Self::UntilClose { over } => *over,
        }
    }

    /// Handles the end of the connection; an error if the body is incomplete.
    pub(super) fn end(&mut self) -> Result<(), HttpFailure> {
        match self {
            Self::UntilClose { over } => {
                *over = true;
                Ok(())
            }
            Self::Length(_) | Self::Chunks(_) => Err(HttpFailure::Ended),
        }
    }

    /// The number of remaining bytes, if it is known.
    pub(super) fn length(&self) -> Option<u64> {
        match self {
            Self::Length(left) => Some(*left),
            Self::Chunks(_) | Self::UntilClose { .. } => None,
        }
    }

    /// How many bytes of a body of known length, up to `most`, have not been read yet.
    pub(super) fn missing(&self, read: usize, most: usize) -> usize {
        let length = self
            .length()
            .and_then(|length| usize::try_from(length).ok());
        length
            .filter(|length| *length <= most)
            .map_or(0, |length| length.saturating_sub(read))
    }

    /// How many bytes are known to follow.
    pub(super) fn expected(&self) -> usize {
        let known = match self {
            Self::Length(left) => *left,
            Self::Chunks(chunks) => chunks.left(),
            Self::UntilClose { .. } => 0,
        };
        usize::try_from(known).unwrap_or(usize::MAX)
    }
}

/// Takes bytes that were read, up to the given number.
pub(super) fn take_some(unread: &mut BytesMut, left: &mut u64) -> Option<Bytes> {
    let length = usize::try_from(*left)
        .unwrap_or(usize::MAX)
        .min(unread.len());
    if length == 0 {
        return None;
    }
    *left -= length as u64;
    Some(unread.split_to(length).freeze())
}
