//! The `[limits]` and `[audit]` tables.

use std::time::Duration;

use candor_text::format_duration;

use crate::declare::declare_settings;
use crate::problem::ValueProblem;
use crate::read::context::ReadContext;
use crate::read::setting_type::{any_size, any_time, flag, number};
use crate::read::table::TableReader;
use crate::tree::{ConfigEntry, find};

/// The most calls that one source may be given at a time.
pub(crate) const MOST_CALLS: usize = 100_000;

/// The most questions that wait at a time, of all callers.
const MOST_QUESTIONS: usize = 20_000;

/// The maximum number of tasks of all callers.
const MOST_TASKS: usize = 10_000;

declare_settings! {
    /// Limits of the gateway. Sizes are in bytes; nothing is zero.
    pub struct LimitSettings = "limits", |reader| {
        /// The largest request from a client.
        request_body: usize = 4 << 20, any_size();
        /// The largest reply from a source.
        reply: usize = 32 << 20, any_size();
        /// How long a call may be silent. Progress starts the time anew.
        call_timeout: Duration = Duration::from_mins(1), any_time();
        /// How long a call may take in all, however much progress it reports.
        call_ceiling: Duration = Duration::from_mins(15), any_time();
        /// How many calls one source is given at a time, at most three quarters of them by one
        /// caller; one more is refused at once.
        concurrent_calls: usize = 64, number(1..=MOST_CALLS);
        /// How many sessions of clients are open at a time.
        sessions: usize = 1_000, number(1..=1_000_000);
        /// How many sessions one caller may have open at a time; by default a quarter of all.
        /// As many subscriptions of clients without a session.
        sessions_per_caller: usize = (sessions / 4).max(1), number(1..=1_000_000);
        /// How many calls of one caller may wait for an answer at a time.
        waiting_per_caller: usize = 500, number(1..=MOST_QUESTIONS);
        /// How many tasks are kept for one caller, finished ones included until they expire.
        tasks_per_caller: usize = 1_000, number(1..=MOST_TASKS);
        /// How much is kept for the waiting calls and the tasks of one caller: in the database,
        /// and as much in the memory of each process.
        kept_bytes_per_caller: usize = 32 << 20, any_size();
        /// How long a session may be idle before it is closed.
        session_idle: Duration = Duration::from_hours(1), any_time();
        /// How long a source may take to start.
        start_timeout: Duration = Duration::from_secs(30), any_time();
    }
}

declare_settings! {
    /// What is recorded of calls.
    pub struct AuditSettings = "audit", |reader| {
        /// How long the record of calls is kept.
        retention: Duration = Duration::from_hours(90 * 24), any_time();
        /// Whether the arguments of calls are kept beside the record of calls, from which
        /// `candor verify --record` writes a scenario: of the last 1000 calls of each source the
        /// arguments (up to 16 KiB) and the beginning of the result, both with secrets masked.
        keep_arguments: bool = false, flag();
    }
}

// === impl LimitSettings ===

impl LimitSettings {
    /// Reads the table, and checks that the total call timeout is not shorter than the idle
    /// timeout.
    pub(crate) fn resolve(context: &mut ReadContext<'_>, entries: &[ConfigEntry]) -> Self {
        let mut limits = Self::read(&mut TableReader::new(context, Self::TABLE, entries));
        if limits.call_ceiling < limits.call_timeout {
            context.refused = true;
            let says = format!(
                "is `{}`, which is shorter than `limits.call_timeout`, `{}`",
                format_duration(limits.call_ceiling),
                format_duration(limits.call_timeout)
            );
            let problem =
                ValueProblem::new(says).with_hint("raise the ceiling or lower the timeout");
            let written = find(entries, "call_ceiling").or_else(|| find(entries, "call_timeout"));
            let span = written.map_or(0..0, |entry| entry.node.span.clone());
            context
                .report
                .bad_value(&span, "limits.call_ceiling", problem);
            limits.call_ceiling = limits.call_timeout;
        }
        limits
    }
}
