//! What the kernel itself says of a confined process.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::Child;

use crate::victim::{CONFINED, start};

/// A victim that waits in its bounds. It ends when its input does.
fn waiting() -> Child {
    let mut child = start("wait", "");
    let mut lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    let is_confined = lines.any(|line| line.unwrap().ends_with(CONFINED));
    assert!(is_confined, "it ended before");
    child
}

fn end(mut child: Child) {
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_kernel_knows_every_limit() {
    let child = waiting();
    let known = fs::read_to_string(format!("/proc/{}/limits", child.id())).unwrap();
    for (name, limit) in [
        ("Max cpu time", "60"),
        ("Max file size", "67108864"),
        ("Max data size", "4294967296"),
        ("Max core file size", "0"),
        ("Max processes", "4096"),
        ("Max open files", "64"),
        ("Max address space", "4294967296"),
    ] {
        let line = known.lines().find_map(|line| line.strip_prefix(name));
        let line = line.unwrap_or_else(|| panic!("no `{name}` in {known}"));
        let columns: Vec<_> = line.split_whitespace().take(2).collect();
        // A second to end by itself.
        let hard = if name == "Max cpu time" { "61" } else { limit };
        assert_eq!(columns, [limit, hard], "{name}");
    }
    end(child);
}

/// The victim has two threads: the test's, which confines, and the one that waits for it.
#[test]
fn the_kernel_filters_every_thread() {
    let child = waiting();
    let threads: Vec<_> = fs::read_dir(format!("/proc/{}/task", child.id()))
        .unwrap()
        .map(|thread| thread.unwrap().path())
        .collect();
    assert_eq!(threads.len(), 2, "{threads:?}");
    // A container may have put filters on all of us already.
    let ours = fs::read_to_string("/proc/self/status").unwrap();
    let filters: u32 = word(&ours, "Seccomp_filters:").parse().unwrap();
    for thread in threads {
        let status = fs::read_to_string(thread.join("status")).unwrap();
        assert_eq!(word(&status, "NoNewPrivs:"), "1");
        assert_eq!(word(&status, "Seccomp:"), "2");
        let found = word(&status, "Seccomp_filters:");
        assert_eq!(found, (filters + 2).to_string());
    }
    end(child);
}

/// What stands behind a name in a status.
fn word<'a>(status: &'a str, name: &str) -> &'a str {
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.unwrap_or_else(|| panic!("no `{name}` in {status}"))
        .trim()
}
