//! The catalogue: servers of the configured registries, to search, view and add.
//!
//! All data about a server comes from third parties, so it is rendered as text, never as markup,
//! and no linked resource is loaded. Adding has two steps that submit the same form: preview shows
//! what would be stored and starts nothing; add stores exactly what was previewed.

mod add;
mod add_form;
mod entry_page;
mod found_entry;
mod known_tools;
mod list;
mod need_field;
mod option_panel;
mod paths;
mod registry_row;
mod show;
mod used_sources;
mod warning_row;

use std::sync::Arc;

use axum::routing::get;
use axum::{Extension, Router};
use candor_dashboard_kit::DashboardState;
use candor_registry_client::SharedCatalogue;

/// The catalogue of the gateway; none where no registry is configured.
#[derive(Clone)]
struct PageCatalogue(Option<Arc<SharedCatalogue>>);

/// The pages of this crate, about this catalogue.
pub fn routes(catalogue: Option<Arc<SharedCatalogue>>) -> Router<DashboardState> {
    Router::new()
        .route("/catalogue", get(list::list))
        .route("/catalogue/{name}", get(show::show).post(add::send))
        .layer(Extension(PageCatalogue(catalogue)))
}
