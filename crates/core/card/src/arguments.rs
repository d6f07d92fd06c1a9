//! The arguments of a call, one line each.
//!
//! Short values take one line. Longer lists and objects are split into their parts, four levels
//! deep.

use std::borrow::Cow;

use candor_model::{Digest, SourceTrust};
use candor_schema::canonical;
use candor_text::{TextFindings, inspect};
use serde_json::{Map, Value};

use crate::card::{ArgumentLine, OmittedArguments, place_name};
use crate::fold::{CardBudget, FoldRequest};
use crate::json::{self, ReadableJson};
use crate::quote::{clip, prose, quoted};
use crate::schemas::PlaceSchemas;
use crate::secret;

/// The most lines.
const LINES_MAX: usize = 200;

/// The maximum depth to which values are split.
const LEVELS: usize = 4;

/// Lists and objects below this size, in bytes, are not split.
const SHORT: usize = 80;

/// The most bytes of one step of a pointer. With four levels no pointer is longer than 250.
const STEP_MAX: usize = 60;

/// The most bytes of a description.
const DESCRIPTION_MAX: usize = 300;

/// The arguments as they are shown, and what to warn of.
pub(crate) struct ArgumentListing {
    pub(crate) lines: Vec<ArgumentLine>,
    pub(crate) more: Option<OmittedArguments>,
    pub(crate) notes: ArgumentFindings,
}

/// Places that need a warning, by kind.
#[derive(Default)]
pub(crate) struct ArgumentFindings {
    pub(crate) hidden: PlaceList,
    pub(crate) turning: PlaceList,
    pub(crate) leftward: PlaceList,
    /// The word comes before the place.
    pub(crate) mixed: PlaceList,
    pub(crate) masked: PlaceList,
    /// Values that were too long to store.
    pub(crate) cut: PlaceList,
}

/// Some places; the first few are named.
#[derive(Default)]
pub(crate) struct PlaceList {
    first: Vec<String>,
    total: usize,
}

/// Lists the arguments, with secrets masked.
pub(crate) fn list(
    arguments: &Value,
    schema: Option<&Value>,
    trust: SourceTrust,
) -> ArgumentListing {
    listed(arguments, &PlaceSchemas::new(schema, trust))
}

/// Lists the arguments with nothing masked.
pub(crate) fn list_revealed(
    arguments: &Value,
    schema: Option<&Value>,
    trust: SourceTrust,
) -> ArgumentListing {
    listed(arguments, &PlaceSchemas::new(schema, trust).revealed())
}

fn listed(arguments: &Value, schemas: &PlaceSchemas<'_>) -> ArgumentListing {
    let mut walk = ArgumentWalk {
        lines: Vec::new(),
        unlisted: 0,
        room: CardBudget::new(),
        notes: ArgumentFindings::default(),
    };
    match arguments {
        Value::Null => {}
        Value::Object(members) => walk.members("", members, schemas, 1),
        other => walk.value("", other, schemas, 0),
    }
    let more = (walk.unlisted > 0).then(|| OmittedArguments {
        count: walk.unlisted,
        sha256: Digest::of(canonical(arguments)).to_string(),
    });
    ArgumentListing {
        lines: walk.lines,
        more,
        notes: walk.notes,
    }
}

struct ArgumentWalk {
    lines: Vec<ArgumentLine>,
    unlisted: usize,
    room: CardBudget,
    notes: ArgumentFindings,
}

// === impl PlaceList ===

impl PlaceList {
    /// Adds a place; the first few are named.
    pub(crate) fn add(&mut self, place: &str) {
        self.total += 1;
        if self.first.len() < 3 {
            self.first.push(clip(place, 150));
        }
    }

    /// `"a", /b/c and 3 more`; none if there is no place.
    pub(crate) fn words(&self) -> Option<String> {
        let named = self.first.join(", ");
        match self.total - self.first.len() {
            _ if self.total == 0 => None,
            0 => Some(named),
            more => Some(format!("{named} and {more} more")),
        }
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.total == 0
    }
}

// === impl ArgumentWalk ===

impl ArgumentWalk {
    fn members(
        &mut self,
        path: &str,
        members: &Map<String, Value>,
        schemas: &PlaceSchemas<'_>,
        level: usize,
    ) {
        for (key, member) in members {
            if self.is_full() {
                self.count(member, level);
                continue;
            }
            let path = format!("{path}/{}", step(key, schemas));
            let schemas = schemas.member(key);
            self.note(&shown(&path), inspect(key));
            if !schemas.secrets_in(key).is_empty() {
                self.notes.masked.add(&in_sentence(&shown(&path)));
            }
            if secret::hides(Some(members), key, member, &schemas) {
                self.masked(&path, member, &schemas);
            } else {
                self.value(&path, member, &schemas, level);
            }
        }
    }

    fn items(&mut self, path: &str, items: &[Value], schemas: &PlaceSchemas<'_>, level: usize) {
        for (at, item) in items.iter().enumerate() {
            if self.is_full() {
                self.count(item, level);
                continue;
            }
            let path = format!("{path}/{at}");
            let schemas = schemas.item(at);
            if secret::hides(None, "", item, &schemas) {
                self.masked(&path, item, &schemas);
            } else {
                self.value(&path, item, &schemas, level);
            }
        }
    }

    fn value(&mut self, path: &str, value: &Value, schemas: &PlaceSchemas<'_>, level: usize) {
        let apart = level < LEVELS && (value.is_object() || value.is_array());
        let readable = if apart {
            json::within(value, schemas, SHORT)
        } else {
            Ok(json::readable(value, schemas))
        };
        match (readable, value) {
            (Ok(readable), _) => self.line(path, value, readable, schemas),
            (Err(_), Value::Object(members)) => self.members(path, members, schemas, level + 1),
            (Err(_), Value::Array(items)) => self.items(path, items, schemas, level + 1),
            // Only values that can be split are ever too long.
            (Err(_), _) => {}
        }
    }

    fn masked(&mut self, path: &str, value: &Value, schemas: &PlaceSchemas<'_>) {
        self.line(path, value, ReadableJson::masked(value), schemas);
    }

    fn line(
        &mut self,
        path: &str,
        value: &Value,
        readable: ReadableJson,
        schemas: &PlaceSchemas<'_>,
    ) {
        let pointer = shown(path);
        let ReadableJson {
            text, masked, seen, ..
        } = readable;
        self.note(&pointer, seen);
        if masked {
            self.notes.masked.add(&in_sentence(&pointer));
        }
        let plain = value.as_str().filter(|_| !masked);
        let characters = plain.unwrap_or(&text).chars().count();
        let digest = |text: &str| Digest::of(plain.unwrap_or(text)).to_string();
        let (value, folded) = self.room.fold(FoldRequest {
            readable: text,
            characters,
            sha256: &digest,
        });
        if folded.as_ref().is_some_and(|folded| folded.whole.is_none()) {
            self.notes.cut.add(&in_sentence(&pointer));
        }
        let description = schemas
            .description()
            .map(|text| prose(text, DESCRIPTION_MAX))
            .filter(|text| !text.is_empty() && self.room.take(text));
        self.lines.push(ArgumentLine {
            pointer,
            value,
            folded,
            masked,
            changed: None,
            description,
        });
    }

    fn note(&mut self, pointer: &str, seen: TextFindings) {
        let TextFindings {
            hidden,
            direction_controls,
            right_to_left,
            mixed_word,
        } = seen;
        for (found, places) in [
            (hidden, &mut self.notes.hidden),
            (direction_controls, &mut self.notes.turning),
            (right_to_left, &mut self.notes.leftward),
        ] {
            if found {
                places.add(&in_sentence(pointer));
            }
        }
        if let Some(word) = mixed_word {
            let place = format!("{} in {}", quoted(&word, &[]), in_sentence(pointer));
            self.notes.mixed.add(&place);
        }
    }

    fn is_full(&self) -> bool {
        self.lines.len() == LINES_MAX
    }

    /// Counts the lines that there would have been.
    fn count(&mut self, value: &Value, level: usize) {
        let short = |value| json::within(value, &PlaceSchemas::default(), SHORT).is_ok();
        match value {
            Value::Object(members) if level < LEVELS && !short(value) => {
                for member in members.values() {
                    self.count(member, level + 1);
                }
            }
            Value::Array(items) if level < LEVELS && !short(value) => {
                for item in items {
                    self.count(item, level + 1);
                }
            }
            _ => self.unlisted += 1,
        }
    }
}

/// A key as a JSON pointer segment, escaped so that it is visible. A long one is truncated and
/// identified by its digest.
fn step(key: &str, schemas: &PlaceSchemas<'_>) -> String {
    let escaped: Cow<'_, str> = if key.contains(['~', '/']) {
        key.replace('~', "~0").replace('/', "~1").into()
    } else {
        key.into()
    };
    let quotes = quoted(&escaped, &schemas.secrets_in(&escaped));
    let step = &quotes[1..quotes.len() - 1];
    let clipped = clip(step, STEP_MAX);
    if clipped == step {
        return clipped;
    }
    let digest = Digest::of(key).to_string();
    let least = clip(step, STEP_MAX - 24);
    format!("{least}⟨SHA-256 {}⟩", &digest[..8])
}

/// A pointer for display: quoted if it contains more than plain characters.
fn shown(path: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/_-.~$@".contains(c);
    match path {
        "" => "(all)".to_owned(),
        path if path.chars().all(plain) => path.to_owned(),
        path => format!("\"{path}\""),
    }
}

/// A displayed pointer inside a sentence, quoted so that no key can be mistaken for a word.
fn in_sentence(pointer: &str) -> Cow<'_, str> {
    match place_name(pointer) {
        name if name == pointer => pointer.into(),
        name => format!("\"{name}\"").into(),
    }
}

#[cfg(test)]
mod tests;
