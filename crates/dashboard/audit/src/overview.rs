//! `/`: everything at a glance.

mod behaviours;
mod call_volume;
mod catalogue_stats;
mod pending;
mod source_health;
mod tiles;

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::chart::{ShareChart, TimelineChart};
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PageLayout, SiteSection, now_micros, query, render_page,
};
use candor_gateway::EditError;
use candor_gateway::records::{CallFilter, ChangeFilter, StoreError};
use candor_model::Role;
use http::{StatusCode, Uri};

use crate::audit::changes::ChangeRow;
use call_volume::{CallVolume, VolumeRange};
use pending::PendingApprovalRow;
use source_health::SourceHealthPanel;
use tiles::StatTile;

pub(crate) use catalogue_stats::CatalogueStatsCache;

/// Where it is.
const PATH: &str = "/";

/// How many of the last changes are shown.
const CHANGES: usize = 5;

#[derive(Template)]
#[template(path = "overview.html")]
struct OverviewPage {
    frame: PageLayout,
    /// What to do first, as long as it has not been done.
    first: Option<GettingStartedPanel>,
    tiles: [StatTile; 5],
    health: SourceHealthPanel,
    natures: ShareChart,
    span: VolumeRange,
    calls: TimelineChart,
    /// The calls of the picture, in a sentence.
    sum: String,
    waiting: Vec<PendingApprovalRow>,
    changes: Vec<ChangeRow>,
}

/// What to do first.
struct GettingStartedPanel {
    /// Whether there is nothing to call yet.
    no_source: bool,
    /// What a client is told to connect to.
    address: String,
}

/// `GET /`
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    Extension(counted): Extension<Arc<CatalogueStatsCache>>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, PATH)?;
    let span = VolumeRange::of(query::get(&uri, "span").as_deref());
    let failed = |error: StoreError| PageError::failed(&error);
    let records = pages.gateway.records();
    let pace = CallVolume::read(records, span, now_micros())
        .await
        .map_err(failed)?;
    let filter = ChangeFilter {
        limit: CHANGES,
        ..ChangeFilter::default()
    };
    let changes = records.changes(&filter).await.map_err(failed)?.changes;
    let waiting = PendingApprovalRow::newest(&pages).await;
    let waiting = waiting.map_err(|error: EditError| PageError::refused(&error))?;
    let catalogue = pages.gateway.catalogue();
    let sources = pages.gateway.sources();
    let stock = counted.now(&pages.gateway);
    let view = OverviewPage {
        frame: PageLayout::of("Overview", SiteSection::Overview, &visitor).wide(),
        first: GettingStartedPanel::of(&pages, sources.is_empty(), &pace).await?,
        tiles: tiles::all(&stock, visitor.waiting),
        health: SourceHealthPanel::of(sources),
        natures: behaviours::of(&stock),
        span,
        calls: pace.timeline(),
        sum: pace.sum(),
        waiting,
        changes: ChangeRow::all(&changes, &catalogue),
    };
    Ok(render_page(StatusCode::OK, &view))
}

// === impl First ===

impl GettingStartedPanel {
    /// Nothing, once there is a source and something was called.
    async fn of(
        pages: &DashboardState,
        no_source: bool,
        pace: &CallVolume,
    ) -> Result<Option<Self>, PageError> {
        if !no_source && !pace.is_empty() {
            return Ok(None);
        }
        let all = CallFilter::default();
        let known = pages.gateway.records().calls_page(&all, None, 1).await;
        let known = known.map_err(|error| PageError::failed(&error))?;
        if !no_source && !known.calls.is_empty() {
            return Ok(None);
        }
        let url = pages.gateway.policy_settings().public_url.clone();
        Ok(Some(Self {
            no_source,
            address: format!("{}/mcp", url.unwrap_or_default()),
        }))
    }
}
