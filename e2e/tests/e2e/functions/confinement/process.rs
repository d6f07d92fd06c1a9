//! The process that a function runs in, as the kernel sees it.

use candor_testkit::{ServerEra, wait_until};
use serde_json::json;

use super::fortress;
use crate::functions::kit::{FunctionGateway, KernelProcess};

/// The workers of a gateway, one of them with a call under way.
async fn live(stage: &FunctionGateway) -> Vec<KernelProcess> {
    let mut client = stage.client(ServerEra::Modern).await;
    // The test looks while it sleeps, and does not wait for its end.
    tokio::spawn(async move {
        client.call("f_nap", &json!({}).to_string()).await;
    });
    wait_until("a worker that sleeps", async || {
        stage.gateway.log().contains("asleep now")
    })
    .await;
    stage.workers()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_has_given_everything_up() {
    let nap = "console.log('asleep now'); await new Promise((wake) => setTimeout(wake, 30_000));";
    let stage = fortress(&[("nap", nap)], "").await;
    let workers = live(&stage).await;
    assert!(workers.len() >= 2, "one for each program: {workers:?}");
    let mut inherited = KernelProcess(std::process::id()).open();
    inherited.retain(|(number, _)| !["0", "1", "2"].contains(&&**number));
    for worker in workers {
        // No system call but the few of the filter, and no way to more rights.
        assert_eq!(worker.status("Seccomp").as_deref(), Some("2"), "{worker:?}");
        assert_eq!(
            worker.status("NoNewPrivs").as_deref(),
            Some("1"),
            "{worker:?}"
        );
        // Three pipes: no file, no socket, nothing of the gateway's. What this test was started with
        // and passes on to every child is not the gateway's.
        let mut open = worker.open();
        open.retain(|it| !inherited.contains(it));
        let numbers: Vec<&str> = open.iter().map(|(number, _)| number.as_str()).collect();
        assert_eq!(numbers, ["0", "1", "2"], "{open:?}");
        for (number, to) in &open {
            let is_pipe = to.to_string_lossy().starts_with("pipe:");
            assert!(is_pipe, "{number} is {}", to.display());
        }
        // Nothing of the gateway's environment, folder or group.
        assert_eq!(
            worker.text("environ").as_deref(),
            Some("MIMALLOC_ARENA_RESERVE=0\0")
        );
        assert_eq!(worker.link("cwd").as_deref(), Some("/".as_ref()));
        let limits = worker.text("limits").expect("limits");
        for (name, value) in [
            ("Max processes", "0"),
            ("Max open files", "3"),
            ("Max file size", "0"),
            ("Max core file size", "0"),
        ] {
            let line = limits.lines().find(|line| line.starts_with(name));
            let line = line.unwrap_or_else(|| panic!("no {name}: {limits}"));
            let found: Vec<&str> = line[name.len()..].split_whitespace().take(2).collect();
            assert_eq!(found, [value, value], "{line}");
        }
        for name in ["Max address space", "Max cpu time"] {
            let line = limits.lines().find(|line| line.starts_with(name));
            assert!(
                line.is_some_and(|line| !line.contains("unlimited")),
                "{limits}"
            );
        }
        let children = worker.text(&format!("task/{}/children", worker.0));
        assert_eq!(children.unwrap_or_default(), "", "{worker:?}");
    }
}

/// Workers end with their gateway, however it ends.
#[tokio::test(flavor = "multi_thread")]
async fn no_worker_outlives_its_gateway() {
    let nap = "console.log('asleep now'); await new Promise((wake) => setTimeout(wake, 600_000));";
    let spin = "console.log('asleep now'); for (;;);";
    for (body, kill) in [(nap, false), (nap, true), (spin, true)] {
        let stage = fortress(&[("nap", body)], "cpu_time = \"2s\"\n").await;
        let workers = live(&stage).await;
        assert!(!workers.is_empty());
        let _folder = if kill {
            stage.gateway.kill()
        } else {
            stage.gateway.stop().0
        };
        wait_until("the end of the workers", async || {
            workers
                .iter()
                .filter(|it: &&KernelProcess| {
                    it.text("cmdline")
                        .is_none_or(|line| !line.contains("script"))
                })
                .count()
                == workers.len()
        })
        .await;
    }
}
