//! `GET /sources/{name}`: one source, what is wrong with it, and what can be done about that.

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::chart::ShareChart;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, ExternalText, PageError, PageLayout, PathSegment, SiteSection,
    query, render_page,
};
use candor_model::{Role, SourceName, SourceTrust};
use http::{StatusCode, Uri};

use crate::findings::FindingsPanel;
use crate::health::{self, SourceHealthView};
use crate::known_sources::{self, KnownSource};
use crate::paths;
use crate::plan::{SourcePlanView, TrustLabel};
use crate::tool_stats::{SourceStatsCache, SourceToolStats};

#[derive(Template)]
#[template(path = "source.html")]
struct SourcePage {
    frame: PageLayout,
    name: String,
    health: SourceHealthView,
    kind: Option<&'static str>,
    trust: Option<TrustLabel>,
    /// Whether it was added here.
    ours: bool,
    /// Whether something was added here that the file's wins over.
    hidden: bool,
    /// Whether it is served, or was to be.
    known: bool,
    tools: SourceToolsPanel,
    findings: FindingsPanel,
    /// What was added here would do.
    plan: Option<SourcePlanView>,
    /// Why what was added here cannot be used.
    unusable: Option<FindingsPanel>,
    care: Option<SourceControls>,
    /// Why this visitor can do nothing here.
    closed: Option<String>,
    problem: Option<String>,
}

/// What it brings.
struct SourceToolsPanel {
    to: String,
    served: usize,
    tokens: usize,
    withheld: usize,
    withheld_to: String,
    shares: ShareChart,
}

/// What can be done.
struct SourceControls {
    /// Where it is started anew, and what makes the form ours.
    restart: Option<(String, String)>,
    trust: Option<TrustForm>,
    /// Where it is removed.
    remove: Option<String>,
}

/// How trust is changed.
struct TrustForm {
    to: String,
    field: String,
    version: u64,
    choices: [TrustChoice; 2],
    why: String,
}

struct TrustChoice {
    value: &'static str,
    words: TrustLabel,
    chosen: bool,
}

/// What somebody sent that did not count.
#[derive(Default)]
pub(crate) struct RejectedTrustForm {
    pub(crate) problem: String,
    pub(crate) trust: Option<SourceTrust>,
    pub(crate) why: String,
}

/// `GET /sources/{name}`
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    Extension(tally): Extension<SourceStatsCache>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    let name = paths::read(&name)?;
    visitor.needs(Role::Viewer, &paths::of(&name))?;
    let known = known_sources::one(&pages, &name)?;
    let done = query::get(&uri, "done").and_then(|word| done(&word, &known));
    let numbers = tally.one(&pages.gateway.catalogue(), &name);
    Ok(draw(&visitor, &known, &numbers, StatusCode::OK, done, None))
}

/// What has just been done.
fn done(word: &str, known: &KnownSource) -> Option<&'static str> {
    match word {
        "added" if known.unusable().is_some() => Some("The source was added. It cannot be used."),
        "restarted" if known.unusable().is_some() => {
            Some("The source was tried again. It still cannot be used.")
        }
        "added" => Some("The source was added and is starting."),
        "restarted" => Some("The source is starting anew."),
        "trusted" => Some("What it says is relied upon now."),
        "untrusted" => Some("What it says counts only where it warns now."),
        _ => None,
    }
}

/// The page of a source, after something was sent that did not count, or not.
pub(crate) fn draw(
    visitor: &CurrentUser,
    known: &KnownSource,
    numbers: &SourceToolStats,
    status: StatusCode,
    done: Option<&'static str>,
    sent: Option<RejectedTrustForm>,
) -> Response {
    let may = visitor.identity.may(Role::Admin);
    let running = known.status.as_ref();
    let saved = known.saved.as_ref();
    let view = SourcePage {
        frame: PageLayout::of(known.name.as_str(), SiteSection::Sources, visitor)
            .wide()
            .done(done),
        name: known.name.to_string(),
        health: known.health(),
        kind: known.kind().map(health::kind),
        trust: known.trust().map(TrustLabel::of),
        ours: known.is_ours(),
        hidden: saved.is_some_and(|saved| saved.hidden),
        known: running.is_some(),
        tools: SourceToolsPanel::of(numbers, &known.name),
        findings: running
            .filter(|_| known.unusable().is_none())
            .map_or_else(FindingsPanel::default, |one| {
                FindingsPanel::of(&one.findings)
            }),
        plan: known.plan().map(|plan| {
            let plan = SourcePlanView::of(plan, "plan");
            if known.is_ours() {
                plan.without_trust()
            } else {
                plan
            }
        }),
        unusable: known.unusable().map(FindingsPanel::of),
        problem: sent.as_ref().map(|sent| sent.problem.clone()),
        care: may.then(|| SourceControls::of(visitor, known, sent.unwrap_or_default())),
        closed: (!may).then(|| visitor.lacks(Role::Admin)),
    };
    render_page(status, &view)
}

// === impl Bring ===

impl SourceToolsPanel {
    fn of(numbers: &SourceToolStats, name: &SourceName) -> Self {
        let drifted = [("source", name.as_str()), ("drift", "yes")];
        Self {
            to: query::with("/tools", "source", name.as_str()),
            served: numbers.served(),
            tokens: numbers.tokens,
            withheld: numbers.withheld,
            withheld_to: query::with_all("/tools", drifted),
            shares: ShareChart {
                title: "Its tools by what they do".to_owned(),
                shares: numbers.shares(name),
            },
        }
    }
}

// === impl Care ===

impl SourceControls {
    fn of(visitor: &CurrentUser, known: &KnownSource, sent: RejectedTrustForm) -> Self {
        let name = &known.name;
        let ours = known.saved.as_ref().filter(|saved| !saved.hidden);
        let restart = paths::to(name, "restart");
        Self {
            // What cannot even be read is not tried again.
            restart: known
                .status
                .as_ref()
                .filter(|_| known.unusable().is_none() || known.plan().is_some())
                .map(|_| {
                    let field = visitor.field(&restart);
                    (restart, field)
                }),
            trust: ours.zip(known.trust()).map(|(saved, now)| {
                let to = paths::to(name, "trust");
                let chosen = sent.trust.unwrap_or(now);
                let choice = |value, trust| TrustChoice {
                    value,
                    words: TrustLabel::of(trust),
                    chosen: chosen == trust,
                };
                TrustForm {
                    field: visitor.field(&to),
                    to,
                    version: saved.version,
                    choices: [
                        choice("untrusted", SourceTrust::Untrusted),
                        choice("trusted", SourceTrust::Trusted),
                    ],
                    why: sent.why,
                }
            }),
            remove: known.saved.as_ref().map(|_| paths::to(name, "remove")),
        }
    }
}

/// What somebody typed, no longer than it can be shown.
pub(crate) fn quoted(text: &str) -> String {
    ExternalText::short(text, 60).text().to_owned()
}
