use candor_model::{Hint, Hints};
use url::Url;

use super::*;

fn definition(hints: Hints, hosts: &[&str], safe_posts: &[&str]) -> FunctionDefinition {
    let own = |list: &[&str]| list.iter().map(|&one| one.to_owned()).collect();
    FunctionDefinition {
        hints,
        hosts: own(hosts),
        safe_posts: own(safe_posts),
        ..FunctionDefinition::new("tool", "Does something.")
    }
}

/// The hint that stands in the way, if any does.
fn check(grant: &ToolCapabilities, method: &str, url: &str, expect: Result<(), Option<Hint>>) {
    let url = Url::parse(url).expect("a URL");
    let found = grant
        .request(method, &url)
        .map_err(|violation| violation.hint);
    assert_eq!(found, expect, "{method} {url}");
}

const READS: Hints = Hints::UNSET.with(Hint::ReadOnly, true);
const CLOSED: Hints = Hints::UNSET.with(Hint::OpenWorld, false);

#[test]
fn what_is_not_said_is_not_held_against_a_tool() {
    let grant = ToolCapabilities::of(&definition(Hints::UNSET, &[], &[]), Hints::UNSET);
    for method in ["GET", "POST", "DELETE", "PATCH", "PROPFIND"] {
        check(&grant, method, "https://example.com/", Ok(()));
    }
    assert_eq!(grant.write("a.txt"), Ok(()));
}

#[test]
fn a_tool_that_reads_sends_only_safe_methods() {
    let tool = definition(READS, &[], &["https://example.com/search"]);
    let grant = ToolCapabilities::of(&tool, Hints::UNSET);
    let refused = Err(Some(Hint::ReadOnly));
    for (method, url, expect) in [
        ("GET", "https://example.com/a", Ok(())),
        ("HEAD", "https://example.com/a", Ok(())),
        ("OPTIONS", "https://example.com/a", Ok(())),
        ("POST", "https://example.com/a", refused),
        ("PUT", "https://example.com/search", refused),
        ("DELETE", "https://example.com/a", refused),
        ("get", "https://example.com/a", refused),
        ("POST", "https://example.com/search", Ok(())),
        ("POST", "https://example.com/search?q=1", Ok(())),
        ("POST", "https://example.com/search/books", Ok(())),
        ("POST", "https://example.com/searches", refused),
        ("POST", "https://example.com/search/../delete", refused),
        ("POST", "http://example.com/search", refused),
        ("POST", "https://example.com:8443/search", refused),
        ("POST", "https://example.com.evil.org/search", refused),
    ] {
        check(&grant, method, url, expect);
    }
    for refused in [grant.write("a"), grant.remove("a")] {
        let violation = refused.expect_err("refused");
        assert_eq!(violation.hint, Some(Hint::ReadOnly));
    }
}

#[test]
fn no_header_smuggles_a_method() {
    let url = Url::parse("https://example.com/").expect("a URL");
    let grant = ToolCapabilities::of(&definition(READS, &[], &[]), Hints::UNSET);
    for (name, value, expect) in [
        ("accept", "DELETE", Ok(())),
        ("X-HTTP-Method-Override", "GET", Ok(())),
        (
            "x-http-method-override",
            " delete",
            Err(Some(Hint::ReadOnly)),
        ),
        ("X-Method-Override", "PATCH", Err(Some(Hint::ReadOnly))),
    ] {
        let found = grant
            .header(name, value, &url)
            .map_err(|violation| violation.hint);
        assert_eq!(found, expect, "{name}: {value}");
    }
    let free = ToolCapabilities::of(&definition(Hints::UNSET, &[], &[]), Hints::UNSET);
    assert_eq!(free.header("x-http-method", "DELETE", &url), Ok(()));
}

#[test]
fn a_closed_tool_reaches_the_hosts_it_names() {
    let none = ToolCapabilities::of(&definition(CLOSED, &[], &[]), Hints::UNSET);
    check(
        &none,
        "GET",
        "https://example.com/",
        Err(Some(Hint::OpenWorld)),
    );
    let hosts = [
        "api.example.com",
        "*.example.org",
        "127.0.0.1:8080",
        "[::1]:90",
    ];
    let some = ToolCapabilities::of(&definition(CLOSED, &hosts, &[]), Hints::UNSET);
    let refused = Err(Some(Hint::OpenWorld));
    for (url, expect) in [
        ("https://api.example.com/a", Ok(())),
        ("http://API.Example.com./a", Ok(())),
        ("https://api.example.com:8443/a", refused),
        ("https://api.example.com@evil.net/", refused),
        ("https://x.example.org/", Ok(())),
        ("https://x.y.example.org/", Ok(())),
        ("https://example.org/", refused),
        ("https://evilexample.org/", refused),
        ("http://127.0.0.1:8080/", Ok(())),
        ("http://127.0.0.1/", refused),
        ("http://127.1:8080/", Ok(())),
        ("http://[::1]:90/", Ok(())),
        ("http://[::1]/", refused),
    ] {
        check(&some, "POST", url, expect);
    }
}

#[test]
fn hosts_bind_an_open_tool_too() {
    let tool = definition(Hints::UNSET, &["example.com"], &[]);
    let grant = ToolCapabilities::of(&tool, Hints::UNSET);
    check(&grant, "GET", "https://example.com/", Ok(()));
    check(&grant, "GET", "https://example.net/", Err(None));
}

#[test]
fn the_stricter_word_counts() {
    let open = Hints::UNSET
        .with(Hint::ReadOnly, false)
        .with(Hint::OpenWorld, true);
    let url = "https://example.com/";
    // A person says that it reads only; whatever the author said, it is held to that.
    let held = ToolCapabilities::of(&definition(open, &[], &[]), READS);
    check(&held, "POST", url, Err(Some(Hint::ReadOnly)));
    let shut = ToolCapabilities::of(&definition(open, &[], &[]), CLOSED);
    check(&shut, "GET", url, Err(Some(Hint::OpenWorld)));
    // A person says that it writes; the author's promise stands.
    let kept = ToolCapabilities::of(&definition(READS, &[], &[]), open);
    check(&kept, "POST", url, Err(Some(Hint::ReadOnly)));
}

#[test]
fn a_refusal_names_what_was_tried_and_the_hint() {
    let grant = ToolCapabilities::of(&definition(READS, &[], &[]), Hints::UNSET);
    let url = Url::parse("https://user:secret@example.com:8443/a?key=secret").expect("a URL");
    let told = grant
        .request("POST", &url)
        .expect_err("refused")
        .to_string();
    assert!(
        told.starts_with("`POST` to `example.com:8443` was refused: "),
        "{told}"
    );
    assert!(
        told.contains("`readOnlyHint: true`") && !told.contains("secret"),
        "{told}"
    );
}
