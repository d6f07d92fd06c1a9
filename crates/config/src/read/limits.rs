//! The `[limits]` and `[audit]` tables.

use std::time::Duration;

use super::context::Context;
use super::settle::{How, settle};
use crate::duration;
use crate::origin::Origin;
use crate::problem::Problem;
use crate::settings::{AuditSettings, LimitSettings};
use crate::size;
use crate::tree::{Entry, Node, find};

/// The known keys of `[limits]`.
pub(super) const KEYS: [&str; 8] = [
    "request_body",
    "reply",
    "call_timeout",
    "call_ceiling",
    "concurrent_calls",
    "sessions",
    "session_idle",
    "start_timeout",
];

/// The known keys of `[audit]`.
pub(super) const AUDIT_KEYS: [&str; 1] = ["retention"];

/// The most calls that one source may be given at a time.
pub(super) const MOST_CALLS: usize = 100_000;

/// The most sessions.
const MOST_SESSIONS: usize = 1_000_000;

/// Settles every limit.
pub(super) fn settings(context: &mut Context<'_>, table: &[Entry]) -> LimitSettings {
    let minutes = Duration::from_mins;
    let seconds = Duration::from_secs;
    let mut limits = LimitSettings {
        request_body: bytes(context, table, "limits.request_body", 4 << 20),
        reply: bytes(context, table, "limits.reply", 32 << 20),
        call_timeout: time(context, table, "limits.call_timeout", seconds(60)),
        call_ceiling: time(context, table, "limits.call_ceiling", minutes(15)),
        concurrent_calls: count(context, table, "limits.concurrent_calls", 64, MOST_CALLS),
        sessions: count(context, table, "limits.sessions", 1_000, MOST_SESSIONS),
        session_idle: time(context, table, "limits.session_idle", minutes(60)),
        start_timeout: time(context, table, "limits.start_timeout", seconds(30)),
    };
    if limits.call_ceiling < limits.call_timeout {
        contradiction(context, table, &limits);
        limits.call_ceiling = limits.call_timeout;
    }
    limits
}

/// Settles the audit.
pub(super) fn audit(context: &mut Context<'_>, table: &[Entry]) -> AuditSettings {
    let default = Duration::from_hours(90 * 24);
    AuditSettings {
        retention: time(context, table, "audit.retention", default),
    }
}

/// A call that may be silent for longer than it may last in all.
fn contradiction(context: &mut Context<'_>, table: &[Entry], limits: &LimitSettings) {
    context.refused = true;
    let says = format!(
        "is `{}`, which is shorter than `limits.call_timeout`, `{}`",
        duration::show(limits.call_ceiling),
        duration::show(limits.call_timeout)
    );
    let problem = Problem::new(says).with_hint("raise the ceiling or lower the timeout");
    let written = find(table, "call_ceiling").or_else(|| find(table, "call_timeout"));
    let span = written.map_or(0..0, |entry| entry.node.span.clone());
    context
        .report
        .bad_value(&span, "limits.call_ceiling", problem);
}

fn bytes(c: &mut Context<'_>, table: &[Entry], path: &'static str, default: usize) -> usize {
    let read = |node: &Node, _: &Origin| size::parse(&node.as_scalar_text()?);
    settle(
        c,
        table,
        path,
        None,
        default,
        &How {
            read: &read,
            show: &|bytes| size::show(*bytes),
        },
    )
}

fn time(c: &mut Context<'_>, table: &[Entry], path: &'static str, default: Duration) -> Duration {
    let read = |node: &Node, _: &Origin| duration::parse(&node.as_scalar_text()?);
    let how = How {
        read: &read,
        show: &|time: &Duration| duration::show(*time),
    };
    settle(c, table, path, None, default, &how)
}

fn count(
    c: &mut Context<'_>,
    table: &[Entry],
    path: &'static str,
    default: usize,
    most: usize,
) -> usize {
    let read = |node: &Node, _: &Origin| node.as_count(most);
    settle(
        c,
        table,
        path,
        None,
        default,
        &How {
            read: &read,
            show: &ToString::to_string,
        },
    )
}
