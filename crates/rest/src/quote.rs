//! Foreign text inside a sentence.

/// The longest text that is quoted whole, in characters.
const LONGEST: usize = 80;

/// `text` in backticks, short, and with characters that cannot be seen written out.
pub(crate) fn quote(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(LONGEST)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("`{}`", shown.replace("\\\"", "\"").replace("\\'", "'"))
}

/// The first `most` characters of `text`, with a mark where something is missing.
pub(crate) fn clip(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_and_length_are_tamed() {
        for (text, expect) in [
            ("plain", "`plain`"),
            ("it's \"so\"", "`it's \"so\"`"),
            ("a\r\nb\0", r"`a\r\nb\0`"),
            ("", "``"),
        ] {
            assert_eq!(quote(text), expect);
        }
        assert_eq!(quote(&"é".repeat(81)), format!("`{}…`", "é".repeat(80)));
    }

    #[test]
    fn clipping_keeps_whole_characters() {
        assert_eq!(clip("éé", 2), "éé");
        assert_eq!(clip("ééé", 2), "éé…");
        assert_eq!(clip("", 0), "");
    }
}
