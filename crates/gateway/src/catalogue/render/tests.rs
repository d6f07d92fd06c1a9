//! Definitions as text, before and after rendering.

use std::sync::Arc;

use candor_model::{
    AnnotationAuthor, FieldEdit, JsonText, Opinion, OpinionEdit, Provenance, SourceName,
    SourceTrust,
};
use candor_resolve::{ToolLayers, resolve_layers};

use super::super::discovered::declared;
use super::*;

const KNOWN: EndpointStyle = EndpointStyle {
    profile: HintProfile::Known,
    provenance: false,
    budget: 2_048,
    schemas: candor_model::SchemaDetail::Full,
};

fn styled(profile: HintProfile) -> EndpointStyle {
    EndpointStyle { profile, ..KNOWN }
}

fn object(text: &str) -> RawObject {
    RawObject::parse(&RawJson::parse(text.to_owned()).expect("JSON")).expect("an object")
}

fn person(amendment: &OpinionEdit) -> Opinion {
    let provenance = Arc::new(Provenance {
        layer: AnnotationLayer::Override,
        author: AnnotationAuthor::Person("ada".into()),
        about: Some("shop.*".into()),
        at_micros: None,
        why: Some("a test".into()),
    });
    Opinion::default().amended(amendment, &provenance)
}

fn render(base: &str, said: &OpinionEdit, style: EndpointStyle) -> String {
    let base = object(base);
    let layers = ToolLayers {
        inferred: &Opinion::default(),
        declared: &declared(&SourceName::parse("shop").expect("a name"), &base),
        above: &[&person(said)],
        trust: SourceTrust::Untrusted,
    };
    annotated(&base, &resolve_layers(&layers), style).to_string()
}

fn hint(hint: Hint, amend: FieldEdit<bool>) -> OpinionEdit {
    let mut amendment = OpinionEdit::default();
    amendment.set_hint(hint, Some(amend));
    amendment
}

#[test]
fn what_nobody_touches_keeps_its_bytes() {
    for base in [
        r#"{"name":"a"}"#,
        r#"{"name":"a","annotations":{}}"#,
        r#"{"x":1.0,"annotations":{"vendor":{"b":1e2,"a":[ ]},"readOnlyHint":true},"name":"a"}"#,
        r#"{"name":"a","title":"One","annotations":{"title":"Two","idempotentHint":false}}"#,
        r#"{"name":"a","title":"  "}"#,
    ] {
        assert_eq!(render(base, &OpinionEdit::default(), KNOWN), base);
    }
}

#[test]
fn a_title_is_written_at_both_levels() {
    assert_eq!(
        render(
            r#"{"name":"a","title":"Add"}"#,
            &OpinionEdit::default(),
            KNOWN
        ),
        r#"{"name":"a","title":"Add","annotations":{"title":"Add"}}"#
    );
    assert_eq!(
        render(
            r#"{"name":"a","annotations":{"title":"Add"}}"#,
            &OpinionEdit::default(),
            KNOWN
        ),
        r#"{"name":"a","annotations":{"title":"Add"},"title":"Add"}"#
    );
    let mut ours = OpinionEdit::default();
    ours.title = Some(FieldEdit::Set("Ours".into()));
    assert_eq!(
        render(
            r#"{"title":"One","name":"a","annotations":{"x":1,"title":"Two"}}"#,
            &ours,
            KNOWN
        ),
        r#"{"title":"Ours","name":"a","annotations":{"x":1,"title":"Ours"}}"#
    );
    let mut none = OpinionEdit::default();
    none.title = Some(FieldEdit::Clear);
    assert_eq!(
        render(
            r#"{"title":"One","name":"a","annotations":{"title":"Two"}}"#,
            &none,
            KNOWN
        ),
        r#"{"name":"a","annotations":{}}"#
    );
}

#[test]
fn a_person_sets_clears_and_adds() {
    let base = r#"{"name":"a","annotations":{"destructiveHint":true,"vendor":1.0}}"#;
    assert_eq!(
        render(base, &hint(Hint::Destructive, FieldEdit::Set(false)), KNOWN),
        r#"{"name":"a","annotations":{"destructiveHint":false,"vendor":1.0}}"#
    );
    assert_eq!(
        render(base, &hint(Hint::Destructive, FieldEdit::Clear), KNOWN),
        r#"{"name":"a","annotations":{"vendor":1.0}}"#
    );
    assert_eq!(
        render(base, &hint(Hint::OpenWorld, FieldEdit::Set(false)), KNOWN),
        r#"{"name":"a","annotations":{"destructiveHint":true,"vendor":1.0,"openWorldHint":false}}"#
    );
    let mut extra = OpinionEdit::default();
    extra
        .extra
        .insert("cost".into(), FieldEdit::Set(JsonText::new("2.50")));
    extra.extra.insert("vendor".into(), FieldEdit::Clear);
    assert_eq!(
        render(base, &extra, KNOWN),
        r#"{"name":"a","annotations":{"destructiveHint":true,"cost":2.50}}"#
    );
}

#[test]
fn each_profile_writes_what_it_promises() {
    let base = r#"{"name":"a","annotations":{"readOnlyHint":true}}"#;
    for (profile, expect) in [
        (HintProfile::Known, r#"{"readOnlyHint":true}"#),
        (
            HintProfile::Explicit,
            r#"{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":false,"openWorldHint":true}"#,
        ),
        (
            HintProfile::Anthropic,
            r#"{"readOnlyHint":true,"destructiveHint":false}"#,
        ),
        (
            HintProfile::Openai,
            r#"{"readOnlyHint":true,"destructiveHint":false,"openWorldHint":true}"#,
        ),
    ] {
        assert_eq!(
            render(base, &OpinionEdit::default(), styled(profile)),
            format!(r#"{{"name":"a","annotations":{expect}}}"#),
            "{profile}"
        );
    }
}

#[test]
fn a_contradiction_is_read_carefully() {
    let base = r#"{"name":"a","annotations":{"readOnlyHint":true,"destructiveHint":true}}"#;
    assert_eq!(
        render(base, &OpinionEdit::default(), KNOWN),
        r#"{"name":"a","annotations":{"destructiveHint":true}}"#
    );
}

#[test]
fn provenance_joins_what_the_source_put_into_meta() {
    let base = r#"{"name":"a","_meta":{"own":1.0},"annotations":{"readOnlyHint":true}}"#;
    let style = EndpointStyle {
        provenance: true,
        ..KNOWN
    };
    assert_eq!(
        render(base, &hint(Hint::Idempotent, FieldEdit::Set(true)), style),
        concat!(
            r#"{"name":"a","_meta":{"own":1.0,"dev.candor/provenance":{"#,
            r#""readOnlyHint":{"layer":"declared","says":"declared by source `shop`"},"#,
            r#""destructiveHint":{"layer":"declared","says":"because it is read-only (declared by source `shop`)","follows":"readOnlyHint"},"#,
            r#""idempotentHint":{"layer":"override","says":"override `shop.*` by ada: a test"}}},"#,
            r#""annotations":{"readOnlyHint":true,"idempotentHint":true}}"#
        )
    );
}

#[test]
fn clients_older_than_annotations_get_none() {
    let base = object(r#"{"name":"a","annotations":{"readOnlyHint":true},"x":1}"#);
    assert_eq!(bare(&base).to_string(), r#"{"name":"a","x":1}"#);
}
