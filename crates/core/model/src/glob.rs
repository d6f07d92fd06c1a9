//! Glob patterns with `*`.

/// Whether a text matches a pattern in which `*` stands for any number of characters.
pub fn glob_matches(pattern: &str, text: &str) -> bool {
    list_fits(
        pattern.as_bytes(),
        text.as_bytes(),
        |byte| *byte == b'*',
        |byte, other| byte == other,
    )
}

/// Whether a list matches a pattern in which some elements are wildcards for any run. Backtracks
/// only to the most recent wildcard, which is sufficient and keeps the cost at most pattern length
/// times list length.
pub fn list_fits<P, T>(
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
            assert_eq!(glob_matches(pattern, text), expect, "{pattern} {text}");
        }
    }
}
