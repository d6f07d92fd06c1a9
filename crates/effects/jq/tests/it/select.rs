//! What comes back from a worker.

use candor_jq::FilterLimits;

use crate::support::{WIDE, pool, run};

#[tokio::test]
async fn filters_are_applied() {
    let workers = pool(WIDE);
    let shop = r#"{"items":[{"id":12345678901234567890,"price":1.10},{"id":2,"price":2e0}]}"#;
    for (filter, expect) in [
        (".items[].price", &["1.10", "2e0"][..]),
        (
            ".items[0]",
            &[r#"{"id":12345678901234567890,"price":1.10}"#],
        ),
        ("empty", &[]),
        ("\"\"", &["\"\""]),
        ("\"a\\nb\\r\\u2028\"", &["\"a\\nb\\r\u{2028}\""]),
        ("null, [], {}", &["null", "[]", "{}"]),
        (".", &[shop]),
    ] {
        assert_eq!(
            run(&workers, filter, shop).await.unwrap(),
            expect,
            "{filter}"
        );
        workers.check(filter).await.unwrap();
    }
}

#[tokio::test]
async fn what_goes_wrong_is_said_in_a_sentence() {
    let workers = pool(FilterLimits {
        max_output: 20,
        max_input: 20_002,
        ..WIDE
    });
    let deep = "[".repeat(10_000) + &"]".repeat(10_000);
    let huge = format!("\"{}\"", "x".repeat(20_001));
    for (filter, json, expect) in [
        (
            ".a |",
            "1",
            "the filter is not valid jq at character 5: expected term, found the end of the \
             filter; a filter looks like `.items[] | {id, name}`",
        ),
        (
            "env.PATH",
            "1",
            "the filter uses `env` at character 1, which is not available: a filter does not \
             see the environment of the gateway",
        ),
        (
            ".name",
            "[1]",
            "the filter failed: cannot index [1] with \"name\"",
        ),
        (
            "1, 2, error(\"three\")",
            "1",
            "the filter failed after 2 outputs: three",
        ),
        (
            ".",
            "<html>",
            "the reply is not JSON, so no filter can be applied to it (expected value at line 1 \
             column 1); call without one",
        ),
        (
            "length",
            &deep,
            "the reply or an output is nested more than 500 levels deep; call without a filter, \
             or build less nesting",
        ),
        (
            "length",
            &huge,
            "the reply has 20003 bytes, and a filter can be applied to at most 20002; ask for \
             less with the tool's own arguments",
        ),
        (
            "\"x\" * 20",
            "1",
            "the filter's output has more than 20 bytes; select fewer fields such as \
             `.items[] | {id, name}`, or fewer items such as `.items[:20]`",
        ),
        (
            "repeat(1)",
            "1",
            "the filter's output has more than 20 bytes; select fewer fields such as \
             `.items[] | {id, name}`, or fewer items such as `.items[:20]`",
        ),
    ] {
        let error = run(&workers, filter, json).await.expect_err(filter);
        assert_eq!(error.to_string(), expect, "{filter}");
        assert!(!error.is_ours(), "{filter}");
    }
    let error = workers.check(&" ".repeat(4_001)).await.unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the filter has 4001 characters")
    );
    // All of these are answers: not one worker was lost.
    assert_eq!(workers.idle().len(), 1);
}

#[tokio::test]
async fn a_large_document_is_no_trouble() {
    let workers = pool(WIDE);
    let items = vec![r#"{"id":1,"text":"some words that nobody needs"}"#; 150_000];
    let json = format!("[{}]", items.join(","));
    assert!(json.len() > 6_000_000);
    let outputs = run(&workers, "length, (map(.id) | add)", &json).await;
    assert_eq!(outputs.unwrap(), ["150000", "150000"]);
}
