//! Processes that confine themselves and then try what they may not.
//!
//! The test starts its own binary again as the victim: limits cannot be taken off, so no test may
//! confine the process that runs the others.

#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a victim that cannot go on fails, and says to its test what happened"
)]

use std::env;
use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, Output, exit};
use std::time::{Duration, Instant};

use candor_sandbox::{Limits, confine_self};

/// Says to the test below that it is the victim, and what to try.
const DEED: &str = "CANDOR_SANDBOX_DEED";
const MIB: u64 = 1024 * 1024;

/// Generous in everything: each deed tightens what it is about.
const WIDE: Limits = Limits {
    memory: 4096 * MIB,
    cpu_seconds: 60,
    open_files: 64,
    file_size: 64 * MIB,
    processes: 4096,
};

#[test]
fn a_confined_process_stays_within_its_bounds() {
    if let Ok(deed) = env::var(DEED) {
        act(&deed);
    }
    // What the victim says before it ends, and the signal that ends it.
    let cases = [
        (
            "allocate",
            "a gibibyte: refused (memory allocation failed",
            None,
        ),
        ("allocate a little", "a mebibyte: granted", None),
        (
            "open",
            "a file: refused (Too many open files (os error 24))",
            None,
        ),
        ("write", "", Some(25)),
        ("spin", "", Some(9)),
        (
            "late",
            "`1048576`; confine it earlier, or give it more",
            None,
        ),
    ];
    for (deed, words, signal) in cases {
        let output = victim(deed);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains(words), "{deed}: {output:?}");
        assert_eq!(output.status.signal(), signal, "{deed}: {output:?}");
        assert!(
            signal.is_some() || output.status.code() == Some(0),
            "{deed}: {output:?}"
        );
    }
}

#[test]
fn the_kernel_knows_every_limit() {
    let output = victim("show");
    let said = String::from_utf8_lossy(&output.stdout);
    for (name, limit) in [
        ("Max cpu time", "60"),
        ("Max file size", "67108864"),
        ("Max data size", "4294967296"),
        ("Max core file size", "0"),
        ("Max processes", "4096"),
        ("Max open files", "64"),
        ("Max address space", "4294967296"),
    ] {
        let line = said.lines().find_map(|line| line.strip_prefix(name));
        let line = line.unwrap_or_else(|| panic!("no `{name}` in {said}"));
        let columns: Vec<_> = line.split_whitespace().take(2).collect();
        assert_eq!(columns, [limit, limit], "{name}");
    }
}

fn victim(deed: &str) -> Output {
    Command::new(env::current_exe().unwrap())
        .args([
            "--exact",
            "a_confined_process_stays_within_its_bounds",
            "--nocapture",
        ])
        .env(DEED, deed)
        .output()
        .unwrap()
}

/// The victim's part. Ends the process.
fn act(deed: &str) -> ! {
    match deed {
        "allocate" => {
            let memory = 512 * MIB;
            confine_self(&Limits { memory, ..WIDE }).unwrap();
            say("a gibibyte", Vec::<u8>::new().try_reserve_exact(1 << 30));
        }
        "allocate a little" => {
            let memory = 512 * MIB;
            confine_self(&Limits { memory, ..WIDE }).unwrap();
            say("a mebibyte", Vec::<u8>::new().try_reserve_exact(1 << 20));
        }
        "open" => {
            let open_files = 3;
            confine_self(&Limits { open_files, ..WIDE }).unwrap();
            say("a file", File::open("/dev/null"));
        }
        "write" => {
            let path = env::temp_dir().join(format!("candor-sandbox-{}", std::process::id()));
            let mut file = File::create(&path).unwrap();
            fs::remove_file(&path).unwrap();
            let file_size = 0;
            confine_self(&Limits { file_size, ..WIDE }).unwrap();
            say("a byte", file.write_all(b"x"));
        }
        "spin" => {
            let cpu_seconds = 1;
            confine_self(&Limits {
                cpu_seconds,
                ..WIDE
            })
            .unwrap();
            // An end of its own, should nobody kill it.
            let start = Instant::now();
            while start.elapsed() < Duration::from_secs(30) {}
        }
        "late" => {
            let memory = MIB;
            let error = confine_self(&Limits { memory, ..WIDE }).unwrap_err();
            println!("{error}");
        }
        "show" => {
            confine_self(&WIDE).unwrap();
            println!("{}", fs::read_to_string("/proc/self/limits").unwrap());
        }
        other => panic!("the deed `{other}` is unknown"),
    }
    exit(0);
}

fn say<T, E: std::fmt::Display>(what: &str, result: Result<T, E>) {
    match result {
        Ok(_) => println!("{what}: granted"),
        Err(error) => println!("{what}: refused ({error})"),
    }
}
