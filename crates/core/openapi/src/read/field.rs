//! Reading object members as the type they should have.

use serde_json::Value;

use super::budget::VALUE;
use super::findings::code;
use super::position::DocumentNode;
use super::quote::kind;
use super::reader::DocumentReader;

// === impl DocumentReader ===

impl<'a> DocumentReader<'a> {
    /// A text. Numbers are accepted, because YAML parses `1.0` as a number.
    pub(super) fn text(&mut self, node: &DocumentNode<'a>, key: &str) -> Option<String> {
        let member = node.get(key)?;
        let text = as_text(member.value);
        match &text {
            // The budget is checked once for the whole operation.
            Some(text) => _ = self.allowance.pay(text.len()),
            None => self.wrong_type(&member, key, "a text"),
        }
        text
    }

    /// A boolean, or a text that spells one.
    pub(super) fn flag(&mut self, node: &DocumentNode<'a>, key: &str) -> Option<bool> {
        let member = node.get(key)?;
        let flag = as_flag(member.value);
        if flag.is_none() {
            self.wrong_type(&member, key, "`true` or `false`");
        }
        flag
    }

    /// The elements of a list.
    pub(super) fn list(&mut self, node: &DocumentNode<'a>, key: &str) -> Vec<DocumentNode<'a>> {
        let Some(member) = node.get(key) else {
            return Vec::new();
        };
        if !member.value.is_array() {
            self.wrong_type(&member, key, "a list");
        }
        member.elements().collect()
    }

    /// The texts of a list. A single text is accepted as a list of one.
    pub(super) fn texts(&mut self, node: &DocumentNode<'a>, key: &str) -> Vec<String> {
        let Some(member) = node.get(key) else {
            return Vec::new();
        };
        if let Some(text) = as_text(member.value) {
            self.allowance.pay(text.len());
            return vec![text];
        }
        let mut texts = Vec::new();
        for element in self.list(node, key) {
            match as_text(element.value) {
                Some(text) => {
                    self.allowance.pay(VALUE + text.len());
                    texts.push(text);
                }
                None => self.wrong_type(&element, key, "a text"),
            }
        }
        texts
    }

    /// The members of an object.
    pub(super) fn map(
        &mut self,
        node: &DocumentNode<'a>,
        key: &str,
    ) -> Vec<(&'a str, DocumentNode<'a>)> {
        let Some(member) = node.get(key) else {
            return Vec::new();
        };
        if !member.value.is_object() {
            self.wrong_type(&member, key, "an object");
        }
        member.members().collect()
    }

    /// The members of an object, without extensions.
    pub(super) fn extensible(
        &mut self,
        node: &DocumentNode<'a>,
        key: &str,
    ) -> Vec<(&'a str, DocumentNode<'a>)> {
        let mut members = self.map(node, key);
        members.retain(|(key, _)| !key.starts_with("x-"));
        members
    }

    /// Reports that a value has the wrong type.
    pub(super) fn wrong_type(&mut self, node: &DocumentNode<'a>, key: &str, expected: &str) {
        let found = kind(node.value);
        let message = format!("`{key}` should be {expected} and is {found}; it is ignored");
        self.warn(code::WRONG_TYPE, &node.spot, message);
    }
}

/// A text, or a number or boolean that was meant as one.
pub(super) fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// A boolean, or a text that spells one.
pub(super) fn as_flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::String(text) => text.to_ascii_lowercase().parse().ok(),
        _ => None,
    }
}
