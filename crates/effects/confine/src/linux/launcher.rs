//! The process that gives up permissions and executes the program.

use std::io;
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};

use super::control::{self, LaunchOrder, LaunchReply, ListenerTaken};
use super::{capabilities, filter, keeper, kernel, landlock, rlimit};

/// A failed step, to be reported by the parent.
struct LaunchFailure {
    message: String,
    start_error: Option<i32>,
}

/// Receives the order from standard input and executes the program. Returns only on failure, or if
/// this process is a keeper that has finished.
///
/// Must be called before the process starts a thread: Landlock and the filter only apply to the
/// calling one.
pub fn run_launcher() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Some(exit) = keeper::keep_if_asked(&args) {
        return exit;
    }
    let Ok(socket) = take_socket() else {
        // Started by hand, without a parent to report to.
        return ExitCode::FAILURE;
    };
    let Err(failure) = launch(&socket);
    let reply = LaunchReply::Failed {
        message: failure.message,
        start_error: failure.start_error,
    };
    // The parent may be gone.
    let _ = control::send(&socket, &reply, &[]);
    ExitCode::FAILURE
}

/// The socket that is the standard input until the real one has come. Does not outlive `execve`.
fn take_socket() -> io::Result<UnixStream> {
    let socket = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
    Ok(UnixStream::from(socket))
}

fn launch(socket: &UnixStream) -> Result<std::convert::Infallible, LaunchFailure> {
    kernel::close_others_on_exec().map_err(failed("close inherited files"))?;
    let received = control::receive(socket).map_err(failed("read the orders"))?;
    let (order, descriptors) =
        received.ok_or_else(|| failure("there were no orders".to_owned()))?;
    let order: LaunchOrder = order;
    let Ok([stdin, keeper_socket]) = <[OwnedFd; 2]>::try_from(descriptors) else {
        return Err(failure(
            "the standard input did not come with the orders".to_owned(),
        ));
    };
    let plan = &order.plan;
    let filter = filter::filter_program(plan);
    std::env::set_current_dir(&order.folder).map_err(failed("enter the working folder"))?;
    rustix::thread::set_no_new_privs(true).map_err(failed("give up privileges"))?;
    if let Some(launcher) = &order.keeper {
        landlock::restrict_signals(plan.level).map_err(failed("scope signals"))?;
        keeper::start(launcher, order.parent, &order.scratch, keeper_socket)
            .map_err(failed("start what clears up"))?;
    }
    rlimit::set_limits(&plan.limits).map_err(failed("set limits"))?;
    if plan.level.is_enforced() {
        capabilities::drop_capabilities().map_err(failed("give up capabilities"))?;
        landlock::restrict(plan).map_err(failed("give up files through Landlock"))?;
    }
    let listener = kernel::install_filter(&filter).map_err(failed("filter system calls"))?;
    let reply = LaunchReply::Held {
        listener: listener.as_raw_fd(),
    };
    control::send(socket, &reply, &[]).map_err(failed("answer"))?;
    control::receive::<ListenerTaken>(socket).map_err(failed("hand over the listener"))?;
    drop(listener);
    become_program(&order, &stdin)
}

fn become_program(
    order: &LaunchOrder,
    stdin: &OwnedFd,
) -> Result<std::convert::Infallible, LaunchFailure> {
    rustix::stdio::dup2_stdin(stdin).map_err(failed("hand over the standard input"))?;
    let error = Command::new(&order.program)
        .args(&order.args)
        .env_clear()
        .envs(order.environment.iter().map(|(name, value)| (name, value)))
        .exec();
    Err(LaunchFailure {
        message: error.to_string(),
        start_error: error.raw_os_error(),
    })
}

fn failure(message: String) -> LaunchFailure {
    LaunchFailure {
        message,
        start_error: None,
    }
}

fn failed<E: Into<io::Error>>(action: &'static str) -> impl FnOnce(E) -> LaunchFailure {
    move |cause| failure(format!("cannot {action}: {}", cause.into()))
}
