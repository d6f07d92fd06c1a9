//! One toolset: its tools and members, its cost and risk.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    BadgeLegend, BadgeList, CurrentUser, DashboardState, ExternalText, NumberedPager, PageError,
    PageLayout, PathSegment, ROWS, SiteSection, query, render_page,
};
use candor_gateway::edit::ToolsetDetails;
use candor_gateway::{Catalogue, Endpoint, OfferedTool};
use candor_model::{Role, Toolset, ToolsetMember};
use candor_resolve::MissingMember;
use http::{StatusCode, Uri};

use crate::header::ToolsetHeader;
use crate::membership;
use crate::risk::ToolsetRisk;
use crate::risk_view::{NAME, RiskView, ToolPageLink};
use crate::source_trust::TrustBySource;
use crate::words::{confirmation, counted, number, share};
use crate::{lookup, paths};

/// The most characters of a title.
const TITLE: usize = 100;
/// The most characters of a description.
const ABOUT: usize = 600;

#[derive(Template)]
#[template(path = "toolset.html")]
struct ToolsetPage {
    frame: PageLayout,
    head: ToolsetHeader,
    about: Option<ExternalText>,
    endpoint: String,
    equipped: bool,
    /// The CSRF token of the form that equips it; none without permission.
    equip: Option<String>,
    tools: String,
    tokens: String,
    share: String,
    saved: String,
    version: Option<u64>,
    rows: Vec<MemberToolRow>,
    pager: NumberedPager,
    missing: Vec<MissingMemberRow>,
    more_missing: String,
    risk: RiskView,
    asks: Vec<(String, &'static str)>,
    facts: Vec<(&'static str, String)>,
    legend: BadgeLegend,
}

struct MemberToolRow {
    link: ToolPageLink,
    exposed: String,
    title: Option<ExternalText>,
    badges: BadgeList,
    /// The rule that selects it; none if it is a member by name.
    rule: Option<ExternalText>,
    asks: Option<&'static str>,
    notes: String,
    /// The page of its notes.
    noted: String,
    tokens: String,
}

struct MissingMemberRow {
    member: ExternalText,
    why: String,
    /// The tool's page, if it is known.
    to: Option<String>,
}

/// `GET /toolsets/{name}`: shows a toolset and its tools.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    let name = lookup::name(&name)?;
    let here = paths::of(&name);
    visitor.needs(Role::Viewer, &here)?;
    let view = lookup::view(&pages, &name).await?;
    let place = lookup::place(&pages, &view);
    let done = query::get(&uri, "done");
    let frame = PageLayout::of(name.as_str(), SiteSection::Toolsets, &visitor)
        .wide()
        .done(done.as_deref().and_then(done_words));
    let head = ToolsetHeader::of(&view, "", place, &visitor);
    let may = visitor.identity.may(Role::Editor);
    let shown = ToolsetPage {
        equip: may.then(|| visitor.field(paths::LIST)),
        ..ToolsetPage::of(frame, head, &view, &pages, &uri)
    };
    Ok(render_page(StatusCode::OK, &shown))
}

// === impl ToolsetPage ===

impl ToolsetPage {
    fn of(
        frame: PageLayout,
        head: ToolsetHeader,
        view: &ToolsetDetails,
        pages: &DashboardState,
        uri: &Uri,
    ) -> Self {
        let trusts = TrustBySource::of(&pages.gateway);
        let (rows, span) = rows(view, uri, &head.to, &trusts);
        let catalogue = pages.gateway.catalogue();
        let missing = view.missing.iter().take(ROWS);
        let more = view.missing.len().saturating_sub(ROWS);
        let toolset = &view.toolset;
        let endpoint = Endpoint {
            toolset: Some(toolset.name.clone()),
            environment: None,
        };
        Self {
            frame,
            head,
            about: Some(ExternalText::short(&toolset.description, ABOUT))
                .filter(|about| !about.text().is_empty()),
            endpoint: endpoint.to_string(),
            equipped: view.equipped,
            equip: None,
            tools: counted(view.tools.len(), "tool"),
            tokens: number(view.tokens),
            share: share(view.tokens, view.tokens_of_everything),
            saved: number(view.tokens_of_everything.saturating_sub(view.tokens)),
            version: view.number,
            rows,
            pager: span,
            missing: missing
                .map(|one| MissingMemberRow::of(one, &catalogue))
                .collect(),
            more_missing: if more == 0 {
                String::new()
            } else {
                number(more)
            },
            risk: RiskView::of(&ToolsetRisk::of(
                view.tools.iter().map(|one| trusts.seen(one)),
            )),
            asks: asks(toolset),
            facts: facts(toolset),
            legend: BadgeLegend,
        }
    }
}

/// The status message for a finished action.
fn done_words(word: &str) -> Option<&'static str> {
    match word {
        "made" => Some("Toolset created. Its endpoint is live."),
        "changed" => Some("Toolset saved. Clients were notified."),
        "cloned" => Some("This is the copy, with its notes and annotation overrides."),
        "restored" => Some("Version restored. The previous state is kept as a version."),
        "equipped" => Some("The default endpoint now serves this toolset."),
        "unequipped" => Some("The default endpoint serves all tools again."),
        _ => None,
    }
}

fn rows(
    view: &ToolsetDetails,
    uri: &Uri,
    here: &str,
    trusts: &TrustBySource,
) -> (Vec<MemberToolRow>, NumberedPager) {
    let pager = NumberedPager::at(uri, view.tools.len(), here, &[]);
    let rows = pager.cut(&view.tools).iter();
    let rows = rows.map(|offered| MemberToolRow::of(offered, view, trusts));
    (rows.collect(), pager)
}

fn asks(toolset: &Toolset) -> Vec<(String, &'static str)> {
    let asks = toolset.confirm.iter();
    let asks = asks.map(|(about, when)| (about.to_string(), confirmation(Some(*when))));
    asks.collect()
}

/// The settings that differ from the default endpoint.
fn facts(toolset: &Toolset) -> Vec<(&'static str, String)> {
    let profile = toolset.profile.map(|one| one.as_str().to_owned());
    let provenance = toolset.provenance.map(|on| {
        let said = if on { "Shown" } else { "Not shown" };
        said.to_owned()
    });
    let budget = toolset.budget.map(|most| counted(most, "character"));
    let facts = [
        ("Annotation profile", profile),
        ("Where hints come from", provenance),
        ("Maximum description length", budget),
        (
            "Prompts and resources",
            (!toolset.prompts_and_resources).then(|| "Not served".to_owned()),
        ),
    ];
    let facts = facts.into_iter();
    facts
        .filter_map(|(label, value)| Some((label, value?)))
        .collect()
}

// === impl MemberToolRow ===

impl MemberToolRow {
    fn of(offered: &OfferedTool, view: &ToolsetDetails, trusts: &TrustBySource) -> Self {
        let name = offered.tool.name.to_string();
        let member = membership::of(&view.toolset.members, offered);
        let rule = member.filter(|member| !matches!(member, ToolsetMember::Tool(_)));
        let title = offered.effective.shown.title();
        let asks = offered.effective.confirm.as_ref();
        let notes = paths::part(&view.toolset.name, "notes");
        Self {
            exposed: offered.tool.exposed.to_string(),
            title: title.map(|fact| ExternalText::short(&fact.value, TITLE)),
            badges: BadgeList::of(trusts.nature(offered)),
            rule: rule.map(|rule| ExternalText::short(&rule.to_string(), NAME)),
            asks: asks.map(|fact| confirmation(Some(fact.value))),
            notes: counted(offered.notes.len(), "note"),
            noted: query::with(&notes, "tool", &name),
            tokens: number(offered.tokens()),
            link: ToolPageLink::of(&name),
        }
    }
}

// === impl MissingMemberRow ===

impl MissingMemberRow {
    fn of(missing: &MissingMember, catalogue: &Catalogue) -> Self {
        let name = match &missing.member {
            ToolsetMember::Tool(tool) => tool.name(),
            _ => None,
        };
        let known = name.and_then(|name| catalogue.named(name));
        let waits = known.is_some_and(|tool| tool.quarantine.is_some());
        Self {
            member: ExternalText::short(&missing.member.to_string(), NAME),
            why: if waits {
                "it changed or is new, and is waiting to be accepted".to_owned()
            } else {
                missing.why.as_str().to_owned()
            },
            to: name
                .filter(|_| known.is_some())
                .map(|name| query::path(&["tools", &name.to_string()])),
        }
    }
}
