//! Starting small Python programs in a confinement, and looking at what becomes of them.

use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

pub(crate) use candor_confine::{
    ChildPermissions, ConfineError, ConfineLevel, ConfinedChild, ConfinedCommand, ConnectRule,
    Observation, ObservedAction, ObservedCalls, ObservedTarget, RunRule,
};
use tokio::io::AsyncReadExt as _;

/// The launcher that is built with this crate.
pub(crate) const LAUNCHER: &str = env!("CARGO_BIN_EXE_candor-confine-launcher");

/// How long a program may take. Reached only if something hangs.
const PATIENCE: Duration = Duration::from_mins(1);

/// Both levels that refuse.
pub(crate) const ENFORCED: [ConfineLevel; 2] = [ConfineLevel::Standard, ConfineLevel::Strict];

/// A world for one test: a folder that the program works in, and one beside it that it may not
/// change.
pub(crate) struct World {
    _root: tempfile::TempDir,
    pub(crate) work: PathBuf,
    pub(crate) other: PathBuf,
    pub(crate) permissions: ChildPermissions,
    pub(crate) environment: Vec<(String, String)>,
    pub(crate) launcher: (PathBuf, Vec<String>),
}

/// What became of a program.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) stdout: String,
    #[expect(dead_code, reason = "a failed test prints it")]
    pub(crate) stderr: String,
    pub(crate) status: ExitStatus,
    pub(crate) observations: Vec<Observation>,
}

// === impl World ===

impl World {
    pub(crate) fn new(permissions: impl Into<ChildPermissions>) -> Self {
        let root = tempfile::tempdir().unwrap();
        let place = root.path().canonicalize().unwrap();
        let (work, other) = (place.join("work"), place.join("other"));
        std::fs::create_dir(&work).unwrap();
        std::fs::create_dir(&other).unwrap();
        std::fs::write(other.join("secret"), "the secret").unwrap();
        let mut permissions = permissions.into();
        if permissions.level == ConfineLevel::Strict {
            // What an interpreter needs.
            for path in ["/usr", "/lib", "/lib64", "/etc", "/proc"] {
                permissions
                    .read
                    .extend(Path::new(path).exists().then(|| path.into()));
            }
            permissions.write.push(work.clone());
            permissions.run = RunRule::Only(vec!["/usr".into()]);
        }
        Self {
            _root: root,
            work,
            other,
            permissions,
            launcher: (LAUNCHER.into(), Vec::new()),
            environment: vec![("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into())],
        }
    }

    /// Protects the other folder from reading, too.
    pub(crate) fn protect_other(mut self) -> Self {
        self.permissions.protect.push(self.other.clone());
        self
    }

    pub(crate) fn command(&self, program: &str, args: &[&str]) -> ConfinedCommand {
        ConfinedCommand {
            launcher: self.launcher.clone(),
            program: program.to_owned(),
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            environment: self.environment.clone(),
            folder: Some(self.work.clone()),
            permissions: self.permissions.clone(),
        }
    }

    pub(crate) fn start(
        &self,
        program: &str,
        args: &[&str],
    ) -> Result<ConfinedChild, ConfineError> {
        candor_confine::spawn(&self.command(program, args))
    }

    /// Runs a program to its end.
    pub(crate) async fn run(&self, program: &str, args: &[&str]) -> Outcome {
        finish(self.start(program, args).unwrap()).await
    }

    /// Runs a Python program to its end. `OTHER` and `WORK` are the two folders in it, and `attempt` prints
    /// what came of a call: `ok`, or the name of the error.
    pub(crate) async fn python(&self, code: &str) -> Outcome {
        let code = format!(
            "{PRELUDE}\nOTHER={:?}\nWORK={:?}\n{code}",
            self.other.to_str().unwrap(),
            self.work.to_str().unwrap()
        );
        self.run("/usr/bin/python3", &["-I", "-S", "-c", &code])
            .await
    }
}

/// Makes system calls by their number, and says what came of them.
const PRELUDE: &str = r"
import os, sys, ctypes, errno, socket, struct
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *args):
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in args])
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
def attempt(work, name=''):
    try:
        work()
        print(name + 'ok')
    except OSError as error:
        print(name + errno.errorcode.get(error.errno, str(error)))
    sys.stdout.flush()
";

// === impl Outcome ===

impl Outcome {
    /// The only line that it printed.
    #[track_caller]
    pub(crate) fn line(&self) -> &str {
        let line = self.stdout.trim();
        assert!(!line.is_empty() && !line.contains('\n'), "{self:?}");
        line
    }

    pub(crate) fn saw(&self, action: ObservedAction, path: &Path, allowed: bool) -> bool {
        self.observations.iter().any(|one| {
            let hit = match &one.target {
                ObservedTarget::Path(own) => own == path,
                ObservedTarget::Paths { from, to } => from == path || to == path,
                _ => false,
            };
            hit && one.action == action && one.allowed == allowed
        })
    }

    pub(crate) fn saw_address(&self, action: ObservedAction, address: &str, allowed: bool) -> bool {
        self.observations.iter().any(|one| {
            one.target == ObservedTarget::Address(address.to_owned())
                && one.action == action
                && one.allowed == allowed
        })
    }
}

/// Waits for the end of a program, with its standard input closed.
pub(crate) async fn finish(mut confined: ConfinedChild) -> Outcome {
    drop(confined.child.stdin.take());
    let mut out = confined.child.stdout.take().unwrap();
    let mut err = confined.child.stderr.take().unwrap();
    let (mut stdout, mut stderr) = (String::new(), String::new());
    let mut observations = Vec::new();
    let ended = async {
        let read = async {
            tokio::join!(
                out.read_to_string(&mut stdout),
                err.read_to_string(&mut stderr)
            )
        };
        let seen = async {
            while let Some(one) = confined.observations.next().await {
                observations.push(one);
            }
        };
        let _ = tokio::join!(read, seen);
        confined.child.wait().await.unwrap()
    };
    let status = tokio::time::timeout(PATIENCE, ended).await;
    let Ok(status) = status else {
        panic!("the program hangs");
    };
    Outcome {
        stdout,
        stderr,
        status,
        observations,
    }
}
