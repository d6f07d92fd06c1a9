//! Redacts credentials in the replies of an API, since some repeat what they were sent.

use bytes::{Bytes, BytesMut};
use candor_model::Secret;
use memchr::memmem;
use url::form_urlencoded;

/// Shorter values are not redacted: that would garble the text and protect nothing.
const SHORTEST: usize = 6;

/// The replacement for a credential.
const BLOT: &str = "****";

/// The text with the values of credentials redacted: as they are, URL-encoded, and as in JSON.
pub(super) fn scrub(text: &str, secrets: &[Secret<String>]) -> String {
    let mut text = text.to_owned();
    for secret in secrets.iter().filter(|one| one.expose().len() >= SHORTEST) {
        for form in forms(secret.expose()) {
            if text.contains(form.expose().as_str()) {
                text = text.replace(form.expose().as_str(), BLOT);
            }
        }
    }
    text
}

/// Like [`scrub`], for an arbitrary body. A body without credentials is not copied.
pub(super) fn scrub_body(body: &Bytes, secrets: &[Secret<String>]) -> Bytes {
    let mut body = body.clone();
    for secret in secrets.iter().filter(|one| one.expose().len() >= SHORTEST) {
        for form in forms(secret.expose()) {
            let finder = memmem::Finder::new(form.expose().as_bytes());
            if finder.find(&body).is_some() {
                body = replaced(&body, &finder);
            }
        }
    }
    body
}

fn replaced(body: &[u8], finder: &memmem::Finder<'_>) -> Bytes {
    let mut kept = BytesMut::with_capacity(body.len());
    let mut at = 0;
    for found in finder.find_iter(body) {
        kept.extend_from_slice(&body[at..found]);
        kept.extend_from_slice(BLOT.as_bytes());
        at = found + finder.needle().len();
    }
    kept.extend_from_slice(&body[at..]);
    kept.freeze()
}

fn forms(plain: &str) -> Vec<Secret<String>> {
    let query: String = form_urlencoded::byte_serialize(plain.as_bytes()).collect();
    let path = query.replace('+', "%20");
    let json = serde_json::Value::from(plain).to_string();
    let json = json.trim_matches('"').to_owned();
    let lower = lower_escapes(&query);
    let mut forms = vec![plain.to_owned(), lower, path, query, json];
    forms.dedup();
    forms.into_iter().map(Secret::new).collect()
}

/// The text with its percent escapes in lower case, as some servers write them. The rest keeps its
/// case.
fn lower_escapes(text: &str) -> String {
    let mut digits = 0;
    let lowered = text.chars().map(|c| {
        if c == '%' {
            digits = 2;
        } else if digits > 0 {
            digits -= 1;
            return c.to_ascii_lowercase();
        }
        c
    });
    lowered.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_credential_is_found_in_every_form() {
        let secrets = ["a/key+1", "pa\"ss\\word", "short", "two words", "A/Key+2"]
            .map(|plain| Secret::new(plain.to_owned()));
        for (text, expect) in [
            ("the key a/key+1 is wrong", "the key **** is wrong"),
            ("GET /x?key=a%2Fkey%2B1&y=2", "GET /x?key=****&y=2"),
            ("GET /x?key=a%2fkey%2b1", "GET /x?key=****"),
            ("GET /x?key=A%2fKey%2b2", "GET /x?key=****"),
            (r#"{"p": "pa\"ss\\word"}"#, r#"{"p": "****"}"#),
            ("?p=two+words&q=two%20words", "?p=****&q=****"),
            ("this is short", "this is short"),
        ] {
            assert_eq!(scrub(text, &secrets), expect);
        }
    }

    #[test]
    fn a_body_keeps_everything_else() {
        let secrets = [Secret::new("a/key+1".to_owned())];
        let clean = Bytes::from_static(b"\xff\x00 nothing");
        assert_eq!(scrub_body(&clean, &secrets), clean);
        let body = Bytes::from_static(b"\xff a/key+1,a%2Fkey%2B1 \x00");
        assert_eq!(&scrub_body(&body, &secrets)[..], b"\xff ****,**** \x00");
    }
}
