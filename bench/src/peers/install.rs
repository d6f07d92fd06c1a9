//! `candor-bench peers`: installs the gateways of others, each in a Python environment of its own.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tokio::process::Command;
use tokio::time::timeout;

use crate::peers::BenchPeer;
use crate::report::progress;

/// How long one step may take; some of them bring a hundred packages.
const LIMIT: Duration = Duration::from_mins(10);

/// Installs what is missing; `false` when something could not be installed.
pub(crate) async fn command() -> Result<bool> {
    let mut is_complete = true;
    for peer in BenchPeer::ALL {
        if let Err(error) = install(peer).await {
            progress(format_args!("{}: {error:#}", peer.name()));
            is_complete = false;
        }
    }
    Ok(is_complete)
}

async fn install(peer: BenchPeer) -> Result<()> {
    let folder = peer.folder()?;
    let wanted = format!("{}=={}", peer.package(), peer.version());
    let mark = folder.join("installed");
    let installed = std::fs::read_to_string(&mark).unwrap_or_default();
    if installed.trim() == wanted {
        progress(format_args!("{wanted} is installed"));
        return Ok(());
    }
    progress(format_args!(
        "installing {wanted} in `{}`",
        folder.display()
    ));
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make `{}`", folder.display()))?;
    run(
        Path::new("python3"),
        &["-m", "venv", &folder.to_string_lossy()],
    )
    .await?;
    run(&folder.join("bin/pip"), &["install", "--quiet", &wanted]).await?;
    std::fs::write(&mark, wanted).with_context(|| format!("cannot write `{}`", mark.display()))
}

async fn run(program: &Path, arguments: &[&str]) -> Result<()> {
    let shown = format!("{} {}", program.display(), arguments.join(" "));
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .kill_on_drop(true);
    let output = timeout(LIMIT, command.output()).await;
    let output = output.with_context(|| format!("`{shown}` hangs"))?;
    let output = output.with_context(|| format!("cannot start `{shown}`"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "`{shown}` failed: {}",
        said.trim_end()
    );
    Ok(())
}
