//! However a child ends, nobody waits for it in vain and nothing of it stays behind.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use candor_model::Secret;
use candor_wire::envelope::JsonRpcMessage;
use candor_wire::link::{LinkEndpoint, LinkError, LinkInbox, ServerLink};

use crate::stdio::open_server;
use crate::support::{ask, call, child, limits, method_of, open, open_shell, result, within};

#[tokio::test]
async fn an_exit_ends_every_open_request() {
    let (link, mut inbox) = open_server().await;
    let mut waiting = ask(&link, "never", "{}").await.expect("sent");
    let error = call(&link, "exit", "{}").await.expect_err("gone");
    let LinkError::Exited {
        status,
        stderr_tail,
    } = &error
    else {
        panic!("{error}")
    };
    assert_eq!(status, "exit status: 3");
    assert_eq!(stderr_tail, "first words\nthe key is None");
    assert_eq!(
        error.to_string(),
        "the server ended with exit status: 3; its last words: `the key is None`"
    );
    assert!(error.request_was_sent());
    let error = result(&mut waiting).await.expect_err("gone too");
    assert!(matches!(error, LinkError::Exited { .. }), "{error}");
    assert!(within(inbox.next()).await.is_none());
    assert!(matches!(inbox.why_closed(), Some(LinkError::Exited { .. })));

    let late = ask(&link, "echo", "{}").await.expect_err("too late");
    assert!(!late.request_was_sent(), "{late}");
    assert!(late.to_string().contains("exit status: 3"), "{late}");
    within(link.close()).await;
}

#[tokio::test]
async fn a_killed_child_is_told_apart() {
    let (link, _inbox) = open_server().await;
    let error = call(&link, "die", "{}").await.expect_err("gone");
    assert!(error.to_string().contains("signal: 9"), "{error}");
    within(link.close()).await;
}

#[tokio::test]
async fn secrets_do_not_come_back_through_stderr() {
    let mut spec = child("python3", &["-u", "-c", include_str!("server.py")]);
    spec.env = vec![("TOKEN".into(), Secret::new("canary-4711".into()))];
    let (link, _inbox) = open(&LinkEndpoint::Stdio(spec)).await;
    let error = call(&link, "exit", "{}").await.expect_err("gone");
    assert!(error.to_string().contains("the key is ****"), "{error}");
    assert!(
        !format!("{error:?} {link:?}").contains("canary"),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_child_that_closes_its_output_is_ended() {
    let (link, mut inbox) = open_server().await;
    let error = call(&link, "close output", "{}").await.expect_err("closed");
    assert_eq!(
        error.to_string(),
        "the connection is closed: the server closed its standard output"
    );
    assert!(within(inbox.next()).await.is_none());
    within(link.close()).await;
}

#[tokio::test]
async fn a_child_that_closes_its_input_is_ended() {
    let ready = r#"echo '{"jsonrpc":"2.0","method":"ready"}'"#;
    let (link, mut inbox) = open_shell(&format!("exec 0<&-; {ready}; sleep 1000")).await;
    assert_eq!(
        method_of(&within(inbox.next()).await.expect("a message")),
        "ready"
    );
    let error = call(&link, "x", "{}").await.expect_err("closed");
    assert_eq!(
        error.to_string(),
        "the connection is closed: the server closed its standard input"
    );
    within(link.close()).await;
}

#[tokio::test]
async fn what_was_written_before_the_exit_still_arrives() {
    let script = r#"read line; printf '{"jsonrpc":"2.0","id":1,"result":"last"}'; exit 1"#;
    let (link, _inbox) = open_shell(script).await;
    assert_eq!(call(&link, "x", "{}").await.expect("answered"), "\"last\"");
    within(link.close()).await;
}

/// Starts a child that says the number of its own child.
async fn with_grandchild(rest: &str) -> (ServerLink, LinkInbox, PathBuf) {
    let tell = r#"echo "{\"jsonrpc\":\"2.0\",\"method\":\"pid\",\"params\":[$!]}""#;
    let (link, mut inbox) = open_shell(&format!(
        "{rest} sleep 1000 & {tell}; while :; do wait; done"
    ))
    .await;
    let Some(JsonRpcMessage::Notification(note)) = within(inbox.next()).await else {
        panic!("the pid")
    };
    let [pid]: [u32; 1] = note.params.expect("params").decode().expect("a pid");
    let place = PathBuf::from(format!("/proc/{pid}"));
    assert!(place.exists());
    (link, inbox, place)
}

/// Whether a process has ended; one that nobody has waited for yet still has an entry.
async fn is_gone(process: PathBuf) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(10) {
        let stat = std::fs::read_to_string(process.join("stat")).unwrap_or_default();
        let state = stat
            .rsplit(") ")
            .next()
            .and_then(|rest| rest.chars().next());
        if matches!(state, None | Some('Z' | 'X')) {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    false
}

#[tokio::test]
async fn closing_ends_a_stubborn_child_with_all_its_descendants() {
    let (link, _inbox, grandchild) = with_grandchild("trap '' TERM;").await;
    let mut waiting = ask(&link, "x", "{}").await.expect("sent");
    let again = link.clone();
    within(async { tokio::join!(link.close(), again.close()) }).await;
    assert!(is_gone(grandchild).await);
    let error = result(&mut waiting).await.expect_err("closed");
    assert_eq!(
        error.to_string(),
        "the connection is closed: it was ended on this side"
    );
    let late = ask(&link, "x", "{}").await.expect_err("closed");
    assert!(!late.request_was_sent());
}

#[tokio::test]
async fn dropping_the_link_ends_the_child_too() {
    let (link, mut inbox, grandchild) = with_grandchild("").await;
    drop(link);
    assert!(within(inbox.next()).await.is_none());
    assert!(is_gone(grandchild).await);
}

#[tokio::test]
async fn a_descendant_does_not_hide_the_exit() {
    let (link, _inbox) = open_shell("sleep 1000 & read line; exit 4").await;
    let error = call(&link, "x", "{}").await.expect_err("gone");
    assert!(error.to_string().contains("exit status: 4"), "{error}");
    within(link.close()).await;
}

#[tokio::test]
async fn a_polite_child_is_not_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("farewell");
    let script = format!("cat > /dev/null; echo bye > {}", file.display());
    let (link, _inbox) = open_shell(&script).await;
    within(link.close()).await;
    assert_eq!(std::fs::read_to_string(file).expect("written"), "bye\n");
}

#[tokio::test]
async fn what_cannot_be_started_says_why() {
    let cases = [
        (
            child("no-such-program-anywhere", &[]),
            "cannot start `no-such-program-anywhere`",
        ),
        (child("/dev/null", &[]), "cannot start `/dev/null`"),
    ];
    for (spec, expect) in cases {
        let error = ServerLink::open(&LinkEndpoint::Stdio(spec), &limits())
            .await
            .expect_err("no program");
        assert_eq!(error.to_string(), expect);
        assert!(std::error::Error::source(&error).is_some() && !error.request_was_sent());
    }
    let mut spec = child("/bin/sh", &[]);
    spec.cwd = Some("/no/such/folder".into());
    let error = ServerLink::open(&LinkEndpoint::Stdio(spec), &limits())
        .await
        .expect_err("no folder");
    let cause = std::error::Error::source(&error)
        .expect("a cause")
        .to_string();
    assert_eq!(
        cause,
        "the working directory `/no/such/folder` does not exist"
    );
}
