//! How workers begin, wait and end.

use std::fs;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use candor_script::{ScriptCallError, ScriptLimits};
use serde_json::json;
use tokio::time::timeout;

use super::program::{
    call, failure, job, lives, program, program_within, text, tools, until, wide,
};
use super::recorder::HostRecorder;

fn sleeper() -> String {
    tools(&[
        ("hi", "return 'hello';"),
        (
            "wait",
            "ctx.progress(1); await new Promise((done) => { setTimeout(done, 60_000); \
             ctx.signal.addEventListener('abort', done); }); return 'woken';",
        ),
        ("spin", "ctx.progress(1); for (;;) {}"),
    ])
}

fn kill(pid: u32) {
    let killed = Command::new("kill").args(["-9", &pid.to_string()]).status();
    assert!(killed.unwrap().success());
}

#[tokio::test]
async fn a_worker_has_nothing_it_does_not_need() {
    let (program, _folder) = program(&sleeper()).await;
    let pid = program.idle()[0];
    let place = format!("/proc/{pid}");
    let environment = fs::read_to_string(format!("{place}/environ")).unwrap();
    assert_eq!(environment, "MIMALLOC_ARENA_RESERVE=0\0");
    let directory = fs::read_link(format!("{place}/cwd")).unwrap();
    assert_eq!(directory.as_os_str(), "/");
    let status = fs::read_to_string(format!("{place}/status")).unwrap();
    assert!(status.contains("\nSeccomp:\t2\n"), "{status}");
    // Its own group: what is sent to ours does not reach it.
    let stat = fs::read_to_string(format!("{place}/stat")).unwrap();
    let group = stat.rsplit_once(") ").unwrap().1.split(' ').nth(2).unwrap();
    assert_eq!(group, pid.to_string());
}

#[tokio::test]
async fn a_worker_that_waits_too_long_ends() {
    let limits = ScriptLimits {
        idle: Duration::from_millis(50),
        ..wide()
    };
    let (program, _folder) = program_within(&sleeper(), limits).await;
    until("nobody waits", || program.idle().is_empty()).await;
    // And the next one is looked after too.
    assert_eq!(text(call(&program, "hi", json!({})).await), "hello");
    until("nobody waits", || program.idle().is_empty()).await;
}

#[tokio::test]
async fn workers_end_with_their_program() {
    let (program, _folder) = program(&sleeper()).await;
    let (one, other) = tokio::join!(
        call(&program, "hi", json!({})),
        call(&program, "hi", json!({}))
    );
    assert_eq!(
        (text(one), text(other)),
        ("hello".to_owned(), "hello".to_owned())
    );
    let pids = program.idle();
    assert!(!pids.is_empty());
    let clone = program.clone();
    drop(program);
    assert!(pids.iter().all(|pid| lives(*pid)), "a clone is left");
    drop(clone);
    until("the workers are gone", || {
        !pids.iter().any(|pid| lives(*pid))
    })
    .await;
}

#[tokio::test]
async fn a_call_outlives_whoever_else_held_the_program() {
    let body = "await new Promise((done) => setTimeout(done, 100)); return 'done';";
    let (program, _folder) = program(&tools(&[("slow", body)])).await;
    let held = program.clone();
    let calling = tokio::spawn(async move { call(&held, "slow", json!({})).await });
    drop(program);
    assert_eq!(text(calling.await.unwrap()), "done");
}

#[tokio::test]
async fn a_worker_that_died_in_its_sleep_is_replaced() {
    let (program, _folder) = program(&sleeper()).await;
    let pid = program.idle()[0];
    kill(pid);
    // Whether its end has been noticed by now or not.
    assert_eq!(text(call(&program, "hi", json!({})).await), "hello");
    assert_ne!(program.idle(), [pid]);
}

#[tokio::test]
async fn a_worker_that_dies_in_a_call_harms_no_other() {
    let (program, _folder) = program(&sleeper()).await;
    let pid = program.idle()[0];
    let host = Arc::<HostRecorder>::default();
    let calling = {
        let (program, job) = (program.clone(), job("wait", json!({}), &host));
        tokio::spawn(async move { program.call(job).await })
    };
    until("it runs", || !host.progress().is_empty()).await;
    kill(pid);
    let told = failure(calling.await.unwrap());
    assert!(matches!(told, ScriptCallError::Crashed { .. }), "{told:?}");
    assert!(told.to_string().contains("it was killed"), "{told}");
    assert!(told.was_started());
    assert_eq!(text(call(&program, "hi", json!({})).await), "hello");
}

#[tokio::test]
async fn a_call_that_nobody_waits_for_is_cancelled() {
    let (program, _folder) = program(&sleeper()).await;
    let pid = program.idle()[0];
    let host = Arc::<HostRecorder>::default();
    let waiting = program.call(job("wait", json!({}), &host));
    let heard = until("it runs", || !host.progress().is_empty());
    tokio::select! {
        _ = waiting => panic!("it waits for a minute"),
        () = heard => {}
    }
    // It came to its end by itself, so its worker is as good as before.
    until("it is back", || program.idle() == [pid]).await;
    assert_eq!(text(call(&program, "hi", json!({})).await), "hello");
    assert_eq!(program.idle(), [pid]);
}

#[tokio::test]
async fn a_call_that_does_not_listen_is_killed() {
    let limits = ScriptLimits {
        workers: 1,
        ..wide()
    };
    let (program, _folder) = program_within(&sleeper(), limits).await;
    let pid = program.idle()[0];
    let host = Arc::<HostRecorder>::default();
    let spinning = program.call(job("spin", json!({}), &host));
    let heard = until("it runs", || !host.progress().is_empty());
    tokio::select! {
        _ = spinning => panic!("it spins for ever"),
        () = heard => {}
    }
    // There may be one worker, so the next call waits for the end of this one.
    let next = timeout(Duration::from_mins(1), call(&program, "hi", json!({}))).await;
    assert_eq!(text(next.unwrap()), "hello");
    assert!(!lives(pid));
}
