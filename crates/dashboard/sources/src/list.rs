//! `GET /sources`: all sources with their status and tools.

use std::collections::HashMap;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::{counted, with_separators};
use candor_dashboard_kit::{
    CurrentUser, DashboardState, NumberedPager, PageError, PageLayout, SiteSection, query,
    render_page,
};
use candor_model::{Role, SourceName};
use http::{StatusCode, Uri};

use crate::health::{self, SourceHealthView};
use crate::known_sources::{self, KnownSource};
use crate::paths;
use crate::plan::TrustLabel;
use crate::tool_stats::{BehaviourCount, SourceStatsCache, SourceToolStats};

#[derive(Template)]
#[template(path = "sources.html")]
struct SourceListPage {
    frame: PageLayout,
    items: Vec<SourceRow>,
    count: usize,
    ready: usize,
    pager: NumberedPager,
    /// Why the user cannot add sources.
    closed: Option<String>,
}

struct SourceRow {
    to: String,
    name: String,
    health: SourceHealthView,
    kind: Option<&'static str>,
    trust: Option<TrustLabel>,
    /// Whether it was added in the dashboard.
    ours: bool,
    tools: String,
    tools_to: String,
    portions: Vec<BehaviourCount>,
    withheld: usize,
    tokens: String,
    findings: usize,
}

/// `GET /sources`: lists the sources with their state.
pub(crate) async fn list(
    State(pages): State<DashboardState>,
    Extension(tally): Extension<SourceStatsCache>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, paths::ALL)?;
    let all = known_sources::all(&pages);
    let answers = |known: &&KnownSource| {
        let status = known.status.as_ref();
        status.is_some_and(|status| status.state.is_ready())
    };
    let (count, ready) = (all.len(), all.iter().filter(answers).count());
    let leaf = NumberedPager::at(&uri, count, paths::ALL, &[]);
    let numbers = tally.all(&pages.gateway.catalogue());
    let may = visitor.identity.may(Role::Admin);
    let view = SourceListPage {
        frame: PageLayout::of("Sources", SiteSection::Sources, &visitor)
            .wide()
            .done(done(&uri)),
        count,
        ready,
        closed: (!may).then(|| visitor.lacks(Role::Admin)),
        items: leaf
            .cut(&all)
            .iter()
            .map(|known| SourceRow::of(known, &numbers))
            .collect(),
        pager: leaf,
    };
    Ok(render_page(StatusCode::OK, &view))
}

/// The status message for a finished action.
fn done(uri: &Uri) -> Option<&'static str> {
    match query::get(uri, "done")?.as_str() {
        "added" => Some("Sources added. They are starting."),
        "removed" => Some("Source removed."),
        _ => None,
    }
}

// === impl SourceRow ===

impl SourceRow {
    fn of(known: &KnownSource, numbers: &HashMap<SourceName, SourceToolStats>) -> Self {
        let numbers = numbers.get(&known.name).cloned().unwrap_or_default();
        let status = known.status.as_ref();
        Self {
            to: paths::of(&known.name),
            name: known.name.to_string(),
            health: known.health(),
            kind: known.kind().map(health::kind),
            trust: known.trust().map(TrustLabel::of),
            ours: known.is_ours(),
            tools: counted(numbers.served(), "tool"),
            tools_to: query::with("/tools", "source", known.name.as_str()),
            portions: numbers.portions(&known.name),
            withheld: numbers.withheld,
            tokens: with_separators(numbers.tokens),
            findings: status.map_or(0, |status| status.findings.len()),
        }
    }
}
