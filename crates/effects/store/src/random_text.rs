//! Unguessable random texts.

use std::io;

use aes_gcm::aead::Generate as _;
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use candor_model::Secret;
use zeroize::Zeroizing;

/// The number of random bytes in a text.
const BYTES: usize = 32;

/// A new text with 256 random bits: 43 letters, digits, `-` and `_`.
pub fn random_text() -> io::Result<Secret<String>> {
    let bytes = <[u8; BYTES]>::try_generate()
        .map_err(|_| io::Error::other("the system gave no random numbers"))?;
    let bytes = Zeroizing::new(bytes);
    Ok(Secret::new(BASE64_URL_SAFE_NO_PAD.encode(bytes.as_slice())))
}

/// Whether a text has this form.
pub(crate) fn is_random_text(text: &str) -> bool {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(text);
    bytes.is_ok_and(|bytes| bytes.len() == BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_differ_and_have_one_form() {
        let [one, other] = [(), ()].map(|()| random_text().expect("random bytes"));
        assert_ne!(one.expose(), other.expose());
        assert_eq!(one.expose().len(), 43);
        assert!(is_random_text(one.expose()));
        for bad in ["", "abc", &"=".repeat(43), &"a".repeat(44)] {
            assert!(!is_random_text(bad), "{bad}");
        }
    }
}
