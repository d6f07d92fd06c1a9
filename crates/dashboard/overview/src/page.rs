//! `GET /`

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::chart::{ShareChart, TimelineChart};
use candor_dashboard_kit::wording::counted;
use candor_dashboard_kit::{
    ChangeSummary, CurrentUser, DashboardState, PageError, PageLayout, SiteSection, ToolBehaviour,
    now_micros, query, render_page,
};
use candor_gateway::EditError;
use candor_gateway::records::{ChangeFilter, StoreError};
use candor_model::Role;
use http::{StatusCode, Uri};

use crate::attention::{AttentionCounts, AttentionList};
use crate::call_volume::{CallVolume, VolumeRange};
use crate::catalogue_stats::{CatalogueStats, CatalogueStatsCache};
use crate::configuration::ConfigurationPanel;
use crate::connect_panel::ConnectPanel;
use crate::definition_problems::DefinitionProblems;
use crate::pending::PendingApprovalRow;
use crate::source_health::SourceHealthPanel;

/// The path of the page.
pub(crate) const PATH: &str = "/";

/// How many recent changes are shown.
const CHANGES: usize = 5;

#[derive(Template)]
#[template(path = "overview.html")]
struct OverviewPage {
    frame: PageLayout,
    /// Shown if the file differs from what is served.
    configuration: Option<ConfigurationPanel>,
    connect: ConnectPanel,
    attention: AttentionList,
    health: SourceHealthPanel,
    /// How many tools there are, and their tokens.
    tools: String,
    tokens: String,
    natures: ShareChart,
    span: VolumeRange,
    calls: TimelineChart,
    /// How many calls the chart shows.
    sum: String,
    waiting: Vec<PendingApprovalRow>,
    changes: Vec<ChangeSummary>,
}

/// `GET /`: shows the overview.
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
    let counts = AttentionCounts::of(&pages.gateway, visitor.waiting, &sources, &stats, &problems);
    let group = |behaviour: ToolBehaviour| query::with("/tools", "behaviour", behaviour.key());
    let changes = changes.iter();
    let view = OverviewPage {
        frame: PageLayout::of("Overview", SiteSection::Overview, &visitor).wide(),
        configuration: ConfigurationPanel::of(&pages.gateway),
        connect: ConnectPanel::of(&pages, sources.is_empty(), &volume).await?,
        attention: AttentionList::of(&counts),
        health: SourceHealthPanel::read(records, &sources, now)
            .await
            .map_err(failed)?,
        tools: counted(stats.tools, "tool"),
        tokens: counted(stats.tokens, "token"),
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
