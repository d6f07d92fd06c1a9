//! The members of one definition, with the checks that all kinds share.

use candor_wire::{JsonError, RawJson, RawObject};

use super::DefinitionFault;

/// The maximum number of characters shown of a wrong value.
const SHOWN: usize = 60;

/// A definition, parsed one level deep.
#[derive(Debug)]
pub(super) struct OpenedDefinition {
    members: RawObject,
    /// The key that identifies it: `name`, `uri` or `uriTemplate`.
    key: &'static str,
}

// === impl OpenedDefinition ===

impl OpenedDefinition {
    pub(super) fn open(raw: &RawJson, key: &'static str) -> Result<Self, DefinitionFault> {
        let nameless = |reason: String, remedy: &str| DefinitionFault {
            subject: None,
            reason,
            remedy: remedy.to_owned(),
        };
        match RawObject::parse(raw) {
            Ok(members) => Ok(Self { members, key }),
            Err(error @ JsonError::DuplicateKey(_)) => {
                Err(nameless(error.to_string(), "write every key once"))
            }
            Err(JsonError::Syntax(_)) => Err(nameless(
                format!("it must be an object, not {}", shown(raw)),
                "make every element of the list an object",
            )),
        }
    }

    /// The validated name or URI.
    pub(super) fn identity(&self, longest: usize) -> Result<String, DefinitionFault> {
        let key = self.key;
        let nameless = |reason: String| DefinitionFault {
            subject: None,
            reason,
            remedy: format!("give it a `{key}` of 1 to {longest} characters"),
        };
        let Some(value) = self.members.get(key) else {
            return Err(nameless(format!("it has no `{key}`")));
        };
        let Some(text) = value.as_string() else {
            return Err(nameless(format!(
                "`{key}` must be a string, not {}",
                shown(value)
            )));
        };
        match text.chars().count() {
            0 => Err(nameless(format!("its `{key}` is empty"))),
            long if long > longest => Err(nameless(format!(
                "its `{key}` {} has {long} characters",
                shown(value)
            ))),
            _ => Ok(text),
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<&RawJson> {
        self.members.get(key)
    }

    /// Checks that each of these members, if present, is a string.
    pub(super) fn strings(&self, keys: &[&str]) -> Result<(), DefinitionFault> {
        self.each(keys, "a string", |value| {
            value.as_bytes().first() == Some(&b'"')
        })
    }

    /// Checks that each of these members, if present, is an array.
    pub(super) fn arrays(&self, keys: &[&str]) -> Result<(), DefinitionFault> {
        self.each(keys, "an array", |value| {
            value.as_bytes().first() == Some(&b'[')
        })
    }

    /// Checks that each of these members, if present, is an object.
    pub(super) fn objects(&self, keys: &[&str]) -> Result<(), DefinitionFault> {
        self.each(keys, "an object", RawJson::is_object)
    }

    fn each(
        &self,
        keys: &[&str],
        kind: &str,
        fits: fn(&RawJson) -> bool,
    ) -> Result<(), DefinitionFault> {
        for key in keys {
            if let Some(value) = self.members.get(key).filter(|value| !fits(value)) {
                return Err(self.fault(
                    format!("`{key}` must be {kind}, not {}", shown(value)),
                    &format!("make it {kind}, or leave it out"),
                ));
            }
        }
        Ok(())
    }

    pub(super) fn fault(&self, reason: impl Into<String>, remedy: &str) -> DefinitionFault {
        DefinitionFault {
            subject: self.members.get_string(self.key),
            reason: reason.into(),
            remedy: remedy.to_owned(),
        }
    }

    pub(super) fn into_members(self) -> RawObject {
        self.members
    }
}

/// The beginning of a value, in backticks.
pub(super) fn shown(value: &RawJson) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}
