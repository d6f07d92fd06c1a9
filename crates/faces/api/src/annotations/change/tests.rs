use super::*;

fn read(text: &str) -> Result<OpinionEdit, String> {
    let change: Result<AnnotationChange, _> = serde_json::from_str(text);
    change
        .map(AnnotationChange::amendment)
        .map_err(|error| error.to_string())
}

#[test]
fn every_field_can_be_set_cleared_taken_back_or_left_alone() {
    let amendment = read(
        r#"{"read_only": true, "destructive": "unset", "idempotent": null, "title": "x",
            "confirm": "first",
            "extra": {"a": 1.0, "b": {"unset": true}, "c": null, "d": "unset"}}"#,
    )
    .expect("a change");
    assert_eq!(amendment.hint(Hint::ReadOnly), Some(&FieldEdit::Set(true)));
    assert_eq!(amendment.hint(Hint::Destructive), Some(&FieldEdit::Clear));
    assert_eq!(amendment.hint(Hint::Idempotent), Some(&FieldEdit::Withdraw));
    assert_eq!(amendment.hint(Hint::OpenWorld), None);
    assert_eq!(amendment.title, Some(FieldEdit::Set("x".into())));
    assert_eq!(amendment.confirm, Some(FieldEdit::Set(ConfirmMode::First)));
    let extra: Vec<_> = amendment.extra.into_values().collect();
    let text = |json| FieldEdit::Set(JsonText::new(json));
    assert_eq!(
        extra,
        [
            text("1.0"),
            FieldEdit::Clear,
            FieldEdit::Withdraw,
            text("\"unset\"")
        ]
    );
    let titles = [
        (r#"{"title": {"unset": true}}"#, FieldEdit::Clear),
        (r#"{"title": null}"#, FieldEdit::Withdraw),
        (r#"{"title": "unset"}"#, FieldEdit::Set("unset".into())),
    ];
    for (text, expect) in titles {
        assert_eq!(read(text).expect(text).title, Some(expect), "{text}");
    }
}

#[test]
fn a_case_is_changed_for_each_of_its_values() {
    let edit = read(
        r#"{"when": [
            {"argument": "action", "is": ["list", "get"], "read_only": true},
            {"argument": "dry_run", "is": true, "destructive": "unset", "read_only": null},
            {"argument": "query", "sql": "postgresql", "read_only": true}]}"#,
    )
    .expect("a change");
    let said: Vec<_> = edit
        .cases
        .iter()
        .map(|(condition, case)| {
            let hints = case
                .iter()
                .map(|(hint, edit)| format!("{} {edit:?}", hint.key()));
            format!("{condition}: {}", hints.collect::<Vec<_>>().join(", "))
        })
        .collect();
    assert_eq!(
        said,
        [
            "`action` is `get`: read_only Set(true)",
            "`action` is `list`: read_only Set(true)",
            "`dry_run` is true: read_only Withdraw, destructive Clear",
            "`query` is SQL (postgresql) that only reads: read_only Set(true)",
        ]
    );
    for (bad, expect) in [
        (
            r#"[{"argument": "a", "read_only": true}]"#,
            "needs `is` or `sql`",
        ),
        (r#"[{"argument": "a", "is": "b"}]"#, "mentions no hint"),
        (
            r#"[{"argument": "a", "is": 1, "read_only": true}]"#,
            "must be a text",
        ),
        (
            r#"[{"argument": "a", "is": "b", "sql": "any", "read_only": true}]"#,
            "either `is` or `sql`",
        ),
        (
            r#"[{"argument": "a", "sql": "basic", "read_only": true}]"#,
            "one of",
        ),
        (r#"[{"is": "b", "read_only": true}]"#, "argument"),
    ] {
        let error = read(&format!(r#"{{"when": {bad}}}"#)).expect_err(bad);
        assert!(error.contains(expect), "{bad}: {error}");
    }
}

#[test]
fn when_people_are_asked_can_be_said_cleared_and_taken_back() {
    for (text, expect) in [
        (
            r#"{"confirm": "always"}"#,
            Some(FieldEdit::Set(ConfirmMode::Always)),
        ),
        (
            r#"{"confirm": "never"}"#,
            Some(FieldEdit::Set(ConfirmMode::Never)),
        ),
        (r#"{"confirm": "unset"}"#, Some(FieldEdit::Clear)),
        (r#"{"confirm": null}"#, Some(FieldEdit::Withdraw)),
        ("{}", None),
    ] {
        assert_eq!(read(text).expect(text).confirm, expect, "{text}");
    }
}

#[test]
fn what_cannot_be_meant_is_refused_with_its_place() {
    for (text, expect) in [
        (
            r#"{"read_only": 1}"#,
            "invalid type: integer `1`, expected true, false, \"unset\" or null at line 1 \
             column 15",
        ),
        (
            r#"{"read_only": "yes"}"#,
            "invalid value: string \"yes\", expected true, false, \"unset\" or null",
        ),
        (
            r#"{"title": {"unset": false}}"#,
            "expected a text, {\"unset\": true} or null",
        ),
        (
            r#"{"title": {"unset": true, "x": true}}"#,
            "expected a text",
        ),
        (r#"{"title": 3}"#, "expected a text"),
        (
            r#"{"confirm": "sometimes"}"#,
            "invalid value: string \"sometimes\", expected \"always\", \"first\", \"never\", \
             \"unset\" or null",
        ),
        (
            r#"{"confirm": true}"#,
            "invalid type: boolean `true`, expected \"always\"",
        ),
        (
            r#"{"readonly": true}"#,
            "unknown field `readonly`, expected one of `read_only`",
        ),
        (r#"{"extra": {"a": 1, "a": 2}}"#, "`a` is there twice"),
        (r#"{"extra": []}"#, "an object of further members"),
        (r#"{"title": "a", "title": "b"}"#, "duplicate field `title`"),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.contains(expect), "{text}: {error}");
    }
    let deep = format!(
        r#"{{"extra": {{"a": {}1{}}}}}"#,
        "[".repeat(200),
        "]".repeat(200)
    );
    let error = read(&deep).expect_err("too deep");
    assert!(
        error.contains("`a` cannot be a further member: recursion limit"),
        "{error}"
    );
}
