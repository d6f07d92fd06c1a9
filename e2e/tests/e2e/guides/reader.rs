//! A reader who follows a guide, with as many terminals as it wants.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use candor_testkit::candor::bin;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use super::guide::GuideStep;
use super::shown::fits;

/// A reader in an empty folder, with a new home.
pub(super) struct GuideReader {
    home: TempDir,
    folder: PathBuf,
    environment: Vec<(String, String)>,
    serving: Vec<RunningTerminal>,
}

/// A terminal in which something runs.
struct RunningTerminal {
    command: String,
    child: Child,
}

// === impl GuideReader ===

impl GuideReader {
    /// A reader whose gateway listens at an address.
    pub(super) fn new(listen: &str) -> Self {
        let home = tempfile::tempdir().expect("a home");
        let (bins, folder) = (home.path().join("bin"), home.path().join("work"));
        for folder in [&bins, &folder] {
            fs::create_dir(folder).expect("a folder");
        }
        symlink(bin(), bins.join("candor")).expect("the program");
        let var = |name: &str| std::env::var(name).ok();
        let own = var("HOME").unwrap_or_default();
        let at_home = |name: &str, below: &str| var(name).unwrap_or(format!("{own}/{below}"));
        let path = format!("{}:{}", bins.display(), var("PATH").unwrap_or_default());
        let mut reader = Self {
            home,
            folder,
            environment: Vec::new(),
            serving: Vec::new(),
        };
        reader.set("PATH", &path);
        reader.set("HOME", &reader.home.path().display().to_string());
        reader.set("CANDOR_LISTEN", listen);
        // The toolchain is installed; the Inspector has no keyring.
        reader.set("CARGO_HOME", &at_home("CARGO_HOME", ".cargo"));
        reader.set("RUSTUP_HOME", &at_home("RUSTUP_HOME", ".rustup"));
        if let Some(toolchain) = var("RUSTUP_TOOLCHAIN") {
            reader.set("RUSTUP_TOOLCHAIN", &toolchain);
        }
        reader.set("MCP_INSPECTOR_SECRET_STORE", "memory");
        reader
    }

    /// Sets a variable, for everything that is typed from now on.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        self.environment.push((name.to_owned(), value.to_owned()));
    }

    /// The folder that the reader is in.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Does what a step says, and compares.
    pub(super) fn follow(&mut self, step: &GuideStep) {
        match step {
            GuideStep::Type { command, shown } => self.enter(command, shown),
            GuideStep::Write { file, text } => self.write(file, text),
            GuideStep::End { file, text } => {
                let now = self.text(file);
                let kept = now.trim_end().rsplit_once('\n');
                let (kept, _) = kept.expect("two lines");
                self.write(file, &format!("{kept}\n{text}"));
            }
            GuideStep::Find { file, text } => {
                let now = self.text(file);
                assert!(now.contains(text), "`{file}` has no\n{text}but\n{now}");
            }
        }
    }

    /// Runs a command to its end; gives what it said to either side.
    pub(super) fn run(&self, command: &str) -> String {
        let said = self.home.path().join("said");
        let status = self.shell(command, &said).status().expect("a shell");
        let text = fs::read_to_string(&said).expect("text");
        let found = status.code() != Some(127);
        assert!(found, "`{command}` is not there: {text}");
        // Another build on the same machine is no part of the guide.
        let waits = |line: &&str| {
            line.trim_start()
                .starts_with("Blocking waiting for file lock")
        };
        let lines = text.split_inclusive('\n').filter(|line| !waits(line));
        lines.collect()
    }

    fn enter(&mut self, command: &str, shown: &str) {
        if let Some(folder) = command.strip_prefix("cd ") {
            self.folder.push(folder);
            assert!(self.folder.is_dir(), "`{folder}` is not there");
        } else if command == "candor serve" || command.contains(" --http ") {
            self.serve(command, shown);
        } else {
            let said = self.run(command);
            let fits = fits(shown, &said);
            assert!(fits, "$ {command}\n--- shown\n{shown}\n--- said\n{said}");
        }
    }

    /// Starts what does not end by itself, and waits until it says what is shown. If it runs
    /// already, it is stopped first, as with Ctrl-C.
    fn serve(&mut self, command: &str, shown: &str) {
        let running = self.serving.iter().position(|one| one.command == command);
        if let Some(at) = running {
            self.serving.swap_remove(at).stop();
        }
        let said = format!("serving-{}", self.serving.len());
        let said = self.home.path().join(said);
        let child = self.shell(&format!("exec {command}"), &said).spawn();
        self.serving.push(RunningTerminal {
            command: command.to_owned(),
            child: child.expect("a shell"),
        });
        let end = Instant::now() + Duration::from_mins(2);
        loop {
            let said = fs::read_to_string(&said).expect("text");
            // A person is not as fast as the first source.
            let is_ready = command != "candor serve" || said.contains(" is ready ");
            if is_ready && fits(shown, &said) {
                return;
            }
            let late = Instant::now() > end;
            assert!(!late, "$ {command}\n--- shown\n{shown}\n--- said\n{said}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn shell(&self, command: &str, said: &Path) -> Command {
        let said = File::create(said).expect("a file");
        let mut shell = Command::new("sh");
        let environment = self.environment.iter().map(|(name, value)| (name, value));
        shell
            .args(["-c", command])
            .current_dir(&self.folder)
            .env_clear()
            .envs(environment)
            .stdin(Stdio::null())
            .stderr(said.try_clone().expect("a file"))
            .stdout(said);
        shell
    }

    fn text(&self, file: &str) -> String {
        fs::read_to_string(self.folder.join(file)).expect("a file that is there")
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.folder.join(file), text).expect("a file");
    }
}

// === impl RunningTerminal ===

impl RunningTerminal {
    fn stop(mut self) {
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        kill_process(pid.expect("a process"), Signal::INT).expect("it runs");
        let status = self.child.wait().expect("an end");
        assert!(status.success(), "`{}`: {status}", self.command);
    }
}

impl Drop for RunningTerminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
