//! Words in names and descriptions.

/// The words of a name in lower case: `git_statusAll` has `git`, `status` and `all`.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_inside = false;
    let mut was_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            is_inside = false;
            was_lower = false;
            continue;
        }
        let begins = !is_inside || (c.is_uppercase() && was_lower);
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
        is_inside = true;
        was_lower = c.is_lowercase() || c.is_numeric();
    }
    words
}

/// Whether a name has one of these words.
pub(crate) fn has_word(name: &str, wanted: &[&str]) -> bool {
    words(name)
        .iter()
        .any(|word| wanted.contains(&word.as_str()))
}

/// Texts in quotes or backticks, which descriptions use for values they expect.
pub(crate) fn quoted(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for quote in ['`', '"', '\''] {
        let parts: Vec<&str> = text.split(quote).collect();
        let inside = parts.iter().skip(1).step_by(2);
        let is_value = |part: &&&str| {
            let short = !part.is_empty() && part.len() <= 40;
            short && !part.contains(['\n', ' '])
        };
        found.extend(inside.filter(is_value).map(|part| (*part).to_owned()));
    }
    found.truncate(4);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_words() {
        assert_eq!(words("git_statusAll-2"), ["git", "status", "all", "2"]);
        assert_eq!(words("HTMLPage"), ["htmlpage"]);
        assert!(words("__").is_empty());
    }

    #[test]
    fn values_in_a_description() {
        assert_eq!(
            quoted("one of `fast` or \"slow\", not 'two words'"),
            ["fast", "slow"]
        );
    }
}
