//! Programs that are no workers, or workers that were taken over.

use candor_script::{ScriptLimits, ScriptProgram, ScriptSpec};
use serde_json::json;

use super::program::{ProgramFolder, call, failure, lives, until, wide, worker};

const READY: &str = r#"{"ready":{"tools":[{"name":"x","description":"Does it."}]}}"#;

/// A script for `sh` that says these frames and stays.
fn saying(frames: &[&str]) -> String {
    let frames = frames.iter().map(|json| {
        let [one, two, three, four] = u32::try_from(json.len()).unwrap().to_le_bytes();
        format!("printf '\\{one:03o}\\{two:03o}\\{three:03o}\\{four:03o}%s' '{json}'; ")
    });
    frames.collect::<String>() + "sleep 60"
}

async fn load(program: &str, args: &[&str], limits: ScriptLimits) -> Result<ScriptProgram, String> {
    let folder = ProgramFolder::new(&[("index.ts", "")]);
    let spec = ScriptSpec {
        command: worker(program, args),
        ..folder.spec(limits)
    };
    let loaded = ScriptProgram::load(&spec).await;
    loaded.map_err(|error| error.to_diagnostic().to_string())
}

#[tokio::test]
async fn what_is_no_worker_is_told() {
    let unconfined = saying(&[r#"{"unconfined":{"sentence":"the kernel is too old"}}"#]);
    let early = saying(&[r#"{"tested":{}}"#]);
    let strange = saying(&[r#"{"sung":{}}"#]);
    let script = |text| ["-c", text];
    let cases: [(&str, &[&str], &str); 8] = [
        (
            "/nowhere/worker",
            &[],
            "`/nowhere/worker` cannot be started: No such file",
        ),
        ("/bin/true", &[], "ended unexpectedly: exit status: 0"),
        (
            "/bin/sh",
            &script("echo 'out of   order' >&2; exit 3"),
            "ended unexpectedly: exit status: 3: out of order",
        ),
        (
            "/bin/sh",
            &script("kill -9 $$"),
            "ended unexpectedly: it was killed",
        ),
        (
            "/bin/sh",
            &script("echo no frame at all"),
            "it said what cannot be understood",
        ),
        (
            "/bin/sh",
            &script(&unconfined),
            "could not confine itself: the kernel is too old",
        ),
        (
            "/bin/sh",
            &script(&early),
            "it answered before it was asked",
        ),
        (
            "/bin/sh",
            &script(&strange),
            "it said what cannot be understood",
        ),
    ];
    for (program, args, expect) in cases {
        // Twice: the first must not spoil the second.
        for _ in 0..2 {
            let told = load(program, args, wide()).await.expect_err(expect);
            assert!(told.contains(expect), "{program} {args:?}: {told}");
        }
    }
}

#[tokio::test]
async fn a_worker_is_not_taken_at_its_word() {
    let long = format!(
        r#"{{"done":{{"result":{{"content":[],"x":"{}"}},"retire":false}}}}"#,
        "x".repeat(2_000)
    );
    let limits = ScriptLimits {
        max_result: 1_000,
        ..wide()
    };
    for (said, expect, is_kept) in [
        (
            long.as_str(),
            "the tool's result has more than 1000 bytes; ask it for less",
            false,
        ),
        (
            r#"{"done":{"result":{"contents":[]},"retire":false}}"#,
            "the tool failed: its result is spoilt: it has no list `content`",
            true,
        ),
        (
            READY,
            "the process that ran the tool ended unexpectedly: it said what cannot be understood",
            false,
        ),
        (
            r#"{"unconfined":{"sentence":"now I am free"}}"#,
            "the process that ran the tool ended unexpectedly: it said what cannot be understood",
            false,
        ),
    ] {
        let script = saying(&[READY, said]);
        let program = load("/bin/sh", &["-c", &script], limits).await.unwrap();
        let pid = program.idle()[0];
        let told = failure(call(&program, "x", json!({})).await);
        assert_eq!(told.to_string(), expect);
        assert_eq!(program.idle() == [pid], is_kept, "{said}");
        if !is_kept {
            until("it is gone", || !lives(pid)).await;
        }
    }
}
