//! Characters that a reader cannot see.

/// The first character of a text that a reader cannot see or that moves what they see, and how
/// many characters stand before it: control characters with line breaks among them, zero-width
/// and invisible ones, marks of direction, line separators, and tags.
pub fn hidden_character(text: &str) -> Option<(usize, char)> {
    text.chars().enumerate().find(|(_, c)| is_hidden(*c))
}

fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{AD}' // soft hyphen
            | '\u{61C}' // a mark of direction
            | '\u{200B}'..='\u{200F}' // zero width, marks of direction
            | '\u{2028}'..='\u{202E}' // separators of lines, embeddings of direction
            | '\u{2060}'..='\u{2069}' // joiners, invisible operators, isolates of direction
            | '\u{FEFF}' // byte order mark
            | '\u{E0000}'..='\u{E007F}' // tags
        )
}
