//! Quoting for command lines that are printed for copying.

/// The text as one word of a POSIX shell: unchanged if no quoting is needed, otherwise in single
/// quotes.
pub fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./:@%+=,".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_the_word_back() {
        for (text, expect) in [
            (
                "/home/ada/.local/share/candor",
                "/home/ada/.local/share/candor",
            ),
            ("", "''"),
            ("/my files", "'/my files'"),
            ("it's", r"'it'\''s'"),
            ("$(rm)", "'$(rm)'"),
            ("~/x", "'~/x'"),
        ] {
            assert_eq!(shell_word(text), expect);
        }
    }
}
