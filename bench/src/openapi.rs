//! `candor-bench openapi`: what it takes to make tools of a large document, and whether anybody
//! else notices.
//!
//! The steps are measured in processes of their own, so that the memory of each run is its own.
//! Then a gateway serves a small server and the document together: a client of the small server
//! asks one thing after the other while the document is being loaded.

mod gateway;
mod measure;
mod reading;
mod report;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tokio::signal::unix::{SignalKind, signal};

use crate::args::{DocumentArgs, OpenapiArgs};
use crate::openapi::measure::Times;
use crate::openapi::reading::Reading;
use crate::peers;
use crate::run::candor;

/// Where the document is among the installed packages.
const INSTALLED: &str = "node_modules/@octokit/openapi/generated/api.github.com.json";

/// Measures and prints Markdown.
pub(crate) async fn command(args: &OpenapiArgs) -> Result<()> {
    let binary = candor::find(args.candor.as_deref())?;
    let document = find(args.document.as_deref())?;
    let mut terminated = signal(SignalKind::terminate())?;
    let work = async {
        let reading = Reading::median(&document, args.rounds).await?;
        let times = Times::measure(&binary, &document, &reading, args.rounds).await?;
        anyhow::Ok((reading, times))
    };
    // The processes are owned by the future, so leaving it early ends them.
    let (reading, times) = tokio::select! {
        measured = work => measured?,
        _ = tokio::signal::ctrl_c() => bail!("interrupted; nothing was kept"),
        _ = terminated.recv() => bail!("terminated; nothing was kept"),
    };
    let mut out = std::io::stdout().lock();
    out.write_all(report::report(&reading, &times).as_bytes())?;
    Ok(())
}

/// Makes tools of one document, once, and says what that took as JSON.
pub(crate) fn document(args: &DocumentArgs) -> Result<()> {
    let reading = Reading::of(&args.document)?;
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, &reading)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// The document that was named, or the one that is installed.
fn find(named: Option<&Path>) -> Result<PathBuf> {
    let path = match named {
        Some(path) => path.to_owned(),
        None => peers::folder()
            .context("cannot tell where the document is: name one with `--document PATH`")?
            .join(INSTALLED),
    };
    if !path.is_file() {
        bail!(
            "there is no document at `{}`: run `./scripts/test` once, which installs it, or name \
             one with `--document PATH`",
            path.display()
        );
    }
    std::path::absolute(&path).with_context(|| format!("cannot use `{}`", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_document_is_said_with_the_way_out() {
        let error = find(Some(Path::new("nowhere.json"))).unwrap_err();
        let error = error.to_string();
        assert!(error.contains("`nowhere.json`"), "{error}");
        assert!(error.contains("./scripts/test"), "{error}");
    }
}
