//! JSON pointers, as in RFC 6901.

use std::fmt;

use candor_model::hidden_character;
use serde_json::Value;

use super::json;

/// The path to a value: keys and indices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ValuePointer(Vec<String>);

// === impl ValuePointer ===

impl ValuePointer {
    /// A pointer to a top-level argument.
    pub(super) fn member(key: &str) -> Self {
        Self(vec![key.to_owned()])
    }

    /// Parses `/key/0/other`, where `~1` stands for `/` and `~0` for `~`. An empty text refers to
    /// the whole value.
    pub(super) fn parse(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::default());
        }
        let tokens = text.strip_prefix('/')?.split('/').map(unescape);
        tokens.collect::<Option<_>>().map(Self)
    }

    /// Whether it points to this path.
    pub(super) fn is(&self, place: &[String]) -> bool {
        self.0 == place
    }

    /// Whether it points to something below this path.
    pub(super) fn leads(&self, place: &[String]) -> bool {
        self.0.len() > place.len() && self.0.starts_with(place)
    }

    /// The value it points to, if present.
    pub(super) fn find<'a>(&self, value: &'a Value) -> Option<&'a Value> {
        self.0.iter().try_fold(value, |value, token| match value {
            Value::Object(members) => members.get(token),
            Value::Array(list) => list.get(index(token)?),
            _ => None,
        })
    }
}

/// Writes the form that is parsed: bare if that is unambiguous, otherwise as a JSON string.
impl fmt::Display for ValuePointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.0.iter().map(|token| escape(token)).collect();
        let bare = !text.is_empty()
            && !text.contains(char::is_whitespace)
            && hidden_character(&text).is_none();
        if bare {
            return f.write_str(&text);
        }
        f.write_str(&json::write(&Value::String(text)))
    }
}

/// Parses an index. Each index has one spelling: no sign, no leading zero.
fn index(token: &str) -> Option<usize> {
    let index: usize = token.parse().ok()?;
    (index.to_string() == token).then_some(index)
}

fn escape(token: &str) -> String {
    format!("/{}", token.replace('~', "~0").replace('/', "~1"))
}

fn unescape(token: &str) -> Option<String> {
    let mut parts = token.split('~');
    let mut text = parts.next()?.to_owned();
    for part in parts {
        text.push(match part.chars().next()? {
            '0' => '~',
            '1' => '/',
            _ => return None,
        });
        text.push_str(&part[1..]);
    }
    Some(text)
}
