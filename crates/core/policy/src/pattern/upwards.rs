//! Detection of parent directory references (`..`), including encoded ones.
//!
//! The program that receives the text may decode it: a web server removes percent encoding,
//! sometimes twice; a file system may ignore spaces and dots at the end of a name; a program may
//! normalise look-alike characters.

use candor_text::at_any_decoding;

/// Whether a text contains a `..` segment in any of these encodings.
pub(super) fn leads_upwards(text: &str) -> bool {
    at_any_decoding(text, has_parent)
}

fn has_parent(text: &str) -> bool {
    let plain: String = text.chars().map(plain).collect();
    plain.split(['/', '\\']).any(|part| {
        // Some servers treat everything after `;` as parameters rather than as part of the name.
        let name = part.split(';').next().unwrap_or_default();
        let ignored = |c: char| c.is_whitespace() || c.is_control();
        let name: String = name.chars().filter(|c| !ignored(*c)).collect();
        name.len() >= 2 && name.chars().all(|c| c == '.')
    })
}

/// Replaces characters that some programs normalise to a dot or a slash.
fn plain(c: char) -> char {
    match c {
        '\u{2024}' | '\u{fe52}' | '\u{ff0e}' => '.',
        '\u{2044}' | '\u{2215}' | '\u{29f8}' | '\u{ff0f}' => '/',
        '\u{29f5}' | '\u{2216}' | '\u{fe68}' | '\u{ff3c}' => '\\',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_disguise_is_seen() {
        for text in [
            "..",
            "a/../b",
            "a\\..\\b",
            "reports/%2e%2e/etc",
            "reports/..%2fetc",
            "reports/%2E./x",
            "reports/.. /etc",
            "reports/ ../etc",
            "reports/%252e%252e/etc",
            "reports/..;a=1/etc",
            "reports/..%5cetc",
            "reports/\u{ff0e}\u{ff0e}/etc",
            "reports\u{2215}..\u{2215}etc",
            "reports/..%00/etc",
            "reports/.%09./etc",
            "reports/.../etc",
            "%252525252525252e",
        ] {
            assert!(leads_upwards(text), "{text}");
        }
        for text in [
            "",
            "reports/may",
            "reports/v1..2",
            "a.b/c",
            "reports/.hidden",
            "./reports",
            "50%",
            "100%25",
            "reports/%C3%A9t%C3%A9",
            "...but why/not..",
            "%zz",
        ] {
            assert!(!leads_upwards(text), "{text}");
        }
    }
}
