use http::{HeaderMap, HeaderValue};

use super::*;

fn headers(lines: &[(&str, &str)]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in lines {
        let name = HeaderName::try_from(*name).expect("a header name");
        headers.append(name, HeaderValue::from_str(value).expect("a header value"));
    }
    headers
}

fn object(text: &str) -> RawObject {
    RawObject::parse(&RawJson::parse(text.to_owned()).expect("JSON")).expect("an object")
}

fn subject(lines: &[(&str, &str)], called: &str, params: &str) -> Result<(), i64> {
    check_subject((&headers(lines)).into(), called, &object(params)).map_err(|error| error.code)
}

const WRONG: Result<(), i64> = Err(code::HEADER_MISMATCH);

#[test]
fn the_method_must_be_there_once_and_be_the_same() {
    let list = |lines: &[(&str, &str)]| subject(lines, "tools/list", "{}");
    assert_eq!(list(&[("Mcp-Method", "tools/list")]), Ok(()));
    assert_eq!(list(&[("MCP-METHOD", "  tools/list ")]), Ok(()));
    assert_eq!(list(&[]), WRONG);
    assert_eq!(list(&[("Mcp-Method", "TOOLS/LIST")]), WRONG);
    assert_eq!(list(&[("Mcp-Method", "prompts/list")]), WRONG);
    assert_eq!(
        list(&[("Mcp-Method", "tools/list"), ("Mcp-Method", "tools/list")]),
        WRONG
    );
}

#[test]
fn the_name_is_compared_after_decoding() {
    let call = |name: &[(&str, &str)], params| {
        let mut lines = vec![("Mcp-Method", "tools/call")];
        lines.extend(name);
        subject(&lines, "tools/call", params)
    };
    assert_eq!(call(&[("Mcp-Name", "echo")], r#"{"name":"echo"}"#), Ok(()));
    assert_eq!(
        call(&[("Mcp-Name", "=?base64?w6k=?=")], r#"{"name":"é"}"#),
        Ok(())
    );
    assert_eq!(call(&[("Mcp-Name", "wrong")], r#"{"name":"echo"}"#), WRONG);
    assert_eq!(
        call(&[("Mcp-Name", "=?base64?!?=")], r#"{"name":"echo"}"#),
        WRONG
    );
    assert_eq!(call(&[], r#"{"name":"echo"}"#), WRONG);
    // A body without a name is reported by the gateway instead.
    assert_eq!(call(&[], "{}"), Ok(()));
    let read = [("Mcp-Method", "resources/read"), ("Mcp-Name", "x://y")];
    assert_eq!(
        subject(&read, "resources/read", r#"{"uri":"x://y"}"#),
        Ok(())
    );
    assert_eq!(
        subject(&read, "resources/read", r#"{"uri":"x://z"}"#),
        WRONG
    );
}

#[test]
fn a_task_is_named_by_its_id() {
    for called in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let ask = |name: &[(&str, &str)], params| {
            let mut lines = vec![("Mcp-Method", called)];
            lines.extend(name);
            subject(&lines, called, params)
        };
        let body = r#"{"taskId":"a1"}"#;
        assert_eq!(ask(&[("Mcp-Name", "a1")], body), Ok(()));
        assert_eq!(ask(&[("Mcp-Name", "=?base64?YTE=?=")], body), Ok(()));
        assert_eq!(ask(&[("Mcp-Name", "a2")], body), WRONG);
        assert_eq!(ask(&[], body), WRONG);
        assert_eq!(ask(&[], "{}"), Ok(()));
    }
}

#[test]
fn declared_arguments_travel_twice_and_agree() {
    let declared = [ParamHeader {
        name: "Mcp-Param-Region".into(),
        path: vec!["region".into()],
    }];
    let check = |lines: &[(&str, &str)], arguments: &str| {
        let arguments = RawJson::parse(arguments.to_owned()).expect("JSON");
        check_params((&headers(lines)).into(), &declared, Some(&arguments))
            .map_err(|error| error.code)
    };
    assert_eq!(
        check(&[("Mcp-Param-Region", "eu")], r#"{"region":"eu"}"#),
        Ok(())
    );
    assert_eq!(
        check(
            &[("mcp-param-region", "=?base64?SGVsbG8=?=")],
            r#"{"region":"Hello"}"#
        ),
        Ok(())
    );
    assert_eq!(
        check(
            &[("mcp-param-region", "=?base64?SGVsbG8?=")],
            r#"{"region":"Hello"}"#
        ),
        WRONG
    );
    assert_eq!(
        check(&[("Mcp-Param-Region", "us")], r#"{"region":"eu"}"#),
        WRONG
    );
    assert_eq!(check(&[], r#"{"region":"eu"}"#), WRONG);
    assert_eq!(check(&[("Mcp-Param-Region", "eu")], "{}"), WRONG);
    assert_eq!(check(&[], r#"{"region":null}"#), Ok(()));
    assert_eq!(check(&[("Mcp-Param-Other", "x")], "{}"), Ok(()));
    assert!(check_params((&headers(&[])).into(), &[], None).is_ok());
}

#[test]
fn the_version_is_compared_as_it_is() {
    let at = |value| {
        check_version(
            (&headers(&[("MCP-Protocol-Version", value)])).into(),
            "2026-07-28",
        )
    };
    assert!(at("2026-07-28").is_ok());
    let error = at("2025-11-25").expect_err("another revision");
    assert_eq!(
        error.message,
        "the header `mcp-protocol-version` says `2025-11-25`, the body says `2026-07-28`"
    );
    assert!(check_version((&HeaderMap::new()).into(), "2026-07-28").is_err());
}

#[test]
fn trace_context_is_taken_as_it_came() {
    let all = headers(&[
        ("traceparent", "00-a-b-01"),
        ("tracestate", "x=1"),
        ("baggage", "y"),
    ]);
    let expect = [("traceparent", "00-a-b-01"), ("tracestate", "x=1")];
    assert_eq!(
        trace((&all).into()),
        expect.map(|(key, value)| (key.to_owned(), value.to_owned()))
    );
}

fn accept(value: &str) -> (bool, bool) {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, value.parse().expect("a header value"));
    let AcceptedForms { json, sse } = AcceptedForms::of((&headers).into());
    (json, sse)
}

#[test]
fn both_forms_are_found_wherever_they_stand() {
    for (value, expect) in [
        ("application/json, text/event-stream", (true, true)),
        ("TEXT/event-stream;q=0.5,Application/JSON", (true, true)),
        ("application/json", (true, false)),
        ("text/event-stream", (false, true)),
        ("*/*", (true, true)),
        ("text/*", (false, true)),
        ("application/json, text/event-stream;q=0", (true, false)),
        ("text/html", (false, false)),
        ("", (false, false)),
    ] {
        assert_eq!(accept(value), expect, "{value}");
    }
    assert_eq!(
        AcceptedForms::of((&HeaderMap::new()).into()),
        AcceptedForms::ANY
    );
}

#[test]
fn only_json_is_json() {
    for (value, expect) in [
        ("application/json", true),
        ("application/json; charset=utf-8", true),
        ("APPLICATION/JSON", true),
        ("text/plain", false),
        ("application/jsonp", false),
    ] {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, value.parse().expect("a header value"));
        assert_eq!(is_json((&headers).into()), expect, "{value}");
    }
    assert!(!is_json((&HeaderMap::new()).into()));
}
