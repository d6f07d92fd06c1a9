//! Converts byte offsets to lines and columns.

/// The distance between indexed positions: a lookup scans at most this many bytes, even in a file
/// with a single long line.
const STEP: usize = 1024;

/// The line starts of a text, and how many characters come before every 1,024th byte.
pub(crate) struct LineIndex<'a> {
    bytes: &'a [u8],
    starts: Vec<usize>,
    counted: Vec<usize>,
}

// === impl LineIndex ===

impl<'a> LineIndex<'a> {
    /// Indexes the text.
    pub(crate) fn new(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let breaks = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let starts = std::iter::once(0)
            .chain(breaks.map(|(at, _)| at + 1))
            .collect();
        let mut counted = vec![0];
        let mut total = 0;
        for chunk in bytes.chunks(STEP) {
            total += characters(chunk);
            counted.push(total);
        }
        Self {
            bytes,
            starts,
            counted,
        }
    }

    /// Line and column of an offset, both from 1; columns count characters.
    pub(crate) fn position(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.bytes.len());
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts[line - 1];
        (line, self.before(offset) - self.before(start) + 1)
    }

    fn before(&self, offset: usize) -> usize {
        let chunk = offset / STEP;
        self.counted[chunk] + characters(&self.bytes[chunk * STEP..offset])
    }
}

/// Every byte that does not continue a character begins one.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| (**byte & 0xC0) != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lines_and_characters() {
        let lines = LineIndex::new("añb\r\ncd\n");
        for (offset, expect) in [
            (0, (1, 1)),
            (3, (1, 3)),
            (6, (2, 1)),
            (7, (2, 2)),
            (9, (3, 1)),
            (99, (3, 1)),
        ] {
            assert_eq!(lines.position(offset), expect, "{offset}");
        }
    }

    #[test]
    fn counts_across_steps() {
        let text = format!("x\n{}!", "é".repeat(3 * STEP));
        let lines = LineIndex::new(&text);
        assert_eq!(lines.position(text.len() - 1), (2, 3 * STEP + 1));
        assert_eq!(lines.position(text.len()), (2, 3 * STEP + 2));
    }
}
