//! Parameters in every style: whatever is in them, what arrives decodes to what was given.

use candor_testkit::http_api::ReceivedRequest;
use candor_testkit::{RawClient, ServerEra, assert_contains};
use serde_json::{Value, json};

use super::gateway::{ApiGateway, call, done, refused};

pub(super) const ECHO: &str = include_str!("echo.yaml");

/// Everything that has a meaning of its own somewhere in a request.
const NASTY: &str = "a/b?c#d[e]@!$&'()*+,;=f%2Fg%\u{7f}\"<>\\^`{|}~é漢🙂 .h";

/// Whatever is in an element, the API can tell the elements apart and read them.
#[tokio::test(flavor = "multi_thread")]
async fn everything_decodes_to_what_was_given() {
    let (stage, mut client) = ApiGateway::with_client(ECHO, "").await;
    let given = [NASTY, "..", "", "plain"];
    for (tool, start, separator) in [
        ("path_simple", "", ","),
        ("path_label", ".", ","),
        ("path_label_exploded", ".", "."),
        ("path_matrix", ";v=", ","),
    ] {
        let request = sent(&stage, &mut client, tool, &json!({"v": given})).await;
        let raw = request.path().split('/').nth(3).expect("the segment");
        let raw = raw.strip_prefix(start).unwrap_or_else(|| panic!("{raw}"));
        let read: Vec<_> = raw.split(separator).map(percent).collect();
        assert_eq!(read, given, "{tool}");
        assert_eq!(request.segments().len(), 4, "{tool}: {}", request.target);
    }
    // This style writes what is empty without the sign.
    let request = sent(
        &stage,
        &mut client,
        "path_matrix_exploded",
        &json!({"v": given}),
    )
    .await;
    let raw = request.path().split('/').nth(3).expect("the segment");
    let read = raw
        .split(';')
        .skip(1)
        .map(|pair| match pair.split_once('=') {
            Some(("v", value)) => percent(value),
            _ => pair
                .strip_prefix('v')
                .unwrap_or_else(|| panic!("{raw}"))
                .to_owned(),
        });
    assert_eq!(read.collect::<Vec<_>>(), given, "{raw}");
    for tool in ["query_form", "cookie_form"] {
        let request = sent(&stage, &mut client, tool, &json!({"v": given})).await;
        let raw = request
            .query()
            .or(request.header("cookie"))
            .expect("a value");
        let raw = raw.strip_prefix("v=").unwrap_or_else(|| panic!("{raw}"));
        let read: Vec<_> = raw.split(',').map(percent).collect();
        assert_eq!(read, given, "{tool}");
    }
    let request = sent(
        &stage,
        &mut client,
        "query_form_exploded",
        &json!({"v": given}),
    )
    .await;
    let expect: Vec<_> = given.map(|text| ("v".to_owned(), text.to_owned())).into();
    assert_eq!(request.query_pairs(), expect);
    let request = sent(
        &stage,
        &mut client,
        "cookie_form_exploded",
        &json!({"v": given}),
    )
    .await;
    let cookies = request.cookies().into_iter();
    let read: Vec<_> = cookies
        .map(|(name, value)| (name, percent(&value)))
        .collect();
    assert_eq!(read, expect);
    for (tool, separator) in [("query_space", ' '), ("query_pipe", '|')] {
        let given = [NASTY.replace(separator, ""), "x".to_owned()];
        let request = sent(&stage, &mut client, tool, &json!({"v": given})).await;
        let (_, value) = request.query_pairs().remove(0);
        let read: Vec<_> = value.split(separator).collect();
        assert_eq!(read, given, "{tool}");
        // An element with the separator in it could not be told from two.
        stage.api.clear();
        let arguments = json!({"v": [format!("a{separator}b"), "c"]});
        let said = refused(&mut client, tool, &arguments).await;
        assert_contains(&said, "`v`");
        assert_contains(&said, "nothing was sent");
        assert_eq!(stage.api.requests(), []);
    }
    for tool in [
        "path_simple",
        "query_form_exploded",
        "query_reserved",
        "cookie_form",
    ] {
        let request = sent(&stage, &mut client, tool, &json!({"v": NASTY})).await;
        let read = match tool {
            "path_simple" => request.segments()[2].clone(),
            "cookie_form" => percent(&request.cookie("v").expect("a cookie")),
            _ => request.query_pairs().remove(0).1,
        };
        assert_eq!(read, NASTY, "{tool}: {}", request.target);
    }
}

/// Deep objects, JSON in a parameter, and the whole query in one.
#[tokio::test(flavor = "multi_thread")]
async fn what_has_a_shape_of_its_own() {
    let (stage, mut client) = ApiGateway::with_client(ECHO, "").await;
    let own = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        pairs.iter().map(own).collect()
    };
    let deep = json!({"v": {"a": NASTY, "b": {"c": [1, 2], "d": true}, "e f&g=": "x"}});
    let request = sent(&stage, &mut client, "query_deep", &deep).await;
    let expect = [
        ("v[a]", NASTY),
        ("v[b][c]", "1"),
        ("v[b][c]", "2"),
        ("v[b][d]", "true"),
        ("v[e f&g=]", "x"),
    ];
    assert_eq!(request.query_pairs(), own(&expect));

    let value = json!({"k": [NASTY, 1, null, {"deep": true}]});
    let arguments = json!({"v": value});
    let request = sent(&stage, &mut client, "query_content", &arguments).await;
    assert_eq!(json_of(&request.query_pairs()[0].1), value);
    let request = sent(&stage, &mut client, "path_content", &arguments).await;
    assert_eq!(json_of(&request.segments()[2]), value);
    // No header holds the one character that JSON does not escape.
    let value = json!({"k": [NASTY.replace('\u{7f}', "\u{1}"), 1, null, {"deep": true}]});
    let arguments = json!({"X-Value": value});
    let request = sent(&stage, &mut client, "header_content", &arguments).await;
    assert_eq!(json_of(request.header("x-value").expect("it")), value);

    let whole = json!({"v": {"a": NASTY, "b": "2"}});
    let request = sent(&stage, &mut client, "query_whole", &whole).await;
    assert_eq!(request.query_pairs(), own(&[("a", NASTY), ("b", "2")]));

    // Reserved characters stay as they are where the API wants that, but none that ends the value.
    let arguments = json!({"v": "a/b:c?d&e#f=g"});
    let request = sent(&stage, &mut client, "query_reserved", &arguments).await;
    assert_eq!(request.query(), Some("v=a/b:c?d%26e%23f=g"));
    // What is not given is not sent.
    assert_eq!(
        sent(&stage, &mut client, "query_form", &json!({}))
            .await
            .target,
        "/query/form"
    );
}

/// Both eras, over HTTP and over stdio.
#[tokio::test(flavor = "multi_thread")]
async fn every_way_leads_to_the_api() {
    let stage = ApiGateway::open(ECHO, "").await;
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let mut client = stage.gateway.client(era).await;
        let over_http = sent(&stage, &mut client, "query_form", &json!({"v": NASTY})).await;
        let mut client = RawClient::stdio(stage.gateway.folder(), era).await;
        let over_stdio = sent(&stage, &mut client, "query_form", &json!({"v": NASTY})).await;
        assert_eq!(over_http.target, over_stdio.target, "{era:?}");
        assert_eq!(over_http.query_pairs()[0].1, NASTY, "{era:?}");
    }
}

/// One name in five places: each argument gets where it belongs.
#[tokio::test(flavor = "multi_thread")]
async fn names_that_clash_are_grouped() {
    let (stage, mut client) = ApiGateway::with_client(ECHO, "").await;
    let arguments = json!({
        "path": {"id": "p"}, "query": {"id": "q"}, "header": {"id": "h"}, "cookie": {"id": "c"},
        "body": {"id": "b"},
    });
    let request = sent(&stage, &mut client, "crowd", &arguments).await;
    assert_eq!(request.target, "/crowd/p?id=q");
    assert_eq!(request.header("id"), Some("h"));
    assert_eq!(request.cookie("id").as_deref(), Some("c"));
    assert_eq!(request.json(), json!({"id": "b"}));
}

/// A header is one header, whatever is in the argument.
#[tokio::test(flavor = "multi_thread")]
async fn headers_cannot_be_broken_out_of() {
    let (stage, mut client) = ApiGateway::with_client(ECHO, "").await;
    for value in [
        "a\r\nX-Evil: 1",
        "a\nb",
        "a\rb",
        "a\0b",
        " padded",
        "a\u{7f}b",
    ] {
        for tool in ["header_simple", "header_simple_exploded"] {
            for value in [json!(value), json!(["x", value])] {
                let said = refused(&mut client, tool, &json!({"X-Value": value})).await;
                assert!(said.contains("`X-Value`"), "{value}: {said}");
            }
        }
    }
    for value in ["a;b", "a\"b", "a b", "a\r\nb", "é"] {
        let said = refused(&mut client, "cookie_plain", &json!({"v": value})).await;
        assert!(said.contains("`v`"), "{value}: {said}");
    }
    assert_eq!(stage.api.requests(), []);
    // In JSON every line break is written with letters.
    let arguments = json!({"X-Value": {"k": "a\r\nb é"}});
    let request = sent(&stage, &mut client, "header_content", &arguments).await;
    assert_eq!(
        json_of(request.header("x-value").expect("it")),
        json!({"k": "a\r\nb é"})
    );
    assert_eq!(request.header("x-evil"), None);
    // Host headers come from the gateway, never from arguments.
    let wrong = call(
        &mut client,
        "header_simple",
        &json!({"Host": "evil.example"}),
    )
    .await;
    assert_eq!(wrong["isError"], true, "{wrong}");
}

/// Calls, and gives the one request that arrived.
pub(super) async fn sent(
    stage: &ApiGateway,
    client: &mut RawClient,
    tool: &str,
    arguments: &Value,
) -> ReceivedRequest {
    stage.api.clear();
    let result = done(client, tool, arguments).await;
    let request = stage.only_request();
    // What the API answered is what the client got.
    assert_eq!(
        result["structuredContent"]["target"],
        request.target.as_str()
    );
    request
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Decodes percent-encoding, on its own.
fn percent(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        match (first, after) {
            (b'%', [high, low, after @ ..]) => {
                let digits = [*high, *low];
                let digits = std::str::from_utf8(&digits).expect("two digits");
                bytes.push(u8::from_str_radix(digits, 16).expect("two digits"));
                rest = after;
            }
            _ => bytes.push(*first),
        }
    }
    String::from_utf8(bytes).expect("text")
}
