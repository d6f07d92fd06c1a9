//! What endpoints write.

use candor_model::{Hint, JsonText, Layer, Opinion, Profile, Trust};
use candor_resolve::{Layers, Written, provenance, settle, write};
use serde_json::{Map, Value, json};

use crate::say::{says, settled, titled, with_extra};

use Layer::{Declared, Inferred, Override, Toolset};

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
        // A contradiction: nobody is told that the tool is read-only.
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
        let shown = settled(Trust::Untrusted, said).shown;
        for (profile, expect) in [
            (Profile::Known, known),
            (Profile::Explicit, explicit),
            (Profile::Anthropic, anthropic),
            (Profile::Openai, openai),
        ] {
            let written = write(&shown, profile).hints.map(|value| match value {
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
    let written = written(&declared, &[], Profile::Known);
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
    let plain = written(&declared, &[], Profile::Known);
    assert_eq!(annotations(&plain), expect);
}

#[test]
fn further_members_are_set_and_taken_away() {
    let declared = with_extra(Opinion::default(), Declared, "audience", Some("\"all\""));
    let mine = with_extra(Opinion::default(), Override, "cost", Some("{\"eur\":5}"));
    let mine = with_extra(mine, Override, "audience", None);
    for profile in Profile::ALL {
        assert_eq!(
            written(&declared, &[&mine], *profile).extra,
            [
                ("audience".into(), None),
                ("cost".into(), Some(JsonText::new("{\"eur\":5}"))),
            ]
        );
        assert_eq!(written(&declared, &[], *profile).extra, []);
    }
}

#[test]
fn provenance_names_every_effective_field() {
    let declared = titled(says(Declared, "+R"), Declared, Some("Find"));
    let mine = with_extra(says(Override, "-O ~I"), Override, "cost", Some("5"));
    let effective = settle(&Layers {
        inferred: &says(Inferred, "-R +I"),
        declared: &declared,
        above: &[&mine],
        trust: Trust::Untrusted,
    });
    let told = provenance(&effective.shown)
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

fn written(declared: &Opinion, above: &[&Opinion], profile: Profile) -> Written {
    let effective = settle(&Layers {
        inferred: &Opinion::default(),
        declared,
        above,
        trust: Trust::Untrusted,
    });
    write(&effective.shown, profile)
}

/// The members as JSON, as they would stand in the tool's entry.
fn annotations(written: &Written) -> Value {
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
