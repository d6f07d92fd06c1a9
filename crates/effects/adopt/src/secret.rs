//! Detects texts of an entry that are probably credentials.
//!
//! A false positive costs a source that is encrypted unnecessarily; a false negative costs a
//! plain-text credential in a file. Values of variables and headers are therefore treated as
//! secrets unless they are obviously harmless, arguments and URLs only if there is an indication.

use candor_text::shell_word;

use crate::server::{ServerEntry, ServerTransport};
use crate::variable::literal;

/// The replacement for a secret.
pub const MASK: &str = "****";

/// A secret with fewer characters may be part of any word.
const SHORT: usize = 8;

/// Parts of names that speak for a secret.
const NAMES: [&str; 14] = [
    "token",
    "key",
    "secret",
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "auth",
    "credential",
    "cookie",
    "session",
    "private",
    "bearer",
    "dsn",
];

/// Prefixes of well-known services' credentials.
const PREFIXES: [&str; 18] = [
    "sk-",
    "sk_",
    "pk_",
    "rk_",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "AKIA",
    "AIza",
    "eyJ",
    "ya29.",
    "hf_",
    "npm_",
];

/// Headers that hold no credential.
const HARMLESS_HEADERS: [&str; 6] = [
    "accept",
    "accept-language",
    "content-type",
    "mcp-protocol-version",
    "user-agent",
    "x-mcp-toolsets",
];

/// Values of settings that are obviously no credentials.
const HARMLESS_WORDS: [&str; 20] = [
    "true",
    "false",
    "yes",
    "no",
    "on",
    "off",
    "debug",
    "info",
    "warn",
    "warning",
    "error",
    "trace",
    "verbose",
    "production",
    "development",
    "test",
    "utf-8",
    "utc",
    "stdio",
    "none",
];

// === impl ServerEntry ===

impl ServerEntry {
    /// The plain texts that are probably credentials.
    pub fn secrets(&self) -> Vec<String> {
        let mut found = Vec::new();
        match &self.transport {
            ServerTransport::Program {
                command, args, env, ..
            } => {
                let values = env.iter().filter_map(|(name, value)| {
                    let value = literal(value)?;
                    (!is_harmless(name, &value)).then_some(value)
                });
                found.extend(values);
                found.extend(in_arguments(command, args));
            }
            ServerTransport::Remote { url, headers, .. } => {
                let values = headers.iter().filter_map(|(name, value)| {
                    let harmless = HARMLESS_HEADERS.iter();
                    let harmless = harmless.copied().any(|one| name.eq_ignore_ascii_case(one));
                    literal(value).filter(|value| !harmless && !value.is_empty())
                });
                found.extend(values);
                found.extend(in_url(url));
            }
        }
        found
    }

    /// The command line or the address, with secrets masked.
    pub fn summary(&self) -> String {
        let mut secrets = self.secrets();
        let shown = match &self.transport {
            ServerTransport::Program { command, args, .. } => {
                // In a quoted word, quotes inside a secret are escaped.
                let escaped = secrets.iter().map(|secret| secret.replace('\'', r"'\''"));
                secrets = escaped.chain(secrets.iter().cloned()).collect();
                let words = std::iter::once(command).chain(args);
                let words = words.map(|word| shell_word(&word.replace("$$", "$")));
                words.collect::<Vec<_>>().join(" ")
            }
            ServerTransport::Remote { url, .. } => url.replace("$$", "$"),
        };
        masked(&shown, &secrets)
    }
}

/// The text with every secret masked, also where a file escapes its quotes and backslashes.
pub fn masked(text: &str, secrets: &[String]) -> String {
    let mut secrets: Vec<&String> = secrets.iter().filter(|one| !one.is_empty()).collect();
    // The longest first: one may be part of another.
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    let mut shown = text.to_owned();
    for secret in secrets {
        let escaped = serde_json::Value::from(secret.as_str()).to_string();
        let escaped = escaped.trim_matches('"');
        if secret.chars().count() < SHORT {
            shown = masked_words(&masked_words(&shown, secret), escaped);
        } else {
            shown = shown.replace(secret.as_str(), MASK).replace(escaped, MASK);
        }
    }
    shown
}

/// Masks a short secret only as a whole word, because its letters occur in other words.
fn masked_words(text: &str, secret: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(secret) {
        let (before, from) = rest.split_at(at);
        let after = from.get(secret.len()..).unwrap_or_default();
        let joins = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let last = before
            .chars()
            .next_back()
            .or_else(|| shown.chars().next_back());
        let word = joins(last) || joins(after.chars().next());
        shown.push_str(before);
        shown.push_str(if word { secret } else { MASK });
        rest = after;
    }
    shown.push_str(rest);
    shown
}

/// Whether a variable of a program is obviously no credential.
fn is_harmless(name: &str, value: &str) -> bool {
    if names_secret(name) || looks_secret(value) {
        return value.trim().is_empty();
    }
    let lower = value.to_ascii_lowercase();
    let short_number = value.len() <= 8 && value.chars().all(|c| c.is_ascii_digit() || c == '.');
    let path = value.starts_with(['/', '~', '.']) || value.get(1..3) == Some(":\\");
    let address = ["http://", "https://"]
        .iter()
        .any(|one| lower.starts_with(one));
    short_number
        || path
        || (address && in_url(value).is_empty())
        || HARMLESS_WORDS.contains(&lower.as_str())
}

fn names_secret(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    // `pat` alone is a token; inside a word it is usually a path.
    NAMES.iter().any(|part| name.contains(part))
        || name
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|part| part == "pat")
}

fn looks_secret(value: &str) -> bool {
    let known = PREFIXES.iter().any(|prefix| value.starts_with(prefix)) && value.len() >= 16;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+' | '=' | '.');
    let random = value.len() >= 24
        && value.chars().all(plain)
        && value.chars().filter(char::is_ascii_digit).count() >= 4
        && value.chars().filter(char::is_ascii_alphabetic).count() >= 4;
    known || (random && !value.contains('@') && value.matches('.').count() < 3)
}

/// `--token VALUE`, `--api-key=VALUE`, `--header "Authorization: …"` and values that look like it.
fn in_arguments(command: &str, args: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let mut before = command;
    for arg in args {
        let Some(text) = literal(arg) else {
            before = arg;
            continue;
        };
        let flag = before.starts_with('-') && !before.contains('=');
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, value),
            None => text.split_once(": ").unwrap_or((before, &text)),
        };
        let named = names_secret(name) && (flag || !std::ptr::eq(name, before));
        let is_value = !value.is_empty() && !value.starts_with('-');
        if is_value && (named || looks_secret(value)) {
            found.push(value.trim().to_owned());
        } else if text.contains("://") {
            found.extend(in_url(&text));
        }
        before = arg;
    }
    found
}

/// The password in an address, and values of its query that speak for a secret.
fn in_url(url: &str) -> Vec<String> {
    let mut found = Vec::new();
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if let Some((user, _)) = authority.rsplit_once('@') {
        let password = user.split_once(':').map_or(user, |(_, password)| password);
        found.push(password.to_owned());
    }
    let query = rest.split_once('?').map_or("", |(_, query)| query);
    for pair in query.split(['&', '#']) {
        let (name, value) = pair.split_once('=').unwrap_or(("", pair));
        if names_secret(name) || looks_secret(value) {
            found.push(value.to_owned());
        }
    }
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    found.extend(
        path.split('/')
            .skip(1)
            .filter(|part| looks_secret(part))
            .map(str::to_owned),
    );
    found.retain(|secret| !secret.is_empty() && !secret.contains("${"));
    found
}

#[cfg(test)]
mod tests;
