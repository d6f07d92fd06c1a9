//! Programs that are no workers, or broken ones.

use std::time::Duration;

use candor_jq::{FilterLimits, SelectError};

use crate::support::{WIDE, pool_of, run};

const QUICK: FilterLimits = FilterLimits {
    time: Duration::from_secs(3),
    ..WIDE
};

#[tokio::test]
async fn a_broken_worker_is_an_error_and_no_hang() {
    let cases: [(&str, &[&str], &str); 7] = [
        (
            "/nowhere/worker",
            &[],
            "the filter process `/nowhere/worker` cannot be started",
        ),
        (
            "/bin/true",
            &[],
            "the process that ran the filter ended unexpectedly (exit status: 0); try another \
             filter",
        ),
        (
            "/bin/sh",
            &["-c", "echo 'out of   order' >&2; exit 3"],
            "the process that ran the filter ended unexpectedly (exit status: 3: out of order); \
             try another filter",
        ),
        (
            "/bin/sh",
            &["-c", "kill -9 $$"],
            "the process that ran the filter ended unexpectedly (it was killed: by its parent, \
             by a system short of memory, or because it did not end when its processor time was \
             over); try another filter",
        ),
        (
            "/bin/sh",
            &["-c", "exec >&-; read -r line; read -r line"],
            "the process that ran the filter ended unexpectedly (it closed its output and lives \
             on); try another filter",
        ),
        (
            "/bin/sh",
            &["-c", "echo 'this is no answer to any question'"],
            "the process that ran the filter answered what cannot be understood",
        ),
        (
            "/bin/sleep",
            &["60"],
            "the filter did not finish within 3s; select by a path, or loop over less",
        ),
    ];
    for (program, args, expect) in cases {
        let workers = pool_of(program, args, QUICK);
        // Twice: the first must not spoil the second.
        for _ in 0..2 {
            let error = run(&workers, ".", "1").await.expect_err(program);
            assert_eq!(error.to_string(), expect, "{program} {args:?}");
            let timed_out = matches!(error, SelectError::TimedOut { .. });
            assert_eq!(error.is_ours(), !timed_out, "{program} {args:?}");
        }
        assert!(workers.idle().is_empty(), "{program} {args:?}");
    }
}

#[tokio::test]
async fn a_worker_that_cannot_be_confined_does_nothing() {
    let limits = FilterLimits { memory: 0, ..WIDE };
    let workers = crate::support::pool(limits);
    // A large document too: the worker ends before it has read it.
    for json in ["1".to_owned(), format!("\"{}\"", "x".repeat(1024 * 1024))] {
        let error = run(&workers, "length", &json).await.unwrap_err();
        assert!(matches!(error, SelectError::Unconfined { .. }), "{error:?}");
        let text = error.to_string();
        assert!(text.contains("the limit is to be `134217728`"), "{text}");
    }
    assert!(workers.idle().is_empty());
}
