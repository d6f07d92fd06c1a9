use serde_json::{Value, json};

use super::*;

fn read(mut args: Value) -> Result<EgressRequest, String> {
    let members = args.as_object_mut().expect("an object");
    members.entry("method").or_insert("GET".into());
    members
        .entry("url")
        .or_insert("https://example.com/".into());
    let args = serde_json::from_value(args).map_err(|error| error.to_string())?;
    request(args).map_err(|error| error.to_string())
}

#[test]
fn a_request_is_what_the_program_means() {
    let request = read(json!({
        "method": "post",
        "url": "https://example.com/a?b=c",
        "headers": [["Content-Type", "text/plain"], ["X-A", "1"], ["x-a", "2"], ["x-l", "é"]],
        "body_base64": "aGk=",
    }))
    .expect("a request");
    assert_eq!(request.method, Method::POST);
    assert_eq!(request.url.as_str(), "https://example.com/a?b=c");
    assert_eq!(request.headers["content-type"], "text/plain");
    let twice: Vec<_> = request.headers.get_all("x-a").iter().collect();
    assert_eq!(twice, ["1", "2"]);
    assert_eq!(request.headers["x-l"].as_bytes(), [0xe9]);
    assert_eq!(request.body, "hi");
    let text = read(json!({"method": "PURGE", "body_text": "hé"})).expect("a request");
    assert_eq!(
        (text.method.as_str(), &text.body[..]),
        ("PURGE", "hé".as_bytes())
    );
    assert_eq!(
        read(json!({"method": "purge"}))
            .expect("a request")
            .method
            .as_str(),
        "purge"
    );
}

#[test]
fn what_cannot_be_sent_is_told() {
    let many: Vec<_> = (0..101)
        .map(|it| [format!("x-{it}"), String::new()])
        .collect();
    for (args, expect) in [
        (
            json!({"url": "books?key=secret"}),
            "`books` is not the address of a request: ",
        ),
        (
            json!({"method": "CONNECT"}),
            "`CONNECT` is not a method that can be sent",
        ),
        (
            json!({"method": "trace"}),
            "`trace` is not a method that can be sent",
        ),
        (
            json!({"method": "A B"}),
            "`A B` is not a method that can be sent",
        ),
        (
            json!({"headers": [["a b", "c"]]}),
            "the header `a b` cannot be sent",
        ),
        (
            json!({"headers": [["a", "b\r\nc: d"]]}),
            "the header `a` cannot be sent",
        ),
        (
            json!({"headers": [["a", "€"]]}),
            "the header `a` cannot be sent",
        ),
        (
            json!({"headers": [["Host", "other"]]}),
            "the header `host` is not for programs to set",
        ),
        (
            json!({"headers": many}),
            "a request can have 100 headers, and this one has 101",
        ),
        (
            json!({"method": "POST", "body_base64": "?"}),
            "the body is no base64",
        ),
        (json!({"body_text": "x"}), "a `GET` request has no body"),
    ] {
        let error = read(args).expect_err(expect);
        assert!(error.starts_with(expect), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
}

#[test]
fn redirects_are_followed_given_or_refused() {
    for (word, expect) in [
        (None, Some(RedirectMode::Follow)),
        (Some("follow"), Some(RedirectMode::Follow)),
        (Some("manual"), Some(RedirectMode::Give)),
        (Some("error"), Some(RedirectMode::Fail)),
        (Some("Follow"), None),
    ] {
        assert!(on_redirect(word).ok() == expect, "{word:?}");
    }
}
