//! What endpoints write.

use candor_model::{AnnotationLayer, Hint, HintProfile, JsonText, Opinion, SourceTrust};
use candor_resolve::{
    ToolLayers, WireAnnotations, field_origins, resolve_layers, write_annotations,
};
use serde_json::{Map, Value, json};

use crate::say::{says, settled, titled, with_extra};

use AnnotationLayer::{Declared, Inferred, Override, Toolset};

#[test]
fn each_profile_writes_what_it_demands() {
    // In the order readOnly, destructive, idempotent, openWorld; `.` is an absent member.
    for (said, known, explicit, anthropic, openai) in [
        (&[][..], "....", "-+-+", "-+..", "-+.+"),
        (&[(Declared, "+R")], "+...", "+--+", "+-..", "+-.+"),
        (&[(Declared, "+R -D")], "+-..", "+--+", "+-..", "+-.+"),
        (&[(Declared, "-R")], "-...", "-+-+", "-+..", "-+.+"),
        (&[(Declared, "-R -D +I")], "--+.", "--++", "--+.", "--++"),
        (&[(Declared, "+D")], ".+..", "-+-+", "-+..", "-+.+"),
        (&[(Declared, "-D")], ".-..", "---+", "--..", "--.+"),
        (&[(Declared, "+I -O")], "..+-", "-++-", "-++-", "-++-"),
        // A contradiction: the tool is never shown as read-only.
        (&[(Declared, "+R +D")], ".+..", "-+-+", "-+..", "-+.+"),
        // What gave way to a higher read-only is not written as said.
        (
            &[(Inferred, "+D"), (Override, "+R")],
            "+...",
            "+--+",
            "+-..",
            "+-.+",
        ),
        // What a person cleared is absent, or the protocol's default.
        (
            &[(Declared, "+R +I -O"), (Toolset, "~R ~O")],
            "..+.",
            "-+++",
            "-++.",
            "-+++",
        ),
    ] {
        let shown = settled(SourceTrust::Untrusted, said).shown;
        for (profile, expect) in [
            (HintProfile::Known, known),
            (HintProfile::Explicit, explicit),
            (HintProfile::Anthropic, anthropic),
            (HintProfile::Openai, openai),
        ] {
            let written = write_annotations(&shown, profile)
                .hints
                .map(|value| match value {
                    None => '.',
                    Some(true) => '+',
                    Some(false) => '-',
                });
            let written = written.iter().collect::<String>();
            assert_eq!(written, expect, "{profile} {said:?}");
        }
    }
}

#[test]
fn a_reading_tool_is_written_without_what_it_left_out() {
    let declared = says(Declared, "+R +I -O");
    let declared = titled(declared, Declared, Some("Look Up Product"));
    let written = written(&declared, &[], HintProfile::Known);
    assert_eq!(
        annotations(&written),
        json!({
            "title": "Look Up Product",
            "readOnlyHint": true,
            "idempotentHint": true,
            "openWorldHint": false,
        })
    );
}

#[test]
fn an_adding_tool_is_written_without_a_destructive_hint() {
    let declared = says(Declared, "-R +I");
    let expect = json!({ "readOnlyHint": false, "idempotentHint": true });
    let plain = written(&declared, &[], HintProfile::Known);
    assert_eq!(annotations(&plain), expect);
}

#[test]
fn further_members_are_set_and_taken_away() {
    let declared = with_extra(Opinion::default(), Declared, "audience", Some("\"all\""));
    let mine = with_extra(Opinion::default(), Override, "cost", Some("{\"eur\":5}"));
    let mine = with_extra(mine, Override, "audience", None);
    for profile in HintProfile::ALL {
        assert_eq!(
            written(&declared, &[&mine], profile).extra,
            [
                ("audience".into(), None),
                ("cost".into(), Some(JsonText::new("{\"eur\":5}"))),
            ]
        );
        assert_eq!(written(&declared, &[], profile).extra, []);
    }
}

#[test]
fn provenance_names_every_effective_field() {
    let declared = titled(says(Declared, "+R"), Declared, Some("Find"));
    let mine = with_extra(says(Override, "-O ~I"), Override, "cost", Some("5"));
    let effective = resolve_layers(&ToolLayers {
        inferred: &says(Inferred, "-R +I"),
        declared: &declared,
        above: &[&mine],
        trust: SourceTrust::Untrusted,
    });
    let told = field_origins(&effective.shown)
        .into_iter()
        .map(|(field, origin)| format!("{field}: {origin}"))
        .collect::<Vec<_>>();
    assert_eq!(
        told,
        [
            "readOnlyHint: declared by source `shop`",
            "destructiveHint: because it is read-only (declared by source `shop`)",
            "openWorldHint: override `shop.*` by ada",
            "title: declared by source `shop`",
            "cost: override `shop.*` by ada",
        ]
    );
}

fn written(declared: &Opinion, above: &[&Opinion], profile: HintProfile) -> WireAnnotations {
    let effective = resolve_layers(&ToolLayers {
        inferred: &Opinion::default(),
        declared,
        above,
        trust: SourceTrust::Untrusted,
    });
    write_annotations(&effective.shown, profile)
}

/// The members as JSON, as they would stand in the tool's entry.
fn annotations(written: &WireAnnotations) -> Value {
    let mut members = Map::new();
    if let Some(title) = &written.title {
        members.insert("title".into(), json!(title));
    }
    for hint in Hint::ALL {
        if let Some(value) = written.hints[hint.index()] {
            members.insert(hint.wire().into(), json!(value));
        }
    }
    Value::Object(members)
}
