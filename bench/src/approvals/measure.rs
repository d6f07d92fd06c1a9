//! Asking, looking and deciding, with a few calls that wait and with many.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use tokio::task::JoinSet;

use crate::approvals::caller::HOLDING;
use crate::approvals::expiry::ExpiryTimes;
use crate::approvals::gateway::ApprovalsGateway;
use crate::args::ApprovalsArgs;
use crate::gateway::until;
use crate::single_connection::SingleConnection;
use crate::time_samples::TimeSamples;

/// What is measured, in the words of the report.
pub(super) const ROWS: [&str; 5] = [LIST, SHOW, ASK, DECIDE, WAKE];
const LIST: &str = "the first page of those that wait";
const SHOW: &str = "one of them, with its card";
const ASK: &str = "asking about one more";
const DECIDE: &str = "deciding about one";
const WAKE: &str = "from a yes until the source is asked";

/// How many calls wait where few do: more than a page has.
pub(super) const FEW: usize = 120;

/// How many calls wait with an open connection, at most.
const HELD: usize = 400;

/// How long a call waits, unless it is to expire.
const PATIENCE: Duration = Duration::from_hours(1);

/// How long anything may take.
const LIMIT: Duration = Duration::from_mins(1);

/// What was measured.
#[derive(Debug)]
pub(super) struct ApprovalTimes {
    pub(super) few: TimeSamples,
    pub(super) many: TimeSamples,
    /// Until all calls waited.
    pub(super) filled: Duration,
    /// For each of those that were then decided, one after the other.
    pub(super) cleared: Duration,
    pub(super) expiry: ExpiryTimes,
    pub(super) memory: ResidentMemory,
}

/// Memory that the gateway has resident, in KiB.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct ResidentMemory {
    pub(super) few: u64,
    pub(super) many: u64,
    /// With so many open connections on top of that.
    pub(super) held: (usize, u64),
    /// The most that there was.
    pub(super) peak: u64,
}

// === impl ApprovalTimes ===

impl ApprovalTimes {
    pub(super) async fn measure(binary: &Path, args: &ApprovalsArgs) -> Result<Self> {
        let database = args.database_url.as_deref();
        let pending = args.pending as usize;
        let mut gateway = ApprovalsGateway::start(binary, database, PATIENCE).await?;
        gateway.fill(FEW).await?;
        let mut few = TimeSamples::default();
        rounds(&mut few, &mut gateway, 1).await?;
        few.warmed_up();
        rounds(&mut few, &mut gateway, args.rounds).await?;
        let mut memory = ResidentMemory {
            few: gateway.memory()?.0,
            ..ResidentMemory::default()
        };
        let started = Instant::now();
        gateway.fill(pending).await?;
        let filled = started.elapsed();
        let mut many = TimeSamples::default();
        rounds(&mut many, &mut gateway, args.rounds).await?;
        memory.many = gateway.memory()?.0;
        memory.held = hold(&mut gateway, HELD.min(pending)).await?;
        memory.peak = gateway.memory()?.1;
        let started = Instant::now();
        let cleared = clear(&gateway).await?;
        let cleared = started.elapsed().div_f64(f64::from(cleared.max(1)));
        gateway.stop().await;
        Ok(Self {
            few,
            many,
            filled,
            cleared,
            expiry: ExpiryTimes::measure(binary, database, pending, filled).await?,
            memory,
        })
    }

    /// How often an answer was not what it should be.
    pub(super) fn wrong(&self) -> usize {
        self.few.wrong + self.many.wrong + self.expiry.wrong
    }
}

async fn rounds(
    samples: &mut TimeSamples,
    gateway: &mut ApprovalsGateway,
    rounds: u16,
) -> Result<()> {
    let mut caller = gateway.caller().await?;
    for _ in 0..rounds {
        round(samples, gateway, &mut caller).await?;
        wake(samples, gateway, &mut caller).await?;
    }
    Ok(())
}

async fn round(
    samples: &mut TimeSamples,
    gateway: &mut ApprovalsGateway,
    caller: &mut SingleConnection,
) -> Result<()> {
    let (took, page) = caller.read("/approvals").await?;
    samples.add(LIST, took);
    let items = page["items"].as_array().context("no page")?;
    samples.check(!items.is_empty() && items.iter().all(|item| item["state"] == "pending"));
    let one = items[items.len() / 2]["id"].as_str().unwrap_or_default();

    let path = format!("/approvals/{one}");
    let (took, shown) = caller.read(&path).await?;
    samples.add(SHOW, took);
    samples.check(shown["id"] == one && shown["card"].is_object());

    samples.add(ASK, caller.ask_person(&gateway.fresh()).await?);
    samples.add(DECIDE, caller.decide(one, "deny").await?);
    let (_, shown) = caller.read(&path).await?;
    samples.check(shown["state"] == "denied");
    Ok(())
}

/// Agrees to a call that holds its connection, and sees when it arrives at its source.
async fn wake(
    samples: &mut TimeSamples,
    gateway: &mut ApprovalsGateway,
    caller: &mut SingleConnection,
) -> Result<()> {
    let before = gateway.upstream.arrived().count;
    let message = gateway.fresh();
    let mut client = SingleConnection::holding(gateway.url()).await?;
    let text = message.clone();
    let waiting = tokio::spawn(async move { client.wait(&text).await });
    let id = newest(caller).await?;
    let decided = Instant::now();
    caller.decide(&id, "approve").await?;
    let answer = tokio::time::timeout(LIMIT, waiting).await;
    let answer = answer.context("a call that was approved is not made")???;
    samples.check(answer == message);
    let arrived = gateway.upstream.arrived();
    samples.check(arrived.count == before + 1);
    let arrived = arrived.last.context("no call has arrived")?;
    samples.add(WAKE, arrived.duration_since(decided));
    Ok(())
}

/// The approval of the call that holds its connection; there is one.
async fn newest(caller: &mut SingleConnection) -> Result<String> {
    until(LIMIT, Duration::from_millis(2), async || {
        let (_, page) = caller.read("/approvals?limit=1").await?;
        let item = &page["items"][0];
        let id = item["id"].as_str().filter(|_| is_held(item));
        let id = id.with_context(|| format!("a call does not wait: {item}"));
        Ok(id.map(str::to_owned))
    })
    .await
}

/// Refuses everything that waits, page by page; how many there were. A database that is used again
/// is as good as empty then.
async fn clear(gateway: &ApprovalsGateway) -> Result<u32> {
    let mut caller = gateway.caller().await?;
    let mut count = 0;
    loop {
        let (_, page) = caller.read("/approvals?limit=500").await?;
        let items = page["items"].as_array().context("no page")?;
        for item in items {
            let id = item["id"].as_str().unwrap_or_default();
            if let Err(error) = caller.decide(id, "deny").await {
                // The last calls may have hung up only now.
                let (_, shown) = caller.read(&format!("/approvals/{id}")).await?;
                ensure!(shown["state"] == "abandoned", error);
            }
            count += 1;
        }
        if items.is_empty() {
            return Ok(count);
        }
    }
}

/// Lets so many calls hold their connections, and sees what memory they need.
async fn hold(gateway: &mut ApprovalsGateway, count: usize) -> Result<(usize, u64)> {
    let mut calls = JoinSet::new();
    for _ in 0..count {
        let mut client = SingleConnection::holding(gateway.url()).await?;
        let message = gateway.fresh();
        calls.spawn(async move { client.wait(&message).await });
    }
    let mut caller = gateway.caller().await?;
    until(LIMIT, Duration::from_millis(50), async || {
        let (_, page) = caller.read("/approvals?limit=500").await?;
        let items = page["items"].as_array().context("no page")?;
        let waiting = items.iter().filter(|item| is_held(item)).count();
        let held = (waiting == count).then_some(());
        Ok(held.with_context(|| format!("{waiting} of {count} calls wait")))
    })
    .await?;
    Ok((count, gateway.memory()?.0))
}

fn is_held(item: &Value) -> bool {
    let client = item["client"].as_str().unwrap_or_default();
    client.starts_with(HOLDING)
}
