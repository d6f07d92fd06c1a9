//! Estimated token cost of tool definitions.
//!
//! Uses the same estimate as hypertool, so that figures are comparable: the text is split at white
//! space; a word of up to 3 characters counts as one token, one of 4 to 7 characters as one per 5,
//! and a longer one (such as a whole schema in compact JSON) as one per 4. Real tokenizers differ
//! by about a fifth either way.

/// The estimated number of tokens of a text.
pub fn estimate_tokens(text: &str) -> usize {
    text.split_whitespace().map(word).sum()
}

fn word(word: &str) -> usize {
    match word.encode_utf16().count() {
        0..=3 => 1,
        length @ 4..=7 => length.div_ceil(5),
        length => length.div_ceil(4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three definitions and what hypertool says about them.
    #[test]
    fn it_counts_as_hypertool_does() {
        for (text, expect) in [
            (
                r#"alpha.echo Echo text back {"type":"object","properties":{"text":{"type":"string","description":"what"}},"required":["text"],"$schema":"http://json-schema.org/draft-07/schema#","additionalProperties":false}"#,
                51,
            ),
            (
                r#"alpha.add Add two numbers {"type":"object","properties":{"a":{"type":"number","minimum":1},"b":{"type":"number"}},"required":["a","b"]}"#,
                35,
            ),
            (r#"alpha.env Return env and args {"type":"object"}"#, 13),
        ] {
            assert_eq!(estimate_tokens(text), expect, "{text}");
        }
        assert_eq!(estimate_tokens(""), 0);
    }
}
