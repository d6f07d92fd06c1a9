//! Messages as lines: the framing of stdio.

use std::io;

use bytes::{BufMut, Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::oversize::OversizeMessage;

/// How much memory is allocated at once.
const BLOCK: usize = 32 * 1024;
/// The minimum free space before more memory is allocated.
const ROOM: usize = 8 * 1024;

/// Reads lines without ever buffering more than one message of the allowed size.
#[derive(Debug)]
pub struct LineReader<R> {
    source: R,
    buffer: BytesMut,
    decoder: LineDecoder,
    ended: bool,
}

/// One line, without its line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadLine {
    /// A line within the limit.
    Whole(Bytes),
    /// A longer line, of which only the beginning and the end are kept.
    Oversize(OversizeMessage),
}

/// Splits a growing buffer into lines.
#[derive(Debug)]
pub(crate) struct LineDecoder {
    limit: usize,
    keep: usize,
    /// How far the buffer was searched without finding a line end.
    scanned: usize,
    over: Option<OversizeMessage>,
}

// === impl LineReader ===

impl<R: AsyncRead + Unpin> LineReader<R> {
    /// Accepts lines of up to `limit` bytes.
    pub fn new(source: R, limit: usize) -> Self {
        Self::keeping(source, limit, OversizeMessage::KEEP)
    }

    /// Accepts lines of up to `limit` bytes, and keeps `keep` bytes of either end of a longer one.
    pub fn keeping(source: R, limit: usize, keep: usize) -> Self {
        Self {
            source,
            buffer: BytesMut::new(),
            decoder: LineDecoder::new(limit, keep),
            ended: false,
        }
    }

    /// The next line that is not blank; `None` at the end. A last line without a line end counts.
    /// Cancel-safe: dropping the future loses nothing.
    pub async fn next(&mut self) -> io::Result<Option<ReadLine>> {
        loop {
            if let Some(line) = self.decoder.decode(&mut self.buffer) {
                return Ok(Some(line));
            }
            if self.ended {
                return Ok(self.decoder.finish(&mut self.buffer));
            }
            self.make_room();
            self.ended = self.source.read_buf(&mut self.buffer).await? == 0;
        }
    }
}

impl<R> LineReader<R> {
    /// Ensures enough free space for a read. Lines share the memory of one block; with a long line
    /// the buffer grows, which keeps the number of copies small.
    fn make_room(&mut self) {
        if self.buffer.capacity() - self.buffer.len() < ROOM {
            self.buffer.reserve(self.buffer.len().max(BLOCK));
        }
    }
}

// === impl LineDecoder ===

impl LineDecoder {
    pub(crate) fn new(limit: usize, keep: usize) -> Self {
        Self {
            limit,
            keep,
            scanned: 0,
            over: None,
        }
    }

    /// Removes the next line that is not blank from the front of the buffer.
    pub(crate) fn decode(&mut self, buffer: &mut BytesMut) -> Option<ReadLine> {
        loop {
            let Some(at) = memchr::memchr(b'\n', &buffer[self.scanned..]) else {
                self.wait(buffer);
                return None;
            };
            let mut line = buffer.split_to(self.scanned + at + 1);
            line.truncate(line.len() - 1);
            self.scanned = 0;
            if let Some(line) = self.complete(line) {
                return Some(line);
            }
        }
    }

    /// Returns the remaining line at the end of the input.
    pub(crate) fn finish(&mut self, buffer: &mut BytesMut) -> Option<ReadLine> {
        self.scanned = 0;
        self.complete(buffer.split())
    }

    /// Records how far the buffer was searched, and discards most of a line over the limit.
    fn wait(&mut self, buffer: &mut BytesMut) {
        if self.over.is_none() && buffer.len() > self.limit {
            self.over = Some(OversizeMessage::new(self.keep));
        }
        if let Some(over) = &mut self.over {
            over.extend(buffer);
            buffer.clear();
        }
        self.scanned = buffer.len();
    }

    fn complete(&mut self, line: BytesMut) -> Option<ReadLine> {
        if self.over.is_none() && line.len() > self.limit {
            self.over = Some(OversizeMessage::new(self.keep));
        }
        if let Some(mut over) = self.over.take() {
            over.extend(&line);
            return Some(ReadLine::Oversize(over));
        }
        (!line.trim_ascii().is_empty()).then(|| ReadLine::Whole(line.freeze()))
    }
}

/// Appends a JSON message as one line. Line ends inside it can only be whitespace between tokens,
/// and become spaces.
pub fn append(buffer: &mut BytesMut, message: &[u8]) {
    buffer.reserve(message.len() + 1);
    let start = buffer.len();
    buffer.put_slice(message);
    if memchr::memchr2(b'\n', b'\r', message).is_some() {
        for byte in &mut buffer[start..] {
            if matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }
    buffer.put_u8(b'\n');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The lines of some chunks; for a line over the limit, its length.
    fn lines(chunks: &[&[u8]], limit: usize) -> Vec<Result<Vec<u8>, usize>> {
        let mut decoder = LineDecoder::new(limit, 4);
        let mut buffer = BytesMut::new();
        let mut lines = Vec::new();
        let mut note = |line| match line {
            ReadLine::Whole(line) => lines.push(Ok(line.to_vec())),
            ReadLine::Oversize(over) => lines.push(Err(over.length())),
        };
        for chunk in chunks {
            buffer.extend_from_slice(chunk);
            while let Some(line) = decoder.decode(&mut buffer) {
                note(line);
            }
            assert!(buffer.len() <= limit, "nothing beyond the limit is held");
        }
        decoder.finish(&mut buffer).into_iter().for_each(note);
        lines
    }

    #[test]
    fn cuts_at_line_ends_and_passes_over_blank_lines() {
        let text = b"one\n\n \r\ntwo\nlast";
        assert_eq!(
            lines(&[text], 10),
            [
                Ok(b"one".to_vec()),
                Ok(b"two".to_vec()),
                Ok(b"last".to_vec())
            ]
        );
    }

    #[test]
    fn the_limit_is_exact_and_the_next_line_is_fine() {
        assert_eq!(
            lines(&[b"12345\n123456\nok\n"], 5),
            [Ok(b"12345".to_vec()), Err(6), Ok(b"ok".to_vec())]
        );
    }

    #[tokio::test]
    async fn reads_from_a_pipe() {
        let mut reader = LineReader::new(&b"a\nbb\ncccc"[..], 3);
        assert_eq!(
            reader.next().await.expect("read"),
            Some(ReadLine::Whole("a".into()))
        );
        assert_eq!(
            reader.next().await.expect("read"),
            Some(ReadLine::Whole("bb".into()))
        );
        let Some(ReadLine::Oversize(over)) = reader.next().await.expect("read") else {
            panic!("the last line is too long")
        };
        assert_eq!(over.head(), b"cccc");
        assert_eq!(reader.next().await.expect("read"), None);
    }

    #[test]
    fn a_message_is_one_line() {
        let mut buffer = BytesMut::new();
        append(&mut buffer, b"{\n \"a\":\r\n1}");
        append(&mut buffer, b"{}");
        assert_eq!(&buffer[..], b"{  \"a\":  1}\n{}\n");
    }

    proptest! {
        #[test]
        fn chunks_make_no_difference(
            text in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b' '), any::<u8>()], 0..200),
            cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..10),
            limit in 1_usize..40,
        ) {
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(text.len() + 1)).collect();
            cuts.extend([0, text.len()]);
            cuts.sort_unstable();
            let chunks: Vec<&[u8]> = cuts.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect();
            prop_assert_eq!(lines(&chunks, limit), lines(&[&text], limit));
        }
    }
}
