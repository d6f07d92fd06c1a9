//! The audit log: calls, changes and their export.
//!
//! Lists are read one page at a time, and an export one batch after another, so that a long log
//! needs no more memory than a short one.

mod call_row;
mod change_diff;
mod changes;
mod csv;
mod export;
mod filter;
mod jsonl;
mod list;
mod outcome_badge;

use axum::Router;
use axum::routing::get;
use candor_dashboard_kit::DashboardState;

/// The tabs of the audit log.
const TABS: [(&str, &str); 2] = [(list::PATH, "Calls"), (changes::PATH, "Changes")];

/// The pages of this crate.
pub fn routes() -> Router<DashboardState> {
    Router::new()
        .route(list::PATH, get(list::show))
        .route(changes::PATH, get(changes::show))
        .route(export::CSV, get(export::csv))
        .route(export::JSONL, get(export::jsonl))
}
