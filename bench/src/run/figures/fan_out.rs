//! One change of the list, told to many listeners: the time until the last has heard it.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use http::Method;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::Barrier;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::FigureRows;
use super::listener::ToolListener;
use crate::era::BenchEra;
use crate::fixture::ECHO;
use crate::gateway::{GatewayFolder, SOURCE, ServedGateway, trusted_source, upstream};
use crate::run::candor::RAISED_LIMITS;
use crate::single_connection::SingleConnection;
use crate::time_samples::TimeSummary;

const LISTENERS: usize = 1_000;
const TOOLS: usize = 100;
/// How long a change may take to reach everybody.
const LIMIT: Duration = Duration::from_secs(30);

/// Times in milliseconds, from the request that changes a title until the last has heard of it.
#[derive(Debug, Serialize)]
pub(crate) struct FanOutFigure {
    pub(super) listeners: usize,
    pub(super) rounds: u16,
    pub(super) median_ms: f64,
    pub(super) slowest_ms: f64,
    /// How often a listener heard nothing.
    pub(super) unheard: u64,
}

// === impl FanOutFigure ===

impl FanOutFigure {
    pub(super) async fn measure(binary: &Path, rounds: u16) -> Result<Self> {
        let gateway = serve(binary).await?;
        let mut listeners = Vec::with_capacity(LISTENERS);
        for at in 0..LISTENERS {
            let listener = ToolListener::open(gateway.url()).await;
            listeners.push(listener.with_context(|| format!("listener {at} was refused"))?);
        }
        let mut owner = gateway.connect("/mcp").await?;
        let (mut times, mut unheard) = (Vec::new(), 0);
        // One more, since the first warms up what is cold.
        for round in 0..=rounds {
            let title = format!("Round {round}");
            let (took, heard) = tell(&mut owner, &title, listeners).await?;
            unheard += (LISTENERS - heard.len()) as u64;
            listeners = heard;
            if round > 0 {
                times.push(took);
            }
        }
        drop(listeners);
        gateway.stop().await;
        let summary = TimeSummary::of(times);
        Ok(Self {
            listeners: LISTENERS,
            rounds,
            median_ms: summary.median * 1e3,
            slowest_ms: summary.slowest * 1e3,
            unheard,
        })
    }

    pub(super) fn rows(&self) -> FigureRows {
        let what = format!(
            "a change of the list until the last of {} listeners has heard it",
            self.listeners
        );
        let value = format!(
            "{:.1} ms (slowest {:.1} ms)",
            self.median_ms, self.slowest_ms
        );
        vec![(what, value)]
    }
}

async fn serve(binary: &Path) -> Result<ServedGateway> {
    let upstream = upstream(BenchEra::Modern, TOOLS).await?;
    let source = trusted_source(SOURCE, upstream.url());
    let configuration = format!("{source}[endpoint]\nmanagement = false\n{RAISED_LIMITS}");
    let folder = GatewayFolder::new(binary, &[])?;
    let gateway = folder.serve(&configuration, vec![upstream]).await?;
    let all = |tools: &[Value]| tools.len() == TOOLS;
    gateway.until_listed("/mcp", all).await?;
    Ok(gateway)
}

/// Changes a title: how long it took until the last listener heard of it, and those that did.
async fn tell(
    owner: &mut SingleConnection,
    title: &str,
    listeners: Vec<ToolListener>,
) -> Result<(Duration, Vec<ToolListener>)> {
    let ready = Arc::new(Barrier::new(listeners.len() + 1));
    let mut waiting = JoinSet::new();
    for mut listener in listeners {
        let ready = ready.clone();
        waiting.spawn(async move {
            listener.forget().await;
            ready.wait().await;
            let heard = timeout(LIMIT, listener.hear()).await;
            heard
                .is_ok_and(|heard| heard.is_ok())
                .then(|| (listener, Instant::now()))
        });
    }
    ready.wait().await;
    let started = Instant::now();
    let path = format!("/annotations/{SOURCE}.{ECHO}");
    owner
        .send(Method::PATCH, &path, &json!({"title": title}))
        .await?;
    let (mut heard, mut last) = (Vec::new(), started);
    while let Some(ended) = waiting.join_next().await {
        if let Some((listener, at)) = ended? {
            heard.push(listener);
            last = last.max(at);
        }
    }
    Ok((last - started, heard))
}
