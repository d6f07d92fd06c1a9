//! Results: what fits the schema, pictures, and what did not go well.

use serde_json::{Value, json};

use super::stage;
use crate::functions::kit::{ERAS, call, refused};

#[tokio::test(flavor = "multi_thread")]
async fn a_result_fits_its_schema_or_is_none() {
    let stage = stage("").await;
    for (era, mut client) in stage.clients().await {
        let tools = client.offered().await;
        let schema = json!({
            "type": "object",
            "properties": {
                "metres": {"type": "number", "minimum": 0, "description": "How long it is"},
            },
            "required": ["metres"],
            "additionalProperties": false,
        });
        assert_eq!(tools["f_measure"]["outputSchema"], schema, "{era:?}");
        for (how, text) in [
            ("object", r#"{"metres":1.5}"#),
            ("response", r#"{"metres":1.5}"#),
            ("whole", "a metre and a half"),
        ] {
            let result = call(&mut client, "f_measure", &json!({"as": how})).await;
            assert_eq!(result["structuredContent"], json!({"metres": 1.5}), "{how}");
            assert_eq!(result["content"][0]["text"], text, "{era:?}: {result}");
            assert_eq!(result.get("isError"), None, "{era:?}: {result}");
        }
        for (how, expect) in [
            ("text", "`measure` has an output schema"),
            ("wrong", "does not fit its output schema: `metres`: must be"),
        ] {
            let arguments = json!({"as": how});
            let said = refused(&mut client, "f_measure", &arguments).await;
            assert!(said.contains(expect), "{era:?} {how}: {said}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_arrive_as_they_were_drawn() {
    let stage = stage("").await;
    let dot = json!({"type": "image", "data": "R0lGODlhAQABAAAAACw=", "mimeType": "image/gif"});
    for (era, mut client) in stage.clients().await {
        for how in ["bytes", "base64"] {
            let result = call(&mut client, "f_draw", &json!({"as": how})).await;
            assert_eq!(result["content"], json!([dot]), "{era:?} {how}: {result}");
        }
        let result = call(&mut client, "f_draw", &json!({"as": "content"})).await;
        let words = json!({"type": "text", "text": "a dot"});
        assert_eq!(result["content"], json!([words, dot]), "{era:?}: {result}");
    }
}

/// The line of the program that holds this, counted as editors do.
fn line(text: &str, what: &str) -> usize {
    let at = text.lines().position(|line| line.contains(what));
    at.expect("a line of the program") + 1
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_says_where_it_happened() {
    let stage = stage("").await;
    let at_once = line(super::TALK, "no such thing");
    let later = line(super::TALK, "thrown later");
    let nothing = line(super::TALK, "(undefined as any).member");
    let fell = line(super::FALL, "fell down");
    let cases = [
        (
            "at once",
            format!("RangeError: no such thing (talk.ts:{at_once}:"),
        ),
        ("later", format!("thrown later (talk.ts:{later}:")),
        (
            "elsewhere",
            format!("fell down the steps (lib/fall.ts:{fell}:"),
        ),
        ("nothing", format!("(talk.ts:{nothing}:")),
        ("foreseen", "the shop is closed".to_owned()),
        ("word", "only a word".to_owned()),
    ];
    for (era, mut client) in stage.clients().await {
        for (how, expect) in &cases {
            let said = refused(&mut client, "f_fail", &json!({"how": how})).await;
            assert!(said.contains(expect), "{era:?} {how}: {said}");
            // Nothing of how Candor is made, and no path of this machine.
            for inside in ["candor:", "native", "/tmp", "node_modules"] {
                assert!(!said.contains(inside), "{how}: {inside} in {said}");
            }
        }
        for how in ["foreseen", "word"] {
            let said = refused(&mut client, "f_fail", &json!({"how": how})).await;
            assert!(
                !said.contains("talk.ts"),
                "{how}: no place is needed: {said}"
            );
        }
    }
    let log = stage.gateway.log();
    assert!(log.contains("RangeError: no such thing"), "{log}");
}

/// A column is counted in characters, also after some that take several bytes and where types
/// stood before.
#[tokio::test(flavor = "multi_thread")]
async fn a_column_is_that_of_an_editor() {
    let stage = stage("").await;
    let mut client = stage.client(ERAS[1]).await;
    let column = |text: &str, what: &str| {
        let line = text.lines().find(|line| line.contains(what));
        let (before, _) = line.and_then(|line| line.split_once(what)).expect("it");
        before.encode_utf16().count() + 1
    };
    for (how, text, what, name) in [
        ("later", super::TALK, "Error(\"thrown later\")", "talk.ts"),
        ("elsewhere", super::FALL, "Error(\"fell down", "lib/fall.ts"),
    ] {
        let said = refused(&mut client, "f_fail", &json!({"how": how})).await;
        let place = format!("({name}:{}:{})", line(text, what), column(text, what));
        assert!(said.ends_with(&place), "{how}: {place} in {said}");
    }
}

/// A call that did not go well leaves nothing behind for the next.
#[tokio::test(flavor = "multi_thread")]
async fn the_next_call_goes_well() {
    let stage = stage("workers = 1\n").await;
    let mut client = stage.client(ERAS[0]).await;
    for how in [
        "at once",
        "later",
        "elsewhere",
        "foreseen",
        "nothing",
        "word",
    ] {
        refused(&mut client, "f_fail", &json!({"how": how})).await;
        let result = call(&mut client, "f_steps", &json!({})).await;
        assert_eq!(result["content"][0]["text"], "arrived", "{how}: {result}");
        assert_eq!(result.get("structuredContent").map(Value::is_null), None);
    }
    assert_eq!(stage.workers().len(), 1, "the same worker did it all");
}
