//! Text for XML documents.

use std::fmt::Write as _;

/// Escapes text for an XML attribute or element. Characters that XML cannot represent are written
/// as their code point, such as `U+0007`.
pub fn escape_xml(text: &str) -> String {
    let mut xml = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '"' => xml.push_str("&quot;"),
            '\n' | '\t' => xml.push(c),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => {
                let _ = write!(xml, "U+{:04X}", u32::from(c));
            }
            c => xml.push(c),
        }
    }
    xml
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_control_characters_are_escaped() {
        assert_eq!(
            escape_xml("]]> <a b=\"c\">\n & \0\u{1b}\u{ffff}é"),
            "]]&gt; &lt;a b=&quot;c&quot;&gt;\n &amp; U+0000U+001BU+FFFFé"
        );
    }
}
