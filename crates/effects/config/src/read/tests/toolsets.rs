//! `[toolsets.NAME]`.

use candor_model::{ConfirmMode, Digest, HintProfile, OpinionScope};

use super::*;
use crate::settings::ToolsetSettings;

/// What is left of the toolsets of a file, and what it is told.
#[track_caller]
fn findings(text: &str) -> String {
    let loaded = toml(&shop(text));
    let toolset = |declared: &ToolsetSettings| {
        let toolset = &declared.toolset;
        let members: Vec<String> = toolset.members.iter().map(ToString::to_string).collect();
        let notes: usize = toolset.notes.iter().map(|entry| entry.notes.len()).sum();
        format!("{}: {members:?}, notes: {notes}\n", toolset.name)
    };
    let toolsets: String = loaded.settings.toolsets.iter().map(toolset).collect();
    let opinions = loaded.settings.opinions.len();
    report(&format!("{toolsets}opinions: {opinions}"), &loaded)
}

#[test]
fn a_whole_toolset() {
    let id = Digest::of("x");
    let text = format!(
        r#"
[toolsets.all]
tools = ["shop.*"]
[toolsets.reading]
prompts_and_resources = false
description = """
Look, but
touch nothing"""
tools = ["shop.list_*", "shop.get", "read_only=true", "shop:destructive=false", {{ tool = "shop.x", ref_id = "{id}" }}, {{ ref_id = "{id}" }}, {{ pattern = "shop.a=*" }}]
profile = "explicit"
provenance = false
budget = 4000
confirm = {{ "shop.*" = "always", "shop.get" = "never" }}
[[toolsets.reading.notes]]
tool = "shop.list_books"
name = "paging"
note = " Ask for at most 20. "
[[toolsets.reading.notes]]
tool = "shop.get"
ref_id = "{id}"
name = "paging"
note = "None."
[[toolsets.reading.notes]]
tool = "shop.list_books"
ref_id = "{id}"
name = "team"
note = "Ask which team."
[toolsets.reading.annotations."shop.*"]
open_world = true
"#
    );
    let loaded = sound(&shop(&text));
    let [all, reading] = &loaded.settings.toolsets[..] else {
        panic!("not two: {:?}", loaded.settings.toolsets);
    };
    assert_eq!(all.place.to_string(), "candor.toml:4:11");
    assert_eq!((all.toolset.profile, all.toolset.budget), (None, None));
    let reading = &reading.toolset;
    assert_eq!(reading.description, "Look, but touch nothing");
    assert_eq!(reading.members.len(), 7);
    assert_eq!(reading.profile, Some(HintProfile::Explicit));
    assert_eq!(reading.provenance, Some(false));
    assert_eq!(reading.budget, Some(4_000));
    assert!(all.toolset.prompts_and_resources && !reading.prompts_and_resources);
    let modes: Vec<ConfirmMode> = reading.confirm.iter().map(|(_, mode)| *mode).collect();
    assert_eq!(modes, [ConfirmMode::Always, ConfirmMode::Never]);
    let notes: Vec<_> = reading
        .notes
        .iter()
        .map(|entry| {
            let names = entry.notes.iter().map(|note| note.name().as_str());
            let id = entry.tool.ref_id() == Some(&id);
            (entry.tool.to_string(), id, names.collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(
        notes,
        [
            ("shop.list_books".to_owned(), true, vec!["paging", "team"]),
            ("shop.get".to_owned(), true, vec!["paging"]),
        ]
    );
    assert_eq!(reading.notes[0].notes[0].text(), "Ask for at most 20.");
    let scope = OpinionScope::Toolset(reading.name.clone());
    assert_eq!(loaded.settings.opinions[0].key.scope, scope);
    insta::assert_snapshot!(shown_in(&loaded, "toolsets"), @r#"
    toolsets.all.tools = ["shop.*"] (candor.toml:5:9)
    toolsets.reading.description = Look, but touch nothing (candor.toml:8:15)
    toolsets.reading.profile = explicit (candor.toml:12:11)
    toolsets.reading.provenance = false (candor.toml:13:14)
    toolsets.reading.budget = 4000 (candor.toml:14:10)
    toolsets.reading.prompts_and_resources = false (candor.toml:7:25)
    toolsets.reading.tools = ["shop.list_*", "shop.get", "read_only=true", "shop:destructive=false", "shop.x", "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881", "shop.a=*"] (candor.toml:11:9)
    toolsets.reading.notes[0] = shop.list_books: paging: Ask for at most 20. (candor.toml:16:1)
    toolsets.reading.notes[1] = shop.get: paging: None. (candor.toml:20:1)
    toolsets.reading.notes[2] = shop.list_books: team: Ask which team. (candor.toml:25:1)
    toolsets.reading.confirm."shop.*" = always (candor.toml:15:24)
    toolsets.reading.confirm."shop.get" = never (candor.toml:15:47)
    toolsets.reading.annotations."shop.*".open_world = true (candor.toml:31:14)
    "#);
}

#[test]
fn one_bad_member_does_not_hide_the_others() {
    insta::assert_snapshot!(findings(r#"
[toolsets.members]
tools = ["shop.good", "shop", "", "my shop.x", "*.x", "readonly=true", "read_only=yes", 3, ["shop.x"], {}, { tool = "shop" }, { ref_id = "12" }, { tool = "shop.x", pattern = "shop.*" }, { pattern = "shop" }, { tol = "shop.x" }, "shop.good", "shp.x", "shp:read_only=true", "shop.last"]
[toolsets.one]
tools = "shop.*"
[toolsets.none]
[toolsets.empty]
tools = []
[toolsets.typo]
members = ["shop.x"]
"#), @r#"
    members: ["shop.good", "shp.x", "shp:read_only=true", "shop.last"], notes: 0
    one: [], notes: 0
    none: [], notes: 0
    empty: [], notes: 0
    typo: [], notes: 0
    opinions: 0, refused: false
    candor.toml:5:23: error: in `toolsets.members.tools[1]`, `shop` names no tool; write `source.tool`, or `source.*` for all tools of a source [config::bad-name]
    candor.toml:5:31: error: in `toolsets.members.tools[2]`, `` names no tool; write `source.tool`, or `source.*` for all tools of a source [config::bad-name]
    candor.toml:5:35: error: in `toolsets.members.tools[3]`, the name `my shop` holds ` `; letters, digits, `_` and `-` are allowed [config::bad-name]
    candor.toml:5:48: error: in `toolsets.members.tools[4]`, the name `*` holds `*`; letters, digits, `_` and `-` are allowed [config::bad-name]
    candor.toml:5:55: error: in `toolsets.members.tools[5]`, `readonly=true` selects nothing; write a hint such as `read_only=true`, or `source.tool` [config::bad-name]
    candor.toml:5:72: error: in `toolsets.members.tools[6]`, `read_only=yes` selects nothing; write a hint such as `read_only=true`, or `source.tool` [config::bad-name]
    candor.toml:5:89: error: `toolsets.members.tools[7]` is the number `3`, but must be a text or a table [config::bad-value]
      hint: write `"source.tool"`, `"source.list_*"`, `"read_only=true"`, or `{ tool = "source.tool", ref_id = "…" }`
    candor.toml:5:92: error: `toolsets.members.tools[8]` is a list, but must be a text or a table [config::bad-value]
      hint: write `"source.tool"`, `"source.list_*"`, `"read_only=true"`, or `{ tool = "source.tool", ref_id = "…" }`
    candor.toml:5:104: error: `toolsets.members.tools[9]` must name either a tool or a pattern [config::bad-value]
      hint: write `"source.tool"`, `"source.list_*"`, `"read_only=true"`, or `{ tool = "source.tool", ref_id = "…" }`
    candor.toml:5:117: error: `toolsets.members.tools[10].tool` is `shop`, which names no tool [config::bad-value]
      hint: write `source.tool`
    candor.toml:5:138: error: `toolsets.members.tools[11].ref_id` is `12`, which is not the id of a tool [config::bad-value]
      hint: an id has 64 hexadecimal digits; `candor tools --explain --json` shows it as `ref_id`
    candor.toml:5:146: error: `toolsets.members.tools[12]` must name either a tool or a pattern [config::bad-value]
      hint: write `"source.tool"`, `"source.list_*"`, `"read_only=true"`, or `{ tool = "source.tool", ref_id = "…" }`
    candor.toml:5:199: error: `toolsets.members.tools[13].pattern` cannot be used: `shop` names no tool; write `source.tool`, or `source.*` for all tools of a source [config::bad-value]
    candor.toml:5:209: error: `toolsets.members.tools[14]` must name either a tool or a pattern [config::bad-value]
      hint: write `"source.tool"`, `"source.list_*"`, `"read_only=true"`, or `{ tool = "source.tool", ref_id = "…" }`
    candor.toml:5:211: warning: unknown key `tol` in `toolsets.members.tools[14]` [config::unknown-key]
      hint: did you mean `tool`?
    candor.toml:5:229: warning: `toolsets.members.tools[15]` is `shop.good` again [config::twice]
    candor.toml:5:242: warning: `shp.x` matches nothing: there is no source `shp` [config::no-such-source]
      hint: did you mean `shop.x`?
    candor.toml:5:251: warning: `shp:read_only=true` matches nothing: there is no source `shp` [config::no-such-source]
      hint: did you mean `shop:read_only=true`?
    candor.toml:7:9: error: `toolsets.one.tools` is the text `shop.*`, but must be a list [config::bad-value]
      hint: write `tools = ["source.tool"]`
    candor.toml:8:11: warning: `toolsets.none` has no tools, so that it serves none [config::empty-toolset]
      hint: write `"source.tool"`, `"source.list_*"`, `"read_only=true"`, or `{ tool = "source.tool", ref_id = "…" }`
    candor.toml:9:11: warning: `toolsets.empty` has no tools, so that it serves none [config::empty-toolset]
      hint: write `"source.tool"`, `"source.list_*"`, `"read_only=true"`, or `{ tool = "source.tool", ref_id = "…" }`
    candor.toml:11:11: warning: `toolsets.typo` has no tools, so that it serves none [config::empty-toolset]
      hint: write `"source.tool"`, `"source.list_*"`, `"read_only=true"`, or `{ tool = "source.tool", ref_id = "…" }`
    candor.toml:12:1: warning: unknown key `members` in `toolsets.typo` [config::unknown-key]
      hint: did you mean `tools`?
    "#);
}

#[test]
fn one_bad_note_does_not_hide_the_others() {
    insta::assert_snapshot!(findings(r#"
[toolsets.notes]
tools = ["shop.*"]
notes = [
  { tool = "shop.x", name = "good", note = "Good." },
  { tool = "shop.x", name = "good", note = "Again." },
  { tool = "shop.x", name = "BAD NAME", note = "x" },
  { tool = "shop.x", name = "empty", note = " " },
  { tool = "shop.x", name = "lines", note = "one\ntwo" },
  { tool = "shop.x", name = "hidden", note = "a\u202eb" },
  { tool = "shop.*", name = "many", note = "x" },
  { tool = "shop", name = "no-tool", note = "x" },
  { tool = 3, name = 4, note = 5 },
  { name = "nobody", note = "x" },
  { tool = "shop.x" },
  { tool = "shop.x", name = "typo", text = "x" },
  { tool = "shop.x", ref_id = "xyz", name = "id", note = "x" },
  { tool = "shp.x", name = "stranger", note = "x" },
  { tool = "shop.x", ref_id = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", name = "id", note = "x" },
  { tool = "shop.x", ref_id = "a3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", name = "other", note = "x" },
  3,
]
[toolsets.table]
tools = ["shop.*"]
[toolsets.table.notes]
tool = "shop.x"
"#), @r#"
    notes: ["shop.*"], notes: 3
    table: ["shop.*"], notes: 0
    opinions: 0, refused: false
    candor.toml:8:3: error: `toolsets.notes.notes[1]` is a second note `good` on `shop.x` [config::bad-value]
      hint: give it another name
    candor.toml:9:29: error: in `toolsets.notes.notes[2]`, `BAD NAME` cannot be the name of a note: 2 to 50 lowercase letters, digits and `-` [config::bad-note]
    candor.toml:10:45: error: in `toolsets.notes.notes[3]`, the note `empty` is empty; write what it should say [config::bad-note]
    candor.toml:11:45: error: in `toolsets.notes.notes[4]`, the note `lines` holds the hidden character U+000A at position 4; remove it, and write the note on one line [config::bad-note]
    candor.toml:12:46: error: in `toolsets.notes.notes[5]`, the note `hidden` holds the hidden character U+202E at position 2; remove it, and write the note on one line [config::bad-note]
    candor.toml:13:12: error: `toolsets.notes.notes[6].tool` is `shop.*`, but a note is on one tool [config::bad-value]
      hint: write its whole name
    candor.toml:14:12: error: `toolsets.notes.notes[7].tool` is `shop`, which names no tool [config::bad-value]
      hint: write `source.tool`
    candor.toml:15:12: error: `toolsets.notes.notes[8].tool` is the number `3`, but must be a text [config::bad-value]
    candor.toml:15:22: error: `toolsets.notes.notes[8].name` is the number `4`, but must be a text [config::bad-value]
    candor.toml:15:32: error: `toolsets.notes.notes[8].note` is the number `5`, but must be a text [config::bad-value]
    candor.toml:16:3: error: `toolsets.notes.notes[9]` has no `tool` [config::bad-value]
      hint: a note has a `tool`, a `name` and a `note`
    candor.toml:17:3: error: `toolsets.notes.notes[10]` has no `name` [config::bad-value]
      hint: a note has a `tool`, a `name` and a `note`
    candor.toml:17:3: error: `toolsets.notes.notes[10]` has no `note` [config::bad-value]
      hint: a note has a `tool`, a `name` and a `note`
    candor.toml:18:3: error: `toolsets.notes.notes[11]` has no `note` [config::bad-value]
      hint: a note has a `tool`, a `name` and a `note`
    candor.toml:18:37: warning: unknown key `text` in `toolsets.notes.notes[11]` [config::unknown-key]
      hint: did you mean `note`?
    candor.toml:19:31: error: `toolsets.notes.notes[12].ref_id` is `xyz`, which is not the id of a tool [config::bad-value]
      hint: an id has 64 hexadecimal digits; `candor tools --explain --json` shows it as `ref_id`
    candor.toml:20:3: warning: `shp.x` matches nothing: there is no source `shp` [config::no-such-source]
      hint: did you mean `shop.x`?
    candor.toml:22:3: error: `toolsets.notes.notes[15]` has another `ref_id` than the note on `shop.x` before it [config::bad-value]
      hint: a tool is one thing at a time: keep one
    candor.toml:23:3: error: `toolsets.notes.notes[16]` is the number `3`, but must be a table [config::bad-value]
    candor.toml:27:17: error: `toolsets.table.notes` is a table, but must be a list [config::bad-value]
      hint: begin each note with a line `[[toolsets.table.notes]]`
    "#);
    let long = "x".repeat(501);
    let note = format!("notes = [{{ tool = \"shop.x\", name = \"long\", note = \"{long}\" }}]");
    let told = findings(&format!("[toolsets.aa]\ntools = [\"shop.*\"]\n{note}"));
    assert!(told.contains("has 501 characters; at most 500"), "{told}");
}

#[test]
fn what_keeps_from_harm_is_not_guessed() {
    insta::assert_snapshot!(findings(r#"
[toolsets.confirm]
tools = ["shop.*"]
confirm = { "shop.*" = "alway", shop = "always", "shop.x" = 3, "shop.y" = "first" }
[toolsets.word]
tools = ["shop.*"]
confirm = "always"
[toolsets.opinions]
tools = ["shop.*"]
[toolsets.opinions.annotations."shop.x"]
read_only = true
destructive = true
[toolsets]
number = 3
"#), @r#"
    confirm: ["shop.*"], notes: 0
    word: ["shop.*"], notes: 0
    opinions: ["shop.*"], notes: 0
    opinions: 0, refused: true
    candor.toml:6:24: error: `toolsets.confirm.confirm."shop.*"` is `alway`, but must be one of `always`, `first`, `never` [config::bad-value]
      hint: did you mean `always`?
    candor.toml:6:33: error: `shop` in `toolsets.confirm.confirm` names no tool [config::bad-name]
      hint: write `source.tool`, or `source.*` for all tools of a source
    candor.toml:6:61: error: `toolsets.confirm.confirm."shop.x"` is the number `3`, but must be a text [config::bad-value]
    candor.toml:9:11: error: `toolsets.word.confirm` is the text `always`, but must be a table [config::bad-value]
      hint: write `confirm = { "SOURCE.TOOL" = "always" }`
    candor.toml:12:32: error: in `toolsets.opinions.annotations."shop.x"`, `read_only` and `destructive` cannot both be true: what changes nothing destroys nothing; set one of them to false or leave it out [config::bad-opinion]
    candor.toml:16:1: error: `toolsets.number` is the number `3`, but must be a table [config::bad-value]
    "#);
    insta::assert_snapshot!(findings("[[toolsets]]\nname = \"x\""), @"
    opinions: 0, refused: true
    candor.toml:3:3: error: `toolsets` is a list, but must be a table [config::bad-value]
      hint: begin each toolset with a line `[toolsets.NAME]`
    ");
}

#[test]
fn two_answers_to_one_question_are_told() {
    insta::assert_snapshot!(findings(r#"
[toolsets.reading]
tools = ["shop.*"]
confirm = { "shop.a" = "always", "shop.b" = "first", "shop.c" = "never", "shop.d" = "never" }
[toolsets.reading.annotations."shop.a"]
confirm = "never"
[toolsets.reading.annotations."shop.b"]
confirm = "first"
[toolsets.reading.annotations."shop.c"]
confirm = "unset"
[toolsets.reading.annotations."shop.d"]
read_only = true
"#), @r#"
    reading: ["shop.*"], notes: 0
    opinions: 4, refused: false
    candor.toml:6:24: warning: `toolsets.reading.confirm."shop.a"` is `always`, but `toolsets.reading.annotations."shop.a"` says otherwise [config::two-answers]
      hint: keep the one that is meant
    candor.toml:6:65: warning: `toolsets.reading.confirm."shop.c"` is `never`, but `toolsets.reading.annotations."shop.c"` says otherwise [config::two-answers]
      hint: keep the one that is meant
    "#);
}

#[test]
fn bad_settings_are_left_out() {
    insta::assert_snapshot!(findings(r#"
[endpoint]
budget = 199
[toolsets.Reading]
tools = ["shop.*"]
[toolsets.types]
description = "zero\u200bwidth"
tools = ["shop.*"]
profile = "explict"
provenance = "yes"
budget = 100_001
colour = "red"
"#), @r#"
    types: ["shop.*"], notes: 0
    opinions: 0, refused: true
    candor.toml:5:10: error: `endpoint.budget` is the number `199`, but must be a whole number from 200 to 100000 [config::bad-value]
    candor.toml:6:11: error: `Reading` cannot be the name of a toolset: 2 to 50 lowercase letters, digits and `-` [config::bad-name]
    candor.toml:9:15: error: `toolsets.types.description` holds the hidden character U+200B at position 5 [config::bad-value]
      hint: remove it
    candor.toml:11:11: error: `toolsets.types.profile` is `explict`, but must be one of `known`, `explicit`, `anthropic`, `openai` [config::bad-value]
      hint: did you mean `explicit`?
    candor.toml:12:14: error: `toolsets.types.provenance` is the text `yes`, but must be `true` or `false` [config::bad-value]
    candor.toml:13:10: error: `toolsets.types.budget` is the number `100001`, but must be a whole number from 200 to 100000 [config::bad-value]
    candor.toml:14:1: warning: unknown key `colour` in `toolsets.types` [config::unknown-key]
    "#);
    let long = "é".repeat(501);
    let long = format!("[toolsets.aa]\ndescription = \"{long}\"\ntools = [\"shop.*\"]");
    let (told, expect) = (findings(&long), "has 501 characters, but at most 500");
    assert!(told.contains(expect), "{told}");
}

#[test]
fn a_long_list_is_cut_in_time() {
    let names: Vec<String> = (0..100_000).map(|at| format!("\"shop.t{at}\"")).collect();
    let text = format!("[toolsets.aa]\ntools = [{}]", names.join(","));
    let loaded = toml(&shop(&text));
    assert_eq!(loaded.settings.toolsets[0].toolset.members.len(), 1_000);
    insta::assert_snapshot!(told(&loaded.diagnostics), @r#"
    candor.toml:4:9: error: `toolsets.aa.tools` has 100000 entries, but at most 1000 are allowed [config::bad-value]
      hint: use a pattern such as `"source.*"`
    "#);
}
