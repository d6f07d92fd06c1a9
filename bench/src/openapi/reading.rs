//! Tools made of a document without a gateway, step by step.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use candor_openapi::{DocumentBundle, ToolOptions};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use crate::gateway::this_program;
use crate::process;

/// How long one process may take.
const LIMIT: Duration = Duration::from_mins(2);

/// What one document took.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct DocumentTimes {
    /// The size of the document.
    pub(super) bytes: usize,
    pub(super) operations: usize,
    pub(super) tools: usize,
    /// What was told about the document and its tools.
    pub(super) findings: usize,
    /// From text to values, in seconds.
    pub(super) parse: f64,
    /// From values to operations, in seconds.
    pub(super) read: f64,
    /// From operations to tools, in seconds.
    pub(super) make: f64,
    /// The most memory that the process had, in KiB.
    pub(super) peak_rss_kib: u64,
}

// === impl DocumentTimes ===

impl DocumentTimes {
    /// Makes tools of a document in this process. Its memory counts from the start.
    pub(super) fn of(path: &Path) -> Result<Self> {
        let shown = path.display().to_string();
        let text = std::fs::read(path).with_context(|| format!("cannot read `{shown}`"))?;
        let bytes = text.len();
        let started = Instant::now();
        let root = candor_openapi::parse(&text, &shown)?;
        drop(text);
        let parse = started.elapsed();
        let started = Instant::now();
        let api = candor_openapi::read(&DocumentBundle::new(&shown, root))?;
        let read = started.elapsed();
        let started = Instant::now();
        let (tools, findings) = candor_openapi::tools(&api, &ToolOptions::default());
        let make = started.elapsed();
        Ok(Self {
            bytes,
            operations: api.operations.len(),
            tools: tools.len(),
            findings: api.diagnostics.len() + findings.len(),
            parse: parse.as_secs_f64(),
            read: read.as_secs_f64(),
            make: make.as_secs_f64(),
            peak_rss_kib: process::peak_rss_kib(std::process::id())?,
        })
    }

    /// The medians of several processes, which must agree on what is in the document.
    pub(super) async fn median(path: &Path, rounds: u16) -> Result<Self> {
        let mut all = Vec::with_capacity(rounds.into());
        for _ in 0..rounds {
            all.push(Self::elsewhere(path).await?);
        }
        let mut median = *all.first().context("no round was made")?;
        let counts = |it: &Self| (it.bytes, it.operations, it.tools, it.findings);
        ensure!(
            all.iter().all(|it| counts(it) == counts(&median)),
            "the same document gave different tools: {all:?}"
        );
        let middle = |of: fn(&Self) -> f64| {
            let mut values: Vec<f64> = all.iter().map(of).collect();
            values.sort_by(f64::total_cmp);
            values[values.len() / 2]
        };
        median.parse = middle(|it| it.parse);
        median.read = middle(|it| it.read);
        median.make = middle(|it| it.make);
        let peak = all.iter().map(|it| it.peak_rss_kib).max();
        median.peak_rss_kib = peak.unwrap_or_default();
        Ok(median)
    }

    /// Makes tools of a document in a process of its own.
    async fn elsewhere(path: &Path) -> Result<Self> {
        let mut command = this_program(&["document"])?;
        command.arg(path);
        command.stdin(Stdio::null()).kill_on_drop(true);
        let output = timeout(LIMIT, command.output()).await;
        let output = output.context("reading the document takes too long")??;
        ensure!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr).trim_end()
        );
        serde_json::from_slice(&output.stdout).context("the process said something else")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_counted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("api.yaml");
        let text = "openapi: 3.0.3\npaths:\n  /a: {get: {}, post: {deprecated: true}}\n";
        std::fs::write(&path, text).unwrap();
        let reading = DocumentTimes::of(&path).unwrap();
        assert_eq!((reading.operations, reading.tools), (2, 1));
        assert_eq!(reading.bytes, text.len());
        assert!(reading.peak_rss_kib > 0);
    }
}
