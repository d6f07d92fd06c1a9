//! The body of a reply: stored bytes, or more than fits in memory, generated while it is sent.

use std::collections::VecDeque;
use std::io::Write as _;

use bytes::Bytes;
use flate2::write::GzEncoder;
use flate2::{Compress, Compression, Crc, FlushCompress};

/// The size of a piece that is made on the way.
const PIECE: usize = 64 * 1024;
/// The decompressed size of one block of a bomb.
const BLOCK: usize = 1024 * 1024;

/// A body before it is sent.
#[derive(Clone, Debug)]
pub(super) enum ReplyBody {
    /// The request, as JSON.
    Echo,
    /// Bytes of a known length.
    Whole(Bytes),
    /// Bytes that are sent one piece after the other, in chunks.
    Pieces(Vec<Bytes>),
    /// So many zeros.
    Zeros(u64),
    /// A piece that is sent again and again.
    Endless(Bytes),
    /// Gzip that decompresses to at least this many zeros.
    Bomb(u64),
}

/// A body while it is sent: some pieces, then one that is repeated, then a last one.
#[derive(Debug, Default)]
pub(super) struct BodyPieces {
    first: VecDeque<Bytes>,
    repeated: Bytes,
    times: u64,
    last: Bytes,
}

// === impl ReplyBody ===

impl ReplyBody {
    /// The number of bytes, if it is announced.
    pub(super) fn length(&self) -> Option<u64> {
        match self {
            Self::Whole(bytes) => Some(bytes.len() as u64),
            Self::Zeros(size) => Some(*size),
            Self::Echo | Self::Pieces(_) | Self::Endless(_) | Self::Bomb(_) => None,
        }
    }

    /// The pieces in order.
    pub(super) fn supply(self) -> BodyPieces {
        match self {
            Self::Echo => BodyPieces::default(),
            Self::Whole(bytes) => BodyPieces {
                last: bytes,
                ..BodyPieces::default()
            },
            Self::Pieces(pieces) => BodyPieces {
                first: pieces.into(),
                ..BodyPieces::default()
            },
            Self::Zeros(size) => zeros(size),
            // No client reads that many pieces.
            Self::Endless(piece) => BodyPieces {
                repeated: piece,
                times: u64::MAX,
                ..BodyPieces::default()
            },
            Self::Bomb(size) => bomb(size.div_ceil(BLOCK as u64)),
        }
    }
}

// === impl BodyPieces ===

impl BodyPieces {
    /// The next piece, never an empty one.
    pub(super) fn next(&mut self) -> Option<Bytes> {
        while let Some(piece) = self.first.pop_front() {
            if !piece.is_empty() {
                return Some(piece);
            }
        }
        if self.times > 0 && !self.repeated.is_empty() {
            self.times -= 1;
            return Some(self.repeated.clone());
        }
        let last = std::mem::take(&mut self.last);
        (!last.is_empty()).then_some(last)
    }
}

/// Compresses bytes with gzip.
pub(super) fn gzip(bytes: &[u8]) -> Bytes {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    let done = packer.write_all(bytes).and_then(|()| packer.finish());
    done.expect("memory takes every write").into()
}

fn zeros(size: u64) -> BodyPieces {
    let piece = Bytes::from(vec![0; PIECE]);
    let rest = usize::try_from(size % PIECE as u64).expect("less than a piece");
    BodyPieces {
        times: size / PIECE as u64,
        last: piece.slice(..rest),
        repeated: piece,
        ..BodyPieces::default()
    }
}

/// One compressed block is sent repeatedly: a block that ends with a full flush is self-contained,
/// so blocks can be concatenated without compressing gigabytes.
fn bomb(blocks: u64) -> BodyPieces {
    let zeros = vec![0; BLOCK];
    let mut block = Vec::with_capacity(PIECE);
    Compress::new(Compression::best(), false)
        .compress_vec(&zeros, &mut block, FlushCompress::Full)
        .expect("zeros can be packed");
    let mut one = Crc::new();
    one.update(&zeros);
    let mut all = Crc::new();
    for _ in 0..blocks {
        all.combine(&one);
    }
    let head = Bytes::from_static(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff]);
    // An empty last block, the checksum, and the size as far as four bytes hold it.
    let mut tail = vec![0x03, 0x00];
    tail.extend(all.sum().to_le_bytes());
    tail.extend(all.amount().to_le_bytes());
    BodyPieces {
        first: VecDeque::from([head]),
        repeated: block.into(),
        times: blocks,
        last: tail.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    fn all(body: ReplyBody) -> Vec<u8> {
        let mut supply = body.supply();
        std::iter::from_fn(|| supply.next()).flatten().collect()
    }

    fn unpacked(packed: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        GzDecoder::new(packed).read_to_end(&mut out).expect("gzip");
        out
    }

    #[test]
    fn what_is_announced_is_what_comes() {
        let (one, two) = (Bytes::from("one"), Bytes::from("two"));
        assert_eq!(all(ReplyBody::Whole(one.clone())), b"one");
        assert_eq!(
            all(ReplyBody::Pieces(vec![one, Bytes::new(), two])),
            b"onetwo"
        );
        for size in [0, 1, PIECE, PIECE + 1, 3 * PIECE - 1] {
            let body = ReplyBody::Zeros(size as u64);
            assert_eq!(body.length(), Some(size as u64));
            assert_eq!(all(body), vec![0; size]);
        }
        let mut endless = ReplyBody::Endless(Bytes::from("x")).supply();
        assert!((0..1000).all(|_| endless.next().is_some()));
    }

    #[test]
    fn a_bomb_is_small_and_well_formed() {
        for (size, blocks) in [(0, 0), (1, 1), (5 * BLOCK, 5)] {
            let packed = all(ReplyBody::Bomb(size as u64));
            assert!(packed.len() <= 20 + blocks * 4096, "{}", packed.len());
            assert_eq!(unpacked(&packed), vec![0; blocks * BLOCK]);
        }
        assert_eq!(unpacked(&gzip(b"hello")), b"hello");
    }
}
