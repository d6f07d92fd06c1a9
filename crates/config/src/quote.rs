//! Other people's text inside our sentences: short, on one line, and compared to what we know.

pub(crate) use candor_model::nearest;

/// Longer text is cut: a sentence must stay one.
const LONGEST: usize = 100;

/// The text in backticks, control characters escaped, cut when it is long.
pub(crate) fn quote(text: &str) -> String {
    let mut shown: String = text.chars().take(LONGEST).flat_map(visible).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// The text with control characters escaped, so that it can be printed.
pub(crate) fn printable(text: &str) -> String {
    text.chars().flat_map(visible).collect()
}

/// Several texts, quoted, as a person lists them; all but the first five are counted.
pub(crate) fn quote_all<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let all: Vec<&str> = texts.into_iter().collect();
    let shown: Vec<String> = all.iter().take(5).map(|text| quote(text)).collect();
    match all.len().saturating_sub(5) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// A character as it may stand in a terminal or a log.
fn visible(c: char) -> impl Iterator<Item = char> {
    let escaped = c.is_control().then(|| c.escape_default());
    let plain = escaped.is_none().then_some(c);
    escaped.into_iter().flatten().chain(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_strange_text_stays_on_one_short_line() {
        assert_eq!(quote("a\nb\0"), "`a\\nb\\u{0}`");
        assert_eq!(quote(&"é".repeat(200)), format!("`{}…`", "é".repeat(100)));
        assert_eq!(quote_all(["a", "b"]), "`a`, `b`");
        assert_eq!(quote_all(["a"; 7]), "`a`, `a`, `a`, `a`, `a` and 2 more");
    }
}
