//! Repeated removal of percent encoding.
//!
//! A text passes through several programs, and each may decode it once more, so it is checked at
//! every depth.

use percent_encoding::percent_decode_str;

/// The maximum depth of encoding. Anything deeper is treated as an attack.
const ROUNDS: usize = 8;

/// Whether a text is objectionable, as is or after any number of decodings. A text encoded more
/// than eight times always is.
pub fn at_any_decoding(text: &str, is_objectionable: impl Fn(&str) -> bool) -> bool {
    let mut text = text.to_owned();
    for _ in 0..ROUNDS {
        if is_objectionable(&text) {
            return true;
        }
        let decoded = percent_decode_str(&text).decode_utf8_lossy().into_owned();
        if decoded == text {
            return false;
        }
        text = decoded;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hides_a_dot(text: &str) -> bool {
        at_any_decoding(text, |text| text == ".")
    }

    #[test]
    fn every_depth_is_looked_at() {
        for text in [".", "%2e", "%2E", "%252e", "%25252e", "%252525252e"] {
            assert!(hides_a_dot(text), "{text}");
        }
        for text in ["", "a", "50%", "100%25", "%zz", "%C3%A9", "%ff", "%2e%2e"] {
            assert!(!hides_a_dot(text), "{text}");
        }
    }

    #[test]
    fn what_is_encoded_too_often_is_objectionable_by_itself() {
        let often = |times: usize| format!("%{}41", "25".repeat(times));
        assert!(!at_any_decoding(&often(0), |_| false));
        assert!(!at_any_decoding(&often(ROUNDS - 2), |_| false));
        assert!(at_any_decoding(&often(ROUNDS - 1), |_| false));
        assert!(at_any_decoding(&often(100), |_| false));
    }
}
