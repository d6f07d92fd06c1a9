use std::process::Stdio;
use std::time::Duration;

use tokio::io::AsyncReadExt as _;
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

use super::*;

/// A child that writes what it reads, its output, and its input.
fn echoing() -> (Child, ChildStdout, Arc<ChildInput>) {
    let mut child = Command::new("cat")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("`cat`");
    let output = child.stdout.take().expect("piped");
    let input = ChildInput::new(child.stdin.take().expect("piped")).expect("a pipe");
    (child, output, Arc::new(input))
}

#[tokio::test]
async fn a_message_is_written_by_its_sender() {
    let (_child, mut output, input) = echoing();
    let pipe = input.lock().pipe.clone().expect("it is open");
    pipe.writable().await.expect("the runtime has looked");
    // No task is running, so the sender has written it.
    assert!(input.send(b"{\n}", SendTurn::Now).await);
    assert!(input.send(b"[]", SendTurn::Now).await);
    let mut read = [0; 7];
    output.read_exact(&mut read).await.expect("both lines");
    assert_eq!(&read, b"{ }\n[]\n");
}

#[tokio::test]
async fn messages_of_many_are_written_together() {
    let (_child, mut output, input) = echoing();
    for message in [b"1", b"2"] {
        assert!(input.send(message, SendTurn::WithOthers).await);
    }
    assert_eq!(input.lock().messages, 2, "they wait for the task");
    // It is written after the queued messages.
    assert!(input.send(b"3", SendTurn::Now).await);
    let task = tokio::spawn({
        let input = input.clone();
        async move { input.run(CancellationToken::new()).await }
    });
    let mut read = [0; 6];
    output.read_exact(&mut read).await.expect("all lines");
    assert_eq!(&read, b"1\n2\n3\n");
    assert!(input.send(b"4", SendTurn::WithOthers).await);
    let mut read = [0; 2];
    output.read_exact(&mut read).await.expect("the last line");
    assert_eq!(&read, b"4\n");
    task.abort();
}

#[tokio::test]
async fn what_does_not_fit_is_written_in_order_and_senders_wait() {
    let (_child, mut output, input) = echoing();
    let large = vec![b'a'; 1 << 20];
    assert!(input.send(&large, SendTurn::Now).await);
    for number in 1..MESSAGES_MAX {
        assert!(
            input
                .send(number.to_string().as_bytes(), SendTurn::Now)
                .await
        );
    }
    let one_more = input.send(b"last", SendTurn::Now);
    timeout(Duration::from_millis(20), one_more)
        .await
        .expect_err("no room while nobody writes");

    let stop = CancellationToken::new();
    let task = tokio::spawn({
        let (input, stop) = (input.clone(), stop.clone());
        async move { input.run(stop).await }
    });
    let sender = tokio::spawn({
        let input = input.clone();
        async move {
            assert!(input.send(b"last", SendTurn::Now).await);
            stop.cancel();
        }
    });
    let mut read = Vec::new();
    output.read_to_end(&mut read).await.expect("all of it");
    let numbers = (1..MESSAGES_MAX).map(|number| format!("{number}\n"));
    let rest: String = numbers.chain(["last\n".to_owned()]).collect();
    assert!(read.starts_with(&large));
    assert_eq!(read[large.len()..], [b"\n", rest.as_bytes()].concat());
    sender.await.expect("it was sent");
    task.await.expect("it has ended");
    assert!(
        !input.send(b"late", SendTurn::Now).await,
        "the input is closed"
    );
}

#[tokio::test]
async fn a_child_that_is_gone_ends_the_task_and_frees_the_senders() {
    let (mut child, output, input) = echoing();
    drop(output);
    child.kill().await.expect("it ends");
    assert!(input.send(b"is not noticed yet", SendTurn::Now).await);
    let run = input.run(CancellationToken::new());
    timeout(Duration::from_secs(10), run)
        .await
        .expect("the write fails");
    assert!(!input.send(b"late", SendTurn::Now).await);
}
