//! Paths that callers give: below the root of the account, decoded, without a way out.

use candor_functions::Failure;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What stays as it is in a segment of a URL.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// A path below the root of an account. The root itself is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct UserPath(Vec<String>);

/// One segment of a URL, encoded once.
pub(crate) fn encode(segment: &str) -> String {
    utf8_percent_encode(segment, KEPT).to_string()
}

/// A part of an `href`, decoded.
pub(crate) fn decode(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// A name that is one segment: of a calendar, an address book, an attachment.
pub(crate) fn segment(what: &str, given: &str) -> Result<String, Failure> {
    let path = UserPath::parse(given)?;
    match <[String; 1]>::try_from(path.0) {
        Ok([only]) => Ok(only),
        Err(_) => Err(Failure::new(format!(
            "`{}` is not the name of {what}; give a name without slashes",
            given.escape_debug()
        ))),
    }
}

// === impl UserPath ===

impl UserPath {
    /// Reads a path. Slashes at its ends do not count; a step to the parent is refused.
    pub(crate) fn parse(given: &str) -> Result<Self, Failure> {
        let refused = |why: &str| {
            Failure::new(format!(
                "the path `{}` {why}; paths are relative to the files of the account",
                given.escape_debug()
            ))
        };
        if given.chars().any(char::is_control) {
            return Err(refused("holds a control character"));
        }
        let segments = given.split('/').filter(|one| !one.is_empty());
        let mut path = Vec::new();
        for one in segments {
            if one.split('\\').any(|part| matches!(part, "." | "..")) {
                return Err(refused("holds a `.` or `..` step"));
            }
            path.push(one.to_owned());
        }
        Ok(Self(path))
    }

    /// Reads a path that is not the root.
    pub(crate) fn parse_inside(given: &str) -> Result<Self, Failure> {
        let path = Self::parse(given)?;
        if path.0.is_empty() {
            return Err(Failure::new(
                "the path is empty; name a file or folder below the root of the account",
            ));
        }
        Ok(path)
    }

    /// The path with further segments.
    pub(crate) fn join(&self, more: &Self) -> Self {
        Self(self.0.iter().chain(&more.0).cloned().collect())
    }

    /// The path as a URL has it, without a slash at either end.
    pub(crate) fn encoded(&self) -> String {
        let segments: Vec<String> = self.0.iter().map(|one| encode(one)).collect();
        segments.join("/")
    }

    /// The path as people write it, with a slash in front.
    pub(crate) fn shown(&self) -> String {
        format!("/{}", self.0.join("/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_below_the_root() {
        for bad in ["..", "a/../b", "a/..", "..\\x", "a/b\\..\\c", "a\0b", "./a"] {
            assert!(UserPath::parse(bad).is_err(), "{bad:?}");
        }
        let path = UserPath::parse("/a b//ü%?/").expect("a path");
        assert_eq!(path.encoded(), "a%20b/%C3%BC%25%3F");
        assert_eq!(path.shown(), "/a b/ü%?");
        assert!(UserPath::parse_inside("/").is_err());
        assert!(segment("a calendar", "a/b").is_err());
    }
}
