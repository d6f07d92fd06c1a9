//! Detection of secrets, and their placeholders.
//!
//! A value is a secret if its schema or key says so or if it looks like one. For a long secret, its
//! length and the beginning of its digest are shown, so that a person who knows it can recognise
//! it. For a short one even that is omitted, because a PIN could be found by trying.

mod name;
mod shape;

use candor_model::Digest;
use serde_json::{Map, Value};

use crate::schemas::PlaceSchemas;

pub(crate) use shape::find;

/// A secret shorter than this could be guessed from its length and digest.
const GUESSABLE: usize = 20;

/// The members of an object that name what its `value` is, as in a list of headers.
const NAMING: [&str; 4] = ["name", "key", "header", "field"];

/// Whether the value under `key` is a secret by its schema or key. Booleans, nulls and empty values
/// are never masked.
pub(crate) fn hides(
    parent: Option<&Map<String, Value>>,
    key: &str,
    value: &Value,
    schemas: &PlaceSchemas<'_>,
) -> bool {
    let something = match value {
        Value::Null | Value::Bool(_) => false,
        Value::Number(_) => true,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
    };
    let named = || name::is_secret(key) || is_named(parent, key);
    let masking = something && !schemas.is_revealed();
    masking && (schemas.hides() || (is_plausible(value, schemas) && named()))
}

/// The placeholder for a completely masked value.
pub(crate) fn mask(value: &Value) -> String {
    match value {
        Value::String(text) => format!("•••• ({})", size(text)),
        Value::Array(_) => "•••• (a list)".to_owned(),
        Value::Object(_) => "•••• (an object)".to_owned(),
        Value::Number(_) | Value::Bool(_) | Value::Null => "•••• (a number)".to_owned(),
    }
}

/// The placeholder for a secret inside a value. Unmasked text never contains `⟨`.
pub(crate) fn inside(secret: &str) -> String {
    format!("⟨masked: {}⟩", size(secret))
}

/// Whether a value can plausibly be the secret its name suggests. An untrusted source could call a
/// command a password to hide it; for such sources, a secret must be one word with letters and
/// digits.
fn is_plausible(value: &Value, schemas: &PlaceSchemas<'_>) -> bool {
    schemas.believed() || value.as_str().is_some_and(shape::is_token_word)
}

/// Whether this key of an object names its `value` as a secret.
fn is_named(parent: Option<&Map<String, Value>>, key: &str) -> bool {
    let Some(parent) = parent.filter(|_| key == "value") else {
        return false;
    };
    let names = NAMING
        .iter()
        .filter_map(|naming| parent.get(*naming)?.as_str());
    names.into_iter().any(name::is_secret)
}

fn size(secret: &str) -> String {
    let characters = secret.chars().count();
    if characters < GUESSABLE {
        return format!("fewer than {GUESSABLE} characters");
    }
    let digest = Digest::of(secret).to_string();
    format!("{characters} characters, SHA-256 begins {}", &digest[..4])
}

#[cfg(test)]
mod tests {
    use candor_model::SourceTrust;
    use serde_json::json;

    use super::*;

    #[test]
    fn nothing_is_shown_of_what_could_be_guessed() {
        for (value, expect) in [
            (json!("1234"), "•••• (fewer than 20 characters)"),
            (
                json!("x".repeat(41)),
                "•••• (41 characters, SHA-256 begins 3164)",
            ),
            (json!(1234), "•••• (a number)"),
            (json!({"user": "ann"}), "•••• (an object)"),
            (json!(["a"]), "•••• (a list)"),
        ] {
            assert_eq!(mask(&value), expect);
        }
    }

    #[test]
    fn what_holds_nothing_hides_nothing() {
        let none = PlaceSchemas::new(None, SourceTrust::Trusted);
        for (value, expect) in [
            (json!(true), false),
            (json!(null), false),
            (json!(""), false),
            (json!([]), false),
            (json!("x"), true),
            (json!(0), true),
        ] {
            assert_eq!(hides(None, "secret", &value, &none), expect, "{value}");
        }
    }

    #[test]
    fn the_names_of_a_source_that_is_not_trusted_hide_no_command() {
        let none = PlaceSchemas::new(None, SourceTrust::Untrusted);
        for shown in ["rm -rf ~", "reboot", "/tmp/x1", "$(id)1", "a1", "x; y1"] {
            assert!(!hides(None, "password", &json!(shown), &none), "{shown}");
        }
        assert!(!hides(None, "pin", &json!(1234), &none));
        assert!(hides(None, "password", &json!("hunter2"), &none));
    }

    #[test]
    fn a_header_is_known_by_the_name_beside_it() {
        let none = PlaceSchemas::new(None, SourceTrust::Trusted);
        for (header, expect) in [("Authorization", true), ("Accept", false)] {
            let parent = json!({"name": header, "value": "x"});
            let (parent, value) = (parent.as_object(), &parent["value"]);
            assert_eq!(hides(parent, "value", value, &none), expect, "{header}");
        }
    }
}
