//! Calls and what comes of them.

use serde_json::{Value, json};

use crate::client::AnsweringPerson;
use crate::example_server::{ExampleServer, WAYS};

#[tokio::test]
async fn calls_are_answered() {
    for way in WAYS {
        let stage = ExampleServer::set(way, AnsweringPerson::default()).await;
        let check = async |name: &str, given: Value, expect: (&str, bool)| {
            let (text, is_error) = stage.said(name, given).await;
            assert_eq!((text.as_str(), is_error), expect, "{way:?} {name}");
        };
        check("echo", json!({"text": "hi"}), ("hi", false)).await;
        check(
            "echo",
            json!({"text": 5}),
            (
                "the arguments do not fit: `text`: invalid type: integer `5`, expected a string",
                true,
            ),
        )
        .await;
        check(
            "echo",
            json!({"txt": "hi"}),
            (
                "the arguments do not fit: there is no argument `txt`, did you mean `text`?",
                true,
            ),
        )
        .await;
        check(
            "count",
            json!({"to": 101}),
            (
                "the arguments do not fit: `to` is `101` and must be at most 100",
                true,
            ),
        )
        .await;
        check(
            "fall",
            json!({"text": "too steep"}),
            ("the tool failed: too steep", true),
        )
        .await;
        check(
            "whoami",
            json!({}),
            ("tester with a key of 3 letters", false),
        )
        .await;
        // A fall ends its own call only.
        check("echo", json!({"text": "again"}), ("again", false)).await;
        let unknown = stage.call("ecko", json!({})).await.expect_err("no tool");
        let told = unknown.to_string();
        assert!(told.contains("did you mean `echo`?"), "{way:?}: {told}");
    }
}

#[tokio::test]
async fn pieces_of_every_kind_arrive() {
    for way in WAYS {
        let stage = ExampleServer::set(way, AnsweringPerson::default()).await;
        let result = stage.call("show", json!({"text": "hi"})).await;
        let mut result = result.expect("a result");
        let kind = result
            .as_object_mut()
            .expect("an object")
            .remove("resultType");
        assert!(kind.is_none_or(|kind| kind == "complete"));
        assert_eq!(
            result,
            json!({"content": [
                {"type": "text", "text": "*hi*"},
                {"type": "image", "data": "R0lGODlhAQABAAAAADs=", "mimeType": "image/gif"},
                {"type": "resource_link", "uri": "https://example.com/", "name": "example"},
            ]}),
            "{way:?}"
        );
    }
}

#[tokio::test]
async fn many_calls_at_once_are_all_answered() {
    for way in WAYS {
        let stage = std::sync::Arc::new(ExampleServer::set(way, AnsweringPerson::default()).await);
        let mut calls = tokio::task::JoinSet::new();
        for number in 0..50 {
            let stage = std::sync::Arc::clone(&stage);
            calls.spawn(async move {
                let text = number.to_string();
                assert_eq!(
                    stage.said("echo", json!({"text": text})).await,
                    (text, false)
                );
            });
        }
        while let Some(call) = calls.join_next().await {
            call.expect("an answer");
        }
    }
}
