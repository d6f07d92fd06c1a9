//! A worker whose host talks nonsense ends, and does nothing else.

use std::process::Stdio;
use std::time::Duration;

use candor_testkit::candor::bin;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, Command};
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_mins(1);

/// A worker, driven by hand.
struct FramedWorker(Child);

/// How it ended: whether well, and what it wrote to its output and to its errors.
struct WorkerEnd {
    well: bool,
    said: Vec<u8>,
    words: String,
}

fn frame(json: &str) -> Vec<u8> {
    let length = u32::try_from(json.len()).expect("a short text");
    [&length.to_le_bytes(), json.as_bytes()].concat()
}

const HELLO: &str = r#"{"hello":{"heap_bytes":16777216,"address_space_bytes":1000000000,"cpu_seconds":60,"load_cpu_ms":20000,"entry":"a.ts","mode":"functions"}}"#;

// === impl FramedWorker ===

impl FramedWorker {
    fn start() -> Self {
        let child = Command::new(bin())
            .args(["worker", "script"])
            .env_clear()
            .env("MIMALLOC_ARENA_RESERVE", "0")
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn();
        Self(child.expect("a worker"))
    }

    /// Says something; a worker that has ended does not hear it.
    async fn say(&mut self, bytes: &[u8]) {
        let stdin = self.0.stdin.as_mut().expect("a pipe");
        let _ = stdin.write_all(bytes).await;
        let _ = stdin.flush().await;
    }

    /// The next frame.
    async fn hear(&mut self) -> String {
        let stdout = self.0.stdout.as_mut().expect("a pipe");
        let heard = timeout(PATIENCE, async {
            let length = stdout.read_u32_le().await.expect("a length");
            let mut json = vec![0; length as usize];
            stdout.read_exact(&mut json).await.expect("a frame");
            json
        });
        String::from_utf8(heard.await.expect("a frame in time")).expect("text")
    }

    /// Closes its input and waits for its end.
    async fn end(mut self) -> WorkerEnd {
        drop(self.0.stdin.take());
        let output = timeout(PATIENCE, self.0.wait_with_output()).await;
        let output = output.expect("it ends").expect("it ended");
        WorkerEnd {
            well: output.status.success(),
            said: output.stdout,
            words: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// It ends with an error of one line, and says nothing to the host.
async fn check(what: &str, worker: FramedWorker) {
    let WorkerEnd { well, said, words } = worker.end().await;
    assert!(!well, "{what}: {words}");
    assert!(words.starts_with("error: "), "{what}: {words}");
    assert_eq!(words.lines().count(), 1, "{what}: {words}");
    assert_eq!(said, b"", "{what}: {}", String::from_utf8_lossy(&said));
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_before_the_greeting() {
    let deep = "[".repeat(1_000_000);
    for (what, bytes) in [
        ("half a length", vec![1, 0]),
        ("a length and nothing else", vec![9, 0, 0, 0]),
        ("half a frame", frame(HELLO)[..40].to_vec()),
        ("a huge length", vec![255; 4]),
        (
            "a huge length and something",
            [&[255; 4], HELLO.as_bytes()].concat(),
        ),
        (
            "one byte too many",
            [&(64 * 1024 * 1024 + 1_u32).to_le_bytes(), HELLO.as_bytes()].concat(),
        ),
        ("an empty frame", vec![0; 4]),
        ("no JSON", frame("nonsense")),
        (
            "no UTF-8",
            [&[4, 0, 0, 0][..], &[0xff, 0xfe, 0x80, 0x81]].concat(),
        ),
        ("null", frame("null")),
        ("a list", frame("[]")),
        ("an unknown word", frame(r#"{"shutdown":{}}"#)),
        (
            "a greeting that lacks something",
            frame(r#"{"hello":{"heap_bytes":1}}"#),
        ),
        (
            "a greeting with wrong numbers",
            frame(&HELLO.replace("16777216", "-1")),
        ),
        (
            "a call first",
            frame(r#"{"call":{"tool":"a","input":{},"context":{},"cpu_ms":1,"max_result":1}}"#),
        ),
        (
            "a module first",
            frame(r#"{"module":{"name":"a.ts","text":"","kind":"ts"}}"#),
        ),
        ("very deep", frame(&deep)),
        ("text without a frame", HELLO.as_bytes().to_vec()),
    ] {
        let mut worker = FramedWorker::start();
        worker.say(&bytes).await;
        check(what, worker).await;
    }
    // Without any input there is nothing to do.
    let end = FramedWorker::start().end().await;
    assert!(
        end.well && end.said.is_empty() && end.words.is_empty(),
        "{}",
        end.words
    );
}

/// The same when it waits for a module.
#[tokio::test(flavor = "multi_thread")]
async fn nonsense_instead_of_a_module() {
    for (what, bytes) in [
        ("the end", vec![]),
        ("half a frame", vec![7, 0, 0, 0, b'{']),
        ("a huge length", vec![255; 4]),
        ("no JSON", frame("}{")),
        ("a second greeting", frame(HELLO)),
        (
            "an unknown kind",
            frame(r#"{"module":{"name":"a.ts","text":"","kind":"exe"}}"#),
        ),
    ] {
        let mut worker = FramedWorker::start();
        worker.say(&frame(HELLO)).await;
        let need = worker.hear().await;
        assert_eq!(need, r#"{"need":{"specifier":"a.ts"}}"#, "{what}");
        worker.say(&bytes).await;
        check(what, worker).await;
    }
}

const PROGRAM: &str = r#"{"module":{"name":"a.ts","kind":"ts","text":"import { Toolbox } from 'candor'; export default new Toolbox().tool({ name: 'a', description: 'A.', execute: () => 'a' });"}}"#;

/// The same when it waits for a call.
#[tokio::test(flavor = "multi_thread")]
async fn nonsense_instead_of_a_call() {
    for (what, bytes) in [
        ("half a frame", vec![7, 0, 0, 0, b'{']),
        ("a huge length", vec![255; 4]),
        ("no JSON", frame("}{")),
        ("a second greeting", frame(HELLO)),
        ("a module that nobody asked for", frame(PROGRAM)),
    ] {
        let mut worker = FramedWorker::start();
        worker.say(&frame(HELLO)).await;
        worker.hear().await;
        worker.say(&frame(PROGRAM)).await;
        let ready = worker.hear().await;
        assert!(ready.starts_with(r#"{"ready":{"#), "{what}: {ready}");
        worker.say(&bytes).await;
        check(what, worker).await;
    }
}

/// Limits that make no sense are no way around them: it loads what it can, or ends.
#[tokio::test(flavor = "multi_thread")]
async fn a_greeting_with_mad_limits() {
    for (number, other) in [
        ("16777216", "0"),
        ("16777216", "18446744073709551615"),
        ("1000000000", "0"),
        ("1000000000", "18446744073709551615"),
        ("\"cpu_seconds\":60", "\"cpu_seconds\":0"),
        ("20000", "0"),
        ("a.ts", "../../etc/passwd"),
        ("a.ts", "candor:native"),
        ("a.ts", ""),
    ] {
        let mut worker = FramedWorker::start();
        worker.say(&frame(&HELLO.replace(number, other))).await;
        let WorkerEnd { said, words, .. } = worker.end().await;
        let said = String::from_utf8_lossy(&said);
        assert!(!said.contains(r#"{"ready""#), "{number} is {other}: {said}");
        assert!(!said.contains("root:"), "{number} is {other}: {said}");
        assert!(words.len() < 2_000, "{number} is {other}: {words}");
    }
}
