//! Encoding and decoding of numbers and texts.
//!
//! Numbers use seven bits per byte, lowest first, with the highest bit set in all bytes but the
//! last (LEB128). A text is its length followed by its bytes.

use crate::row_label::ReadError;

/// Appends a number.
pub(super) fn put_number(bytes: &mut Vec<u8>, number: u64) {
    let mut rest = number;
    while rest >= 0x80 {
        bytes.push(rest.to_le_bytes()[0] | 0x80);
        rest >>= 7;
    }
    bytes.push(rest.to_le_bytes()[0]);
}

/// Appends a signed number, zigzag-encoded so that small ones of either sign are short.
pub(super) fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put_number(bytes, ((number << 1) ^ (number >> 63)).cast_unsigned());
}

/// Appends a text.
pub(super) fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_number(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

/// Reads bytes from the beginning. `column` names the column in errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByteReader<'a> {
    column: &'static str,
    rest: &'a [u8],
}

impl<'a> ByteReader<'a> {
    pub(super) fn new(column: &'static str, bytes: &'a [u8]) -> Self {
        Self {
            column,
            rest: bytes,
        }
    }

    /// The error for unreadable data.
    pub(super) fn refuse(&self, what: impl Into<String>) -> ReadError {
        ReadError(self.column, what.into())
    }

    /// The number of bytes left.
    pub(super) fn len(&self) -> usize {
        self.rest.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn byte(&mut self) -> Result<u8, ReadError> {
        let (byte, rest) = self.rest.split_first().ok_or_else(|| self.cut_short())?;
        self.rest = rest;
        Ok(*byte)
    }

    /// The next `N` bytes.
    pub(super) fn array<const N: usize>(&mut self) -> Result<&'a [u8; N], ReadError> {
        let (array, rest) = self
            .rest
            .split_first_chunk()
            .ok_or_else(|| self.cut_short())?;
        self.rest = rest;
        Ok(array)
    }

    pub(super) fn number(&mut self) -> Result<u64, ReadError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.refuse("a number out of range"))
    }

    pub(super) fn signed(&mut self) -> Result<i64, ReadError> {
        let number = self.number()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    /// The number of items that follow, each at least one byte long.
    pub(super) fn count(&mut self) -> Result<usize, ReadError> {
        let count = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        if count > self.rest.len() {
            return Err(self.cut_short());
        }
        Ok(count)
    }

    /// Reads bytes that their length precedes.
    pub(super) fn slice(&mut self) -> Result<&'a [u8], ReadError> {
        let length = self.count()?;
        let (slice, rest) = self.rest.split_at(length);
        self.rest = rest;
        Ok(slice)
    }

    pub(super) fn text(&mut self) -> Result<&'a str, ReadError> {
        let slice = self.slice()?;
        std::str::from_utf8(slice).map_err(|_| self.refuse("a text that is not UTF-8"))
    }

    /// Reads the version, which must be the known one.
    pub(super) fn version(&mut self, known: u8) -> Result<(), ReadError> {
        match self.byte()? {
            found if found == known => Ok(()),
            found => Err(self.refuse(format!("version {found}"))),
        }
    }

    fn cut_short(&self) -> ReadError {
        self.refuse("something that is cut short")
    }
}
