//! A thousand calls at once, on few workers and in little memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use candor_testkit::http_api::{HttpApi, ScriptedReply};
use candor_testkit::{RawClient, ServerEra};
use futures_util::future::join_all;
use serde_json::json;

use super::kit::{FunctionGateway, KernelProcess, done, program, source, within};

const CALLS: usize = 1_000;

/// How many workers each of the two programs may have.
const WORKERS: usize = 8;

/// What the gateway and all workers may hold together. Measured on an unoptimised build, with a
/// thousand calls on their way: about 500 MiB.
const MOST_MEMORY: u64 = 1024 * 1024 * 1024;

/// Idle workers are looked at twice a minute and end after one.
const IDLE: Duration = Duration::from_mins(3);

/// The peak of what was seen.
#[derive(Debug)]
struct PeakUsage {
    workers: usize,
    memory: u64,
}

/// Watches a gateway from a thread of its own until it is told to stop.
struct UsageWatcher {
    stop: Arc<AtomicBool>,
    thread: std::thread::JoinHandle<PeakUsage>,
}

// === impl UsageWatcher ===

impl UsageWatcher {
    fn over(gateway: u32) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            let mut peak = PeakUsage {
                workers: 0,
                memory: 0,
            };
            while !stopped.load(Ordering::SeqCst) {
                let workers = KernelProcess::workers_of(gateway);
                let memory: u64 = workers.iter().map(|it| it.memory()).sum();
                peak.workers = peak.workers.max(workers.len());
                peak.memory = peak.memory.max(memory + KernelProcess(gateway).memory());
                std::thread::sleep(Duration::from_millis(20));
            }
            peak
        });
        Self { stop, thread }
    }

    fn end(self) -> PeakUsage {
        self.stop.store(true, Ordering::SeqCst);
        self.thread.join().expect("a watch")
    }
}

/// Makes the calls, all at once; each must say what it was asked for.
async fn storm(stage: &FunctionGateway, tool: &str, url: &str) {
    let pool = reqwest::Client::new();
    let calls = (0..CALLS).map(|at| {
        let pool = pool.clone();
        async move {
            let address = stage.gateway.url();
            let mut client = RawClient::http_pooled(address, ServerEra::Modern, pool).await;
            let arguments = json!({"n": at, "url": format!("{url}/{at}")});
            let said = done(&mut client, tool, &arguments).await;
            assert_eq!(said, format!("{} squared is {}", at, at * at), "{tool}");
        }
    });
    join_all(calls).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_calls_at_once() {
    let api = HttpApi::start().expect("an API");
    api.answer("GET", "/*", |request| {
        let n: usize = request.path()[1..].parse().expect("a number");
        ScriptedReply::json(&json!({"square": n * n}))
    });
    let compute =
        "const square: number = input.n * input.n; return `${input.n} squared is ${square}`;";
    let ask = "const { square } = await (await fetch(input.url)).json();
        return `${input.n} squared is ${square}`;";
    let computes = program(&[("square", "", compute)]);
    let asks = program(&[("square", "", ask)]);
    // One caller is given three quarters of a source's calls.
    let workers = format!(
        "workers = {WORKERS}\ncall_timeout = \"2m\"\nallow_private = true\nconcurrent_calls = 2000\n"
    );
    let config = source("f", "f", &workers) + &source("g", "g", &workers);
    let files = [("f/index.ts", &*computes), ("g/index.ts", &*asks)];
    let stage = FunctionGateway::open(&files, &config).await;

    let watch = UsageWatcher::over(stage.gateway.pid());
    let origin = api.origin();
    storm(&stage, "f_square", "").await;
    storm(&stage, "g_square", &origin).await;
    tokio::join!(
        storm(&stage, "f_square", ""),
        storm(&stage, "g_square", &origin)
    );
    let peak = watch.end();
    assert_eq!(api.requests().len(), 2 * CALLS);
    // It must have seen something to be able to see too much.
    assert!((2..=2 * WORKERS).contains(&peak.workers), "{peak:?}");
    assert!(peak.memory > 0 && peak.memory < MOST_MEMORY, "{peak:?}");

    within(IDLE, "the end of idle workers", async || {
        stage.workers().is_empty().then_some(())
    })
    .await;
    // They come back when they are needed.
    let mut client = stage.client(ServerEra::Modern).await;
    let said = done(&mut client, "f_square", &json!({"n": 3})).await;
    assert_eq!(said, "3 squared is 9");
    stage.end();
}
