//! `GET /sources`: where tools come from, and how that is going.

use std::collections::HashMap;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
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
    /// How many there are in all.
    count: usize,
    /// How many of them answer.
    ready: usize,
    pager: NumberedPager,
    /// Why this visitor can add none.
    closed: Option<String>,
}

/// One source.
struct SourceRow {
    to: String,
    name: String,
    health: SourceHealthView,
    kind: Option<&'static str>,
    trust: Option<TrustLabel>,
    /// Whether it was added here.
    ours: bool,
    served: usize,
    tools_to: String,
    portions: Vec<BehaviourCount>,
    withheld: usize,
    tokens: usize,
    findings: usize,
}

/// `GET /sources`
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
    let numbers = tally.of(&pages.gateway.catalogue());
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

/// What has just been done.
fn done(uri: &Uri) -> Option<&'static str> {
    match query::get(uri, "done")?.as_str() {
        "added" => Some("The sources were added and are starting."),
        "removed" => Some("The source was removed."),
        _ => None,
    }
}

// === impl Item ===

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
            served: numbers.served(),
            tools_to: query::with("/tools", "source", known.name.as_str()),
            portions: numbers.portions(&known.name),
            withheld: numbers.withheld,
            tokens: numbers.tokens,
            findings: status.map_or(0, |status| status.findings.len()),
        }
    }
}
