//! The texts of a block, each of them once.

use std::{collections::HashMap, ops::Range};

use super::bytes::put_number;
use crate::column_text::truncated;

/// A column with texts. The text that a column had last is mostly the one that it has next.
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

/// How many columns there are.
const COLUMNS: usize = TextColumn::Reused as usize + 1;

/// Texts as they are written.
#[derive(Clone, Debug, Default)]
pub(super) struct TextTable {
    /// Each text after its length.
    encoded: Vec<u8>,
    /// Where each stands, without its length.
    places: Vec<Range<usize>>,
    numbers: HashMap<Box<str>, usize>,
    last: [Option<usize>; COLUMNS],
}

impl TextTable {
    /// The number of a text, cut to so many bytes; it is added when it is new.
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

    /// How many bytes they take.
    pub(super) fn size(&self) -> usize {
        self.encoded.len()
    }

    /// Appends their number and all of them.
    pub(super) fn put(&self, bytes: &mut Vec<u8>) {
        put_number(bytes, self.places.len() as u64);
        bytes.extend_from_slice(&self.encoded);
    }
}
