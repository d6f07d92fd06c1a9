//! Prepares untrusted text for errors and logs.

use candor_model::Secret;
use url::Url;

/// Shorter secrets are not redacted: hiding every `1` or `true` would only garble the text.
const SHORTEST: usize = 6;

/// Redacts the credentials of one link in what its server says.
#[derive(Clone, Debug, Default)]
pub(super) struct SecretRedactor {
    secrets: Vec<Secret<String>>,
}

// === impl SecretRedactor ===

impl SecretRedactor {
    /// Redacts the values and their later words: of `Bearer xyz` a server may repeat only `xyz`.
    pub(super) fn new<'a>(values: impl IntoIterator<Item = &'a Secret<String>>) -> Self {
        let mut redactor = Self::default();
        for value in values {
            redactor.add(value.expose());
            for word in value.expose().split_whitespace().skip(1) {
                redactor.add(word);
            }
        }
        // The longest first, so that no part of one remains.
        redactor
            .secrets
            .sort_by_key(|secret| std::cmp::Reverse(secret.expose().len()));
        redactor
    }

    fn add(&mut self, text: &str) {
        if text.len() >= SHORTEST && !self.secrets.iter().any(|known| known.expose() == text) {
            self.secrets.push(Secret::new(text.to_owned()));
        }
    }

    /// The text with the credentials redacted.
    pub(super) fn clean(&self, text: String) -> String {
        self.secrets.iter().fold(text, |text, secret| {
            if text.contains(secret.expose()) {
                text.replace(secret.expose(), "****")
            } else {
                text
            }
        })
    }
}

/// The beginning of some bytes as text, without control characters.
pub(super) fn clip(bytes: &[u8], characters: usize) -> String {
    // A character has at most four bytes.
    let start = &bytes[..bytes.len().min(characters * 4)];
    String::from_utf8_lossy(start)
        .chars()
        .take(characters)
        .map(|it| if it.is_control() { ' ' } else { it })
        .collect()
}

/// A URL without the parts that may contain credentials.
pub(super) fn safe_url(url: &Url) -> String {
    let mut safe = url.clone();
    safe.set_fragment(None);
    if !safe.username().is_empty() || safe.password().is_some() {
        // Neither can fail for a URL with a host, and one without has no user either.
        let _ = safe.set_username("****");
        let _ = safe.set_password(None);
    }
    if url.query().is_some() {
        let hidden = url
            .query_pairs()
            .map(|(key, _)| format!("{key}=****"))
            .collect::<Vec<_>>();
        safe.set_query(Some(&hidden.join("&")));
    }
    safe.to_string()
}

/// An error with its causes, in one line.
pub(super) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let cause_text = cause.to_string();
        // Some errors repeat their cause in their own text.
        if !text.ends_with(&cause_text) {
            text.push_str(": ");
            text.push_str(&cause_text);
        }
        next = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_hidden() {
        let secrets = ["Bearer hunter2-hunter2", "hunter2", "no", "hunter2"]
            .map(|text| Secret::new(text.to_owned()));
        let redactor = SecretRedactor::new(&secrets);
        let text =
            "got `Bearer hunter2-hunter2`, hunter2-hunter2 and hunter2; no, Bearer".to_owned();
        assert_eq!(
            redactor.clean(text),
            "got `****`, **** and ****; no, Bearer"
        );
    }

    #[test]
    fn urls_keep_only_what_is_public() {
        let cases = [
            ("http://a.example/mcp", "http://a.example/mcp"),
            ("http://me:pw@a.example/mcp", "http://****@a.example/mcp"),
            (
                "https://a.example/mcp?key=abc&x#frag",
                "https://a.example/mcp?key=****&x=****",
            ),
        ];
        for (url, expect) in cases {
            assert_eq!(safe_url(&Url::parse(url).expect("a URL")), expect);
        }
    }

    #[test]
    fn clips_at_characters() {
        assert_eq!(clip("größe\n\u{1b}[31m".as_bytes(), 7), "größe  ");
        assert_eq!(clip(b"\xff\xfeab", 3), "\u{fffd}\u{fffd}a");
    }
}
