//! Everything that is measured, in interleaved rounds.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::args::{FunctionsArgs, LoadOperation};
use crate::functions::bursts::BurstTimes;
use crate::functions::cold_start;
use crate::functions::node::NodeRuntime;
use crate::functions::stack::FunctionStack;
use crate::functions::target::FunctionTarget;
use crate::load::report::LoadReport;
use crate::report::progress;
use crate::time_samples::{TimeSamples, median};

/// How many clients there are at a time.
pub(super) const CLIENTS: [u16; 3] = [1, 16, 64];
/// What they call.
pub(super) const OPERATIONS: [LoadOperation; 3] = [
    LoadOperation::Area,
    LoadOperation::Bill,
    LoadOperation::Gtin,
];
/// No more than so many calls are counted in all rounds of one row.
const CALLS: u64 = 15_000;

/// Everything that was measured.
#[derive(Debug)]
pub(super) struct FunctionResults {
    /// The versions of Node and of the SDK.
    pub(super) node: String,
    pub(super) sdk: String,
    pub(super) cores: usize,
    /// How busy the machine was before: the average of the last minute.
    pub(super) busy: String,
    pub(super) rows: Vec<LoadRow>,
    pub(super) starts: TimeSamples,
    pub(super) bursts: Vec<BurstTimes>,
}

/// One load on one target, a report for every round.
#[derive(Debug)]
pub(super) struct LoadRow {
    pub(super) operation: LoadOperation,
    pub(super) target: FunctionTarget,
    pub(super) clients: u16,
    pub(super) rounds: Vec<LoadReport>,
}

// === impl FunctionResults ===

impl FunctionResults {
    pub(super) async fn measure(
        binary: &Path,
        node: &NodeRuntime,
        args: &FunctionsArgs,
    ) -> Result<Self> {
        let busy = fs::read_to_string("/proc/loadavg").context("cannot read `/proc/loadavg`")?;
        let busy = busy.split(' ').next().unwrap_or_default().to_owned();
        let rows = rows(binary, node, args).await?;
        progress("starting workers");
        let starts = cold_start::measure(binary, node, args.rounds).await?;
        progress(format_args!("making {} calls at once", args.at_once));
        let bursts = vec![
            BurstTimes::in_candor(binary, args.at_once).await?,
            BurstTimes::in_node(binary, node, FunctionTarget::Stateless, args.at_once).await?,
            BurstTimes::in_node(binary, node, FunctionTarget::Sessions, args.at_once).await?,
        ];
        Ok(Self {
            node: node.version.clone(),
            sdk: node.sdk.clone(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            busy,
            rows,
            starts,
            bursts,
        })
    }

    pub(super) fn row(
        &self,
        operation: LoadOperation,
        target: FunctionTarget,
        clients: u16,
    ) -> Option<&LoadRow> {
        let mut rows = self.rows.iter();
        rows.find(|it| (it.operation, it.target, it.clients) == (operation, target, clients))
    }

    /// How much longer a warm call takes in TypeScript than in Rust, in microseconds.
    pub(super) fn overhead_us(&self) -> Option<f64> {
        let script = self.row(LoadOperation::Area, FunctionTarget::Script, 1)?;
        let pack = self.row(LoadOperation::Gtin, FunctionTarget::Pack, 1)?;
        let rounds = script.rounds.iter().zip(&pack.rounds);
        median(rounds.map(|(script, pack)| script.p50_us - pack.p50_us))
    }

    /// How many answers were wrong or missing.
    pub(super) fn errors(&self) -> u64 {
        let rows = self.rows.iter().map(LoadRow::errors);
        let bursts = self.bursts.iter().map(|burst| burst.errors() as u64);
        rows.chain(bursts).sum()
    }
}

/// Measures target after target, round after round, so that a noisy moment hurts all alike.
async fn rows(binary: &Path, node: &NodeRuntime, args: &FunctionsArgs) -> Result<Vec<LoadRow>> {
    let mut rows = Vec::new();
    for clients in CLIENTS {
        let row = |(operation, target)| LoadRow {
            operation,
            target,
            clients,
            rounds: Vec::new(),
        };
        rows.extend(FunctionTarget::with_operations().map(row));
    }
    let stack = FunctionStack::start(binary, node).await?;
    for round in 1..=args.rounds {
        progress(format_args!("round {round} of {}", args.rounds));
        for row in &mut rows {
            let calls = CALLS / u64::from(args.rounds);
            let report = stack.load(row, args.seconds, calls).await?;
            row.rounds.push(report);
        }
    }
    stack.stop().await;
    Ok(rows)
}

// === impl LoadRow ===

impl LoadRow {
    /// The median of one value over the rounds in which anything was answered.
    pub(super) fn median(&self, value: impl Fn(&LoadReport) -> Option<f64>) -> Option<f64> {
        let rounds = self.rounds.iter().filter(|report| report.calls > 0);
        median(rounds.filter_map(value))
    }

    /// The median of the ratios that one value has to that of another row, round by round.
    pub(super) fn beside(
        &self,
        other: &Self,
        value: impl Fn(&LoadReport) -> Option<f64>,
    ) -> Option<f64> {
        let rounds = self.rounds.iter().zip(&other.rounds);
        let rounds = rounds.filter(|(own, other)| own.calls > 0 && other.calls > 0);
        median(rounds.filter_map(|(own, other)| {
            let other = value(other).filter(|it| *it > 0.0)?;
            Some(value(own)? / other)
        }))
    }

    pub(super) fn errors(&self) -> u64 {
        self.rounds.iter().map(|report| report.errors).sum()
    }

    pub(super) fn first_error(&self) -> Option<&str> {
        let mut rounds = self.rounds.iter();
        rounds.find_map(|report| report.first_error.as_deref())
    }
}

/// CPU time of all servers for one call, in microseconds. The last process is the one with the
/// clients.
pub(super) fn server_cpu_us(report: &LoadReport) -> Option<f64> {
    let servers = 0..report.cpu.len().checked_sub(1)?;
    servers.map(|index| report.cpu_us_per_call(index)).sum()
}
