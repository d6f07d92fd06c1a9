//! A definition as an endpoint writes it: the source's bytes with the effective annotations.

use candor_model::{AnnotationLayer, Hint, HintProfile, SchemaDetail, ToolNote};
use candor_resolve::{EffectiveAnnotations, Shown, ValueOrigin, field_origins, write_annotations};
use candor_sources::WHEN_META;
use candor_wire::{RawJson, RawObject};
use serde_json::{Map, Value, json};

use super::case_json;
use super::discovered::annotations;

/// The key in `_meta` that says which layer each field comes from.
pub(super) const PROVENANCE: &str = "dev.candor/provenance";

/// How an endpoint writes definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndpointStyle {
    /// Which hints are written.
    pub profile: HintProfile,
    /// Whether the origin of each field is written.
    pub provenance: bool,
    /// The maximum length in characters of a description with its notes.
    pub budget: usize,
    /// How much of a tool's schemas a list shows.
    pub schemas: SchemaDetail,
}

// === impl EndpointStyle ===

impl Default for EndpointStyle {
    fn default() -> Self {
        Self {
            profile: HintProfile::default(),
            provenance: false,
            budget: candor_resolve::notes::BUDGET,
            schemas: SchemaDetail::default(),
        }
    }
}

/// The definition for clients that support annotations. Members keep their order and bytes unless a
/// layer or the profile changes them; new ones are added at the end.
pub(crate) fn annotated(
    base: &RawObject,
    effective: &EffectiveAnnotations,
    style: EndpointStyle,
) -> RawJson {
    let shown = &effective.shown;
    let written = write_annotations(shown, style.profile);
    let declared = annotations(base);
    let mut members = declared.clone();
    let mut definition = base.clone();
    if let Some(title) = &written.title {
        let ours = shown
            .title()
            .is_some_and(|fact| fact.origin.provenance().layer != AnnotationLayer::Declared);
        put_title(&mut definition, title, ours);
        put_title(&mut members, title, ours);
    } else {
        clear_title(&mut definition);
        clear_title(&mut members);
    }
    for hint in Hint::ALL {
        put(
            &mut members,
            hint.wire(),
            written.hints[hint.index()].map(boolean),
        );
    }
    for (key, value) in &written.extra {
        let value = value
            .as_ref()
            .and_then(|json| RawJson::parse(json.as_str().to_owned()).ok());
        put(&mut members, key, value);
    }
    if members != declared {
        definition.set("annotations", members.to_json());
    }
    if let Some(cases) = &effective.cases {
        set_meta(&mut definition, WHEN_META, case_json::written(cases));
    }
    if style.provenance {
        add_provenance(&mut definition, shown);
    }
    definition.to_json()
}

/// The definition with the notes in its description.
pub(super) fn noted(base: &RawObject, notes: &[ToolNote], budget: usize) -> RawObject {
    let mut definition = base.clone();
    if !notes.is_empty() {
        let notes: Vec<&ToolNote> = notes.iter().collect();
        let own = base.get_string("description").unwrap_or_default();
        let text = candor_resolve::describe_with_notes(&own, &notes, budget).text;
        definition.set("description", RawJson::string(&text));
    }
    definition
}

/// The definition for clients of revisions before annotations.
pub(super) fn bare(base: &RawObject) -> RawJson {
    let mut definition = base.clone();
    definition.remove("annotations");
    definition.to_json()
}

/// Like [`bare`], for a serialized definition.
pub(super) fn bare_json(definition: &RawJson) -> RawJson {
    bare(&RawObject::parse(definition).unwrap_or_default())
}

/// Sets the title. A source may have two titles and keeps both; a title from another layer replaces
/// both.
fn put_title(members: &mut RawObject, title: &str, ours: bool) {
    if ours || !has_title(members) {
        members.set("title", RawJson::string(title));
    }
}

/// Removes a title that was cleared.
fn clear_title(members: &mut RawObject) {
    if has_title(members) {
        members.remove("title");
    }
}

fn has_title(members: &RawObject) -> bool {
    members
        .get_string("title")
        .is_some_and(|title| !title.trim().is_empty())
}

/// Sets, keeps or removes a member. A member with the same value keeps its bytes.
fn put(members: &mut RawObject, key: &str, value: Option<RawJson>) {
    match value {
        Some(value) if members.get(key) == Some(&value) => {}
        Some(value) => members.set(key, value),
        None => drop(members.remove(key)),
    }
}

fn boolean(value: bool) -> RawJson {
    RawJson::from_value(&Value::Bool(value))
}

fn add_provenance(definition: &mut RawObject, shown: &Shown) {
    let fields: Map<String, Value> = field_origins(shown)
        .into_iter()
        .map(|(field, origin)| (field.to_owned(), describe(origin)))
        .collect();
    let fields = RawJson::from_value(&Value::Object(fields));
    set_meta(definition, PROVENANCE, fields);
}

/// Sets a member of `_meta`, unless it already has this value.
fn set_meta(definition: &mut RawObject, key: &str, value: RawJson) {
    let mut meta = definition
        .get("_meta")
        .and_then(|meta| RawObject::parse(meta).ok())
        .unwrap_or_default();
    if meta.get(key) != Some(&value) {
        meta.set(key, value);
        definition.set("_meta", meta.to_json());
    }
}

fn describe(origin: &ValueOrigin) -> Value {
    let mut said = json!({
        "layer": origin.provenance().layer.as_str(),
        "says": origin.to_string(),
    });
    if let ValueOrigin::Follows { from, .. } = origin {
        said["follows"] = json!(from.wire());
    }
    if let Some(condition) = origin.condition() {
        said["when"] = json!(condition.to_string());
    }
    said
}

#[cfg(test)]
mod tests;
