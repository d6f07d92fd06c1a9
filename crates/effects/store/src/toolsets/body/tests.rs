use super::*;

fn name() -> ToolsetName {
    ToolsetName::parse("night-shift").expect("a name")
}

fn tool(own: &str) -> QualifiedName {
    QualifiedName::new(SourceName::parse("shop").expect("a name"), own)
}

fn full() -> Toolset {
    let id = Digest::of("x");
    let by_id = ToolRef::new(None, Some(id)).expect("an id is enough");
    let both = ToolRef::new(Some(tool("list_books")), Some(id)).expect("both");
    let members = vec![
        ToolsetMember::Tool(both.clone()),
        ToolsetMember::Tool(by_id.clone()),
        ToolsetMember::Pattern(ToolPattern::parse("shop.find_*").expect("a pattern")),
        ToolsetMember::Hint {
            source: Some(SourceName::parse("files").expect("a name")),
            hint: Hint::ReadOnly,
            value: true,
        },
        ToolsetMember::Hint {
            source: None,
            hint: Hint::OpenWorld,
            value: false,
        },
    ];
    let notes = |tool: ToolRef, text: &str| ToolNotes {
        tool,
        notes: vec![ToolNote::new("team-first", text).expect("a note")],
    };
    let pattern = |text: &str| ToolPattern::parse(text).expect("a pattern");
    Toolset {
        description: "What the \"night\" shift needs\n\0".to_owned(),
        members,
        notes: vec![notes(both, "Ask \\ first."), notes(by_id, "é🦀")],
        confirm: vec![
            (pattern("shop.*"), ConfirmMode::Always),
            (pattern("shop.list_books"), ConfirmMode::Never),
        ],
        profile: Some(HintProfile::Explicit),
        provenance: Some(false),
        budget: Some(4096),
        prompts_and_resources: false,
        ..Toolset::new(name())
    }
}

#[test]
fn a_toolset_has_this_form() {
    let id = Digest::of("x");
    let text = write(&full()).expect("it is JSON");
    assert_eq!(
        text,
        format!(
            "{{\"description\":\"What the \\\"night\\\" shift needs\\n\\u0000\",\
             \"members\":[{{\"tool\":\"shop.list_books\",\"ref_id\":\"{id}\"}},\
             {{\"ref_id\":\"{id}\"}},{{\"pattern\":\"shop.find_*\"}},\
             {{\"hint\":\"read_only\",\"value\":true,\"source\":\"files\"}},\
             {{\"hint\":\"open_world\",\"value\":false}}],\
             \"notes\":[{{\"tool\":{{\"name\":\"shop.list_books\",\"ref_id\":\"{id}\"}},\
             \"notes\":[{{\"name\":\"team-first\",\"note\":\"Ask \\\\ first.\"}}]}},\
             {{\"tool\":{{\"ref_id\":\"{id}\"}},\
             \"notes\":[{{\"name\":\"team-first\",\"note\":\"é🦀\"}}]}}],\
             \"confirm\":[[\"shop.*\",\"always\"],[\"shop.list_books\",\"never\"]],\
             \"profile\":\"explicit\",\"provenance\":false,\"budget\":4096,\
             \"prompts_and_resources\":false}}"
        )
    );
    assert_eq!(read(name(), &text), Ok(full()));
    let empty = Toolset::new(name());
    assert_eq!(write(&empty).expect("it is JSON"), "{}");
    assert_eq!(read(name(), "{}"), Ok(empty));
}

#[test]
fn whatever_a_source_calls_its_tool_is_read_back() {
    let long = "x".repeat(5_000);
    for own in ["", "a\0b", "a.b", "*", "a b\u{202e}", "\\", &long] {
        let tool = tool(own);
        let mut toolset = Toolset::new(name());
        toolset.members = vec![
            ToolsetMember::Tool(ToolRef::named(tool.clone())),
            ToolsetMember::Pattern(ToolPattern::exactly(&tool)),
        ];
        toolset.confirm = vec![(ToolPattern::exactly(&tool), ConfirmMode::First)];
        let text = write(&toolset).expect("it is JSON");
        assert!(!text.contains('\0'), "PostgreSQL takes no NUL");
        assert_eq!(read(name(), &text), Ok(toolset), "{own:?}");
    }
}

#[test]
fn a_strange_body_is_not_guessed_at() {
    let check = |text: &str, part: &'static str, value: &str| {
        let error = read(name(), text).expect_err(text);
        assert_eq!(error, ReadError(part, value.to_owned()), "{text}");
    };
    for text in ["", "[]", "{\"members\":[\"shop.x\"]}", "{\"budget\":-1}"] {
        check(text, "body", text);
    }
    // A field that only a newer candor knows may keep a tool away.
    for text in [
        "{\"except\":[]}",
        "{\"members\":[{\"pattern\":\"shop.*\",\"until\":\"friday\"}]}",
        "{\"notes\":[{\"tool\":{\"name\":\"shop.x\"},\"notes\":[],\"until\":1}]}",
    ] {
        check(text, "body", text);
    }
    check("{\"members\":[{}]}", "tool", "{}");
    check("{\"members\":[{\"tool\":\"shop\"}]}", "tool", "shop");
    check("{\"members\":[{\"tool\":\"a b.c\"}]}", "tool", "a b.c");
    check("{\"members\":[{\"ref_id\":\"9f\"}]}", "id of a tool", "9f");
    check("{\"members\":[{\"pattern\":\"*\"}]}", "pattern", "*");
    check(
        "{\"members\":[{\"tool\":\"shop.x\",\"pattern\":\"shop.*\"}]}",
        "member",
        "{\"tool\":\"shop.x\",\"pattern\":\"shop.*\"}",
    );
    check(
        "{\"members\":[{\"pattern\":\"shop.*\",\"except\":\"shop.x\"}]}",
        "member",
        "{\"pattern\":\"shop.*\",\"except\":\"shop.x\"}",
    );
    check(
        "{\"members\":[{\"hint\":\"read_only\"}]}",
        "member",
        "{\"hint\":\"read_only\"}",
    );
    check(
        "{\"members\":[{\"hint\":\"kind\",\"value\":true}]}",
        "hint",
        "kind",
    );
    check(
        "{\"members\":[{\"hint\":\"read_only\",\"value\":true,\"source\":\"a.b\"}]}",
        "source",
        "a.b",
    );
    check("{\"profile\":\"splendid\"}", "profile", "splendid");
    check("{\"confirm\":[[\"shop.*\",\"often\"]]}", "confirm", "often");
    check("{\"confirm\":[[\"shop\",\"always\"]]}", "pattern", "shop");
    check(
        "{\"notes\":[{\"tool\":{\"name\":\"shop.x\"},\"notes\":[{\"name\":\"BAD\",\"note\":\"y\"}]}]}",
        "note",
        "BAD: y",
    );
    let long = "é".repeat(1_000);
    check(&long, "body", &format!("{}…", "é".repeat(100)));
}

#[test]
fn notes_for_every_toolset_have_the_same_form() {
    let notes = full().notes;
    let text = write_notes(&notes).expect("it is JSON");
    assert_eq!(read_notes(&text), Ok(notes));
    assert_eq!(write_notes(&[]).expect("it is JSON"), "[]");
    assert_eq!(read_notes("{}"), Err(ReadError("body", "{}".to_owned())));
}
