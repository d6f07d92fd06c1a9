//! A verification that is killed in the middle leaves nothing that runs, and its folder is removed by
//! the next one.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use candor_testkit::{candor, wait_until};

/// A server that says it is there, starts a process of its own in a new session, and never answers.
const SERVER: &str = "import subprocess, sys, time\n\
    subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)', sys.argv[1] + '-child'], start_new_session=True)\n\
    time.sleep(600)\n";

/// Whether a process has this word on its command line.
fn runs(word: &str) -> bool {
    let processes = std::fs::read_dir("/proc").expect("a list of processes");
    let mut lines = processes
        .flatten()
        .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.any(|line| {
        line.split(|byte| *byte == 0)
            .any(|one| one == word.as_bytes())
    })
}

/// The temporary sandboxes of a process.
fn worlds(process: u32) -> Vec<PathBuf> {
    let start = format!("candor-verify-{process}-");
    let entries = std::fs::read_dir(std::env::temp_dir()).expect("a folder");
    let paths = entries.flatten().map(|entry| entry.path());
    paths
        .filter(|path| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| name.starts_with(&start))
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_runs_after_a_verification_was_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let marker = format!("candor-killed-{}", std::process::id());
    let child_marker = format!("{marker}-child");
    let mut run = candor::command(folder.path());
    run.args(["verify", "--", "/usr/bin/python3", "-c", SERVER, &marker])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut run = run.spawn().expect("it starts");
    let process = run.id();
    wait_until("the server and its child", async || {
        runs(&marker) && runs(&child_marker)
    })
    .await;
    run.kill().expect("it is killed");
    run.wait().expect("it has ended");
    wait_until("their end", async || !runs(&marker) && !runs(&child_marker)).await;
    let mounts = std::fs::read_to_string("/proc/self/mounts").expect("the mounts");
    assert!(!mounts.contains("candor-verify-"), "{mounts}");
    // It could not remove its world any more; the next run does.
    let (_, said) = candor::ended(&candor::run(folder.path(), &["verify", "--", "/bin/true"]));
    assert_eq!(worlds(process), Vec::<PathBuf>::new(), "{said}");
    assert!(!Path::new("/proc").join(process.to_string()).exists());
}
