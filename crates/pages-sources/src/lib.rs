//! Sources: where tools come from, how they are, and how more of them are added.
//!
//! What `candor.toml` declares is shown and can be started anew; what was added here can also be
//! trusted, distrusted and removed. Adding has three steps that send the same form: check shows
//! what would run or be reached and starts nothing, preview starts it once to look at what it
//! brings, and save keeps it. Nothing is kept between the steps but what is in the form.

mod found;
mod health;
mod list;
mod new;
mod numbers;
mod place;
mod plan;
mod remove;
mod restart;
mod saved;
mod show;
mod trust;

use axum::routing::{get, post};
use axum::{Extension, Router};
use candor_frame::{Pages, upload};

use crate::numbers::Tally;

/// The pages of this crate.
pub fn routes() -> Router<Pages> {
    let new = get(new::show).post(new::send).layer(upload::limit());
    Router::new()
        .route("/sources", get(list::list))
        .route("/sources/new", new)
        .route("/sources/{name}", get(show::show))
        .route("/sources/{name}/restart", post(restart::restart))
        .route("/sources/{name}/trust", post(trust::change))
        .route(
            "/sources/{name}/remove",
            get(remove::ask).post(remove::remove),
        )
        .layer(Extension(Tally::default()))
}
