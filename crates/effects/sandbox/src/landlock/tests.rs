//! Landlock without the filter that usually answers first.
//!
//! The test starts its own binary again as the victim, for Landlock cannot be taken off.

use std::env;
use std::fs::{self, File};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixListener;
use std::process::{Command, exit, id};

use rustix::process::{getppid, test_kill_process};

use super::confine_self;

/// Says to the test below that it is the victim, and where to connect to.
const AIM: &str = "CANDOR_SANDBOX_LANDLOCK_AIM";

#[test]
fn it_refuses_what_its_version_can() {
    if let Ok(aim) = env::var(AIM) {
        act(&aim);
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let output = Command::new(env::current_exe().unwrap())
        .args([
            "--exact",
            "landlock::tests::it_refuses_what_its_version_can",
        ])
        .arg("--nocapture")
        .env(AIM, listener.local_addr().unwrap().to_string())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    let word = |name: &str| {
        let line = said.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("no `{name}` in {said}"))
    };
    let version: i32 = word("version ").parse().unwrap();
    for (name, since) in [
        ("read a file ", 1),
        ("create a file ", 1),
        ("list a folder ", 1),
        ("bind a Unix socket ", 1),
        ("connect ", 4),
        ("listen ", 4),
        ("signal the parent ", 6),
    ] {
        let expect = if version >= since {
            "refused"
        } else {
            "granted"
        };
        assert_eq!(word(name), expect, "{name}with version {version}");
    }
}

/// The victim's part. Ends the process.
fn act(aim: &str) -> ! {
    fn say<T, E>(what: &str, result: &Result<T, E>) {
        let word = if result.is_ok() { "granted" } else { "refused" };
        println!("{what} {word}");
    }
    let parent = getppid().unwrap();
    let path = env::temp_dir().join(format!("candor-sandbox-landlock-{}", id()));
    let held = confine_self().unwrap();
    // The name of the test stands before the first line.
    println!();
    println!("version {}", held.map_or(0, |held| held.version));
    say("read a file", &File::open("/etc/passwd"));
    say("create a file", &File::create(&path));
    say("list a folder", &fs::read_dir("/"));
    let socket = path.with_extension("socket");
    say("bind a Unix socket", &UnixListener::bind(&socket));
    say("connect", &TcpStream::connect(aim));
    say("listen", &TcpListener::bind("127.0.0.1:0"));
    say("signal the parent", &test_kill_process(parent));
    // Where they could be made they can be removed.
    let _ = fs::remove_file(path);
    let _ = fs::remove_file(socket);
    exit(0);
}
