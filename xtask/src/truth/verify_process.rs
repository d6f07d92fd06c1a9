//! `candor verify` as a process of its own, which may fail or take too long.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::scenario::FilledScenario;
use super::truth_options::TruthOptions;

/// How many cases are made for a tool, and how long a call may take, in seconds.
const CASES: &str = "5";
const CALL_SECONDS: &str = "10";
/// How often it is looked whether the process has ended.
const PAUSE: Duration = Duration::from_millis(200);
/// How long a process that is asked to end may take to remove its throw-away world.
const FAREWELL: Duration = Duration::from_secs(10);

/// The program that verifies.
#[derive(Debug)]
pub(super) struct VerifyProcess {
    candor: PathBuf,
    /// What it says about itself.
    pub(super) version: String,
    limit: Duration,
}

// === impl VerifyProcess ===

impl VerifyProcess {
    /// Asks the program for its version, so that a missing one is told at once.
    pub(super) fn new(options: &TruthOptions) -> Result<Self, String> {
        let candor = options.candor.canonicalize().map_err(|cause| {
            format!(
                "{}: {cause}; run `cargo build`, or give `--candor PATH`",
                options.candor.display()
            )
        })?;
        let said = Command::new(&candor)
            .arg("--version")
            .output()
            .map_err(|cause| format!("{} cannot be started: {cause}", candor.display()))?;
        Ok(Self {
            version: String::from_utf8_lossy(&said.stdout).trim().to_owned(),
            candor,
            limit: options.limit,
        })
    }

    /// Verifies a server, and gives the document that the program prints. The error says why
    /// there is none.
    pub(super) fn run(
        &self,
        name: &str,
        command: &[String],
        scenario: &FilledScenario,
        folder: &Path,
    ) -> Result<String, String> {
        if command.is_empty() {
            return Err("the list says nothing about how it is started".to_owned());
        }
        let file = |ending: &str| folder.join(format!("{name}.{ending}"));
        let (toml, printed, said) = (file("toml"), file("report"), file("log"));
        fs::write(&toml, &scenario.text).map_err(|cause| cause.to_string())?;
        let create = |path: &Path| File::create(path).map_err(|cause| cause.to_string());
        // Files rather than pipes, so that nothing must be read while waiting for the end.
        let mut child = Command::new(&self.candor)
            .args(["verify", "--format", "json", "--cases", CASES])
            .args(["--call-seconds", CALL_SECONDS, "--scenario"])
            .arg(&toml)
            .stdin(Stdio::null())
            .stdout(create(&printed)?)
            .stderr(create(&said)?)
            .spawn()
            .map_err(|cause| format!("{} cannot be started: {cause}", self.candor.display()))?;
        let status = wait(&mut child, self.limit)?;
        let read = |path: &Path| fs::read_to_string(path).unwrap_or_default();
        // One says that something is contradicted, and the document is there all the same.
        match status.code() {
            Some(0 | 1) => Ok(read(&printed)),
            _ => Err(problem(&read(&said))),
        }
    }
}

/// Waits for the end of a process, or makes it end.
fn wait(child: &mut Child, limit: Duration) -> Result<ExitStatus, String> {
    let started = Instant::now();
    let mut is_asked = false;
    loop {
        if let Some(status) = child.try_wait().map_err(|cause| cause.to_string())? {
            return if is_asked {
                Err(late(limit))
            } else {
                Ok(status)
            };
        }
        if started.elapsed() > limit + FAREWELL {
            // It has ended by itself in the meantime, or it does now.
            let _ = child.kill();
            let _ = child.wait();
            return Err(late(limit));
        }
        if started.elapsed() > limit && !is_asked {
            is_asked = true;
            // Asked to end, it removes what it has made; if that fails, it is killed above.
            let _ = Command::new("kill").arg(child.id().to_string()).status();
        }
        thread::sleep(PAUSE);
    }
}

fn late(limit: Duration) -> String {
    format!(
        "it was not done within {}",
        candor_text::duration_in_words(limit)
    )
}

/// What a failed run says: the error, and of the server's last words the last line, since what
/// comes before it is where it happened and not what.
fn problem(said: &str) -> String {
    let at = said.find("error: ").map(|at| at + "error: ".len());
    let words = at.and_then(|at| said.get(at..)).unwrap_or(said).trim();
    let Some((sentence, last_words)) = words.split_once("its last words: ") else {
        return if words.is_empty() {
            "it ended without a word".to_owned()
        } else {
            words.to_owned()
        };
    };
    let last = last_words.lines().rfind(|line| !line.trim().is_empty());
    format!(
        "{sentence}its last words: {}",
        last.unwrap_or_default().trim()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_takes_too_long_is_ended() {
        let mut quick = Command::new("true").spawn().unwrap();
        assert!(wait(&mut quick, Duration::from_secs(10)).unwrap().success());
        let mut slow = Command::new("sleep").arg("60").spawn().unwrap();
        let problem = wait(&mut slow, Duration::from_millis(300)).unwrap_err();
        assert!(problem.contains("not done within"), "{problem}");
        assert!(slow.try_wait().unwrap().is_some());
    }

    #[test]
    fn the_error_is_what_a_failed_run_says() {
        assert_eq!(
            problem("verifying …\nerror: cannot start: it ended\n  why: x\n"),
            "cannot start: it ended\n  why: x"
        );
        assert_eq!(
            problem("error: it ended; its last words: Traceback:\n  line 3\nKeyError: x\n\n"),
            "it ended; its last words: KeyError: x"
        );
        assert_eq!(problem("no such file\n"), "no such file");
        assert_eq!(problem(" \n"), "it ended without a word");
    }
}
