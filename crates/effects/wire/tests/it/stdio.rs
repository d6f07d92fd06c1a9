//! A child that says strange things is still served.

use candor_model::Secret;
use candor_wire::link::{LinkEndpoint, LinkError, LinkInbox, RequestHeaders, ServerLink};

use crate::support::{LIMIT, ask, call, child, method_of, open, result, within};

const SERVER: &str = include_str!("server.py");

pub(crate) async fn open_server() -> (ServerLink, LinkInbox) {
    open(&LinkEndpoint::Stdio(child(
        "python3",
        &["-u", "-c", SERVER],
    )))
    .await
}

#[tokio::test]
async fn strange_lines_do_not_end_the_link() {
    let (link, _inbox) = open_server().await;
    assert_eq!(link.kind(), "stdio");
    assert_eq!(
        call(&link, "garbage", "{}").await.expect("answered"),
        "\"fine\""
    );
    assert_eq!(
        call(&link, "twice", "{}").await.expect("answered"),
        "\"first\""
    );
    assert_eq!(
        call(&link, "wrong", "{}").await.expect("answered"),
        "\"right\""
    );
    assert_eq!(
        call(&link, "echo", "{\"a\":1.50}").await.expect("answered"),
        "{\"a\": 1.5}"
    );
    // Line ends between tokens would break the framing.
    assert_eq!(
        call(&link, "echo", "{\r\n\"a\":\n2}")
            .await
            .expect("answered"),
        "{\"a\": 2}"
    );
    within(link.close()).await;
}

/// A child gets what programs need to run, what is named for it, and nothing else of ours.
#[tokio::test]
async fn a_child_inherits_little() {
    // Set for every test by what runs it.
    let ours = "CARGO_MANIFEST_DIR";
    assert!(std::env::var_os(ours).is_some());
    for inherits in [false, true] {
        let mut spec = child("python3", &["-u", "-c", SERVER]);
        spec.env = vec![("GIVEN".to_owned(), Secret::new("x".to_owned()))];
        if inherits {
            spec.inherit = vec![ours.to_owned(), "CANDOR_PEERS".to_owned()];
        }
        let (link, _inbox) = open(&LinkEndpoint::Stdio(spec)).await;
        let names = call(&link, "environment", "{}").await.expect("answered");
        let has = |name: &str| names.contains(&format!("\"{name}\""));
        assert!(has("PATH") && has("GIVEN"), "{names}");
        assert_eq!(has(ours), inherits, "{names}");
        assert!(!names.contains("CANDOR_"), "{names}");
        within(link.close()).await;
    }
}

#[tokio::test]
async fn an_answer_over_the_limit_fails_only_its_request() {
    let (link, _inbox) = open_server().await;
    let mut waiting = ask(&link, "keep", "{\"of\":2,\"value\":7}")
        .await
        .expect("sent");
    for method in ["big, id first", "big, id last"] {
        let size = format!("{{\"size\":{}}}", 5 * LIMIT);
        let error = call(&link, method, &size).await.expect_err("too large");
        assert!(
            matches!(error, LinkError::TooLarge { limit: LIMIT }),
            "{error}"
        );
        assert!(error.request_was_sent());
        let fits = call(&link, method, "{\"size\":90000}").await.expect("fits");
        assert_eq!(fits.len(), 90_002);
    }
    assert_eq!(
        call(&link, "keep", "{\"of\":2,\"value\":8}")
            .await
            .expect("answered"),
        "8"
    );
    assert_eq!(result(&mut waiting).await.expect("answered"), "7");
    within(link.close()).await;
}

#[tokio::test]
async fn progress_goes_to_its_request_and_the_rest_to_the_inbox() {
    let (link, mut inbox) = open_server().await;
    let mut exchange = ask(&link, "progress", "{}").await.expect("sent");
    let first = within(exchange.next())
        .await
        .expect("a message")
        .expect("no error");
    assert_eq!(method_of(&first), "notifications/progress");
    assert_eq!(result(&mut exchange).await.expect("answered"), "\"done\"");
    assert!(within(exchange.next()).await.is_none());
    for expect in [
        "notifications/progress",
        "notifications/progress",
        "roots/list",
    ] {
        assert_eq!(
            method_of(&within(inbox.next()).await.expect("a message")),
            expect
        );
    }
    within(link.close()).await;
    assert!(within(inbox.next()).await.is_none());
    assert!(inbox.why_closed().is_some());
}

#[tokio::test]
async fn a_flood_on_stderr_blocks_nothing() {
    let (link, _inbox) = open_server().await;
    assert_eq!(
        call(&link, "flood", "{}").await.expect("answered"),
        "\"still here\""
    );
    let error = call(&link, "exit", "{}").await.expect_err("gone");
    let LinkError::Exited { stderr_tail, .. } = &error else {
        panic!("{error}")
    };
    assert!(stderr_tail.len() <= 2048, "{}", stderr_tail.len());
    within(link.close()).await;
}

#[tokio::test]
async fn five_hundred_requests_each_get_their_own_answer() {
    let (link, _inbox) = open_server().await;
    let tasks: Vec<_> = (0..500)
        .map(|value| {
            let link = link.clone();
            tokio::spawn(async move {
                let params = format!("{{\"of\":500,\"value\":{value}}}");
                let answer = call(&link, "keep", &params).await.expect("answered");
                assert_eq!(answer, value.to_string());
            })
        })
        .collect();
    for task in tasks {
        within(task).await.expect("the right answer");
    }
    within(link.close()).await;
}

#[tokio::test]
async fn a_forgotten_request_is_answered_to_nobody() {
    let (link, mut inbox) = open_server().await;
    drop(
        ask(&link, "keep", "{\"of\":2,\"value\":1}")
            .await
            .expect("sent"),
    );
    assert_eq!(
        call(&link, "keep", "{\"of\":2,\"value\":2}")
            .await
            .expect("answered"),
        "2"
    );
    assert_eq!(call(&link, "echo", "[3]").await.expect("answered"), "[3]");
    within(link.close()).await;
    assert!(
        within(inbox.next()).await.is_none(),
        "the late answer did not go to the inbox"
    );
}

#[tokio::test]
async fn environment_and_directory_reach_the_child() {
    let folder = tempfile::tempdir().expect("a folder");
    let script =
        r#"read line; printf '{"jsonrpc":"2.0","id":1,"result":"%s %s"}\n' "$TOKEN" "$PWD"; cat"#;
    let mut spec = child("/bin/sh", &["-c", script]);
    spec.env = vec![("TOKEN".into(), Secret::new("hunter2".into()))];
    spec.cwd = Some(folder.path().canonicalize().expect("a path"));
    let expect = format!("\"hunter2 {}\"", spec.cwd.as_ref().expect("set").display());
    assert!(!format!("{spec:?}").contains("hunter2"));
    let (link, _inbox) = open(&LinkEndpoint::Stdio(spec)).await;
    assert_eq!(call(&link, "x", "{}").await.expect("answered"), expect);
    link.send("{}".into(), &RequestHeaders::default())
        .await
        .expect("sent");
    within(link.close()).await;
}
