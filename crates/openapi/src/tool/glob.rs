//! Patterns with stars.

/// Whether a text fits a pattern in which `*` stands for any run of characters.
pub(super) fn fits(pattern: &str, text: &str) -> bool {
    run(
        pattern.as_bytes(),
        text.as_bytes(),
        |byte| *byte == b'*',
        |byte, other| byte == other,
    )
}

/// Whether a path fits a pattern in which `*` stands for anything within a segment and `**`, as
/// a segment, for any number of segments. A slash at the end of the pattern counts for nothing.
pub(super) fn path_fits(pattern: &str, path: &str) -> bool {
    let pattern = pattern.strip_suffix('/').unwrap_or(pattern);
    let path = path.strip_suffix('/').unwrap_or(path);
    let pattern: Vec<&str> = pattern.trim_start_matches('/').split('/').collect();
    let path: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    run(
        &pattern,
        &path,
        |segment| *segment == "**",
        |segment, other| fits(segment, other),
    )
}

/// Whether a list fits a pattern in which some elements stand for any run. The last of those is
/// remembered, which is enough and never slow.
fn run<P, T>(
    pattern: &[P],
    list: &[T],
    is_star: impl Fn(&P) -> bool,
    fits: impl Fn(&P, &T) -> bool,
) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < list.len() {
        match pattern.get(p) {
            Some(element) if is_star(element) => {
                star = Some((p, t));
                p += 1;
            }
            Some(element) if fits(element, &list[t]) => {
                p += 1;
                t += 1;
            }
            _ => {
                let Some((at, from)) = star else { return false };
                star = Some((at, from + 1));
                p = at + 1;
                t = from + 1;
            }
        }
    }
    pattern[p..].iter().all(is_star)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_any_run_of_characters() {
        for (pattern, text, expect) in [
            ("getBook", "getBook", true),
            ("getBook", "getbook", false),
            ("get*", "get", true),
            ("*Book*", "getBooks", true),
            ("a*b*c", "aXc", false),
            ("*", "", true),
            ("", "x", false),
        ] {
            assert_eq!(fits(pattern, text), expect, "{pattern} {text}");
        }
    }

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
