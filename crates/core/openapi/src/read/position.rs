//! Places in a document, as JSON pointers.

use std::borrow::Cow;
use std::fmt;

use candor_text::quote;
use serde_json::Value;

/// One file of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct FileId(pub(super) usize);

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct NodePosition {
    pub(super) file: FileId,
    /// The JSON pointer: empty, or a slash before each key.
    pub(super) pointer: String,
}

/// A value and its place.
#[derive(Clone, Debug)]
pub(super) struct DocumentNode<'a> {
    pub(super) value: &'a Value,
    pub(super) spot: NodePosition,
}

// === impl NodePosition ===

impl NodePosition {
    /// The whole file.
    pub(super) fn root(file: FileId) -> Self {
        Self {
            file,
            pointer: String::new(),
        }
    }

    /// The place of a member or element.
    pub(super) fn child(&self, key: &str) -> Self {
        let mut child = self.clone();
        child.enter(key);
        child
    }

    /// Appends a key. [`NodePosition::leave`] with the returned value undoes it.
    pub(super) fn enter(&mut self, key: &str) -> usize {
        let before = self.pointer.len();
        self.pointer.push('/');
        for c in key.chars() {
            match c {
                '~' => self.pointer.push_str("~0"),
                '/' => self.pointer.push_str("~1"),
                c => self.pointer.push(c),
            }
        }
        before
    }

    /// Undoes the [`NodePosition::enter`] that returned `before`.
    pub(super) fn leave(&mut self, before: usize) {
        self.pointer.truncate(before);
    }
}

/// A quoted form such as `` `#/paths/~1books/get` ``.
impl fmt::Display for NodePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&quote(&format!("#{}", self.pointer)))
    }
}

// === impl DocumentNode ===

impl<'a> DocumentNode<'a> {
    /// A member of an object. `null` counts as missing, because that is what a YAML key without a
    /// value becomes.
    pub(super) fn get(&self, key: &str) -> Option<Self> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(Self {
            value,
            spot: self.spot.child(key),
        })
    }

    /// The members of an object, or none.
    pub(super) fn members(&self) -> impl Iterator<Item = (&'a str, Self)> + use<'a> {
        let spot = self.spot.clone();
        let members = self.value.as_object().into_iter().flatten();
        members.map(move |(key, value)| {
            let spot = spot.child(key);
            (key.as_str(), Self { value, spot })
        })
    }

    /// The elements of a list, or none.
    pub(super) fn elements(&self) -> impl Iterator<Item = Self> + use<'a> {
        let spot = self.spot.clone();
        let elements = self.value.as_array().into_iter().flatten().enumerate();
        elements.map(move |(at, value)| Self {
            value,
            spot: spot.child(&at.to_string()),
        })
    }
}

/// The keys of a JSON pointer.
pub(super) fn keys(pointer: &str) -> impl Iterator<Item = Cow<'_, str>> {
    pointer.split('/').skip(1).map(|key| {
        if key.contains('~') {
            Cow::Owned(key.replace("~1", "/").replace("~0", "~"))
        } else {
            Cow::Borrowed(key)
        }
    })
}

/// A member, or an element by its index.
pub(super) fn step<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Object(members) => members.get(key),
        Value::Array(elements) => {
            let plain = key == "0" || !key.starts_with(['0', '+']);
            let at = plain.then(|| key.parse::<usize>().ok()).flatten()?;
            elements.get(at)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_survive_the_way_into_a_pointer_and_back() {
        let mut spot = NodePosition::root(FileId(0));
        let all = ["paths", "/a~b/{c}", "", "~1", "0"];
        for key in all {
            spot.enter(key);
        }
        assert_eq!(spot.pointer, "/paths/~1a~0b~1{c}//~01/0");
        assert_eq!(keys(&spot.pointer).collect::<Vec<_>>(), all);
        let before = spot.enter("x");
        spot.leave(before);
        assert_eq!(spot.pointer, "/paths/~1a~0b~1{c}//~01/0");
    }

    #[test]
    fn elements_are_numbers_without_decoration() {
        let list = json!(["a", "b"]);
        for (key, expect) in [
            ("0", Some("a")),
            ("1", Some("b")),
            ("01", None),
            ("+1", None),
            ("2", None),
            ("", None),
            ("-", None),
        ] {
            assert_eq!(step(&list, key).and_then(Value::as_str), expect, "{key}");
        }
    }

    #[test]
    fn nothing_is_absent() {
        let value = json!({"a": null, "b": 1});
        let node = DocumentNode {
            value: &value,
            spot: NodePosition::root(FileId(0)),
        };
        assert!(node.get("a").is_none());
        assert_eq!(node.get("b").expect("b").spot.to_string(), "`#/b`");
    }
}
