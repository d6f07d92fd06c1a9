//! Comparison of a definition with its pin.
//!
//! Some servers omit hints after a reconnect, for all tools or for some. A key of `annotations`
//! that is merely missing (or null, or missing with all of `annotations`) therefore counts as
//! unchanged, and the pinned one still applies: see [`carried`]. Lists whose order is irrelevant
//! may come in any order: see [`sort_sets`]. Any other difference counts.

use candor_model::DefinitionPin;
use candor_schema::canonical;
use serde_json::Value;

use crate::definition::{self, DefinitionMembers};
use crate::differences::{Differences, between, unreadable};
use crate::unordered::sort_sets;

/// The result of comparing a definition with its pin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DriftVerdict {
    /// It is the pinned one, or lacks only members of `annotations` that the pinned one had.
    Same,
    /// Only hints became more careful.
    Tightened(DefinitionComparison),
    /// Other parts differ.
    Changed(DefinitionComparison),
}

/// The differences between two definitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionComparison {
    /// The differences, one readable line each; never empty.
    pub differences: Vec<String>,
    /// Whether a hint now claims less danger, or a different request is made. A hint that is no
    /// longer a boolean loosens, and so does an unreadable definition, because the opposite cannot
    /// be shown.
    pub loosens: bool,
}

/// Compares a definition with its pin.
///
/// A hint loosens if it takes its less careful value and had another one or none; it tightens if it
/// takes its careful value. Both together loosen. An unreadable definition is
/// [`DriftVerdict::Changed`], with a line saying so.
pub fn compare(pinned: &DefinitionPin, found: &DefinitionPin) -> DriftVerdict {
    if pinned.hash == found.hash {
        return DriftVerdict::Same;
    }
    if pinned.definition == found.definition {
        return changed(vec![format!(
            "the definition reads the same, but was pinned with the hash `{}` and now has `{}`",
            pinned.hash, found.hash
        )]);
    }
    match (definition::read(pinned), definition::read(found)) {
        (Ok(mut old), Ok(new)) => {
            let mut new = believed(&old, new);
            sort_sets(&mut old);
            sort_sets(&mut new);
            judge(&old, &new)
        }
        (old, new) => changed(
            [("pinned", old.err()), ("found", new.err())]
                .into_iter()
                .filter_map(|(which, error)| Some(unreadable(which, &error?)))
                .collect(),
        ),
    }
}

/// Keys of `annotations` that the pinned definition has and the found one lacks, with their JSON
/// text: the caller continues to use them. A null counts as lacking, and is not carried. Nothing is
/// carried from or to an unreadable definition.
pub fn carried(pinned: &DefinitionPin, found: &DefinitionPin) -> Vec<(String, String)> {
    let (Ok(pinned), Ok(found)) = (definition::read(pinned), definition::read(found)) else {
        return Vec::new();
    };
    lacking(&pinned, &found)
        .map(|(key, value)| (key.clone(), canonical(value)))
        .collect()
}

/// The verdict where nothing can be weighed.
fn changed(differences: Vec<String>) -> DriftVerdict {
    DriftVerdict::Changed(DefinitionComparison {
        differences,
        loosens: true,
    })
}

fn judge(pinned: &Value, found: &Value) -> DriftVerdict {
    let Differences {
        lines,
        loosens,
        only_tightens,
    } = between(pinned, found);
    let comparison = DefinitionComparison {
        differences: lines,
        loosens: loosens || makes_another_request(pinned, found),
    };
    if comparison.differences.is_empty() {
        DriftVerdict::Same
    } else if only_tightens {
        DriftVerdict::Tightened(comparison)
    } else {
        DriftVerdict::Changed(comparison)
    }
}

/// Whether the HTTP method or server differs. Relied-upon hints then no longer apply.
fn makes_another_request(pinned: &Value, found: &Value) -> bool {
    let request = |definition| definition::request(definition).unwrap_or(&Value::Null);
    let (pinned, found) = (request(pinned), request(found));
    ["method", "server"]
        .iter()
        .any(|part| pinned.get(part) != found.get(part))
}

/// The found definition with the annotations it lacks taken from the pinned one. Annotations that
/// are no object stay as they are.
fn believed(pinned: &Value, mut found: Value) -> Value {
    let missing: DefinitionMembers = lacking(pinned, &found)
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    if missing.is_empty() {
        return found;
    }
    if let Some(members) = found.as_object_mut() {
        let said = members
            .entry("annotations")
            .or_insert_with(|| Value::Object(DefinitionMembers::new()));
        if let Some(said) = said.as_object_mut() {
            said.extend(missing);
        }
    }
    found
}

fn lacking<'a>(
    pinned: &'a Value,
    found: &'a Value,
) -> impl Iterator<Item = (&'a String, &'a Value)> {
    let said = definition::annotations(found);
    let lacks = move |key: &str| said.is_none_or(|said| !said.contains_key(key));
    definition::annotations(pinned)
        .into_iter()
        .flatten()
        .filter(move |(key, _)| lacks(key))
}

#[cfg(test)]
mod tests;
