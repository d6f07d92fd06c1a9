//! Every shape of a schema as a form.

use candor_pagetest::assert_page;
use serde_json::{Value, json};

use crate::world::{call, echo, lab, settled};

async fn page(schema: &Value, path: &str) -> candor_pagetest::FetchedHtml {
    let world = lab(echo(schema)).await;
    let page = world.browser().get(path).await;
    page.says(200, &["<h1>Try <code>lab.probe</code></h1>"]);
    page
}

const TRY: &str = "/tools/lab.probe/try";

/// Everything that has a field.
fn everything() -> Value {
    json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "title": "Name", "description": "Who <b>it</b> is", "minLength": 1, "maxLength": 40, "pattern": "^[a-z]+$"},
            "body": {"type": "string"},
            "key": {"type": "string", "format": "password"},
            "count": {"type": "integer", "minimum": 1, "maximum": 9, "default": 3},
            "ratio": {"type": "number"},
            "sure": {"type": "boolean"},
            "fast": {"type": "boolean", "default": true},
            "colour": {"enum": ["red", "green", 7, null]},
            "size": {"enum": ["S", "L"]},
            "kind": {"const": "book"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "at": {
                "type": "object", "title": "Place", "description": "Where it is",
                "properties": {
                    "city": {"type": "string"},
                    "geo": {"type": "object", "properties": {"lat": {"type": "number"}, "lon": {"type": "number"}}, "required": ["lat", "lon"]}
                },
                "required": ["city"]
            },
            "filter": {"oneOf": [{"type": "string"}, {"type": "object"}]}
        },
        "required": ["name", "count", "sure", "size", "kind"]
    })
}

#[tokio::test]
async fn every_kind_of_field_is_drawn() {
    let page = page(&everything(), TRY).await;
    assert_page!("form_everything", settled(page));
}

#[tokio::test]
async fn all_arguments_can_be_written_as_json() {
    let page = page(&everything(), "/tools/lab.probe/try?as=json").await;
    assert_page!("form_json", settled(page));
}

#[tokio::test]
async fn a_tool_that_asks_for_nothing_says_so() {
    let page = page(&json!({"type": "object"}), TRY).await;
    assert_page!("form_nothing", settled(page));
    let page = self::page(
        &json!({"type": "object", "additionalProperties": false}),
        TRY,
    )
    .await;
    page.says(200, &["This tool has no arguments."]);
    page.lacks(&["What it may take besides"]);
}

#[tokio::test]
async fn too_many_fields_are_json() {
    let properties = (0..500).map(|at| (format!("p{at}"), json!({"type": "string"})));
    let properties: serde_json::Map<_, _> = properties.collect();
    let page = page(&json!({"type": "object", "properties": properties}), TRY).await;
    page.says(200, &["name=\"arguments\""]);
    page.lacks(&["Use fields instead"]);
}

#[tokio::test]
async fn a_refused_form_keeps_what_was_typed() {
    let world = lab(echo(&everything())).await;
    let mut browser = world.browser();
    let typed = [
        ("/name", "Ann <i>"),
        ("/body", "two\r\nlines"),
        ("/count", "many"),
        ("/ratio", "1,5"),
        ("/fast", "false"),
        ("/colour", "\"red\""),
        ("/kind", "\"book\""),
        ("/tags", "a\r\nb"),
        ("/at/geo/lat", "59"),
        ("/filter", "{broken"),
    ];
    let page = call(&mut browser, "lab.probe", &typed).await;
    page.says(422, &["Nothing was called: some fields are invalid."]);
    assert_page!("form_unreadable", settled(page));
}

#[tokio::test]
async fn arguments_that_do_not_fit_are_told_at_their_fields() {
    let world = lab(echo(&everything())).await;
    let mut browser = world.browser();
    let typed = [
        ("/name", "ANN"),
        ("/count", "12"),
        ("/sure", "true"),
        ("/size", "\"S\""),
        ("/kind", "\"book\""),
    ];
    let page = call(&mut browser, "lab.probe", &typed).await;
    page.says(
        422,
        &[
            "Nothing was called: the arguments do not match the schema.",
            "12 is greater than the maximum of 9",
            "value=\"anyway\"",
            "aria-invalid=\"true\"",
        ],
    );
    assert_page!("form_misfit", settled(page));
    // The gateway has the last word, and says the same.
    let mut anyway = typed.to_vec();
    anyway.push(("act", "anyway"));
    let path = TRY;
    let sent = browser.submit(path, path, &anyway).await;
    let page = crate::world::ended(&mut browser, sent.leads()).await;
    page.says(
        200,
        &[
            "The tool returned an error",
            "12 is greater than the maximum of 9",
        ],
    );
}

#[tokio::test]
async fn fields_turn_into_json_and_back() {
    let world = lab(echo(&everything())).await;
    let mut browser = world.browser();
    let turn = [("act", "json"), ("/count", "5"), ("/at/city", "Oslo \"x\"")];
    let page = browser.submit(TRY, TRY, &turn).await;
    page.says(
        200,
        &[
            "name=\"arguments\"",
            "&#34;count&#34;: 5",
            "Oslo \\&#34;x\\&#34;",
        ],
    );
    let text = r#"{"count": 5, "at": {"city": "Oslo"}, "colour": 7}"#;
    let back = [("act", "fields"), ("arguments", text)];
    let page = browser
        .submit("/tools/lab.probe/try?as=json", TRY, &back)
        .await;
    page.says(
        200,
        &[
            "name=\"/count\" value=\"5\"",
            "value=\"Oslo\"",
            "<option value=\"7\" dir=\"auto\" selected>",
        ],
    );
    let other = [("act", "fields"), ("arguments", r#"{"other": 1}"#)];
    let page = browser
        .submit("/tools/lab.probe/try?as=json", TRY, &other)
        .await;
    page.says(
        422,
        &[
            "The form cannot represent these arguments",
            "&#34;other&#34;: 1",
        ],
    );
}

#[tokio::test]
async fn written_arguments_that_cannot_be_read_stay_as_they_were() {
    let world = lab(echo(&everything())).await;
    let mut browser = world.browser();
    for (text, sentence) in [
        ("{\"a\": ", "Invalid JSON"),
        ("[1, 2]", "The arguments must be a JSON object"),
        ("{\"a\": 1, \"a\": 2}", "the key `a` is there twice"),
    ] {
        let fields = [("act", "call"), ("arguments", text)];
        let page = browser
            .submit("/tools/lab.probe/try?as=json", TRY, &fields)
            .await;
        let kept = text.replace('"', "&#34;");
        page.says(422, &[sentence, &kept, "aria-invalid=\"true\""]);
    }
    let fields = [("act", "call"), ("arguments", "{}")];
    let page = browser
        .submit("/tools/lab.probe/try?as=json", TRY, &fields)
        .await;
    page.says(
        422,
        &["&#34;name&#34; is a required property", "value=\"anyway\""],
    );
}

#[tokio::test]
async fn a_form_that_does_not_say_what_to_do_does_nothing() {
    let world = lab(echo(&json!({"type": "object"}))).await;
    let mut browser = world.browser();
    for act in ["", "destroy"] {
        let page = browser.submit(TRY, TRY, &[("act", act)]).await;
        page.says(422, &["The form has no action."]);
    }
    assert_eq!(world.upstreams[0].calls("probe"), 0);
}
