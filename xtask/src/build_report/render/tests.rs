//! A small report, and what is found in it again.

use super::*;
use crate::build_report::figures::{
    BinarySize, ColdBuild, FutureFigures, LibraryFigures, MachineFacts, Rebuild, Serving, SlowCrate,
};

fn figures() -> BuildFigures {
    let slow = |name: &str, is_own, seconds| SlowCrate {
        name: name.to_owned(),
        is_own,
        seconds,
    };
    BuildFigures {
        machine: MachineFacts {
            cores: 2,
            compiler: "rustc 1.95.0".to_owned(),
            commit: "abc1234".to_owned(),
        },
        cold: Some(ColdBuild {
            wall_seconds: 300.04,
            cpu_seconds: 550.0,
            folder_bytes: 3 << 30,
            own_seconds: 200.0,
            dependency_seconds: 310.5,
            script_seconds: 40.0,
            floor_seconds: 350.5,
            slowest: vec![
                slow("candor-gateway", true, 41.0),
                slow("libc 0.2.1", false, 7.5),
            ],
        }),
        rebuild: Some(Rebuild {
            wall_seconds: 61.0,
            cpu_seconds: 99.0,
            crates: ["candor_gateway", "candor"].map(str::to_owned).to_vec(),
        }),
        binary: BinarySize {
            file_bytes: 100 << 20,
            loaded_bytes: 30 << 20,
            functions: 123_456,
        },
        futures: Some(FutureFigures {
            libraries: vec![LibraryFigures {
                library: "candor_store".to_owned(),
                bodies: 800,
                drop_glue: 700,
                outside: 600,
                copies: 500,
            }],
            most_copied: vec!["5 of <Store as A>::read --> (candor_api)".to_owned()],
        }),
        serving: Some(Serving {
            source: "the demo".to_owned(),
            tools: 101,
            start_milliseconds: 250.4,
            calls: 10_000,
            resident_kib: 50 << 10,
        }),
    }
}

#[track_caller]
fn says(report: &str, part: &str) {
    assert!(report.contains(part), "no `{part}` in\n{report}");
}

#[test]
fn everything_is_in_the_report() {
    let report = report(&figures(), None);
    for part in [
        "commit abc1234, rustc 1.95.0, 2 cores",
        "| wall time | 300.0 s |",
        "| target folder | 3072.0 MiB |",
        "| not of this workspace | 350.5 s |",
        "| **candor-gateway** | 41.0 s |",
        "| libc 0.2.1 | 7.5 s |",
        "| crates built | 2 |",
        "Built: `candor_gateway`, `candor`.",
        "| functions | 123,456 |",
        "| `candor_store`: copies | 500 |",
        "- `5 of <Store as A>::read",
        "| server | the demo |",
        "| first `tools/list` | 250 ms |",
        "| resident after 10,000 calls | 50.0 MiB |",
    ] {
        says(&report, part);
    }
    assert!(!report.contains("before |"), "{report}");
}

#[test]
fn figures_are_found_again() {
    let figures = figures();
    let report = report(&figures, None);
    assert_eq!(figures_in(&report), Ok(figures));
}

#[test]
fn an_earlier_report_stands_beside() {
    let before = figures();
    let mut now = figures();
    now.binary.file_bytes = 90 << 20;
    now.machine.commit = "def5678".to_owned();
    let cold = now.cold.as_mut().unwrap();
    cold.slowest[1].name = "libc 0.3.0".to_owned();
    now.serving = None;
    let report = report(&now, Some(&before));
    for part in [
        "Before: commit abc1234",
        "| file | 100.0 MiB | 90.0 MiB |",
        "| libc 0.3.0 | – | 7.5 s |",
        "| **candor-gateway** | 41.0 s | 41.0 s |",
        "Not measured.",
    ] {
        says(&report, part);
    }
    // The new figures are kept, not the earlier ones.
    assert_eq!(figures_in(&report), Ok(now));
}

#[test]
fn what_was_not_measured_before_is_a_dash() {
    let before = BuildFigures::default();
    let report = report(&figures(), Some(&before));
    says(&report, "Before: a binary that was there");
    says(&report, "| wall time | – | 300.0 s |");
    says(&report, "| resident after 10,000 calls | – | 50.0 MiB |");
}

#[test]
fn another_text_is_no_report() {
    for (text, part) in [
        ("", "it has no figures"),
        ("# Notes\n", "it has no figures"),
        ("<!-- build-figures {", "ends within its figures"),
        ("<!-- build-figures 7 -->", "cannot be read"),
        ("<!-- build-figures {\"binary\": 1} -->", "cannot be read"),
    ] {
        let error = figures_in(text).unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    }
    // A report of another version may lack figures and have others.
    let figures = figures_in("<!-- build-figures {\"weather\": \"fine\"} -->").unwrap();
    assert_eq!(figures, BuildFigures::default());
}
