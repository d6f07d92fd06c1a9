//! The gateway under test: where its binary is, and the configuration it is given.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use http::Uri;
use tokio::process::Command;

/// The name under which the upstream is known to the gateway.
pub(crate) const SOURCE: &str = "bench";

/// The binary that was named, or the one beside this program.
pub(crate) fn find(named: Option<&Path>) -> Result<PathBuf> {
    let way_out = "build it with `cargo build --release`, or name one with `--candor PATH`; \
                   `run --baseline` measures without it";
    let path = match named {
        Some(path) => path.to_owned(),
        None => env::current_exe()
            .context("cannot tell where this program is")?
            .with_file_name("candor"),
    };
    if !path.is_file() {
        bail!(
            "there is no candor binary at `{}`: {way_out}",
            path.display()
        );
    }
    std::path::absolute(&path).with_context(|| format!("cannot use `{}`", path.display()))
}

/// The command that serves one upstream in transparent mode, with its files in `folder`.
pub(crate) fn command(binary: &Path, upstream: &Uri, folder: &Path) -> Result<Command> {
    let config = folder.join("candor.toml");
    std::fs::write(&config, configuration(upstream))
        .with_context(|| format!("cannot write `{}`", config.display()))?;
    let mut command = Command::new(binary);
    command.arg("serve");
    command.arg("--config").arg(config);
    command.args(["--listen", "127.0.0.1:0"]);
    command.arg("--data").arg(folder.join("data"));
    command.args(["--transparent", SOURCE]);
    Ok(command)
}

/// Only what must be said; everything else is the default that users get.
fn configuration(upstream: &Uri) -> String {
    format!("[sources.{SOURCE}]\nurl = \"{upstream}\"\ntrust = \"trusted\"\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_binary_is_said_with_the_way_out() {
        let error = find(Some(Path::new("nowhere/candor")))
            .unwrap_err()
            .to_string();
        assert!(error.contains("`nowhere/candor`"), "{error}");
        assert!(error.contains("cargo build --release"), "{error}");
    }
}
