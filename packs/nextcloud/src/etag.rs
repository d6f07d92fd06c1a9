//! Versions of things, as servers and proxies write them.

/// What proxies append when they pack a body.
const PACKED: [&str; 4] = ["-gzip", "-br", "-deflate", "-zstd"];

/// The bare text of an etag: without the mark of a weak one, quotes, and what a proxy appended.
pub(crate) fn bare(etag: &str) -> String {
    let etag = etag.trim();
    let etag = etag.strip_prefix("W/").unwrap_or(etag);
    let etag = etag.trim_matches('"');
    let packed = PACKED.iter().find_map(|end| etag.strip_suffix(end));
    packed.unwrap_or(etag).to_owned()
}

/// The etag as a precondition carries it.
pub(crate) fn quoted(etag: &str) -> String {
    format!("\"{}\"", bare(etag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn etags_are_bare_and_quoted_once() {
        for given in ["abc", "\"abc\"", "W/\"abc\"", "\"abc-gzip\"", " \"abc\" "] {
            assert_eq!(bare(given), "abc", "{given}");
            assert_eq!(quoted(given), "\"abc\"", "{given}");
        }
    }
}
