//! Normalises path templates, and finds their names.

/// The maximum length of a path, in bytes.
const LONGEST: usize = 8 * 1024;

/// A normalised path template, and what was changed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PathTemplate {
    /// The path. Starts with a slash.
    pub(super) path: String,
    /// The distinct names in braces, in order.
    pub(super) names: Vec<String>,
    /// Query parameters in the path with a placeholder, such as `page={page}`: keys and names.
    pub(super) open: Vec<(String, String)>,
    /// The keys of query parameters in the path with a fixed value, such as `action=list`. They
    /// stay in the path.
    pub(super) fixed: Vec<String>,
    /// What was changed, as a sentence.
    pub(super) changed: Option<&'static str>,
}

// === impl PathTemplate ===

impl PathTemplate {
    /// Parses a path. The error says why it cannot be requested.
    pub(super) fn parse(text: &str) -> Result<Self, &'static str> {
        if text.len() > LONGEST {
            return Err("it is longer than any server takes");
        }
        let mut changed = None;
        let (path, fragment) = text
            .split_once('#')
            .map_or((text, None), |(a, b)| (a, Some(b)));
        if fragment.is_some() {
            changed = Some("what follows `#` is never sent, and is ignored");
        }
        if path.contains("://") {
            return Err("it is an address, not a path; addresses belong into `servers`");
        }
        if path.chars().any(char::is_control) {
            return Err("it has control characters in it");
        }
        let (path, query) = path
            .split_once('?')
            .map_or((path, None), |(path, query)| (path, Some(query)));
        let mut path = path.to_owned();
        if !path.starts_with('/') {
            path.insert(0, '/');
            changed = Some("it does not begin with `/`, which is added");
        }
        // Dots can be percent-encoded, and servers decode them.
        let dots = |segment: &str| {
            let plain = segment.to_ascii_lowercase().replace("%2e", ".");
            plain == "." || plain == ".."
        };
        if path.split(['/', '\\']).any(dots) {
            return Err("it has a segment `.` or `..`, which leads elsewhere");
        }
        let names = names(&path)?;
        let query = PathQuery::read(query.unwrap_or_default())?;
        if !query.text.is_empty() {
            path.push('?');
            path.push_str(&query.text);
        }
        if !query.fixed.is_empty() || !query.open.is_empty() {
            changed = Some("its query is sent with every call, as far as it is fixed");
        }
        Ok(Self {
            path,
            names,
            open: query.open,
            fixed: query.fixed,
            changed,
        })
    }
}

/// The query string that some documents put into a path.
#[derive(Default)]
struct PathQuery {
    /// The fixed part, as sent.
    text: String,
    fixed: Vec<String>,
    open: Vec<(String, String)>,
}

// === impl PathQuery ===

impl PathQuery {
    fn read(text: &str) -> Result<Self, &'static str> {
        let mut query = Self::default();
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            if key.contains(['{', '}']) {
                return Err("a name in its query is in braces, so that it is unknown what to send");
            }
            let inner = value
                .strip_prefix('{')
                .and_then(|rest| rest.strip_suffix('}'));
            match inner {
                Some(name) if !name.is_empty() && !name.contains(['{', '}']) => {
                    query.open.push((key.to_owned(), name.to_owned()));
                }
                _ if value.contains(['{', '}']) => {
                    return Err("its query mixes text and braces in one value");
                }
                _ => {
                    let parted = if query.text.is_empty() { "" } else { "&" };
                    query.text.push_str(parted);
                    query.text.push_str(pair);
                    query.fixed.push(key.to_owned());
                }
            }
        }
        Ok(query)
    }
}

fn names(path: &str) -> Result<Vec<String>, &'static str> {
    const UNBALANCED: &str = "its braces do not match";
    let mut names: Vec<String> = Vec::new();
    let mut rest = path;
    while let Some(open) = rest.find(['{', '}']) {
        let inside = rest[open..].strip_prefix('{').ok_or(UNBALANCED)?;
        let (name, after) = inside.split_once('}').ok_or(UNBALANCED)?;
        if name.is_empty() {
            return Err("it has braces with nothing in them");
        }
        if name.contains(['{', '/']) {
            return Err(UNBALANCED);
        }
        if name.starts_with(['+', '#', '.', ';', '?', '&', '*']) || name.ends_with('*') {
            return Err("it uses an operator of URI templates, which OpenAPI does not have");
        }
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
        rest = after;
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found() {
        for (text, path, names, changed) in [
            ("/", "/", &[][..], false),
            ("/a/{b}/{c}.json", "/a/{b}/{c}.json", &["b", "c"], false),
            ("/a/{b}/{b}", "/a/{b}/{b}", &["b"], false),
            ("/a/{b}:undelete", "/a/{b}:undelete", &["b"], false),
            ("a/{b-c}", "/a/{b-c}", &["b-c"], true),
            ("/a#b", "/a", &[], true),
            ("", "/", &[], true),
            ("/a b/ü", "/a b/ü", &[], false),
            ("/a/...", "/a/...", &[], false),
            ("/a?b=c", "/a?b=c", &[], true),
            ("/a/{b}?c={d}&e&f=1", "/a/{b}?e&f=1", &["b"], true),
            ("/a?", "/a", &[], false),
        ] {
            let template = PathTemplate::parse(text).expect(text);
            assert_eq!(template.path, path);
            assert_eq!(template.names, names);
            assert_eq!(template.changed.is_some(), changed, "{text}");
        }
    }

    #[test]
    fn a_query_is_fixed_or_left_open() {
        let template = PathTemplate::parse("/a?b=c&page={p}&all").expect("a path");
        assert_eq!(template.fixed, ["b", "all"]);
        assert_eq!(template.open, [("page".to_owned(), "p".to_owned())]);
        assert!(template.names.is_empty());
    }

    #[test]
    fn what_cannot_be_requested_says_why() {
        for (text, expect) in [
            ("/a?{b}=c", "a name in its query"),
            ("/a?b=c{d}", "its query mixes"),
            ("https://example.com/a", "it is an address"),
            ("/a/{b", "its braces do not match"),
            ("/a/b}", "its braces do not match"),
            ("/a/{b{c}}", "its braces do not match"),
            ("/a/{b/c}", "its braces do not match"),
            ("/a/{}", "it has braces with nothing in them"),
            ("/a/{b*}", "it uses an operator"),
            ("/a/{+b}", "it uses an operator"),
            ("/a/../b", "it has a segment"),
            ("/a/%2E./b", "it has a segment"),
            ("/a/..\\b", "it has a segment"),
            ("/a\r\nb", "it has control characters"),
            (&"/a".repeat(LONGEST), "it is longer"),
        ] {
            let told = PathTemplate::parse(text).expect_err(text);
            assert!(told.starts_with(expect), "{text}: {told}");
        }
    }
}
