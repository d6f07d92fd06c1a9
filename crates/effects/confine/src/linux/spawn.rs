//! Starting a confined program: the parent's side.

use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, PidfdFlags, PidfdGetfdFlags, pidfd_getfd, pidfd_open};
use tokio::process::{Child, ChildStdin, Command};

use super::control::{self, LaunchOrder, LaunchReply, ListenerTaken};
use super::guard::GuardInner;
use super::scratch::ScratchFolder;
use super::supervisor::Supervisor;
use crate::child::ConfinementGuard;
use crate::plan::{ConfinementPlan, PlannedProgram};
use crate::{
    ConfineError, ConfinedChild, ConfinedCommand, ConnectRule, KernelSupport, Observations,
    kernel_support,
};

/// The timeout of the launcher.
const LAUNCH_TIME: Duration = Duration::from_secs(20);
/// The first version of Landlock by which signals can be scoped.
const SCOPES_SIGNALS: u32 = 6;
/// See `candor_workers`: the allocator of the product would reserve memory it does not need.
const LAUNCHER_ENVIRONMENT: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "0");

/// Starts a program in its confinement.
///
/// Returns when the program runs, after some milliseconds in which the calling thread waits. Needs
/// the context of a tokio runtime. The level must not be `off`: such a program needs no launcher.
pub fn spawn(command: &ConfinedCommand) -> Result<ConfinedChild, ConfineError> {
    let support = kernel_support();
    let gaps = support.check(command.permissions.level)?;
    let scratch =
        ScratchFolder::create().map_err(ConfineError::system("make a temporary folder"))?;
    let order = make_order(command, &scratch, support)?;
    let (socket, theirs) =
        UnixStream::pair().map_err(ConfineError::system("make a pair of sockets"))?;
    let (keeper, keeper_socket) =
        UnixStream::pair().map_err(ConfineError::system("make a pair of sockets"))?;
    let (stdin, our_stdin) =
        pipe_with(PipeFlags::CLOEXEC).map_err(ConfineError::system("make a pipe"))?;
    let mut child = start_launcher(command, theirs)?;

    let io = ConfineError::system("talk to the launcher");
    let launch = || {
        socket.set_read_timeout(Some(LAUNCH_TIME))?;
        socket.set_write_timeout(Some(LAUNCH_TIME))?;
        control::send(&socket, &order, &[stdin.as_fd(), keeper_socket.as_fd()])?;
        control::receive::<LaunchReply>(&socket)
    };
    let answer = launch().map_err(io)?;
    drop((stdin, keeper_socket));
    let (reply, _) =
        answer.ok_or_else(|| ConfineError::Launcher("it ended without a word".to_owned()))?;
    let listener = take_listener(&child, reply, &command.program)?;
    let (sender, observations) = Observations::channel();
    let supervisor = Supervisor::new(listener, order.plan, sender)
        .map_err(ConfineError::system("supervise the program"))?;
    supervisor
        .start()
        .map_err(ConfineError::system("start a thread"))?;
    control::send(&socket, &ListenerTaken, &[])
        .map_err(ConfineError::system("talk to the launcher"))?;
    // The socket ends when the program has replaced the launcher.
    let ended = control::receive::<LaunchReply>(&socket)
        .map_err(ConfineError::system("start the program"))?;
    if let Some((reply, _)) = ended {
        return Err(launch_error(reply, &command.program));
    }
    child.stdin = Some(tokio_stdin(our_stdin)?);
    let guard = ConfinementGuard {
        _inner: GuardInner {
            _keeper: keeper,
            _scratch: scratch,
        },
    };
    Ok(ConfinedChild {
        child,
        observations,
        gaps,
        guard,
    })
}

fn tokio_stdin(pipe: OwnedFd) -> Result<ChildStdin, ConfineError> {
    ChildStdin::from_std(pipe.into()).map_err(ConfineError::system("watch the standard input"))
}

/// Everything the launcher needs to know.
fn make_order(
    command: &ConfinedCommand,
    scratch: &ScratchFolder,
    support: KernelSupport,
) -> Result<LaunchOrder, ConfineError> {
    let folder = match &command.folder {
        Some(folder) => folder.clone(),
        None => std::env::current_dir().map_err(ConfineError::system("find the working folder"))?,
    };
    let folder = folder.canonicalize().map_err(|cause| ConfineError::Path {
        path: folder,
        cause,
    })?;
    let environment = environment(command, scratch.path());
    let program = find_program(&command.program, &environment, &folder)?;
    let home = std::env::home_dir();
    let planned = PlannedProgram {
        program: &program,
        environment: &environment,
        folder: &folder,
        scratch: scratch.path(),
        home: home.as_deref(),
        is_root: rustix::process::geteuid().is_root(),
    };
    let plan = ConfinementPlan::make(&command.permissions, &planned)?;
    let scopes = support
        .landlock
        .is_some_and(|version| version >= SCOPES_SIGNALS);
    Ok(LaunchOrder {
        program,
        args: command.args.clone(),
        environment,
        folder,
        scratch: scratch.path().to_owned(),
        plan,
        parent: std::process::id(),
        keeper: scopes.then(|| command.launcher.clone()),
    })
}

/// The program's environment, with its own temporary folder. If names are restricted, the C
/// library's resolver is configured to use TCP, because datagrams cannot be controlled.
fn environment(command: &ConfinedCommand, scratch: &Path) -> Vec<(String, String)> {
    let mut environment: Vec<(String, String)> = Vec::new();
    let mut set = |name: &str, value: &str| {
        environment.retain(|(own, _)| own != name);
        environment.push((name.to_owned(), value.to_owned()));
    };
    // A variable that is given twice has its last value for the program, so it has for the plan.
    for (name, value) in &command.environment {
        set(name, value);
    }
    let permissions = &command.permissions;
    if permissions.level.is_enforced() {
        let scratch = scratch.to_string_lossy();
        for name in ["TMPDIR", "TMP", "TEMP"] {
            set(name, &scratch);
        }
        if permissions.connect != ConnectRule::Anywhere {
            set("RES_OPTIONS", "use-vc");
        }
    }
    environment
}

/// Finds a program like a shell.
fn find_program(
    name: &str,
    environment: &[(String, String)],
    folder: &Path,
) -> Result<PathBuf, ConfineError> {
    if name.contains('/') {
        return Ok(folder.join(name));
    }
    let path = environment.iter().find(|(own, _)| own == "PATH");
    let path = path.map_or("/usr/local/bin:/usr/bin:/bin", |(_, path)| path);
    let mut candidates =
        std::env::split_paths(OsStr::new(path)).map(|place| folder.join(place).join(name));
    candidates
        .find(|path| is_program(path))
        .ok_or_else(|| ConfineError::Start {
            program: name.to_owned(),
            cause: io::ErrorKind::NotFound.into(),
        })
}

fn is_program(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

fn start_launcher(command: &ConfinedCommand, socket: UnixStream) -> Result<Child, ConfineError> {
    let (program, args) = &command.launcher;
    Command::new(program)
        .args(args)
        .env_clear()
        .envs([LAUNCHER_ENVIRONMENT])
        .current_dir("/")
        .stdin(Stdio::from(OwnedFd::from(socket)))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .kill_on_drop(true)
        .spawn()
        .map_err(ConfineError::system("start the launcher"))
}

/// Takes the listener out of the launcher, which waits for that.
fn take_listener(
    child: &Child,
    reply: LaunchReply,
    program: &str,
) -> Result<OwnedFd, ConfineError> {
    let LaunchReply::Held { listener } = reply else {
        return Err(launch_error(reply, program));
    };
    let id = child.id().and_then(|id| Pid::from_raw(id.try_into().ok()?));
    let id = id.ok_or_else(|| ConfineError::Launcher("it has ended".to_owned()))?;
    pidfd_open(id, PidfdFlags::empty())
        .and_then(|process| pidfd_getfd(process, listener, PidfdGetfdFlags::empty()))
        .map_err(ConfineError::system(
            "take over the listener of the launcher",
        ))
}

fn launch_error(reply: LaunchReply, program: &str) -> ConfineError {
    match reply {
        LaunchReply::Held { .. } => ConfineError::Launcher("it answered twice".to_owned()),
        LaunchReply::Failed {
            start_error: Some(number),
            ..
        } => ConfineError::Start {
            program: program.to_owned(),
            cause: io::Error::from_raw_os_error(number),
        },
        LaunchReply::Failed { message, .. } => ConfineError::Launcher(message),
    }
}
