//! Asking, looking and deciding, with a few calls that wait and with many.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::approvals::caller::{Caller, ON_THE_LINE};
use crate::approvals::expiry::Expiry;
use crate::approvals::gateway::Gateway;
use crate::args::ApprovalsArgs;
use crate::spread::Spread;

/// How many calls wait where few do: more than a page has.
pub(super) const FEW: usize = 120;

/// How many calls wait on the line, at most.
const HELD: usize = 400;

/// How long a question waits, unless it is to expire.
const PATIENCE: Duration = Duration::from_hours(1);

/// How long anything may take.
const LIMIT: Duration = Duration::from_mins(1);

/// What was measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Times {
    pub(super) few: Doing,
    pub(super) many: Doing,
    /// Until all questions were put, in seconds.
    pub(super) filled: f64,
    /// For each of those that were then decided, one after the other, in seconds.
    pub(super) cleared: f64,
    pub(super) expiry: Expiry,
    pub(super) memory: Memory,
    /// How often an answer was not what it should be.
    pub(super) wrong: usize,
}

/// What each thing took.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Doing {
    /// The first page of those that wait.
    pub(super) list: Spread,
    /// One of them.
    pub(super) show: Spread,
    /// Putting one more question.
    pub(super) ask: Spread,
    /// Deciding about one.
    pub(super) decide: Spread,
    /// From the decision until the source is asked.
    pub(super) wake: Spread,
}

/// Memory that the gateway has resident, in KiB.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Memory {
    pub(super) few: u64,
    pub(super) many: u64,
    /// With so many calls on the line on top of that.
    pub(super) held: (usize, u64),
    /// The most that there was.
    pub(super) peak: u64,
}

#[derive(Debug, Default)]
struct Tally {
    list: Vec<Duration>,
    show: Vec<Duration>,
    ask: Vec<Duration>,
    decide: Vec<Duration>,
    wake: Vec<Duration>,
    wrong: usize,
}

// === impl Times ===

impl Times {
    pub(super) async fn measure(binary: &Path, args: &ApprovalsArgs) -> Result<Self> {
        let database = args.database_url.as_deref();
        let pending = args.pending as usize;
        let mut gateway = Gateway::start(binary, database, PATIENCE).await?;
        gateway.fill(FEW).await?;
        // The first round warms up what is cold; only its mistakes count.
        let cold = Tally::rounds(&mut gateway, 1).await?;
        let few = Tally::rounds(&mut gateway, args.rounds).await?;
        let mut memory = Memory {
            few: gateway.memory()?.0,
            ..Memory::default()
        };
        let started = Instant::now();
        gateway.fill(pending).await?;
        let filled = started.elapsed();
        let many = Tally::rounds(&mut gateway, args.rounds).await?;
        memory.many = gateway.memory()?.0;
        memory.held = hold(&mut gateway, HELD.min(pending)).await?;
        memory.peak = gateway.memory()?.1;
        let started = Instant::now();
        let cleared = clear(&gateway).await?;
        let cleared = started.elapsed().div_f64(f64::from(cleared.max(1)));
        gateway.end().await;
        let expiry = Expiry::measure(binary, database, pending, filled).await?;
        let wrong = cold.wrong + few.wrong + many.wrong + expiry.wrong;
        Ok(Self {
            few: few.doing(),
            many: many.doing(),
            filled: filled.as_secs_f64(),
            cleared: cleared.as_secs_f64(),
            expiry,
            memory,
            wrong,
        })
    }
}

// === impl Tally ===

impl Tally {
    async fn rounds(gateway: &mut Gateway, rounds: u16) -> Result<Self> {
        let mut tally = Self::default();
        let mut caller = Caller::open(gateway.url()).await?;
        for _ in 0..rounds {
            tally.round(gateway, &mut caller).await?;
        }
        Ok(tally)
    }

    async fn round(&mut self, gateway: &mut Gateway, caller: &mut Caller) -> Result<()> {
        let (took, page) = caller.read("/approvals").await?;
        self.list.push(took);
        let items = page["items"].as_array().context("no page")?;
        self.check(!items.is_empty() && items.iter().all(|item| item["state"] == "pending"));
        let one = items[items.len() / 2]["id"].as_str().unwrap_or_default();

        let (took, shown) = caller.read(&format!("/approvals/{one}")).await?;
        self.show.push(took);
        self.check(shown["id"] == one && shown["card"].is_object());

        self.ask.push(caller.ask(&gateway.fresh()).await?);
        self.decide.push(caller.decide(one, "deny").await?);
        let (_, shown) = caller.read(&format!("/approvals/{one}")).await?;
        self.check(shown["state"] == "denied");
        self.wake(gateway, caller).await
    }

    /// Agrees to a call that waits on the line, and sees when it arrives at its source.
    async fn wake(&mut self, gateway: &mut Gateway, caller: &mut Caller) -> Result<()> {
        let before = gateway.upstream.arrived().count;
        let message = gateway.fresh();
        let mut client = Caller::open(gateway.url()).await?;
        let text = message.clone();
        let waiting = tokio::spawn(async move { client.wait(&text).await });
        let id = newest(caller).await?;
        let decided = Instant::now();
        caller.decide(&id, "approve").await?;
        let answer = tokio::time::timeout(LIMIT, waiting).await;
        let answer = answer.context("a call that was approved is not made")???;
        self.check(answer == message);
        let arrived = gateway.upstream.arrived();
        self.check(arrived.count == before + 1);
        let arrived = arrived.last.context("no call has arrived")?;
        self.wake.push(arrived.duration_since(decided));
        Ok(())
    }

    fn check(&mut self, is_right: bool) {
        self.wrong += usize::from(!is_right);
    }

    fn doing(self) -> Doing {
        Doing {
            list: Spread::of(self.list),
            show: Spread::of(self.show),
            ask: Spread::of(self.ask),
            decide: Spread::of(self.decide),
            wake: Spread::of(self.wake),
        }
    }
}

/// The question about the call that waits on the line; there is one.
async fn newest(caller: &mut Caller) -> Result<String> {
    let end = Instant::now() + LIMIT;
    loop {
        let (_, page) = caller.read("/approvals?limit=1").await?;
        let item = &page["items"][0];
        if let Some(id) = item["id"].as_str().filter(|_| is_on_the_line(item)) {
            return Ok(id.to_owned());
        }
        ensure!(Instant::now() < end, "a call does not wait: {item}");
        sleep(Duration::from_millis(2)).await;
    }
}

/// Refuses everything that waits, page by page; how many there were. A database that is used again
/// is as good as empty then.
async fn clear(gateway: &Gateway) -> Result<u32> {
    let mut caller = Caller::open(gateway.url()).await?;
    let mut count = 0;
    loop {
        let (_, page) = caller.read("/approvals?limit=500").await?;
        let items = page["items"].as_array().context("no page")?;
        for item in items {
            let id = item["id"].as_str().unwrap_or_default();
            caller.decide(id, "deny").await?;
            count += 1;
        }
        if items.is_empty() {
            return Ok(count);
        }
    }
}

/// Lets so many calls wait on the line, and sees what they need.
async fn hold(gateway: &mut Gateway, count: usize) -> Result<(usize, u64)> {
    let mut calls = JoinSet::new();
    for _ in 0..count {
        let (mut client, message) = (Caller::open(gateway.url()).await?, gateway.fresh());
        calls.spawn(async move { client.wait(&message).await });
    }
    let mut caller = Caller::open(gateway.url()).await?;
    let end = Instant::now() + LIMIT;
    loop {
        let (_, page) = caller.read("/approvals?limit=500").await?;
        let items = page["items"].as_array().context("no page")?;
        let waiting = items.iter().filter(|item| is_on_the_line(item)).count();
        if waiting == count {
            break;
        }
        ensure!(Instant::now() < end, "{waiting} of {count} calls wait");
        sleep(Duration::from_millis(50)).await;
    }
    Ok((count, gateway.memory()?.0))
}

fn is_on_the_line(item: &Value) -> bool {
    let client = item["client"].as_str().unwrap_or_default();
    client.starts_with(ON_THE_LINE)
}
