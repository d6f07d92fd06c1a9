//! Other people's text inside our sentences: short, on one line, and compared to what we know.

pub(crate) use candor_model::nearest;

/// Longer text is cut: a sentence must stay one.
const LONGEST: usize = 80;

/// The text in backticks, what cannot be seen spelled out, cut when it is long.
pub(crate) fn quote(text: &str) -> String {
    let cut = text.chars().nth(LONGEST).map_or("", |_| "…");
    let shown: String = text
        .chars()
        .take(LONGEST)
        .flat_map(|c| {
            let hidden = candor_model::hidden_character(c.encode_utf8(&mut [0; 4])).is_some();
            let spelled = hidden.then(|| c.escape_unicode());
            let plain = spelled.is_none().then_some(c);
            spelled.into_iter().flatten().chain(plain)
        })
        .collect();
    format!("`{shown}{cut}`")
}

/// Several texts, quoted, as a person lists them.
pub(crate) fn quote_all<'a>(texts: impl IntoIterator<Item = &'a str>, conjunction: &str) -> String {
    let mut shown: Vec<String> = texts.into_iter().map(quote).collect();
    match shown.pop() {
        None => String::new(),
        Some(last) if shown.is_empty() => last,
        Some(last) => format!("{} {conjunction} {last}", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_strange_text_stays_on_one_short_line() {
        assert_eq!(quote("a\nb\u{202E}"), "`a\\u{a}b\\u{202e}`");
        assert_eq!(quote(&"é".repeat(200)), format!("`{}…`", "é".repeat(80)));
        assert_eq!(quote_all(["a", "b", "c"], "or"), "`a`, `b` or `c`");
        assert_eq!(quote_all(["a"], "or"), "`a`");
    }
}
