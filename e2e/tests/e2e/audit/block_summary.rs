//! The summary of a block of calls, read without the product's own code.
//!
//! A version; marks behind their length; then for each kind of call its flags, its source if it has
//! one, its outcome and how many there are.

use std::collections::HashMap;

/// What has not been read yet.
struct SummaryBytes(std::vec::IntoIter<u8>);

// === impl SummaryBytes ===

impl SummaryBytes {
    fn of_hex(hex: &str) -> Self {
        let pairs = hex.as_bytes().chunks(2);
        let byte = |pair| u8::from_str_radix(str::from_utf8(pair).expect("ASCII"), 16);
        let bytes: Vec<u8> = pairs.map(|pair| byte(pair).expect("two digits")).collect();
        Self(bytes.into_iter())
    }

    fn byte(&mut self) -> u8 {
        self.0.next().expect("another byte")
    }

    /// Seven bits a byte, the lowest first.
    fn number(&mut self) -> usize {
        let mut number = 0;
        for shift in (0..).step_by(7) {
            let byte = self.byte();
            number |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        number
    }

    fn text(&mut self) -> String {
        let length = self.number();
        let bytes: Vec<u8> = (0..length).map(|_| self.byte()).collect();
        String::from_utf8(bytes).expect("UTF-8")
    }
}

/// Adds the outcomes of a block to those of others. They must be as many as its row says.
pub(super) fn add_outcomes(hex: &str, calls: usize, outcomes: &mut HashMap<String, usize>) {
    let mut bytes = SummaryBytes::of_hex(hex);
    assert_eq!(bytes.byte(), 1, "the version");
    for _ in 0..bytes.number() {
        bytes.byte();
    }
    let mut sum = 0;
    while bytes.0.len() > 0 {
        if bytes.byte() & 1 == 1 {
            bytes.text();
        }
        let (outcome, count) = (bytes.text(), bytes.number());
        *outcomes.entry(outcome).or_default() += count;
        sum += count;
    }
    assert_eq!(sum, calls, "all calls of the block are in its summary");
}
