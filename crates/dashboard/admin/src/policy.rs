//! Policy: rules, settings, and a simulator.

mod rule_edit;
mod rule_form;
mod rule_preview;
mod rule_remove;
mod rule_row;
mod save;
mod setting;
mod setting_row;
mod show;
mod simulate;
mod toolset;

use axum::Router;
use axum::routing::get;
use candor_dashboard_kit::{DashboardState, query};
use http::Uri;

/// The path of the rules and the default policy.
const PATH: &str = "/policy";

/// The path of the editor of a new rule.
const NEW_RULE: &str = "/policy/rules/new";

/// The tabs of this part of the site.
const TABS: [(&str, &str); 2] = [(PATH, "Policy"), (simulate::PATH, "Simulator")];

pub(crate) fn routes() -> Router<DashboardState> {
    Router::new()
        .route("/policy", get(show::show).post(show::state))
        .route("/policy/toolsets", get(toolset::find))
        .route(
            "/policy/toolsets/{name}",
            get(toolset::show).post(toolset::state),
        )
        .route(
            "/policy/rules/new",
            get(rule_edit::show_new).post(rule_edit::submit_new),
        )
        .route(
            "/policy/rules/{name}",
            get(rule_edit::show).post(rule_edit::submit_changed),
        )
        .route(
            "/policy/rules/{name}/remove",
            get(rule_remove::show).post(rule_remove::remove),
        )
        .route("/policy/simulate", get(simulate::simulate))
}

/// The status message for a finished action.
fn done(uri: &Uri) -> Option<&'static str> {
    Some(match query::get(uri, "done")?.as_str() {
        "stated" => "Policy saved. It applies from the next call on.",
        "rule-saved" => "Rule saved. It applies from the next call on.",
        "rule-removed" => "Rule removed.",
        "same" => "No changes.",
        _ => return None,
    })
}
