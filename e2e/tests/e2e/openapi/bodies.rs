//! Bodies of every kind.

use candor_testkit::http_api::ReceivedRequest;
use candor_testkit::{RawClient, assert_contains};
use serde_json::{Value, json};

use super::gateway::{ApiGateway, done, offered, refused};
use super::styles::ECHO;

/// `PNG` and two bytes that are no text, in base64.
const PICTURE: &str = "UE5H/wA=";
const PICTURE_BYTES: &[u8] = b"PNG\xff\0";

async fn sent(
    stage: &ApiGateway,
    client: &mut RawClient,
    tool: &str,
    arguments: &Value,
) -> ReceivedRequest {
    stage.api.clear();
    done(client, tool, arguments).await;
    stage.only_request()
}

#[tokio::test(flavor = "multi_thread")]
async fn json_spread_and_whole() {
    let (stage, mut client) = ApiGateway::with_client(ECHO, "").await;
    let tools = offered(&mut client).await;
    let schema = &tools["body_spread"]["inputSchema"];
    let mut names: Vec<_> = schema["properties"]
        .as_object()
        .expect("some")
        .keys()
        .collect();
    names.retain(|name| *name != "_select");
    // What only the API may set is nothing to ask for.
    assert_eq!(
        names,
        ["shelf", "title", "pages", "tags", "secret"],
        "{schema:#}"
    );

    let arguments = json!({"shelf": "a b", "title": "é\r\n\"", "pages": 3, "tags": ["x", ""]});
    let request = sent(&stage, &mut client, "body_spread", &arguments).await;
    assert_eq!(request.target, "/body/spread/a%20b");
    assert_eq!(request.media_type().as_deref(), Some("application/json"));
    assert_eq!(
        request.json(),
        json!({"title": "é\r\n\"", "pages": 3, "tags": ["x", ""]})
    );
    for arguments in [
        json!({"shelf": "a"}),
        json!({"shelf": "a", "title": 1}),
        json!({"shelf": "a", "title": "t", "id": 1}),
        json!({"shelf": "a", "title": "t", "titel": "u"}),
    ] {
        stage.api.clear();
        let said = refused(&mut client, "body_spread", &arguments).await;
        assert!(said.contains("do not fit its input schema"), "{said}");
        assert_eq!(stage.api.requests(), [], "{arguments}");
    }

    for body in [
        json!([1, "two", null]),
        json!("text"),
        json!({"a": {"b": []}}),
        json!(1.5),
    ] {
        let request = sent(&stage, &mut client, "body_whole", &json!({"body": body})).await;
        assert_eq!(request.json(), body);
    }
    // A body that may be left out is left out.
    let request = sent(&stage, &mut client, "body_whole", &json!({})).await;
    assert_eq!(
        (request.body.len(), request.header("content-type")),
        (0, None)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn forms() {
    let (stage, mut client) = ApiGateway::with_client(ECHO, "").await;
    let arguments = json!({
        "title": "a&b=c +é%", "pages": 7, "tags": ["x&y", "z"], "near": ["p", "q"],
        "where": {"city": "Köln", "zip": "1=2"},
    });
    let request = sent(&stage, &mut client, "body_form", &arguments).await;
    let form = "application/x-www-form-urlencoded";
    assert_eq!(request.media_type().as_deref(), Some(form));
    let pairs = request.form();
    let pairs: Vec<_> = pairs
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    assert_eq!(
        pairs,
        [
            ("title", "a&b=c +é%"),
            ("pages", "7"),
            ("tags", "x&y"),
            ("tags", "z"),
            ("near", "p,q"),
            ("where[city]", "Köln"),
            ("where[zip]", "1=2"),
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_with_files() {
    let (stage, mut client) = ApiGateway::with_client(ECHO, "").await;
    let arguments = json!({
        "note": "--x\r\nContent-Disposition: form-data; name=\"evil\"\r\n\r\n",
        "facts": {"pages": 3},
        "tags": ["a", "b"],
        "file": PICTURE,
        "more": [format!("data:image/png;name=a%22b.png;base64,{PICTURE}"), "data:,plain%20text"],
    });
    let request = sent(&stage, &mut client, "body_parts", &arguments).await;
    assert_eq!(request.media_type().as_deref(), Some("multipart/form-data"));
    let parts = request.parts().expect("parts");
    let named = |name: &str| -> Vec<_> {
        let own = parts
            .iter()
            .filter(|part| part.name.as_deref() == Some(name));
        own.collect()
    };
    assert_eq!(parts.len(), 7, "{parts:?}");
    assert_eq!(
        named("note")[0].text(),
        arguments["note"].as_str().expect("text")
    );
    let facts: Value = serde_json::from_str(&named("facts")[0].text()).expect("JSON");
    assert_eq!(facts, arguments["facts"]);
    assert_eq!(
        named("facts")[0].header("content-type"),
        Some("application/json")
    );
    let tags: Vec<_> = named("tags").iter().map(|part| part.text()).collect();
    assert_eq!(tags, ["a", "b"]);
    assert_eq!(named("file")[0].body, PICTURE_BYTES);
    assert!(named("file")[0].filename.is_some(), "{parts:?}");
    assert_eq!(named("file")[0].header("content-type"), Some("image/png"));
    let more = named("more");
    assert_eq!(more[0].body, PICTURE_BYTES);
    assert_eq!(more[0].header("content-type"), Some("image/png"));
    let name = more[0].filename.as_deref().expect("a name");
    assert!(name.starts_with('a') && name.ends_with("b.png"), "{name}");
    assert_eq!(more[1].text(), "plain text");

    // What is no base64 is told before anything is sent.
    stage.api.clear();
    for file in [
        "not base64!",
        "data:image/png;base64,***",
        "data:image/png;base64",
    ] {
        let said = refused(&mut client, "body_parts", &json!({"file": file})).await;
        assert_contains(&said, "`file`");
        assert_contains(&said, "nothing was sent");
    }
    assert_eq!(stage.api.requests(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn text_xml_and_bytes() {
    let (stage, mut client) = ApiGateway::with_client(ECHO, "").await;
    for (tool, body, media_type, expect) in [
        (
            "body_text",
            "Zeile 1\r\nZeile é",
            "text/plain",
            "Zeile 1\r\nZeile é".as_bytes(),
        ),
        (
            "body_xml",
            "<a b='é'/>",
            "application/xml",
            "<a b='é'/>".as_bytes(),
        ),
        (
            "body_bytes",
            PICTURE,
            "application/octet-stream",
            PICTURE_BYTES,
        ),
        (
            "body_bytes",
            "data:;base64,UE5H_wA",
            "application/octet-stream",
            PICTURE_BYTES,
        ),
    ] {
        let request = sent(&stage, &mut client, tool, &json!({"body": body})).await;
        assert_eq!(request.body, expect, "{tool}");
        assert_eq!(request.media_type().as_deref(), Some(media_type), "{tool}");
    }
    stage.api.clear();
    let said = refused(&mut client, "body_bytes", &json!({"body": "so what?"})).await;
    assert!(said.contains("`body`"), "{said}");
    refused(&mut client, "body_text", &json!({})).await;
    assert_eq!(stage.api.requests(), []);
}
