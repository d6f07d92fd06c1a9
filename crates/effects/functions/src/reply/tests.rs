use std::collections::BTreeMap;

use serde_json::json;

use super::*;

#[derive(Serialize, JsonSchema)]
struct BookReply {
    /// What it costs.
    cents: u32,
}

fn check(reply: impl IntoToolReply, expect: &Value) {
    assert_eq!(reply.into_reply().to_json(), *expect);
}

#[test]
fn what_a_handler_gives_becomes_a_result() {
    check("hi", &json!({"content": [{"type": "text", "text": "hi"}]}));
    check(
        "hi".to_owned(),
        &json!({"content": [{"type": "text", "text": "hi"}]}),
    );
    check(
        Json(BookReply { cents: 5 }),
        &json!({
            "content": [{"type": "text", "text": "{\"cents\":5}"}],
            "structuredContent": {"cents": 5},
        }),
    );
    check(
        Json(BookReply { cents: 5 }).with(ReplyContent::text("more")),
        &json!({
            "content": [
                {"type": "text", "text": "{\"cents\":5}"},
                {"type": "text", "text": "more"},
            ],
            "structuredContent": {"cents": 5},
        }),
    );
    check(
        Json(vec![1, 2]),
        &json!({"content": [{"type": "text", "text": "[1,2]"}]}),
    );
    check(
        ToolReply::from(Failure::new("no")),
        &json!({"content": [{"type": "text", "text": "no"}], "isError": true}),
    );
    check(
        ToolReply::text("a").with_meta("k", 1),
        &json!({"content": [{"type": "text", "text": "a"}], "_meta": {"k": 1}}),
    );
}

#[test]
fn what_cannot_be_json_is_a_failure() {
    let odd = BTreeMap::from([((1, 2), 3)]);
    let reply = ToolReply::json(&odd).expect_err("a key that is no text");
    assert!(
        reply.sentence().starts_with("the result cannot be JSON: "),
        "{reply}"
    );
}

#[test]
fn only_objects_have_a_schema() {
    let schema = Json::<BookReply>::output_schema().expect("an object");
    assert_eq!(
        schema["properties"]["cents"]["description"],
        "What it costs."
    );
    assert_eq!(Json::<Vec<BookReply>>::output_schema(), None);
    assert_eq!(Json::<Value>::output_schema(), None);
    assert_eq!(ToolReply::output_schema(), None);
    assert_eq!(
        <(Json<BookReply>, Vec<ReplyContent>)>::output_schema(),
        Json::<BookReply>::output_schema()
    );
}
