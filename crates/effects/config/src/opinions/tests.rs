//! What is written is read again as it was.

use std::sync::Arc;

use candor_model::{
    AnnotationAuthor, CallCondition, ConditionValue, ConfirmMode, EnvironmentName, FieldValue,
    Hint, JsonText, Opinion, OpinionField, OpinionKey, OpinionScope, Provenance, Severity,
    SqlFlavour, ToolPattern, ToolsetName,
};
use proptest::prelude::*;

use super::*;
use crate::read::LARGEST;

fn told(file: &OpinionFile) -> String {
    let lines: Vec<String> = file.diagnostics.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

fn key(scope: OpinionScope, about: &str) -> OpinionKey {
    let about = ToolPattern::parse(about).expect("a pattern");
    OpinionKey { scope, about }
}

fn in_environment(name: &str) -> OpinionScope {
    OpinionScope::Environment(EnvironmentName::parse(name).expect("a name"))
}

fn in_toolset(name: &str) -> OpinionScope {
    OpinionScope::Toolset(ToolsetName::parse(name).expect("a name"))
}

/// Something said by a person, at a time and for a reason.
fn said<T>(say: FieldValue<T>, at: i64, why: Option<&str>) -> OpinionField<T> {
    let provenance = Provenance {
        layer: candor_model::AnnotationLayer::Override,
        author: AnnotationAuthor::Person("ada".into()),
        about: None,
        at_micros: Some(at),
        why: why.map(Into::into),
    };
    OpinionField {
        value: say,
        provenance: Arc::new(provenance),
    }
}

fn json(text: &str) -> OpinionField<JsonText> {
    said(FieldValue::Set(JsonText::new(text)), 1, None)
}

#[test]
fn only_opinions_may_stand_in_the_file() {
    let text = r#"
color = true
[annotatons."shop.x"]
read_only = true
[annotations."shop.a"]
read_only = true
[annotations."shop.b"]
destrutive = true
[annotations."shop.c"]
read_only = true
destructive = true
[annotations."shop.d"]
confirm = "always"
idempotent = true
[environments.prod]
description = "what customers see"
secrets = { A = "hunter2" }
[environments.prod.annotations."elsewhere.*"]
open_world = false
[environments.PROD.annotations."shop.*"]
open_world = false
[toolsets.reading]
tools = ["shop.*"]
[toolsets.reading.annotations."shop.*"]
idempotent = true
[environments]
number = 3
[sources.shop]
command = "shop"
"#;
    let file = read_opinions("opinions.toml", text);
    let about: Vec<String> = file
        .opinions
        .iter()
        .map(|one| one.key.to_string())
        .collect();
    let expect = [
        "shop.a",
        "shop.d",
        "shop.* in toolset `reading`",
        "elsewhere.* in environment `prod`",
    ];
    assert_eq!(about, expect);
    insta::assert_snapshot!(told(&file), @r#"
    opinions.toml:2:1: error: `color` does not belong in a file of opinions [config::no-opinion]
      hint: only `[annotations."…"]`, `[environments.NAME.annotations."…"]` and `[toolsets.NAME.annotations."…"]` may stand here
    opinions.toml:3:2: error: `annotatons` does not belong in a file of opinions [config::no-opinion]
      hint: did you mean `annotations`?
    opinions.toml:8:1: error: unknown key `destrutive` in `annotations."shop.b"` [config::unknown-key]
      hint: did you mean `destructive`?
    opinions.toml:9:14: error: in `annotations."shop.c"`, `read_only` and `destructive` cannot both be true: what changes nothing destroys nothing; set one of them to false or leave it out [config::bad-opinion]
    opinions.toml:16:1: error: `environments.prod.description` does not belong in a file of opinions [config::no-opinion]
      hint: only `[annotations."…"]`, `[environments.NAME.annotations."…"]` and `[toolsets.NAME.annotations."…"]` may stand here
    opinions.toml:17:1: error: `environments.prod.secrets` does not belong in a file of opinions [config::no-opinion]
      hint: only `[annotations."…"]`, `[environments.NAME.annotations."…"]` and `[toolsets.NAME.annotations."…"]` may stand here
    opinions.toml:20:15: error: `PROD` cannot be the name of an environment: 2 to 50 lowercase letters, digits and `-` [config::bad-name]
    opinions.toml:23:1: error: `toolsets.reading.tools` does not belong in a file of opinions [config::no-opinion]
      hint: only `[annotations."…"]`, `[environments.NAME.annotations."…"]` and `[toolsets.NAME.annotations."…"]` may stand here
    opinions.toml:27:1: error: `environments.number` is the number `3`, but must be a table [config::bad-value]
      hint: only `[annotations."…"]`, `[environments.NAME.annotations."…"]` and `[toolsets.NAME.annotations."…"]` may stand here
    opinions.toml:28:2: error: `sources` does not belong in a file of opinions [config::no-opinion]
      hint: only `[annotations."…"]`, `[environments.NAME.annotations."…"]` and `[toolsets.NAME.annotations."…"]` may stand here
    "#);
}

#[test]
fn files_that_cannot_be_read_are_told() {
    let none = read_opinions("o.toml", "\u{feff}# nothing\n");
    assert!(none.opinions.is_empty() && none.diagnostics.is_empty());
    for text in [
        "[annotations",
        "{\"annotations\": {}}",
        "environments = 3",
        "annotations = 3",
    ] {
        let file = read_opinions("o.toml", text);
        let errors = |one: &candor_model::Diagnostic| one.severity == Severity::Error;
        assert!(file.diagnostics.iter().any(errors), "{text}");
        assert!(file.opinions.is_empty());
    }
    let large = read_opinions("o.toml", &"#".repeat(LARGEST + 1));
    insta::assert_snapshot!(told(&large), @"
    error: `o.toml` is larger than 8 MiB [config::too-large]
      hint: is this the right file?
    ");
}

#[test]
fn a_file_that_people_review() {
    let mut first = Opinion::default();
    let same = Some("the\nsame");
    let (yes, no) = (FieldValue::Set(true), FieldValue::Set(false));
    first.set_hint(Hint::Destructive, Some(said(yes, 1, same)));
    first.set_hint(Hint::ReadOnly, Some(said(FieldValue::Clear, 2, same)));
    let mut second = Opinion::default();
    let (later, earlier) = (
        said(no.clone(), 5, Some("later")),
        said(no, 3, Some("earlier")),
    );
    second.set_hint(Hint::OpenWorld, Some(later));
    second.set_hint(Hint::Idempotent, Some(earlier));
    second.title = Some(said(FieldValue::Set("Say \"hi\"".into()), 9, None));
    let always = FieldValue::Set(ConfirmMode::Always);
    second.confirm = Some(said(always, 6, Some("latest")));
    second.extra = [
        ("a/number", json("1.50")),
        ("b", json(r#"{"x":[true,"é\n"]}"#)),
        ("c", json("null")),
        ("d", json("[1e400,12345678901234567890]")),
        ("e", said(FieldValue::Clear, 1, None)),
    ]
    .map(|(key, statement)| (key.into(), statement))
    .into();
    let mut third = Opinion::default();
    third.title = Some(said(FieldValue::Clear, 1, None));
    third.confirm = Some(said(FieldValue::Clear, 1, None));
    let everywhere = |about| key(OpinionScope::Everywhere, about);
    let entries = [
        (key(in_environment("prod"), "shop.*"), third.clone()),
        (everywhere("shop.list_*"), second),
        (key(in_toolset("reading"), "shop.x"), third),
        (everywhere("shop.empty"), Opinion::default()),
        (everywhere("shop.delete_book"), first),
    ];
    let text = write_opinions(&entries);
    insta::assert_snapshot!(text, @r#"
    # What people say about tools: one table for each tool or pattern.
    # `candor annotate --apply FILE` takes this file. The tables can stand in a candor.toml, too.

    [annotations."shop.delete_book"]
    read_only = "unset"
    destructive = true
    why = "the same"

    [annotations."shop.list_*"]
    idempotent = false
    open_world = false
    title = 'Say "hi"'
    confirm = "always"
    extra = { "a/number" = 1.50, b = { x = [true, """
    é
    """] } }
    extra_json = { c = "null", d = "[1e400,12345678901234567890]" }
    extra_unset = ["e"]
    why = "latest"

    [environments.prod.annotations."shop.*"]
    title = ""
    confirm = "unset"

    [toolsets.reading.annotations."shop.x"]
    title = ""
    confirm = "unset"
    "#);
    let file = read_opinions("o.toml", &text);
    assert_eq!(told(&file), "");
    assert_eq!(file.opinions.len(), 4);
    let mut turned = entries;
    turned.reverse();
    assert_eq!(write_opinions(&turned), text, "the order does not matter");
}

#[test]
fn nothing_to_write_is_a_file_with_nothing_in_it() {
    let text = write_opinions(&[]);
    insta::assert_snapshot!(text, @"
    # What people say about tools: one table for each tool or pattern.
    # `candor annotate --apply FILE` takes this file. The tables can stand in a candor.toml, too.
    ");
    assert!(read_opinions("o.toml", &text).opinions.is_empty());
}

#[test]
fn deep_and_strange_values_come_back() {
    let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    for text in [
        &deep(60),
        "-0",
        "0.10",
        "1E+2",
        "1e5",
        "9223372036854775808",
        "\"\\u0000\"",
    ] {
        let mut opinion = Opinion::default();
        opinion.extra.insert("k".into(), json(text));
        let written = write_opinions(&[(key(OpinionScope::Everywhere, "s.t"), opinion)]);
        let file = read_opinions("o.toml", &written);
        assert_eq!(told(&file), "", "{written}");
        let FieldValue::Set(back) = &file.opinions[0].opinion.extra["k"].value else {
            panic!("cleared");
        };
        assert_eq!(back.as_str(), text);
    }
}

fn say<T: Clone + std::fmt::Debug + 'static>(
    value: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = OpinionField<T>> {
    let say = prop_oneof![4 => value.prop_map(FieldValue::Set), 1 => Just(FieldValue::Clear)];
    (say, any::<i64>(), prop::option::of(any::<String>()))
        .prop_map(|(say, at, why)| said(say, at, why.as_deref()))
}

fn value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<u64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            prop::collection::vec((any::<String>(), inner), 0..4)
                .prop_map(|pairs| serde_json::Value::Object(pairs.into_iter().collect())),
        ]
    })
}

fn opinion() -> impl Strategy<Value = Opinion> {
    let hint = || prop::option::of(say(any::<bool>()));
    let title =
        say("[\\PC&&[^\u{ad}\u{61c}\u{200b}-\u{206f}\u{feff}]]{0,20}[a-z]".prop_map(Into::into));
    let json = say(value().prop_map(|value| JsonText::new(value.to_string())));
    let extra = prop::collection::btree_map("[a-z\"'./ é]{0,8}[x-z]", json, 0..4);
    let confirm = say(prop::sample::select(&ConfirmMode::ALL[..]));
    (
        [hint(), hint(), hint(), hint()],
        prop::option::of(title),
        prop::option::of(confirm),
        extra,
        prop::collection::btree_map(condition(), [hint(), hint(), hint(), hint()], 0..3),
    )
        .prop_map(|(hints, title, confirm, extra, cases)| {
            let mut opinion = Opinion::default();
            for (hint, statement) in Hint::ALL.into_iter().zip(hints) {
                opinion.set_hint(hint, statement);
            }
            opinion.title = title;
            opinion.confirm = confirm;
            opinion.extra = extra
                .into_iter()
                .map(|(key, statement)| (key.into(), statement))
                .collect();
            for (condition, hints) in cases {
                for (hint, statement) in Hint::ALL.into_iter().zip(hints) {
                    if let Some(statement) = statement {
                        opinion.set_case_hint(condition.clone(), hint, statement);
                    }
                }
            }
            opinion
        })
}

fn condition() -> impl Strategy<Value = CallCondition> {
    let value = prop_oneof![
        "[a-z\"'\\\\ é\\[\\]=]{0,6}".prop_map(|text| ConditionValue::Text(text.into())),
        any::<bool>().prop_map(ConditionValue::Truth),
        prop::sample::select(&SqlFlavour::ALL[..]).prop_map(ConditionValue::ReadingSql),
    ];
    ("[a-z/~\"]{0,4}[x-z]", value).prop_map(|(argument, value)| CallCondition {
        argument: argument.into(),
        value,
    })
}

fn entry() -> impl Strategy<Value = (OpinionKey, Opinion)> {
    let scope = prop_oneof![
        Just(OpinionScope::Everywhere),
        "[a-z0-9-]{2,4}".prop_map(|name| in_environment(&name)),
        "[a-z0-9-]{2,4}".prop_map(|name| in_toolset(&name)),
    ];
    let about = ("[a-zA-Z0-9_-]{1,6}", "[^\\pC]{1,8}");
    let key =
        (scope, about).prop_map(|(scope, (source, own))| key(scope, &format!("{source}.{own}")));
    let sound = opinion().prop_filter("refused", |opinion| {
        !opinion.is_empty() && candor_resolve::check_opinion(opinion).is_ok()
    });
    (key, sound)
}

/// What is said, without who said it.
fn says(opinion: &Opinion) -> impl PartialEq + std::fmt::Debug + use<> {
    let hints = Hint::ALL.map(|hint| opinion.hint(hint).map(|said| said.value.clone()));
    let title = opinion.title.as_ref().map(|said| said.value.clone());
    let confirm = opinion.confirm.as_ref().map(|said| said.value.clone());
    let extra: Vec<_> = opinion
        .extra
        .iter()
        .map(|(key, said)| (key.clone(), said.value.clone()))
        .collect();
    let cases: Vec<_> = opinion
        .cases
        .iter()
        .map(|(condition, case)| {
            let hints = Hint::ALL.map(|hint| case.hint(hint).map(|said| said.value.clone()));
            (condition.clone(), hints)
        })
        .collect();
    (hints, title, confirm, extra, cases)
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(entries in prop::collection::vec(entry(), 0..6)) {
        // One opinion a key: of several, the later is heard.
        let entries: std::collections::HashMap<OpinionKey, Opinion> = entries.into_iter().collect();
        let listed: Vec<(OpinionKey, Opinion)> = entries.clone().into_iter().collect();
        let text = write_opinions(&listed);
        let file = read_opinions("o.toml", &text);
        prop_assert_eq!(told(&file), "", "{}", text);
        prop_assert_eq!(file.opinions.len(), entries.len());
        for declared in &file.opinions {
            prop_assert_eq!(says(&declared.opinion), says(&entries[&declared.key]));
        }
        let again: Vec<_> = file
            .opinions
            .into_iter()
            .map(|declared| (declared.key, declared.opinion))
            .collect();
        prop_assert_eq!(write_opinions(&again), text);
    }
}
