//! What becomes of processes: none is left behind, and limits hold.

use std::time::Duration;

use crate::prelude::*;

/// Whether a process runs.
fn is_alive(process: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"));
    status.is_ok_and(|status| !status.contains("(zombie)"))
}

async fn gone(process: &str) -> bool {
    for _ in 0..500 {
        if !is_alive(process) {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    false
}

/// Leaves a process behind that has left the group and closed everything.
const DAEMON: &str = r"
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        open(WORK + '/id', 'w').write(str(os.getpid()))
        for fd in range(3): os.close(fd)
        import time
        time.sleep(1000)
    os._exit(0)
os.wait()
while not os.path.exists(WORK + '/id') or not open(WORK + '/id').read(): pass
";

#[tokio::test]
async fn a_process_that_left_the_group_ends_with_the_program() {
    for level in [
        ConfineLevel::Watch,
        ConfineLevel::Standard,
        ConfineLevel::Strict,
    ] {
        let world = World::new(level);
        let code = format!(
            "import os\nWORK={:?}\n{DAEMON}",
            world.work.to_str().unwrap()
        );
        let mut confined = world
            .start("/usr/bin/python3", &["-I", "-S", "-c", &code])
            .unwrap();
        let status = confined.child.wait().await.unwrap();
        assert!(status.success(), "{level}");
        let id = std::fs::read_to_string(world.work.join("id")).unwrap();
        assert!(is_alive(&id), "{level}");
        drop(confined);
        assert!(gone(&id).await, "{level}: {id} lives on");
    }
}

#[tokio::test]
async fn a_program_that_is_dropped_is_killed() {
    let world = World::new(ConfineLevel::Standard);
    let confined = world.start("/bin/sleep", &["1000"]).unwrap();
    let id = confined.child.id().unwrap().to_string();
    drop(confined);
    assert!(gone(&id).await);
}

#[tokio::test]
async fn a_program_that_cannot_be_started_is_told() {
    let world = World::new(ConfineLevel::Standard);
    let error = world.start("no-such-program", &[]).unwrap_err();
    assert!(matches!(error, ConfineError::Start { .. }), "{error}");
    let error = world.start("/no/such/program", &[]).unwrap_err();
    assert!(error.to_string().contains("/no/such/program"), "{error}");
    let text = world.work.join("text");
    std::fs::write(&text, "no program").unwrap();
    let error = world.start(text.to_str().unwrap(), &[]).unwrap_err();
    assert!(error.to_string().contains("Permission denied"), "{error}");
}

#[tokio::test]
async fn limits_hold() {
    let mut world = World::new(ConfineLevel::Standard);
    world.permissions.limits.open_files = Some(16);
    world.permissions.limits.file_size = Some(100);
    world.permissions.limits.memory = Some(200 << 20);
    let code = r"
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
attempt(lambda: [open('/dev/null') for _ in range(20)])
def write():
    with open(WORK + '/a', 'wb', 0) as f:
        f.write(b'x' * 100)
        f.write(b'x')
attempt(write)
try:
    bytearray(400 << 20)
    print('ok')
except MemoryError: print('memory')
";
    let ran = world.python(code).await;
    assert_eq!(ran.stdout, "EMFILE\nEFBIG\nmemory\n", "{ran:?}");
}

#[tokio::test]
async fn the_environment_is_what_was_given() {
    let mut world = World::new(ConfineLevel::Standard);
    world.environment.push(("GIVEN".into(), "1".into()));
    let ran = world.run("/usr/bin/env", &[]).await;
    let mut names: Vec<&str> = ran
        .stdout
        .lines()
        .filter_map(|line| line.split('=').next())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["GIVEN", "PATH", "TEMP", "TMP", "TMPDIR"], "{ran:?}");
}

#[tokio::test]
async fn standard_input_and_output_are_pipes_to_the_parent() {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let world = World::new(ConfineLevel::Strict);
    let mut confined = world.start("/bin/cat", &[]).unwrap();
    let mut stdin = confined.child.stdin.take().unwrap();
    stdin.write_all(b"there and back").await.unwrap();
    drop(stdin);
    let mut out = String::new();
    confined
        .child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut out)
        .await
        .unwrap();
    assert_eq!(out, "there and back");
    assert!(confined.child.wait().await.unwrap().success());
}

#[tokio::test]
async fn a_variable_that_is_given_twice_has_its_last_value_for_the_plan_too() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path().canonicalize().unwrap();
    let mut world = World::new(ConfineLevel::Standard);
    for value in ["/nonexistent", home.to_str().unwrap()] {
        world.environment.push(("HOME".into(), value.into()));
    }
    std::fs::create_dir(home.join(".npm")).unwrap();
    let code = "open(os.environ['HOME'] + '/.npm/made', 'w').close()\nprint(os.environ['HOME'])";
    let ran = world.python(code).await;
    assert_eq!(ran.line(), home.to_str().unwrap(), "{ran:?}");
    assert!(
        home.join(".npm/made").exists(),
        "its cache is that of its home"
    );
}
