//! How workers begin, wait and end.

use std::fs;
use std::process::Command;
use std::time::Duration;

use tokio::time::timeout;

use crate::support::{MIB, WIDE, lives, pool, run, until};

#[tokio::test]
async fn a_worker_is_kept_for_the_next_job() {
    let workers = pool(WIDE);
    assert!(workers.idle().is_empty(), "none is started in advance");
    run(&workers, ".", "1").await.unwrap();
    let first = workers.idle();
    run(&workers, ".", "2").await.unwrap();
    assert_eq!(workers.idle(), first);
    assert_eq!(first.len(), 1);
}

#[tokio::test]
async fn a_worker_has_nothing_it_does_not_need() {
    let workers = pool(WIDE);
    run(&workers, ".", "1").await.unwrap();
    let place = format!("/proc/{}", workers.idle()[0]);
    let environment = fs::read_to_string(format!("{place}/environ")).unwrap();
    assert_eq!(environment, "MIMALLOC_ARENA_RESERVE=0\0");
    let directory = fs::read_link(format!("{place}/cwd")).unwrap();
    assert_eq!(directory.as_os_str(), "/");
    // Whatever started the tests may have left files open to all its descendants.
    let ours = open_files("/proc/self");
    let open = open_files(&place);
    assert!(
        open[..3].iter().all(|file| file.starts_with("pipe:")),
        "{open:?}"
    );
    assert!(
        open[3..].iter().all(|file| ours.contains(file)),
        "{open:?}, {ours:?}"
    );
    let limits = fs::read_to_string(format!("{place}/limits")).unwrap();
    let memory = ((512 + 128) * MIB).to_string();
    for (name, limit) in [
        ("Max cpu time", "662"),
        ("Max file size", "0"),
        ("Max data size", &memory),
        ("Max core file size", "0"),
        ("Max processes", "0"),
        ("Max open files", "3"),
        ("Max address space", &memory),
    ] {
        let line = limits.lines().find_map(|line| line.strip_prefix(name));
        let line = line.unwrap_or_else(|| panic!("no `{name}` in {limits}"));
        let columns: Vec<_> = line.split_whitespace().take(2).collect();
        // A second to end by itself.
        let hard = if name == "Max cpu time" { "663" } else { limit };
        assert_eq!(columns, [limit, hard], "{name}");
    }
}

#[tokio::test]
async fn a_worker_that_waits_too_long_ends() {
    let workers = pool(WIDE).with_idle_time(Duration::from_millis(50));
    run(&workers, ".", "1").await.unwrap();
    until("nobody waits", || workers.idle().is_empty()).await;
    // And the next one is looked after too.
    assert_eq!(run(&workers, ".", "2").await.unwrap(), ["2"]);
    until("nobody waits", || workers.idle().is_empty()).await;
}

#[tokio::test]
async fn workers_end_with_their_pool() {
    let workers = pool(WIDE);
    let (one, other) = tokio::join!(run(&workers, ".", "1"), run(&workers, ".", "2"));
    assert_eq!(
        (one.unwrap(), other.unwrap()),
        (vec!["1".to_owned()], vec!["2".to_owned()])
    );
    let pids = workers.idle();
    assert_eq!(pids.len(), 2);
    let clone = workers.clone();
    drop(workers);
    assert!(pids.iter().all(|pid| lives(*pid)), "a clone is left");
    drop(clone);
    until("the workers are gone", || {
        !pids.iter().any(|pid| lives(*pid))
    })
    .await;
}

#[tokio::test]
async fn a_worker_that_died_in_its_sleep_is_replaced() {
    let workers = pool(WIDE);
    run(&workers, ".", "1").await.unwrap();
    let pid = workers.idle()[0];
    let killed = Command::new("kill").args(["-9", &pid.to_string()]).status();
    assert!(killed.unwrap().success());
    // Whether its end has been noticed by now or not.
    assert_eq!(run(&workers, ".", "2").await.unwrap(), ["2"]);
    assert_ne!(workers.idle(), [pid]);
}

#[tokio::test]
async fn a_job_that_nobody_waits_for_is_over() {
    let workers = pool(candor_jq::FilterLimits { workers: 1, ..WIDE });
    run(&workers, ".", "1").await.unwrap();
    let pid = workers.idle()[0];
    let endless = run(&workers, "def f: f; f", "1");
    assert!(timeout(Duration::from_millis(200), endless).await.is_err());
    until("its worker is gone", || !lives(pid)).await;
    assert_eq!(run(&workers, ".", "2").await.unwrap(), ["2"]);
}

/// What a process has open, by number.
fn open_files(place: &str) -> Vec<String> {
    let files = fs::read_dir(format!("{place}/fd")).unwrap();
    let mut files: Vec<_> = files
        .map(|file| file.unwrap().path())
        // The directory that is being read is one of ours, and closed in a moment.
        .filter_map(|path| Some((path.clone(), fs::read_link(path).ok()?)))
        .map(|(path, target)| {
            let number = path.file_name().unwrap().to_string_lossy().parse::<u32>();
            (number.unwrap(), target.to_string_lossy().into_owned())
        })
        .collect();
    files.sort();
    files.into_iter().map(|(_, target)| target).collect()
}
