//! The memory of a gateway with many tools and many sessions that wait.

use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::Value;

use super::FigureRows;
use crate::args::LoadOperation;
use crate::era::BenchEra;
use crate::gateway::{GatewayFolder, SOURCE, trusted_source, upstream};
use crate::load::request_plan::RequestPlan;
use crate::load::session::LoadSession;
use crate::process;
use crate::run::candor::RAISED_LIMITS;

const TOOLS: usize = 10_000;
const SESSIONS: usize = 1_000;
/// How many of the sessions read the whole list, as clients do when they begin.
const READERS: usize = 10;

/// Memory in KiB, as the kernel says it.
#[derive(Debug, Serialize)]
pub(crate) struct MemoryFigure {
    pub(super) tools: usize,
    pub(super) sessions: usize,
    pub(super) resident_kib: u64,
    pub(super) peak_kib: u64,
}

// === impl MemoryFigure ===

impl MemoryFigure {
    pub(super) async fn measure(binary: &Path) -> Result<Self> {
        let upstream = upstream(BenchEra::Modern, TOOLS).await?;
        let source = trusted_source(SOURCE, upstream.url());
        let configuration =
            format!("{source}[endpoint]\nmanagement = false\nlist = \"all\"\n{RAISED_LIMITS}");
        let folder = GatewayFolder::new(binary, &[])?;
        let gateway = folder.serve(&configuration, vec![upstream]).await?;
        let all = |tools: &[Value]| tools.len() == TOOLS;
        gateway.until_listed("/mcp", all).await?;
        let legacy = BenchEra::Legacy;
        let plan = RequestPlan::new(gateway.url(), legacy, LoadOperation::List, TOOLS)?;
        let mut sessions = Vec::with_capacity(SESSIONS);
        for at in 0..SESSIONS {
            let session = LoadSession::open(&plan).await;
            sessions.push(session.with_context(|| format!("session {at} was refused"))?);
        }
        for session in sessions.iter_mut().take(READERS) {
            let request = session.request(1);
            let parts = session.exchange(request).await?;
            anyhow::ensure!(
                parts.status.is_success(),
                "a list was answered with {}",
                parts.status
            );
        }
        let pid = gateway.process.pid();
        let figure = Self {
            tools: TOOLS,
            sessions: sessions.len(),
            resident_kib: process::rss_kib(pid)?,
            peak_kib: process::peak_rss_kib(pid)?,
        };
        drop(sessions);
        gateway.stop().await;
        Ok(figure)
    }

    pub(super) fn resident_mb(&self) -> f64 {
        megabytes(self.resident_kib)
    }

    pub(super) fn rows(&self) -> FigureRows {
        let what = format!(
            "memory with {} tools and {} idle sessions, resident",
            self.tools, self.sessions
        );
        vec![
            (what, format!("{:.1} MB", self.resident_mb())),
            (
                "the most it was on the way there".to_owned(),
                format!("{:.1} MB", megabytes(self.peak_kib)),
            ),
        ]
    }
}

#[expect(clippy::cast_precision_loss, reason = "no process has 2^52 KiB")]
fn megabytes(kib: u64) -> f64 {
    kib as f64 * 1024.0 / 1e6
}
