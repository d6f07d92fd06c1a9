//! A sentence out of the fragment that an error prints.

/// The fragment with a capital letter and a full stop.
pub fn to_sentence(fragment: &str) -> String {
    let mut chars = fragment.chars();
    let Some(first) = chars.next() else {
        return String::new();
    };
    let end = if fragment.ends_with(['.', '?']) {
        ""
    } else {
        "."
    };
    format!("{}{}{end}", first.to_uppercase(), chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fragments_become_sentences() {
        for (fragment, expect) in [
            ("there is none", "There is none."),
            ("`a` is wrong; write `b`", "`a` is wrong; write `b`."),
            ("`x` is odd.", "`x` is odd."),
            ("did you mean `b`?", "Did you mean `b`?"),
            ("", ""),
        ] {
            assert_eq!(to_sentence(fragment), expect);
        }
    }
}
