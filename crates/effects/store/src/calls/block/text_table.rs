//! The distinct texts of a block.

use std::{collections::HashMap, ops::Range};

use super::bytes::put_number;
use crate::column_text::truncated;

/// A text column. A column's previous value is cached because the next one is usually the same.
#[derive(Clone, Copy, Debug)]
pub(super) enum TextColumn {
    Principal,
    Client,
    Revision,
    Kind,
    Source,
    Target,
    Arguments,
    Hints,
    Decision,
    Approval,
    Outcome,
    Detail,
    Reused,
}

/// The number of columns.
const COLUMNS: usize = TextColumn::Reused as usize + 1;

/// Texts to be written.
#[derive(Clone, Debug, Default)]
pub(super) struct TextTable {
    /// The texts, each prefixed with its length.
    encoded: Vec<u8>,
    /// The position of each text, without its length.
    places: Vec<Range<usize>>,
    numbers: HashMap<Box<str>, usize>,
    last: [Option<usize>; COLUMNS],
}

impl TextTable {
    /// The index of a text truncated to `max` bytes; added if it is new.
    pub(super) fn number(&mut self, column: TextColumn, text: &str, max: usize) -> usize {
        let last = self.last[column as usize];
        if let Some(last) = last
            && self.bytes(last) == text.as_bytes()
        {
            return last;
        }
        let text = truncated(text, max);
        let number = match self.numbers.get(&*text) {
            Some(number) => *number,
            None => self.add(&text),
        };
        self.last[column as usize] = Some(number);
        number
    }

    fn add(&mut self, text: &str) -> usize {
        let number = self.places.len();
        put_number(&mut self.encoded, text.len() as u64);
        let start = self.encoded.len();
        self.encoded.extend_from_slice(text.as_bytes());
        self.places.push(start..self.encoded.len());
        self.numbers.insert(text.into(), number);
        number
    }

    /// The bytes of a text.
    pub(super) fn bytes(&self, number: usize) -> &[u8] {
        let place = self.places.get(number).cloned();
        place
            .and_then(|place| self.encoded.get(place))
            .unwrap_or_default()
    }

    /// The encoded size in bytes.
    pub(super) fn size(&self) -> usize {
        self.encoded.len()
    }

    /// Appends the number of texts and the texts.
    pub(super) fn put(&self, bytes: &mut Vec<u8>) {
        put_number(bytes, self.places.len() as u64);
        bytes.extend_from_slice(&self.encoded);
    }
}
