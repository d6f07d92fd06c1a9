//! Runs a confined command with this process's standard streams, and prints what it is denied:
//! `confined standard -- npx -y @modelcontextprotocol/server-everything`.

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    if std::env::args().nth(1).as_deref() == Some("launcher") {
        return candor_confine::run_launcher();
    }
    linux::run()
}

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
mod linux {
    #![expect(
        clippy::print_stderr,
        clippy::unwrap_used,
        reason = "an example says what happens where it is started, and ends where it cannot go on"
    )]

    use std::process::ExitCode;

    use candor_confine::{ChildPermissions, ConfineLevel, ConfinedCommand, ObservedCalls, spawn};
    use tokio::io::{copy, stdin, stdout};

    #[tokio::main]
    pub(super) async fn run() -> ExitCode {
        let mut args = std::env::args().skip(1);
        let level: ConfineLevel = args.next().unwrap_or_default().parse().unwrap();
        let mut permissions = ChildPermissions::of(level);
        // Folders that may be written come before the command.
        permissions.write = args
            .by_ref()
            .take_while(|arg| arg != "--")
            .map(Into::into)
            .collect();
        permissions.observe = match level {
            ConfineLevel::Watch => ObservedCalls::Changes,
            _ => ObservedCalls::Refusals,
        };
        let program = args.next().unwrap();
        let launcher = (
            std::env::current_exe().unwrap(),
            vec!["launcher".to_owned()],
        );
        let command = ConfinedCommand {
            launcher,
            program,
            args: args.collect(),
            environment: std::env::vars().collect(),
            folder: None,
            permissions,
        };
        let mut confined = spawn(&command).unwrap();
        let mut child_in = confined.child.stdin.take().unwrap();
        let mut child_out = confined.child.stdout.take().unwrap();
        let mut child_err = confined.child.stderr.take().unwrap();
        tokio::spawn(async move { copy(&mut stdin(), &mut child_in).await });
        let errors =
            tokio::spawn(async move { copy(&mut child_err, &mut tokio::io::stderr()).await });
        let output = tokio::spawn(async move { copy(&mut child_out, &mut stdout()).await });
        let mut observations = confined.observations;
        let seen = tokio::spawn(async move {
            while let Some(one) = observations.next().await {
                let word = if one.allowed { "allowed" } else { "refused" };
                eprintln!("{word}: {} {} by {}", one.action, one.target, one.program);
            }
        });
        let status = confined.child.wait().await.unwrap();
        let _ = tokio::join!(output, errors);
        drop(confined.guard);
        let _ = seen.await;
        ExitCode::from(u8::try_from(status.code().unwrap_or(1)).unwrap_or(1))
    }
}
