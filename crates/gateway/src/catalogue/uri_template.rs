//! Matches URIs against resource templates.

/// A URI template (RFC 6570), parsed only as far as needed to match URIs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UriTemplate {
    text: Box<str>,
    tokens: Vec<TemplateToken>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum TemplateToken {
    /// Exactly these bytes.
    Literal(Box<[u8]>),
    /// `{x}`: one or more bytes, but no slash.
    Segment,
    /// `{+x}`, `{#x}`, `{/x}`: one or more bytes.
    Path,
    /// `{?x}`, `{&x}`, `{;x}`: any number of bytes.
    Rest,
}

/// Longer URIs match no template.
const LONGEST_URI: usize = 8 * 1024;

// === impl UriTemplate ===

impl UriTemplate {
    /// Parses a template. An unclosed brace is taken literally.
    pub(crate) fn read(text: &str) -> Self {
        let mut tokens = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((expression, after)) = after.split_once('}') else {
                break;
            };
            push_literal(&mut tokens, before);
            tokens.push(match expression.as_bytes().first() {
                Some(b'+' | b'#' | b'/') => TemplateToken::Path,
                Some(b'?' | b'&' | b';') => TemplateToken::Rest,
                _ => TemplateToken::Segment,
            });
            rest = after;
        }
        push_literal(&mut tokens, rest);
        Self {
            text: text.into(),
            tokens,
        }
    }

    /// The template as its source wrote it.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether `uri` matches the template. All alternatives are followed at once, position by
    /// position, so that no template can make this slow.
    pub(crate) fn fits(&self, uri: &str) -> bool {
        let uri = uri.as_bytes();
        if uri.len() > LONGEST_URI {
            return false;
        }
        let mut here = vec![false; uri.len() + 1];
        here[0] = true;
        for token in &self.tokens {
            here = token.advance(uri, &here);
        }
        here[uri.len()]
    }
}

// === impl TemplateToken ===

impl TemplateToken {
    /// The positions that can be reached from the given ones by matching this token.
    fn advance(&self, uri: &[u8], from: &[bool]) -> Vec<bool> {
        let mut to = vec![false; from.len()];
        if let Self::Literal(bytes) = self {
            for at in (0..from.len()).filter(|at| from[*at]) {
                if uri[at..].starts_with(bytes) {
                    to[at + bytes.len()] = true;
                }
            }
            return to;
        }
        let mut open = false;
        for at in 0..from.len() {
            if *self == Self::Rest && from[at] {
                to[at] = true;
            }
            let Some(byte) = uri.get(at) else { break };
            open = (open || from[at]) && !(*self == Self::Segment && *byte == b'/');
            to[at + 1] |= open;
        }
        to
    }
}

fn push_literal(tokens: &mut Vec<TemplateToken>, text: &str) {
    if !text.is_empty() {
        tokens.push(TemplateToken::Literal(text.as_bytes().into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_are_recognised() {
        let cases = [
            (
                "test://template/{id}/data",
                "test://template/123/data",
                true,
            ),
            ("test://template/{id}/data", "test://template//data", false),
            (
                "test://template/{id}/data",
                "test://template/1/2/data",
                false,
            ),
            ("file:///{+path}", "file:///a/b/c.txt", true),
            ("file:///{+path}", "file:///", false),
            ("x://s{?q,r}", "x://s", true),
            ("x://s{?q,r}", "x://s?q=1", true),
            ("x://{a}-{b}", "x://one-two-three", true),
            ("x://{a}-{b}", "x://one", false),
            ("x://{broken", "x://{broken", true),
            ("", "", true),
            ("", "x", false),
        ];
        for (template, uri, expect) in cases {
            assert_eq!(
                UriTemplate::read(template).fits(uri),
                expect,
                "{template} {uri}"
            );
        }
    }

    #[test]
    fn a_hostile_template_is_not_slow() {
        let template = UriTemplate::read(&"{a}".repeat(2_000));
        assert!(template.fits(&"x".repeat(4_000)));
        assert!(!UriTemplate::read(&"{a}x".repeat(500)).fits(&"y".repeat(4_000)));
    }
}
