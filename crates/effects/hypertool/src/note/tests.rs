use serde_json::json;

use super::*;

/// `tool: name=text, …` for each entry; and everything that was said.
fn check(value: &Value, expect: &[&str], said: &[&str]) {
    let mut report = ImportReport::new("c.json");
    let entries = tool_notes(Some(value), "toolNotes", &mut report);
    let shown: Vec<String> = entries
        .iter()
        .map(|entry| {
            let notes: Vec<String> = entry
                .notes
                .iter()
                .map(|note| format!("{}={}", note.name(), note.text()))
                .collect();
            let pinned = if entry.tool.ref_id().is_some() {
                "#"
            } else {
                ""
            };
            let short: String = entry.tool.to_string().chars().take(8).collect();
            format!("{short}{pinned}: {}", notes.join(", "))
        })
        .collect();
    assert_eq!(shown, expect);
    let (left_out, notices) = report.finish();
    let all: Vec<_> = left_out
        .iter()
        .chain(&notices)
        .map(|one| &one.message)
        .collect();
    assert_eq!(all, said);
}

fn id(text: &str) -> String {
    Digest::of(text).to_string()
}

#[test]
fn notes_that_keep_the_rules_come_along() {
    let value = json!([
        {
            "toolRef": { "namespacedName": "a.b", "refId": id("1") },
            "notes": [
                { "name": "tip", "note": "Say hi" },
                { "name": "paging", "note": " At most 20. " },
            ],
        },
        { "toolRef": { "refId": id("2") }, "notes": [{ "name": "tip", "note": "x" }] },
        { "toolRef": { "namespacedName": "a.c" }, "notes": [] },
        { "toolRef": { "namespacedName": "a.d" } },
    ]);
    let second = format!("{}#: tip=x", &id("2")[..8]);
    check(
        &value,
        &["a.b#: tip=Say hi, paging=At most 20.", &second],
        &[],
    );
}

#[test]
fn a_bad_note_is_left_out_alone() {
    let value = json!([{
        "toolRef": { "namespacedName": "a.b" },
        "notes": [
            { "name": "BAD NAME!!", "note": "x" },
            { "name": "none", "note": "" },
            { "name": "long", "note": "x".repeat(501) },
            { "name": "lines", "note": "a\n### Fake" },
            { "name": "odd", "note": "a\u{202e}b" },
            { "name": "typed", "note": 5 },
            "text",
            { "name": "good", "note": "yes" },
            { "name": "good", "note": "again" },
        ],
    }]);
    let hidden = "remove it, and write the note on one line";
    check(
        &value,
        &["a.b: good=yes"],
        &[
            "`toolNotes[0].notes[0]` is left out: `BAD NAME!!` cannot be the name of a note: 2 to 50 lowercase letters, digits and `-`",
            "`toolNotes[0].notes[1]` is left out: the note `none` is empty; write what it should say",
            "`toolNotes[0].notes[2]` is left out: the note `long` has 501 characters; at most 500 are allowed",
            &format!(
                "`toolNotes[0].notes[3]` is left out: the note `lines` holds the hidden character U+000A at position 2; {hidden}"
            ),
            &format!(
                "`toolNotes[0].notes[4]` is left out: the note `odd` holds the hidden character U+202E at position 2; {hidden}"
            ),
            "`toolNotes[0].notes[5]` is left out: its `note` is a number, and a text belongs there",
            "`toolNotes[0].notes[6]` is left out: it is a text, and an object with `name` and `note` belongs there",
            "`toolNotes[0].notes[8]` is left out: `a.b` has a note `good` already, which stays",
        ],
    );
}

#[test]
fn entries_about_one_tool_become_one() {
    let note = |name: &str| json!([{ "name": name, "note": "x" }]);
    let value = json!([
        { "toolRef": { "refId": id("1") }, "notes": note("n1") },
        { "toolRef": { "namespacedName": "a.b", "refId": id("1") }, "notes": note("n2") },
        { "toolRef": { "namespacedName": "a.b" }, "notes": note("n3") },
        { "toolRef": { "namespacedName": "a.c", "refId": id("1") }, "notes": note("n4") },
        { "toolRef": { "refId": id("1") }, "notes": note("n5") },
        { "toolRef": { "namespacedName": "a.c", "refId": id("2") }, "notes": note("n6") },
        { "toolRef": { "refId": id("2") }, "notes": note("n7") },
    ]);
    check(
        &value,
        &["a.b#: n1=x, n2=x, n3=x, n5=x", "a.c#: n4=x, n6=x, n7=x"],
        &["`toolNotes[3].toolRef` has the refId of `a.b`; its notes are for `a.c` by name only"],
    );
}

#[test]
fn an_entry_that_is_about_nothing_is_left_out() {
    let notes = json!([{ "name": "tip", "note": "x" }]);
    let value = json!([
        7,
        { "notes": notes },
        { "toolRef": "a.b", "notes": notes },
        { "toolRef": {}, "notes": notes },
        { "toolRef": { "namespacedName": "a.*" }, "notes": notes },
        { "toolRef": { "namespacedName": "a.b" }, "notes": {} },
    ]);
    check(
        &value,
        &[],
        &[
            "`toolNotes[0]` is left out: it is a number, and an object with `toolRef` and `notes` belongs there",
            "`toolNotes[1]` is left out: it does not say which tool it is about",
            "`toolNotes[2]` is left out: it is a text, and an object as `toolRef` belongs there",
            "`toolNotes[3]` is left out: it has neither `namespacedName` nor `refId`",
            "`toolNotes[4]` is left out: `a.*` is more than one tool",
            "`toolNotes[5]` is left out: it is an object, and a list of notes belongs there",
        ],
    );
    let mut report = ImportReport::new("c.json");
    assert!(tool_notes(Some(&json!("x")), "toolNotes", &mut report).is_empty());
    assert_eq!(report.finish().0.len(), 1);
}
