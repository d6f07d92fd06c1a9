//! `GET /`

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::chart::{ShareChart, TimelineChart};
use candor_dashboard_kit::{
    ChangeSummary, CurrentUser, DashboardState, PageError, PageLayout, SiteSection, ToolBehaviour,
    now_micros, query, render_page,
};
use candor_gateway::EditError;
use candor_gateway::records::{CallFilter, ChangeFilter, StoreError};
use candor_model::Role;
use http::{StatusCode, Uri};

use crate::call_volume::{CallVolume, VolumeRange};
use crate::catalogue_stats::{CatalogueStats, CatalogueStatsCache};
use crate::configuration::ConfigurationPanel;
use crate::definition_problems::DefinitionProblems;
use crate::pending::PendingApprovalRow;
use crate::source_health::SourceHealthPanel;
use crate::tiles::{self, StatTile};

/// The path of the page.
pub(crate) const PATH: &str = "/";

/// How many recent changes are shown.
const CHANGES: usize = 5;

#[derive(Template)]
#[template(path = "overview.html")]
struct OverviewPage {
    frame: PageLayout,
    /// Shown while the file says something else than what is served.
    configuration: Option<ConfigurationPanel>,
    /// Shown until there is a source and a first call.
    first: Option<GettingStartedPanel>,
    tiles: [StatTile; 6],
    health: SourceHealthPanel,
    natures: ShareChart,
    span: VolumeRange,
    calls: TimelineChart,
    /// How many calls the chart shows.
    sum: String,
    waiting: Vec<PendingApprovalRow>,
    changes: Vec<ChangeSummary>,
}

/// What to do first.
struct GettingStartedPanel {
    no_source: bool,
    /// The URL of the default endpoint.
    address: String,
}

/// `GET /`
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    Extension(cache): Extension<Arc<CatalogueStatsCache>>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, PATH)?;
    let span = VolumeRange::of(query::get(&uri, "span").as_deref());
    let failed = |error: StoreError| PageError::failed(&error);
    let records = pages.gateway.records();
    let now = now_micros();
    let volume = CallVolume::read(records, span, now).await.map_err(failed)?;
    let filter = ChangeFilter {
        limit: CHANGES,
        ..ChangeFilter::default()
    };
    let changes = records.changes(&filter).await.map_err(failed)?.changes;
    let waiting = PendingApprovalRow::newest(&pages).await;
    let waiting = waiting.map_err(|error: EditError| PageError::refused(&error))?;
    let catalogue = pages.gateway.catalogue();
    let sources = pages.gateway.sources();
    let stats = CatalogueStats::current(&pages.gateway, &cache);
    let problems = DefinitionProblems::current(&pages.gateway).await;
    let group = |behaviour: ToolBehaviour| query::with("/tools", "behaviour", behaviour.key());
    let changes = changes.iter();
    let view = OverviewPage {
        frame: PageLayout::of("Overview", SiteSection::Overview, &visitor).wide(),
        configuration: ConfigurationPanel::of(&pages.gateway),
        first: GettingStartedPanel::of(&pages, sources.is_empty(), &volume).await?,
        tiles: tiles::all(&stats, visitor.waiting, &problems),
        health: SourceHealthPanel::of(sources),
        natures: stats.behaviours.chart("Tools by behaviour", group),
        span,
        calls: volume.timeline(),
        sum: volume.sum(),
        waiting,
        changes: changes
            .map(|record| ChangeSummary::of(record, &catalogue, now))
            .collect(),
    };
    Ok(render_page(StatusCode::OK, &view))
}

// === impl GettingStartedPanel ===

impl GettingStartedPanel {
    /// `None` once there is a source and a first call.
    async fn of(
        pages: &DashboardState,
        no_source: bool,
        volume: &CallVolume,
    ) -> Result<Option<Self>, PageError> {
        if !no_source && !volume.is_empty() {
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
