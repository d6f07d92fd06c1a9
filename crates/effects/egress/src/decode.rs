//! Streaming decompression of bodies.
//!
//! Decompressed data is passed on in small chunks, so the reader decides when to stop. A
//! disproportionately growing body is rejected earlier, because legitimate data does not compress
//! like zeros.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use async_compression::tokio::bufread::{DeflateDecoder, GzipDecoder, ZlibDecoder};
use bytes::{Bytes, BytesMut};
use futures_util::stream::{self, Stream, StreamExt};
use http::HeaderMap;
use http::header::CONTENT_ENCODING;
use tokio::io::{AsyncBufRead, AsyncRead, AsyncReadExt, ReadBuf};
use tokio_util::io::StreamReader;

/// The pieces of a body.
pub(crate) type BodyChunks = Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>;

/// The chunk size.
const PIECE: usize = 16 * 1024;
/// The size up to which any ratio is allowed.
const HARMLESS: u64 = 1024 * 1024;
/// Deflate compresses zeros by a factor of about 1,030, and real data by 3 to 50.
const BOMB_RATIO: u64 = 500;

/// The compression of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ContentCoding {
    Plain,
    Gzip,
    Deflate,
}

/// A body on its way out of its packing.
pub(crate) enum DecodedBody {
    Plain(BodyChunks),
    Packed(Box<DecoderState>),
}

pub(crate) struct DecoderState {
    decoder: Box<dyn AsyncRead + Send + Unpin>,
    read: Arc<AtomicU64>,
    written: u64,
}

/// A body has grown by more than anything means well. It travels as an I/O error.
#[derive(Debug, thiserror::Error)]
#[error("{packed} bytes unpack to more than {unpacked}")]
pub(crate) struct DecompressionBomb {
    pub(crate) packed: u64,
    pub(crate) unpacked: u64,
}

/// A reader that knows how much was used of it.
struct CountingReader<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

// === impl ContentCoding ===

impl ContentCoding {
    /// The compression according to the headers; the error is an unsupported name.
    pub(crate) fn of(headers: &HeaderMap) -> Result<Self, String> {
        let mut found = Self::Plain;
        let mut words = Vec::new();
        for value in headers.get_all(CONTENT_ENCODING) {
            words.push(String::from_utf8_lossy(value.as_bytes()));
        }
        let all = words.join(", ");
        for word in all.split(',').map(str::trim) {
            let coding = match word.to_ascii_lowercase().as_str() {
                "" | "identity" => continue,
                "gzip" | "x-gzip" => Self::Gzip,
                "deflate" => Self::Deflate,
                _ => return Err(clip(&all)),
            };
            // Double compression is never legitimate.
            if found != Self::Plain {
                return Err(clip(&all));
            }
            found = coding;
        }
        Ok(found)
    }

    /// Its name in HTTP.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plain => "identity",
            Self::Gzip => "gzip",
            Self::Deflate => "deflate",
        }
    }
}

fn clip(words: &str) -> String {
    words.chars().take(100).collect()
}

// === impl DecodedBody ===

impl DecodedBody {
    /// Waits for the first bytes, which distinguish the two formats called deflate.
    pub(crate) async fn open(coding: ContentCoding, mut pieces: BodyChunks) -> io::Result<Self> {
        if coding == ContentCoding::Plain {
            return Ok(Self::Plain(pieces));
        }
        let mut start = BytesMut::new();
        while start.len() < 2 {
            match pieces.next().await {
                Some(piece) => start.extend_from_slice(&piece?),
                None => break,
            }
        }
        // An empty body may be sent as nothing at all.
        if start.is_empty() {
            return Ok(Self::Plain(pieces));
        }
        let zlib = is_zlib(&start);
        let whole: BodyChunks = Box::pin(stream::iter([Ok(start.freeze())]).chain(pieces));
        let read = Arc::new(AtomicU64::new(0));
        let input = CountingReader {
            inner: StreamReader::new(whole),
            read: Arc::clone(&read),
        };
        let decoder: Box<dyn AsyncRead + Send + Unpin> = match coding {
            ContentCoding::Deflate if zlib => Box::new(ZlibDecoder::new(input)),
            ContentCoding::Deflate => Box::new(DeflateDecoder::new(input)),
            ContentCoding::Plain | ContentCoding::Gzip => {
                let mut decoder = GzipDecoder::new(input);
                decoder.multiple_members(true);
                Box::new(decoder)
            }
        };
        Ok(Self::Packed(Box::new(DecoderState {
            decoder,
            read,
            written: 0,
        })))
    }

    /// The next piece; `None` at the end.
    pub(crate) async fn next(&mut self) -> io::Result<Option<Bytes>> {
        match self {
            Self::Plain(pieces) => pieces.next().await.transpose(),
            Self::Packed(packed) => packed.next().await,
        }
    }
}

/// Whether the bytes are the head of zlib's format: method 8, and a checksum over both.
fn is_zlib(start: &[u8]) -> bool {
    match start {
        [first, second, ..] => {
            first & 0x0f == 8 && u16::from_be_bytes([*first, *second]).is_multiple_of(31)
        }
        _ => false,
    }
}

// === impl DecoderState ===

impl DecoderState {
    async fn next(&mut self) -> io::Result<Option<Bytes>> {
        let mut piece = BytesMut::with_capacity(PIECE);
        let size = self.decoder.read_buf(&mut piece).await?;
        if size == 0 {
            return Ok(None);
        }
        self.written += size as u64;
        let read = self.read.load(Ordering::Relaxed);
        if self.written > HARMLESS && self.written / BOMB_RATIO > read {
            return Err(io::Error::other(DecompressionBomb {
                packed: read,
                unpacked: self.written,
            }));
        }
        Ok(Some(piece.freeze()))
    }
}

// === impl CountingReader ===

impl<R: AsyncRead + Unpin> AsyncRead for CountingReader<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.inner).poll_read(cx, buffer);
        let size = buffer.filled().len() - before;
        self.read.fetch_add(size as u64, Ordering::Relaxed);
        polled
    }
}

impl<R: AsyncBufRead + Unpin> AsyncBufRead for CountingReader<R> {
    fn poll_fill_buf(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<&[u8]>> {
        Pin::new(&mut self.get_mut().inner).poll_fill_buf(cx)
    }

    fn consume(mut self: Pin<&mut Self>, size: usize) {
        Pin::new(&mut self.inner).consume(size);
        self.read.fetch_add(size as u64, Ordering::Relaxed);
    }
}
