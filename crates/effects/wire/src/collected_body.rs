//! The body of an HTTP message, collected from its chunks.

use bytes::{Bytes, BytesMut};

/// The maximum number of bytes that are reserved because of an announced length.
const ANNOUNCED_MAX: usize = 16 * 1024 * 1024;

/// The body received so far. A body in one chunk is not copied.
#[derive(Debug, Default)]
pub enum CollectedBody {
    /// Nothing was received.
    #[default]
    Empty,
    /// One chunk, which is the body so far.
    One(Bytes),
    /// Several chunks, joined.
    Many(BytesMut),
}

// === impl CollectedBody ===

impl CollectedBody {
    /// Adds a chunk. The announced length of the whole body, if there is one, saves copies.
    pub fn add(&mut self, data: Bytes, announced: Option<u64>) {
        *self = match std::mem::take(self) {
            Self::Empty => Self::One(data),
            Self::One(first) => {
                let announced = announced.and_then(|length| usize::try_from(length).ok());
                let room = announced.unwrap_or(0).min(ANNOUNCED_MAX);
                let mut all = BytesMut::with_capacity(room.max((first.len() + data.len()) * 2));
                all.extend_from_slice(&first);
                all.extend_from_slice(&data);
                Self::Many(all)
            }
            Self::Many(mut all) => {
                all.extend_from_slice(&data);
                Self::Many(all)
            }
        };
    }

    /// The number of bytes received.
    pub fn len(&self) -> usize {
        match self {
            Self::Empty => 0,
            Self::One(bytes) => bytes.len(),
            Self::Many(all) => all.len(),
        }
    }

    /// Whether nothing was received.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The whole body.
    pub fn into_bytes(self) -> Bytes {
        match self {
            Self::Empty => Bytes::new(),
            Self::One(bytes) => bytes,
            Self::Many(all) => all.freeze(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_joined_and_one_piece_is_not_copied() {
        let one = Bytes::from_static(b"one");
        let mut body = CollectedBody::default();
        assert!(body.is_empty());
        body.add(one.clone(), None);
        assert_eq!(body.into_bytes().as_ptr(), one.as_ptr());
        for announced in [None, Some(0), Some(11), Some(u64::MAX)] {
            let mut body = CollectedBody::default();
            for piece in ["one", " two", "", " three"] {
                body.add(Bytes::from_static(piece.as_bytes()), announced);
            }
            assert_eq!(body.len(), 13);
            assert_eq!(body.into_bytes(), "one two three");
        }
    }
}
