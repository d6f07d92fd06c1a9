use std::sync::Arc;

use candor_model::{FieldEdit, OpinionEdit, Provenance, ToolsetName};

use super::*;

/// What is said: `read_only=true destructive=unset confirm=first`.
fn said(words: &str) -> Opinion {
    let mut edit = OpinionEdit::default();
    for word in words.split_whitespace() {
        let (field, value) = word.split_once('=').expect("a field and a value");
        if field == "confirm" {
            edit.confirm = Some(match ConfirmMode::parse(value) {
                Some(mode) => FieldEdit::Set(mode),
                None => FieldEdit::Clear,
            });
        } else if field == "title" {
            edit.title = Some(FieldEdit::Set(value.into()));
        } else {
            let hint = Hint::ALL.into_iter().find(|hint| hint.key() == field);
            let value = value.parse().map_or(FieldEdit::Clear, FieldEdit::Set);
            edit.set_hint(hint.expect("a hint"), Some(value));
        }
    }
    Opinion::default().amended(&edit, &Arc::new(Provenance::candor("a test")))
}

#[test]
fn a_hint_or_a_confirm_that_asks_less_is_found() {
    for (before, after, expect) in [
        // What makes a tool more careful passes from anywhere.
        ("", "destructive=true", None),
        ("destructive=false", "destructive=true", None),
        ("read_only=true", "read_only=false", None),
        ("", "open_world=true idempotent=false", None),
        ("", "confirm=always", None),
        ("confirm=never", "confirm=first", None),
        ("confirm=first", "confirm=always", None),
        // Taking back the loosest that could be said.
        ("destructive=false", "", None),
        ("destructive=false", "destructive=unset", None),
        ("read_only=true", "", None),
        ("confirm=never", "", None),
        // Policy does not look at it, or nothing changes.
        ("title=A", "title=B", None),
        ("destructive=true", "destructive=true title=B", None),
        ("destructive=false", "destructive=false", None),
        // What lets calls through.
        ("", "read_only=true", Some("read_only")),
        ("read_only=false", "read_only=true", Some("read_only")),
        ("read_only=unset", "read_only=true", Some("read_only")),
        ("destructive=true", "destructive=false", Some("destructive")),
        ("destructive=true", "destructive=unset", Some("destructive")),
        ("destructive=true", "", Some("destructive")),
        ("", "destructive=false", Some("destructive")),
        ("", "destructive=unset", Some("destructive")),
        ("", "idempotent=true", Some("idempotent")),
        ("open_world=true", "open_world=false", Some("open_world")),
        ("confirm=always", "confirm=first", Some("confirm")),
        ("confirm=always", "confirm=never", Some("confirm")),
        ("confirm=always", "confirm=unset", Some("confirm")),
        ("confirm=always", "", Some("confirm")),
        ("confirm=first", "confirm=unset", Some("confirm")),
        // Where the hints ask every time, asking once is less.
        ("", "confirm=first", Some("confirm")),
        ("", "confirm=never", Some("confirm")),
        // One that tightens does not make up for one that loosens.
        ("", "destructive=true confirm=never", Some("confirm")),
    ] {
        let found = opinion_loosens(&said(before), &said(after));
        assert_eq!(found, expect, "{before:?} to {after:?}");
    }
}

#[test]
fn a_toolset_that_asks_less_is_found() {
    let toolset = |confirm: &[(&str, ConfirmMode)]| {
        let mut toolset = Toolset::new(ToolsetName::parse("reading").expect("a name"));
        let pattern = |text: &str| ToolPattern::parse(text).expect("a pattern");
        let lines = confirm.iter();
        toolset.confirm = lines.map(|(about, mode)| (pattern(about), *mode)).collect();
        toolset
    };
    let plain = toolset(&[]);
    let always = toolset(&[("shop.*", ConfirmMode::Always)]);
    let first = toolset(&[("shop.*", ConfirmMode::First)]);
    let never = toolset(&[("shop.*", ConfirmMode::Never)]);
    let elsewhere = toolset(&[("shop.list", ConfirmMode::Always)]);
    for (before, after, expect) in [
        (None, Some(&plain), false),
        (None, Some(&always), false),
        (None, Some(&never), true),
        (Some(&plain), None, false),
        (Some(&never), None, false),
        (Some(&always), None, true),
        (Some(&first), Some(&always), false),
        (Some(&always), Some(&first), true),
        (Some(&always), Some(&plain), true),
        // Another line does not make up for it.
        (Some(&always), Some(&elsewhere), true),
    ] {
        assert_eq!(
            toolset_loosens(before, after),
            expect,
            "{before:?} to {after:?}"
        );
    }
}

#[test]
fn a_preference_that_asks_less_is_found() {
    let none = PreferenceEdits::default();
    let with = |change: &dyn Fn(&mut PreferenceEdits)| {
        let mut edits = none;
        change(&mut edits);
        edits
    };
    let ask = with(&|edits| edits.unset = Some(UnsetPolicy::Ask));
    let allow = with(&|edits| edits.unset = Some(UnsetPolicy::Allow));
    let outside = with(&|edits| edits.out_of_band = Some(true));
    let inside = with(&|edits| edits.out_of_band = Some(false));
    let unconfirmed = with(&|edits| edits.always_confirm_destructive = Some(false));
    let automatic = with(&|edits| edits.auto_approve_read_only = Some(true));
    let silent = with(&|edits| edits.show_warnings = Some(false));
    let joined = with(&|edits| edits.collapse = Some(false));
    for (before, after, expect) in [
        (none, ask, None),
        (allow, ask, None),
        (allow, none, None),
        (none, outside, None),
        (inside, none, None),
        (unconfirmed, none, None),
        (none, joined, None),
        (joined, none, None),
        (ask, allow, Some("unset")),
        (ask, none, Some("unset")),
        (none, allow, Some("unset")),
        (outside, none, Some("out_of_band")),
        (outside, inside, Some("out_of_band")),
        (none, unconfirmed, Some("always_confirm_destructive")),
        (none, automatic, Some("auto_approve_read_only")),
        (none, silent, Some("show_warnings")),
    ] {
        let found = preferences_loosen(&before, &after);
        assert_eq!(found, expect, "{before:?} to {after:?}");
    }
}

#[test]
fn a_saved_rule_that_guards_is_not_taken_away() {
    let of = |effect| RuleDraft::new(effect, "here");
    let (allow, ask, deny) = (
        of(RuleEffect::Allow),
        of(RuleEffect::Ask),
        of(RuleEffect::Deny),
    );
    let answered_by_caller = RuleDraft {
        out_of_band: Some(false),
        ..ask.clone()
    };
    let cases = [
        (None, Some(&allow), true),
        (None, Some(&ask), false),
        (None, Some(&deny), false),
        (None, Some(&answered_by_caller), true),
        (Some(&allow), None, false),
        (Some(&ask), None, true),
        (Some(&deny), None, true),
        (Some(&allow), Some(&deny), false),
        (Some(&deny), Some(&deny), false),
        // Which calls a rule is about is not compared.
        (Some(&ask), Some(&deny), true),
    ];
    for (before, after, expect) in cases {
        assert_eq!(rule_loosens(before, after), expect, "{before:?} {after:?}");
    }
}
