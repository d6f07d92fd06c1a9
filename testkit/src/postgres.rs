//! A PostgreSQL server for one test: created from the installed binaries in a temporary directory,
//! reachable only through a unix socket, and stopped on drop.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot have its database stops"
)]

use std::{
    io::Write as _,
    os::unix::fs::{MetadataExt as _, chown},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use tempfile::TempDir;

use crate::PATIENCE;

/// The server refuses to be run by root, so root runs it as `nobody`.
const NOBODY: u32 = 65534;

/// A running server.
#[derive(Debug)]
pub struct PostgresServer {
    bin: PathBuf,
    dir: TempDir,
    running: Option<Child>,
}

impl PostgresServer {
    /// Starts a server, or says why this test is skipped. If everything must be tested, a missing
    /// PostgreSQL is a failure.
    ///
    /// # Panics
    ///
    /// When PostgreSQL is required and missing, or does not start.
    pub fn start() -> Option<Self> {
        let Some(bin) = installed() else {
            let required = ["CI", "CANDOR_REQUIRE_POSTGRES"];
            let required = required.iter().any(|name| std::env::var_os(name).is_some());
            let message = "PostgreSQL not installed (./scripts/test installs it)";
            assert!(!required, "{message}");
            let _ = writeln!(std::io::stderr(), "skipped: {message}");
            return None;
        };
        let dir = tempfile::tempdir().unwrap();
        if is_root(dir.path()) {
            chown(dir.path(), Some(NOBODY), Some(NOBODY)).unwrap();
        }
        let mut server = Self {
            bin,
            dir,
            running: None,
        };
        let made = server
            .command("initdb")
            .args([
                "--username=candor",
                "--auth=trust",
                "--no-sync",
                "--encoding=UTF8",
            ])
            .arg("--no-locale")
            .output()
            .unwrap();
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
        server.run();
        Some(server)
    }

    /// The database URL, with a password that must never be displayed.
    pub fn url(&self) -> String {
        let socket = self.dir.path().display();
        format!("postgres://candor:hunter2@localhost/postgres?host={socket}")
    }

    /// What `psql` prints for a query: a line a row, columns between bars.
    ///
    /// # Panics
    ///
    /// When the query fails.
    pub fn query(&self, sql: &str) -> String {
        let mut command = Command::new(self.bin.join("psql"));
        let answer = command.args(["-At", "-U", "candor", "-d", "postgres", "-h"]);
        let answer = answer
            .arg(self.dir.path())
            .args(["-c", sql])
            .output()
            .unwrap();
        let complaint = String::from_utf8_lossy(&answer.stderr);
        assert!(answer.status.success(), "{complaint}");
        String::from_utf8(answer.stdout).unwrap()
    }

    /// Runs the server and waits until it answers.
    ///
    /// # Panics
    ///
    /// When it does not within [`PATIENCE`].
    pub fn run(&mut self) {
        let log = std::fs::File::create(self.dir.path().join("log")).unwrap();
        let child = self
            .command("postgres")
            .args(["-c", "listen_addresses=", "-c", "fsync=off", "-k"])
            .arg(self.dir.path())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn()
            .unwrap();
        self.running = Some(child);
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            let mut ask = Command::new(self.bin.join("pg_isready"));
            let ready = ask
                .arg("-q")
                .arg("-h")
                .arg(self.dir.path())
                .status()
                .unwrap();
            if ready.success() {
                return;
            }
            sleep(Duration::from_millis(50));
        }
        let log = std::fs::read_to_string(self.dir.path().join("log")).unwrap_or_default();
        panic!("the server did not come up within {PATIENCE:?}:\n{log}");
    }

    /// Stops the server as a crash would.
    pub fn stop(&mut self) {
        if let Some(mut child) = self.running.take() {
            let mut stop = self.command("pg_ctl");
            let stopped = stop
                .args(["stop", "-m", "immediate"])
                .stdout(Stdio::null())
                .status();
            if !stopped.is_ok_and(|status| status.success()) {
                let _ = child.kill();
            }
            let _ = child.wait();
        }
    }

    fn command(&self, program: &str) -> Command {
        let program = self.bin.join(program);
        let mut command = if is_root(Path::new("/proc/self")) {
            let mut command = Command::new("setpriv");
            command
                .args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"])
                .arg(program);
            command
        } else {
            Command::new(program)
        };
        command
            .arg("-D")
            .arg(self.dir.path().join("data"))
            .current_dir(self.dir.path());
        command.stdin(Stdio::null());
        command
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The newest installed version's programs.
fn installed() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut found: Vec<(u32, PathBuf)> = versions
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let version = entry.file_name().to_str()?.parse().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .filter(|(_, bin)| bin.join("initdb").exists() && bin.join("postgres").exists())
        .collect();
    found.sort();
    Some(found.pop()?.1)
}

/// Whether files created by this process belong to root.
fn is_root(made: &Path) -> bool {
    std::fs::metadata(made).unwrap().uid() == 0
}
