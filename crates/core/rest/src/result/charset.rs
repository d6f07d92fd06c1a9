//! Bytes as text, by the name of their character set.

use candor_text::quote;

/// The characters of the bytes 0x80 to 0x9f in windows-1252. Its five undefined bytes are
/// unchanged.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// A text, and what was lost on the way to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DecodedText {
    pub(super) text: String,
    /// A sentence, if it is not exactly what was sent.
    pub(super) note: Option<String>,
}

/// Decodes `bytes`. `is_cut` means that they may end inside a character, which is then omitted.
pub(super) fn decode(bytes: &[u8], charset: Option<&str>, is_cut: bool) -> DecodedText {
    let name = charset.unwrap_or("utf-8").trim().to_ascii_lowercase();
    match (bytes, name.as_str()) {
        // A byte order mark overrides the declared charset.
        ([0xef, 0xbb, 0xbf, rest @ ..], _) => utf8(rest, is_cut),
        ([0xff, 0xfe, rest @ ..], _) => utf16(rest, u16::from_le_bytes, is_cut),
        ([0xfe, 0xff, rest @ ..], _) => utf16(rest, u16::from_be_bytes, is_cut),
        (bytes, "utf-16le") => utf16(bytes, u16::from_le_bytes, is_cut),
        (bytes, "utf-16" | "utf-16be") => utf16(bytes, u16::from_be_bytes, is_cut),
        (bytes, "utf-8" | "utf8" | "us-ascii" | "ascii") => utf8(bytes, is_cut),
        (bytes, "iso-8859-1" | "iso8859-1" | "latin1" | "latin-1" | "windows-1252" | "cp1252") => {
            DecodedText {
                text: bytes.iter().copied().map(western).collect(),
                note: None,
            }
        }
        (bytes, unknown) => {
            let decoded = utf8(bytes, is_cut);
            let note = format!(
                "The reply is in the character set {}, which is not known here; it is shown as \
                 UTF-8 and may be wrong.",
                quote(unknown)
            );
            let is_ascii = bytes.is_ascii();
            DecodedText {
                note: if is_ascii { None } else { Some(note) },
                ..decoded
            }
        }
    }
}

/// Latin-1 as browsers read it, which is windows-1252.
fn western(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        byte => char::from(byte),
    }
}

fn utf8(bytes: &[u8], is_cut: bool) -> DecodedText {
    match std::str::from_utf8(bytes) {
        Ok(text) => DecodedText {
            text: text.to_owned(),
            note: None,
        },
        // No length means that the bytes end too early, and they were cut.
        Err(error) if is_cut && error.error_len().is_none() => DecodedText {
            text: String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned(),
            note: None,
        },
        Err(_) => lossy(String::from_utf8_lossy(bytes).into_owned()),
    }
}

fn utf16(bytes: &[u8], read: fn([u8; 2]) -> u16, is_cut: bool) -> DecodedText {
    let mut pairs = bytes.chunks_exact(2);
    let mut units: Vec<u16> = pairs
        .by_ref()
        .map(|pair| read([pair[0], pair[1]]))
        .collect();
    let is_odd = !pairs.remainder().is_empty();
    let is_high = |unit: &u16| (0xd800..0xdc00).contains(unit);
    if is_cut && units.last().is_some_and(is_high) {
        units.pop();
    }
    match String::from_utf16(&units) {
        Ok(text) if is_cut || !is_odd => DecodedText { text, note: None },
        _ => lossy(String::from_utf16_lossy(&units)),
    }
}

fn lossy(text: String) -> DecodedText {
    DecodedText {
        text,
        note: Some(
            "Some bytes of the reply are not text in its character set; they are shown as `\u{fffd}`."
                .to_owned(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], charset: Option<&str>, is_cut: bool, text: &str, is_lossy: bool) {
        let decoded = decode(bytes, charset, is_cut);
        assert_eq!(decoded.text, text, "{bytes:?} {charset:?}");
        assert_eq!(decoded.note.is_some(), is_lossy, "{bytes:?} {charset:?}");
    }

    #[test]
    fn character_sets() {
        check("é€".as_bytes(), None, false, "é€", false);
        check("é€".as_bytes(), Some("UTF-8"), false, "é€", false);
        check(b"\xef\xbb\xbfhi", None, false, "hi", false);
        check(b"caf\xe9 \x80", Some("ISO-8859-1"), false, "café €", false);
        check(b"h\0i\0", Some("utf-16le"), false, "hi", false);
        check(b"\0h\0i", Some("utf-16"), false, "hi", false);
        check(b"\xff\xfeh\0i\0", Some("utf-16"), false, "hi", false);
        check(b"\xfe\xff\0h\0i", None, false, "hi", false);
        check(b"hi", Some("koi8-r"), false, "hi", false);
        check(b"\xc8", Some("koi8-r"), false, "\u{fffd}", true);
    }

    #[test]
    fn what_is_no_text_is_told() {
        check(b"caf\xe9", None, false, "caf\u{fffd}", true);
        check(b"h\0i", Some("utf-16le"), false, "h", true);
        check(b"\x3d\xd8", Some("utf-16le"), false, "\u{fffd}", true);
    }

    #[test]
    fn a_cut_in_a_character_is_no_loss() {
        check(b"caf\xc3", None, true, "caf", false);
        check(b"caf\xff", None, true, "caf\u{fffd}", true);
        check(b"h\0\x3d\xd8", Some("utf-16le"), true, "h", false);
        check(b"h\0\x3d", Some("utf-16le"), true, "h", false);
    }
}
