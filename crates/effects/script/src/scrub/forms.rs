//! Encodings of a value.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use candor_model::Secret;

/// Characters other than letters and digits that `encodeURIComponent` keeps.
const COMPONENT: &[u8] = b"-_.!~*'()";
/// Characters that form encoding keeps.
const FORM: &[u8] = b"*-._";

/// A value as it is, in JSON, in JSON in JSON, in an address and its host, and in base64.
pub(super) fn of(plain: &str) -> Vec<Secret<String>> {
    let once = in_json(plain);
    let twice = in_json(&once);
    // The name of a host has small letters only.
    let small = plain.to_ascii_lowercase();
    let mut forms = BTreeSet::from([plain.to_owned(), once, twice, small]);
    for hexadecimal in ["0123456789ABCDEF", "0123456789abcdef"] {
        let digits = hexadecimal.as_bytes();
        let form = percent(plain, FORM, digits);
        forms.insert(form.replace("%20", "+"));
        forms.insert(form);
        forms.insert(percent(plain, COMPONENT, digits));
    }
    forms.extend(in_base64(plain.as_bytes()));
    forms.into_iter().map(Secret::new).collect()
}

/// The text between the quotation marks.
fn in_json(plain: &str) -> String {
    let json = serde_json::Value::from(plain).to_string();
    json[1..json.len() - 1].to_owned()
}

fn percent(plain: &str, kept: &[u8], digits: &[u8]) -> String {
    let mut text = String::with_capacity(plain.len());
    for byte in plain.bytes() {
        if byte.is_ascii_alphanumeric() || kept.contains(&byte) {
            text.push(char::from(byte));
        } else {
            let [high, low] = [byte >> 4, byte & 15].map(|half| char::from(digits[half as usize]));
            // Writing to a string cannot fail.
            let _ = write!(text, "%{high}{low}");
        }
    }
    text
}

/// The base64 characters that depend only on these bytes, at any offset: three bytes become four
/// characters, so there are three alignments.
fn in_base64(bytes: &[u8]) -> Vec<String> {
    let mut forms = Vec::new();
    for before in 0..3 {
        let mut padded = vec![0; before];
        padded.extend_from_slice(bytes);
        let begin = (before * 8).div_ceil(6);
        let end = padded.len() * 8 / 6;
        for engine in [STANDARD_NO_PAD, URL_SAFE_NO_PAD] {
            forms.push(engine.encode(&padded)[begin..end].to_owned());
        }
    }
    forms
}
