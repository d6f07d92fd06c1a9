//! Paths and the names in their braces.

/// The longest path, in bytes.
const LONGEST: usize = 8 * 1024;

/// A path as it is requested, and what had to be changed about it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PathTemplate {
    /// The path. It begins with a slash.
    pub(super) path: String,
    /// The names in braces, each once, in their order.
    pub(super) names: Vec<String>,
    /// What was changed, as a sentence.
    pub(super) changed: Option<&'static str>,
}

// === impl PathTemplate ===

impl PathTemplate {
    /// Reads a path. The error says why it cannot be requested.
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
        if path.contains('?') {
            return Err("it has a query; describe that with parameters");
        }
        if path.chars().any(char::is_control) {
            return Err("it has control characters in it");
        }
        let mut path = path.to_owned();
        if !path.starts_with('/') {
            path.insert(0, '/');
            changed = Some("it does not begin with `/`, which is added");
        }
        // A dot can also be written with a percent sign, and servers undo that.
        let dots = |segment: &str| {
            let plain = segment.to_ascii_lowercase().replace("%2e", ".");
            plain == "." || plain == ".."
        };
        if path.split(['/', '\\']).any(dots) {
            return Err("it has a segment `.` or `..`, which leads elsewhere");
        }
        let names = names(&path)?;
        Ok(Self {
            path,
            names,
            changed,
        })
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
        ] {
            let template = PathTemplate::parse(text).expect(text);
            assert_eq!(template.path, path);
            assert_eq!(template.names, names);
            assert_eq!(template.changed.is_some(), changed, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_requested_says_why() {
        for (text, expect) in [
            ("/a?b=c", "it has a query"),
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
