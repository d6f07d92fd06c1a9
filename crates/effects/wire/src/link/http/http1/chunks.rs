//! A chunked body: each chunk is preceded by its size, and the last one is empty.

use bytes::{Buf, Bytes, BytesMut};
use httparse::Status;

use super::super::failure::HttpFailure;
use super::body::take_some;

/// The maximum length of a line with a chunk's size, extensions included.
const SIZE_LINE_MAX: usize = 4 * 1024;
/// The maximum size of the trailers.
const TRAILERS_MAX: usize = 32 * 1024;

/// The progress of reading a chunked body.
#[derive(Debug, Default)]
pub(super) struct ChunkReader {
    place: ChunkPlace,
    /// The number of trailer bytes that were skipped.
    trailers: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ChunkPlace {
    /// Before the size of a chunk.
    #[default]
    Size,
    /// In a chunk, with this number of remaining bytes.
    Data(u64),
    /// Before the line end after a chunk.
    DataEnd,
    /// After the last chunk.
    Trailers,
    Over,
}

// === impl ChunkReader ===

impl ChunkReader {
    /// The next piece, if any of it was read.
    pub(super) fn take(&mut self, unread: &mut BytesMut) -> Result<Option<Bytes>, HttpFailure> {
        loop {
            let next = match &mut self.place {
                ChunkPlace::Size => take_size(unread)?,
                ChunkPlace::Data(left) => {
                    let piece = take_some(unread, left);
                    if *left == 0 {
                        self.place = ChunkPlace::DataEnd;
                    }
                    return Ok(piece);
                }
                ChunkPlace::DataEnd => take_line_end(unread)?,
                ChunkPlace::Trailers => self.pass_over_trailer(unread)?,
                ChunkPlace::Over => return Ok(None),
            };
            match next {
                Some(next) => self.place = next,
                None => return Ok(None),
            }
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.place == ChunkPlace::Over
    }

    /// The remaining bytes of the current chunk.
    pub(super) fn left(&self) -> u64 {
        match self.place {
            ChunkPlace::Data(left) => left,
            _ => 0,
        }
    }

    /// Skips one trailer line; an empty one is the end.
    fn pass_over_trailer(
        &mut self,
        unread: &mut BytesMut,
    ) -> Result<Option<ChunkPlace>, HttpFailure> {
        let end = memchr::memchr(b'\n', unread);
        let length = end.map_or(unread.len(), |end| end + 1);
        if self.trailers + length > TRAILERS_MAX {
            let what = format!("more than {TRAILERS_MAX} bytes follow its last chunk");
            return Err(HttpFailure::malformed(what));
        }
        let Some(end) = end else {
            return Ok(None);
        };
        self.trailers += length;
        let is_last = matches!(&unread[..end], b"" | b"\r");
        unread.advance(length);
        Ok(Some(if is_last {
            ChunkPlace::Over
        } else {
            ChunkPlace::Trailers
        }))
    }
}

fn take_size(unread: &mut BytesMut) -> Result<Option<ChunkPlace>, HttpFailure> {
    // `httparse` accepts a line without any digit as the last chunk.
    let begins = unread.first().is_none_or(u8::is_ascii_hexdigit);
    match httparse::parse_chunk_size(unread) {
        _ if !begins => Err(HttpFailure::malformed("a chunk has no size")),
        Ok(Status::Complete((length, size))) => {
            unread.advance(length);
            Ok(Some(match size {
                0 => ChunkPlace::Trailers,
                size => ChunkPlace::Data(size),
            }))
        }
        Ok(Status::Partial) if unread.len() <= SIZE_LINE_MAX => Ok(None),
        _ => Err(HttpFailure::malformed("the size of a chunk is not one")),
    }
}

fn take_line_end(unread: &mut BytesMut) -> Result<Option<ChunkPlace>, HttpFailure> {
    match &**unread {
        [b'\r', b'\n', ..] => {
            unread.advance(2);
            Ok(Some(ChunkPlace::Size))
        }
        [] | [b'\r'] => Ok(None),
        _ => Err(HttpFailure::malformed("a chunk is longer than its size")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a body that arrives in pieces of a size; returns its contents and the following bytes.
    fn read(text: &str, piece: usize) -> Result<(String, String), String> {
        let mut chunks = ChunkReader::default();
        let (mut unread, mut body) = (BytesMut::new(), Vec::new());
        for piece in text.as_bytes().chunks(piece) {
            unread.extend_from_slice(piece);
            while let Some(data) = chunks.take(&mut unread).map_err(|it| it.to_string())? {
                body.extend_from_slice(&data);
            }
        }
        if !chunks.is_over() {
            return Err("not over".to_owned());
        }
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ok((text(&body), text(&unread)))
    }

    #[test]
    fn a_body_is_the_same_however_it_comes() {
        let cases = [
            ("0\r\n\r\n", "", ""),
            ("5\r\nhello\r\n0\r\n\r\n", "hello", ""),
            (
                "5;a=b\r\nhello\r\n000b\r\n, and again\r\n0\r\nx: y\r\n\r\n",
                "hello, and again",
                "",
            ),
            ("1\r\n\n\r\n0\r\n\r\nHTTP", "\n", "HTTP"),
        ];
        for (text, body, rest) in cases {
            for piece in 1..=text.len() {
                // The following bytes are only available if they arrived with the end.
                let (got, after) = read(text, piece).expect(text);
                assert_eq!(got, body, "{text:?} in pieces of {piece}");
                assert_eq!(after, rest, "{text:?} in pieces of {piece}");
            }
        }
    }

    #[test]
    fn sizes_that_are_none_are_refused() {
        for text in [
            "\r\n",
            "x\r\n",
            "-1\r\n",
            "5\r\nhello!\r\n0\r\n\r\n",
            "5\r\nhelloX\n0\r\n\r\n",
            "fffffffffffffffff\r\n",
        ] {
            for piece in 1..=text.len() {
                let error = read(text, piece).expect_err(text);
                assert!(error.contains("not valid HTTP"), "{text:?}: {error}");
            }
        }
        let endless = format!("5;{}", "a".repeat(SIZE_LINE_MAX));
        assert!(read(&endless, 100).expect_err("endless").contains("size"));
        let trailers = format!("0\r\n{}", "a: b\r\n".repeat(TRAILERS_MAX / 6 + 1));
        assert!(
            read(&trailers, 999)
                .expect_err("endless")
                .contains("follow")
        );
        for open in ["", "5\r\nhel", "5\r\nhello\r\n", "0\r\n", "0\r\na: b\r\n"] {
            assert_eq!(read(open, 1), Err("not over".to_owned()), "{open:?}");
        }
    }
}
