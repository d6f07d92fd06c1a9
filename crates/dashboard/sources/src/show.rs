//! `GET /sources/{name}`: the status and tools of a source, and how to manage it.

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::chart::ShareChart;
use candor_dashboard_kit::wording::{counted, with_separators};
use candor_dashboard_kit::{
    CurrentUser, DashboardState, ExternalText, PageError, PageLayout, PathSegment, SiteSection,
    query, render_page,
};
use candor_gateway::Gateway;
use candor_model::{InstructionPin, Role, SourceName, SourceTrust};
use candor_sources::SplitStatus;
use http::{StatusCode, Uri};

use crate::findings::FindingsPanel;
use crate::health::{self, SourceHealthView};
use crate::known_sources::{self, KnownSource};
use crate::lint_panel::LintPanel;
use crate::paths;
use crate::plan::{SourcePlanView, TrustLabel};
use crate::refusals_panel::RefusalsPanel;
use crate::tool_stats::{SourceStatsCache, SourceToolStats};

/// The maximum length of instructions on the page, in characters.
const INSTRUCTIONS: usize = 12_000;

#[derive(Template)]
#[template(path = "source.html")]
struct SourcePage {
    frame: PageLayout,
    name: String,
    health: SourceHealthView,
    kind: Option<&'static str>,
    trust: Option<TrustLabel>,
    /// Whether it was added in the dashboard.
    ours: bool,
    /// Whether the configuration file overrides a definition added in the dashboard.
    hidden: bool,
    /// Whether it is served.
    known: bool,
    tools: SourceToolsPanel,
    instructions: Option<InstructionsPanel>,
    findings: FindingsPanel,
    lint: Option<LintPanel>,
    refusals: Option<RefusalsPanel>,
    /// The split into a regular and a read-only instance.
    split: Option<SplitFacts>,
    /// The definition added in the dashboard.
    plan: Option<SourcePlanView>,
    /// Why that definition cannot be used.
    unusable: Option<FindingsPanel>,
    care: Option<SourceControls>,
    /// Why the user cannot manage it.
    closed: Option<String>,
    problem: Option<String>,
}

/// The split of a source.
struct SplitFacts {
    is_split: bool,
    says: ExternalText,
}

/// The data that the page needs to load.
pub(crate) struct SourcePanels {
    lint: Option<LintPanel>,
    refusals: Option<RefusalsPanel>,
}

/// Instructions that have changed and wait to be accepted.
struct InstructionsPanel {
    /// The text that clients get; none if there was no text.
    accepted: Option<ExternalText>,
    found: ExternalText,
}

/// The tools of the source.
struct SourceToolsPanel {
    to: String,
    served: usize,
    count: String,
    tokens: String,
    withheld: usize,
    withheld_to: String,
    shares: ShareChart,
}

/// The actions available to the user.
struct SourceControls {
    /// The path and CSRF token of the restart form.
    restart: Option<(String, String)>,
    trust: Option<TrustForm>,
    /// The path of the page that removes it.
    remove: Option<String>,
}

/// The form that changes its trust.
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

/// A submitted form that was refused.
#[derive(Default)]
pub(crate) struct RejectedTrustForm {
    pub(crate) problem: String,
    pub(crate) trust: Option<SourceTrust>,
    pub(crate) why: String,
}

/// `GET /sources/{name}`: shows a source, its state and its tools.
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
    let panels = SourcePanels::of(&pages.gateway, &name).await;
    let content = (&known, &numbers, panels);
    Ok(draw(&visitor, content, StatusCode::OK, done, None))
}

/// The status message for a finished action.
fn done(word: &str, known: &KnownSource) -> Option<&'static str> {
    match word {
        "added" if known.unusable().is_some() => Some("Source added, but it cannot be used."),
        "restarted" if known.unusable().is_some() => {
            Some("Source restarted, but it still cannot be used.")
        }
        "added" => Some("Source added. It is starting."),
        "restarted" => Some("The source is restarting."),
        "trusted" => Some("Trust changed: policy now relies on its hints."),
        "untrusted" => Some(
            "Trust changed: its hints are used only when they make a call \
                             stricter.",
        ),
        _ => None,
    }
}

/// The page of a source, with a refused form if there is one.
pub(crate) fn draw(
    visitor: &CurrentUser,
    (known, numbers, panels): (&KnownSource, &SourceToolStats, SourcePanels),
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
        instructions: known.instructions.as_ref().map(InstructionsPanel::of),
        findings: running
            .filter(|_| known.unusable().is_none())
            .map_or_else(FindingsPanel::default, |one| {
                FindingsPanel::of(&one.findings)
            }),
        lint: panels.lint,
        refusals: panels.refusals,
        split: running
            .and_then(|one| one.split.as_ref())
            .map(SplitFacts::of),
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

// === impl SourcePanels ===

impl SourcePanels {
    pub(crate) async fn of(gateway: &Gateway, name: &SourceName) -> Self {
        Self {
            lint: LintPanel::of(gateway, name).await,
            refusals: RefusalsPanel::of(gateway, name).await,
        }
    }
}

// === impl SplitFacts ===

impl SplitFacts {
    fn of(split: &SplitStatus) -> Self {
        Self {
            is_split: matches!(split, SplitStatus::Split { .. }),
            says: ExternalText::sentence(&split.to_string(), INSTRUCTIONS),
        }
    }
}

// === impl InstructionsPanel ===

impl InstructionsPanel {
    fn of(pin: &InstructionPin) -> Self {
        let accepted = Some(&*pin.accepted).filter(|text| !text.is_empty());
        Self {
            accepted: accepted.map(|text| ExternalText::short(text, INSTRUCTIONS)),
            found: ExternalText::short(pin.found.as_deref().unwrap_or_default(), INSTRUCTIONS),
        }
    }
}

// === impl SourceToolsPanel ===

impl SourceToolsPanel {
    fn of(numbers: &SourceToolStats, name: &SourceName) -> Self {
        let drifted = [("source", name.as_str()), ("drift", "yes")];
        Self {
            to: query::with("/tools", "source", name.as_str()),
            served: numbers.served(),
            count: counted(numbers.served(), "tool"),
            tokens: with_separators(numbers.tokens),
            withheld: numbers.withheld,
            withheld_to: query::with_all("/tools", drifted),
            shares: numbers.chart(name),
        }
    }
}

// === impl SourceControls ===

impl SourceControls {
    fn of(visitor: &CurrentUser, known: &KnownSource, sent: RejectedTrustForm) -> Self {
        let name = &known.name;
        let ours = known.saved.as_ref().filter(|saved| !saved.hidden);
        let restart = paths::to(name, "restart");
        Self {
            // An unreadable definition cannot be restarted.
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

/// User input, shortened for a message.
pub(crate) fn quoted(text: &str) -> String {
    ExternalText::short(text, 60).text().to_owned()
}
