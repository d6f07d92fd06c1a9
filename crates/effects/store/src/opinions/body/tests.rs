use super::*;

fn provenance(name: &str) -> Arc<Provenance> {
    Arc::new(Provenance {
        layer: AnnotationLayer::Environment,
        author: AnnotationAuthor::Person(name.into()),
        about: Some("shop.*".into()),
        at_micros: Some(1_700_000_000_000_000),
        why: None,
    })
}

fn read_back(text: &str) -> Result<Opinion, serde_json::Error> {
    read(text, AnnotationLayer::Environment, "shop.*")
}

#[test]
fn an_opinion_has_this_form() {
    let mut opinion = Opinion::default();
    let ada = Arc::new(Provenance {
        why: Some("it only lists".into()),
        ..Provenance::clone(&provenance("ada"))
    });
    let set = OpinionField {
        value: FieldValue::Set(true),
        provenance: ada,
    };
    opinion.set_hint(Hint::ReadOnly, Some(set));
    opinion.title = Some(OpinionField {
        value: FieldValue::Clear,
        provenance: provenance("bob"),
    });
    opinion.confirm = Some(OpinionField {
        value: FieldValue::Set(ConfirmMode::First),
        provenance: provenance("bob"),
    });
    let extra = [
        ("b", "1.0"),
        ("a", "null"),
        ("c", "{\"z\": [1e400, \"\\u0000\"]}"),
    ];
    for (key, json) in extra {
        let say = FieldValue::Set(JsonText::new(json));
        let provenance = provenance("bob");
        opinion.extra.insert(
            key.into(),
            OpinionField {
                value: say,
                provenance,
            },
        );
    }
    let text = write(&opinion).expect("it is JSON");
    let at = "\"at\":1700000000000000";
    assert_eq!(
        text,
        format!(
            "{{\"read_only\":{{\"set\":true,\"by\":\"ada\",{at},\"why\":\"it only lists\"}},\
             \"title\":{{\"clear\":true,\"by\":\"bob\",{at}}},\
             \"confirm\":{{\"set\":\"first\",\"by\":\"bob\",{at}}},\
             \"extra\":{{\"a\":{{\"set\":null,\"by\":\"bob\",{at}}},\
             \"b\":{{\"set\":1.0,\"by\":\"bob\",{at}}},\
             \"c\":{{\"set\":{{\"z\": [1e400, \"\\u0000\"]}},\"by\":\"bob\",{at}}}}}}}"
        )
    );
    assert_eq!(read_back(&text).expect("it was written"), opinion);
}

#[test]
fn a_case_has_this_form() {
    use candor_model::{CallCondition, SqlFlavour};

    let said = |value| OpinionField {
        value,
        provenance: provenance("ada"),
    };
    let mut opinion = Opinion::default();
    let listing = CallCondition::text("action", "list");
    opinion.set_case_hint(listing.clone(), Hint::ReadOnly, said(FieldValue::Set(true)));
    opinion.set_case_hint(listing, Hint::OpenWorld, said(FieldValue::Clear));
    let trying = CallCondition::truth("dry_run", true);
    opinion.set_case_hint(trying, Hint::Destructive, said(FieldValue::Set(false)));
    let query = CallCondition::reading_sql("query", SqlFlavour::PostgreSql);
    opinion.set_case_hint(query, Hint::ReadOnly, said(FieldValue::Set(true)));
    let text = write(&opinion).expect("it is JSON");
    let by = "\"by\":\"ada\",\"at\":1700000000000000";
    assert_eq!(
        text,
        format!(
            "{{\"when\":[{{\"argument\":\"action\",\"is\":\"list\",\
             \"read_only\":{{\"set\":true,{by}}},\"open_world\":{{\"clear\":true,{by}}}}},\
             {{\"argument\":\"dry_run\",\"is\":true,\"destructive\":{{\"set\":false,{by}}}}},\
             {{\"argument\":\"query\",\"sql\":\"postgresql\",\"read_only\":{{\"set\":true,{by}}}}}]}}"
        )
    );
    assert_eq!(read_back(&text).expect("it was written"), opinion);
    for bad in [
        r#"{"when": [{"argument": "a", "read_only": {"set": true, "by": "ada"}}]}"#,
        r#"{"when": [{"argument": "a", "is": 1}]}"#,
        r#"{"when": [{"argument": "a", "is": "b", "sql": "any"}]}"#,
        r#"{"when": [{"argument": "a", "sql": "cobol"}]}"#,
    ] {
        assert!(read_back(bad).is_err(), "{bad}");
    }
}

#[test]
fn what_is_no_json_is_not_written() {
    for bad in ["", "{", "1 2", "nul", "\u{0}"] {
        let mut opinion = Opinion::default();
        let say = FieldValue::Set(JsonText::new(bad));
        let provenance = provenance("bob");
        opinion.extra.insert(
            "x".into(),
            OpinionField {
                value: say,
                provenance,
            },
        );
        assert_eq!(write(&opinion).expect_err(bad).key, "x", "{bad:?}");
    }
}

#[test]
fn a_strange_body_is_not_guessed_at() {
    for bad in [
        "",
        "{\"read_only\":true}",
        "{\"read_only\":{\"set\":\"yes\",\"by\":\"ada\"}}",
        "{\"read_only\":{\"by\":\"ada\"}}",
        "{\"read_only\":{\"set\":true,\"clear\":true,\"by\":\"ada\"}}",
        "{\"read_only\":{\"set\":null,\"by\":\"ada\"}}",
        "{\"read_only\":{\"set\":true}}",
        "{\"extra\":{\"x\":{\"by\":\"ada\"}}}",
        "{\"confirm\":\"always\"}",
        "{\"confirm\":{\"set\":\"often\",\"by\":\"ada\"}}",
        "{\"confirm\":{\"set\":\"\",\"by\":\"ada\"}}",
        "{\"confirm\":{\"set\":true,\"by\":\"ada\"}}",
        "{\"confirm\":{\"by\":\"ada\"}}",
    ] {
        assert!(read_back(bad).is_err(), "{bad}");
    }
}

#[test]
fn every_way_to_confirm_is_read() {
    let says = |said: &str| {
        let text = format!("{{\"confirm\":{{{said},\"by\":\"ada\"}}}}");
        let opinion = read_back(&text).expect("it is readable");
        opinion.confirm.map(|statement| statement.value)
    };
    assert_eq!(
        says("\"set\":\"always\""),
        Some(FieldValue::Set(ConfirmMode::Always))
    );
    assert_eq!(
        says("\"set\":\"first\""),
        Some(FieldValue::Set(ConfirmMode::First))
    );
    assert_eq!(
        says("\"set\":\"never\""),
        Some(FieldValue::Set(ConfirmMode::Never))
    );
    assert_eq!(says("\"clear\":true"), Some(FieldValue::Clear));
}

#[test]
fn a_field_of_a_newer_candor_does_not_hide_the_others() {
    let text = "{\"taste\":{\"set\":\"sweet\",\"by\":\"ada\"},\
                \"destructive\":{\"set\":true,\"by\":\"ada\"}}";
    let opinion = read_back(text).expect("the known fields are readable");
    let said = opinion.hint(Hint::Destructive).expect("it was said");
    assert_eq!(said.value, FieldValue::Set(true));
    assert_eq!(said.provenance.at_micros, None);
}
