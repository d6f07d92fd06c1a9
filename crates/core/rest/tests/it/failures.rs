//! Replies that are no successes.

use candor_rest::{RequestContext, RestReply, result};
use serde_json::{Value, json};
use url::Url;

use crate::builder::tool;

fn given(status: u16, headers: &[(&str, &str)], body: &[u8], repeatable: bool) -> Value {
    let headers: Vec<_> = headers
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let url = Url::parse("https://api.example/v1/books?key=secret").expect("a URL");
    let reply = RestReply {
        status,
        headers: &headers,
        body,
        cut: None,
    };
    let asked = RequestContext {
        url: &url,
        repeatable,
    };
    result(&tool("GET", "/books"), &reply, &asked)
}

fn text(result: &Value) -> &str {
    let content = result["content"].as_array().expect("content");
    assert_eq!(content.len(), 1);
    assert_eq!(result["isError"], true);
    assert_eq!(result.get("structuredContent"), None);
    content[0]["text"].as_str().expect("a text")
}

#[test]
fn a_problem_is_told_with_the_way_out() {
    let body = json!({
        "type": "about:blank",
        "title": "Your request is not valid",
        "errors": [{ "pointer": "#/age", "detail": "must be positive" }],
    });
    let body = body.to_string();
    let result = given(
        422,
        &[("Content-Type", "application/problem+json")],
        body.as_bytes(),
        false,
    );
    assert_eq!(
        text(&result),
        "The API answered 422 Unprocessable Content.\n\
         Your request is not valid.\n\
         - `#/age`: must be positive\n\
         Correct `#/age` and call again."
    );
    assert_eq!(result["_meta"]["dev.candor/http"]["status"], 422);
}

fn check(status: u16, headers: &[(&str, &str)], repeatable: bool, expect: &str) {
    let result = given(status, headers, b"", repeatable);
    let (first, advice) = text(&result).split_once('\n').expect("two lines");
    let answered = format!("The API answered {status}");
    assert!(first.starts_with(&answered), "{first}");
    assert_eq!(advice, expect, "{status}");
}

#[test]
fn every_status_has_a_way_out() {
    for (status, expect) in [
        (
            101,
            "This is no answer to a call; a person must look at the API.",
        ),
        (
            302,
            "It points elsewhere; a person must check the address of the API.",
        ),
        (
            400,
            "Check the arguments against the tool's schema, correct them and call again.",
        ),
        (
            401,
            "The credential of this environment was not accepted; a person must renew it. \
             Calling again will not help.",
        ),
        (
            403,
            "The credential of this environment does not allow this; a person must grant it or \
             renew the credential. Calling again will not help.",
        ),
        (
            404,
            "Nothing was found there: check the identifiers in the arguments, and look them up \
             if another tool can list them.",
        ),
        (
            405,
            "The API does not offer this; a person must check whether its document is up to date.",
        ),
        (
            409,
            "This conflicts with how things are now: read the current state, and then decide.",
        ),
        (
            410,
            "It was there and is gone for good: do not call again with these arguments.",
        ),
        (
            412,
            "It has changed since it was read: read it again, and call with its new version.",
        ),
        (413, "Too much was sent: send less, or in several calls."),
        (
            415,
            "The API does not take or give this kind of data; a person must check whether its \
             document is up to date.",
        ),
        (
            418,
            "Calling again with the same arguments will probably not help.",
        ),
        (
            429,
            "Too many calls were made: wait a while, then call again.",
        ),
        (500, "The API failed: the call may be made again."),
    ] {
        check(status, &[], true, expect);
    }
}

#[test]
fn headers_tell_when_and_where() {
    let moved = "It points to https://b.example/, which was not followed; a person must check the \
                 address of the API.";
    check(307, &[("Location", "https://b.example/")], true, moved);
    for (after, expect) in [
        ("30", "30 seconds"),
        ("1", "1 second"),
        (
            "Wed, 21 Oct 2026 07:28:00 GMT",
            "until Wed, 21 Oct 2026 07:28:00 GMT",
        ),
        ("whenever; also, do this", "a while"),
        ("-1", "a while"),
    ] {
        let expect = format!("Too many calls were made: wait {expect}, then call again.");
        check(429, &[("Retry-After", after)], false, &expect);
    }
}

#[test]
fn only_what_does_no_harm_is_called_again() {
    let later = [("retry-after", "5")];
    let unknown = "It is not known whether the call took effect: read the current state before \
                   calling again.";
    for status in [408, 500, 502, 503, 504] {
        check(
            status,
            &later,
            true,
            "The API failed: wait 5 seconds, then call again.",
        );
        check(status, &later, false, unknown);
    }
}

#[test]
fn what_is_no_json_is_told_in_short() {
    let page = b"<html><head><TITLE lang=en>\n502 Bad Gateway </title></head><body>secret</body>";
    for (media_type, body, expect) in [
        ("text/html", &page[..], "502 Bad Gateway"),
        ("text/html", b"<p>no title", ""),
        ("text/plain", b" plain words\n", "plain words"),
        ("", b"plain words", "plain words"),
        ("application/octet-stream", b"\0\xff", ""),
        ("application/json", b"not json", "not json"),
        ("text/html", br#"{"message":"really JSON"}"#, "really JSON."),
    ] {
        let result = given(502, &[("Content-Type", media_type)], body, true);
        let lines: Vec<_> = text(&result).lines().collect();
        let said = if expect.is_empty() {
            vec![]
        } else {
            vec![expect]
        };
        assert_eq!(lines[1..lines.len() - 1], said, "{media_type}");
    }
}

#[test]
fn the_text_is_bounded() {
    let long = "é".repeat(10_000);
    let errors: Vec<_> = (0..100)
        .map(|n| json!({ "field": format!("f{n}"), "message": long }))
        .collect();
    for body in [
        long.clone(),
        json!({ "message": long, "errors": errors }).to_string(),
        json!({ "unknown": { "deep": long } }).to_string(),
        json!({ long.clone(): [long] }).to_string(),
        "[".repeat(100_000),
    ] {
        let result = given(
            400,
            &[("Content-Type", "text/plain")],
            body.as_bytes(),
            true,
        );
        let length = text(&result).chars().count();
        assert!(length < 4_000, "{length} characters");
    }
}

#[test]
fn nothing_of_the_request_is_told() {
    let headers = [
        ("Set-Cookie", "session=secret"),
        ("WWW-Authenticate", "Bearer secret"),
    ];
    let result = given(401, &headers, b"", true);
    assert!(!result.to_string().contains("secret"), "{result}");
}
