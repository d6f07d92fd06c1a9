//! Matches paths against patterns.

use candor_model::glob;

/// Whether a path matches a pattern in which `*` stands for anything within a segment and `**`, as
/// a segment, for any number of segments. A trailing slash in the pattern is ignored.
pub(super) fn path_fits(pattern: &str, path: &str) -> bool {
    let pattern = pattern.strip_suffix('/').unwrap_or(pattern);
    let path = path.strip_suffix('/').unwrap_or(path);
    let pattern: Vec<&str> = pattern.trim_start_matches('/').split('/').collect();
    let path: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    glob::list_fits(
        &pattern,
        &path,
        |segment| *segment == "**",
        |segment, other| glob::glob_matches(segment, other),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_star_stays_in_its_segment_and_two_do_not() {
        for (pattern, path, expect) in [
            ("/books", "/books", true),
            ("/books/", "/books", true),
            ("books", "/books", true),
            ("/books/*", "/books/{isbn}", true),
            ("/books/*", "/books/{isbn}/pages", false),
            ("/books/*", "/books", false),
            ("/books/**", "/books", true),
            ("/books/**", "/books/{isbn}/pages", true),
            ("/**/pages", "/books/{isbn}/pages", true),
            ("/**/pages", "/books/{isbn}/page", false),
            ("/v*/books", "/v2/books", true),
            ("/v*/books", "/v2/x/books", false),
            ("/**", "/", true),
            ("/a/**/b/**/c", "/a/x/b/c/b/c", true),
        ] {
            assert_eq!(path_fits(pattern, path), expect, "{pattern} {path}");
        }
    }

    #[test]
    fn a_hostile_pattern_is_not_slow() {
        let pattern = "**/a/".repeat(500) + "b";
        assert!(!path_fits(&pattern, &"a/".repeat(5_000)));
    }
}
