//! Keys that say that a secret follows.

/// A word that makes a key the name of a secret, wherever it stands.
const WORDS: [&str; 24] = [
    "apikey",
    "auth",
    "authorization",
    "bearer",
    "cookie",
    "cookies",
    "credential",
    "credentials",
    "creds",
    "cvc",
    "cvv",
    "jwt",
    "otp",
    "passcode",
    "passphrase",
    "passwd",
    "password",
    "passwords",
    "pwd",
    "secret",
    "secrets",
    "sessionid",
    "ssn",
    "token",
];

/// Words that do so one after the other.
const PAIRS: [(&str, &str); 19] = [
    ("access", "key"),
    ("access", "keys"),
    ("access", "tokens"),
    ("account", "key"),
    ("api", "key"),
    ("api", "keys"),
    ("api", "tokens"),
    ("auth", "tokens"),
    ("encryption", "key"),
    ("master", "key"),
    ("pin", "code"),
    ("private", "key"),
    ("private", "keys"),
    ("refresh", "tokens"),
    ("session", "id"),
    ("session", "key"),
    ("shared", "key"),
    ("signing", "key"),
    ("ssh", "key"),
];

/// What a word may end with where nothing divides, as in `dbpassword`.
const ENDINGS: [&str; 8] = [
    "accesskey",
    "apikey",
    "passphrase",
    "passwd",
    "password",
    "privatekey",
    "secret",
    "token",
];

/// Last words that speak about a secret and do not hold it, as in `token_count`.
const ABOUT: [&str; 31] = [
    "budget", "consent", "count", "enabled", "endpoint", "expires", "expiry", "format", "kind",
    "length", "limit", "limits", "max", "method", "min", "mode", "name", "names", "policy",
    "provider", "required", "scheme", "size", "status", "strength", "ttl", "type", "uri", "url",
    "usage", "version",
];

/// What makes a token a place in a list.
const CURSORS: [&str; 7] = [
    "continuation",
    "cursor",
    "next",
    "page",
    "pagination",
    "start",
    "sync",
];

/// Whether a key, in snake, camel or kebab case, names a secret.
pub(super) fn is_secret(key: &str) -> bool {
    let words = words(key);
    let about = words.last().is_some_and(|last| ABOUT.contains(&&**last));
    if about || is_cursor(&words) {
        return false;
    }
    let pair = |two: &[String]| PAIRS.contains(&(&*two[0], &*two[1]));
    words.iter().any(|word| is_secret_word(word)) || words.windows(2).any(pair)
}

fn is_secret_word(word: &str) -> bool {
    WORDS.contains(&word) || ENDINGS.iter().any(|ending| word.ends_with(ending))
}

/// Whether it is the token of a page, and nothing else that is a secret.
fn is_cursor(words: &[String]) -> bool {
    match words {
        [before @ .., last] if last == "token" => {
            let cursor = |word: &String| CURSORS.contains(&&**word);
            before.iter().any(cursor) && !before.iter().any(|word| is_secret_word(word))
        }
        _ => false,
    }
}

/// The words of a key, in lower case: `X-APIKey2` is `x`, `api`, `key2`.
fn words(key: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = None;
    let mut chars = key.chars().peekable();
    while let Some(c) = chars.next() {
        let lower_follows = chars.peek().is_some_and(|next| next.is_lowercase());
        let upper_before = before.is_some_and(char::is_uppercase);
        let begins = c.is_uppercase() && before.is_some() && (!upper_before || lower_follows);
        if begins || !c.is_alphanumeric() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
        before = c.is_alphanumeric().then_some(c);
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_recognised_in_every_case() {
        for key in [
            "password",
            "Password",
            "user_password",
            "userPassword",
            "dbpassword",
            "PGPASSWORD",
            "passwd",
            "api_key",
            "apikey",
            "apiKey",
            "APIKey",
            "X-Api-Key",
            "authorization",
            "Proxy-Authorization",
            "credentials",
            "private_key",
            "privateKeyPem",
            "client_secret",
            "clientSecret",
            "access_key",
            "aws_secret_access_key",
            "Set-Cookie",
            "session_id",
            "sessionId",
            "token",
            "accessToken",
            "refresh-token",
            "api_tokens",
            "secret_page_token",
            "jwt",
            "new_passphrase",
        ] {
            assert!(is_secret(key), "{key}");
        }
    }

    #[test]
    fn other_names_are_not() {
        for key in [
            "",
            "_",
            "token_count",
            "max_tokens",
            "maxTokens",
            "tokens",
            "tokenizer",
            "page_token",
            "nextPageToken",
            "password_policy",
            "token_type",
            "authorization_url",
            "secret_name",
            "cookie_consent",
            "key",
            "primary_key",
            "keyboard",
            "author",
            "secretary",
            "session",
            "id",
            "access",
            "pin",
        ] {
            assert!(!is_secret(key), "{key}");
        }
    }
}
