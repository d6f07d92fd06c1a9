//! Digests, stored as bytes: half as long as their digits.

use candor_model::Digest;

/// The bytes of a digest, if the text is exactly its displayed form.
pub(super) fn parse(text: &str) -> Option<[u8; 32]> {
    let digest = Digest::parse(text)?;
    let is_shown_so = digest.hexadecimal(&mut [0; 64]) == text;
    is_shown_so.then_some(*digest.as_bytes())
}

/// The displayed form of a digest.
pub(super) fn shown(bytes: &[u8; 32]) -> String {
    let mut text = String::with_capacity(64);
    for byte in bytes {
        for digit in [byte >> 4, byte & 15] {
            text.extend(char::from_digit(digit.into(), 16));
        }
    }
    text
}
