//! Measures the nesting of JSON.

/// The most levels of arrays and objects that a document or an output may have. Reading, changing
/// and dropping a value take stack for every level.
pub const MAX_NESTING: usize = 500;

/// The depth of a document that is known to be JSON.
pub(crate) fn depth(json: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = json.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => skip_string(&mut bytes),
            _ => {}
        }
    }
    deepest
}

/// Skips to the end of a string.
fn skip_string<'a>(bytes: &mut impl Iterator<Item = &'a u8>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => _ = bytes.next(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_levels_and_not_brackets() {
        for (json, expect) in [
            ("1", 0),
            ("[]", 1),
            ("[[],[[]],{}]", 3),
            (r#"{"a":[{"b":1}]}"#, 3),
            (r#"["[[[", "\"[[", "\\", "]"]"#, 1),
            ("\"[", 0),
        ] {
            assert_eq!(depth(json.as_bytes()), expect, "{json}");
        }
    }
}
