//! `[annotations."PATTERN"]`.

use candor_model::{AnnotationAuthor, AnnotationLayer, FieldValue, Hint, Opinion};

use super::*;
use crate::settings::DeclaredOpinion;

/// What a file is told, and which opinions are left of it.
#[track_caller]
fn findings(rest: &str) -> String {
    let loaded = toml(&shop(rest));
    report(&format!("opinions: {:?}", opinion_keys(&loaded)), &loaded)
}

/// An opinion in words: each field, its value and its provenance.
fn spelled(
    DeclaredOpinion {
        key,
        opinion,
        place,
    }: &DeclaredOpinion,
) -> String {
    let mut lines = vec![format!("{key} ({place})")];
    let mut line = |field: &str, value: String, provenance: &candor_model::Provenance| {
        lines.push(format!("  {field} = {value} ({provenance})"));
    };
    for hint in Hint::ALL {
        if let Some(said) = opinion.hint(hint) {
            line(hint.key(), format!("{:?}", said.value), &said.provenance);
        }
    }
    if let Some(said) = &opinion.title {
        line("title", format!("{:?}", said.value), &said.provenance);
    }
    if let Some(said) = &opinion.confirm {
        line("confirm", format!("{:?}", said.value), &said.provenance);
    }
    for (key, said) in &opinion.extra {
        let value = match &said.value {
            FieldValue::Set(json) => json.as_str().to_owned(),
            FieldValue::Clear => "Clear".to_owned(),
        };
        line(key, value, &said.provenance);
    }
    for (condition, case) in &opinion.cases {
        for (hint, said) in case.iter() {
            let field = format!("{} when {condition}", hint.key());
            line(&field, format!("{:?}", said.value), &said.provenance);
        }
    }
    lines.join("\n")
}

#[test]
fn every_field_knows_its_line_and_why() {
    let text = r#"
[annotations."shop.delete_*"]
read_only = false
destructive = true
why = """
books are
never deleted"""
idempotent = "unset"
title = ""
confirm = "unset"

[annotations.'shop.list.books']
read_only = true
title = "List “books” – ${TOKEN}"
extra."vendor/cost" = 1.0
extra."vendor/word" = "unset"
extra."vendor/when" = 2020-01-02
extra_json = { "vendor/none" = '{"a": [null, -0]}' }
extra_unset = ["vendor/beta"]

[environments.prod.annotations."shop.*"]
open_world = true
confirm = "first"
"#;
    let loaded = sound(&shop(text));
    let spelled: Vec<String> = loaded.settings.opinions.iter().map(spelled).collect();
    insta::assert_snapshot!(spelled.join("\n"), @r#"
    shop.delete_* (candor.toml:4:14)
      read_only = Set(false) (override `shop.delete_*` in candor.toml:5: books are never deleted)
      destructive = Set(true) (override `shop.delete_*` in candor.toml:6: books are never deleted)
      idempotent = Clear (override `shop.delete_*` in candor.toml:10: books are never deleted)
      title = Clear (override `shop.delete_*` in candor.toml:11: books are never deleted)
      confirm = Clear (override `shop.delete_*` in candor.toml:12: books are never deleted)
    shop.list.books (candor.toml:14:14)
      read_only = Set(true) (override `shop.list.books` in candor.toml:15)
      title = Set("List “books” – ${TOKEN}") (override `shop.list.books` in candor.toml:16)
      vendor/beta = Clear (override `shop.list.books` in candor.toml:21)
      vendor/cost = 1.0 (override `shop.list.books` in candor.toml:17)
      vendor/none = {"a":[null,-0]} (override `shop.list.books` in candor.toml:20)
      vendor/when = "2020-01-02" (override `shop.list.books` in candor.toml:19)
      vendor/word = "unset" (override `shop.list.books` in candor.toml:18)
    shop.* in environment `prod` (candor.toml:23:32)
      open_world = Set(true) (environment `shop.*` in candor.toml:24)
      confirm = Set(First) (environment `shop.*` in candor.toml:25)
    "#);
    let last = &loaded.settings.opinions[2].opinion;
    let provenance = &last.hint(Hint::OpenWorld).expect("said").provenance;
    assert_eq!(provenance.layer, AnnotationLayer::Environment);
    let author = AnnotationAuthor::File("candor.toml:24".into());
    assert_eq!(provenance.author, author);
    assert_eq!(provenance.about.as_deref(), Some("shop.*"));
    assert_eq!(
        (provenance.why.as_deref(), provenance.at_micros),
        (None, None)
    );
}

#[test]
fn a_case_is_said_of_each_of_its_values() {
    let text = r#"
[annotations."shop.manage"]
destructive = true
why = "one tool for all"
[[annotations."shop.manage".when]]
argument = "action"
is = ["list", "get"]
read_only = true
[[annotations."shop.manage".when]]
argument = "dry_run"
is = true
destructive = "unset"
[[annotations."shop.manage".when]]
argument = "query"
sql = "sql-server"
read_only = true
idempotent = true
"#;
    let loaded = sound(&shop(text));
    let spelled: Vec<String> = loaded.settings.opinions.iter().map(spelled).collect();
    insta::assert_snapshot!(spelled.join("\n"), @r#"
    shop.manage (candor.toml:4:14)
      destructive = Set(true) (override `shop.manage` in candor.toml:5: one tool for all)
      read_only when `action` is `get` = Set(true) (override `shop.manage` in candor.toml:10: one tool for all)
      read_only when `action` is `list` = Set(true) (override `shop.manage` in candor.toml:10: one tool for all)
      destructive when `dry_run` is true = Clear (override `shop.manage` in candor.toml:14: one tool for all)
      read_only when `query` is SQL (sql-server) that only reads = Set(true) (override `shop.manage` in candor.toml:18: one tool for all)
      idempotent when `query` is SQL (sql-server) that only reads = Set(true) (override `shop.manage` in candor.toml:19: one tool for all)
    "#);
    insta::assert_snapshot!(shown_in(&loaded, "annotations"), @r#"
    annotations."shop.manage".destructive = true (candor.toml:5:15)
    annotations."shop.manage".when[0].read_only (`action` is `list`) = true (candor.toml:10:13)
    annotations."shop.manage".when[0].read_only (`action` is `get`) = true (candor.toml:10:13)
    annotations."shop.manage".when[1].destructive (`dry_run` is true) = unset (candor.toml:14:15)
    annotations."shop.manage".when[2].read_only (`query` is SQL (sql-server) that only reads) = true (candor.toml:18:13)
    annotations."shop.manage".when[2].idempotent (`query` is SQL (sql-server) that only reads) = true (candor.toml:19:14)
    annotations."shop.manage".why = one tool for all (candor.toml:6:7)
    "#);
}

#[test]
fn mistakes_in_cases_are_told_at_their_places() {
    insta::assert_snapshot!(findings(r#"
[annotations."shop.table"]
when = { argument = "a", is = "b", read_only = true }
[[annotations."shop.none".when]]
is = "list"
read_only = true
[[annotations."shop.neither".when]]
argument = "action"
read_only = true
[[annotations."shop.both".when]]
argument = "action"
is = "list"
sql = "any"
read_only = true
[[annotations."shop.number".when]]
argument = "action"
is = ["list", 1]
read_only = true
[[annotations."shop.dialect".when]]
argument = "action"
sql = "postgres"
read_only = true
[[annotations."shop.silent".when]]
argument = "action"
is = "list"
[[annotations."shop.twice".when]]
argument = "action"
is = ["list", "list"]
read_only = true
[[annotations."shop.contradiction".when]]
argument = "action"
is = "list"
read_only = true
destructive = true
[[annotations."shop.hidden".when]]
argument = "action"
is = "li\u200bst"
read_only = true
[[annotations."shop.unknown".when]]
argument = "action"
in = "list"
is = "list"
read_only = true
"#), @r#"
    opinions: ["shop.unknown"], refused: true
    candor.toml:5:8: error: `annotations."shop.table".when` is a table, but must be a list [config::bad-value]
      hint: write `[[….when]]` with `argument = "action"`, `is = "list"` and a hint such as `read_only = true`
    candor.toml:6:1: error: `annotations."shop.none".when[0]` names no `argument` [config::bad-case]
      hint: write `[[….when]]` with `argument = "action"`, `is = "list"` and a hint such as `read_only = true`
    candor.toml:9:1: error: `annotations."shop.neither".when[0]` says neither `is` nor `sql` [config::bad-case]
      hint: write `[[….when]]` with `argument = "action"`, `is = "list"` and a hint such as `read_only = true`
    candor.toml:12:1: error: `annotations."shop.both".when[0]` has both `is` and `sql` [config::bad-case]
      hint: write one case for each
    candor.toml:19:6: error: `annotations."shop.number".when[0].is` is a list in which an item is the number `1`, but must be a text, `true`, `false` or a list of these [config::bad-value]
    candor.toml:23:7: error: `annotations."shop.dialect".when[0].sql` is `postgres`, but must be one of `postgresql`, `mysql`, `sqlite`, `sql-server`, `any` [config::bad-value]
      hint: did you mean `postgresql`?
    candor.toml:25:1: error: `annotations."shop.silent".when[0]` says nothing about its calls [config::bad-case]
      hint: write `[[….when]]` with `argument = "action"`, `is = "list"` and a hint such as `read_only = true`
    candor.toml:28:1: error: `annotations."shop.twice".when[0]` is about `action` is `list`, as an earlier case is [config::bad-case]
      hint: say everything about one value of an argument in one case
    candor.toml:32:1: error: in `annotations."shop.contradiction".when[0]`, `read_only` and `destructive` cannot both be true: what changes nothing destroys nothing; set one of them to false or leave it out [config::bad-opinion]
    candor.toml:37:1: error: in `annotations."shop.hidden".when[0]`, `li\u{200b}st` in a case holds the hidden character U+200B at position 3; remove it [config::bad-opinion]
    candor.toml:43:1: warning: unknown key `in` in `annotations."shop.unknown".when[0]` [config::unknown-key]
    "#);
}

#[test]
fn what_is_said_is_shown_with_its_place() {
    let text = "[annotations.\"shop.x\"]\nidempotent = \"unset\"\ntitle = \"\"\nconfirm = \"never\"\nextra = { a = [1] }\nwhy = \"no\"";
    insta::assert_snapshot!(shown_in(&toml(&shop(text)), "annotations"), @r#"
    annotations."shop.x".idempotent = unset (candor.toml:4:14)
    annotations."shop.x".title = unset (candor.toml:5:9)
    annotations."shop.x".confirm = never (candor.toml:6:11)
    annotations."shop.x".extra.a = [1] (candor.toml:7:15)
    annotations."shop.x".why = no (candor.toml:8:7)
    "#);
}

#[test]
fn one_bad_table_is_left_out_and_all_its_mistakes_are_told() {
    insta::assert_snapshot!(findings(r#"
[annotations."shop.good"]
read_only = true
[annotations."shop.both"]
read_only = true
destructive = true
title = "\u0007ring"
extra = { readOnlyHint = true, "" = 1, "n" = nan, "a\u200bb" = 1 }
[annotations."shop.types"]
read_only = "yes"
destructive = "true"
idempotent = 1
open_world = []
title = false
confirm = "alway"
extra = "x"
extra_json = { a = "{", b = 1, c = "1 2" }
extra_unset = ["a", 1]
why = ["because"]
[annotations."shop.titles"]
title = "  "
[annotations."shop.long"]
title = "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789!"
[annotations."shop.twice"]
extra = { a = 1 }
extra_json = { a = "2" }
extra_unset = ["a", "b", "b"]
[annotations."shop.asked"]
confirm = true
[annotations."shop.hidden"]
read_only = true
why = "see \u202ehere"
[annotations]
"shop.number" = 3
"#), @r#"
    opinions: ["shop.good"], refused: true
    candor.toml:6:14: error: in `annotations."shop.both"`, `read_only` and `destructive` cannot both be true: what changes nothing destroys nothing; set one of them to false or leave it out [config::bad-opinion]
    candor.toml:9:9: error: in `annotations."shop.both"`, the title `\u{7}ring` holds the hidden character U+0007 at position 1; remove it [config::bad-opinion]
    candor.toml:10:26: error: in `annotations."shop.both"`, `readOnlyHint` is no further member of the annotations; use the field `read_only` [config::bad-opinion]
    candor.toml:10:37: error: in `annotations."shop.both"`, a further member of the annotations has an empty key; give it a name [config::bad-opinion]
    candor.toml:10:46: error: `annotations."shop.both".extra.n` holds the number `nan`, which JSON does not have [config::bad-value]
      hint: write it as a text
    candor.toml:10:64: error: in `annotations."shop.both"`, the key `a\u{200b}b` holds the hidden character U+200B at position 2; remove it [config::bad-opinion]
    candor.toml:12:13: error: `annotations."shop.types".read_only` is the text `yes`, but must be `true`, `false` or `"unset"` [config::bad-value]
    candor.toml:13:15: error: `annotations."shop.types".destructive` is the text `true`, but must be `true`, `false` or `"unset"` [config::bad-value]
    candor.toml:14:14: error: `annotations."shop.types".idempotent` is the number `1`, but must be `true`, `false` or `"unset"` [config::bad-value]
    candor.toml:15:14: error: `annotations."shop.types".open_world` is a list, but must be `true`, `false` or `"unset"` [config::bad-value]
    candor.toml:16:9: error: `annotations."shop.types".title` is `false`, but must be a text [config::bad-value]
      hint: a title is cleared with `title = ""`
    candor.toml:17:11: error: `annotations."shop.types".confirm` is `alway`, but must be one of `always`, `first`, `never`, `unset` [config::bad-value]
      hint: did you mean `always`?
    candor.toml:18:9: error: `annotations."shop.types".extra` is the text `x`, but must be a table [config::bad-value]
      hint: write `extra = { "vendor/key" = … }`
    candor.toml:19:20: error: `annotations."shop.types".extra_json.a` is not JSON: expected a key in double quotes or `}`, but the text ends [config::bad-value]
    candor.toml:19:29: error: `annotations."shop.types".extra_json.b` is the number `1`, but must be a text [config::bad-value]
    candor.toml:19:36: error: `annotations."shop.types".extra_json.c` is not JSON: expected the end of the text, found `2` [config::bad-value]
    candor.toml:20:15: error: `annotations."shop.types".extra_unset` is a list in which an item is the number `1`, but must be a text [config::bad-value]
    candor.toml:21:7: error: `annotations."shop.types".why` is a list, but must be a text [config::bad-value]
    candor.toml:23:9: error: in `annotations."shop.titles"`, the title `  ` is empty; write a title, or clear it [config::bad-opinion]
      hint: a title is cleared with `title = ""`
    candor.toml:25:9: error: in `annotations."shop.long"`, the title `01234567890123456789…` has 101 characters; at most 100 are allowed [config::bad-opinion]
    candor.toml:28:20: error: `annotations."shop.twice".extra_json` has `a` again [config::bad-value]
      hint: say one thing about it: a value, JSON or unset
    candor.toml:29:16: error: `annotations."shop.twice".extra_unset` has `a` again [config::bad-value]
      hint: say one thing about it: a value, JSON or unset
    candor.toml:29:26: error: `annotations."shop.twice".extra_unset` has `b` again [config::bad-value]
      hint: say one thing about it: a value, JSON or unset
    candor.toml:31:11: error: `annotations."shop.asked".confirm` is `true`, but must be a text [config::bad-value]
    candor.toml:34:7: error: `annotations."shop.hidden".why` holds the hidden character U+202E at position 5 [config::bad-value]
      hint: remove it
    candor.toml:36:1: error: `annotations."shop.number"` is the number `3`, but must be a table [config::bad-value]
    "#);
}

#[test]
fn names_that_are_no_patterns() {
    insta::assert_snapshot!(findings(r#"
[annotations.shop.delete_book]
destructive = true
[annotations."*"]
destructive = true
[annotations."*.x"]
destructive = true
[annotations."shop."]
destructive = true
[annotations.".x"]
destructive = true
[annotations."my shop.x"]
destructive = true
[annotations."s\u0007.x"]
destructive = true
[annotations."shop.\u0007"]
destructive = true
[annotations.plain]
destructive = true
"#), @r#"
    opinions: [], refused: true
    candor.toml:4:14: error: `shop` in `annotations` names no tool [config::bad-name]
      hint: put the name in quotes: `[annotations."shop.delete_book"]`
    candor.toml:6:14: error: `*` in `annotations` names no tool [config::bad-name]
      hint: write `source.tool`, or `source.*` for all tools of a source
    candor.toml:8:14: error: the source in `*.x` is `*`, which holds `*` [config::bad-name]
      hint: name one source; `*` may stand after the dot
    candor.toml:10:14: error: `shop.` in `annotations` names no tool [config::bad-name]
      hint: write `source.tool`, or `source.*` for all tools of a source
    candor.toml:12:14: error: the source in `.x` is ``, which is empty [config::bad-name]
      hint: a name has letters, digits, `_` and `-`, at most 64
    candor.toml:14:14: error: the source in `my shop.x` is `my shop`, which holds ` ` [config::bad-name]
      hint: a name has letters, digits, `_` and `-`, at most 64
    candor.toml:16:14: error: the source in `s\u{7}.x` is `s\u{7}`, which holds `\u{7}` [config::bad-name]
      hint: a name has letters, digits, `_` and `-`, at most 64
    candor.toml:18:14: error: `shop.\u{7}` in `annotations` names no tool [config::bad-name]
      hint: write `source.tool`, or `source.*` for all tools of a source
    candor.toml:20:14: error: `plain` in `annotations` names no tool [config::bad-name]
      hint: write `source.tool`, or `source.*` for all tools of a source
    "#);
    let long = "x".repeat(400);
    let long = format!("[annotations.\"shop.{long}\"]\nread_only = true");
    assert!(findings(&long).contains("…` in `annotations` names no tool"));
}

#[test]
fn warnings_leave_the_table_in_force() {
    insta::assert_snapshot!(findings(r#"
[annotations."shop.a"]
destrutive = true
readOnlyHint = true
reason = "x"
confirm = "always"
idempotent = true
[annotations."shop.b"]
[annotations."shop.c"]
why = "nothing is said"
[annotations."shop.d"]
confirm = "always"
[annotations."shp.x"]
read_only = true
[annotations."unheard_of.x"]
read_only = true
[environments.prod.annotations."Shop.*"]
read_only = true
"#), @r#"
    opinions: ["shop.a", "shop.d", "shp.x", "unheard_of.x", "Shop.* in environment `prod`"], refused: false
    candor.toml:5:1: warning: unknown key `destrutive` in `annotations."shop.a"` [config::unknown-key]
      hint: did you mean `destructive`?
    candor.toml:6:1: warning: unknown key `readOnlyHint` in `annotations."shop.a"` [config::unknown-key]
      hint: did you mean `read_only`?
    candor.toml:7:1: warning: unknown key `reason` in `annotations."shop.a"` [config::unknown-key]
      hint: did you mean `why`?
    candor.toml:10:14: warning: `annotations."shop.b"` says nothing about its tools [config::says-nothing]
      hint: say something, such as `destructive = true`, or remove it
    candor.toml:11:14: warning: `annotations."shop.c"` says nothing about its tools [config::says-nothing]
      hint: say something, such as `destructive = true`, or remove it
    candor.toml:15:14: warning: `shp.x` matches nothing: there is no source `shp` [config::no-such-source]
      hint: did you mean `shop.x`?
    candor.toml:17:14: warning: `unheard_of.x` matches nothing: there is no source `unheard_of` [config::no-such-source]
    candor.toml:19:32: warning: `Shop.*` matches nothing: there is no source `Shop` [config::no-such-source]
      hint: did you mean `shop.*`?
    "#);
}

#[test]
fn a_source_with_a_mistake_in_it_is_still_a_source() {
    let text = "[sources.shop]\n[annotations.\"shop.x\"]\nread_only = true";
    let loaded = toml(text);
    assert_eq!(loaded.diagnostics.len(), 1, "{}", told(&loaded.diagnostics));
    assert_eq!(loaded.settings.opinions.len(), 1);
}

#[test]
fn the_same_pattern_twice_is_a_syntax_error_however_it_is_quoted() {
    for other in ["'shop.x'", r#""shop\u002ex""#, r#""\u0073hop.x""#] {
        let text = format!("[annotations.\"shop.x\"]\nread_only = true\n[annotations.{other}]\n");
        let told = refusal("candor.toml", &text);
        assert!(told.contains("3:"), "{other}: {told}");
        assert!(told.contains("is given twice"), "{other}: {told}");
    }
}

#[test]
fn annotations_as_something_else() {
    insta::assert_snapshot!(findings("[[annotations]]\ntool = \"shop.x\""), @r#"
    opinions: [], refused: true
    candor.toml:3:3: error: `annotations` is a list, but must be a table [config::bad-value]
      hint: begin each with a line `[annotations."SOURCE.TOOL"]`
    "#);
    insta::assert_snapshot!(summary("candor.toml", "annotations = true"), @r#"
    sources: [], refused: true
    candor.toml:1:1: error: `annotations` is `true`, but must be a table [config::bad-value]
      hint: begin each with a line `[annotations."SOURCE.TOOL"]`
    "#);
}

#[test]
fn an_mcp_json_says_nothing_about_tools() {
    let loaded = loaded(".mcp.json", r#"{"mcpServers": {"a": {"command": "a"}}}"#);
    assert!(loaded.settings.opinions.is_empty() && loaded.settings.environments.is_empty());
    let drift = loaded.settings.sources[0].drift;
    assert_eq!(drift, crate::DriftMode::Quarantine);
}

#[test]
fn ten_thousand_tables_are_read_in_time() {
    let table = |index: usize| {
        format!("[annotations.\"shop.t{index}\"]\nread_only = true\nextra = {{ a = {index} }}\n")
    };
    let text: String = (0..10_000).map(table).collect();
    let loaded = toml(&shop(&text));
    assert_eq!(told(&loaded.diagnostics), "");
    let opinions = &loaded.settings.opinions;
    assert_eq!(opinions.len(), 10_000);
    assert_eq!(opinions[9_999].key.about.to_string(), "shop.t9999");
    assert_ne!(opinions[9_999].opinion, Opinion::default());
}

#[test]
fn ten_thousand_strangers_are_told_in_time_and_in_few_words() {
    let source = |index| format!("[sources.source{index}]\ncommand = \"a\"\n");
    let stranger = |index| format!("[annotations.\"stranger{index}.x\"]\nread_only = true\n");
    let sources = (0..10_000).map(source);
    let text: String = sources.chain((0..10_000).map(stranger)).collect();
    let loaded = toml(&text);
    assert_eq!(loaded.settings.opinions.len(), 10_000);
    assert_eq!(loaded.diagnostics.len(), 501);
}
