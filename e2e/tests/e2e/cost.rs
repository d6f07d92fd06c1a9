//! What a call and a list cost in system calls: counts, which no slow machine changes but for the
//! audit's, which is folded into the database every so often.
//!
//! Whoever makes them dearer on purpose raises the bound here, and says why.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{CandorProcess, RawClient, ServerEra, config, wait_until};

/// How many requests are counted.
const REQUESTS: u32 = 600;

/// How often the audit is folded, and how many file operations and wakes of threads one more
/// transaction takes at most.
const FOLD_EVERY: Duration = Duration::from_millis(200);
const FOLD_COST: f64 = 40.0;
const FOLD_WAKES: f64 = 40.0;

/// What the server offers.
const TOOLS: &str = r#"[{"name":"echo","description":"Echoes.","inputSchema":{"type":"object"},
    "annotations":{"readOnlyHint":true,"openWorldHint":false}}]"#;

/// What one request costs on average.
#[derive(Debug)]
struct RequestCost {
    /// How often something is received from a socket.
    received: f64,
    /// How often something is sent to one.
    sent: f64,
    /// How often something is written to a pipe, or to wake a thread that waits for the network.
    written: f64,
    /// How often a file is changed or opened.
    files: f64,
    /// How often it may be because of the time that the requests took.
    files_of_time: f64,
    /// How often a thread wakes another one or goes to sleep.
    wakes: f64,
    /// How often it may be because of that time.
    wakes_of_time: f64,
}

/// `strace`, counting the system calls of a process.
struct SystemCallCounter {
    tracer: Child,
    counts: tempfile::NamedTempFile,
}

// === impl SystemCallCounter ===

impl SystemCallCounter {
    /// Attaches to every thread of a process.
    fn attach(pid: u32) -> Self {
        let counts = tempfile::NamedTempFile::new().expect("a file");
        let mut tracer = Command::new("strace")
            .args(["-f", "-c", "-o"])
            .arg(counts.path())
            .args(["-p", &pid.to_string()])
            .stderr(Stdio::piped())
            .spawn()
            .expect("strace, which scripts/test installs");
        let stderr = tracer.stderr.take().expect("its words");
        let mut lines = BufReader::new(stderr).lines();
        let attached = lines.find(|line| line.as_ref().is_ok_and(|line| line.contains("attached")));
        assert!(attached.is_some(), "strace cannot attach");
        // It goes on to say so for threads that begin later.
        std::thread::spawn(move || lines.for_each(drop));
        Self { tracer, counts }
    }

    /// The number of calls by name.
    fn finish(mut self) -> BTreeMap<String, f64> {
        let stopped = Command::new("kill")
            .args(["-INT", &self.tracer.id().to_string()])
            .status();
        assert!(stopped.is_ok_and(|status| status.success()), "it runs");
        self.tracer.wait().expect("it ends");
        let table = std::fs::read_to_string(self.counts.path()).expect("a table");
        let rows = table.lines().filter_map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let (name, calls) = (words.last()?, words.get(3)?);
            Some(((*name).to_owned(), calls.parse().ok()?))
        });
        rows.collect()
    }
}

/// What a request costs that is made so many times, one after the other.
async fn cost(
    candor: &CandorProcess,
    client: &mut RawClient,
    method: &str,
    params: &str,
) -> RequestCost {
    for _ in 0..20 {
        client.request(method, params).await.result();
    }
    let counter = SystemCallCounter::attach(candor.pid());
    let began = Instant::now();
    for _ in 0..REQUESTS {
        client.request(method, params).await.result();
    }
    let counts = counter.finish();
    let folds = began.elapsed().as_secs_f64() / FOLD_EVERY.as_secs_f64();
    let each = |names: &[&str]| {
        let sum: f64 = names.iter().filter_map(|name| counts.get(*name)).sum();
        sum / f64::from(REQUESTS)
    };
    RequestCost {
        received: each(&["readv", "recvfrom", "recvmsg"]),
        sent: each(&["writev", "sendto", "sendmsg"]),
        written: each(&["write"]),
        files: each(&[
            "pwrite64",
            "pwritev",
            "fsync",
            "fdatasync",
            "msync",
            "ftruncate",
            "openat",
        ]),
        files_of_time: folds * FOLD_COST / f64::from(REQUESTS),
        wakes: each(&["futex"]),
        wakes_of_time: folds * FOLD_WAKES / f64::from(REQUESTS),
    }
}

/// A gateway with the tool of this source, and a client that sees it.
async fn serving(config: &str) -> (CandorProcess, RawClient) {
    let candor = CandorProcess::served(config).await;
    let mut client = candor.client(ServerEra::Modern).await;
    wait_until("tools", async || !client.tools().await.is_empty()).await;
    (candor, client)
}

async fn cost_of_call(candor: &CandorProcess, client: &mut RawClient) -> RequestCost {
    let params = r#"{"name":"s_echo","arguments":{"a":1}}"#;
    cost(candor, client, "tools/call", params).await
}

#[tokio::test(flavor = "multi_thread")]
async fn system_calls_of_a_call_and_of_a_list() {
    let server = script::serve_http(&ServerScript::echoing(TOOLS), ServerEra::Modern);
    let trusted = config::url("s", server.url(), "trust = \"trusted\"");
    let (candor, mut client) = serving(&trusted).await;
    let call = cost_of_call(&candor, &mut client).await;
    // The request and the answer, each received once and sent once. The audit is folded for many
    // calls at once.
    assert!((1.9..2.2).contains(&call.sent), "{call:?}");
    assert!((1.9..2.5).contains(&call.received), "{call:?}");
    assert!(call.files <= 0.5 + call.files_of_time, "{call:?}");
    // The thread that reads the request sends the answer. Waking another for it would take two each.
    assert!(call.wakes <= 0.8 + call.wakes_of_time, "{call:?}");
    let list = cost(&candor, &mut client, "tools/list", "{}").await;
    // Nobody is asked for a list, and nothing is kept of it.
    assert!((0.9..1.2).contains(&list.sent), "{list:?}");
    assert!((0.9..1.5).contains(&list.received), "{list:?}");
    assert!(list.files <= 0.2, "{list:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn system_calls_of_a_call_to_a_program() {
    let file = ServerScript::echoing(TOOLS).file();
    let trusted = config::script("s", &file, ServerEra::Modern, "trust = \"trusted\"");
    let (candor, mut client) = serving(&trusted).await;
    let call = cost_of_call(&candor, &mut client).await;
    assert!((0.9..1.2).contains(&call.sent), "{call:?}");
    // The thread that reads the request writes the line as well; only the answer may come to
    // another thread than the one that waits for it.
    assert!((0.9..2.0).contains(&call.written), "{call:?}");
    assert!(call.wakes <= 2.0 + call.wakes_of_time, "{call:?}");
}
