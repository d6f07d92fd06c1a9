//! Follows references to their targets.

use std::rc::Rc;

use candor_text::quote;
use serde_json::Value;

use super::anchors::{SchemaAnchors, base};
use super::bundle::MOST_FILES;
use super::findings::code;
use super::position::{DocumentNode, FileId, NodePosition, keys, step};
use super::quote::kind;
use super::reader::{DocumentReader, UnreadablePart};
use super::reference::DocumentReference;
use super::version::DocumentVersion;

/// The maximum length of a chain of references.
const MOST_HOPS: usize = 64;

/// The target of a reference, or the value itself if it is none.
#[derive(Clone, Debug)]
pub(super) struct ReferenceTarget<'a> {
    /// The node that the reference leads to.
    pub(super) node: DocumentNode<'a>,
    /// Whether a reference led there, so that others may, too.
    pub(super) shared: bool,
    /// The reference's own summary and description, which override the target's since OpenAPI 3.1.
    pub(super) summary: Option<String>,
    pub(super) description: Option<String>,
}

// === impl DocumentReader ===

impl<'a> DocumentReader<'a> {
    /// Follows references until there is none. The result is an object.
    pub(super) fn follow(
        &mut self,
        node: DocumentNode<'a>,
    ) -> Result<ReferenceTarget<'a>, UnreadablePart> {
        let mut followed = ReferenceTarget {
            node,
            shared: false,
            summary: None,
            description: None,
        };
        for _ in 0..MOST_HOPS {
            let node = &followed.node;
            if !node.value.is_object() {
                let reason = format!("it should be an object and is {}", kind(node.value));
                return Err(UnreadablePart::new(code::WRONG_TYPE, &node.spot, reason));
            }
            let Some(text) = reference_of(node.value) else {
                return Ok(followed);
            };
            if self.version >= DocumentVersion::V3_1 {
                let said = |key: &str| node.value.get(key)?.as_str().map(str::to_owned);
                followed.summary = followed.summary.take().or_else(|| said("summary"));
                followed.description = followed.description.take().or_else(|| said("description"));
            }
            let spot = node.spot.clone();
            followed.node = self.lookup(text, &spot)?;
            followed.shared = true;
        }
        let spot = &followed.node.spot;
        let reason = "its references lead back to where they began";
        Err(UnreadablePart::new(code::REF_CYCLE, spot, reason))
    }

    /// The target of a reference, one step.
    pub(super) fn lookup(
        &mut self,
        text: &str,
        from: &NodePosition,
    ) -> Result<DocumentNode<'a>, UnreadablePart> {
        self.lookup_within(text, from, &mut { MOST_HOPS })
    }

    /// The target of a reference in a schema. Schemas may have names and definitions of their own.
    pub(super) fn lookup_schema(
        &mut self,
        text: &str,
        from: &NodePosition,
    ) -> Result<DocumentNode<'a>, UnreadablePart> {
        let mut around = Vec::new();
        if let Some(inner) = text.strip_prefix("#/") {
            if self.bundle.file(from.file).has_landmarks
                && let Ok(root) = self.bundle.root(from.file)
            {
                around.extend(base(root.value, &from.pointer));
            }
            // Some generators embed schemas with definitions but do not adapt pointers, which are
            // relative to the document root.
            let own = inner.starts_with("$defs/") || inner.starts_with("definitions/");
            if own && self.lookup(text, from).is_err() {
                let ends = from.pointer.match_indices('/').map(|(end, _)| end);
                around.extend(ends.rev().map(|end| from.pointer[..end].to_owned()));
            }
        }
        for pointer in around {
            let inner = DocumentReference::parse(text, "").map(|it| it.fragment);
            let inner = format!("{pointer}{}", inner.unwrap_or_default());
            if let Ok(node) = self.walk(from.file, &inner, from, text, &mut { MOST_HOPS }) {
                return Ok(node);
            }
        }
        self.lookup(text, from)
    }

    fn lookup_within(
        &mut self,
        text: &str,
        from: &NodePosition,
        hops: &mut usize,
    ) -> Result<DocumentNode<'a>, UnreadablePart> {
        let name = &self.bundle.file(from.file).name;
        let reference = match DocumentReference::parse(text, name) {
            Ok(reference) => reference,
            Err(why) => {
                return self.named(text, from).ok_or_else(|| {
                    let reason = format!("{} is not followed: {why}", quote(text));
                    UnreadablePart::new(code::REFUSED_REF, from, reason)
                });
            }
        };
        let file = match &reference.file {
            None => from.file,
            Some(name) => self.bundle.find(name).ok_or_else(|| {
                let reason = format!(
                    "{} is not among the files of the document, of which there are at most \
                     {MOST_FILES}",
                    quote(name)
                );
                UnreadablePart::new(code::UNRESOLVED_REF, from, reason)
            })?,
        };
        let fragment = &reference.fragment;
        if fragment.is_empty() || fragment.starts_with('/') {
            return self.walk(file, fragment, from, text, hops);
        }
        let landmarks = self.landmarks(file);
        let pointer = landmarks
            .anchor(fragment)
            .ok_or_else(|| missing(text, from))?;
        self.walk(file, pointer, from, text, hops)
    }

    /// The schema with this `$id`, in the same file or the main document.
    fn named(&mut self, text: &str, from: &NodePosition) -> Option<DocumentNode<'a>> {
        let (id, fragment) = text.split_once('#').unwrap_or((text, ""));
        for file in [from.file, FileId(0)] {
            let landmarks = self.landmarks(file);
            let Some(pointer) = landmarks.id(id) else {
                continue;
            };
            let pointer = match fragment {
                "" => pointer.to_owned(),
                inner if inner.starts_with('/') => format!("{pointer}{inner}"),
                anchor => landmarks.anchor(anchor)?.to_owned(),
            };
            return self
                .walk(file, &pointer, from, text, &mut { MOST_HOPS })
                .ok();
        }
        None
    }

    fn landmarks(&mut self, file: FileId) -> Rc<SchemaAnchors> {
        let bundle = self.bundle;
        let landmarks = self.landmarks.entry(file).or_insert_with(|| {
            let root = bundle.root(file).ok();
            let root = root.filter(|_| bundle.file(file).has_landmarks);
            let landmarks = root.map(|root| SchemaAnchors::of(root.value, root.spot));
            Rc::new(landmarks.unwrap_or_default())
        });
        Rc::clone(landmarks)
    }

    /// Resolves a place in a file, following references along the path.
    fn walk(
        &mut self,
        file: FileId,
        pointer: &str,
        from: &NodePosition,
        text: &str,
        hops: &mut usize,
    ) -> Result<DocumentNode<'a>, UnreadablePart> {
        let mut node = self.bundle.root(file).map_err(|why| {
            let name = &self.bundle.file(file).shown;
            let reason = format!("{} cannot be read: {why}", quote(name));
            UnreadablePart::new(code::UNRESOLVED_REF, from, reason)
        })?;
        for key in keys(pointer) {
            while step(node.value, &key).is_none() {
                let Some(next) = reference_of(node.value).filter(|_| *hops > 0) else {
                    return Err(missing(text, from));
                };
                *hops -= 1;
                node = self.lookup_within(next, &node.spot, hops)?;
            }
            if let Some(value) = step(node.value, &key) {
                node.value = value;
                node.spot.enter(&key);
            }
        }
        Ok(node)
    }
}

/// The text of an object's `$ref`.
pub(super) fn reference_of(value: &Value) -> Option<&str> {
    value.get("$ref")?.as_str()
}

fn missing(text: &str, from: &NodePosition) -> UnreadablePart {
    let reason = format!("{} is not there", quote(text));
    UnreadablePart::new(code::UNRESOLVED_REF, from, reason)
}
